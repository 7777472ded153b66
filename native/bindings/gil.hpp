// Releasing and acquiring the GIL safely, even during interpreter shutdown.
//
// During shutdown, Python before 3.14 unwinds a thread that asks for the GIL, and unwinding a binding aborts the
// whole process. Such a thread is a daemon thread and nobody waits for it, so it sleeps here until the process exits.
#pragma once

#include <nanobind/nanobind.h>
#include <unistd.h>

#if defined(__GLIBCXX__)
#include <cxxabi.h>
#endif

namespace crownhead::bindings {

// Calls a function that may ask for the GIL.
template <typename Step>
auto until_the_end(Step step) {
#if defined(__GLIBCXX__)
    try {
        return step();
    } catch (const abi::__forced_unwind&) {
        for (;;) {
            pause();
        }
    }
#else
    return step();
#endif
}

// Releases the GIL in a scope.
class Unlocked {
public:
    Unlocked() : state_(PyEval_SaveThread()) {}
    ~Unlocked() {
        until_the_end([this] { PyEval_RestoreThread(state_); });
    }
    Unlocked(const Unlocked&) = delete;
    Unlocked& operator=(const Unlocked&) = delete;

private:
    PyThreadState* state_;
};

// Holds the GIL in a scope inside an Unlocked.
class Locked {
public:
    Locked() : state_(until_the_end([] { return PyGILState_Ensure(); })) {}
    ~Locked() { PyGILState_Release(state_); }
    Locked(const Locked&) = delete;
    Locked& operator=(const Locked&) = delete;

private:
    PyGILState_STATE state_;
};

}  // namespace crownhead::bindings

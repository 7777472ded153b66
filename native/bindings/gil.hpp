// Giving the interpreter's lock away and taking it back, also while Python ends.
//
// While it ends, Python (before 3.14) unwinds a thread that asks for the lock, and an unwound binding aborts the whole
// process. Such a thread belongs to a daemon and nobody waits for it: it sleeps here until the process is gone.
#pragma once

#include <nanobind/nanobind.h>
#include <unistd.h>

#if defined(__GLIBCXX__)
#include <cxxabi.h>
#endif

namespace crownhead::bindings {

// Does what may ask for the lock.
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

// Without the lock while it lives.
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

// With the lock while it lives, inside an Unlocked.
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

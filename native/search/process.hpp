// Objects that belong to the process that created them.
#pragma once

#include <memory>
#include <utility>

#ifndef _WIN32
#include <unistd.h>
#endif

namespace crownhead {

inline int this_process() {
#ifdef _WIN32
    return 0;  // there is no fork
#else
    return getpid();
#endif
}

// An object with threads or locks. A forked process gets a copy of its memory but not of its threads, so nobody there
// will release a lock that one of them held. The copy must not be locked, joined, waited for or destroyed.
class ProcessBound {
public:
    bool is_inherited() const { return process_ != this_process(); }

private:
    const int process_ = this_process();
};

// A ProcessBound object that a forked process never destroys.
template <typename T, typename... Arguments>
std::shared_ptr<T> make_process_bound(Arguments&&... arguments) {
    return {new T(std::forward<Arguments>(arguments)...), [](T* object) {
                if (!object->is_inherited()) {
                    delete object;
                }
            }};
}

}  // namespace crownhead

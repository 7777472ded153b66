// What goes wrong in the core, raised as an error of Python's.
#pragma once

#include <new>
#include <stdexcept>
#include <string>

#include "bindings/bindings.hpp"
#include "bindings/gil.hpp"

namespace crownhead::bindings {

// Thrown where Python has an error already.
struct Stopped {};

// Does something without the lock, and raises what goes wrong.
struct Raising {
    const char* error;      // its name in crownhead.errors
    const char* no_memory;  // its sentence where memory was too small

    template <typename Do>
    auto operator()(Do&& what) const {
        std::string sentence;
        try {
            Unlocked unlocked;
            return what();
        } catch (const Stopped&) {
            throw nb::python_error();
        } catch (const std::bad_alloc&) {
            sentence = no_memory;
        } catch (const std::exception& failure) {
            sentence = failure.what();
        }
        raise(error, sentence);
    }
};

}  // namespace crownhead::bindings

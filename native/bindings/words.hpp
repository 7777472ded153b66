// What goes wrong in the core, raised as a sentence of Python's.
#pragma once

#include <new>
#include <stdexcept>
#include <string>

#include "bindings/bindings.hpp"
#include "bindings/gil.hpp"

namespace crownhead::bindings {

// Thrown where Python has an error already.
struct Stopped {};

// Does something without the lock. An exception becomes the error of that name in crownhead.errors; `no_memory` is
// its sentence where memory was too small.
template <typename Do>
auto in_words(const char* error, const char* no_memory, Do&& what) {
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

}  // namespace crownhead::bindings

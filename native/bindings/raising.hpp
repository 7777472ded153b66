// Turns errors of the core into Python exceptions.
#pragma once

#include <new>
#include <optional>
#include <stdexcept>

#include "bindings/bindings.hpp"
#include "bindings/gil.hpp"

namespace crownhead::bindings {

// Thrown if a Python exception is already set.
struct Stopped {};

// Calls a function without the GIL and raises its errors.
struct Raising {
    const char* error;      // the class in crownhead.errors
    const char* no_memory;  // the key to use when memory runs out

    template <typename Do>
    auto operator()(Do&& what) const {
        std::optional<Fault> fault;
        try {
            Unlocked unlocked;
            return what();
        } catch (const Stopped&) {
            throw nb::python_error();
        } catch (const std::bad_alloc&) {
            fault.emplace(no_memory);
        } catch (const Fault& found) {
            fault = found;
        } catch (const std::exception& failure) {
            fault.emplace("core.failed", Fault::Values{{"why", failure.what()}});
        }
        raise(error, *fault);
    }
};

}  // namespace crownhead::bindings

// What goes wrong in the core, raised as an error of Python's.
#pragma once

#include <new>
#include <optional>
#include <stdexcept>

#include "bindings/bindings.hpp"
#include "bindings/gil.hpp"

namespace crownhead::bindings {

// Thrown where Python has an error already.
struct Stopped {};

// Does something without the lock, and raises what goes wrong.
struct Raising {
    const char* error;      // its name in crownhead.errors
    const char* no_memory;  // its key where memory was too small

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

// Declarations that the binding files share. Only this folder knows Python.
#pragma once

#include <nanobind/nanobind.h>

#include "board/fault.hpp"

namespace crownhead::bindings {

namespace nb = nanobind;

void bind_move(nb::module_& module);
void bind_board(nb::module_& module);
void bind_evaluation(nb::module_& module);
void bind_network(nb::module_& module);
void bind_search(nb::module_& module);
void bind_endgame(nb::module_& module);
void bind_library(nb::module_& module);

// Raises the class with this name in crownhead.errors.
[[noreturn]] void raise(const char* error, const Fault& fault);

}  // namespace crownhead::bindings

#include "bindings/bindings.hpp"

namespace crownhead::bindings {

void raise(const char* error, const std::string& sentence) {
    const nb::object type = nb::module_::import_("crownhead.errors").attr(error);
    PyErr_SetObject(type.ptr(), nb::str(sentence.c_str(), sentence.size()).ptr());
    throw nb::python_error();
}

}  // namespace crownhead::bindings

NB_MODULE(_core, module) {
    module.doc() = "The native core. Private: use the names that crownhead itself offers.";
    // Cached constants of the package live until the interpreter ends; they are not leaks.
    nanobind::set_leak_warnings(false);
    crownhead::bindings::bind_move(module);
    crownhead::bindings::bind_board(module);
    crownhead::bindings::bind_evaluation(module);
    crownhead::bindings::bind_network(module);
    crownhead::bindings::bind_search(module);
    crownhead::bindings::bind_endgame(module);
    crownhead::bindings::bind_library(module);
}

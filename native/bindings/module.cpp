#include <type_traits>

#include "bindings/bindings.hpp"

namespace crownhead::bindings {
namespace {

nb::object message_of(const Fault& fault);

nb::object value_of(const Fault::Value& value) {
    return std::visit(
        [](const auto& one) -> nb::object {
            using Kind = std::decay_t<decltype(one)>;
            if constexpr (std::is_same_v<Kind, Side>) {
                return nb::module_::import_("crownhead.pieces").attr(one == Side::Black ? "BLACK" : "WHITE");
            } else if constexpr (std::is_same_v<Kind, std::string>) {
                return nb::steal(PyUnicode_DecodeUTF8(one.data(), static_cast<Py_ssize_t>(one.size()), "replace"));
            } else if constexpr (std::is_same_v<Kind, std::int64_t>) {
                return nb::int_(one);
            } else {
                return message_of(*one);
            }
        },
        value);
}

nb::object message_of(const Fault& fault) {
    nb::dict values;
    for (const auto& [name, value] : fault.values) {
        values[name] = value_of(value);
    }
    return nb::module_::import_("crownhead.messages").attr("Message")(fault.key(), values);
}

}  // namespace

void raise(const char* error, const Fault& fault) {
    const nb::object raised = nb::module_::import_("crownhead.errors").attr(error)(message_of(fault));
    PyErr_SetObject(raised.type().ptr(), raised.ptr());
    throw nb::python_error();
}

}  // namespace crownhead::bindings

NB_MODULE(_core, module) {
    module.doc() = "The native core. Private: use the names that crownhead exports.";
    // The package's cached constants live until the interpreter exits. They are not leaks.
    nanobind::set_leak_warnings(false);
    crownhead::bindings::bind_move(module);
    crownhead::bindings::bind_board(module);
    crownhead::bindings::bind_evaluation(module);
    crownhead::bindings::bind_network(module);
    crownhead::bindings::bind_search(module);
    crownhead::bindings::bind_endgame(module);
    crownhead::bindings::bind_library(module);
}

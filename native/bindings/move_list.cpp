// Lists of moves that know moves written as text: '11-15' in position.legal_moves().
#include "bindings/move.hpp"

namespace crownhead::bindings {
namespace {

int contains(PyObject* list, PyObject* item) {
    static const auto in_list = reinterpret_cast<objobjproc>(PyType_GetSlot(&PyList_Type, Py_sq_contains));
    if (!PyUnicode_Check(item)) {
        return in_list(list, item);
    }
    try {
        const nb::object is_among = nb::module_::import_("crownhead.notation.moves").attr("is_among");
        return nb::cast<bool>(is_among(nb::handle(item), nb::handle(list))) ? 1 : 0;
    } catch (nb::python_error& error) {
        error.restore();
        return -1;
    }
}

// A copy elsewhere is a plain list: nobody outside needs the name of this type.
PyObject* reduce(PyObject* list, PyObject*) {
    return Py_BuildValue("O(N)", &PyList_Type, PySequence_List(list));
}

PyTypeObject* list_type() {
    static PyMethodDef methods[] = {{"__reduce__", &reduce, METH_NOARGS, nullptr}, {nullptr, nullptr, 0, nullptr}};
    static PyType_Slot slots[] = {{Py_sq_contains, reinterpret_cast<void*>(&contains)},
                                  {Py_tp_methods, methods},
                                  {Py_tp_doc, const_cast<char*>("A list of moves; `in` also reads moves from text.")},
                                  {0, nullptr}};
    static PyType_Spec spec = {"crownhead._core.MoveList", 0, 0, Py_TPFLAGS_DEFAULT, slots};
    static PyTypeObject* type =
        reinterpret_cast<PyTypeObject*>(PyType_FromSpecWithBases(&spec, reinterpret_cast<PyObject*>(&PyList_Type)));
    return type;
}

}  // namespace

nb::list empty_move_list() {
    // As list.__new__ does, without the cost of a call.
    return nb::steal<nb::list>(PyType_GenericAlloc(list_type(), 0));
}

}  // namespace crownhead::bindings

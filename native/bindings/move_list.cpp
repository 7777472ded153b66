// Lists of moves that accept moves written as text: '11-15' in position.legal_moves().
#include "bindings/move.hpp"

namespace crownhead::bindings {
namespace {

template <typename Function>
Function slot_of_list(int slot) {
    return reinterpret_cast<Function>(PyType_GetSlot(&PyList_Type, slot));
}

// The list item that an argument means: text is parsed, everything else is taken as it is. None if the text matches
// no move, and null with a Python error if it cannot be parsed.
nb::object meant(nb::handle list, nb::handle item) {
    if (!PyUnicode_Check(item.ptr())) {
        return nb::borrow(item);
    }
    return nb::module_::import_("crownhead.text.moves").attr("move_among")(item, list);
}

// The same, but the item must exist.
nb::object one_of(nb::handle list, nb::handle item) {
    nb::object move = meant(list, item);
    if (move.is_none()) {
        const nb::object messages = nb::module_::import_("crownhead.messages");
        const nb::object said = messages.attr("say")("move.not-among", nb::arg("move") = nb::repr(item));
        PyErr_SetObject(PyExc_ValueError, said.ptr());
        throw nb::python_error();
    }
    return move;
}

// Calls a function that may throw Python errors; `failed` is the value that signals one to Python.
template <typename Result, typename Do>
Result in_python(Result failed, Do&& what) {
    try {
        return what();
    } catch (nb::python_error& error) {
        error.restore();
        return failed;
    }
}

int contains(PyObject* list, PyObject* item) {
    static const auto in_list = slot_of_list<objobjproc>(Py_sq_contains);
    return in_python(-1, [&] { return in_list(list, meant(list, item).ptr()); });
}

PyObject* count(PyObject* list, PyObject* item) {
    return in_python<PyObject*>(nullptr, [&] {
        return nb::handle(&PyList_Type).attr("count")(nb::handle(list), meant(list, item)).release().ptr();
    });
}

PyObject* index(PyObject* list, PyObject* arguments) {
    return in_python<PyObject*>(nullptr, [&]() -> PyObject* {
        const nb::object in_list = nb::handle(&PyList_Type).attr("index");
        const Py_ssize_t given = PyTuple_Size(arguments);
        if (given < 1 || !PyUnicode_Check(PyTuple_GetItem(arguments, 0))) {
            return in_list(nb::handle(list), *nb::borrow<nb::args>(arguments)).release().ptr();
        }
        const nb::object move = one_of(list, PyTuple_GetItem(arguments, 0));
        const nb::object rest = nb::steal(PyTuple_GetSlice(arguments, 1, given));
        return in_list(nb::handle(list), move, *nb::borrow<nb::args>(rest)).release().ptr();
    });
}

PyObject* remove(PyObject* list, PyObject* item) {
    return in_python<PyObject*>(nullptr, [&] {
        return nb::handle(&PyList_Type).attr("remove")(nb::handle(list), one_of(list, item)).release().ptr();
    });
}

// Slices accept text too.
PyObject* subscript(PyObject* list, PyObject* key) {
    static const auto of_list = slot_of_list<binaryfunc>(Py_mp_subscript);
    PyObject* found = of_list(list, key);
    if (found == nullptr || !PySlice_Check(key)) {
        return found;
    }
    return in_python<PyObject*>(nullptr, [&] { return move_list(nb::steal(found)).release().ptr(); });
}

PyObject* copy(PyObject* list, PyObject*) {
    return in_python<PyObject*>(nullptr, [&] { return move_list(list).release().ptr(); });
}

// Concatenated lists accept text too.
PyObject* concatenated(PyObject* list, PyObject* more) {
    static const auto of_lists = slot_of_list<binaryfunc>(Py_sq_concat);
    PyObject* joined = of_lists(list, more);
    if (joined == nullptr) {
        return nullptr;
    }
    return in_python<PyObject*>(nullptr, [&] { return move_list(nb::steal(joined)).release().ptr(); });
}

// For pickle and deepcopy.
PyObject* reduce(PyObject* list, PyObject*) {
    return in_python<PyObject*>(nullptr, [&] {
        const nb::object again = nb::module_::import_("crownhead.move").attr("move_list_again");
        const nb::object plain = nb::steal(PySequence_List(list));
        return nb::make_tuple(again, nb::make_tuple(plain)).release().ptr();
    });
}

PyTypeObject* list_type() {
    static PyMethodDef methods[] = {
        {"__reduce__", &reduce, METH_NOARGS, nullptr},
        {"__copy__", &copy, METH_NOARGS, nullptr},
        {"copy", &copy, METH_NOARGS, "Return a copy of the list."},
        {"count", &count, METH_O, "Count a move; text is accepted."},
        {"index", &index, METH_VARARGS, "Return the index of the first such move; text is accepted."},
        {"remove", &remove, METH_O, "Remove the first such move; text is accepted."},
        {nullptr, nullptr, 0, nullptr},
    };
    static PyType_Slot slots[] = {
        {Py_sq_contains, reinterpret_cast<void*>(&contains)},
        {Py_sq_concat, reinterpret_cast<void*>(&concatenated)},
        {Py_mp_subscript, reinterpret_cast<void*>(&subscript)},
        {Py_tp_methods, methods},
        {Py_tp_doc, const_cast<char*>("A list of moves that also finds moves given as text.")},
        {0, nullptr},
    };
    static PyType_Spec spec = {"crownhead._core.MoveList", 0, 0, Py_TPFLAGS_DEFAULT, slots};
    static PyTypeObject* type =
        reinterpret_cast<PyTypeObject*>(PyType_FromSpecWithBases(&spec, reinterpret_cast<PyObject*>(&PyList_Type)));
    return type;
}

}  // namespace

nb::list empty_move_list() {
    // Like list.__new__, without the cost of a call.
    return nb::steal<nb::list>(PyType_GenericAlloc(list_type(), 0));
}

nb::list move_list(nb::handle moves) {
    nb::list made = empty_move_list();
    if (PyList_SetSlice(made.ptr(), 0, 0, moves.ptr()) != 0) {
        throw nb::python_error();
    }
    return made;
}

}  // namespace crownhead::bindings

// Which build of the core this machine's processor can run. Compiled for every processor, and without nanobind: two
// builds of the core must not be loaded into one process.
#include <Python.h>

namespace {

// What compilers call x86-64-v3, as far as a processor can have one of these without the rest.
bool is_recent() {
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("fma") && __builtin_cpu_supports("popcnt");
#else
    return false;
#endif
}

PyModuleDef definition = {PyModuleDef_HEAD_INIT,
                          "_cpu",
                          "What this machine's processor can do.",
                          -1,
                          nullptr,
                          nullptr,
                          nullptr,
                          nullptr,
                          nullptr};

}  // namespace

PyMODINIT_FUNC PyInit__cpu() {
    PyObject* module = PyModule_Create(&definition);
    if (module != nullptr && PyModule_AddIntConstant(module, "recent", is_recent()) < 0) {
        Py_DECREF(module);
        return nullptr;
    }
    return module;
}

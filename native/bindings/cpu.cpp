// Tells which build of the core this processor can run. Compiled for every processor, and without nanobind: one
// process must not load two builds of the core.
#include <Python.h>

namespace {

// The level that compilers call x86-64-v3, as far as processors can have these features separately.
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

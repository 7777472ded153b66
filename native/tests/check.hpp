// Tests of the core without Python, so that the sanitizers see only our own code.
#pragma once

#include <cstdio>
#include <functional>
#include <vector>

namespace crownhead::tests {

struct Test {
    const char* name;
    std::function<void()> run;
};

inline std::vector<Test>& all_tests() {
    static std::vector<Test> tests;
    return tests;
}

inline int failures = 0;

struct Registration {
    Registration(const char* name, std::function<void()> run) { all_tests().push_back({name, std::move(run)}); }
};

}  // namespace crownhead::tests

#define CROWNHEAD_JOIN(one, two) one##two
#define CROWNHEAD_NAME(one, two) CROWNHEAD_JOIN(one, two)
#define TEST(name)                                                                       \
    static void CROWNHEAD_NAME(test_, __LINE__)();                                       \
    static const crownhead::tests::Registration CROWNHEAD_NAME(registration_, __LINE__)( \
        name, CROWNHEAD_NAME(test_, __LINE__));                                          \
    static void CROWNHEAD_NAME(test_, __LINE__)()
#define CHECK(condition)                                                        \
    do {                                                                        \
        if (!(condition)) {                                                     \
            std::printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
            ++crownhead::tests::failures;                                       \
        }                                                                       \
    } while (false)

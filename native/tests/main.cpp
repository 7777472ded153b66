#include "tests/check.hpp"

int main() {
    using namespace crownhead::tests;
    for (const Test& test : all_tests()) {
        const int before = failures;
        test.run();
        if (failures != before) {
            std::printf("FAILED: %s\n", test.name);
        }
    }
    std::printf("%zu tests, %d failed checks\n", all_tests().size(), failures);
    return failures == 0 && !all_tests().empty() ? 0 : 1;
}

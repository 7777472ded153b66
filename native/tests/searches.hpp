// Searches for tests.
#pragma once

#include <vector>

#include "search/searcher.hpp"

namespace crownhead::tests {

constexpr DrawRules DRAWS{80, 3, true};

inline std::vector<Report> reports_of(Searcher& searcher, const Root& root, const Limits& limits, int lines = 1,
                                      const DrawRules& draws = DRAWS) {
    std::vector<Report> told;
    searcher.start(root, Rules{}, draws, limits, lines, [&](const Report& one) { told.push_back(one); }, [](bool) {});
    searcher.wait();
    return told;
}

inline Limits to_depth(int depth) {
    Limits limits;
    limits.depth = depth;
    return limits;
}

}  // namespace crownhead::tests

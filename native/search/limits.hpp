// The limits of a search, and its reports.
#pragma once

#include <cstdint>
#include <vector>

#include "board/position.hpp"
#include "evaluation/score.hpp"

namespace crownhead {

// 0 means no limit, except for depth. A search stops at the first limit that it reaches.
struct Limits {
    int depth = MAX_PLY - 28;
    std::uint64_t nodes = 0;
    double seconds = 0;       // hard limit
    double soft_seconds = 0;  // no new depth starts after this
    double cpu_seconds = 0;   // CPU time of all threads together
};

// The draw rules of a game; 0 means never.
struct DrawRules {
    int quiet_limit = 0;
    int repetition_limit = 0;
    bool quiet_counts_men = true;
};

// One line of play at one depth.
struct Report {
    int line = 0;  // 0 is the best
    int depth = 0;
    int selective_depth = 0;
    Score score = 0;
    std::uint64_t nodes = 0;
    double seconds = 0;
    int fill = 0;  // thousandths of the table
    std::vector<Move> moves;
};

}  // namespace crownhead

// When a search ends, and what it tells on the way.
#pragma once

#include <cstdint>
#include <vector>

#include "board/position.hpp"
#include "evaluation/score.hpp"

namespace crownhead {

// 0 is no limit, except for depth. A search stops at whichever comes first.
struct Limits {
    int depth = MAX_PLY - 28;
    std::uint64_t nodes = 0;
    double seconds = 0;       // never longer than this
    double soft_seconds = 0;  // no new depth is begun after this
    double cpu_seconds = 0;   // the time that the threads themselves have run, together
};

// The draws of a game's rules; 0 is never.
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

// Counters for draws and repetitions. Games and the search both count here.
#pragma once

#include "board/position.hpp"

namespace crownhead {

struct QuietPlies {
    int quiet = 0;       // plies without progress, for the draw by quiet moves
    int reversible = 0;  // plies since a capture or a man's move; only these positions can recur
};

// The counters after a move. The rules decide whether a man's move resets the first.
constexpr QuietPlies after(QuietPlies before, const Position& position, const Move& move, bool counts_men) {
    if (move.is_capture()) {
        return {};
    }
    const bool man = (position.kings & bit(move.from)) == 0;
    return {man && counts_men ? 0 : before.quiet + 1, man ? 0 : before.reversible + 1};
}

}  // namespace crownhead

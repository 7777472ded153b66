// How long nothing has happened: the one place that counts it, for games and for the search.
#pragma once

#include "board/position.hpp"

namespace crownhead {

struct QuietPlies {
    int quiet = 0;       // towards the draw by quiet moves
    int reversible = 0;  // in which only kings moved and nothing was captured: positions can recur
};

// The counts after a move in a position; whether a man's move begins the first anew is for the rules to say.
constexpr QuietPlies after(QuietPlies before, const Position& position, const Move& move, bool counts_men) {
    if (move.is_capture()) {
        return {};
    }
    const bool man = (position.kings & bit(move.from)) == 0;
    return {man && counts_men ? 0 : before.quiet + 1, man ? 0 : before.reversible + 1};
}

}  // namespace crownhead

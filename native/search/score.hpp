// What a position is worth, for the side to move.
#pragma once

namespace crownhead {

// Hundredths of a man; a game won in n plies is worth WON - n, a lost one n - WON. One that endgame tables know to be
// won, but not how far the end is, is worth TABLE_WON less the plies to where they know it.
using Score = int;

constexpr Score WON = 30'000;
constexpr Score TABLE_WON = 25'000;
constexpr Score INFINITE = 32'000;
constexpr int MAX_PLY = 128;
constexpr int MAX_DISTANCE = 1'000;  // plies to the end that a search or a table may know of

// Who wins is known, and in how many plies.
constexpr bool is_decided(Score score) {
    return score >= WON - MAX_DISTANCE || score <= MAX_DISTANCE - WON;
}

// Who wins is known: such scores count plies.
constexpr bool is_known(Score score) {
    return score >= TABLE_WON - MAX_PLY || score <= MAX_PLY - TABLE_WON;
}

}  // namespace crownhead

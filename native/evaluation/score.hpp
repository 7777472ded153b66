// What a position is worth, for the side to move.
#pragma once

#include <cstdint>

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

// Known results count plies from the root in a search, from the position itself where they are remembered.
constexpr Score from_root(Score score, int ply) {
    return !is_known(score) ? score : score > 0 ? score + ply : score - ply;
}
constexpr Score from_here(Score score, int ply) {
    return !is_known(score) ? score : score > 0 ? score - ply : score + ply;
}

// What a remembered score says: the value itself, or only a bound because moves were left out.
enum class Bound : std::uint8_t { None, AtMost, AtLeast, Exact };

// Whether it says all that a search between alpha and beta would.
constexpr bool answers(Bound bound, Score score, Score alpha, Score beta) {
    return bound == Bound::Exact || (bound == Bound::AtLeast && score >= beta) ||
           (bound == Bound::AtMost && score <= alpha);
}

}  // namespace crownhead

// Scores of a position, for the side to move.
#pragma once

#include <cstdint>

namespace crownhead {

// Hundredths of a man. A game won in n plies is worth WON - n, a lost one n - WON. A win without a known distance is
// worth TABLE_WON less the plies to the position where the endgame tables know it.
using Score = int;

constexpr Score WON = 30'000;
constexpr Score TABLE_WON = 25'000;
constexpr Score INFINITE = 32'000;
constexpr int MAX_PLY = 128;
constexpr int MAX_DISTANCE = 1'000;  // the longest distance, in plies, that a search or a table may know

// The winner and the number of plies are known.
constexpr bool is_decided(Score score) {
    return score >= WON - MAX_DISTANCE || score <= MAX_DISTANCE - WON;
}

// The winner is known. Such scores count plies.
constexpr bool is_known(Score score) {
    return score >= TABLE_WON - MAX_PLY || score <= MAX_PLY - TABLE_WON;
}

// Known results count plies from the root in a search, and from the position itself in the table.
constexpr Score from_root(Score score, int ply) {
    return !is_known(score) ? score : score > 0 ? score + ply : score - ply;
}
constexpr Score from_here(Score score, int ply) {
    return !is_known(score) ? score : score > 0 ? score - ply : score + ply;
}

// The meaning of a stored score: the exact value, or a bound because moves were skipped.
enum class Bound : std::uint8_t { None, AtMost, AtLeast, Exact };

// Whether it answers a search between alpha and beta.
constexpr bool answers(Bound bound, Score score, Score alpha, Score beta) {
    return bound == Bound::Exact || (bound == Bound::AtLeast && score >= beta) ||
           (bound == Bound::AtMost && score <= alpha);
}

}  // namespace crownhead

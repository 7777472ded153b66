// What a position is worth, for the side to move.
#pragma once

namespace crownhead {

// Hundredths of a man; a game won in n plies is worth WON - n, a lost one n - WON.
using Score = int;

constexpr Score WON = 30'000;
constexpr Score INFINITE = 32'000;
constexpr int MAX_PLY = 128;

constexpr bool is_decided(Score score) {
    return score >= WON - MAX_PLY || score <= MAX_PLY - WON;
}

}  // namespace crownhead

// Self-play games for tuning the evaluation.
#pragma once

#include <cstdint>
#include <cstdio>

namespace crownhead {

// One quiet position of a game: 16 bytes in the file, little-endian, as training/tune.py reads them.
struct Sample {
    std::uint32_t black, white, kings;  // masks with square n at bit n - 1
    std::int16_t score;                 // of the search, for the side to move
    std::uint8_t white_to_move;
    std::int8_t result;  // of the game, for Black: 1, 0 or -1
};
static_assert(sizeof(Sample) == 16);

struct SelfPlayCount {
    int games = 0;
    std::uint64_t samples = 0;
};

// Plays games from random undecided openings with about this many nodes a move, and writes their quiet positions. The
// same seed plays the same games.
SelfPlayCount self_play(int games, std::uint64_t nodes, std::uint64_t seed, std::FILE* file);

}  // namespace crownhead

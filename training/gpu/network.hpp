// The evaluation of later generations: a small integer network.
//
// The inputs are those of docs/network.md. Each view has HIDDEN sums, clamped to 0..255; 255 stands for 1. The sums
// of the mover's view and of the other's go through one layer of UNITS, and an output chosen by the number of pieces.
// On a GPU the threads of a warp evaluate up to sixteen positions together as products of byte matrices; elsewhere,
// plain sums give the same numbers.
#pragma once

#include "search.hpp"

#ifndef CROWNHEAD_HIDDEN
#define CROWNHEAD_HIDDEN 64
#endif

namespace crownhead::gpu {

constexpr int HIDDEN = CROWNHEAD_HIDDEN;
constexpr int COLUMNS = 2 * HIDDEN;  // of both views
constexpr int INPUTS = 120;
constexpr int CELLS = 128;  // inputs as bits of four words: own men, other men, own kings, other kings
constexpr int UNITS = 32;
constexpr int HEADS = 8;
constexpr int ONE = 4;         // the value of a set input
constexpr int HIGHEST = 255;   // of sums, after clamping
constexpr int UNIT_SHIFT = 6;  // a weight of 64 stands for 1 after the first layer
constexpr int POINTS_A_LOGIT = 100;
constexpr int MOST_POINTS = 2000;
static_assert(HIDDEN % 32 == 0);

// The memory of a network, in the order in which the threads of a warp read it. Matrix products take columns in tiles
// of 8. Of column g, thread 4 g + t holds the bytes 4 t to 4 t + 3 of each half of 32 inputs.
struct alignas(16) Weights {
    std::int8_t first[COLUMNS * CELLS];
    std::int8_t second[UNITS * COLUMNS];
    std::int8_t last[HEADS * UNITS];
    std::int32_t bias[COLUMNS];
    std::int32_t unit_bias[UNITS];
    std::int32_t head_bias[HEADS];
};

constexpr int TILE_BYTES = 512;  // a warp reads this much at once, 16 bytes a thread

constexpr int offset_in_first(int column, int cell) {
    const int word = cell / 32, bit = cell % 32;
    const int thread = column % 8 * 4 + bit % 16 / 4;
    return (column / 8 * 2 + word / 2) * TILE_BYTES + thread * 16 + word % 2 * 8 + bit / 16 * 4 + bit % 4;
}

// The first product gives each thread two columns of a tile. The sums enter the second product in that layout.
constexpr int offset_in_second(int unit, int column) {
    const int tile = column % 32 / 8;
    const int thread = unit % 8 * 4 + column % 8 / 2;
    return (column / 32 * 2 + unit / 16) * TILE_BYTES + thread * 16 + unit / 8 % 2 * 8 + tile / 2 * 4 + tile % 2 * 2 +
           column % 2;
}

constexpr int offset_in_last(int head, int unit) {
    return (head * 4 + unit % 8 / 2) * 8 + unit / 8 * 2 + unit % 2;
}

CROWNHEAD_BOTH int head_of(const Board& board) {
    return (count(board.own | board.other) - 1) / 3;
}

CROWNHEAD_BOTH int points_of(int output) {
    const int points = output * POINTS_A_LOGIT / (HIGHEST << UNIT_SHIFT);
    return points > MOST_POINTS ? MOST_POINTS : points < -MOST_POINTS ? -MOST_POINTS : points;
}

CROWNHEAD_BOTH int clamped(int value) {
    return value < 0 ? 0 : value > HIGHEST ? HIGHEST : value;
}

// Weights in training order: features by input and sum, second by unit and column, last by head and unit.
inline void pack(const std::int8_t* features, const std::int32_t* bias, const std::int8_t* second,
                 const std::int32_t* unit_bias, const std::int8_t* last, const std::int32_t* head_bias,
                 Weights& weights) {
    constexpr int FIRST_INPUT[4] = {0, 28 - 4, 56, 88};
    weights = {};
    for (int cell = 0; cell < CELLS; ++cell) {
        const int word = cell / 32, square = cell % 32;
        if ((word == 0 && square >= 28) || (word == 1 && square < 4)) {
            continue;  // no man can stand there
        }
        const int mine = FIRST_INPUT[word] + square;
        const int others = FIRST_INPUT[word ^ 1] + 31 - square;
        for (int sum = 0; sum < HIDDEN; ++sum) {
            const int cell = word * 32 + bit_of_square(square);
            weights.first[offset_in_first(sum, cell)] = features[mine * HIDDEN + sum];
            weights.first[offset_in_first(HIDDEN + sum, cell)] = features[others * HIDDEN + sum];
        }
    }
    for (int column = 0; column < COLUMNS; ++column) {
        weights.bias[column] = bias[column % HIDDEN];
        for (int unit = 0; unit < UNITS; ++unit) {
            weights.second[offset_in_second(unit, column)] = second[unit * COLUMNS + column];
        }
    }
    for (int unit = 0; unit < UNITS; ++unit) {
        weights.unit_bias[unit] = unit_bias[unit];
        for (int head = 0; head < HEADS; ++head) {
            weights.last[offset_in_last(head, unit)] = last[head * UNITS + unit];
            weights.head_bias[head] = head_bias[head];
        }
    }
}

// The four words of inputs.
struct Cells {
    Word word[4];
};

CROWNHEAD_BOTH Cells cells_of(const Board& board) {
    return {{board.own & ~board.kings, board.other & ~board.kings, board.own & board.kings, board.other & board.kings}};
}

// The output, computed with plain sums.
inline int plain_output(const Weights& weights, const Board& board) {
    int sums[COLUMNS];
    for (int column = 0; column < COLUMNS; ++column) {
        sums[column] = weights.bias[column];
    }
    const Cells cells = cells_of(board);
    for (int word = 0; word < 4; ++word) {
        for (Word rest = cells.word[word]; rest != 0; rest &= rest - 1) {
            const int cell = word * 32 + lowest(rest);
            for (int column = 0; column < COLUMNS; ++column) {
                sums[column] += ONE * weights.first[offset_in_first(column, cell)];
            }
        }
    }
    int units[UNITS];
    for (int unit = 0; unit < UNITS; ++unit) {
        units[unit] = weights.unit_bias[unit];
    }
    for (int column = 0; column < COLUMNS; ++column) {
        const int sum = clamped(sums[column]);
        for (int unit = 0; sum != 0 && unit < UNITS; ++unit) {
            units[unit] += sum * weights.second[offset_in_second(unit, column)];
        }
    }
    const int head = head_of(board);
    int output = weights.head_bias[head];
    for (int unit = 0; unit < UNITS; ++unit) {
        output += clamped(units[unit] >> UNIT_SHIFT) * weights.last[offset_in_last(head, unit)];
    }
    return output;
}

// Evaluates for a search that waits for a value, on a CPU.
struct PlainNetwork {
    const Weights* weights;

    int value(const Board& board) const { return points_of(plain_output(*weights, board)); }

    CROWNHEAD_BOTH void answer(Search& search) const {
#ifndef __CUDA_ARCH__
        if (search.mode == ASKING) {
            search.value = value(search.board);
            search.mode = RETURNING;
        }
#endif
    }
};

}  // namespace crownhead::gpu

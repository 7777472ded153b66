// The output of the first layer: a sum for each side's view, updated incrementally.
#pragma once

#include "board/position.hpp"
#include "network/arithmetic.hpp"

namespace crownhead::network {

struct alignas(64) Accumulators {
    std::int16_t views[2][HIDDEN];  // by Side
};

// The index of an input in a side's view. The board is rotated for White, so that own men always move down.
constexpr int input_of(Side view, Side side, bool king, int bit) {
    const int square = view == Side::Black ? square_of_bit(bit) : SQUARES - 1 - square_of_bit(bit);
    const bool own = view == side;
    if (king) {
        return (own ? 56 : 88) + square;
    }
    return own ? square : 28 + square - 4;
}

// Roughly the number of pieces that differ between two boards, whoever is to move.
inline int distance(const Position& one, const Position& two) {
    return std::popcount(one.pieces[0] ^ two.pieces[0]) + std::popcount(one.pieces[1] ^ two.pieces[1]) +
           std::popcount(one.kings ^ two.kings);
}

// Updates the accumulators of one board to those of another. `from` and `to` may be the same.
template <typename A>
void follow(const Weights& weights, const Position& before, const Accumulators& from, const Position& after,
            Accumulators& to);

template <typename A>
void accumulate(const Weights& weights, const Position& position, Accumulators& to);

// The value in hundredths of a man for the side to move, from the accumulators of this board.
template <typename A>
int value_of(const Weights& weights, const Position& position, const Accumulators& accumulators);

}  // namespace crownhead::network

// The board as bits: 32 playing squares in a padded word, so that each diagonal step is one shift.
//
// Square i of 0..31 is bit i + i/8. Each diagonal step is a shift by 4 or 5 in every row, and a step over the edge
// lands on a spare bit. Square numbers 1..32 exist only at the binding.
#pragma once

#include <bit>
#include <cstdint>

namespace crownhead {

using Bits = std::uint64_t;

enum class Side : std::uint8_t { Black, White };

constexpr Side other(Side side) {
    return side == Side::Black ? Side::White : Side::Black;
}

// Named as seen with White at the bottom, in ascending order of destination squares.
enum class Direction : std::uint8_t { UpLeft, UpRight, DownLeft, DownRight };

constexpr Direction opposite(Direction direction) {
    return static_cast<Direction>(3 - static_cast<int>(direction));
}

constexpr int SQUARES = 32;

// Squares 0..31 use bits 0..34. A spare bit after every second row catches steps over the edge.
constexpr int bit_of_square(int square) {
    return square + square / 8;
}

constexpr int square_of_bit(int bit) {
    return bit - bit / 9;
}

// The square's number in checkers notation.
constexpr int number_of_bit(int bit) {
    return square_of_bit(bit) + 1;
}

constexpr int BITS = bit_of_square(SQUARES - 1) + 1;

constexpr Bits bit(int index) {
    return Bits{1} << index;
}

constexpr Bits squares(int first, int last) {
    Bits result = 0;
    for (int square = first; square <= last; ++square) {
        result |= bit(bit_of_square(square));
    }
    return result;
}

constexpr Bits BOARD = squares(0, SQUARES - 1);

// The row where a side's men are crowned.
constexpr Bits far_row(Side side) {
    return side == Side::Black ? squares(28, 31) : squares(0, 3);
}

constexpr int lowest_bit(Bits bits) {
    return std::countr_zero(bits);
}

// A step may leave the board. Intersect the result with squares that are on it.
template <Direction D>
constexpr Bits step(Bits bits) {
    if constexpr (D == Direction::UpLeft) {
        return bits >> 5;
    } else if constexpr (D == Direction::UpRight) {
        return bits >> 4;
    } else if constexpr (D == Direction::DownLeft) {
        return bits << 4;
    } else {
        return bits << 5;
    }
}

constexpr Bits step(Bits bits, Direction direction) {
    switch (direction) {
        case Direction::UpLeft:
            return step<Direction::UpLeft>(bits);
        case Direction::UpRight:
            return step<Direction::UpRight>(bits);
        case Direction::DownLeft:
            return step<Direction::DownLeft>(bits);
        case Direction::DownRight:
            break;
    }
    return step<Direction::DownRight>(bits);
}

// Calls visit.operator()<D>() for each direction in which a piece may move, in ascending order of destination.
template <Side S, typename Visit>
constexpr void for_each_direction(bool king, Visit&& visit) {
    if (S == Side::White || king) {
        visit.template operator()<Direction::UpLeft>();
        visit.template operator()<Direction::UpRight>();
    }
    if (S == Side::Black || king) {
        visit.template operator()<Direction::DownLeft>();
        visit.template operator()<Direction::DownRight>();
    }
}

// A word without spare bits: square n of 1..32 is bit n - 1. Everything outside the core counts this way.
constexpr std::uint32_t to_mask(Bits bits) {
    std::uint32_t mask = 0;
    for (; bits != 0; bits &= bits - 1) {
        mask |= std::uint32_t{1} << square_of_bit(lowest_bit(bits));
    }
    return mask;
}

// The word rotated by half a turn: square 1 becomes 32, 2 becomes 31, and so on.
constexpr Bits turned(Bits bits) {
    bits = (bits & 0x5555555555555555u) << 1 | (bits >> 1 & 0x5555555555555555u);
    bits = (bits & 0x3333333333333333u) << 2 | (bits >> 2 & 0x3333333333333333u);
    bits = (bits & 0x0f0f0f0f0f0f0f0fu) << 4 | (bits >> 4 & 0x0f0f0f0f0f0f0f0fu);
    return __builtin_bswap64(bits) >> (63 - bit_of_square(SQUARES - 1));
}

}  // namespace crownhead

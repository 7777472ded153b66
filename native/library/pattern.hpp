// A pattern for positions: what may stand on each square, who is to move, and how much material there is.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <utility>

#include "board/position.hpp"
#include "library/line.hpp"

namespace crownhead {

enum class Content : std::uint8_t { BlackMan, BlackKing, WhiteMan, WhiteKing, Empty };
constexpr int CONTENTS = 5;
constexpr int KINDS = 4;  // of pieces

struct Range {
    std::uint8_t least = 0;
    std::uint8_t most = 12;

    friend constexpr bool operator==(const Range&, const Range&) = default;
};

struct Pattern {
    std::array<Bits, CONTENTS> forbidden{};  // by Content: the squares where it must not stand
    std::array<Range, KINDS> counts{};       // by Content: the allowed numbers
    bool black_may_move = true;
    bool white_may_move = true;

    constexpr bool counts_pieces() const { return counts != std::array<Range, KINDS>{}; }

    constexpr bool fits(const Position& position) const;

    // The same pattern with colours reversed and the board rotated.
    constexpr Pattern mirrored() const {
        Pattern result;
        for (std::size_t kind = 0; kind < KINDS; ++kind) {
            result.forbidden[kind ^ 2] = turned(forbidden[kind]);
            result.counts[kind ^ 2] = counts[kind];
        }
        result.forbidden[static_cast<int>(Content::Empty)] = turned(forbidden[static_cast<int>(Content::Empty)]);
        result.black_may_move = white_may_move;
        result.white_may_move = black_may_move;
        return result;
    }
};

// A pattern prepared for comparison with millions of positions, from the point of view of the side to move.
class Comparison {
public:
    explicit constexpr Comparison(const Pattern& pattern)
        : forbidden_{pattern.forbidden, exchanged(pattern.forbidden)},
          counts_{pattern.counts, exchanged(pattern.counts)},
          may_move_{pattern.black_may_move, pattern.white_may_move},
          counts_pieces_(pattern.counts_pieces()) {}

    constexpr bool fits(const Standing& here) const {
        const auto turn = static_cast<std::size_t>(here.turn);
        const std::array<Bits, KINDS> pieces = {here.mover & ~here.kings, here.mover & here.kings,
                                                here.waiter & ~here.kings, here.waiter & here.kings};
        const auto& forbidden = forbidden_[turn];
        const Bits empty = BOARD & ~(here.mover | here.waiter);
        const Bits wrong = (pieces[0] & forbidden[0]) | (pieces[1] & forbidden[1]) | (pieces[2] & forbidden[2]) |
                           (pieces[3] & forbidden[3]) | (empty & forbidden[4]);
        if (wrong != 0 || !may_move_[turn]) {
            return false;
        }
        return !counts_pieces_ || has_counts(pieces, counts_[turn]);
    }

private:
    static constexpr bool has_counts(const std::array<Bits, KINDS>& pieces, const std::array<Range, KINDS>& counts) {
        bool right = true;
        for (std::size_t kind = 0; kind < KINDS; ++kind) {
            const int count = std::popcount(pieces[kind]);
            right &= count >= counts[kind].least && count <= counts[kind].most;
        }
        return right;
    }

    // Swaps Black's and White's kinds.
    template <typename Values>
    static constexpr Values exchanged(Values values) {
        std::swap(values[0], values[2]);
        std::swap(values[1], values[3]);
        return values;
    }

    std::array<std::array<Bits, CONTENTS>, 2> forbidden_;  // by Side to move
    std::array<std::array<Range, KINDS>, 2> counts_;
    std::array<bool, 2> may_move_;
    bool counts_pieces_;
};

constexpr bool Pattern::fits(const Position& position) const {
    return Comparison(*this).fits(Standing::of(position));
}

}  // namespace crownhead

// Positions and moves as values. Playing a move makes a new position; nothing is undone.
//
// Captures with the same ends but different routes are different moves. Captures come before quiet moves, each sorted
// by path. The core does not allocate or throw while it plays; the binding refuses bad input.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "board/geometry.hpp"

namespace crownhead {

// A jump goes two rows, so a piece stays on one of four sets of eight squares joined by nine jumps. Each jump can be
// made once in a move.
constexpr int MAX_LEGS = 9;

// No default values: every node creates a move list, which must cost nothing.
struct Move {
    Bits captured;
    std::uint32_t route;  // the Direction of each jump, two bits a leg, the first leg lowest
    std::uint8_t from;    // bit indexes, not square numbers
    std::uint8_t to;
    std::uint8_t legs;  // jumps made; 0 is a quiet move
    bool king;          // the piece is a king when the move ends

    constexpr bool is_capture() const { return legs != 0; }

    constexpr Direction leg(int index) const { return static_cast<Direction>(route >> (2 * index) & 3); }

    friend constexpr bool operator==(const Move&, const Move&) = default;
};

// Writes the bit indexes of the squares that a move touches, in order. Returns their number.
constexpr int path_of(const Move& move, int (&path)[MAX_LEGS + 1]) {
    path[0] = move.from;
    if (!move.is_capture()) {
        path[1] = move.to;
        return 2;
    }
    Bits at = bit(move.from);
    for (int leg = 0; leg < move.legs; ++leg) {
        at = step(step(at, move.leg(leg)), move.leg(leg));
        path[leg + 1] = lowest_bit(at);
    }
    return move.legs + 1;
}

struct Position {
    std::array<Bits, 2> pieces{};  // by Side
    Bits kings = 0;                // of both sides
    Side turn = Side::Black;

    static constexpr Position start(Side first_to_move) {
        return {{squares(0, 11), squares(20, 31)}, 0, first_to_move};
    }

    constexpr Bits of(Side side) const { return pieces[static_cast<int>(side)]; }
    constexpr Bits empty() const { return BOARD & ~(pieces[0] | pieces[1]); }
    constexpr int piece_count() const { return std::popcount(pieces[0] | pieces[1]); }

    // The position after a legal move.
    constexpr Position play(const Move& move) const {
        const int us = static_cast<int>(turn);
        const Bits origin = bit(move.from);
        Position after;
        after.pieces[us] = (pieces[us] ^ origin) | bit(move.to);
        after.pieces[1 - us] = pieces[1 - us] & ~move.captured;
        after.kings = (kings & ~(origin | move.captured)) | Bits{move.king} << move.to;
        after.turn = other(turn);
        return after;
    }

    // The same position seen from the other side: board turned, colours and turn exchanged.
    constexpr Position mirrored() const { return {{turned(pieces[1]), turned(pieces[0])}, turned(kings), other(turn)}; }

    // Odd constants with many bits set. The high half of each product mixes every bit.
    constexpr std::uint64_t hash() const {
        std::uint64_t hash = (pieces[0] ^ (turn == Side::White ? Bits{1} << 63 : 0)) * 0x9e3779b97f4a7c15u;
        hash = (hash ^ hash >> 32 ^ pieces[1]) * 0xbf58476d1ce4e5b9u;
        hash = (hash ^ hash >> 32 ^ kings) * 0x94d049bb133111ebu;
        return hash ^ hash >> 29;
    }

    friend constexpr bool operator==(const Position&, const Position&) = default;
};

}  // namespace crownhead

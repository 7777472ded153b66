// The moves of a game as bytes. Replaying them needs no search for legal moves. docs/collections.md describes the
// format.
//
// A move is its squares, 0 to 31, one byte each. All but the last have the flag GOES_ON. The last has KING if the
// piece is a king when the move ends. A line therefore needs no rules: replaying applies moves that were legal when
// they were packed.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "board/position.hpp"

namespace crownhead {

constexpr std::uint8_t GOES_ON = 0x80;
constexpr std::uint8_t KING = 0x40;
constexpr std::uint8_t SQUARE = 0x1f;

using Line = std::span<const std::uint8_t>;

inline void append_move(std::string& line, const Move& move) {
    int path[MAX_LEGS + 1];
    const int length = path_of(move, path);
    for (int index = 0; index < length; ++index) {
        const int flag = index + 1 < length ? GOES_ON : move.king ? KING : 0;
        line.push_back(static_cast<char>(square_of_bit(path[index]) | flag));
    }
}

// The number of bytes of the first move of a line, or 0 if the line ends within the move.
constexpr std::size_t move_length(Line line) {
    std::size_t length = 0;
    while (length < line.size() && (line[length] & GOES_ON) != 0) {
        ++length;
    }
    return length == 0 || length == line.size() || length > MAX_LEGS ? 0 : length + 1;
}

// A position seen by the side to move. The sides swap with every move, so playing a move has no branches.
struct Standing {
    Bits mover;
    Bits waiter;
    Bits kings;
    Side turn;

    static constexpr Standing of(const Position& position) {
        return {position.of(position.turn), position.of(other(position.turn)), position.kings, position.turn};
    }

    constexpr Position position() const {
        return turn == Side::Black ? Position{{mover, waiter}, kings, turn} : Position{{waiter, mover}, kings, turn};
    }

    // Plays a move. A damaged one can lead to any position, but never off the board.
    constexpr void play(Line move) {
        int here = bit_of_square(move[0] & SQUARE);
        const Bits origin = bit(here);
        Bits captured = 0;
        for (std::size_t index = 1; index < move.size(); ++index) {
            const int there = bit_of_square(move[index] & SQUARE);
            const int distance = there > here ? there - here : here - there;
            captured |= Bits{distance > 5} << ((here + there) / 2);  // a jump is twice a step of 4 or 5 bits
            here = there;
        }
        captured &= waiter;
        const Bits target = bit(here);
        const Bits arrived = (mover & ~origin) | target;
        mover = waiter & ~(captured | target);
        waiter = arrived;
        kings = (kings & ~(origin | captured | target)) | Bits{(move.back() & KING) != 0} << here;
        turn = other(turn);
    }
};

// Calls visit(ply, standing, next move) for every position of a game from the start, at ply 0, until a call returns
// true. After the last position the next move is empty.
template <typename Visit>
void walk_line(const Position& start, Line line, Visit&& visit) {
    Standing standing = Standing::of(start);
    for (std::uint32_t ply = 0;; ++ply) {
        // Nearly every move is two bytes.
        const bool short_one = line.size() >= 2 && (line[0] & GOES_ON) != 0 && (line[1] & GOES_ON) == 0;
        const Line move = short_one ? line.first(2) : line.first(move_length(line));
        if (visit(ply, std::as_const(standing), move) || move.empty()) {
            return;
        }
        if (short_one) {
            standing.play(line.first<2>());
        } else {
            standing.play(move);
        }
        line = line.subspan(move.size());
    }
}

}  // namespace crownhead

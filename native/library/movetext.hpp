// A fast reader for moves in plain notation. Python handles everything else, and all errors.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "board/movegen.hpp"

namespace crownhead {

// Reads a square of one or two digits at a position of the text and moves the position behind it. Returns 0 to 31, or
// nothing if there is no square or another digit follows; the position then stays.
std::optional<int> read_square(std::string_view text, std::size_t& at);

// The squares of a written move, counted from 1.
struct Squares {
    int count = 0;
    std::array<int, MAX_LEGS + 1> numbers;
};

// Reads the squares of a move such as 11-15 or 22x15x8 and moves the position behind it. Returns no squares, and
// keeps the position, if there is no such move.
Squares read_squares(std::string_view text, std::size_t& at);

// The end of a run of plain moves and move numbers.
std::size_t end_of_moves(std::string_view text, std::size_t at);

// Skips blanks and move numbers such as 12. or 12... and returns the new position.
std::size_t skip_numbers(std::string_view text, std::size_t at);

// Whether the squares are the move's first, its last, and any of those between, in order.
template <typename Number>
bool fits(const Move& move, std::span<const Number> squares) {
    if (squares.front() != number_of_bit(move.from) || squares.back() != number_of_bit(move.to)) {
        return false;
    }
    int path[MAX_LEGS + 1];
    const int length = path_of(move, path);
    int index = 1;
    for (std::size_t wanted = 1; wanted + 1 < squares.size(); ++wanted, ++index) {
        while (index < length - 1 && number_of_bit(path[index]) != squares[wanted]) {
            ++index;
        }
        if (index >= length - 1) {
            return false;
        }
    }
    return true;
}

// The only legal move along these squares. None if there is no such move, or more than one, as with find_move in
// Python.
const Move* only_move(const MoveList& moves, const Squares& squares);

// Plays the moves at the beginning of a text and calls visit(position before, its legal moves, move) for each.
// Returns the length that was read. Reading stops at anything that is not a plain move, is illegal or is ambiguous.
template <typename Visit>
std::size_t play_text(Position here, const Rules& rules, std::string_view text, Visit&& visit) {
    std::size_t at = skip_numbers(text, 0);
    while (true) {
        std::size_t end = at;
        const Squares squares = read_squares(text, end);
        if (squares.count < 2) {
            return at;
        }
        MoveList moves;
        with_rules(rules, [&](const auto& fixed) { legal_moves(here, fixed, moves); });
        const Move* move = only_move(moves, squares);
        if (move == nullptr) {
            return at;
        }
        visit(std::as_const(here), std::as_const(moves), *move);
        here = here.play(*move);
        at = skip_numbers(text, end);
    }
}

}  // namespace crownhead

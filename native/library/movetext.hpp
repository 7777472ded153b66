// Moves as people write them, where they are plain; the rest, and what is wrong with a text, is Python's.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "board/movegen.hpp"

namespace crownhead {

// Reads a square of one or two digits at a place, and leaves the place behind it: 0 to 31. Nothing, and the place as it
// was, where something else stands there or another digit follows.
std::optional<int> read_square(std::string_view text, std::size_t& at);

// The squares of a move as somebody wrote them, counted from 1.
struct Squares {
    int count = 0;
    std::array<int, MAX_LEGS + 1> numbers;
};

// Reads the squares of a move such as 11-15 or 22x15x8 at a place, and leaves the place behind it.
// No squares, and the place as it was, where something else stands there.
Squares read_squares(std::string_view text, std::size_t& at);

// Where a run of plain moves and their numbers that begins at a place ends: what follows is something else.
std::size_t end_of_moves(std::string_view text, std::size_t at);

// Skips blanks and move numbers such as 12. or 12... from a place on; returns the next.
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

// The one legal move along these squares, or none where there is none or several: as find_move in Python.
const Move* only_move(const MoveList& moves, const Squares& squares);

// Plays the moves that a text begins with, and calls visit(the position before, its legal moves, the move) for each.
// Returns how far the text was read: to its end, or to what is no plain move, is illegal or could be several.
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

// Text that is plain enough for the core to read, and positions as text; the rest, and what is wrong with a text, is
// Python's.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "bindings/bindings.hpp"
#include "board/movegen.hpp"

namespace crownhead::bindings {

// The UTF-8 of a Python text; nothing where it is none, or has none.
std::optional<std::string_view> utf8_of(nb::handle text);

// A position such as B:W18,24,K10:B1-4,16; nothing where the text is anything else.
std::optional<Position> read_fen(std::string_view text);

// A position as text: the side to move, White's pieces, then Black's, each in ascending order.
nb::str write_fen(const Position& position);

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

}  // namespace crownhead::bindings

// Texts of Python's, and positions as text where they are plain enough for the core to read; the rest, and what is
// wrong with a text, is Python's.
#pragma once

#include <optional>
#include <string_view>

#include "bindings/bindings.hpp"
#include "board/position.hpp"

namespace crownhead::bindings {

// The UTF-8 of a Python text; nothing where it is none, or has none.
std::optional<std::string_view> utf8_of(nb::handle text);

// A position such as B:W18,24,K10:B1-4,16; nothing where the text is anything else.
std::optional<Position> read_fen(std::string_view text);

// A position as text: the side to move, White's pieces, then Black's, each in ascending order.
nb::str write_fen(const Position& position);

}  // namespace crownhead::bindings

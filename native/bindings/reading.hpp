// Fast readers for Python text and plain FENs. Python handles everything else, and all errors.
#pragma once

#include <optional>
#include <string_view>

#include "bindings/bindings.hpp"
#include "board/position.hpp"

namespace crownhead::bindings {

// The UTF-8 form of a Python string. Nothing if it is not a string or has no such form.
std::optional<std::string_view> utf8_of(nb::handle text);

// A position such as B:W18,24,K10:B1-4,16. Nothing if the text is anything else.
std::optional<Position> read_fen(std::string_view text);

// A position as FEN: the side to move, White's pieces, then Black's, each in ascending order.
nb::str write_fen(const Position& position);

}  // namespace crownhead::bindings

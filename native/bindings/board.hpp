// Positions as Python sees them.
#pragma once

#include <optional>

#include "bindings/bindings.hpp"
#include "board/movegen.hpp"
#include "board/rules.hpp"

namespace crownhead::bindings {

// A position with its rules: natively for speed, and as the Python value they came from.
struct Board {
    Position position;
    Rules rules;
    nb::object options;
};

// Masks in Python have square n at bit n - 1.
Bits from_mask(std::uint32_t mask);

// Why these pieces cannot stand on a board, if they cannot.
std::optional<Fault> fault_in(const Position& position);

void generate(const Board& board, MoveList& moves);

// One of the moves of a list as a Python move, written in full where another shares its ends.
nb::object wrap(const MoveList& moves, const Move& move);

}  // namespace crownhead::bindings

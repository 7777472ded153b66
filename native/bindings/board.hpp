// Positions in Python.
#pragma once

#include <optional>

#include "bindings/bindings.hpp"
#include "board/movegen.hpp"
#include "board/rules.hpp"

namespace crownhead::bindings {

// A position with its rules: in native form for speed, and as the Python object they came from.
struct Board {
    Position position;
    Rules rules;
    nb::object options;
};

// In Python, masks have square n at bit n - 1.
Bits from_mask(std::uint32_t mask);

// The reason why these pieces cannot stand on a board, if there is one.
std::optional<Fault> fault_in(const Position& position);

void generate(const Board& board, MoveList& moves);

// A move of a list as a Python move, written in full if another move shares both ends.
nb::object wrap(const MoveList& moves, const Move& move);

}  // namespace crownhead::bindings

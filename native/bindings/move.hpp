// Moves in Python.
#pragma once

#include "bindings/bindings.hpp"
#include "board/position.hpp"

namespace crownhead::bindings {

// A move in Python. Moves are equal when their paths are; the notation is not part of the value.
struct PlayedMove {
    Move move;
    bool in_full;  // another legal capture shares both ends, so every square is written
};

// A list of moves whose `in`, `count` and `index` also accept text. Slices are such lists too.
nb::list empty_move_list();

// Makes such a list of these moves.
nb::list move_list(nb::handle moves);

bool same_path(const Move& one, const Move& two);

}  // namespace crownhead::bindings

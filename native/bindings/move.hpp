// Moves as Python sees them.
#pragma once

#include "bindings/bindings.hpp"
#include "board/position.hpp"

namespace crownhead::bindings {

// A move as Python sees it. Two moves are equal when their paths are; how a move is written is not
// part of its value.
struct PlayedMove {
    Move move;
    bool in_full;  // another legal capture shares both ends: every square is written
};

// A list of moves that also finds moves given as text, by `in`, `count` and `index`; so do its slices.
nb::list empty_move_list();

// Such a list of these moves.
nb::list move_list(nb::handle moves);

bool same_path(const Move& one, const Move& two);

}  // namespace crownhead::bindings

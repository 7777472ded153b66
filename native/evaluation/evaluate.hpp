// The engine's classic evaluation. Any function with this signature can replace it.
#pragma once

#include "board/position.hpp"

namespace crownhead {

// Hundredths of a man, for the side to move. For quiet positions only: the search resolves captures.
int evaluate(const Position& position);

}  // namespace crownhead

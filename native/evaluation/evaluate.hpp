// The engine's own evaluation. Anything with this function can take its place.
#pragma once

#include "board/position.hpp"

namespace crownhead {

// Hundredths of a man, for the side to move. Quiet positions only: captures are the search's business.
int evaluate(const Position& position);

}  // namespace crownhead

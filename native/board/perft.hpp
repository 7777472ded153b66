// Perft: the number of ways to play the next plies. Different routes count separately.
#pragma once

#include <cstdint>

#include "board/position.hpp"
#include "board/rules.hpp"

namespace crownhead {

std::uint64_t perft(const Position& position, const Rules& rules, int depth);

}  // namespace crownhead

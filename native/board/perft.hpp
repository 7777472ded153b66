// Perft: how many ways the next plies can be played, routes counted separately.
#pragma once

#include <cstdint>

#include "board/position.hpp"
#include "board/rules.hpp"

namespace crownhead {

std::uint64_t perft(const Position& position, const Rules& rules, int depth);

}  // namespace crownhead

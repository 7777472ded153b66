// The named evaluations of the textbook opponents, exactly as docs/engine.md defines them.
#pragma once

#include <cstdint>

#include "board/position.hpp"
#include "board/rules.hpp"

namespace crownhead {

enum class Teaching : std::uint8_t { Captures, Advance, Pieces, Weighted, Halves };

constexpr int TEACHING_EVALUATIONS = 5;

// Values are whole numbers of 1/TEACHING_UNIT, so that sums like 0.5 + 0.15 are exact.
constexpr int TEACHING_UNIT = 20;

// The value of a position for a side, whoever is to move.
int evaluate(Teaching evaluation, const Position& position, const Rules& rules, Side side);

}  // namespace crownhead

// Checks stored results against their successors, with the move generator alone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "endgame/tables.hpp"

namespace crownhead::endgame {

struct Finding {
    std::uint64_t checked = 0;         // positions
    std::optional<Position> position;  // the first wrong one
    Answer stored{};
    Answer expected{};
    bool counts_differ = false;  // the header has other counts; checked only with all positions
};

// Compares positions of a slice with their successors, captures included: a random sample from a seed, or all of them
// if the sample is 0 or at least their number.
Finding verify(const Tables& tables, const File& file, std::uint64_t sample, std::uint64_t seed,
               const Progress& progress);

}  // namespace crownhead::endgame

// Whether what is stored agrees with what follows from it, by the generator of moves alone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "endgame/tables.hpp"

namespace crownhead::endgame {

struct Finding {
    std::uint64_t checked = 0;         // positions
    std::optional<Position> position;  // the first that is not as it should be
    Answer stored{};
    Answer expected{};
    bool counts_differ = false;  // the header counts other results; looked at only where all positions are
};

// Compares positions of a slice with their successors, captures included: so many at random from a seed, or all of them
// where the sample is 0 or as many as there are.
Finding verify(const Tables& tables, const File& file, std::uint64_t sample, std::uint64_t seed,
               const Progress& progress);

}  // namespace crownhead::endgame

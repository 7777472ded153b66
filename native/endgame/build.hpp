// Making the tables of a slice and its twin, and checking them.
#pragma once

#include <filesystem>
#include <optional>

#include "endgame/code.hpp"
#include "endgame/slice.hpp"

namespace crownhead::endgame {

// Bytes of memory that building a slice and its twin takes at most, the program itself not counted.
std::uint64_t memory_for(const Material& material, bool distance);

// Solves a slice and its twin from the tables in the folder, and writes theirs. Throws std::runtime_error with a
// sentence, and whatever progress throws; no half of a file is left then.
void build(const std::filesystem::path& folder, const Material& material, bool distance, const Progress& progress);

}  // namespace crownhead::endgame

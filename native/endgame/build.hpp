// Builds and checks the tables of a slice and its twin.
#pragma once

#include <filesystem>
#include <optional>

#include "endgame/code.hpp"
#include "endgame/slice.hpp"

namespace crownhead::endgame {

// The most memory, in bytes, that building a slice and its twin takes, without the program itself.
std::uint64_t memory_for(const Material& material, bool distance);

// Solves a slice and its twin from the tables in the folder, and writes their files. Throws a Fault, or whatever
// `progress` throws; no partial file remains.
void build(const std::filesystem::path& folder, const Material& material, bool distance, const Progress& progress);

}  // namespace crownhead::endgame

// A learned evaluation as the search and the binding hold it.
#pragma once

#include <cstdint>
#include <string_view>

#include "network/accumulators.hpp"

namespace crownhead::network {

// Never changes: any number of threads may use it.
class Network {
public:
    // What is wrong with a file's bytes is thrown as a sentence.
    explicit Network(std::string_view bytes) : weights_(read_weights(bytes)) {}

    const Weights& weights() const { return *weights_; }

    // From scratch, in hundredths of a man for the side to move.
    int value(const Position& position) const;

    // Plays random games and compares accumulators that are brought up to date with new ones, and the versions of the
    // arithmetic with each other, at every ply. The number of positions compared; a difference is thrown as a sentence.
    std::uint64_t check(int games, std::uint64_t seed) const;

private:
    std::unique_ptr<const Weights> weights_;
};

}  // namespace crownhead::network

// A learned evaluation, shared by the search and the binding.
#pragma once

#include <cstdint>
#include <string_view>

#include "network/accumulators.hpp"

namespace crownhead::network {

// Immutable: any number of threads may use it.
class Network {
public:
    // Throws a Fault if the bytes are not a valid network.
    explicit Network(std::string_view bytes) : weights_(read_weights(bytes)) {}

    const Weights& weights() const { return *weights_; }

    // Evaluates from scratch, in hundredths of a man for the side to move.
    int value(const Position& position) const;

    // Plays random games and compares, at every ply, updated accumulators with new ones, and the versions of the
    // arithmetic with each other. Returns the number of positions; throws if they differ.
    std::uint64_t check(int games, std::uint64_t seed) const;

private:
    std::unique_ptr<const Weights> weights_;
};

}  // namespace crownhead::network

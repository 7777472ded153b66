// Evaluation for the search. Nothing else in the search evaluates.
//
// With a network, `network::Line` keeps the accumulators of each ply with their board, and updates the nearest ones
// when a value is needed, so making a move costs nothing. The arithmetic has an AVX2 version and a portable one, with
// equal results.
#pragma once

#include <optional>

#include "evaluation/evaluate.hpp"
#include "evaluation/score.hpp"
#include "network/line.hpp"
#include "network/network.hpp"

namespace crownhead {

// The learned evaluation if there is a network, else the hand-made one, which keeps no state. One per thread.
class Evaluator {
public:
    explicit Evaluator(const network::Network* network) {
        if (network != nullptr) {
            line_.emplace(network->weights());
        }
    }

    Score value(const Position& position, int ply) { return line_ ? line_->value(position, ply) : evaluate(position); }

private:
    std::optional<network::Line> line_;
};

}  // namespace crownhead

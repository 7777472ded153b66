// The one place where the search asks what a position is worth.
//
// There is a network, or none. `network::Line` keeps the accumulators of each ply with the board they stand for, and
// brings the nearest up to date when a value is asked for, so making a move costs nothing. The arithmetic has an
// instance for AVX2 and a portable one, with equal results.
#pragma once

#include <optional>

#include "evaluation/evaluate.hpp"
#include "evaluation/score.hpp"
#include "network/line.hpp"
#include "network/network.hpp"

namespace crownhead {

// The learned evaluation if there is a network, else the hand-made one, which keeps nothing from one position to the
// next. One thread's own.
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

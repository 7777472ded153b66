// The one place where the search asks what a position is worth.
#pragma once

#include <optional>

#include "evaluation/evaluate.hpp"
#include "network/line.hpp"
#include "network/network.hpp"
#include "search/score.hpp"

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

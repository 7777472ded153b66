// The learned evaluation along the line that a thread searches.
#pragma once

#include <vector>

#include "evaluation/score.hpp"
#include "network/accumulators.hpp"

namespace crownhead::network {

// Each ply keeps the accumulators of the board that was last evaluated there, and that board. A search never
// evaluates most of its positions; the others start from the nearest board at their own ply or the two above.
class Line {
public:
    explicit Line(const Weights& weights);

    int value(const Position& position, int ply);

private:
    static constexpr int LOOKS_BACK = 2;

    const Weights& weights_;
    std::vector<Position> boards_;
    std::vector<Accumulators> accumulators_;
};

}  // namespace crownhead::network

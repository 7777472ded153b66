// The learned evaluation along the line that a thread is looking at.
#pragma once

#include <vector>

#include "evaluation/score.hpp"
#include "network/accumulators.hpp"

namespace crownhead::network {

// Each ply has the accumulators of the last board that was evaluated there, and knows which board that was. Most
// positions of a search are never evaluated; one that is starts from the nearest board at its own ply or the two above.
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

// How much of its share of a clock a search takes: less where the move is clear, more where it is in doubt.
#pragma once

#include <algorithm>

#include "evaluation/score.hpp"
#include "search/constants.hpp"
#include "search/table.hpp"

namespace crownhead {

// Told of each finished depth; its answer is for the next.
class Patience {
public:
    // The effort is the part of all nodes that went into the best move, from 0 to 1.
    void learn(MoveCode best, Score score, double effort) {
        steady_depths_ = best == best_ ? steady_depths_ + 1 : 0;
        best_ = best;
        effort_ = effort;
        if (is_known(score)) {
            drop_ = 0;  // nothing is in doubt
            return;
        }
        drop_ = told_ ? std::max(expected_ - score, 0) : 0;
        expected_ = told_ ? (expected_ + score) / 2 : score;
        told_ = true;
    }

    // 1 is the usual share.
    double share() const {
        const int steady = UNSTEADY_SHARE - STEADY_SHARE * std::min<int>(steady_depths_, MOST_STEADY_DEPTHS);
        const int dropped = 100 + DROP_SHARE * std::min<int>(drop_, MOST_DROP) / MOST_DROP;
        const double clear = 100 + EFFORT_SHARE * (USUAL_EFFORT - effort_);
        return steady * dropped * clear / 1e6;
    }

private:
    static constexpr double USUAL_EFFORT = 0.6;

    MoveCode best_ = 0;
    int steady_depths_ = 0;
    bool told_ = false;
    Score expected_ = 0;  // by the depths before
    Score drop_ = 0;
    double effort_ = USUAL_EFFORT;
};

}  // namespace crownhead

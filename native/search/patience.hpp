// Time management: how much of its share of the clock a search uses. A clear move takes less, a doubtful one more.
#pragma once

#include <algorithm>

#include "evaluation/score.hpp"
#include "search/constants.hpp"
#include "search/table.hpp"

namespace crownhead {

// Called after each finished depth. The result applies to the next.
class Patience {
public:
    // `effort` is the share of all nodes spent on the best move, from 0 to 1.
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

    // 1 is the normal share.
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
    Score expected_ = 0;  // from earlier depths
    Score drop_ = 0;
    double effort_ = USUAL_EFFORT;
};

}  // namespace crownhead

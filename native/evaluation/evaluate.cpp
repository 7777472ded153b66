#include "evaluation/evaluate.hpp"

#include "evaluation/features.hpp"
#include "evaluation/weights.hpp"

namespace crownhead {

int evaluate(const Position& position) {
    int opening = 0;
    int endgame = 0;
    const auto add = [&](int index, int count) {
        opening += count * WEIGHTS[index].opening;
        endgame += count * WEIGHTS[index].endgame;
    };
    const auto subtract = [&](int index, int count) { add(index, -count); };
    for_each_feature(position, add, subtract);
    const int pieces = std::popcount(position.pieces[0] | position.pieces[1]);
    // Weights are in 1/WEIGHT_UNIT of a hundredth of a man.
    return (opening * pieces + endgame * (24 - pieces)) / (24 * WEIGHT_UNIT);
}

}  // namespace crownhead

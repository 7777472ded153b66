#include "evaluation/evaluate.hpp"

#include "evaluation/parts.hpp"

namespace crownhead {

int evaluate(const Position& position) {
    Weight sum{0, 0};
    const auto add = [&](int index, int count, Bits) {
        sum.opening += count * WEIGHTS[index].opening;
        sum.endgame += count * WEIGHTS[index].endgame;
    };
    const auto subtract = [&](int index, int count, Bits squares) { add(index, -count, squares); };
    for_each_feature(position, add, subtract);
    return worth(sum, position.piece_count()) / WORTH_UNIT;
}

}  // namespace crownhead

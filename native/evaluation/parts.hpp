// The contribution of each feature to a position's value: the sum of the evaluation, term by term.
#pragma once

#include "board/position.hpp"
#include "evaluation/features.hpp"
#include "evaluation/weights.hpp"

namespace crownhead {

// A full board counts as opening, an empty one as endgame.
constexpr int ALL_PIECES = 24;
// The unit of worth(): this many make a hundredth of a man.
constexpr int WORTH_UNIT = ALL_PIECES * WEIGHT_UNIT;

// A weight, or a sum of weights, for this number of pieces on the board.
constexpr int worth(Weight weight, int pieces) {
    return weight.opening * pieces + weight.endgame * (ALL_PIECES - pieces);
}

struct Part {
    int feature;
    Side side;  // the owner, for whom the worth counts
    int count;  // above 0
    Bits squares;
    int worth;  // of all of them
};

// Calls visit(part) for each feature that occurs. The value is the worth of the side to move less that of the other.
template <typename Visit>
constexpr void for_each_part(const Position& position, Visit&& visit) {
    const int pieces = position.piece_count();
    const auto visit_seen_by = [&](Side viewer) {
        return [&visit, viewer, pieces](int feature, int count, Bits squares) {
            if (count != 0) {
                const Side side = count > 0 ? viewer : other(viewer);
                const int number = count > 0 ? count : -count;
                const Bits seen = viewer == Side::Black ? squares : turned(squares);
                visit(Part{feature, side, number, seen, number * worth(WEIGHTS[feature], pieces)});
            }
        };
    };
    for_each_feature(position, visit_seen_by(position.turn), visit_seen_by(other(position.turn)));
}

}  // namespace crownhead

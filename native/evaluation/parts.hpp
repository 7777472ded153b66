// What each count adds to a position's value: the sum that the evaluation makes, part by part.
#pragma once

#include "board/position.hpp"
#include "evaluation/features.hpp"
#include "evaluation/weights.hpp"

namespace crownhead {

// A full board is all opening, an empty one all endgame.
constexpr int ALL_PIECES = 24;
// What worth() counts in: so many make a hundredth of a man.
constexpr int WORTH_UNIT = ALL_PIECES * WEIGHT_UNIT;

// A weight, or a sum of weights, with so many pieces on the board.
constexpr int worth(Weight weight, int pieces) {
    return weight.opening * pieces + weight.endgame * (ALL_PIECES - pieces);
}

struct Part {
    int feature;
    Side side;  // whose it is: for this side the worth counts
    int count;  // above 0
    Bits squares;
    int worth;  // of all of them
};

// Calls visit(part) for everything that is counted. Worth of the side to move less worth of the other is the value.
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

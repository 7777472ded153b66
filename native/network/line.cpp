#include "network/line.hpp"

#include <algorithm>

namespace crownhead::network {

// Every ply starts with the empty board, which is as good a starting point as any.
Line::Line(const Weights& weights) : weights_(weights), boards_(MAX_PLY + 1), accumulators_(MAX_PLY + 1) {
    accumulate<Fastest>(weights, Position{}, accumulators_[0]);
    std::fill(accumulators_.begin() + 1, accumulators_.end(), accumulators_[0]);
}

int Line::value(const Position& position, int ply) {
    int nearest = ply;
    int least = distance(boards_[ply], position);
    for (int above = ply - 1; above >= std::max(ply - LOOKS_BACK, 0); --above) {
        if (const int far = distance(boards_[above], position); far < least) {
            least = far;
            nearest = above;
        }
    }
    if (least > 0 || nearest != ply) {
        follow<Fastest>(weights_, boards_[nearest], accumulators_[nearest], position, accumulators_[ply]);
        boards_[ply] = position;
    }
    return value_of<Fastest>(weights_, position, accumulators_[ply]);
}

}  // namespace crownhead::network

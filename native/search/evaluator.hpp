// The one place where the search asks what a position is worth.
#pragma once

#include "board/position.hpp"
#include "evaluation/evaluate.hpp"
#include "search/score.hpp"

namespace crownhead {

// The hand-made evaluation keeps nothing from one position to the next. One that does has its state in every frame
// of the stack: `begin` makes it for the root, `follow` for the position after a move.
struct Evaluator {
    struct State {};

    static void begin(State&, const Position&) {}
    static void follow(const State&, State&, const Position&, const Move&, const Position&) {}
    static Score value(const State&, const Position& position) { return evaluate(position); }
};

}  // namespace crownhead

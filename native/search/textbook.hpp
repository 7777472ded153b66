// Minimax and alpha-beta as the textbooks have them, written to be read. They count what they do.
#pragma once

#include <cstdint>
#include <functional>

#include "board/position.hpp"
#include "board/rules.hpp"
#include "evaluation/score.hpp"
#include "evaluation/teaching.hpp"

namespace crownhead {

enum class Method : std::uint8_t {
    Minimax,    // looks at everything
    AlphaBeta,  // leaves out what cannot matter, in the order of the generator
    Ordered,    // the same, promising moves first
    Table,      // the same, and remembers the positions it has seen
};

struct Counts {
    std::uint64_t nodes = 0;    // positions visited, the root and the leaves included
    std::uint64_t leaves = 0;   // positions valued without looking further
    std::uint64_t cutoffs = 0;  // positions whose remaining moves were left out
};

// The value of the position to the side to move, in the units of the evaluation.
// A lost game is worth -WON plus the plies to it, so that a quicker win is worth more.
struct TextbookAnswer {
    int value = 0;
    Move best{};  // the first move with that value; meaningless where there is none
    Counts counts;
};

// Asked now and then; true makes the search give up, and its answer worthless.
using ShouldStop = std::function<bool()>;

TextbookAnswer search_textbook(Method method, Teaching evaluation, const Position& position, const Rules& rules,
                               int depth, const ShouldStop& should_stop);

}  // namespace crownhead

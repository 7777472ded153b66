// Textbook minimax and alpha-beta, written to be read. They count their work.
#pragma once

#include <cstdint>
#include <functional>

#include "board/position.hpp"
#include "board/rules.hpp"
#include "evaluation/score.hpp"
#include "evaluation/teaching.hpp"

namespace crownhead {

enum class Method : std::uint8_t {
    Minimax,    // visits everything
    AlphaBeta,  // skips moves that cannot matter, in the order of the generator
    Ordered,    // the same, promising moves first
    Table,      // the same, with a table of visited positions
};

struct Counts {
    std::uint64_t nodes = 0;    // positions visited, the root and the leaves included
    std::uint64_t leaves = 0;   // positions evaluated without further search
    std::uint64_t cutoffs = 0;  // positions whose remaining moves were skipped
};

// The value for the side to move, in the units of the evaluation. A lost game is worth -WON plus the plies to it, so
// a quicker win is worth more.
struct TextbookAnswer {
    int value = 0;
    Move best{};  // the first move with that value; undefined if there is no move
    Counts counts;
};

// Called regularly. If it returns true, the search gives up and its answer is worthless.
using ShouldStop = std::function<bool()>;

TextbookAnswer search_textbook(Method method, Teaching evaluation, const Position& position, const Rules& rules,
                               int depth, const ShouldStop& should_stop);

}  // namespace crownhead

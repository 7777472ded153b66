// The tree of one thread's search: principal variation search with a shared table.
//
// `Worker` deepens at the root, sorts root moves and reports; its `Tree` searches below. Like the generator, both are
// templates over the rules. The tree never allocates and never throws. Each thread has its own stack, history and
// killers; threads share the table, the limits and the stop flag.
//
// Each ply of the stack counts its quiet and reversible plies. A position that recurs inside the tree is a draw; one
// from the game must recur as often as the rules say. Decided scores count plies from the root in the tree, and from
// the position in the table.
#pragma once

#include <type_traits>

#include "board/movegen.hpp"
#include "search/budget.hpp"
#include "search/endgames.hpp"
#include "search/ordering.hpp"
#include "search/stack.hpp"

namespace crownhead {

template <typename R>
class Tree {
public:
    Tree(Shared& shared, Experience& experience, const R& rules, const Root& root, bool leads)
        : shared_(shared),
          experience_(experience),
          rules_(rules),
          budget_(shared, leads),
          endgames_(std::is_same_v<R, English> ? shared.tables : nullptr, shared.table_pieces),
          stack_(root, shared, salt_of(rules, shared.draws)) {}

    Budget& budget() { return budget_; }
    Stack& stack() { return stack_; }
    Endgames& endgames() { return endgames_; }

    // Lines are followed to at most twice this depth.
    void set_root_depth(int depth) { root_depth_ = depth; }

    int selective_depth() const { return selective_depth_; }
    void reset_selective_depth() { selective_depth_ = 0; }

    // A null window first, unless the move is expected to be best; then a deeper and wider re-search if it surprises.
    Score try_move(const Position& after, int depth, int ply, Score alpha, Score beta, int reduction, bool first,
                   bool expected_cut);

private:
    Score search(const Position& position, int depth, int ply, Score alpha, Score beta, bool expected_cut);
    Score settle(const Position& position, int depth, int ply, Score alpha, Score beta, bool capture);
    Score search_deeper(const Position& position, int depth, int ply, Score alpha, Score beta, bool expected_cut,
                        bool forced);
    bool is_surely_enough(const Position& position, int depth, int ply, Score beta, bool expected_cut, Score& score);
    Score search_moves(const Position& position, int depth, int ply, Score alpha, Score beta, bool expected_cut,
                       const MoveList& moves, MoveCode known, Score hoped, Score value);

    Shared& shared_;
    Experience& experience_;
    R rules_;
    Budget budget_;
    int root_depth_ = 0;
    int selective_depth_ = 0;
    Endgames endgames_;
    Stack stack_;
};

}  // namespace crownhead

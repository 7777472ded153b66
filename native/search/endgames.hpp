// Endgame tables in a thread's search.
//
// `Tree::search` probes when it checks for draws. At the root the tables rank the moves, and the search chooses
// within the best rank: shortest wins, most demanding draws, longest losses. If distances are unknown, the tree
// probes only after the next capture: a search must find a way to make progress, not only know who wins.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "endgame/tables.hpp"
#include "evaluation/score.hpp"

namespace crownhead {

// A root move with its rank by the tables.
struct TableMove {
    int rank = 0;          // higher is better; the search chooses among moves of one rank
    bool known = false;    // whether there is a score
    bool counted = false;  // whether the score counts the plies to the end
    Score score = 0;
};

class Endgames {
public:
    // Null tables know nothing. Positions with more pieces are not looked up.
    Endgames(const endgame::Tables* tables, int most_pieces)
        : tables_(tables), most_pieces_(tables == nullptr ? 0 : std::min(most_pieces, tables->most_pieces())) {
        if (most_pieces_ > 0) {
            cache_ = std::make_unique<endgame::Cache>();
        }
    }

    // Whether positions with this many pieces are looked up at all. This test is the only cost at most nodes.
    bool reaches(const Position& position) const { return position.piece_count() <= most_pieces_; }

    // Ranks the moves of a position if the tables know all of them. From then on the tree probes only after the next
    // capture, unless distances are known: a search must find a way to make progress, not only know who wins.
    std::vector<TableMove> rank(const Position& root, const std::vector<Move>& moves);

    // The score of a position in the tree, if known.
    bool knows(const Position& position, int ply, Score& score);

    // The best move by distance. None if distances are unknown.
    std::optional<Move> best_move(const Position& position);

private:
    endgame::Answer probe(const Position& position) { return tables_->probe(position, *cache_); }
    int demands(const Position& drawn);

    const endgame::Tables* tables_;
    int most_pieces_;
    std::unique_ptr<endgame::Cache> cache_;
};

}  // namespace crownhead

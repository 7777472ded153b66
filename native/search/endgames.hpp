// What endgame tables tell a thread's search.
//
// `Tree::search` asks beside draws. At the root the tables rank the moves, and the search chooses within the best
// rank: shortest wins, draws that ask most, longest losses. Where plies are not known, the tree is asked only beyond
// the next capture: a search must see a way to go on, not only who wins.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "endgame/tables.hpp"
#include "evaluation/score.hpp"

namespace crownhead {

// A move at the root as the tables see it.
struct TableMove {
    int rank = 0;          // higher is better; moves of one rank are for the search to choose from
    bool known = false;    // whether there is a score
    bool counted = false;  // whether the score counts the plies to the end
    Score score = 0;
};

class Endgames {
public:
    // Null tables know nothing; positions of more pieces are not looked up.
    Endgames(const endgame::Tables* tables, int most_pieces)
        : tables_(tables), most_pieces_(tables == nullptr ? 0 : std::min(most_pieces, tables->most_pieces())) {
        if (most_pieces_ > 0) {
            cache_ = std::make_unique<endgame::Cache>();
        }
    }

    // Whether positions of so many pieces are looked up at all: all that most nodes of a search pay.
    bool reaches(const Position& position) const { return position.piece_count() <= most_pieces_; }

    // Ranks the moves of a position, where the tables know all of them. From then on the tree looks up what lies beyond
    // the next capture only, unless plies to the end are known: a search must see a way to go on, not only who wins.
    std::vector<TableMove> rank(const Position& root, const std::vector<Move>& moves);

    // The score of a position in the tree, if it is known.
    bool knows(const Position& position, int ply, Score& score);

    // The best move by plies to the end; none where they are not known.
    std::optional<Move> best_move(const Position& position);

private:
    endgame::Answer probe(const Position& position) { return tables_->probe(position, *cache_); }
    int demands(const Position& drawn);

    const endgame::Tables* tables_;
    int most_pieces_;
    std::unique_ptr<endgame::Cache> cache_;
};

}  // namespace crownhead

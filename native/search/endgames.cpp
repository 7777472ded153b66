#include "search/endgames.hpp"

#include <algorithm>

#include "board/movegen.hpp"

namespace crownhead {
namespace {

using endgame::Answer;

constexpr int WINNING = 1'000'000;
constexpr int DRAWING = 0;
constexpr int LOSING = -1'000'000;
constexpr int UNKNOWN_PLIES = 10'000;  // more than any known distance

// The value of the position after a move for the side that moved.
Score score_of(const Answer& after, int ply) {
    if (after.outcome == endgame::DRAW) {
        return 0;
    }
    const Score won = after.plies < 0 ? TABLE_WON - ply : WON - ply - after.plies;
    return after.outcome == endgame::LOSS ? won : -won;
}

}  // namespace

std::vector<TableMove> Endgames::rank(const Position& root, const std::vector<Move>& moves) {
    std::vector<TableMove> ranked(moves.size());
    if (!reaches(root)) {
        return ranked;
    }
    bool all_counted = true;
    for (std::size_t index = 0; index < moves.size(); ++index) {
        const Position after = root.play(moves[index]);
        const Answer answer = probe(after);
        if (!answer.known) {
            return std::vector<TableMove>(moves.size());
        }
        TableMove& move = ranked[index];
        move.known = true;
        move.score = score_of(answer, 1);
        move.counted = answer.plies >= 0;
        all_counted = all_counted && (move.counted || answer.outcome == endgame::DRAW);
        const int plies = answer.plies < 0 ? UNKNOWN_PLIES : answer.plies;
        if (answer.outcome == endgame::DRAW) {
            move.rank = DRAWING + demands(after);
        } else {
            move.rank = answer.outcome == endgame::LOSS ? WINNING - plies : LOSING + plies;
        }
    }
    const auto best = std::max_element(ranked.begin(), ranked.end(),
                                       [](const TableMove& one, const TableMove& two) { return one.rank < two.rank; });
    if (best != ranked.end() && !(best->counted && all_counted)) {
        most_pieces_ = root.piece_count() - 1;
    }
    return ranked;
}

// How hard a drawn position is for the side to move: thousandths of its moves that would lose.
int Endgames::demands(const Position& drawn) {
    MoveList replies;
    legal_moves(drawn, English{}, replies);
    int losing = 0;
    for (const Move& reply : replies) {
        losing += probe(drawn.play(reply)).outcome == endgame::WIN;
    }
    return replies.empty() ? 0 : 1000 * losing / static_cast<int>(replies.size());
}

bool Endgames::knows(const Position& position, int ply, Score& score) {
    const Answer answer = probe(position);
    if (answer.known) {
        score = -score_of(answer, ply);
    }
    return answer.known;
}

std::optional<Move> Endgames::best_move(const Position& position) {
    MoveList moves;
    legal_moves(position, English{}, moves);
    std::optional<Move> best;
    Score most = -INFINITE;
    for (const Move& move : moves) {
        const Answer after = probe(position.play(move));
        if (!after.known || (after.plies < 0 && after.outcome != endgame::DRAW)) {
            return std::nullopt;
        }
        if (const Score score = score_of(after, 1); score > most) {
            most = score;
            best = move;
        }
    }
    return best;
}

}  // namespace crownhead

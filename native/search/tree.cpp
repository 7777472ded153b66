#include "search/tree.hpp"

#include <algorithm>

#include "board/generator.hpp"
#include "search/constants.hpp"
#include "search/reductions.hpp"

namespace crownhead {

// Principal variation search: a null window first, then a deeper and wider re-search if a move surprises.
template <typename R>
Score Tree<R>::try_move(const Position& after, int depth, int ply, Score alpha, Score beta, int reduction, bool first,
                        bool expected_cut) {
    if (first) {
        return -search(after, depth, ply, -beta, -alpha, !expected_cut && beta - alpha == 1);
    }
    Score score = -search(after, depth - reduction, ply, -alpha - 1, -alpha, true);
    if (score > alpha && reduction > 0) {
        score = -search(after, depth, ply, -alpha - 1, -alpha, !expected_cut);
    }
    if (score > alpha && score < beta) {
        score = -search(after, depth, ply, -beta, -alpha, false);
    }
    return score;
}

template <typename R>
Score Tree<R>::search(const Position& position, int depth, int ply, Score alpha, Score beta, bool expected_cut) {
    stack_.clear_line(ply);
    if (budget_.is_spent()) {
        return 0;
    }
    selective_depth_ = std::max(selective_depth_, ply);
    if (stack_.is_draw(ply) && can_move(position, rules_)) {
        return 0;
    }
    if (ply >= MAX_PLY) {
        return stack_.value(position, ply);
    }
    if (Score score = 0; endgames_.reaches(position) && endgames_.knows(position, ply, score)) {
        return score;
    }
    // Mate distance pruning: nothing is better than winning at once, or worse than having lost already.
    alpha = std::max(alpha, ply - WON);
    beta = std::min(beta, WON - ply - 1);
    if (alpha >= beta) {
        return alpha;
    }
    const bool capture = can_capture(position, rules_);
    const bool forced = capture && rules_.capture == Capture::Mandatory;
    if (depth <= 0 && !forced) {
        if (!can_move(position, rules_)) {
            return ply - WON;
        }
        if (depth <= -THREAT_PLIES || !enemy_can_capture(position, rules_)) {
            return settle(position, depth, ply, alpha, beta, capture);
        }
    }
    return search_deeper(position, std::max(depth, 0), ply, alpha, beta, expected_cut, forced);
}

// Quiescence search: the static value at the end of a line, or more if an optional capture gains.
template <typename R>
Score Tree<R>::settle(const Position& position, int depth, int ply, Score alpha, Score beta, bool capture) {
    Score best = stack_.value(position, ply);
    if (!capture || best >= beta) {
        return best;
    }
    alpha = std::max(alpha, best);
    MoveList jumps;
    captures(position, rules_, jumps);
    for (const Move& move : jumps) {
        const Position after = position.play(move);
        stack_.enter(position, move, after, ply);
        const Score score = -search(after, depth - 1, ply + 1, -beta, -alpha, false);
        if (score > best) {
            best = score;
            stack_.keep_line(ply, move);
        }
        alpha = std::max(alpha, score);
        if (alpha >= beta || shared_.stop) {
            break;
        }
    }
    return best;
}

template <typename R>
Score Tree<R>::search_deeper(const Position& position, int depth, int ply, Score alpha, Score beta, bool expected_cut,
                             bool forced) {
    const bool main = beta - alpha > 1;
    Known known{};
    const bool found = shared_.table.probe(stack_[ply].key, ply, known);
    if (found && !main && !stack_.is_too_far(known, ply) && known.depth >= depth &&
        answers(known.bound, known.score, alpha, beta)) {
        return known.score;
    }
    // Against the last two pieces the end is near: a search proves what an evaluation only estimates.
    const bool near_end = std::popcount(position.pieces[0]) <= 2 || std::popcount(position.pieces[1]) <= 2;
    const bool prunes = !main && !forced && depth > 0 && !near_end && !is_known(beta);
    Score value = known.value;
    if (prunes) {
        if (value == NO_VALUE) {
            value = stack_.value(position, ply);
        }
        Score score = value;
        if (is_surely_enough(position, depth, ply, beta, expected_cut, score)) {
            return score;
        }
    }
    MoveList moves;
    legal_moves(position, rules_, moves);
    if (moves.empty()) {
        return ply - WON;
    }
    if (moves.size() == 1 && ply < 2 * root_depth_) {
        ++depth;  // one-reply extension: no choice, no cost
    } else if (!found && depth >= SHALLOWEST_UNKNOWN) {
        --depth;  // internal iterative reduction: an important position would be in the table already
    }
    const Score hoped = value + FUTILITY_MARGIN * depth;
    const bool hopeless = prunes && depth <= DEEPEST_FUTILITY && hoped <= alpha && !moves[0].is_capture();
    return search_moves(position, depth, ply, alpha, beta, expected_cut, moves, known.move,
                        hopeless ? hoped : -INFINITE, value);
}

// Reverse futility pruning near the leaves, unless a capture hangs, and ProbCut above them: the score is so far ahead
// that a full search would agree. `score` holds the position's value on entry, and the bound if there is a cut-off.
template <typename R>
bool Tree<R>::is_surely_enough(const Position& position, int depth, int ply, Score beta, bool expected_cut,
                               Score& score) {
    const Score value = score;
    if (depth <= DEEPEST_REVERSE_FUTILITY) {
        return value - REVERSE_FUTILITY_MARGIN * depth >= beta && !enemy_can_capture(position, rules_);
    }
    if (value < beta) {
        return false;
    }
    const Score raised = beta + PROBCUT_MARGIN;
    score = search(position, depth - PROBCUT_REDUCTION, ply, raised - 1, raised, expected_cut);
    return score >= raised && !shared_.stop;
}

// Futility pruning and late move reductions, with the history heuristic. If even the optimistic score is too low,
// quiet moves that rarely cut off are skipped; the score is -INFINITE if there is none.
template <typename R>
Score Tree<R>::search_moves(const Position& position, int depth, int ply, Score alpha, Score beta, bool expected_cut,
                            const MoveList& moves, MoveCode known, Score hoped, Score value) {
    const bool main = beta - alpha > 1;
    const Move* previous = stack_.previous(ply);
    Picker picker(moves, position.turn, ply, known, previous, experience_);
    const Move* tried[MAX_MOVES];
    std::size_t tried_count = 0;
    const Move* best_move = nullptr;
    Score best = hoped;
    Bound bound = Bound::AtMost;
    for (std::size_t number = 0; number < moves.size(); ++number) {
        const Move& move = picker.next();
        if (hoped > -INFINITE && number > 0 && !move.is_capture() && experience_.history(position.turn, move) < 0) {
            continue;
        }
        const Position after = position.play(move);
        stack_.enter(position, move, after, ply);
        int reduction = 0;
        if (depth >= SHALLOWEST_REDUCTION && static_cast<int>(number) >= MOVES_BEFORE_REDUCTION && !move.is_capture()) {
            reduction = REDUCTIONS(depth, number) - main + (expected_cut ? CUT_REDUCTION : 0) -
                        experience_.history(position.turn, move) / HISTORY_PER_PLY;
            reduction = std::clamp(reduction, 0, depth - 2);
        }
        const Score score = try_move(after, depth - 1, ply + 1, alpha, beta, reduction, number == 0, expected_cut);
        if (shared_.stop) {
            return 0;
        }
        if (score > best) {
            best = score;
            if (score > alpha) {
                best_move = &move;
                stack_.keep_line(ply, move);
                bound = Bound::Exact;
                alpha = score;
            }
        }
        if (alpha >= beta) {
            bound = Bound::AtLeast;
            if (!move.is_capture()) {
                experience_.learn(position.turn, ply, depth, move, tried, tried_count, previous);
            }
            break;
        }
        if (!move.is_capture()) {
            tried[tried_count++] = &move;
        }
    }
    shared_.table.store(stack_[ply].key, ply, best, depth, bound, best_move ? code_of(*best_move) : known, value);
    return best;
}

template class Tree<English>;
template class Tree<Rules>;

}  // namespace crownhead

#include "search/textbook.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "board/movegen.hpp"

namespace crownhead {
namespace {

constexpr std::uint64_t NODES_BETWEEN_STOP_CHECKS = 16384;

// The result of a position, searched to a depth.
struct Remembered {
    Position position;
    int value = 0;
    int depth = 0;
    Bound bound = Bound::None;
};

// A transposition table with a fixed number of slots. New entries always replace old ones.
class Memory {
public:
    explicit Memory(std::size_t slots) : slots_(slots) {}

    Remembered& at(const Position& position) { return slots_[position.hash() % slots_.size()]; }

private:
    std::vector<Remembered> slots_;
};

// Clearing a large table would cost a shallow search more than it saves.
std::size_t slots_for(int depth) {
    return std::size_t{1} << std::min(18, 6 + 2 * depth);
}

// All values are for the side that searches: it maximises, its opponent minimises.
template <typename R>
class Textbook {
public:
    Textbook(Method method, Teaching evaluation, Side side, const R& rules, int depth, const ShouldStop& should_stop)
        : method_(method), evaluation_(evaluation), side_(side), rules_(rules), should_stop_(should_stop) {
        if (method == Method::Table) {
            memory_ = std::make_unique<Memory>(slots_for(depth));
        }
    }

    TextbookAnswer answer(const Position& position, int depth) {
        TextbookAnswer result;
        ++counts_.nodes;
        MoveList moves;
        legal_moves(position, rules_, moves);
        if (moves.empty() || depth == 0) {
            ++counts_.leaves;
            result.value = moves.empty() ? lost(position, 0) : evaluate(evaluation_, position, rules_, side_);
        } else {
            order(position, moves);
            result.value = -WON - 1;
            for (const Move& move : moves) {
                const Position after = position.play(move);
                const int value = method_ == Method::Minimax ? minimax(after, depth - 1, 1)
                                                             : alpha_beta(after, depth - 1, 1, result.value, WON + 1);
                if (stopped_) {
                    break;
                }
                if (value > result.value) {
                    result.value = value;
                    result.best = move;
                }
            }
        }
        result.counts = counts_;
        return result;
    }

private:
    int leaf(const Position& position, const MoveList& moves, int ply) {
        ++counts_.leaves;
        return moves.empty() ? lost(position, ply) : evaluate(evaluation_, position, rules_, side_);
    }

    int minimax(const Position& position, int depth, int ply) {
        visit();
        MoveList moves;
        legal_moves(position, rules_, moves);
        if (moves.empty() || depth == 0) {
            return leaf(position, moves, ply);
        }
        const bool ours = position.turn == side_;
        int best = ours ? -WON : WON;
        for (const Move& move : moves) {
            const int value = minimax(position.play(move), depth - 1, ply + 1);
            if (stopped_) {
                return 0;
            }
            best = ours ? std::max(best, value) : std::min(best, value);
        }
        return best;
    }

    // Exact if the value lies between alpha and beta; otherwise a bound on the same side of them.
    int alpha_beta(const Position& position, int depth, int ply, int alpha, int beta) {
        visit();
        int known = 0;
        if (memory_ && recall(position, depth, ply, alpha, beta, known)) {
            return known;
        }
        MoveList moves;
        legal_moves(position, rules_, moves);
        if (moves.empty() || depth == 0) {
            return leaf(position, moves, ply);
        }
        order(position, moves);
        const bool ours = position.turn == side_;
        const int first_alpha = alpha;
        const int first_beta = beta;
        int best = ours ? -WON : WON;
        std::size_t tried = 0;
        for (const Move& move : moves) {
            ++tried;
            const int value = alpha_beta(position.play(move), depth - 1, ply + 1, alpha, beta);
            if (stopped_) {
                return 0;
            }
            if (ours) {
                best = std::max(best, value);
                alpha = std::max(alpha, best);
            } else {
                best = std::min(best, value);
                beta = std::min(beta, best);
            }
            if (alpha >= beta) {
                counts_.cutoffs += tried < moves.size();
                cutoffs_by(position.turn, move) += depth * depth;
                break;
            }
        }
        if (memory_) {
            remember(position, depth, ply, best, first_alpha, first_beta);
        }
        return best;
    }

    void visit() {
        ++counts_.nodes;
        if (counts_.nodes % NODES_BETWEEN_STOP_CHECKS == 0 && should_stop_()) {
            stopped_ = true;
        }
    }

    // The side to move has no move. A later loss is better.
    int lost(const Position& position, int ply) const { return position.turn == side_ ? ply - WON : WON - ply; }

    // Best first, as far as possible without searching: by the value after the move, then by the history heuristic:
    // how often, and how high in the tree, the move caused cut-offs elsewhere.
    void order(const Position& position, MoveList& moves) {
        if (method_ != Method::Ordered && method_ != Method::Table) {
            return;
        }
        std::pair<int, std::int64_t> promise[MAX_MOVES];
        for (std::size_t index = 0; index < moves.size(); ++index) {
            const int value = evaluate(evaluation_, position.play(moves[index]), rules_, position.turn);
            promise[index] = {value, cutoffs_by(position.turn, moves[index])};
        }
        moves.sort_by(promise);
    }

    std::int64_t& cutoffs_by(Side side, const Move& move) {
        return cutoffs_by_[static_cast<std::size_t>(side)][move.from][move.to];
    }

    bool recall(const Position& position, int depth, int ply, int alpha, int beta, int& value) {
        const Remembered& found = memory_->at(position);
        if (found.depth != depth || found.position != position) {
            return false;
        }
        value = from_here(found.value, ply);
        return answers(found.bound, value, alpha, beta);
    }

    void remember(const Position& position, int depth, int ply, int value, int alpha, int beta) {
        const Bound bound = value <= alpha ? Bound::AtMost : value >= beta ? Bound::AtLeast : Bound::Exact;
        memory_->at(position) = {position, from_root(value, ply), depth, bound};
    }

    Method method_;
    Teaching evaluation_;
    Side side_;
    const R& rules_;
    const ShouldStop& should_stop_;
    bool stopped_ = false;
    Counts counts_;
    std::unique_ptr<Memory> memory_;
    std::int64_t cutoffs_by_[2][BITS][BITS] = {};
};

}  // namespace

TextbookAnswer search_textbook(Method method, Teaching evaluation, const Position& position, const Rules& rules,
                               int depth, const ShouldStop& should_stop) {
    return with_rules(rules, [&](const auto& fixed) {
        return Textbook(method, evaluation, position.turn, fixed, depth, should_stop).answer(position, depth);
    });
}

}  // namespace crownhead

#include "search/worker.hpp"

#include <algorithm>
#include <utility>

#include "search/constants.hpp"
#include "search/reductions.hpp"

namespace crownhead {

// Iterative deepening.
template <typename R>
void Worker<R>::think(int lines, const Tell& tell) {
    tree_.budget().begin();
    lines = std::min(lines, static_cast<int>(root_moves_.size()));
    for (int depth = 1; depth <= shared_.limits.depth; ++depth) {
        // Helpers alternate between two depths so that they do not all do the same work.
        root_depth_ = std::min(depth + (number_ & 1), shared_.limits.depth);
        tree_.set_root_depth(root_depth_);
        for (RootMove& root_move : root_moves_) {
            root_move.previous = root_move.score;
        }
        for (int line = 0; line < lines && !shared_.stop; ++line) {
            search_line(root_depth_, line);
        }
        tree_.budget().begin_counting();
        // An aborted depth keeps some moves' scores from the depth before.
        std::stable_sort(root_moves_.begin(), shared_.stop ? root_moves_.end() : root_moves_.begin() + lines,
                         [](const RootMove& one, const RootMove& two) {
                             return std::pair(one.table.rank, known_score(one)) >
                                    std::pair(two.table.rank, known_score(two));
                         });
        if (number_ == 0 && tell && is_news()) {
            report(depth, lines, tell);
        }
        if (shared_.stop || (number_ == 0 && is_enough(lines))) {
            break;
        }
    }
    tree_.budget().publish();
}

template <typename R>
void Worker<R>::list_root_moves() {
    MoveList moves;
    legal_moves(root_.position, rules_, moves);
    for (const Move& move : moves) {
        const auto& chosen = root_.chosen;
        if (chosen.empty() || std::find(chosen.begin(), chosen.end(), move) != chosen.end()) {
            root_moves_.emplace_back().move = move;
        }
    }
    std::vector<Move> listed;
    for (const RootMove& root_move : root_moves_) {
        listed.push_back(root_move.move);
    }
    const std::vector<TableMove> ranked = tree_.endgames().rank(root_.position, listed);
    for (std::size_t index = 0; index < root_moves_.size(); ++index) {
        root_moves_[index].table = ranked[index];
    }
    std::stable_sort(root_moves_.begin(), root_moves_.end(),
                     [](const RootMove& one, const RootMove& two) { return one.table.rank > two.table.rank; });
}

template <typename R>
std::size_t Worker<R>::end_of_rank(int line) const {
    std::size_t end = static_cast<std::size_t>(line);
    while (end < root_moves_.size() && root_moves_[end].table.rank == root_moves_[line].table.rank) {
        ++end;
    }
    return end;
}

// The tables know the answer: the best move and the result.
template <typename R>
bool Worker<R>::is_settled() const {
    return root_moves_[0].table.known && (root_moves_[0].table.counted || end_of_rank(0) == 1);
}

// Scores from the tables are exact; a search could only prove the end of the game.
template <typename R>
Score Worker<R>::told_score(const RootMove& root_move) const {
    const Score found = known_score(root_move);
    const TableMove& table = root_move.table;
    const bool proven = !table.counted && table.score != 0 && is_decided(found) && (found > 0) == (table.score > 0);
    return !table.known || proven ? found : table.score;
}

// The rest of a line whose length the tables know.
template <typename R>
void Worker<R>::follow_tables(RootMove& root_move) {
    Position position = root_.position;
    for (const Move& move : root_move.line) {
        position = position.play(move);
    }
    const Score score = told_score(root_move);
    while (is_decided(score) && static_cast<int>(root_move.line.size()) < WON - std::abs(score) &&
           tree_.endgames().reaches(position)) {
        const std::optional<Move> best = tree_.endgames().best_move(position);
        if (!best) {
            return;
        }
        root_move.line.push_back(*best);
        position = position.play(*best);
    }
}

// An aborted depth counts only if it has found a better move.
template <typename R>
bool Worker<R>::is_news() {
    if (root_moves_.empty() || root_moves_[0].line.empty()) {
        return false;
    }
    const MoveCode best = code_of(root_moves_[0].move);
    const bool changed = best != told_;
    told_ = best;
    return changed || !shared_.stop;
}

// Whether another depth is pointless, or there is no time for it.
template <typename R>
bool Worker<R>::is_enough(int lines) {
    const Limits& limits = shared_.limits;
    if (lines == 1 && is_settled()) {
        return true;
    }
    if (lines == 1 && is_decided(root_moves_[0].score) && WON - std::abs(root_moves_[0].score) < root_depth_ - 2) {
        return true;
    }
    if (limits.soft_seconds <= 0 || root_moves_.empty()) {
        return false;
    }
    const RootMove& best = root_moves_[0];
    const double effort = static_cast<double>(best.nodes) / static_cast<double>(tree_.budget().nodes());
    patience_.learn(code_of(best.move), known_score(best), effort);
    return shared_.elapsed() >= limits.soft_seconds * (lines == 1 ? patience_.share() : 1.0);
}

// Aspiration windows: searches the line's root moves with a window around the previous score, and widens it until the
// score fits.
template <typename R>
void Worker<R>::search_line(int depth, int line) {
    const Score guess = root_moves_[line].previous;
    Score alpha = -INFINITE;
    Score beta = INFINITE;
    Score width = FIRST_WINDOW;
    if (depth >= 5 && !is_known(guess)) {
        alpha = std::max(guess - width, -INFINITE);
        beta = std::min(guess + width, INFINITE);
    }
    for (;;) {
        tree_.reset_selective_depth();
        const Score score = search_root(depth, line, alpha, beta);
        std::stable_sort(root_moves_.begin() + line,
                         root_moves_.begin() + static_cast<std::ptrdiff_t>(end_of_rank(line)), is_better);
        if (shared_.stop) {
            return;
        }
        width *= WINDOW_GROWTH;
        if (score <= alpha && alpha > -INFINITE) {
            alpha = width > 1000 ? -INFINITE : std::max(score - width, -INFINITE);
        } else if (score >= beta && beta < INFINITE) {
            beta = width > 1000 ? INFINITE : std::min(score + width, INFINITE);
        } else {
            return;
        }
    }
}

template <typename R>
Score Worker<R>::search_root(int depth, int line, Score alpha, Score beta) {
    Score best = -INFINITE;
    const std::size_t end = end_of_rank(line);
    for (std::size_t number = static_cast<std::size_t>(line); number < end; ++number) {
        RootMove& root_move = root_moves_[number];
        const bool first = number == static_cast<std::size_t>(line);
        const Position after = root_.position.play(root_move.move);
        tree_.stack().enter(root_.position, root_move.move, after, 0);
        int reduction = 0;
        if (!first && depth >= SHALLOWEST_REDUCTION && !root_move.move.is_capture()) {
            reduction = REDUCTIONS(depth, number - static_cast<std::size_t>(line)) / 2;
        }
        const std::uint64_t nodes_before = tree_.budget().nodes();
        const Score score = tree_.try_move(after, depth - 1, 1, alpha, beta, reduction, first, true);
        root_move.nodes += tree_.budget().nodes() - nodes_before;
        if (shared_.stop) {
            break;
        }
        if (first || score > alpha) {
            root_move.score = score;
            root_move.selective_depth = tree_.selective_depth();
            root_move.line.assign(1, root_move.move);
            root_move.line.insert(root_move.line.end(), tree_.stack().line_begin(1), tree_.stack().line_end(1));
        } else {
            root_move.score = -INFINITE;  // known to be worse, no more
        }
        best = std::max(best, score);
        alpha = std::max(alpha, score);
        if (alpha >= beta) {
            break;
        }
    }
    return best;
}

// Extends a line with moves from the table: an aborted search may have cut it short.
template <typename R>
void Worker<R>::complete_line(RootMove& root_move, int depth) {
    Position position = root_.position;
    QuietPlies plies{root_.quiet_plies, 0};
    std::vector<std::uint64_t> seen;
    const auto go = [&](const Move& move) {
        plies = after(plies, position, move, shared_.draws.quiet_counts_men);
        seen.push_back(position.hash());
        position = position.play(move);
    };
    std::for_each(root_move.line.begin(), root_move.line.end(), go);
    const Score score = known_score(root_move);
    const int length = is_decided(score) ? WON - std::abs(score) : depth;
    while (static_cast<int>(root_move.line.size()) < length) {
        Known known{};
        const bool found = shared_.table.probe(tree_.stack().key_of(position.hash(), plies.quiet),
                                               static_cast<int>(root_move.line.size()), known);
        if (!found || known.move == 0 || std::find(seen.begin(), seen.end(), position.hash()) != seen.end()) {
            return;
        }
        MoveList moves;
        legal_moves(position, rules_, moves);
        const Move* move =
            std::find_if(moves.begin(), moves.end(), [&](const Move& one) { return code_of(one) == known.move; });
        if (move == moves.end()) {
            return;
        }
        go(*move);
        root_move.line.push_back(*move);
    }
}

template <typename R>
void Worker<R>::report(int depth, int lines, const Tell& tell) {
    tree_.budget().publish();
    for (int line = 0; line < lines; ++line) {
        RootMove& root_move = root_moves_[line];
        if (root_move.line.empty() || known_score(root_move) == -INFINITE) {
            continue;
        }
        if (root_move.table.counted) {
            // The endgame tables know the best continuation.
            root_move.line.erase(root_move.line.begin() + 1, root_move.line.end());
        } else if (shared_.stop) {
            complete_line(root_move, depth);
        }
        follow_tables(root_move);
        Report report;
        report.line = line;
        report.depth = depth;
        report.selective_depth = root_move.selective_depth;
        report.score = told_score(root_move);
        report.nodes = shared_.nodes.load(std::memory_order_relaxed);
        report.seconds = shared_.elapsed();
        report.fill = shared_.table.fill();
        report.moves = root_move.line;
        tell(report);
    }
}

template class Worker<English>;
template class Worker<Rules>;

}  // namespace crownhead

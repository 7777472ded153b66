#include "search/worker.hpp"

#include <time.h>

#include <algorithm>

namespace crownhead {
namespace {

constexpr std::uint64_t NODES_BETWEEN_CLOCK_LOOKS = 512;
// So near to a draw by quiet moves, a position is another for every ply that is left.
constexpr int PLIES_BEFORE_DRAW = 24;

// Found together by SPSA, 8,000 pairs of games at 20,000 nodes a move; against the guesses that they began
// from they scored +26 +- 6 rating points at 20,000 nodes and +30 +- 11 at 200,000.
constexpr Score FIRST_WINDOW = 8;
constexpr int DEEPEST_STATIC_PRUNING = 5;
constexpr Score STATIC_MARGIN = 24;  // for each ply
constexpr int DEEPEST_FUTILITY = 4;
constexpr Score FUTILITY_MARGIN = 32;  // for each ply
constexpr int MOVES_BEFORE_REDUCTION = 3;
constexpr double REDUCTION_BASE = 0.7;
constexpr double REDUCTION_DIVISOR = 1.36;
constexpr int HISTORY_PER_PLY = 7000;
constexpr int PROBCUT_DEPTH = 5;
constexpr int PROBCUT_REDUCTION = 4;
constexpr Score PROBCUT_MARGIN = 25;
constexpr int SHALLOWEST_UNKNOWN = 5;

// Not tuned.
constexpr int SHALLOWEST_REDUCTION = 3;
constexpr int THREAT_PLIES = 1;  // plies past the last that are searched because a piece hangs

struct Reductions {
    std::int8_t plies[64][64];

    Reductions() {
        for (int depth = 0; depth < 64; ++depth) {
            for (int number = 0; number < 64; ++number) {
                const double value =
                    depth && number ? REDUCTION_BASE + std::log(depth) * std::log(number) / REDUCTION_DIVISOR : 0;
                plies[depth][number] = static_cast<std::int8_t>(value);
            }
        }
    }

    int operator()(int depth, std::size_t number) const {
        return plies[std::min(depth, 63)][std::min<std::size_t>(number, 63)];
    }
};

const Reductions REDUCTIONS;

bool answers(const Known& known, Score alpha, Score beta) {
    return known.bound == Bound::Exact || (known.bound == Bound::AtLeast && known.score >= beta) ||
           (known.bound == Bound::AtMost && known.score <= alpha);
}

constexpr std::uint64_t mixed(std::uint64_t value) {
    value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9u;
    value = (value ^ value >> 27) * 0x94d049bb133111ebu;
    return value ^ value >> 31;
}

bool enemy_can_capture(Position position) {
    position.turn = other(position.turn);
    return can_capture(position);
}

}  // namespace

double thread_cpu_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// ---- the root

template <typename R>
void Worker<R>::think(int lines, const Tell& tell) {
    MoveList moves;
    legal_moves(root_.position, rules_, moves);
    for (const Move& move : moves) {
        root_moves_.emplace_back().move = move;
    }
    lines = std::min(lines, static_cast<int>(moves.size()));
    stack_[0].hash = root_.position.hash();
    stack_[0].key = key_of(stack_[0].hash, root_.quiet_plies);
    stack_[0].quiet = root_.quiet_plies;
    stack_[0].reversible = static_cast<int>(root_.earlier.size());
    cpu_published_ = thread_cpu_seconds();
    for (int depth = 1; depth <= shared_.limits.depth; ++depth) {
        // Helpers spread over two depths so that they do not all do the same.
        root_depth_ = std::min(depth + (number_ & 1), shared_.limits.depth);
        for (RootMove& root_move : root_moves_) {
            root_move.previous = root_move.score;
        }
        for (int line = 0; line < lines && !shared_.stop; ++line) {
            search_line(root_depth_, line);
        }
        limited_ = true;
        // A depth that was broken off knows some moves by the depth before.
        std::stable_sort(root_moves_.begin(), shared_.stop ? root_moves_.end() : root_moves_.begin() + lines,
                         [](const RootMove& one, const RootMove& two) { return known_score(one) > known_score(two); });
        if (number_ == 0 && tell && is_news()) {
            report(depth, lines, tell);
        }
        if (shared_.stop || (number_ == 0 && is_enough(lines))) {
            break;
        }
    }
    publish();
}

// A depth that was broken off tells something only if it has found a better move.
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

// No further depth can matter, or there is no time for one.
template <typename R>
bool Worker<R>::is_enough(int lines) const {
    const Limits& limits = shared_.limits;
    const bool timed = limits.seconds > 0 || limits.soft_seconds > 0 || limits.cpu_seconds > 0;
    if (timed && lines == 1 && root_moves_.size() == 1) {
        return true;
    }
    if (lines == 1 && is_decided(root_moves_[0].score) && WON - std::abs(root_moves_[0].score) < root_depth_ - 2) {
        return true;
    }
    return limits.soft_seconds > 0 && elapsed() >= limits.soft_seconds;
}

// Searches the line's root moves with a window round what it was worth before, wider until it fits.
template <typename R>
void Worker<R>::search_line(int depth, int line) {
    const Score guess = root_moves_[line].previous;
    Score alpha = -INFINITE;
    Score beta = INFINITE;
    Score width = FIRST_WINDOW;
    if (depth >= 5 && !is_decided(guess)) {
        alpha = std::max(guess - width, -INFINITE);
        beta = std::min(guess + width, INFINITE);
    }
    for (;;) {
        selective_depth_ = 0;
        const Score score = search_root(depth, line, alpha, beta);
        std::stable_sort(root_moves_.begin() + line, root_moves_.end(), is_better);
        if (shared_.stop) {
            return;
        }
        width *= 3;
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
    for (std::size_t number = static_cast<std::size_t>(line); number < root_moves_.size(); ++number) {
        RootMove& root_move = root_moves_[number];
        const bool first = number == static_cast<std::size_t>(line);
        const Position after = root_.position.play(root_move.move);
        enter(root_.position, root_move.move, after, 0);
        int reduction = 0;
        if (!first && depth >= SHALLOWEST_REDUCTION && !root_move.move.is_capture()) {
            reduction = REDUCTIONS(depth, number - static_cast<std::size_t>(line)) / 2;
        }
        const Score score = try_move(after, depth - 1, 1, alpha, beta, reduction, first, true);
        if (shared_.stop) {
            break;
        }
        if (first || score > alpha) {
            root_move.score = score;
            root_move.selective_depth = selective_depth_;
            root_move.line.assign(1, root_move.move);
            root_move.line.insert(root_move.line.end(), lines_[1], lines_[1] + stack_[1].line_length);
        } else {
            root_move.score = -INFINITE;  // known only to be worse
        }
        best = std::max(best, score);
        alpha = std::max(alpha, score);
        if (alpha >= beta) {
            break;
        }
    }
    return best;
}

// ---- the tree

// A null window first unless the move is expected to be best; then again, deeper and wider, where it surprises.
template <typename R>
Score Worker<R>::try_move(const Position& after, int depth, int ply, Score alpha, Score beta, int reduction, bool first,
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
Score Worker<R>::search(const Position& position, int depth, int ply, Score alpha, Score beta, bool expected_cut) {
    Frame& frame = stack_[ply];
    frame.line_length = 0;
    if (should_stop()) {
        return 0;
    }
    selective_depth_ = std::max(selective_depth_, ply);
    if (is_draw(ply) && can_move(position)) {
        return 0;
    }
    if (ply >= MAX_PLY) {
        return evaluate(position);
    }
    // Nothing can be better than winning at once, or worse than having lost already.
    alpha = std::max(alpha, ply - WON);
    beta = std::min(beta, WON - ply - 1);
    if (alpha >= beta) {
        return alpha;
    }
    const bool capture = can_capture(position);
    const bool forced = capture && rules_.capture == Capture::Mandatory;
    if (depth <= 0 && !forced) {
        if (!can_move(position)) {
            return ply - WON;
        }
        if (depth <= -THREAT_PLIES || !enemy_can_capture(position)) {
            return settle(position, depth, ply, alpha, beta, capture);
        }
    }
    return search_deeper(position, std::max(depth, 0), ply, alpha, beta, expected_cut, forced);
}

// The value at the end of a line: as it stands, or better where an optional capture gains.
template <typename R>
Score Worker<R>::settle(const Position& position, int depth, int ply, Score alpha, Score beta, bool capture) {
    Score best = evaluate(position);
    if (!capture || best >= beta) {
        return best;
    }
    alpha = std::max(alpha, best);
    MoveList jumps;
    captures(position, rules_, jumps);
    for (const Move& move : jumps) {
        const Position after = position.play(move);
        enter(position, move, after, ply);
        const Score score = -search(after, depth - 1, ply + 1, -beta, -alpha, false);
        if (score > best) {
            best = score;
            keep_line(ply, move);
        }
        alpha = std::max(alpha, score);
        if (alpha >= beta || shared_.stop) {
            break;
        }
    }
    return best;
}

template <typename R>
Score Worker<R>::search_deeper(const Position& position, int depth, int ply, Score alpha, Score beta, bool expected_cut,
                               bool forced) {
    const bool main = beta - alpha > 1;
    Known known{};
    const bool found = shared_.table.probe(stack_[ply].key, ply, known);
    if (found && !main && !is_too_far(known, ply) && known.depth >= depth && answers(known, alpha, beta)) {
        return known.score;
    }
    // Against the last two pieces the end is near: there a search proves what a value only says.
    const bool near_end = std::popcount(position.pieces[0]) <= 2 || std::popcount(position.pieces[1]) <= 2;
    const bool prunes = !main && !forced && depth > 0 && !near_end && !is_decided(beta);
    Score value = 0;
    if (prunes) {
        value = evaluate(position);
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
        ++depth;  // no choice, no cost
    } else if (!found && depth >= SHALLOWEST_UNKNOWN) {
        --depth;  // a position worth more effort will have been seen before
    }
    const Score hoped = value + FUTILITY_MARGIN * depth;
    const bool hopeless = prunes && depth <= DEEPEST_FUTILITY && hoped <= alpha && !moves[0].is_capture();
    return search_moves(position, depth, ply, alpha, beta, expected_cut, moves, known.move,
                        hopeless ? hoped : -INFINITE);
}

// Static pruning: so far ahead that a search would say the same. Never where a capture hangs.
// The score is the position's value when it comes in, and the bound found when it is enough.
template <typename R>
bool Worker<R>::is_surely_enough(const Position& position, int depth, int ply, Score beta, bool expected_cut,
                                 Score& score) {
    const Score value = score;
    if (depth <= DEEPEST_STATIC_PRUNING) {
        return value - STATIC_MARGIN * depth >= beta && !enemy_can_capture(position);
    }
    if (depth < PROBCUT_DEPTH || value < beta) {
        return false;
    }
    const Score raised = beta + PROBCUT_MARGIN;
    score = search(position, depth - PROBCUT_REDUCTION, ply, raised - 1, raised, expected_cut);
    return score >= raised && !shared_.stop;
}

// Where even the hoped-for score is too low, quiet moves that seldom cut off are left out; where there is
// no such score it is -INFINITE.
template <typename R>
Score Worker<R>::search_moves(const Position& position, int depth, int ply, Score alpha, Score beta, bool expected_cut,
                              const MoveList& moves, MoveCode known, Score hoped) {
    const bool main = beta - alpha > 1;
    const Move* previous = ply > 0 ? &stack_[ply - 1].move : nullptr;
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
        enter(position, move, after, ply);
        int reduction = 0;
        if (depth >= SHALLOWEST_REDUCTION && number >= MOVES_BEFORE_REDUCTION && !move.is_capture()) {
            reduction = REDUCTIONS(depth, number) - main + expected_cut -
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
                keep_line(ply, move);
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
    shared_.table.store(stack_[ply].key, ply, best, depth, bound, best_move ? code_of(*best_move) : known);
    return best;
}

// ---- bookkeeping

template <typename R>
void Worker<R>::enter(const Position& position, const Move& move, const Position& after, int ply) {
    const bool man = (position.kings & bit(move.from)) == 0;
    Frame& here = stack_[ply];
    Frame& next = stack_[ply + 1];
    here.move = move;
    next.reversible = man || move.is_capture() ? 0 : here.reversible + 1;
    next.quiet = move.is_capture() || (man && shared_.draws.quiet_counts_men) ? 0 : here.quiet + 1;
    next.hash = after.hash();
    next.key = key_of(next.hash, next.quiet);
    shared_.table.prefetch(next.key);
}

template <typename R>
std::uint64_t Worker<R>::salt_of(const R& rules, const DrawRules& draws) {
    std::uint64_t salt = static_cast<std::uint64_t>(rules.capture) |
                         static_cast<std::uint64_t>(rules.continuation) << 2 | std::uint64_t{rules.regicide} << 4 |
                         std::uint64_t{rules.crowning_ends_move} << 5 | std::uint64_t{draws.quiet_counts_men} << 6 |
                         static_cast<std::uint64_t>(draws.quiet_limit) << 8 |
                         static_cast<std::uint64_t>(draws.repetition_limit) << 32;
    return mixed(salt);
}

template <typename R>
std::uint64_t Worker<R>::key_of(std::uint64_t hash, int quiet) const {
    const std::uint64_t key = hash ^ salt_;
    const int limit = shared_.draws.quiet_limit;
    return limit == 0 || limit - quiet > PLIES_BEFORE_DRAW ? key : key ^ mixed(static_cast<std::uint64_t>(quiet) + 1);
}

// A win or loss that lies beyond the draw by quiet moves, which the table knows nothing of.
template <typename R>
bool Worker<R>::is_too_far(const Known& known, int ply) const {
    const int limit = shared_.draws.quiet_limit;
    return limit > 0 && is_decided(known.score) && WON - std::abs(known.score) - ply > limit - stack_[ply].quiet;
}

// A position that comes back inside the tree is a draw at once: whoever gains by it can force it again.
// One that was on the board before needs as many times as the rules say.
template <typename R>
bool Worker<R>::is_draw(int ply) const {
    const Frame& here = stack_[ply];
    if (shared_.draws.quiet_limit > 0 && here.quiet >= shared_.draws.quiet_limit) {
        return true;
    }
    int times = 1;
    for (int back = 4; back <= here.reversible; back += 2) {
        if (back <= ply) {
            if (stack_[ply - back].hash == here.hash) {
                return true;
            }
        } else {
            const std::size_t index = root_.earlier.size() - static_cast<std::size_t>(back - ply);
            times += root_.earlier[index] == here.hash;
            if (shared_.draws.repetition_limit > 0 && times >= shared_.draws.repetition_limit) {
                return true;
            }
        }
    }
    return false;
}

template <typename R>
bool Worker<R>::should_stop() {
    if (shared_.stop.load(std::memory_order_relaxed)) {
        return true;
    }
    ++nodes_;
    const Limits& limits = shared_.limits;
    if (nodes_ % NODES_BETWEEN_CLOCK_LOOKS == 0) {
        publish();
        const double cpu = static_cast<double>(shared_.cpu_nanoseconds.load(std::memory_order_relaxed)) * 1e-9;
        const bool late = (limits.seconds > 0 && elapsed() >= limits.seconds) ||
                          (limits.cpu_seconds > 0 && cpu >= limits.cpu_seconds);
        if (number_ == 0 && limited_ && late) {
            shared_.stop = true;
        }
    }
    // With one thread the count is exact, so that the same limit gives the same search.
    if (number_ == 0 && limited_ && limits.nodes > 0 &&
        shared_.nodes.load(std::memory_order_relaxed) + nodes_ - published_ >= limits.nodes) {
        shared_.stop = true;
    }
    return shared_.stop.load(std::memory_order_relaxed);
}

template <typename R>
void Worker<R>::publish() {
    shared_.nodes.fetch_add(nodes_ - published_, std::memory_order_relaxed);
    published_ = nodes_;
    if (shared_.limits.cpu_seconds > 0) {
        const double now = thread_cpu_seconds();
        shared_.cpu_nanoseconds.fetch_add(static_cast<std::uint64_t>((now - cpu_published_) * 1e9),
                                          std::memory_order_relaxed);
        cpu_published_ = now;
    }
}

template <typename R>
double Worker<R>::elapsed() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - shared_.begin).count();
}

template <typename R>
void Worker<R>::keep_line(int ply, const Move& move) {
    Frame& here = stack_[ply];
    const Frame& next = stack_[ply + 1];
    lines_[ply][0] = move;
    std::copy_n(lines_[ply + 1], next.line_length, lines_[ply] + 1);
    here.line_length = next.line_length + 1;
}

// A line whose search was broken off may be cut short; the table knows how it goes on.
template <typename R>
void Worker<R>::complete_line(RootMove& root_move, int depth) {
    Position position = root_.position;
    int quiet = root_.quiet_plies;
    std::vector<std::uint64_t> seen;
    const auto go = [&](const Move& move) {
        const bool man = (position.kings & bit(move.from)) == 0;
        quiet = move.is_capture() || (man && shared_.draws.quiet_counts_men) ? 0 : quiet + 1;
        seen.push_back(position.hash());
        position = position.play(move);
    };
    std::for_each(root_move.line.begin(), root_move.line.end(), go);
    const Score score = known_score(root_move);
    const int length = is_decided(score) ? WON - std::abs(score) : depth;
    while (static_cast<int>(root_move.line.size()) < length) {
        Known known{};
        const bool found =
            shared_.table.probe(key_of(position.hash(), quiet), static_cast<int>(root_move.line.size()), known);
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
    publish();
    for (int line = 0; line < lines; ++line) {
        RootMove& root_move = root_moves_[line];
        if (root_move.line.empty() || known_score(root_move) == -INFINITE) {
            continue;
        }
        if (shared_.stop) {
            complete_line(root_move, depth);
        }
        Report report;
        report.line = line;
        report.depth = depth;
        report.selective_depth = root_move.selective_depth;
        report.score = known_score(root_move);
        report.nodes = shared_.nodes.load(std::memory_order_relaxed);
        report.seconds = elapsed();
        report.fill = shared_.table.fill();
        report.moves = root_move.line;
        tell(report);
    }
}

template class Worker<English>;
template class Worker<Rules>;

}  // namespace crownhead

// The line that a thread searches: for each ply, what draws by rule, the table and the
// evaluation depend on.
#pragma once

#include <algorithm>

#include "board/key.hpp"
#include "board/movegen.hpp"
#include "board/quiet.hpp"
#include "search/evaluator.hpp"
#include "search/shared.hpp"

namespace crownhead {

struct Frame {
    std::uint64_t hash = 0;  // of the position alone, for repetitions
    std::uint64_t key = 0;   // for the table
    int quiet = 0;           // plies without progress
    int reversible = 0;      // plies in which positions can recur
    Move move{};             // the move made at this ply
    int line_length = 0;     // of the best line from this ply
};

// Keys differ between rules: a position under other rules is another table entry.
inline std::uint64_t salt_of(const Rules& rules, const DrawRules& draws) {
    const auto& [quiet_limit, repetition_limit, quiet_counts_men] = draws;
    std::uint64_t salt = quiet_counts_men;
    for_each_option(rules,
                    [&](auto, auto value) { salt = salt * count_of(value) + static_cast<std::uint64_t>(value); });
    return mixed(mixed(salt << 32 | static_cast<std::uint32_t>(quiet_limit)) ^
                 static_cast<std::uint64_t>(repetition_limit));
}

class Stack {
public:
    Stack(const Root& root, const Shared& shared, std::uint64_t salt)
        : root_(root), draws_(shared.draws), table_(shared.table), salt_(salt), evaluator_(shared.network) {
        Frame& first = frames_[0];
        first.hash = root.position.hash();
        first.key = key_of(first.hash, root.quiet_plies);
        first.quiet = root.quiet_plies;
        first.reversible = static_cast<int>(root.earlier.size());
    }

    const Frame& operator[](int ply) const { return frames_[ply]; }

    // The move before the one at this ply, or null at the root.
    const Move* previous(int ply) const { return ply > 0 ? &frames_[ply - 1].move : nullptr; }

    // Makes a move at a ply. The next frame belongs to the position after it.
    void enter(const Position& position, const Move& move, const Position& after, int ply) {
        Frame& here = frames_[ply];
        Frame& next = frames_[ply + 1];
        here.move = move;
        const QuietPlies plies =
            ::crownhead::after({here.quiet, here.reversible}, position, move, draws_.quiet_counts_men);
        next.reversible = plies.reversible;
        next.quiet = plies.quiet;
        next.hash = after.hash();
        next.key = key_of(next.hash, next.quiet);
        table_.prefetch(next.key);
    }

    Score value(const Position& position, int ply) { return evaluator_.value(position, ply); }

    // Shortly before a draw by quiet moves, the key depends on the number of plies left.
    std::uint64_t key_of(std::uint64_t hash, int quiet) const {
        const std::uint64_t key = hash ^ salt_;
        const int limit = draws_.quiet_limit;
        return limit == 0 || limit - quiet > PLIES_BEFORE_DRAW ? key
                                                               : key ^ mixed(static_cast<std::uint64_t>(quiet) + 1);
    }

    // A position that recurs inside the tree is a draw at once: the side that gains by it can force it again. A
    // position from the game must recur as often as the rules say.
    bool is_draw(int ply) const {
        const Frame& here = frames_[ply];
        if (draws_.quiet_limit > 0 && here.quiet >= draws_.quiet_limit) {
            return true;
        }
        int times = 1;
        for (int back = 4; back <= here.reversible; back += 2) {
            if (back <= ply) {
                if (frames_[ply - back].hash == here.hash) {
                    return true;
                }
            } else {
                const std::size_t index = root_.earlier.size() - static_cast<std::size_t>(back - ply);
                times += root_.earlier[index] == here.hash;
                if (draws_.repetition_limit > 0 && times >= draws_.repetition_limit) {
                    return true;
                }
            }
        }
        return false;
    }

    // Whether a win or loss lies beyond the draw by quiet moves, which the table does not know about.
    bool is_too_far(const Known& known, int ply) const {
        const int limit = draws_.quiet_limit;
        return limit > 0 && is_decided(known.score) && WON - std::abs(known.score) - ply > limit - frames_[ply].quiet;
    }

    // ---- the principal variation

    void clear_line(int ply) { frames_[ply].line_length = 0; }

    void keep_line(int ply, const Move& move) {
        const int rest = frames_[ply + 1].line_length;
        lines_[ply][0] = move;
        std::copy_n(lines_[ply + 1], rest, lines_[ply] + 1);
        frames_[ply].line_length = rest + 1;
    }

    const Move* line_begin(int ply) const { return lines_[ply]; }
    const Move* line_end(int ply) const { return lines_[ply] + frames_[ply].line_length; }

private:
    static constexpr int PLIES_BEFORE_DRAW = 24;

    const Root& root_;
    DrawRules draws_;
    const Table& table_;
    std::uint64_t salt_;
    Evaluator evaluator_;
    Frame frames_[MAX_PLY + 2];
    Move lines_[MAX_PLY + 2][MAX_PLY + 2];
};

}  // namespace crownhead

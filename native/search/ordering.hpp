// Move ordering: moves that caused cut-offs before come first.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include "board/movegen.hpp"
#include "search/constants.hpp"
#include "search/table.hpp"

namespace crownhead {

// One thread's statistics about quiet moves. Not shared.
class Experience {
public:
    void clear() { *this = Experience{}; }

    // Gives earlier searches less weight.
    void fade() {
        for (auto& side : history_) {
            for (auto& from : side) {
                for (auto& value : from) {
                    value = static_cast<std::int16_t>(value / 4);
                }
            }
        }
        killers_ = {};
    }

    // The history heuristic: how often a move caused a cut-off anywhere.
    int history(Side side, const Move& move) const { return history_[index(side)][move.from][move.to]; }

    // Killer moves: the last two moves that caused a cut-off at a ply.
    bool is_killer(int ply, MoveCode code) const { return killers_[ply][0] == code || killers_[ply][1] == code; }

    // The countermove heuristic: the last answer to a move that caused a cut-off.
    MoveCode counter(Side side, const Move& previous) const {
        return counters_[index(side)][previous.from][previous.to];
    }

    // Records that a quiet move caused a cut-off and those tried before it did not.
    void learn(Side side, int ply, int depth, const Move& best, const Move* const* tried, std::size_t count,
               const Move* previous) {
        const int bonus = std::min<int>(HISTORY_BONUS * depth * depth, MOST_HISTORY_BONUS);
        adjust(side, best, bonus);
        for (std::size_t number = 0; number < count; ++number) {
            adjust(side, *tried[number], -bonus);
        }
        const MoveCode code = code_of(best);
        if (killers_[ply][0] != code) {
            killers_[ply][1] = killers_[ply][0];
            killers_[ply][0] = code;
        }
        if (previous != nullptr) {
            counters_[index(side)][previous->from][previous->to] = code;
        }
    }

private:
    static constexpr int LIMIT = 16'000;

    static constexpr std::size_t index(Side side) { return static_cast<std::size_t>(side); }

    // Moves the value towards the limit, never beyond it.
    void adjust(Side side, const Move& move, int bonus) {
        std::int16_t& value = history_[index(side)][move.from][move.to];
        value = static_cast<std::int16_t>(value + bonus - value * std::abs(bonus) / LIMIT);
    }

    std::array<std::array<std::array<std::int16_t, BITS>, BITS>, 2> history_{};
    std::array<std::array<std::array<MoveCode, BITS>, BITS>, 2> counters_{};
    std::array<std::array<MoveCode, 2>, MAX_PLY + 2> killers_{};
};

// Yields the moves of a list, best first. Sorts only as far as needed.
class Picker {
public:
    Picker(const MoveList& moves, Side side, int ply, MoveCode known, const Move* previous,
           const Experience& experience)
        : moves_(moves) {
        const MoveCode counter = previous != nullptr ? experience.counter(side, *previous) : MoveCode{0};
        for (std::size_t number = 0; number < moves.size(); ++number) {
            order_[number] = static_cast<std::uint16_t>(number);
            const Move& move = moves[number];
            const MoveCode code = code_of(move);
            int value = experience.history(side, move);
            if (code == known) {
                value += 1 << 24;
            } else if (move.is_capture()) {
                value += (1 << 20) * move.legs;
            } else if (experience.is_killer(ply, code)) {
                value += 1 << 18;
            } else if (code == counter) {
                value += 1 << 17;
            }
            values_[number] = value;
        }
    }

    const Move& next() {
        std::size_t best = given_;
        for (std::size_t index = given_ + 1; index < moves_.size(); ++index) {
            if (values_[index] > values_[best]) {
                best = index;
            }
        }
        std::swap(values_[given_], values_[best]);
        std::swap(order_[given_], order_[best]);
        return moves_[order_[given_++]];
    }

private:
    const MoveList& moves_;
    std::size_t given_ = 0;
    int values_[MAX_MOVES];
    std::uint16_t order_[MAX_MOVES];
};

}  // namespace crownhead

// Legal moves under any rules. Order: captures, then quiet moves, each sorted by path,
// compared square by square, with a capture before its own extensions.
#pragma once

#include <cstddef>
#include <utility>

#include "board/position.hpp"
#include "board/rules.hpp"

namespace crownhead {

// The maximum of any position: kings that share a set of eight squares joined by jumps have at most 72 captures
// together, counting every prefix (found by trying all placements). There are four such sets, and twelve pieces have
// at most 48 quiet moves.
constexpr std::size_t MAX_MOVES = 4 * 72 + 48;

class MoveList {
public:
    void add(const Move& move) { moves_[count_++] = move; }

    const Move* begin() const { return moves_; }
    const Move* end() const { return moves_ + count_; }
    const Move& operator[](std::size_t index) const { return moves_[index]; }
    // Sorts by value, highest first, and the values with the moves. Stable.
    template <typename Value>
    void sort_by(Value* values) {
        for (std::size_t next = 1; next < count_; ++next) {
            for (std::size_t index = next; index > 0 && values[index - 1] < values[index]; --index) {
                std::swap(values[index - 1], values[index]);
                std::swap(moves_[index - 1], moves_[index]);
            }
        }
    }

    std::size_t size() const { return count_; }
    bool empty() const { return count_ == 0; }

private:
    std::size_t count_ = 0;
    Move moves_[MAX_MOVES];
};

template <typename R>
void legal_moves(const Position& position, const R& rules, MoveList& moves);

template <typename R>
void captures(const Position& position, const R& rules, MoveList& moves);

template <typename R>
bool can_capture(const Position& position, R rules);

// Whether the other side could capture if it were its turn.
template <typename R>
bool enemy_can_capture(Position position, R rules) {
    position.turn = other(position.turn);
    return can_capture(position, rules);
}

// A side that cannot move has lost, whether or not it has pieces. This holds under every rule set.
template <typename R>
bool can_move(const Position& position, R rules);

extern template void legal_moves(const Position&, const English&, MoveList&);
extern template void legal_moves(const Position&, const Rules&, MoveList&);
extern template void captures(const Position&, const English&, MoveList&);
extern template void captures(const Position&, const Rules&, MoveList&);
extern template bool can_capture(const Position&, English);
extern template bool can_capture(const Position&, Rules);
extern template bool can_move(const Position&, English);
extern template bool can_move(const Position&, Rules);

}  // namespace crownhead

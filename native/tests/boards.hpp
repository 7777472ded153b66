// Positions for tests, by square numbers.
#pragma once

#include <initializer_list>

#include "board/movegen.hpp"

namespace crownhead::tests {

inline Bits on(std::initializer_list<int> numbers) {
    Bits bits = 0;
    for (int number : numbers) {
        bits |= bit(bit_of_square(number - 1));
    }
    return bits;
}

inline Position board(Side turn, std::initializer_list<int> black, std::initializer_list<int> white,
                      std::initializer_list<int> kings = {}) {
    return {{on(black), on(white)}, on(kings), turn};
}

inline MoveList moves_of(const Position& position, const Rules& rules = {}) {
    MoveList moves;
    with_rules(rules, [&](const auto& fixed) { legal_moves(position, fixed, moves); });
    return moves;
}

}  // namespace crownhead::tests

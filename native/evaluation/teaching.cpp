#include "evaluation/teaching.hpp"

#include <bit>

#include "board/movegen.hpp"

namespace crownhead {
namespace {

constexpr int PIECES_AT_START = 12;
constexpr Bits SIDE_EDGES = squares(4, 4) | squares(12, 12) | squares(20, 20) | squares(28, 28) | squares(3, 3) |
                            squares(11, 11) | squares(19, 19) | squares(27, 27);

// The pieces of one side.
struct Army {
    Bits men, kings;

    Army(const Position& position, Side side)
        : men(position.of(side) & ~position.kings), kings(position.of(side) & position.kings) {}

    int count_men() const { return std::popcount(men); }
    int count_kings() const { return std::popcount(kings); }
    int count() const { return std::popcount(men | kings); }
};

constexpr Bits row(int index) {
    return squares(4 * index, 4 * index + 3);
}

// Row 0 is the side's own back row, row 7 the row where its men are crowned.
constexpr Bits row_from(Side side, int advanced) {
    return row(side == Side::Black ? advanced : 7 - advanced);
}

bool can_side_move(Position position, const Rules& rules, Side side) {
    position.turn = side;
    return can_move(position, rules);
}

int captures_value(const Army& own, const Army& enemy) {
    return 10 * own.count_men() + 12 * own.count_kings() + 8 * (PIECES_AT_START - enemy.count());
}

int advance_value(const Army& own, Side side) {
    int value = 10 * own.count_kings();
    for (int advanced = 0; advanced <= 6; ++advanced) {
        value += advanced * std::popcount(own.men & row_from(side, advanced));
    }
    return value;
}

int pieces_value(const Army& own, const Army& enemy) {
    return own.count() - enemy.count() + own.count_kings() - enemy.count_kings();
}

int halves_value(const Army& own, Side side) {
    const Bits own_half = row_from(side, 0) | row_from(side, 1) | row_from(side, 2) | row_from(side, 3);
    return 5 * std::popcount(own.men & own_half) + 7 * std::popcount(own.men & ~own_half) + 10 * own.count_kings();
}

// In units: 0.5 is 10 of them, 0.2 x 0.75 is 3, 0.1 is 2.
int weighted_value(const Army& own, const Army& enemy, const Position& position, const Rules& rules, Side side) {
    const Bits pieces = own.men | own.kings;
    return 10 * (own.count() - enemy.count()) + 3 * (own.count_kings() - enemy.count_kings()) +
           2 * std::popcount(pieces & row_from(side, 0)) + 2 * std::popcount(pieces & SIDE_EDGES) +
           (can_side_move(position, rules, side) ? 10 : 0);
}

}  // namespace

int evaluate(Teaching evaluation, const Position& position, const Rules& rules, Side side) {
    const Army own(position, side);
    const Army enemy(position, other(side));
    switch (evaluation) {
        case Teaching::Captures:
            return TEACHING_UNIT * captures_value(own, enemy);
        case Teaching::Advance:
            return TEACHING_UNIT * advance_value(own, side);
        case Teaching::Pieces:
            return TEACHING_UNIT * pieces_value(own, enemy);
        case Teaching::Halves:
            return TEACHING_UNIT * halves_value(own, side);
        case Teaching::Weighted:
            break;
    }
    return weighted_value(own, enemy, position, rules, side);
}

}  // namespace crownhead

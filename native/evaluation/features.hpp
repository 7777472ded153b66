// The features of a position: counts of things that players know, each with a weight for the opening and one for the
// endgame. The search, the tuner and the explanations share this description.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "board/geometry.hpp"
#include "board/position.hpp"

namespace crownhead {

// The index at which each group of features begins.
namespace feature {
constexpr int MAN_AT = 0;                     // by square, seen from its own side; includes advance and centre
constexpr int KING_AT = MAN_AT + 32;          // by square
constexpr int BACK_RANK = KING_AT + 32;       // by which of the four back squares hold men: bridges and holes
constexpr int DOG_HOLE = BACK_RANK + 16;      // a man stuck in the corner behind an enemy man
constexpr int RUNAWAY = DOG_HOLE + 1;         // men with a free path to the far row, by rows to go: 1, 2, 3
constexpr int BACKED = RUNAWAY + 3;           // men with a friend or the edge behind them
constexpr int FREE_STEPS = BACKED + 1;        // empty squares that men can step to
constexpr int KING_STEPS = FREE_STEPS + 1;    // empty squares that kings can step to
constexpr int TRAPPED_KING = KING_STEPS + 1;  // kings without a step
constexpr int THREATENED = TRAPPED_KING + 1;  // pieces that the enemy could capture if it were its turn
constexpr int LOPSIDED = THREATENED + 1;      // difference between the men on the left and on the right half
constexpr int KING_AHEAD = LOPSIDED + 1;      // the only side with a king
constexpr int THE_MOVE = KING_AHEAD + 1;      // the opposition: odd number of pieces in the mover's own system
constexpr int ON_TURN = THE_MOVE + 1;         // having the turn
constexpr int COUNT = ON_TURN + 1;

// The names of the groups, in order, for explanations.
struct Group {
    int first;
    const char* name;
};
constexpr std::array<Group, 14> GROUPS = {{
    {MAN_AT, "men"},
    {KING_AT, "kings"},
    {BACK_RANK, "back-row"},
    {DOG_HOLE, "dog-hole"},
    {RUNAWAY, "runaways"},
    {BACKED, "backed"},
    {FREE_STEPS, "room"},
    {KING_STEPS, "kings-room"},
    {TRAPPED_KING, "trapped-kings"},
    {THREATENED, "attacked"},
    {LOPSIDED, "lopsided"},
    {KING_AHEAD, "only-king"},
    {THE_MOVE, "the-move"},
    {ON_TURN, "turn"},
}};

constexpr const char* group_name(int index) {
    const char* name = "";
    for (const Group& group : GROUPS) {
        name = index >= group.first ? group.name : name;
    }
    return name;
}
}  // namespace feature

// One side's pieces and the enemy's, rotated so that its men move down, as Black's do.
struct Camp {
    Bits men, kings, enemy_men, enemy_kings;

    constexpr Camp turned() const {
        return {crownhead::turned(enemy_men), crownhead::turned(enemy_kings), crownhead::turned(men),
                crownhead::turned(kings)};
    }
};

namespace detail {

constexpr Bits LEFT_HALF = squares(0, 1) | squares(4, 5) | squares(8, 9) | squares(12, 13) | squares(16, 17) |
                           squares(20, 21) | squares(24, 25) | squares(28, 29);
// Every second row, counted from the mover's back row: the squares of its system.
constexpr Bits SYSTEM = squares(0, 3) | squares(8, 11) | squares(16, 19) | squares(24, 27);
constexpr Bits EDGE = squares(0, 4) | squares(11, 12) | squares(19, 20) | squares(27, 31);

// Men that are this many rows from the far row, with no enemy on or beside their path.
template <int RowsToGo, typename Add>
constexpr void add_runaways(const Camp& camp, Bits enemies, Add&& add) {
    int count = 0;
    Bits found = 0;
    for (Bits men = camp.men & squares(28 - 4 * RowsToGo, 31 - 4 * RowsToGo); men != 0; men &= men - 1) {
        const Bits man = men & -men;
        Bits reached = man;
        Bits cone = 0;
        for (int row = 0; row < RowsToGo; ++row) {
            reached = (reached << 4 | reached << 5) & BOARD;
            cone |= reached;
        }
        const bool free = (cone & enemies) == 0;
        count += free;
        found |= free ? man : 0;
    }
    add(feature::RUNAWAY + RowsToGo - 1, count, found);
}

template <typename Add>
constexpr void add_each(Bits pieces, int group, Add&& add) {
    for (; pieces != 0; pieces &= pieces - 1) {
        add(group + square_of_bit(lowest_bit(pieces)), 1, pieces & -pieces);
    }
}

template <typename Add>
constexpr void add_number(Bits squares, int index, Add&& add) {
    add(index, std::popcount(squares), squares);
}

// Calls add(feature, count, squares) for each feature in one camp. Callers that ignore squares do not pay for them.
template <typename Add>
constexpr void for_each_feature_of(const Camp& camp, Add&& add) {
    const Bits own = camp.men | camp.kings;
    const Bits enemies = camp.enemy_men | camp.enemy_kings;
    const Bits empty = BOARD & ~(own | enemies);
    add_each(camp.men, feature::MAN_AT, add);
    add(feature::BACK_RANK + static_cast<int>(camp.men & 15), 1, camp.men & 15);
    const Bits cornered = camp.men & squares(27, 27);
    add(feature::DOG_HOLE, cornered != 0 && (camp.enemy_men & squares(31, 31)) != 0, cornered);
    add_runaways<1>(camp, enemies, add);
    add_runaways<2>(camp, enemies, add);
    add_runaways<3>(camp, enemies, add);
    const Bits guarded = own << 4 | own << 5 | EDGE;
    add_number(camp.men & guarded, feature::BACKED, add);
    add_number((camp.men << 4 | camp.men << 5) & empty, feature::FREE_STEPS, add);
    if (camp.kings != 0) {
        add_each(camp.kings, feature::KING_AT, add);
        const Bits open = empty << 4 | empty << 5 | empty >> 4 | empty >> 5;
        const Bits steps = camp.kings << 4 | camp.kings << 5 | camp.kings >> 4 | camp.kings >> 5;
        add_number(steps & empty, feature::KING_STEPS, add);
        add_number(camp.kings & ~open, feature::TRAPPED_KING, add);
        add(feature::KING_AHEAD, camp.enemy_kings == 0, camp.kings);
    }
    Bits jumped = own & empty << 4 & enemies >> 4;
    jumped |= own & empty << 5 & enemies >> 5;
    jumped |= own & empty >> 4 & camp.enemy_kings << 4;
    jumped |= own & empty >> 5 & camp.enemy_kings << 5;
    add_number(jumped, feature::THREATENED, add);
    const int left = std::popcount(camp.men & LEFT_HALF);
    const int right = std::popcount(camp.men & ~LEFT_HALF);
    add(feature::LOPSIDED, left > right ? left - right : right - left,
        camp.men & (left > right ? LEFT_HALF : ~LEFT_HALF));
}

}  // namespace detail

// Calls add(feature, count, squares) for the side to move and subtract(feature, count, squares) for the other.
// Squares are as that side's camp has them. A negative count favours the other side; with a count of 0, the squares
// mean nothing.
template <typename Add, typename Subtract>
constexpr void for_each_feature(const Position& position, Add&& add, Subtract&& subtract) {
    const Bits kings = position.kings;
    const Camp black{position.pieces[0] & ~kings, position.pieces[0] & kings, position.pieces[1] & ~kings,
                     position.pieces[1] & kings};
    const Camp white = black.turned();
    const bool black_to_move = position.turn == Side::Black;
    const Camp& mover = black_to_move ? black : white;
    detail::for_each_feature_of(mover, add);
    detail::for_each_feature_of(black_to_move ? white : black, subtract);
    const Bits all = mover.men | mover.kings | mover.enemy_men | mover.enemy_kings;
    const Bits system = all & detail::SYSTEM;
    add(feature::THE_MOVE, (std::popcount(system) & 1) != 0 ? 1 : -1, system);
    add(feature::ON_TURN, 1, Bits{0});
}

}  // namespace crownhead

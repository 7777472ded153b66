// The evaluation of first-generation players: counts that need no table.
#pragma once

#include "search.hpp"

namespace crownhead::gpu {

// Points for the opening and the endgame.
struct Points {
    int opening, endgame;
};

// The counts of one side. Its men go up if Up, else down.
template <bool Up>
CROWNHEAD_BOTH Points side_points(Word own, Word enemies, Word kings, Word empty) {
    constexpr int LEFT = Up ? 0 : 2;
    constexpr int RIGHT = Up ? 1 : 3;
    constexpr Word HOME = Up ? rows(0, 0) : rows(7, 7);
    constexpr Word OWN_HALF = Up ? rows(0, 2) : rows(5, 7);
    constexpr Word FURTHER = Up ? rows(5, 6) : rows(1, 2);
    constexpr Word NEXT_TO_FAR = Up ? rows(6, 6) : rows(1, 1);
    const Word men = own & ~kings;
    const Word own_kings = own & kings;
    const Word enemy_kings = enemies & kings;
    const int number = count(men);
    const int in_half = count(men & OWN_HALF);
    const int at_home = count(men & HOME);
    const int further = count(men & FURTHER);
    const int backed = count(men & (behind<LEFT>(own) | behind<RIGHT>(own) | EDGE));
    const int steps = count((behind<LEFT>(men) | behind<RIGHT>(men)) & empty);
    const int running = count(men & NEXT_TO_FAR & (before<LEFT>(empty) | before<RIGHT>(empty)));
    // Pieces that the other side could capture if it were its turn.
    const Word jumped =
        own & ((behind<LEFT>(empty) & before<LEFT>(enemies)) | (behind<RIGHT>(empty) & before<RIGHT>(enemies)) |
               (before<LEFT>(empty) & behind<LEFT>(enemy_kings)) | (before<RIGHT>(empty) & behind<RIGHT>(enemy_kings)));
    const int threatened = count(jumped);
    Points points;
    points.opening = 93 * number + 8 * in_half + 11 * at_home + 7 * further + 13 * backed + 5 * steps + 12 * running -
                     6 * threatened;
    points.endgame =
        99 * number - 6 * in_half + 4 * at_home + 4 * further + backed + 5 * steps + 22 * running - 6 * threatened;
    if (own_kings != 0) {
        const Word near = (behind<0>(own_kings) | behind<1>(own_kings) | behind<2>(own_kings) | behind<3>(own_kings));
        const int number_of_kings = count(own_kings);
        const int king_steps = count(near & empty);
        points.opening += 112 * number_of_kings + 7 * king_steps + (enemy_kings == 0 ? 13 : 0);
        points.endgame += 112 * number_of_kings + 3 * king_steps + (enemy_kings == 0 ? 23 : 0);
    }
    return points;
}

// The value for the side to move, in hundredths of a man.
CROWNHEAD_BOTH int evaluate(const Board& board) {
    const Word empty = ~(board.own | board.other);
    const Points own = side_points<true>(board.own, board.other, board.kings, empty);
    const Points other = side_points<false>(board.other, board.own, board.kings, empty);
    const int pieces = 32 - count(empty);
    const int value = (own.opening - other.opening) * pieces + (own.endgame - other.endgame) * (24 - pieces);
    return value / 24 + 1;
}

// Evaluates for a search that waits for a value.
struct HandMade {
    CROWNHEAD_BOTH int value(const Board& board) const { return evaluate(board); }

    CROWNHEAD_BOTH void answer(Search& search) const {
        if (search.mode == ASKING) {
            search.value = evaluate(search.board);
            search.mode = RETURNING;
        }
    }
};

}  // namespace crownhead::gpu

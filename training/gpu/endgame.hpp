// Endgame tables in GPU memory: two bits a position, positions with captures included.
//
// A slice is all positions with the same number of men and kings on both sides. Positions are numbered by the
// contents of their squares, in the order of this board's bits. Numbers whose men share a square are unused.
#pragma once

#include "board.hpp"

namespace crownhead::gpu {

constexpr int MOST_PIECES = 6;
constexpr int KINDS = MOST_PIECES + 1;  // numbers of pieces of a kind, from 0
constexpr Word OWN_MEN = ~rows(7, 7);
constexpr Word OTHER_MEN = ~rows(0, 0);
constexpr int MEN_SQUARES = 28;
constexpr int CODES_A_WORD = 16;
constexpr Word DRAWN_CODE = 0, LOST_CODE = 1, WON_CODE = 2;  // for the side to move

// The memory starts with binomial coefficients, continues with the offset of each slice, and ends with the codes.
constexpr Word CHOICES = 33 * KINDS;
constexpr Word SLICES = KINDS * KINDS * KINDS * KINDS;
constexpr Word CODES = CHOICES + SLICES;

// The number of pieces of each kind.
struct Material {
    int men, kings, other_men, other_kings;

    CROWNHEAD_BOTH int pieces() const { return men + kings + other_men + other_kings; }
    CROWNHEAD_BOTH int key() const { return ((men * KINDS + kings) * KINDS + other_men) * KINDS + other_kings; }
};

CROWNHEAD_BOTH Material material_of(const Board& board) {
    return {count(board.own & ~board.kings), count(board.own & board.kings), count(board.other & ~board.kings),
            count(board.other & board.kings)};
}

struct Endgame {
    const Word* words;

    CROWNHEAD_BOTH Word choices(int from, int number) const { return words[from * KINDS + number]; }

    // The rank of a subset among all subsets of its size of some squares.
    CROWNHEAD_BOTH Word rank(Word set, Word among) const {
        Word rank = 0;
        for (int number = 1; set != 0; ++number, set &= set - 1) {
            rank += choices(count(among & ((set & (~set + 1)) - 1)), number);
        }
        return rank;
    }

    // The number of a position in its slice.
    CROWNHEAD_BOTH Word number(const Board& board, const Material& material) const {
        const Word men = board.own & ~board.kings;
        const Word other_men = board.other & ~board.kings;
        const Word kings = board.own & board.kings;
        const Word free = ~(men | other_men);
        const int free_squares = 32 - material.men - material.other_men;
        Word result = rank(men, OWN_MEN) * choices(MEN_SQUARES, material.other_men) + rank(other_men, OTHER_MEN);
        result = result * choices(free_squares, material.kings) + rank(kings, free);
        return result * choices(free_squares - material.kings, material.other_kings) +
               rank(board.other & board.kings, free & ~kings);
    }

    // The size of a slice.
    CROWNHEAD_BOTH std::uint64_t size(const Material& material) const {
        const int free_squares = 32 - material.men - material.other_men;
        return std::uint64_t{choices(MEN_SQUARES, material.men)} * choices(MEN_SQUARES, material.other_men) *
               choices(free_squares, material.kings) * choices(free_squares - material.kings, material.other_kings);
    }

    // The result for the side to move: 1, 0 or -1. The position must not have more pieces than the tables or be in
    // the middle of a capture.
    CROWNHEAD_BOTH int result(const Board& board) const {
        const Material material = material_of(board);
        if (board.own == 0 || board.other == 0) {
            return board.own == 0 ? -1 : 1;
        }
        const Word at = number(board, material);
        const Word word = words[words[CHOICES + static_cast<Word>(material.key())] + at / CODES_A_WORD];
        const Word code = word >> (at % CODES_A_WORD * 2) & 3;
        return code == WON_CODE ? 1 : code == LOST_CODE ? -1 : 0;
    }
};

}  // namespace crownhead::gpu

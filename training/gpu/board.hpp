// English checkers for a GPU thread, and for a CPU that checks it: both compile the same code.
//
// The board is always seen by the side to move, whose men go up. The layout of its 32 squares makes each diagonal
// step one rotation of the word: the square in column c of row r (both from 0, r + c even) is bit 18 + a + 7 b modulo
// 32 with a = (r + c) / 2 and b = (r - c) / 2. Rotating the board by half a turn reverses the word and rotates it.
#pragma once

#include <cstdint>

#ifdef __CUDACC__
#define CROWNHEAD_BOTH __host__ __device__ __forceinline__
#else
#define CROWNHEAD_BOTH inline
#endif

namespace crownhead::gpu {

using Word = std::uint32_t;

CROWNHEAD_BOTH Word rotated(Word word, int left) {
#ifdef __CUDA_ARCH__
    return __funnelshift_l(word, word, left);
#else
    return word << (left & 31) | word >> (-left & 31);
#endif
}

CROWNHEAD_BOTH int count(Word word) {
#ifdef __CUDA_ARCH__
    return __popc(word);
#else
    return __builtin_popcount(word);
#endif
}

// The index of the lowest set bit. The word must not be 0.
CROWNHEAD_BOTH int lowest(Word word) {
#ifdef __CUDA_ARCH__
    return __ffs(static_cast<int>(word)) - 1;
#else
    return __builtin_ctz(word);
#endif
}

CROWNHEAD_BOTH Word reversed(Word word) {
#ifdef __CUDA_ARCH__
    return __brev(word);
#else
    word = (word & 0x55555555u) << 1 | (word >> 1 & 0x55555555u);
    word = (word & 0x33333333u) << 2 | (word >> 2 & 0x33333333u);
    word = (word & 0x0f0f0f0fu) << 4 | (word >> 4 & 0x0f0f0f0fu);
    return __builtin_bswap32(word);
#endif
}

// The board rotated by half a turn.
CROWNHEAD_BOTH Word turned(Word word) {
    return rotated(reversed(word), 12);
}

constexpr int bit_at(int row, int column) {
    return (18 + (row + column) / 2 + 7 * ((row - column) / 2) + 64) % 32;
}

// The squares in a range of rows and columns.
constexpr Word area(int first_row, int last_row, int first_column, int last_column) {
    Word result = 0;
    for (int row = first_row; row <= last_row; ++row) {
        for (int column = first_column; column <= last_column; ++column) {
            if ((row + column) % 2 == 0) {
                result |= Word{1} << bit_at(row, column);
            }
        }
    }
    return result;
}

constexpr Word rows(int first, int last) {
    return area(first, last, 0, 7);
}

constexpr Word FAR_ROW = rows(7, 7);
constexpr Word EDGE = rows(0, 0) | rows(7, 7) | area(0, 7, 0, 0) | area(0, 7, 7, 7);

// Directions: 0 up and left, 1 up and right, 2 down and left, 3 down and right. Men use the first two.
constexpr int DIRECTIONS = 4;

constexpr int shift_of(int direction) {
    return direction == 0 ? 7 : direction == 1 ? 1 : direction == 2 ? 31 : 25;
}

// Squares from which a step does not leave the board.
constexpr Word inside(int direction) {
    return area(direction < 2 ? 0 : 1, direction < 2 ? 6 : 7, direction % 2 == 0 ? 1 : 0, direction % 2 == 0 ? 7 : 6);
}

// Squares from which one step leads into the given ones.
template <int Direction>
CROWNHEAD_BOTH Word before(Word squares) {
    constexpr Word on_board = inside(Direction);
    return rotated(squares, 32 - shift_of(Direction)) & on_board;
}

// Squares to which one step leads from the given ones.
template <int Direction>
CROWNHEAD_BOTH Word behind(Word squares) {
    constexpr Word on_board = inside(Direction);
    return rotated(squares & on_board, shift_of(Direction));
}

// A position: the pieces of the side to move, those of the other, and which of them are kings. During a capture,
// chain is the square of the piece that must continue.
constexpr int NO_CHAIN = 32;

struct Board {
    Word own, other, kings;
    int chain;
};

// The available moves: the pieces that can move in each direction. Either all of them jump, or none does.
struct Moves {
    Word from[DIRECTIONS];
    bool jumps;

    CROWNHEAD_BOTH bool none() const { return (from[0] | from[1] | from[2] | from[3]) == 0; }
    CROWNHEAD_BOTH int number() const { return count(from[0]) + count(from[1]) + count(from[2]) + count(from[3]); }
};

template <int Direction>
CROWNHEAD_BOTH Word jumpers(Word pieces, Word enemies, Word empty) {
    return pieces & before<Direction>(enemies & before<Direction>(empty));
}

CROWNHEAD_BOTH Moves moves_of(const Board& board) {
    const Word empty = ~(board.own | board.other);
    const Word kings = board.own & board.kings;
    const Word only = board.chain == NO_CHAIN ? ~Word{0} : Word{1} << board.chain;
    Moves moves;
    moves.from[0] = jumpers<0>(board.own, board.other, empty) & only;
    moves.from[1] = jumpers<1>(board.own, board.other, empty) & only;
    moves.from[2] = jumpers<2>(kings, board.other, empty) & only;
    moves.from[3] = jumpers<3>(kings, board.other, empty) & only;
    moves.jumps = !moves.none();
    if (!moves.jumps) {
        moves.from[0] = board.own & before<0>(empty);
        moves.from[1] = board.own & before<1>(empty);
        moves.from[2] = kings & before<2>(empty);
        moves.from[3] = kings & before<3>(empty);
    }
    return moves;
}

CROWNHEAD_BOTH bool can_jump(const Board& board) {
    const Word empty = ~(board.own | board.other);
    const Word kings = board.own & board.kings;
    return (jumpers<0>(board.own, board.other, empty) | jumpers<1>(board.own, board.other, empty) |
            jumpers<2>(kings, board.other, empty) | jumpers<3>(kings, board.other, empty)) != 0;
}

// A half-move is a number: direction times 32 plus the square of the piece.
constexpr int NO_MOVE = 128;

CROWNHEAD_BOTH bool has(const Moves& moves, int move) {
    const int direction = move >> 5;
    const Word from = direction == 0   ? moves.from[0]
                      : direction == 1 ? moves.from[1]
                      : direction == 2 ? moves.from[2]
                                       : moves.from[3];
    return move < NO_MOVE && (from >> (move & 31) & 1) != 0;
}

// The first half-move with at least this number, or NO_MOVE.
CROWNHEAD_BOTH int next_move(const Moves& moves, int least) {
    int found = NO_MOVE;
#pragma unroll
    for (int direction = DIRECTIONS - 1; direction >= 0; --direction) {
        const int skipped = least - 32 * direction;
        const Word rest = skipped >= 32  ? 0
                          : skipped <= 0 ? moves.from[direction]
                                         : moves.from[direction] & ~Word{0} << skipped;
        if (rest != 0) {
            found = 32 * direction + lowest(rest);
        }
    }
    return found;
}

// The board after a half-move. If the piece can jump again, the same side is to move and chain is its square;
// otherwise the board is rotated for the other side.
CROWNHEAD_BOTH Board after(const Board& board, int move, bool jump) {
    const int direction = move >> 5;
    const int shift = direction == 0 ? 7 : direction == 1 ? 1 : direction == 2 ? 31 : 25;
    const Word origin = Word{1} << (move & 31);
    const Word next = rotated(origin, shift);
    const Word target = jump ? rotated(next, shift) : next;
    const Word captured = jump ? next : 0;
    const bool was_king = (board.kings & origin) != 0;
    const bool crowned = !was_king && (target & FAR_ROW) != 0;
    Board result;
    result.own = (board.own ^ origin) | target;
    result.other = board.other & ~captured;
    result.kings = (board.kings & ~(origin | captured)) | (was_king || crowned ? target : 0);
    result.chain = NO_CHAIN;
    if (jump && !crowned) {
        const Word empty = ~(result.own | result.other);
        const Word king = was_king ? target : 0;
        const Word again = jumpers<0>(target, result.other, empty) | jumpers<1>(target, result.other, empty) |
                           jumpers<2>(king, result.other, empty) | jumpers<3>(king, result.other, empty);
        if (again != 0) {
            result.chain = lowest(target);
            return result;
        }
    }
    const Word own = result.own;
    result.own = turned(result.other);
    result.other = turned(own);
    result.kings = turned(result.kings);
    return result;
}

// A hash of a position outside a capture.
CROWNHEAD_BOTH std::uint64_t hash_of(const Board& board) {
    std::uint64_t hash =
        board.own * 0x9e3779b97f4a7c15u + board.other * 0xbf58476d1ce4e5b9u + board.kings * 0xd6e8feb86659fd93u;
    hash ^= hash >> 32;
    hash *= 0x94d049bb133111ebu;
    return hash ^ hash >> 29;
}

// Converts between this board and masks with square n of 1..32 at bit n - 1, as in the rest of Crownhead. Black, on
// the low numbers, sees its men move up to the high ones.
constexpr int bit_of_square(int square) {
    const int row = square / 4;
    const int column = 2 * (square % 4) + (row % 2 == 0 ? 1 : 0);
    return bit_at(row, 7 - column);
}

CROWNHEAD_BOTH Word to_mask(Word word) {
    Word mask = 0;
    for (int square = 0; square < 32; ++square) {
        mask |= (word >> bit_of_square(square) & 1) << square;
    }
    return mask;
}

CROWNHEAD_BOTH Word from_mask(Word mask) {
    Word word = 0;
    for (int square = 0; square < 32; ++square) {
        word |= (mask >> square & 1) << bit_of_square(square);
    }
    return word;
}

// A board from masks of Black's pieces, White's pieces and kings.
CROWNHEAD_BOTH Board board_of(Word black, Word white, Word kings, bool white_to_move) {
    Board board{from_mask(black), from_mask(white), from_mask(kings), NO_CHAIN};
    if (white_to_move) {
        board = {turned(board.other), turned(board.own), turned(board.kings), NO_CHAIN};
    }
    return board;
}

}  // namespace crownhead::gpu

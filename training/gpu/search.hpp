// Alpha-beta as a state machine that a thread steps, so that the threads of a warp stay together. A step takes back
// at most one half-move, makes at most one, and evaluates or enters the new position. Half-moves of a capture with
// several jumps are nodes of the same side.
#pragma once

#include "board.hpp"
#include "endgame.hpp"

namespace crownhead::gpu {

constexpr int FRAMES = 15;  // of the stack; deeper positions are evaluated statically
constexpr int FRAME_WORDS = 6;
constexpr int DEEPEST = FRAMES - 3;
constexpr int LAST_RECURRING = 4;  // frames up to this one are compared with the positions of the game
constexpr int WIN = 30000;         // less the number of frames to the win
constexpr int DECIDED = WIN - 1000;
constexpr int INFINITE = 32000;
constexpr int TABLE_WIN = WIN - 500;  // a win by the endgame tables, less the frames to them
constexpr int TABLE_BITS = 13;

// Settings of all games.
struct Settings {
    std::int32_t nodes;         // for a move
    std::int32_t depth;         // at most
    std::int32_t table;         // 0: none, 1: entries of the very depth, 2: of that depth or more
    std::int32_t least_random;  // random plies at the beginning
    std::int32_t most_random;
    std::int32_t balance;         // openings less balanced than this are not played
    std::int32_t early_noise;     // out of 256 moves, how many get noisy root scores in the first NOISY_PLIES
    std::int32_t late_noise;      // the same later
    std::int32_t margin;          // the most noise, in points
    std::int32_t quiet_limit;     // quiet plies that make a draw
    std::int32_t recorded_quiet;  // positions with more quiet plies than this are not recorded
    std::int32_t adjudicate;      // whether a game ends when the search has proven its result
    std::int32_t pieces;          // positions with up to this many pieces are looked up in endgame tables; 0 means none
    std::int32_t continued;       // out of 256 games, how many continue after that to give more records
};

// An entry of the table of one game. Bound: 0 empty, 1 at most, 2 at least, 3 exact.
struct alignas(8) Entry {
    Word check;
    Word data;  // score 16, move 8, depth 6, bound 2 bits
};

// The memory of a thread's stack: word w of frame f. Neighbouring threads use neighbouring words.
struct Stack {
    Word* words;
    int stride;

    CROWNHEAD_BOTH Word& at(int frame, int word) const { return words[(frame * FRAME_WORDS + word) * stride]; }
};

// A search in state ASKING waits for the value of its board, to be stored with the state RETURNING.
enum Mode : int { RETURNING, CHOOSING, WAITING, ASKING };

// The search of one thread.
struct Search {
    int mode;
    int frame;  // the current frame
    int value;  // returned by the node above, for its side to move
    int nodes;
    int depth;  // of this iteration
    int best_move;
    int score;
    Word noise;           // 0: none
    Word repeated;        // the number of earlier positions that can recur
    std::uint64_t seen;   // the last six bits of their hashes, as a set
    const Word* earlier;  // their hashes
    bool looks_up;        // whether it may probe the endgame tables
    Board board;          // to be evaluated
};

// The state of a frame besides its board.
struct Node {
    int alpha, beta;      // word 3
    int best, best_move;  // word 4
    int cursor;           // 0: table move comes next, 1: killer, from 2 on: half-moves numbered cursor - 2 and higher
    int depth, chain, table_move, killer;  // word 5
    bool same_side;                        // the current half-move continues a capture

    CROWNHEAD_BOTH int tried() const { return cursor == 1 ? table_move : cursor == 2 ? killer : cursor - 3; }
};

CROWNHEAD_BOTH int low_half(Word word) {
    return static_cast<std::int16_t>(word & 0xffff);
}

CROWNHEAD_BOTH int high_half(Word word) {
    return static_cast<std::int16_t>(word >> 16);
}

CROWNHEAD_BOTH Word halves(int high, int low) {
    return static_cast<Word>(high) << 16 | (static_cast<Word>(low) & 0xffff);
}

CROWNHEAD_BOTH Node load_node(const Stack& stack, int frame) {
    const Word window = stack.at(frame, 3);
    const Word found = stack.at(frame, 4);
    const Word facts = stack.at(frame, 5);
    Node node;
    node.alpha = high_half(window);
    node.beta = low_half(window);
    node.best = high_half(found);
    node.best_move = static_cast<int>(found >> 8 & 255);
    node.cursor = static_cast<int>(found & 255);
    node.depth = static_cast<int>(facts & 31);
    node.chain = static_cast<int>(facts >> 5 & 63);
    node.table_move = static_cast<int>(facts >> 11 & 255);
    node.killer = static_cast<int>(facts >> 19 & 255);
    node.same_side = (facts >> 27 & 1) != 0;
    return node;
}

CROWNHEAD_BOTH void store_found(const Stack& stack, int frame, const Node& node) {
    stack.at(frame, 4) = static_cast<Word>(node.best) << 16 | static_cast<Word>(node.best_move << 8 | node.cursor);
}

CROWNHEAD_BOTH void store_facts(const Stack& stack, int frame, const Node& node) {
    stack.at(frame, 5) = static_cast<Word>(node.depth | node.chain << 5 | node.table_move << 11 | node.killer << 19 |
                                           (node.same_side ? 1 : 0) << 27);
}

CROWNHEAD_BOTH Board load_board(const Stack& stack, int frame, int chain) {
    return {stack.at(frame, 0), stack.at(frame, 1), stack.at(frame, 2), chain};
}

CROWNHEAD_BOTH void push(const Stack& stack, int frame, const Board& board, int alpha, int beta, int depth,
                         int table_move) {
    // The last half-move that caused a cut-off at this height is tried early. The word outlives its node.
    const int killer = static_cast<int>(stack.at(frame, 5) >> 19 & 255);
    stack.at(frame, 0) = board.own;
    stack.at(frame, 1) = board.other;
    stack.at(frame, 2) = board.kings;
    stack.at(frame, 3) = halves(alpha, beta);
    stack.at(frame, 4) = static_cast<Word>(-INFINITE) << 16 | NO_MOVE << 8;
    store_facts(stack, frame, {0, 0, 0, 0, 0, depth, board.chain, table_move, killer, false});
}

CROWNHEAD_BOTH Word mixed(Word word) {
    word = (word ^ word >> 16) * 0x85ebca6bu;
    word = (word ^ word >> 13) * 0xc2b2ae35u;
    return word ^ word >> 16;
}

// Extra points of a root move in noisy play.
CROWNHEAD_BOTH int bonus(const Search& search, const Settings& settings, int move) {
    return search.noise == 0 ? 0
                             : static_cast<int>(mixed(search.noise + static_cast<Word>(move) * 0x9e3779b9u) %
                                                static_cast<Word>(settings.margin + 1));
}

CROWNHEAD_BOTH Entry* entry_of(Entry* table, std::uint64_t hash) {
    return table + (static_cast<Word>(hash >> 32) & ((Word{1} << TABLE_BITS) - 1));
}

// Wins count frames from the root in the search and from the position in the table.
CROWNHEAD_BOTH int to_table(int score, int frame) {
    return score > DECIDED ? score + frame : score < -DECIDED ? score - frame : score;
}

CROWNHEAD_BOTH int from_table(int score, int frame) {
    return score > DECIDED ? score - frame : score < -DECIDED ? score + frame : score;
}

CROWNHEAD_BOTH void begin_iteration(Search& search, const Stack& stack, const Board& board, int depth, int move) {
    search.depth = depth;
    search.frame = 0;
    search.mode = CHOOSING;
    push(stack, 0, board, -INFINITE, INFINITE, depth, move);
}

// Starts a search. The position must have a move.
CROWNHEAD_BOTH void begin_search(Search& search, const Stack& stack, const Board& board) {
    search.value = search.nodes = search.score = 0;
    search.best_move = NO_MOVE;
    search.board = board;
    for (int frame = 0; frame < FRAMES; ++frame) {
        stack.at(frame, 5) = NO_MOVE << 19;
    }
    begin_iteration(search, stack, board, 1, NO_MOVE);
}

// Finishes the node of the frame: its value goes to the table and to the node below.
CROWNHEAD_BOTH void leave(Search& search, const Stack& stack, Entry* table, const Settings& settings,
                          const Node& node) {
    const int frame = search.frame;
    if (frame == 0) {
        search.score = node.best;
        search.best_move = node.best_move;
        const bool done = search.depth >= settings.depth || search.nodes >= settings.nodes || node.best > DECIDED ||
                          node.best < -DECIDED;
        if (done) {
            search.mode = WAITING;
        } else {
            begin_iteration(search, stack, load_board(stack, 0, node.chain), search.depth + 1, node.best_move);
        }
        return;
    }
    if (settings.table != 0 && node.depth > 0 && node.chain == NO_CHAIN) {
        const std::uint64_t hash = hash_of(load_board(stack, frame, NO_CHAIN));
        const Word bound = node.best >= node.beta ? 2 : node.best > node.alpha ? 3 : 1;
        *entry_of(table, hash) = {static_cast<Word>(hash),
                                  static_cast<Word>(to_table(node.best, frame)) << 16 |
                                      static_cast<Word>(node.best_move << 8 | node.depth << 2) | bound};
    }
    search.value = node.best;
    search.frame = frame - 1;
    search.mode = RETURNING;
}

// Takes the value of a half-move. Returns false if that finishes the node.
CROWNHEAD_BOTH bool take_value(const Search& search, const Stack& stack, const Settings& settings, Node& node) {
    int value = node.same_side ? search.value : -search.value;
    if (search.frame == 0) {
        value += bonus(search, settings, node.tried());
    }
    if (value > node.best) {
        node.best = value;
        node.best_move = node.tried();
    }
    if (node.best >= node.beta) {
        node.killer = node.best_move;
        store_facts(stack, search.frame, node);
        return false;
    }
    return true;
}

// The next half-move of a node, or NO_MOVE: the table's, the killer, then all others.
CROWNHEAD_BOTH int choose(Node& node, Moves moves) {
    if (node.cursor == 0) {
        node.cursor = 1;
        if (has(moves, node.table_move)) {
            return node.table_move;
        }
    }
    if (node.cursor == 1) {
        node.cursor = 2;
        if (node.killer != node.table_move && has(moves, node.killer)) {
            return node.killer;
        }
    }
#pragma unroll
    for (int direction = 0; direction < DIRECTIONS; ++direction) {
        const Word first = node.table_move >> 5 == direction ? Word{1} << (node.table_move & 31) : 0;
        const Word second = node.killer >> 5 == direction ? Word{1} << (node.killer & 31) : 0;
        moves.from[direction] &= ~(first | second);
    }
    const int move = next_move(moves, node.cursor - 2);
    node.cursor = move + 3;
    return move;
}

// Whether the game has seen a position since its last capture or move of a man.
CROWNHEAD_BOTH bool recurs(const Search& search, Word check, int frame) {
    bool found = false;
    if ((search.seen >> (check & 63) & 1) != 0) {
        for (Word at = (search.repeated ^ static_cast<Word>(frame)) & 1; at < search.repeated; at += 2) {
            found |= search.earlier[at] == check;
        }
    }
    return found;
}

// Handles the position after a half-move: a value at once, a request for one, or a new frame.
CROWNHEAD_BOTH void enter(Search& search, const Stack& stack, Entry* table, const Endgame& endgame,
                          const Settings& settings, const Board& board, int alpha, int beta, int depth) {
    ++search.nodes;
    const int frame = search.frame + 1;
    const Moves moves = moves_of(board);
    search.mode = RETURNING;
    if (moves.none()) {
        search.value = frame - WIN;
        return;
    }
    if (search.looks_up && board.chain == NO_CHAIN && count(board.own | board.other) <= settings.pieces) {
        search.value = endgame.result(board) * (TABLE_WIN - frame);
        return;
    }
    if (frame == FRAMES || (depth == 0 && !moves.jumps)) {
        search.board = board;
        search.mode = ASKING;
        return;
    }
    int table_move = NO_MOVE;
    if (depth > 0 && board.chain == NO_CHAIN) {
        const std::uint64_t hash = hash_of(board);
        if (frame <= LAST_RECURRING && recurs(search, static_cast<Word>(hash), frame)) {
            search.value = 0;
            return;
        }
        if (settings.table != 0) {
            const Entry entry = *entry_of(table, hash);
            const int bound = static_cast<int>(entry.data & 3);
            if (bound != 0 && entry.check == static_cast<Word>(hash)) {
                const int score = from_table(high_half(entry.data), frame);
                const int entry_depth = static_cast<int>(entry.data >> 2 & 63);
                const bool deep = settings.table == 1 ? entry_depth == depth : entry_depth >= depth;
                if (deep && (bound == 3 || (bound == 2 ? score >= beta : score <= alpha))) {
                    search.value = score;
                    return;
                }
                table_move = static_cast<int>(entry.data >> 8 & 255);
            }
        }
    }
    push(stack, frame, board, alpha, beta, depth, table_move);
    search.frame = frame;
    search.mode = CHOOSING;
}

// Ends the search when its nodes are used up, with the results of the unfinished iteration.
CROWNHEAD_BOTH void give_up(Search& search, const Stack& stack) {
    const Node root = load_node(stack, 0);
    if (root.best_move < NO_MOVE) {
        search.best_move = root.best_move;
        search.score = root.best;
    }
    search.mode = WAITING;
}

// One step of a search that is neither idle nor waiting for a value.
CROWNHEAD_BOTH void step(Search& search, const Stack& stack, Entry* table, const Endgame& endgame,
                         const Settings& settings) {
    Node node = load_node(stack, search.frame);
    bool going_on = true;
    if (search.mode == RETURNING) {
        going_on = take_value(search, stack, settings, node);
    }
    if (going_on) {
        const Board board = load_board(stack, search.frame, node.chain);
        const Moves moves = moves_of(board);
        const int move = choose(node, moves);
        store_found(stack, search.frame, node);
        if (move < NO_MOVE) {
            const Board next = after(board, move, moves.jumps);
            node.same_side = next.chain != NO_CHAIN;
            store_facts(stack, search.frame, node);
            int alpha = node.best > node.alpha ? node.best : node.alpha;
            alpha -= search.frame == 0 ? bonus(search, settings, move) : 0;
            const int depth = node.same_side || node.depth == 0 ? node.depth : node.depth - 1;
            enter(search, stack, table, endgame, settings, next, node.same_side ? alpha : -node.beta,
                  node.same_side ? node.beta : -alpha, depth);
            if (search.nodes >= settings.nodes && search.best_move < NO_MOVE) {
                give_up(search, stack);
            }
            return;
        }
    }
    leave(search, stack, table, settings, node);
}

}  // namespace crownhead::gpu

// Self-play games of a thread: random openings, moves by search, draws, and records of quiet positions.
#pragma once

#include "search.hpp"

namespace crownhead::gpu {

constexpr int MOST_RECORDS = 120;  // per game; later positions are not recorded
constexpr int MOST_EARLIER = 96;   // positions that can recur
constexpr int LONGEST_GAME = 300;
constexpr int NOISY_PLIES = 30;
constexpr int HELD_OUT = 20;      // one game in this many is held out
constexpr int STEPS_A_TURN = 32;  // all threads play their moves together, once every this many steps

// One quiet position of a game, in the format of native/training/selfplay.hpp. Marks: 1 White to move, 2 held out, 4
// the result is that of the position itself, not of its game.
struct Record {
    Word black, white, kings;
    std::int16_t score;
    std::uint8_t marks;
    std::int8_t result;
};
static_assert(sizeof(Record) == 16);

struct Game {
    Board board;
    std::uint64_t random;
    Word number;         // the number of games that this thread has started
    std::int32_t white;  // whether White is to move
    std::int32_t plies;  // since the random opening
    std::int32_t quiet;  // plies without a capture or a move of a man
    std::int32_t records;
    std::int32_t held_out;
    std::int32_t settled;        // whether the endgame tables decided the result
    std::int32_t result;         // Black's result, if they did
    Word earlier[MOST_EARLIER];  // hashes of the positions since then, without the present one
    Record record[MOST_RECORDS];
};

// Counters of all threads.
enum Counter : int {
    RECORDS,
    GAMES,
    BLACK_WINS,
    WHITE_WINS,
    DRAWS,
    PLIES,
    NODES,
    MOVES,
    DEPTHS,
    OPENINGS,
    REPETITIONS,
    SETTLED,
    LOST,
    COUNTERS
};

struct Output {
    Record* records;
    unsigned long long capacity;
    unsigned long long* counters;
    Word* trace;  // receives every half-move: black, white, kings, marks; null if nobody watches
};

CROWNHEAD_BOTH unsigned long long add(unsigned long long* counter, unsigned long long number) {
#ifdef __CUDA_ARCH__
    return atomicAdd(counter, number);
#else
    const unsigned long long old = *counter;
    *counter += number;
    return old;
#endif
}

CROWNHEAD_BOTH Word random_word(Game& game) {
    game.random += 0x9e3779b97f4a7c15u;
    std::uint64_t word = game.random;
    word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9u;
    word = (word ^ word >> 27) * 0x94d049bb133111ebu;
    return static_cast<Word>((word ^ word >> 31) >> 16);
}

CROWNHEAD_BOTH int nth_move(const Moves& moves, int number) {
    int move = next_move(moves, 0);
    for (; number > 0; --number) {
        move = next_move(moves, move + 1);
    }
    return move;
}

// Makes a half-move in the game.
CROWNHEAD_BOTH void make(Game& game, int move, bool jump) {
    const bool quiet = !jump && (game.board.kings >> (move & 31) & 1) != 0;
    if (!quiet) {
        game.quiet = 0;
    } else {
        if (game.quiet < MOST_EARLIER) {
            game.earlier[game.quiet] = static_cast<Word>(hash_of(game.board));
        }
        ++game.quiet;
    }
    game.board = after(game.board, move, jump);
    if (game.board.chain == NO_CHAIN) {
        game.white ^= 1;
        ++game.plies;
    }
}

struct Masks {
    Word black, white, kings;
};

CROWNHEAD_BOTH Masks masks_of(const Game& game) {
    const Board& board = game.board;
    return game.white != 0
               ? Masks{to_mask(turned(board.other)), to_mask(turned(board.own)), to_mask(turned(board.kings))}
               : Masks{to_mask(board.own), to_mask(board.other), to_mask(board.kings)};
}

// Writes the state of the game to the trace. Marks: 1 White to move, 2 in the middle of a capture, 4 the game is
// over, with 8 Black won and 16 White won. The first word of the trace counts its entries.
CROWNHEAD_BOTH void tell(const Game& game, const Output& output, Word ending) {
    if (output.trace != nullptr) {
        Word* entry = output.trace + 1 + 4 * output.trace[0]++;
        const Masks masks = masks_of(game);
        entry[0] = masks.black;
        entry[1] = masks.white;
        entry[2] = masks.kings;
        entry[3] = static_cast<Word>(game.white) | (game.board.chain != NO_CHAIN ? 2 : 0) | ending;
    }
}

// Plays this many random plies from the start. Returns false if the result is not an opening: unbalanced, over, or
// with a capture to make.
CROWNHEAD_BOTH bool open_randomly(Game& game, int plies) {
    constexpr Word START = rows(0, 2);
    game.board = {START, turned(START), 0, NO_CHAIN};
    game.white = game.plies = game.quiet = 0;
    while (game.plies < plies || game.board.chain != NO_CHAIN) {
        const Moves moves = moves_of(game.board);
        const int number = moves.number();
        if (number == 0) {
            return false;
        }
        make(game, nth_move(moves, static_cast<int>(random_word(game) % static_cast<Word>(number))), moves.jumps);
    }
    const Moves moves = moves_of(game.board);
    return count(game.board.own) == count(game.board.other) && game.board.kings == 0 && !moves.jumps && !moves.none();
}

CROWNHEAD_BOTH void begin_game(Game& game, const Settings& settings) {
    const int span = settings.most_random - settings.least_random + 1;
    const int plies = settings.least_random + static_cast<int>(random_word(game) % static_cast<Word>(span));
    while (!open_randomly(game, plies)) {
    }
    game.plies = game.quiet = game.records = game.settled = game.result = 0;
    ++game.number;
    game.held_out = random_word(game) % HELD_OUT == 0;
}

// Writes the records of a finished game. result is Black's, unless the endgame tables decided it.
CROWNHEAD_BOTH void end_game(Game& game, const Settings& settings, const Output& output, int result) {
    result = game.settled != 0 ? game.result : result;
    tell(game, output, Word{4} | (result > 0 ? 8 : result < 0 ? 16 : 0));
    const auto number = static_cast<unsigned long long>(game.records);
    const unsigned long long first = add(output.counters + RECORDS, number);
    if (first + number <= output.capacity) {
        for (int index = 0; index < game.records; ++index) {
            Record record = game.record[index];
            if ((record.marks & 4) == 0) {
                record.result = static_cast<std::int8_t>(result);
            }
            output.records[first + static_cast<unsigned long long>(index)] = record;
        }
    } else {
        add(output.counters + LOST, number);
    }
    add(output.counters + GAMES, 1);
    add(output.counters + (result > 0 ? BLACK_WINS : result < 0 ? WHITE_WINS : DRAWS), 1);
    add(output.counters + PLIES, static_cast<unsigned long long>(game.plies));
    begin_game(game, settings);
}

// The result of the game's position by the endgame tables, for Black.
CROWNHEAD_BOTH int looked_up(const Game& game, const Endgame& endgame) {
    const int result = endgame.result(game.board);
    return game.white != 0 ? -result : result;
}

CROWNHEAD_BOTH void record_position(Game& game, const Endgame& endgame, int score) {
    const Masks masks = masks_of(game);
    Record& record = game.record[game.records++];
    record.black = masks.black;
    record.white = masks.white;
    record.kings = masks.kings;
    record.score = static_cast<std::int16_t>(score);
    record.marks = static_cast<std::uint8_t>(game.white | game.held_out << 1 | game.settled << 2);
    record.result = static_cast<std::int8_t>(game.settled != 0 ? looked_up(game, endgame) : 0);
}

CROWNHEAD_BOTH bool has_recurred(const Game& game) {
    const Word check = static_cast<Word>(hash_of(game.board));
    for (int at = game.quiet & 1; at < game.quiet && at < MOST_EARLIER; at += 2) {
        if (game.earlier[at] == check) {
            return true;
        }
    }
    return false;
}

// Probes the endgame tables. Most games end there; the others continue without them.
CROWNHEAD_BOTH bool is_settled(Game& game, const Endgame& endgame, const Settings& settings, const Output& output) {
    if (game.settled != 0 || count(game.board.own | game.board.other) > settings.pieces) {
        return false;
    }
    game.settled = 1;
    game.result = looked_up(game, endgame);
    add(output.counters + SETTLED, 1);
    return static_cast<int>(random_word(game) & 255) >= settings.continued;
}

// Ends the game if it is over after a move. The moves are those of its position.
CROWNHEAD_BOTH bool is_over(Game& game, const Endgame& endgame, const Settings& settings, const Output& output,
                            const Moves& moves) {
    if (moves.none()) {
        end_game(game, settings, output, game.white != 0 ? 1 : -1);
        return true;
    }
    if (game.board.chain != NO_CHAIN) {
        return false;
    }
    const bool recurred = has_recurred(game);
    if (recurred) {
        add(output.counters + REPETITIONS, 1);
    }
    if (recurred || game.quiet >= settings.quiet_limit || game.plies >= LONGEST_GAME ||
        is_settled(game, endgame, settings, output)) {
        end_game(game, settings, output, 0);
        return true;
    }
    return false;
}

// Plays the move that the search found, and forced moves after it.
CROWNHEAD_BOTH void play_on(Game& game, const Search& search, const Endgame& endgame, const Settings& settings,
                            const Output& output) {
    const int score = search.score - bonus(search, settings, search.best_move);
    const bool decided = score > DECIDED || score < -DECIDED;
    add(output.counters + MOVES, 1);
    add(output.counters + NODES, static_cast<unsigned long long>(search.nodes));
    add(output.counters + DEPTHS, static_cast<unsigned long long>(search.depth));
    if (game.plies == 0 && (score > settings.balance || score < -settings.balance)) {
        add(output.counters + OPENINGS, 1);
        begin_game(game, settings);
        return;
    }
    Moves moves = moves_of(game.board);
    if (!moves.jumps && game.quiet <= settings.recorded_quiet && game.records < MOST_RECORDS) {
        record_position(game, endgame, score);
    }
    if (decided && settings.adjudicate != 0) {
        end_game(game, settings, output, (score > 0) == (game.white == 0) ? 1 : -1);
        return;
    }
    tell(game, output, 0);
    make(game, search.best_move, moves.jumps);
    moves = moves_of(game.board);
    while (!is_over(game, endgame, settings, output, moves) && moves.number() == 1) {
        tell(game, output, 0);
        make(game, next_move(moves, 0), moves.jumps);
        moves = moves_of(game.board);
    }
}

// Sets up the search for the next move. If a launch ended during a search, the next launch starts it again.
CROWNHEAD_BOTH void begin_move(Game& game, Search& search, const Stack& stack, const Settings& settings) {
    const Word chance = random_word(game);
    const int often = game.plies < NOISY_PLIES ? settings.early_noise : settings.late_noise;
    search.noise = static_cast<int>(chance & 255) < often ? (chance | 1) : 0;
    search.repeated = static_cast<Word>(game.quiet < MOST_EARLIER ? game.quiet : MOST_EARLIER);
    search.earlier = game.earlier;
    search.seen = 0;
    for (Word at = 0; at < search.repeated; ++at) {
        search.seen |= std::uint64_t{1} << (game.earlier[at] & 63);
    }
    search.looks_up = game.settled == 0;
    begin_search(search, stack, game.board);
}

// Runs one game for this many steps.
template <typename Evaluation>
CROWNHEAD_BOTH void drive(Game& game, const Stack& stack, Entry* table, const Evaluation& evaluation,
                          const Endgame& endgame, const Settings& settings, const Output& output, unsigned steps) {
    Search search;
    begin_move(game, search, stack, settings);
    for (unsigned at = 1; at <= steps; ++at) {
        if (search.mode != WAITING) {
            step(search, stack, table, endgame, settings);
        }
        evaluation.answer(search);
        if (at % STEPS_A_TURN == 0 && search.mode == WAITING) {
            play_on(game, search, endgame, settings, output);
            begin_move(game, search, stack, settings);
        }
    }
}

CROWNHEAD_BOTH void found(Game& game, const Settings& settings, std::uint64_t seed, std::uint64_t number) {
    game.random = (seed * 0x2545f4914f6cdd1du) ^ (number * 0xd1342543de82ef95u);
    game.number = 0;
    random_word(game);
    begin_game(game, settings);
}

}  // namespace crownhead::gpu

#include <algorithm>
#include <random>
#include <string>

#include "board/key.hpp"
#include "library/movetext.hpp"
#include "library/postings.hpp"
#include "library/shelf.hpp"
#include "tests/boards.hpp"
#include "tests/check.hpp"

namespace crownhead::tests {

namespace {

struct Played {
    std::vector<std::uint8_t> bytes;
    std::vector<Position> positions;
    std::string text;  // with all squares of each move, and a number before it
};

// A random game, as bytes and as the positions from the generator.
Played random_game(std::mt19937& random, const Rules& rules) {
    Played game;
    Position here = Position::start(Side::Black);
    game.positions.push_back(here);
    for (int ply = 0; ply < 120; ++ply) {
        const MoveList moves = moves_of(here, rules);
        if (moves.size() == 0) {
            break;
        }
        const Move& move = moves[random() % moves.size()];
        Bits at = bit(move.from);
        game.bytes.push_back(static_cast<std::uint8_t>(square_of_bit(move.from) | GOES_ON));
        for (int leg = 0; leg + 1 < move.legs; ++leg) {
            at = step(step(at, move.leg(leg)), move.leg(leg));
            game.bytes.push_back(static_cast<std::uint8_t>(square_of_bit(lowest_bit(at)) | GOES_ON));
        }
        game.bytes.push_back(static_cast<std::uint8_t>(square_of_bit(move.to) | (move.king ? KING : 0)));
        int path[MAX_LEGS + 1];
        const int length = path_of(move, path);
        game.text += std::to_string(ply / 2 + 1) + (ply % 2 == 0 ? ". " : "...");
        for (int index = 0; index < length; ++index) {
            game.text += std::to_string(number_of_bit(path[index])) + (index + 1 < length ? 'x' : '\n');
        }
        here = here.play(move);
        game.positions.push_back(here);
    }
    return game;
}

}  // namespace

TEST("bytes lead through the same positions as the moves, under any rules") {
    std::mt19937 random(3);
    for (int number = 0; number < 200; ++number) {
        Rules rules;
        rules.regicide = number % 2 == 0;
        rules.crowning_ends_move = number % 3 != 0;
        rules.capture = number % 5 == 0 ? Capture::Optional : Capture::Mandatory;
        const Played game = random_game(random, rules);
        std::size_t count = 0;
        walk_line(game.positions[0], game.bytes, [&](std::uint32_t ply, const Standing& here, Line) {
            CHECK(ply < game.positions.size() && here.position() == game.positions[ply]);
            ++count;
            return false;
        });
        CHECK(count == game.positions.size());
    }
}

TEST("texts lead to the same bytes as the moves, under any rules") {
    std::mt19937 random(7);
    for (int number = 0; number < 200; ++number) {
        Rules rules;
        rules.crowning_ends_move = number % 3 != 0;
        rules.continuation = number % 5 == 0 ? Continuation::Optional : Continuation::Mandatory;
        const Played game = random_game(random, rules);
        CHECK(end_of_moves(game.text, 0) == game.text.size());
        std::string line;
        const auto pack = [&](const Position&, const MoveList&, const Move& move) { append_move(line, move); };
        CHECK(play_text(game.positions[0], rules, game.text, pack) == game.text.size());
        CHECK(std::equal(line.begin(), line.end(), game.bytes.begin(), game.bytes.end(),
                         [](char one, std::uint8_t two) { return static_cast<std::uint8_t>(one) == two; }));
    }
}

TEST("a text is played to the first move that is illegal or could be several") {
    int plies = 0;
    const auto count = [&](const Position&, const MoveList&, const Move&) { ++plies; };
    CHECK(play_text(Position::start(Side::Black), {}, "1. 11-15 23-20 2. 8-11", count) == 9 && plies == 1);
    const Position forked = board(Side::Black, {1}, {6, 7, 14, 15}, {1});
    CHECK(play_text(forked, {}, "1x19", count) == 4);
    CHECK(play_text(board(Side::Black, {2}, {6, 7, 14, 15}, {2}), {}, "2x2", count) == 0);
}

TEST("damaged texts are read without harm") {
    std::mt19937 random(8);
    for (int time = 0; time < 2000; ++time) {
        std::string text = random_game(random, {}).text.substr(0, random() % 200);
        for (int left = static_cast<int>(random() % 4); left > 0 && !text.empty(); --left) {
            text[random() % text.size()] = "0123456789x-:. !{\n\x80"[random() % 18];
        }
        const auto ignore = [](const Position&, const MoveList&, const Move&) {};
        CHECK(play_text(Position::start(Side::Black), {}, text, ignore) <= text.size());
        CHECK(end_of_moves(text, random() % (text.size() + 1)) <= text.size());
    }
}

TEST("the index finds every position of every game where it was first, and nothing else") {
    std::mt19937 random(4);
    std::vector<Played> games;
    Postings postings;
    for (std::uint32_t number = 1; number <= 60; ++number) {
        games.push_back(random_game(random, {}));
        postings.add(number, games.back().positions[0], games.back().bytes);
    }
    const std::vector<Leaf> leaves = postings.leaves();
    CHECK(leaves.size() > 5);
    for (const Played& game : games) {
        for (const Position& position : game.positions) {
            const std::uint64_t key = key_of(position);
            const Leaf* leaf = &leaves[0];
            for (const Leaf& one : leaves) {
                leaf = static_cast<std::int64_t>(one.first) <= static_cast<std::int64_t>(key) ? &one : leaf;
            }
            std::vector<Moment> wanted;
            for (std::uint32_t number = 1; number <= games.size(); ++number) {
                const auto& positions = games[number - 1].positions;
                const auto found = std::find(positions.begin(), positions.end(), position);
                if (found != positions.end()) {
                    wanted.push_back({number, static_cast<std::uint32_t>(found - positions.begin())});
                }
            }
            const std::vector<Moment> found = moments_in(*leaf, key);
            CHECK(found.size() == wanted.size());
            for (std::size_t index = 0; index < std::min(found.size(), wanted.size()); ++index) {
                CHECK(found[index].game == wanted[index].game && found[index].ply == wanted[index].ply);
            }
        }
    }
}

TEST("damaged bytes are read without harm") {
    std::mt19937 random(5);
    for (int time = 0; time < 2000; ++time) {
        std::vector<std::uint8_t> bytes(random() % 60);
        for (std::uint8_t& byte : bytes) {
            byte = static_cast<std::uint8_t>(random());
        }
        int plies = 0;
        walk_line(Position::start(Side::Black), bytes, [&](std::uint32_t, const Standing& here, Line) {
            CHECK(((here.mover | here.waiter | here.kings) & ~BOARD) == 0);
            return ++plies > 100;
        });
        CHECK(moments_in({random(), std::string(bytes.begin(), bytes.end())}, random()).size() <= bytes.size());
    }
}

TEST("many games are looked through by several threads, and found in their order") {
    std::mt19937 random(7);
    std::vector<Played> games;
    for (int number = 0; number < 20; ++number) {
        games.push_back(random_game(random, {}));
    }
    const Position wanted = games[3].positions[20];
    Pattern pattern;
    pattern.forbidden[static_cast<int>(Content::Empty)] = wanted.of(Side::Black) | wanted.of(Side::White);
    pattern.forbidden[static_cast<int>(Content::BlackMan)] = wanted.empty() | wanted.of(Side::White);
    pattern.forbidden[static_cast<int>(Content::WhiteMan)] = wanted.empty() | wanted.of(Side::Black);
    Shelf shelf;
    for (std::uint32_t number = 1; number <= 30'000; ++number) {
        const Played& game = games[number % 20];
        shelf.add(number, game.positions[0], game.bytes);
    }
    const std::vector<Moment> found = shelf.find({&pattern, 1}, 101);
    CHECK(found.size() == 29'900 / 20);
    for (std::size_t index = 0; index < found.size(); ++index) {
        CHECK(found[index].game == 103 + 20 * index);
    }
    const Line next = shelf.next_move({3, 0});
    CHECK(next.size() == 2 && next[0] == games[3].bytes[0]);
    CHECK(shelf.next_move({3, 1000}).empty() && shelf.next_move({40'000, 0}).empty());
}

TEST("a pattern and its mirror image find the same moments of mirrored positions") {
    std::mt19937 random(6);
    Pattern pattern;
    pattern.forbidden[static_cast<int>(Content::Empty)] = on({14, 15});
    pattern.forbidden[static_cast<int>(Content::WhiteMan)] = on({14, 15, 18});
    pattern.counts[static_cast<int>(Content::BlackMan)] = {3, 11};
    pattern.white_may_move = false;
    int fitting = 0;
    for (int number = 0; number < 100; ++number) {
        for (const Position& position : random_game(random, {}).positions) {
            fitting += pattern.fits(position);
            CHECK(pattern.fits(position) == pattern.mirrored().fits(position.mirrored()));
        }
    }
    CHECK(fitting > 0);
}

}  // namespace crownhead::tests

#include <random>

#include "board/perft.hpp"
#include "tests/boards.hpp"
#include "tests/check.hpp"

namespace crownhead::tests {

TEST("turning the board twice changes nothing, and once puts 1 on 32") {
    CHECK(turned(on({1})) == on({32}));
    CHECK(turned(on({5, 12, 30})) == on({28, 21, 3}));
    std::mt19937_64 random(7);
    for (int time = 0; time < 1000; ++time) {
        const Bits bits = random() & BOARD;
        CHECK(turned(turned(bits)) == bits);
        CHECK((turned(bits) & ~BOARD) == 0);
    }
}

TEST("the start has seven moves, and perft what everybody counts") {
    const Position start = Position::start(Side::Black);
    CHECK(moves_of(start).size() == 7);
    CHECK(perft(start, Rules{}, 0) == 1);
    CHECK(perft(start, Rules{}, 6) == 36'768);
    CHECK(perft(Position::start(Side::White), Rules{}, 6) == 36'768);
}

TEST("a capture is one move with all its jumps, and takes what it jumps") {
    const Position position = board(Side::Black, {2}, {7, 15, 23});
    const MoveList moves = moves_of(position);
    CHECK(moves.size() == 1);
    CHECK(moves[0].legs == 3 && moves[0].captured == on({7, 15, 23}));
    const Position after = position.play(moves[0]);
    CHECK(after.of(Side::White) == 0 && after.turn == Side::White);
    CHECK(!can_move(after, English{}));
}

TEST("a man that reaches the far row stops there and is crowned") {
    const Position position = board(Side::Black, {22}, {26, 27});  // could jump back over 27 as a king
    const MoveList moves = moves_of(position);
    CHECK(moves.size() == 1 && moves[0].legs == 1 && moves[0].king);
    CHECK(position.play(moves[0]).kings == on({31}));
    Rules going_on;
    going_on.crowning_ends_move = false;
    CHECK(moves_of(position, going_on)[0].legs == 2);
}

TEST("captures may be left out only where the rules allow it") {
    const Position position = board(Side::Black, {11, 1}, {15});
    CHECK(moves_of(position).size() == 1);
    Rules optional;
    optional.capture = Capture::Optional;
    CHECK(moves_of(position, optional).size() == 4);
}

TEST("equal positions have equal hashes, and a turn or a crown makes another") {
    const Position one = board(Side::Black, {1, 11}, {23});
    CHECK(one.hash() == board(Side::Black, {11, 1}, {23}).hash());
    CHECK(one.hash() != board(Side::White, {1, 11}, {23}).hash());
    CHECK(one.hash() != board(Side::Black, {1, 11}, {23}, {11}).hash());
    CHECK(one.hash() != one.mirrored().hash());
}

TEST("a list is sorted by value, and equal values keep their order") {
    MoveList moves = moves_of(Position::start(Side::Black));
    const MoveList before = moves;
    int values[] = {1, 5, 1, 5, 0, 9, 1};
    moves.sort_by(values);
    const int order[] = {5, 1, 3, 0, 2, 6, 4};
    for (int index = 0; index < 7; ++index) {
        CHECK(moves[index] == before[order[index]]);
    }
}

}  // namespace crownhead::tests

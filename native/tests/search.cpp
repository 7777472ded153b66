#include <set>
#include <thread>

#include "evaluation/evaluate.hpp"
#include "search/patience.hpp"
#include "search/stack.hpp"
#include "search/textbook.hpp"
#include "tests/boards.hpp"
#include "tests/check.hpp"
#include "tests/searches.hpp"

namespace crownhead::tests {

TEST("the table finds what was stored, and decided scores from where they are asked") {
    Table table(1);
    Known known{};
    CHECK(!table.probe(42, 0, known));
    table.store(42, 3, WON - 10, 7, Bound::AtLeast, 99, -35);  // a win seven plies from ply 3
    CHECK(table.probe(42, 5, known));
    CHECK(known.score == WON - 12 && known.depth == 7 && known.bound == Bound::AtLeast && known.move == 99);
    CHECK(known.value == -35);
    CHECK(!table.probe(43, 5, known));
    table.clear();
    CHECK(!table.probe(42, 5, known));
}

TEST("a full bucket gives up what is old and shallow") {
    Table table(1);
    const auto key = [](std::uint64_t number) { return number; };  // all in one bucket
    table.store(key(1), 0, 1, 20, Bound::Exact, 0, NO_VALUE);
    table.store(key(2), 0, 2, 3, Bound::Exact, 0, NO_VALUE);
    table.store(key(3), 0, 3, 20, Bound::Exact, 0, NO_VALUE);
    table.store(key(4), 0, 4, 20, Bound::Exact, 0, NO_VALUE);
    table.store(key(5), 0, 5, 1, Bound::Exact, 0, NO_VALUE);
    Known known{};
    CHECK(!table.probe(key(2), 0, known));
    CHECK(table.probe(key(5), 0, known) && known.score == 5);
}

// Calls `use` with rules that differ from English in one option, for each value of each option.
template <typename Use>
static void for_each_difference(Use&& use) {
    Rules rules;
    for_each_option(rules, [&]<typename Value>(auto, Value& value) {
        const Value english = value;
        for (std::size_t other = 0; other < count_of(value); ++other) {
            value = static_cast<Value>(other);
            if (value != english) {
                use(rules);
            }
        }
        value = english;
    });
}

TEST("every option of moves and draws makes other keys for the table") {
    std::set<std::uint64_t> salts = {salt_of(Rules{}, DrawRules{})};
    std::size_t asked = 1;
    const auto add = [&](const Rules& rules, const DrawRules& draws) {
        salts.insert(salt_of(rules, draws));
        CHECK(salts.size() == ++asked);
    };
    for_each_difference([&](const Rules& rules) { add(rules, {}); });
    for (const DrawRules& draws : {DrawRules{.quiet_limit = 80}, DrawRules{.quiet_limit = 10'000},
                                   DrawRules{.repetition_limit = 3}, DrawRules{.quiet_counts_men = false}}) {
        add({}, draws);
    }
    CHECK(asked >= 10);
}

TEST("every move is picked once, the known one first") {
    const MoveList moves = moves_of(Position::start(Side::Black));
    Experience experience;
    const Move* tried[] = {&moves[0]};
    experience.learn(Side::Black, 0, 4, moves[3], tried, 1, nullptr);
    CHECK(experience.history(Side::Black, moves[3]) > 0 && experience.history(Side::Black, moves[0]) < 0);
    Picker picker(moves, Side::Black, 1, code_of(moves[5]), nullptr, experience);
    CHECK(picker.next() == moves[5]);
    CHECK(picker.next() == moves[3]);
    for (std::size_t left = 2; left + 1 < moves.size(); ++left) {
        picker.next();
    }
    CHECK(picker.next() == moves[0]);
}

TEST("the stack counts quiet and reversible plies, and knows a position that comes back") {
    std::atomic<bool> stop{false};
    Table table(1);
    const Shared shared{table, {}, DRAWS, stop};
    Position position = board(Side::Black, {1, 12}, {32, 21}, {1, 32});
    const Root root{position, 4, {}, {}};
    const auto stack = std::make_unique<Stack>(root, shared, 0);
    const int paths[][2] = {{1, 5}, {32, 28}, {5, 1}, {28, 32}, {12, 16}};
    for (int ply = 0; ply < 5; ++ply) {
        for (const Move& move : moves_of(position)) {
            if (on({paths[ply][0]}) == bit(move.from) && on({paths[ply][1]}) == bit(move.to)) {
                const Position after = position.play(move);
                stack->enter(position, move, after, ply);
                position = after;
                break;
            }
        }
        CHECK(stack->is_draw(ply + 1) == (ply == 3));
    }
    CHECK((*stack)[4].quiet == 8 && (*stack)[4].reversible == 4);
    CHECK((*stack)[5].quiet == 0 && (*stack)[5].reversible == 0);
}

TEST("a position near the draw by quiet moves has a key for every ply that is left") {
    std::atomic<bool> stop{false};
    Table table(1);
    const Shared shared{table, {}, DRAWS, stop};
    const Root root{Position::start(Side::Black), 0, {}, {}};
    const auto stack = std::make_unique<Stack>(root, shared, 0);
    CHECK(stack->key_of(5, 0) == stack->key_of(5, 50));
    CHECK(stack->key_of(5, 70) != stack->key_of(5, 71));
}

TEST("a forced win is found and counted in plies") {
    Searcher searcher(1, 1);
    const Root root{board(Side::Black, {2}, {7, 15, 23}), 0, {}, {}};
    const std::vector<Report> told = reports_of(searcher, root, to_depth(6));
    CHECK(!told.empty() && told.back().score == WON - 1 && told.back().moves.size() == 1);
}

TEST("a node limit is exact on one thread, and the same search is the same") {
    Limits limits;
    limits.nodes = 5000;
    std::uint64_t nodes[2];
    Score scores[2];
    for (int time = 0; time < 2; ++time) {
        Searcher searcher(1, 1);
        const auto told = reports_of(searcher, {Position::start(Side::Black), 0, {}, {}}, limits);
        nodes[time] = told.back().nodes;
        scores[time] = told.back().score;
    }
    CHECK(nodes[0] <= 5000 && nodes[0] == nodes[1] && scores[0] == scores[1]);
}

TEST("only the chosen moves are looked at, and several lines are told best first") {
    const MoveList moves = moves_of(Position::start(Side::Black));
    Searcher searcher(1, 1);
    const Root root{Position::start(Side::Black), 0, {}, {moves[2], moves[4]}};
    const std::vector<Report> told = reports_of(searcher, root, to_depth(5), 5);
    CHECK(told.size() == 2 * 5);
    for (const Report& report : told) {
        CHECK(report.moves[0] == moves[2] || report.moves[0] == moves[4]);
    }
    CHECK(told[8].line == 0 && told[9].line == 1 && told[8].score >= told[9].score);
}

TEST("several threads end together and share what they find") {
    Searcher searcher(3, 1);
    const std::vector<Report> told = reports_of(searcher, {Position::start(Side::Black), 0, {}, {}}, to_depth(9));
    CHECK(told.back().depth == 9 && !told.back().moves.empty());
    searcher.clear();
}

TEST("a clear move takes less of the clock, and a score that drops takes more") {
    Patience doubtful;
    Patience clear;
    for (int depth = 1; depth <= 10; ++depth) {
        doubtful.learn(static_cast<MoveCode>(1 + depth % 2), 20, 0.4);  // two moves alternate
        clear.learn(1, 20, 0.95);
    }
    CHECK(doubtful.share() > 1 && clear.share() < 0.7);
    const double before = clear.share();
    clear.learn(1, -20, 0.95);
    CHECK(clear.share() > 1.5 * before);
    clear.learn(1, WON - 9, 0.95);  // nothing is in doubt any more
    CHECK(clear.share() <= before);
}

TEST("minimax and alpha-beta agree, and alpha-beta looks at less") {
    const Position position = board(Side::Black, {1, 2, 6, 11, 12}, {18, 21, 22, 27, 32});
    const auto never = [] { return false; };
    const TextbookAnswer all = search_textbook(Method::Minimax, Teaching{}, position, Rules{}, 6, never);
    const TextbookAnswer cut = search_textbook(Method::AlphaBeta, Teaching{}, position, Rules{}, 6, never);
    CHECK(all.value == cut.value && all.best == cut.best && cut.counts.nodes < all.counts.nodes);
}

TEST("a position is worth to one side what it costs the other") {
    Position position = board(Side::Black, {1, 2, 6, 11, 12}, {18, 21, 22, 27, 32}, {11});
    CHECK(evaluate(position) == evaluate(position.mirrored()));
}

}  // namespace crownhead::tests

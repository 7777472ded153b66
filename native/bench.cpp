// The core without Python: perft, random play that checks the move generator, a search on several threads, self-play
// data for the tuner, and probes of endgame tables.
#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <optional>
#include <random>
#include <thread>
#include <vector>

#include "board/movegen.hpp"
#include "board/perft.hpp"
#include "endgame/probing.hpp"
#include "search/searcher.hpp"
#include "training/selfplay.hpp"

namespace {

using namespace crownhead;

std::vector<Rules> every_rule_set() {
    std::size_t count = 1;
    Rules rules;
    for_each_option(rules, [&](auto, auto value) { count *= count_of(value); });
    std::vector<Rules> result;
    for (std::size_t number = 0; number < count; ++number) {
        std::size_t rest = number;
        for_each_option(rules, [&]<typename Value>(auto, Value& value) {
            const std::size_t values = count_of(value);
            value = static_cast<Value>(rest % values);
            rest /= values;
        });
        result.push_back(rules);
    }
    return result;
}

int run_perft(int depth) {
    const auto begin = std::chrono::steady_clock::now();
    const std::uint64_t nodes = perft(Position::start(Side::Black), Rules{}, depth);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    std::printf("%.1f million nodes a second\n", static_cast<double>(nodes) / took.count() / 1e6);
    std::printf("perft(%d) = %llu\n", depth, static_cast<unsigned long long>(nodes));
    return 0;
}

// Describes what is wrong with the moves of a position; empty if nothing is.
const char* fault_in(const Position& position, const Rules& rules) {
    MoveList moves, jumps;
    legal_moves(position, rules, moves);
    captures(position, rules, jumps);
    if (perft(position, rules, 1) != moves.size()) {
        return "the count of moves is not the number of moves";
    }
    if (perft(position.mirrored(), rules, 2) != perft(position, rules, 2)) {
        return "the mirrored position has another perft(2)";
    }
    if (can_move(position, rules) == moves.empty() || can_capture(position, rules) == jumps.empty()) {
        return "can_move or can_capture contradicts the moves";
    }
    for (const Move& move : moves) {
        const Position after = position.play(move);
        const Bits taken = after.pieces[0] & after.pieces[1];
        if (taken != 0 || ((after.pieces[0] | after.pieces[1]) & ~BOARD) != 0) {
            return "a move puts pieces on each other or beside the board";
        }
        if ((after.kings & ~(after.pieces[0] | after.pieces[1])) != 0) {
            return "a move leaves a crown without a piece";
        }
        if (std::popcount(after.of(after.turn)) != std::popcount(position.of(after.turn)) - move.legs) {
            return "a move captures another number of pieces than it has legs";
        }
    }
    return nullptr;
}

int run_walk(int games) {
    std::mt19937_64 random(20240229);
    std::uint64_t positions = 0;
    for (const Rules& rules : every_rule_set()) {
        for (int game = 0; game < games; ++game) {
            Position position = Position::start(game % 2 == 0 ? Side::Black : Side::White);
            for (int ply = 0; ply < 150; ++ply, ++positions) {
                if (const char* fault = fault_in(position, rules)) {
                    std::printf("game %d, ply %d: %s\n", game, ply, fault);
                    return 1;
                }
                MoveList moves;
                legal_moves(position, rules, moves);
                if (moves.empty()) {
                    break;
                }
                position = position.play(moves[random() % moves.size()]);
            }
        }
    }
    std::printf("%llu positions walked, no fault\n", static_cast<unsigned long long>(positions));
    return 0;
}

int run_search(int depth, int threads) {
    Searcher searcher(threads, 16);
    Limits limits;
    limits.depth = depth;
    searcher.start(
        Root{Position::start(Side::Black), 0, {}}, Rules{}, DrawRules{80, 3, true}, limits, 2,
        [](const Report& report) {
            std::printf("depth %d, line %d: %d with %llu nodes\n", report.depth, report.line + 1, report.score,
                        static_cast<unsigned long long>(report.nodes));
        },
        [](bool) {});
    searcher.wait();
    return 0;
}

// Runs searches that another thread stops at any moment, even while they start.
int run_stopping(int searches) {
    Searcher searcher(2, 1);
    std::atomic<bool> done{false};
    std::thread stopper([&] {
        while (!done) {
            searcher.stop();
        }
    });
    std::atomic<int> finished{0};
    for (int search = 0; search < searches; ++search) {
        Limits limits;
        limits.nodes = 2000;
        searcher.start(
            Root{Position::start(Side::Black), 0, {}}, Rules{}, DrawRules{80, 3, true}, limits, 1, [](const Report&) {},
            [&](bool) { ++finished; });
        searcher.wait();
    }
    done = true;
    stopper.join();
    std::printf("%d of %d searches ended\n", finished.load(), searches);
    return finished == searches ? 0 : 1;
}

int run_selfplay(int games, int nodes, int seed, const char* path) {
    std::FILE* file = std::fopen(path, "wb");
    if (file == nullptr) {
        std::fprintf(stderr, "cannot write %s\n", path);
        return 1;
    }
    const SelfPlayCount count =
        self_play(games, static_cast<std::uint64_t>(nodes), static_cast<std::uint64_t>(seed), file);
    std::fclose(file);
    std::printf("%d games, %llu positions\n", count.games, static_cast<unsigned long long>(count.samples));
    return 0;
}

std::optional<int> number(const char* text, int highest) {
    int value = 0;
    const char* end = text + std::strlen(text);
    const auto [stop, error] = std::from_chars(text, end, value);
    if (error != std::errc{} || stop != end || value < 0 || value > highest) {
        return std::nullopt;
    }
    return value;
}

}  // namespace

int main(int count, char** words) {
    const auto is = [&](const char* name, int arguments) {
        return count == arguments + 2 && std::strcmp(words[1], name) == 0;
    };
    const auto argument = [&](int index, int highest) { return number(words[index + 1], highest); };
    if (is("perft", 1) && argument(1, 20)) {
        return run_perft(*argument(1, 20));
    }
    if (is("walk", 1) && argument(1, 1'000'000)) {
        return run_walk(*argument(1, 1'000'000));
    }
    if (is("search", 2) && argument(1, 99) && argument(2, 256)) {
        return run_search(*argument(1, 99), std::max(1, *argument(2, 256)));
    }
    if (is("stopping", 1) && argument(1, 1'000'000)) {
        return run_stopping(*argument(1, 1'000'000));
    }
    if (is("selfplay", 4) && argument(1, 100'000'000) && argument(2, 100'000'000) && argument(3, 2'000'000'000)) {
        return run_selfplay(*argument(1, 100'000'000), std::max(2, *argument(2, 100'000'000)),
                            *argument(3, 2'000'000'000), words[5]);
    }
    if (is("endgame", 1)) {
        return endgame::measure_probing(words[2]);
    }
    std::fputs(
        "usage: crownhead-bench perft DEPTH (0 to 20)\n"
        "                       walk GAMES (under every combination of rules)\n"
        "                       search DEPTH THREADS\n"
        "                       stopping SEARCHES\n"
        "                       selfplay GAMES NODES SEED FILE\n"
        "                       endgame FOLDER (nanoseconds of a probe)\n",
        stderr);
    return 2;
}

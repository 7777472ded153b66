#include "training/selfplay.hpp"

#include <algorithm>
#include <memory>
#include <random>
#include <vector>

#include "board/quiet.hpp"
#include "search/worker.hpp"

namespace crownhead {
namespace {

constexpr std::size_t TABLE_MEGABYTES = 8;
constexpr int LONGEST_GAME = 300;
constexpr Score DECIDED_OPENING = 150;  // less balanced openings teach little
constexpr DrawRules DRAWS{80, 3, true};

// A game in progress: the position, and the part of its past that draws depend on.
struct Line {
    Position position = Position::start(Side::Black);
    QuietPlies plies;
    std::vector<std::uint64_t> earlier;

    void play(const Move& move) {
        plies = after(plies, position, move, DRAWS.quiet_counts_men);
        earlier.push_back(position.hash());
        if (plies.reversible == 0) {
            earlier.clear();
        }
        position = position.play(move);
    }

    bool is_drawn() const {
        const auto times = 1 + std::count(earlier.begin(), earlier.end(), position.hash());
        return plies.quiet >= DRAWS.quiet_limit || times >= DRAWS.repetition_limit;
    }
};

class SelfPlay {
public:
    SelfPlay(std::uint64_t nodes, std::uint64_t seed) : nodes_(nodes), random_(seed), table_(TABLE_MEGABYTES) {}

    // The samples of one game. Empty if the random opening was decided already.
    std::vector<Sample> game() {
        table_.clear();
        Line line;
        std::vector<Sample> samples;
        if (!open(line)) {
            return samples;
        }
        const int result = play_out(line, samples);
        for (Sample& sample : samples) {
            sample.result = static_cast<std::int8_t>(result);
        }
        return samples;
    }

private:
    bool open(Line& line) {
        for (std::uint64_t plies = 4 + random_() % 7; plies > 0; --plies) {
            MoveList moves;
            legal_moves(line.position, English{}, moves);
            if (moves.empty()) {
                return false;
            }
            line.play(moves[random_() % moves.size()]);
        }
        return true;
    }

    // The result for Black.
    int play_out(Line& line, std::vector<Sample>& samples) {
        for (int ply = 0; ply < LONGEST_GAME && !line.is_drawn(); ++ply) {
            const int own = line.position.turn == Side::Black ? 1 : -1;
            MoveList moves;
            legal_moves(line.position, English{}, moves);
            if (moves.empty()) {
                return -own;
            }
            Score score = 0;
            const Move move = moves.size() == 1 ? moves[0] : choose(line, score);
            if (is_decided(score)) {
                return score > 0 ? own : -own;
            }
            if (samples.empty() && std::abs(score) > DECIDED_OPENING) {
                return 0;
            }
            if (moves.size() > 1 && !can_capture(line.position, English{}) &&
                !enemy_can_capture(line.position, English{})) {
                samples.push_back(sample_of(line.position, score));
            }
            line.play(move);
        }
        return 0;
    }

    Move choose(const Line& line, Score& score) {
        Limits limits;
        limits.nodes = nodes_ / 2 + random_() % nodes_;
        const Root root{line.position, line.plies.quiet, line.earlier};
        std::atomic<bool> stop{false};
        Shared shared{table_, limits, DRAWS, stop};
        table_.begin_search();
        experience_.fade();
        Move best{};
        std::make_unique<Worker<English>>(shared, experience_, English{}, root, 0, nullptr)
            ->think(1, [&](const Report& report) {
                best = report.moves[0];
                score = report.score;
            });
        return best;
    }

    static Sample sample_of(const Position& position, Score score) {
        return {to_mask(position.pieces[0]),
                to_mask(position.pieces[1]),
                to_mask(position.kings),
                static_cast<std::int16_t>(score),
                static_cast<std::uint8_t>(position.turn == Side::White),
                0};
    }

    std::uint64_t nodes_;
    std::mt19937_64 random_;
    Table table_;
    Experience experience_;
};

}  // namespace

SelfPlayCount self_play(int games, std::uint64_t nodes, std::uint64_t seed, std::FILE* file) {
    SelfPlay players(nodes, seed);
    SelfPlayCount count;
    while (count.games < games) {
        const std::vector<Sample> samples = players.game();
        count.samples += std::fwrite(samples.data(), sizeof(Sample), samples.size(), file);
        ++count.games;
        if (count.games % 100 == 0) {
            std::fprintf(stderr, "%d of %d games, %llu positions\n", count.games, games,
                         static_cast<unsigned long long>(count.samples));
        }
    }
    return count;
}

}  // namespace crownhead

#include "network/network.hpp"

#include <cstring>
#include <random>
#include <string>

#include "board/fault.hpp"
#include "board/movegen.hpp"
#include "network/line.hpp"

namespace crownhead::network {
namespace {

constexpr int LONGEST_GAME = 200;

bool same(const Accumulators& one, const Accumulators& two) {
    return std::memcmp(&one, &two, sizeof one) == 0;
}

void expect(bool equal, const char* what, int game, int ply) {
    if (!equal) {
        throw Fault("network.differs", {{"what", what}, {"game", game}, {"ply", ply}});
    }
}

// Evaluates along a line as the search does: not at every ply, and with other moves tried between.
class Comparison {
public:
    Comparison(const Weights& weights) : weights_(weights), line_(weights) {
        accumulate<Fastest>(weights, Position{}, followed_);
        accumulate<Portable>(weights, Position{}, portable_);
    }

    void compare(const Position& position, int game, int ply) {
        follow<Fastest>(weights_, before_, followed_, position, followed_);
        follow<Portable>(weights_, before_, portable_, position, portable_);
        before_ = position;
        Accumulators fresh;
        accumulate<Fastest>(weights_, position, fresh);
        expect(same(fresh, followed_), "followed accumulators", game, ply);
        expect(same(fresh, portable_), "portable accumulators", game, ply);
        const int value = value_of<Fastest>(weights_, position, fresh);
        expect(value == value_of<Portable>(weights_, position, fresh), "portable values", game, ply);
        expect(value == line_.value(position, ply % MAX_PLY), "values along a line", game, ply);
    }

    // Like a search that tries a move and comes back.
    void try_out(const Position& after, int game, int ply) {
        Accumulators fresh;
        accumulate<Fastest>(weights_, after, fresh);
        const int value = value_of<Fastest>(weights_, after, fresh);
        expect(value == line_.value(after, (ply + 1) % MAX_PLY), "tried values", game, ply);
    }

private:
    const Weights& weights_;
    Line line_;
    Position before_{};
    Accumulators followed_;
    Accumulators portable_;
};

}  // namespace

int Network::value(const Position& position) const {
    Accumulators accumulators;
    accumulate<Fastest>(*weights_, position, accumulators);
    return value_of<Fastest>(*weights_, position, accumulators);
}

std::uint64_t Network::check(int games, std::uint64_t seed) const {
    std::mt19937_64 random(seed);
    Comparison comparison(*weights_);
    std::uint64_t compared = 0;
    for (int game = 0; game < games; ++game) {
        Position position = Position::start(game % 2 == 0 ? Side::Black : Side::White);
        for (int ply = 0; ply < LONGEST_GAME; ++ply) {
            if (random() % 4 != 0) {
                comparison.compare(position, game, ply);
                ++compared;
            }
            MoveList moves;
            legal_moves(position, English{}, moves);
            if (moves.empty()) {
                break;
            }
            for (std::uint64_t tries = random() % 3; tries > 0; --tries, ++compared) {
                comparison.try_out(position.play(moves[random() % moves.size()]), game, ply);
            }
            position = position.play(moves[random() % moves.size()]);
        }
    }
    return compared;
}

}  // namespace crownhead::network

#include "endgame/probing.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <random>

#include "endgame/tables.hpp"

namespace crownhead::endgame {
namespace {

constexpr std::size_t BLOCKS = 256;  // half of what a cache holds
constexpr std::size_t POSITIONS = 20'000;
constexpr int ROUNDS = 7;

// Positions that need a lookup and a block; from few blocks, or from all.
std::vector<Position> positions_of(const File& file, std::size_t most_blocks) {
    std::mt19937_64 random(12);
    std::vector<std::uint64_t> blocks;
    const std::uint64_t all = (file.index().size() + file.block_size() - 1) / file.block_size();
    for (std::uint64_t block = 0; block < all; ++block) {
        if ((file.directory(block) & UNIFORM) == 0) {
            blocks.push_back(block);
        }
    }
    std::shuffle(blocks.begin(), blocks.end(), random);
    blocks.resize(std::min(blocks.size(), most_blocks));
    std::vector<Position> positions;
    while (positions.size() < POSITIONS && !blocks.empty()) {
        const std::uint64_t rank = blocks[random() % blocks.size()] * file.block_size() + random() % file.block_size();
        if (rank < file.index().size() && file.index().position(rank).jumpers(English{}) == 0) {
            positions.push_back(position_of(file.index().position(rank)));
        }
    }
    return positions;
}

// Nanoseconds per position, in the best of a few rounds.
template <typename Look>
double nanoseconds(const std::vector<Position>& positions, Look&& look) {
    double best = 1e18;
    std::uint64_t sum = 0;
    for (int round = 0; round < ROUNDS; ++round) {
        const auto begin = std::chrono::steady_clock::now();
        for (const Position& position : positions) {
            sum += look(position);
        }
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
        best = std::min(best, took.count() * 1e9 / static_cast<double>(positions.size()));
    }
    // Use the sum, so that the compiler keeps the loop.
    return sum == ~std::uint64_t{0} ? 0 : best;
}

void measure(const Tables& tables, const File& file) {
    Cache cache;
    std::vector<std::uint8_t> plain(file.index().size());
    for (std::uint64_t rank = 0; rank < plain.size(); ++rank) {
        plain[rank] = static_cast<std::uint8_t>(tables.stored(file, rank, cache).outcome);
    }
    const auto probe = [&](const Position& position) { return tables.probe(position, cache).outcome; };
    const std::vector<Position> few = positions_of(file, BLOCKS);
    const std::vector<Position> many = positions_of(file, ~std::size_t{0});
    const double cached = nanoseconds(few, probe);
    const double uncached = nanoseconds(many, [&](const Position& position) {
        cache.clear();
        return probe(position);
    });
    const double clearing = nanoseconds(many, [&](const Position&) {
        cache.clear();
        return 0;
    });
    const double array =
        nanoseconds(many, [&](const Position& position) { return plain[file.index().rank(seen_by_mover(position))]; });
    std::printf("%s cached %.1f uncached %.1f array %.1f\n", file_name(file.material(), file.has_distance()).c_str(),
                cached, uncached - clearing, array);
}

}  // namespace

int measure_probing(const char* folder) {
    try {
        const Tables tables(folder);
        for (const bool distance : {false, true}) {
            // The largest file of a kind is the hardest.
            const File* largest = nullptr;
            for (const auto& file : tables.files()) {
                const bool larger = largest == nullptr || file->bytes() > largest->bytes();
                // A file with distances hides the other file of its slice.
                if (file->has_distance() == distance && tables.file(file->material()) == file.get() && larger) {
                    largest = file.get();
                }
            }
            if (largest != nullptr) {
                measure(tables, *largest);
            }
        }
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}

}  // namespace crownhead::endgame

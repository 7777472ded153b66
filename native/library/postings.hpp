// The index of positions: which games reached a position, and when. docs/collections.md describes the bytes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "library/line.hpp"
#include "library/shelf.hpp"

namespace crownhead {

// Positions of neighbouring keys with their games, as bytes.
struct Leaf {
    std::uint64_t first;  // the lowest key
    std::string bytes;
};

// Gathers the positions of games and writes them in the order of their keys.
class Postings {
public:
    void add(std::uint32_t game, const Position& start, Line line);

    std::size_t size() const { return entries_.size(); }

    // All that was added, in leaves; keys are compared as signed numbers, as SQLite does. Nothing is left in here.
    std::vector<Leaf> leaves();

private:
    struct Entry {
        std::int64_t key;
        std::uint32_t game;
        std::uint32_t ply;
    };

    std::vector<Entry> entries_;
};

// The games of a leaf that reached a position, each once, in ascending order; none where the leaf lacks it or is
// damaged.
std::vector<Moment> moments_in(const Leaf& leaf, std::uint64_t key);

}  // namespace crownhead

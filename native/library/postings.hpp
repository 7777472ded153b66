// The index of positions: which games reached a position, and at which ply. docs/collections.md describes the format.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "library/line.hpp"
#include "library/shelf.hpp"

namespace crownhead {

// Positions with neighbouring keys and their games, as bytes.
struct Leaf {
    std::uint64_t first;  // the lowest key
    std::string bytes;
};

// Collects the positions of games and writes them in the order of their keys.
class Postings {
public:
    void add(std::uint32_t game, const Position& start, Line line);

    std::size_t size() const { return entries_.size(); }

    // Returns everything added, as leaves, and clears this object. Keys compare as signed numbers, as in SQLite.
    std::vector<Leaf> leaves();

private:
    struct Entry {
        std::int64_t key;
        std::uint32_t game;
        std::uint32_t ply;
    };

    std::vector<Entry> entries_;
};

// The games of a leaf that reached a position, each once, in ascending order. Empty if the leaf lacks the position or
// is damaged.
std::vector<Moment> moments_in(const Leaf& leaf, std::uint64_t key);

}  // namespace crownhead

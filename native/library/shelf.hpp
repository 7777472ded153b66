// The packed moves of many games in memory, for fast scans.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "library/line.hpp"
#include "library/pattern.hpp"

namespace crownhead {

// A position of a game that a scan found.
struct Moment {
    std::uint32_t game;
    std::uint32_t ply;
};

// Several threads may read at once, but nobody may read while a thread adds.
class Shelf {
public:
    // Games must be added in ascending order of their numbers.
    void add(std::uint32_t game, const Position& start, Line line);

    std::size_t size() const { return games_.size(); }
    std::uint32_t last() const { return games_.empty() ? 0 : games_.back().number; }

    // For each game from a number on, in order, the first moment that matches one of the patterns.
    std::vector<Moment> find(std::span<const Pattern> patterns, std::uint32_t from = 0) const;

    // The packed move after a moment. Empty at the end of a game and for unknown games.
    Line next_move(const Moment& moment) const;

private:
    using Patterns = std::span<const Pattern>;

    struct Game {
        std::uint32_t number;
        std::uint32_t start;  // an index into starts_
        std::size_t begin;    // the offset of its bytes
        std::size_t end;
    };

    // The same for a range of games.
    std::vector<Moment> find_among(Patterns patterns, std::size_t begin, std::size_t end) const;

    Line line_of(const Game& game) const { return Line(bytes_).subspan(game.begin, game.end - game.begin); }

    std::vector<Game> games_;
    std::vector<Position> starts_;  // few games have a start of their own
    std::vector<std::uint8_t> bytes_;
};

}  // namespace crownhead

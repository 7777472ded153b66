// The moves of many games in memory, packed one after the other, to look through all of them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "library/line.hpp"
#include "library/pattern.hpp"

namespace crownhead {

// A moment of a game: where something was found.
struct Moment {
    std::uint32_t game;
    std::uint32_t ply;
};

// Not for several threads at once where one of them adds.
class Shelf {
public:
    // Games come in the ascending order of their numbers.
    void add(std::uint32_t game, const Position& start, Line line);

    std::size_t size() const { return games_.size(); }
    std::uint32_t last() const { return games_.empty() ? 0 : games_.back().number; }

    // The first moment of each game from a number on that fits one of the patterns, in the order of the games.
    std::vector<Moment> find(std::span<const Pattern> patterns, std::uint32_t from = 0) const;

    // The bytes of the move that follows a moment; none where nothing follows, or the game is not here.
    Line next_move(const Moment& moment) const;

private:
    using Patterns = std::span<const Pattern>;

    struct Game {
        std::uint32_t number;
        std::uint32_t start;  // an index of starts_
        std::size_t begin;    // of its bytes
        std::size_t end;
    };

    // The same for some of the games, by their places.
    std::vector<Moment> find_among(Patterns patterns, std::size_t begin, std::size_t end) const;

    Line line_of(const Game& game) const { return Line(bytes_).subspan(game.begin, game.end - game.begin); }

    std::vector<Game> games_;
    std::vector<Position> starts_;  // few games begin elsewhere than the others
    std::vector<std::uint8_t> bytes_;
};

}  // namespace crownhead

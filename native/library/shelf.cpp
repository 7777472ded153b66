#include "library/shelf.hpp"

#include <algorithm>
#include <exception>
#include <thread>
#include <utility>

namespace crownhead {

void Shelf::add(std::uint32_t game, const Position& start, Line line) {
    // Search only the most common starts: in a file of problems, each game has its own.
    constexpr std::ptrdiff_t MOST_LOOKED_AT = 8;
    std::size_t index = starts_.size();
    const auto last = std::min<std::ptrdiff_t>(MOST_LOOKED_AT, static_cast<std::ptrdiff_t>(starts_.size()));
    const auto usual = std::find(starts_.begin(), starts_.begin() + last, start);
    if (usual != starts_.begin() + last) {
        index = static_cast<std::size_t>(usual - starts_.begin());
    } else {
        starts_.push_back(start);
    }
    games_.push_back({game, static_cast<std::uint32_t>(index), bytes_.size(), bytes_.size() + line.size()});
    bytes_.insert(bytes_.end(), line.begin(), line.end());
}

std::vector<Moment> Shelf::find(std::span<const Pattern> patterns, std::uint32_t from) const {
    const auto first = std::lower_bound(games_.begin(), games_.end(), from,
                                        [](const Game& game, std::uint32_t number) { return game.number < number; });
    const auto begin = static_cast<std::size_t>(first - games_.begin());
    const std::size_t count = games_.size() - begin;
    // Starting a thread costs as much as scanning some hundred games.
    constexpr std::size_t LEAST_FOR_A_THREAD = 10'000;
    const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
    const std::size_t parts = std::clamp<std::size_t>(count / LEAST_FOR_A_THREAD, 1, std::min<std::size_t>(cores, 8));
    std::vector<std::vector<Moment>> found(parts);
    const auto look = [&](std::size_t part) {
        found[part] = find_among(patterns, begin + count * part / parts, begin + count * (part + 1) / parts);
    };
    std::vector<std::thread> others;
    others.reserve(parts);
    std::size_t given = 1;  // parts with a thread, including this one
    try {
        for (; given < parts; ++given) {
            others.emplace_back(look, given);
        }
    } catch (const std::exception&) {
        // The system has no more threads. This thread does the rest.
    }
    look(0);
    for (std::size_t part = given; part < parts; ++part) {
        look(part);
    }
    for (std::thread& other : others) {
        other.join();
    }
    for (std::size_t part = 1; part < parts; ++part) {
        found[0].insert(found[0].end(), found[part].begin(), found[part].end());
    }
    return std::move(found[0]);
}

std::vector<Moment> Shelf::find_among(Patterns patterns, std::size_t begin, std::size_t end) const {
    std::vector<Moment> found;
    const std::vector<Comparison> comparisons(patterns.begin(), patterns.end());
    for (std::size_t index = begin; index < end; ++index) {
        const Game& game = games_[index];
        walk_line(starts_[game.start], line_of(game), [&](std::uint32_t ply, const Standing& here, Line) {
            for (const Comparison& comparison : comparisons) {
                if (comparison.fits(here)) {
                    found.push_back({game.number, ply});
                    return true;
                }
            }
            return false;
        });
    }
    return found;
}

Line Shelf::next_move(const Moment& moment) const {
    const auto game = std::lower_bound(games_.begin(), games_.end(), moment.game,
                                       [](const Game& one, std::uint32_t number) { return one.number < number; });
    if (game == games_.end() || game->number != moment.game) {
        return {};
    }
    Line line = line_of(*game);
    for (std::uint32_t ply = 0; ply < moment.ply && !line.empty(); ++ply) {
        const std::size_t length = move_length(line);
        if (length == 0) {
            return {};
        }
        line = line.subspan(length);
    }
    return line.first(move_length(line));
}

}  // namespace crownhead

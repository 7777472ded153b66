#include "board/perft.hpp"

#include "board/movegen.hpp"

namespace crownhead {
namespace {

// The last ply is counted without making its moves.
template <typename R>
std::uint64_t count(const Position& position, const R& rules, int depth) {
    if (depth <= 1) {
        return count_legal_moves(position, rules);
    }
    MoveList moves;
    legal_moves(position, rules, moves);
    std::uint64_t total = 0;
    for (const Move& move : moves) {
        total += count(position.play(move), rules, depth - 1);
    }
    return total;
}

}  // namespace

std::uint64_t perft(const Position& position, const Rules& rules, int depth) {
    if (depth <= 0) {
        return 1;
    }
    return with_rules(rules, [&](const auto& fixed) { return count(position, fixed, depth); });
}

}  // namespace crownhead

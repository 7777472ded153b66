#include "board/perft.hpp"

#include "board/generator.hpp"

namespace crownhead {
namespace {

template <Side Us, typename R>
[[gnu::noinline]] std::uint64_t count_captures(const View<Us>& view, const R& rules) {
    std::uint64_t total = 0;
    for_each_capture(view, view.jumpers(rules), rules, [&](const Move&) { ++total; });
    return total;
}

// Counts the moves of a position without making them: first legs and quiet moves for all men at once. It follows a
// capture only if it can continue. Inlined, so that the position stays in registers.
template <Side Us, typename R>
[[gnu::always_inline]] inline std::uint64_t count_moves(const View<Us>& view, const R& rules) {
    Bits landed = 0;
    int jumps = 0;
    int quiet = 0;
    view.for_each_jump(rules, false, 0, [&]<Direction D>(Bits victims) {
        const Bits landing = landings<D>(view.men, victims, view.empty);
        landed |= landing;
        jumps += std::popcount(landing);
    });
    view.for_each_walk(rules, false, [&]<Direction D>() { quiet += std::popcount(step<D>(view.men) & view.empty); });
    Bits going_on = 0;
    if (view.kings != 0) {
        view.for_each_jump(rules, true, 0, [&]<Direction D>(Bits victims) {
            going_on |= landings<D>(view.kings, victims, view.empty);
        });
        view.for_each_walk(rules, true,
                           [&]<Direction D>() { quiet += std::popcount(step<D>(view.kings) & view.empty); });
    }
    if constexpr (std::same_as<R, English>) {
        view.for_each_jump(rules, false, 1,
                           [&]<Direction D>(Bits victims) { going_on |= landings<D>(landed, victims, view.empty); });
    } else {
        going_on |= landed;  // house rules decide when a capture ends
    }
    const std::uint64_t captures = going_on != 0 ? count_captures(view, rules) : static_cast<std::uint64_t>(jumps);
    if (rules.capture == Capture::Mandatory) {
        return captures != 0 ? captures : static_cast<std::uint64_t>(quiet);
    }
    return captures + static_cast<std::uint64_t>(quiet);
}

// Counts at least two plies. The last ply is counted without storing the position.
template <Side Us, typename R>
std::uint64_t count(const View<Us>& view, const R& rules, int depth) {
    std::uint64_t total = 0;
    const auto add = [&](const View<other(Us)>& after) {
        total += depth == 2 ? count_moves(after, rules) : count(after, rules, depth - 1);
    };
    if (const Bits jumpers = view.jumpers(rules); jumpers != 0) {
        for_each_capture(view, jumpers, rules, [&](const Move& move) {
            const Bits target = bit(move.to);
            add(view.after(bit(move.from), target, move.captured, move.king ? target : 0));
        });
        if (rules.capture == Capture::Mandatory) {
            return total;
        }
    }
    // By direction instead of by piece: the order does not matter here, and this is faster.
    const auto count_quiet = [&]<Direction D>(Bits movers, Bits crowning_squares) {
        for (Bits targets = step<D>(movers) & view.empty; targets != 0; targets &= targets - 1) {
            const Bits target = targets & -targets;
            const Bits origin = step<opposite(D)>(target);
            add(view.after(origin, target, 0, target & crowning_squares));
        }
    };
    view.for_each_walk(rules, false, [&]<Direction D>() { count_quiet.template operator()<D>(view.men, far_row(Us)); });
    if (view.kings != 0) {
        view.for_each_walk(rules, true, [&]<Direction D>() { count_quiet.template operator()<D>(view.kings, BOARD); });
    }
    return total;
}

}  // namespace

std::uint64_t perft(const Position& position, const Rules& rules, int depth) {
    if (depth <= 0) {
        return 1;
    }
    return with_rules(rules, [&](const auto& fixed) {
        return with_view(position, [&](const auto& view) {
            return depth == 1 ? count_moves(view, fixed) : count(view, fixed, depth);
        });
    });
}

}  // namespace crownhead

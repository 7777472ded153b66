#include "board/movegen.hpp"

#include "board/generator.hpp"

namespace crownhead {
namespace {

template <Side Us, typename R>
void add_quiet_moves(const View<Us>& view, const R& rules, MoveList& moves) {
    for (Bits walkers = view.walkers(rules); walkers != 0; walkers &= walkers - 1) {
        const Bits origin = walkers & -walkers;
        const bool king = (view.kings & origin) != 0;
        view.for_each_walk(rules, king, [&]<Direction D>() {
            const Bits target = step<D>(origin) & view.empty;
            if (target != 0) {
                Move move{};
                move.from = static_cast<std::uint8_t>(lowest_bit(origin));
                move.to = static_cast<std::uint8_t>(lowest_bit(target));
                move.king = king || (target & far_row(Us)) != 0;
                moves.add(move);
            }
        });
    }
}

}  // namespace

template <typename R>
void legal_moves(const Position& position, const R& rules, MoveList& moves) {
    with_view(position, [&](const auto& view) {
        const Bits jumpers = view.jumpers(rules);
        if (jumpers != 0) {
            for_each_capture(view, jumpers, rules, [&](const Move& move) { moves.add(move); });
            if (rules.capture == Capture::Mandatory) {
                return;
            }
        }
        add_quiet_moves(view, rules, moves);
    });
}

template <typename R>
void captures(const Position& position, const R& rules, MoveList& moves) {
    with_view(position, [&](const auto& view) {
        for_each_capture(view, view.jumpers(rules), rules, [&](const Move& move) { moves.add(move); });
    });
}

template <typename R>
bool can_capture(const Position& position, R rules) {
    return with_view(position, [&](const auto& view) { return view.jumpers(rules) != 0; });
}

template <typename R>
bool can_move(const Position& position, R rules) {
    return with_view(position, [&](const auto& view) { return (view.walkers(rules) | view.jumpers(rules)) != 0; });
}

template void legal_moves(const Position&, const English&, MoveList&);
template void legal_moves(const Position&, const Rules&, MoveList&);
template void captures(const Position&, const English&, MoveList&);
template void captures(const Position&, const Rules&, MoveList&);
template bool can_capture(const Position&, English);
template bool can_capture(const Position&, Rules);
template bool can_move(const Position&, English);
template bool can_move(const Position&, Rules);

}  // namespace crownhead

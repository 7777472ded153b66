#include "board/movegen.hpp"

#include "board/generator.hpp"

namespace crownhead {
namespace {

template <Side Us>
void add_quiet_moves(const View<Us>& view, MoveList& moves) {
    for (Bits walkers = view.walkers(); walkers != 0; walkers &= walkers - 1) {
        const Bits origin = walkers & -walkers;
        const bool king = (view.kings & origin) != 0;
        for_each_direction<Us>(king, [&]<Direction D>() {
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
        const Bits jumpers = view.jumpers();
        if (jumpers != 0) {
            for_each_capture(view, jumpers, rules, [&](const Move& move) { moves.add(move); });
            if (rules.capture == Capture::Mandatory) {
                return;
            }
        }
        add_quiet_moves(view, moves);
    });
}

template <typename R>
void captures(const Position& position, const R& rules, MoveList& moves) {
    with_view(position, [&](const auto& view) {
        for_each_capture(view, view.jumpers(), rules, [&](const Move& move) { moves.add(move); });
    });
}

bool can_capture(const Position& position) {
    return with_view(position, [](const auto& view) { return view.jumpers() != 0; });
}

bool can_move(const Position& position) {
    return with_view(position, [](const auto& view) { return (view.walkers() | view.jumpers()) != 0; });
}

template void legal_moves(const Position&, const English&, MoveList&);
template void legal_moves(const Position&, const Rules&, MoveList&);
template void captures(const Position&, const English&, MoveList&);
template void captures(const Position&, const Rules&, MoveList&);

}  // namespace crownhead

#include "board/movegen.hpp"

namespace crownhead {
namespace {

// Own pieces that may step in direction D onto a square of targets.
template <Direction D>
constexpr Bits reaching(Bits own, Bits targets) {
    return own & step<opposite(D)>(targets);
}

// What the generator asks of a position, from the side to move.
template <Side Us>
struct View {
    Bits men, kings, enemies, enemy_kings, empty;

    explicit constexpr View(const Position& position)
        : men(position.of(Us) & ~position.kings),
          kings(position.of(Us) & position.kings),
          enemies(position.of(other(Us))),
          enemy_kings(enemies & position.kings),
          empty(position.empty()) {}

    constexpr Bits jumpers() const {
        Bits result = 0;
        for_each_direction<Us>(false,
                               [&]<Direction D>() { result |= reaching<D>(men, enemies & step<opposite(D)>(empty)); });
        if (kings != 0) {
            for_each_direction<Us>(
                true, [&]<Direction D>() { result |= reaching<D>(kings, enemies & step<opposite(D)>(empty)); });
        }
        return result;
    }

    constexpr Bits walkers() const {
        Bits result = 0;
        for_each_direction<Us>(false, [&]<Direction D>() { result |= reaching<D>(men, empty); });
        for_each_direction<Us>(true, [&]<Direction D>() { result |= reaching<D>(kings, empty); });
        return result;
    }

    constexpr int count_quiet_moves() const {
        int result = 0;
        for_each_direction<Us>(false, [&]<Direction D>() { result += std::popcount(step<D>(men) & empty); });
        if (kings != 0) {
            for_each_direction<Us>(true, [&]<Direction D>() { result += std::popcount(step<D>(kings) & empty); });
        }
        return result;
    }
};

struct Counter {
    std::uint64_t count = 0;
    void add(const Move&) { ++count; }
};

// All captures of one piece, by depth-first search over its legs. Sink takes each legal move.
template <Side Us, typename R, typename Sink>
class CaptureWalk {
public:
    CaptureWalk(const View<Us>& view, const R& rules, Sink& sink)
        : view_(view), rules_(rules), sink_(sink), landing_squares_(view.empty) {}

    void from(int origin) {
        const bool king = (view_.kings & bit(origin)) != 0;
        // While it moves, a piece may pass over the square it came from.
        landing_squares_ = view_.empty | bit(origin);
        Move move{};
        move.from = move.to = static_cast<std::uint8_t>(origin);
        move.king = king;
        go_on(move);
    }

private:
    // Tries every next leg; false if there is none.
    bool go_on(const Move& so_far) {
        bool found = false;
        const Bits here = bit(so_far.to);
        const Bits targets = view_.enemies & ~so_far.captured;
        for_each_direction<Us>(so_far.king, [&]<Direction D>() {
            const Bits jumped = step<D>(here) & targets;
            const Bits landing = step<D>(jumped) & landing_squares_;
            if (landing != 0) {
                found = true;
                jump(so_far, D, jumped, landing);
            }
        });
        return found;
    }

    void jump(const Move& so_far, Direction direction, Bits jumped, Bits landing) {
        Move move = so_far;
        move.captured |= jumped;
        move.route |= static_cast<std::uint32_t>(direction) << (2 * move.legs);
        move.to = static_cast<std::uint8_t>(lowest_bit(landing));
        ++move.legs;
        // A king before it lands: it is not crowned by the far row, so the far row does not stop it.
        if (rules_.regicide && (jumped & view_.enemy_kings) != 0) {
            move.king = true;
        }
        const bool crowned = !move.king && (landing & far_row(Us)) != 0;
        move.king |= crowned;
        finish(move, crowned && rules_.crowning_ends_move);
    }

    void finish(const Move& move, bool must_stop) {
        if (must_stop || rules_.continuation == Continuation::None) {
            sink_.add(move);
        } else if (rules_.continuation == Continuation::Optional) {
            sink_.add(move);
            go_on(move);
        } else if (!go_on(move)) {
            sink_.add(move);
        }
    }

    const View<Us>& view_;
    const R& rules_;
    Sink& sink_;
    Bits landing_squares_;
};

template <Side Us, typename R, typename Sink>
void add_captures(const View<Us>& view, Bits jumpers, const R& rules, Sink& sink) {
    CaptureWalk<Us, R, Sink> walk(view, rules, sink);
    for (; jumpers != 0; jumpers &= jumpers - 1) {
        walk.from(lowest_bit(jumpers));
    }
}

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

template <typename Use>
decltype(auto) with_view(const Position& position, Use&& use) {
    return position.turn == Side::Black ? use(View<Side::Black>(position)) : use(View<Side::White>(position));
}

}  // namespace

template <typename R>
void legal_moves(const Position& position, const R& rules, MoveList& moves) {
    with_view(position, [&](const auto& view) {
        const Bits jumpers = view.jumpers();
        if (jumpers != 0) {
            add_captures(view, jumpers, rules, moves);
            if (rules.capture == Capture::Mandatory) {
                return;
            }
        }
        add_quiet_moves(view, moves);
    });
}

template <typename R>
void captures(const Position& position, const R& rules, MoveList& moves) {
    with_view(position, [&](const auto& view) { add_captures(view, view.jumpers(), rules, moves); });
}

template <typename R>
std::uint64_t count_legal_moves(const Position& position, const R& rules) {
    return with_view(position, [&](const auto& view) -> std::uint64_t {
        Counter counter;
        const Bits jumpers = view.jumpers();
        if (jumpers != 0) {
            add_captures(view, jumpers, rules, counter);
            if (rules.capture == Capture::Mandatory) {
                return counter.count;
            }
        }
        return counter.count + static_cast<std::uint64_t>(view.count_quiet_moves());
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
template std::uint64_t count_legal_moves(const Position&, const English&);
template std::uint64_t count_legal_moves(const Position&, const Rules&);

}  // namespace crownhead

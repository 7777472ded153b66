// The move generator as templates over side and rules. movegen.cpp and perft.cpp instantiate it.
//
// Only View::for_each_walk, View::for_each_jump and CaptureWalk know what the rules say about moves. A view takes rules
// by value, so that English rules, which are empty, cost nothing.
#pragma once

#include <bit>
#include <cstdint>

#include "board/geometry.hpp"
#include "board/position.hpp"
#include "board/rules.hpp"

namespace crownhead {

// The squares where pieces land when they jump in direction D.
template <Direction D>
constexpr Bits landings(Bits own, Bits enemies, Bits empty) {
    return step<D>(step<D>(own) & enemies) & empty;
}

// A position seen from the side to move, in the form that the generator needs.
template <Side Us>
struct View {
    static constexpr Side Them = other(Us);

    Bits men, kings, enemy_men, enemy_kings, empty;

    static constexpr View of(const Position& position) {
        return {position.of(Us) & ~position.kings, position.of(Us) & position.kings,
                position.of(Them) & ~position.kings, position.of(Them) & position.kings, position.empty()};
    }

    constexpr Bits enemies() const { return enemy_men | enemy_kings; }

    // Where a piece may go in a quiet move. Calls visit.operator()<D>() for each direction.
    template <typename R, typename Visit>
    static constexpr void for_each_walk([[maybe_unused]] R rules, bool king, Visit&& visit) {
        for_each_direction<Us>(king, visit);
    }

    // Where a piece may jump, and over whom, after some legs of a capture. Calls visit.operator()<D>(victims) for each
    // direction.
    template <typename R, typename Visit>
    constexpr void for_each_jump([[maybe_unused]] R rules, bool king, [[maybe_unused]] int legs, Visit&& visit) const {
        const Bits victims = enemies();
        for_each_direction<Us>(king, [&]<Direction D>() { visit.template operator()<D>(victims); });
    }

    // Pieces that can start a capture.
    template <typename R>
    constexpr Bits jumpers(R rules) const {
        Bits result = 0;
        const auto add = [&](Bits pieces, bool king) {
            for_each_jump(rules, king, 0, [&]<Direction D>(Bits victims) {
                result |= pieces & step<opposite(D)>(victims & step<opposite(D)>(empty));
            });
        };
        add(men, false);
        if (kings != 0) {
            add(kings, true);
        }
        return result;
    }

    // Pieces that can make a quiet move.
    template <typename R>
    constexpr Bits walkers(R rules) const {
        Bits result = 0;
        for_each_walk(rules, false, [&]<Direction D>() { result |= men & step<opposite(D)>(empty); });
        for_each_walk(rules, true, [&]<Direction D>() { result |= kings & step<opposite(D)>(empty); });
        return result;
    }

    // The position after a piece moved from origin to target. crown is the target if the piece is a king there, else
    // 0.
    constexpr View<Them> after(Bits origin, Bits target, Bits captured, Bits crown) const {
        return {enemy_men & ~captured, enemy_kings & ~captured, (men & ~origin) | (target ^ crown),
                (kings & ~origin) | crown, (empty | origin | captured) ^ target};
    }
};

template <typename Use>
decltype(auto) with_view(const Position& position, Use&& use) {
    return position.turn == Side::Black ? use(View<Side::Black>::of(position)) : use(View<Side::White>::of(position));
}

// All captures of one piece, found by depth-first search over its legs. Calls Take with each legal move.
template <Side Us, typename R, typename Take>
class CaptureWalk {
public:
    CaptureWalk(const View<Us>& view, const R& rules, Take& take)
        : view_(view), rules_(rules), take_(take), landing_squares_(view.empty) {}

    void from(int origin) {
        // A piece may pass over the square that it started from.
        landing_squares_ = view_.empty | bit(origin);
        Move move{};
        move.from = move.to = static_cast<std::uint8_t>(origin);
        move.king = (view_.kings & bit(origin)) != 0;
        go_on(move);
    }

private:
    // Tries every next leg. Returns false if there is none.
    bool go_on(const Move& so_far) {
        bool found = false;
        const Bits here = bit(so_far.to);
        view_.for_each_jump(rules_, so_far.king, so_far.legs, [&]<Direction D>(Bits victims) {
            const Bits jumped = step<D>(here) & (victims & ~so_far.captured);
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
        // It becomes a king before it lands. The far row does not crown it, so the far row does not stop it.
        if (rules_.regicide && (jumped & view_.enemy_kings) != 0) {
            move.king = true;
        }
        const bool crowned = !move.king && (landing & far_row(Us)) != 0;
        move.king |= crowned;
        finish(move, crowned && rules_.crowning_ends_move);
    }

    void finish(const Move& move, bool must_stop) {
        if (must_stop || rules_.continuation == Continuation::None) {
            take_(move);
        } else if (rules_.continuation == Continuation::Optional) {
            take_(move);
            go_on(move);
        } else if (!go_on(move)) {
            take_(move);
        }
    }

    const View<Us>& view_;
    const R& rules_;
    Take& take_;
    Bits landing_squares_;
};

template <Side Us, typename R, typename Take>
void for_each_capture(const View<Us>& view, Bits jumpers, const R& rules, Take&& take) {
    CaptureWalk<Us, R, Take> walk(view, rules, take);
    for (; jumpers != 0; jumpers &= jumpers - 1) {
        walk.from(lowest_bit(jumpers));
    }
}

}  // namespace crownhead

// The result of a position as one number, for both kinds of tables.
#pragma once

#include <cstdint>
#include <functional>

namespace crownhead::endgame {

// 0 is a draw. Other codes are one more than the plies to the end: odd for a loss, even for a win. If only the result
// is known, a loss is 1 and a win is 2.
using Code = std::uint16_t;

constexpr Code DRAW = 0;
constexpr Code LOSS = 1;
constexpr Code WIN = 2;
// The code of positions that are not stored.
constexpr Code ANY = 0xffff;

constexpr bool is_loss(Code code) {
    return (code & 1) != 0;
}

constexpr bool is_win(Code code) {
    return code != DRAW && !is_loss(code);
}

constexpr Code outcome_of(Code code) {
    return code == DRAW ? DRAW : is_loss(code) ? LOSS : WIN;
}

// Whether the side to move prefers the first: a quick win, a draw, a slow loss.
constexpr bool is_better(Code one, Code two) {
    const auto worth = [](Code code) { return code == DRAW ? 0 : is_loss(code) ? code - 0x10000 : 0x10000 - code; };
    return worth(one) > worth(two);
}

struct Wdl {
    using Cell = std::uint8_t;
    static constexpr bool has_distance = false;
    // The meaning of a successor's code for the side that moves there.
    static constexpr Code before(Code after) { return after == DRAW ? DRAW : static_cast<Code>(LOSS + WIN - after); }
};

struct Distance {
    using Cell = std::uint16_t;
    static constexpr bool has_distance = true;
    static constexpr Code before(Code after) { return after == DRAW ? DRAW : static_cast<Code>(after + 1); }
};

// Called now and then with the share of the work that is done. May throw to stop the work.
using Progress = std::function<void(double share)>;

}  // namespace crownhead::endgame

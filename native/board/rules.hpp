// The options that decide which moves are legal. Draws and clocks belong to the game, not to the board.
#pragma once

#include <cstdint>

namespace crownhead {

enum class Capture : std::uint8_t { Mandatory, Optional };
enum class Continuation : std::uint8_t { Mandatory, Optional, None };

// Any combination, chosen at run time.
struct Rules {
    Capture capture = Capture::Mandatory;
    Continuation continuation = Continuation::Mandatory;
    bool regicide = false;
    bool crowning_ends_move = true;

    friend constexpr bool operator==(const Rules&, const Rules&) = default;
};

// The same names as constants: code written for either compiles to a generator without branches on rules.
struct English {
    static constexpr Capture capture = Capture::Mandatory;
    static constexpr Continuation continuation = Continuation::Mandatory;
    static constexpr bool regicide = false;
    static constexpr bool crowning_ends_move = true;
};

// Calls use with English where that is what the rules say, else with the rules themselves.
template <typename Use>
decltype(auto) with_rules(const Rules& rules, Use&& use) {
    return rules == Rules{} ? use(English{}) : use(rules);
}

}  // namespace crownhead

// The options that decide which moves are legal. Draws and clocks belong to the game, not to the board.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace crownhead {

enum class Capture : std::uint8_t { Mandatory, Optional };
enum class Continuation : std::uint8_t { Mandatory, Optional, None };

// The names of an enumeration's values in Python, in its order.
constexpr std::array<std::string_view, 2> names_of(Capture) {
    return {"mandatory", "optional"};
}
constexpr std::array<std::string_view, 3> names_of(Continuation) {
    return {"mandatory", "optional", "none"};
}

// The number of values of an option, which is a switch or an enumeration.
constexpr std::size_t count_of(std::same_as<bool> auto) {
    return 2;
}
template <typename Value>
    requires std::is_enum_v<Value>
constexpr std::size_t count_of(Value value) {
    return names_of(value).size();
}

// The rules as run-time values, in any combination.
struct Rules {
    Capture capture = Capture::Mandatory;
    Continuation continuation = Continuation::Mandatory;
    bool regicide = false;
    bool crowning_ends_move = true;

    friend constexpr bool operator==(const Rules&, const Rules&) = default;
};

// English rules under the same names as constants. Instantiated with these, the generator has no branches on rules.
struct English {
    static constexpr Capture capture = Capture::Mandatory;
    static constexpr Continuation continuation = Continuation::Mandatory;
    static constexpr bool regicide = false;
    static constexpr bool crowning_ends_move = true;

    constexpr operator Rules() const { return {}; }
};

// Calls use with the name and the value of each option. A member of Rules that is missing here does not compile.
template <typename R, typename Use>
    requires std::same_as<std::remove_const_t<R>, Rules>
constexpr void for_each_option(R& rules, Use&& use) {
    auto& [capture, continuation, regicide, crowning_ends_move] = rules;
    use("capture", capture);
    use("continuation", continuation);
    use("regicide", regicide);
    use("crowning_ends_move", crowning_ends_move);
}
static_assert([] {
    std::size_t bytes = 0;
    const Rules rules;
    for_each_option(rules, [&](auto, const auto& value) { bytes += sizeof value; });
    return bytes == sizeof(Rules);
}());

// Calls `use` with English if the rules are English, else with the rules themselves.
template <typename Use>
decltype(auto) with_rules(const Rules& rules, Use&& use) {
    return rules == Rules{} ? use(English{}) : use(rules);
}

}  // namespace crownhead

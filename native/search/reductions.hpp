// Late move reductions: moves that come late in the order are looked at less deeply.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace crownhead {

// Found with the other constants of the tree.
constexpr double REDUCTION_BASE = 0.7;
constexpr double REDUCTION_DIVISOR = 1.36;
constexpr int SHALLOWEST_REDUCTION = 3;  // not tuned

class Reductions {
public:
    Reductions() {
        for (int depth = 1; depth < 64; ++depth) {
            for (int number = 1; number < 64; ++number) {
                plies_[depth][number] =
                    static_cast<std::int8_t>(REDUCTION_BASE + std::log(depth) * std::log(number) / REDUCTION_DIVISOR);
            }
        }
    }

    int operator()(int depth, std::size_t number) const {
        return plies_[std::min(depth, 63)][std::min<std::size_t>(number, 63)];
    }

private:
    std::int8_t plies_[64][64]{};
};

inline const Reductions REDUCTIONS;

}  // namespace crownhead

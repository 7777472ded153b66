// Late move reductions: moves late in the order are searched less deeply.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "search/constants.hpp"

namespace crownhead {

class Reductions {
public:
    Reductions() {
        for (int depth = 1; depth < 64; ++depth) {
            for (int number = 1; number < 64; ++number) {
                const double product = std::log(depth) * std::log(number);
                plies_[depth][number] =
                    static_cast<std::int8_t>(REDUCTION_BASE / 100.0 + product / (REDUCTION_DIVISOR / 100.0));
            }
        }
    }

    int operator()(int depth, std::size_t number) const {
        return plies_[std::min(depth, 63)][std::min<std::size_t>(number, 63)];
    }

private:
    std::int8_t plies_[64][64]{};
};

#ifdef CROWNHEAD_TUNING
inline thread_local const Reductions REDUCTIONS;  // created on a thread's first use, after its constants
#else
inline const Reductions REDUCTIONS;
#endif

}  // namespace crownhead

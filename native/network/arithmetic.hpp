// The two expensive operations: updating a view, and the layers of a head. Both versions give the same numbers, bit
// for bit.
#pragma once

#include <cstdint>
#include <span>

#include "network/weights.hpp"

namespace crownhead::network {

// Indexes of inputs, which are rows of `Weights::features`.
using Inputs = std::span<const std::uint8_t>;

// The portable version, for any processor.
struct Portable {
    static constexpr const char* NAME = "portable";

    // Removes some inputs from a view and adds others. Sums wrap, so the order does not matter. Works in place.
    static void update(const Weights& weights, const std::int16_t* from, std::int16_t* to, Inputs removed,
                       Inputs added);

    // The output of a head, from the view of the side to move and the opponent's view.
    static std::int32_t output(const Head& head, const std::int16_t* own, const std::int16_t* other);
};

#ifdef __AVX2__
struct Avx2 {
    static constexpr const char* NAME = "AVX2";

    static void update(const Weights& weights, const std::int16_t* from, std::int16_t* to, Inputs removed,
                       Inputs added);
    static std::int32_t output(const Head& head, const std::int16_t* own, const std::int16_t* other);
};

using Fastest = Avx2;
#else
using Fastest = Portable;
#endif

}  // namespace crownhead::network

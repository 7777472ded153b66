// The two things that take the time: bringing a view up to date, and the layers of a head. Both versions give the same
// numbers bit for bit.
#pragma once

#include <cstdint>
#include <span>

#include "network/weights.hpp"

namespace crownhead::network {

// Numbers of inputs: rows of `Weights::features`.
using Inputs = std::span<const std::uint8_t>;

// For every processor.
struct Portable {
    static constexpr const char* NAME = "portable";

    // A view less some inputs and with others; sums wrap, so the order does not matter. May be done in place.
    static void update(const Weights& weights, const std::int16_t* from, std::int16_t* to, Inputs removed,
                       Inputs added);

    // The output of a head, from the view of the side to move and the other's.
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

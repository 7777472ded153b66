#include <algorithm>

#include "network/arithmetic.hpp"

namespace crownhead::network {
namespace {

constexpr std::int16_t clamped(std::int32_t value) {
    return static_cast<std::int16_t>(std::clamp(value, 0, ACTIVATION_UNIT));
}

// Sums of products of words, which processors add in pairs.
template <int OUTPUTS, int INPUTS>
void propagate(const std::int16_t (&inputs)[INPUTS], const std::int16_t (&rows)[OUTPUTS][INPUTS],
               const std::int32_t (&biases)[OUTPUTS], std::int16_t (&outputs)[OUTPUTS]) {
    for (int output = 0; output < OUTPUTS; ++output) {
        std::int32_t sum = 0;
        for (int input = 0; input < INPUTS; ++input) {
            sum += inputs[input] * rows[output][input];
        }
        outputs[output] = clamped((biases[output] + sum) >> WEIGHT_SHIFT);
    }
}

}  // namespace

void Portable::update(const Weights& weights, const std::int16_t* from, std::int16_t* to, Inputs removed,
                      Inputs added) {
    std::copy_n(from, HIDDEN, to);
    for (const std::uint8_t input : removed) {
        for (int unit = 0; unit < HIDDEN; ++unit) {
            to[unit] = static_cast<std::int16_t>(to[unit] - weights.features[input][unit]);
        }
    }
    for (const std::uint8_t input : added) {
        for (int unit = 0; unit < HIDDEN; ++unit) {
            to[unit] = static_cast<std::int16_t>(to[unit] + weights.features[input][unit]);
        }
    }
}

std::int32_t Portable::output(const Head& head, const std::int16_t* own, const std::int16_t* other) {
    std::int16_t inputs[2 * HIDDEN];
    for (int unit = 0; unit < HIDDEN; ++unit) {
        inputs[unit] = clamped(own[unit]);
        inputs[HIDDEN + unit] = clamped(other[unit]);
    }
    std::int16_t first[FIRST], second[SECOND];
    propagate(inputs, head.first_rows, head.first_bias, first);
    propagate(first, head.second_rows, head.second_bias, second);
    std::int32_t output = head.third_bias;
    for (int unit = 0; unit < SECOND; ++unit) {
        output += second[unit] * head.third[unit];
    }
    return output;
}

}  // namespace crownhead::network

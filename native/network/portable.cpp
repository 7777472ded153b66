#include <algorithm>

#include "network/arithmetic.hpp"

namespace crownhead::network {
namespace {

constexpr std::uint8_t clamped(std::int32_t value) {
    return static_cast<std::uint8_t>(std::clamp(value, 0, ACTIVATION_UNIT));
}

// Adds the products of one group of inputs to every output.
template <int OUTPUTS>
void add_products(std::int32_t (&sums)[OUTPUTS], const std::uint8_t* inputs,
                  const std::int8_t (&weights)[OUTPUTS][GROUP]) {
    for (int output = 0; output < OUTPUTS; ++output) {
        for (int input = 0; input < GROUP; ++input) {
            sums[output] += inputs[input] * weights[output][input];
        }
    }
}

void add_view(std::int32_t (&sums)[FIRST], const std::int16_t* view, const std::int8_t (*weights)[FIRST][GROUP]) {
    for (int group = 0; group < HIDDEN / GROUP; ++group) {
        std::uint8_t inputs[GROUP];
        int any = 0;
        for (int input = 0; input < GROUP; ++input) {
            inputs[input] = clamped(view[group * GROUP + input]);
            any |= inputs[input];
        }
        if (any != 0) {
            add_products(sums, inputs, weights[group]);
        }
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
    std::int32_t first[FIRST];
    std::copy_n(head.first_bias, FIRST, first);
    add_view(first, own, head.first);
    add_view(first, other, head.first + HIDDEN / GROUP);
    std::uint8_t inputs[FIRST];
    for (int unit = 0; unit < FIRST; ++unit) {
        inputs[unit] = clamped(first[unit] >> WEIGHT_SHIFT);
    }
    std::int32_t second[SECOND];
    std::copy_n(head.second_bias, SECOND, second);
    for (int group = 0; group < FIRST / GROUP; ++group) {
        add_products(second, inputs + group * GROUP, head.second[group]);
    }
    std::int32_t output = head.third_bias;
    for (int unit = 0; unit < SECOND; ++unit) {
        output += clamped(second[unit] >> WEIGHT_SHIFT) * head.third[unit];
    }
    return output;
}

}  // namespace crownhead::network

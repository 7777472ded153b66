// The weights of the learned evaluation and their file format. docs/network.md describes both.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

namespace crownhead::network {

constexpr int INPUTS = 120;  // of a side's view: men and kings by square, own and enemy
constexpr int HIDDEN = 256;  // of a view
constexpr int HEADS = 8;     // by number of pieces
constexpr int FIRST = 16;    // outputs of a head's layers
constexpr int SECOND = 32;
constexpr int GROUP = 4;  // inputs that are multiplied together

constexpr int ACTIVATION_UNIT = 127;
constexpr int WEIGHT_UNIT = 64;
constexpr int WEIGHT_SHIFT = 6;

constexpr std::uint32_t FILE_VERSION = 1;

// The layers after the accumulators. Their weights are stored twice: as bytes by groups of inputs for AVX2, and as
// words by outputs, which compilers vectorise for any processor.
struct Head {
    alignas(64) std::int8_t first[2 * HIDDEN / GROUP][FIRST][GROUP];
    alignas(64) std::int8_t second[FIRST / GROUP][SECOND][GROUP];
    alignas(64) std::int16_t first_rows[FIRST][2 * HIDDEN];
    alignas(64) std::int16_t second_rows[SECOND][FIRST];
    alignas(64) std::int32_t first_bias[FIRST];
    alignas(64) std::int32_t second_bias[SECOND];
    alignas(64) std::int8_t third[SECOND];
    std::int32_t third_bias;
};

struct Weights {
    alignas(64) std::int16_t features[INPUTS][HIDDEN];
    alignas(64) std::int16_t bias[HIDDEN];
    Head heads[HEADS];
};

// Reads a network file. Throws a Fault if it is damaged.
std::unique_ptr<const Weights> read_weights(std::string_view bytes);

}  // namespace crownhead::network

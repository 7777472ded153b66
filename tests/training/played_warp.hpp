// A warp emulated by 32 CPU threads: the CUDA functions that warp_network.hpp needs, as their manual defines them.
#pragma once

#include <algorithm>
#include <array>
#include <barrier>
#include <cstdint>

#define __device__
#define __forceinline__ inline

struct uint2 {
    std::uint32_t x, y;
};
struct alignas(16) uint4 {
    std::uint32_t x, y, z, w;
};
struct int2 {
    std::int32_t x, y;
};

struct ThreadIndex {
    unsigned x;
};
inline thread_local ThreadIndex threadIdx{0};

// Values that threads exchange. Between two barriers all have written and nobody overwrites.
inline std::barrier<> meeting(32);
inline std::array<std::array<std::uint32_t, 6>, 32> shown_words;

template <typename Read>
auto together(const std::array<std::uint32_t, 6>& mine, Read&& read) {
    shown_words[threadIdx.x] = mine;
    meeting.arrive_and_wait();
    const auto result = read();
    meeting.arrive_and_wait();
    return result;
}

inline void __syncwarp() {
    meeting.arrive_and_wait();
}

template <typename Value>
Value __shfl_sync(unsigned, Value value, int from) {
    return together({static_cast<std::uint32_t>(value)},
                    [&] { return static_cast<Value>(shown_words[static_cast<std::size_t>(from & 31)][0]); });
}

inline int __shfl_xor_sync(unsigned all, int value, int mask) {
    return __shfl_sync(all, value, static_cast<int>(threadIdx.x) ^ mask);
}

inline std::uint32_t __ballot_sync(unsigned, bool value) {
    return together({value ? 1u : 0u}, [] {
        std::uint32_t word = 0;
        for (std::uint32_t thread = 0; thread < 32; ++thread) {
            word |= shown_words[thread][0] << thread;
        }
        return word;
    });
}

namespace crownhead::gpu {

// The threads, words and bytes that hold element (row, k) of the first factor and (k, column) of the second.
inline std::uint8_t first_factor(int row, int k) {
    const auto thread = static_cast<std::size_t>(row % 8 * 4 + k % 16 / 4);
    const auto word = static_cast<std::size_t>(row / 8 + k / 16 * 2);
    return static_cast<std::uint8_t>(shown_words[thread][word] >> (k % 4 * 8));
}

inline std::int8_t second_factor(int k, int column) {
    const auto thread = static_cast<std::size_t>(column * 4 + k % 16 / 4);
    return static_cast<std::int8_t>(shown_words[thread][static_cast<std::size_t>(4 + k / 16)] >> (k % 4 * 8));
}

inline void multiply(Tile& tile, const Rows& rows, Word columns, Word more_columns) {
    tile = together({rows.bytes[0], rows.bytes[1], rows.bytes[2], rows.bytes[3], columns, more_columns}, [&] {
        Tile result = tile;
        for (int index = 0; index < 4; ++index) {
            const int row = static_cast<int>(threadIdx.x) / 4 + index / 2 * 8;
            const int column = static_cast<int>(threadIdx.x) % 4 * 2 + index % 2;
            for (int k = 0; k < 32; ++k) {
                result.sum[index] += first_factor(row, k) * second_factor(k, column);
            }
        }
        return result;
    });
}

inline Word packed(int first, int second, int third, int fourth) {
    const auto byte = [](int value, int index) { return static_cast<Word>(std::clamp(value, 0, 255)) << (8 * index); };
    return byte(first, 0) | byte(second, 1) | byte(third, 2) | byte(fourth, 3);
}

inline int products(Word values, Word weights, int sum) {
    for (int index = 0; index < 4; ++index) {
        sum += static_cast<std::uint8_t>(values >> (8 * index)) * static_cast<std::int8_t>(weights >> (8 * index));
    }
    return sum;
}

}  // namespace crownhead::gpu

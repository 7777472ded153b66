// The network of network.hpp, evaluated by the threads of a warp together.
#pragma once

#include "network.hpp"
#include "warp_instructions.hpp"

namespace crownhead::gpu {

constexpr int ROWS = 16;  // positions that are evaluated together

// Four bits of a word as four inputs.
__device__ __forceinline__ Word inputs(Word word, int from) {
    return ((word >> from & 15) * 0x00204081u & 0x01010101u) * ONE;
}

// The index of the n-th set bit, counted from 0; 31 if there are fewer.
__device__ __forceinline__ int nth_bit(Word word, int n) {
    int bit = 0;
#pragma unroll
    for (int width = 16; width > 0; width /= 2) {
        const int below = count(word >> bit & ((1u << width) - 1));
        if (n >= below) {
            n -= below;
            bit += width;
        }
    }
    return bit;
}

__device__ __forceinline__ Board shown(const Board& board, int thread) {
    return {__shfl_sync(ALL, board.own, thread), __shfl_sync(ALL, board.other, thread),
            __shfl_sync(ALL, board.kings, thread), NO_CHAIN};
}

// The input bytes of a thread's two rows, for each of the four words.
__device__ __forceinline__ void fill(Rows (&rows)[4], const Cells& one, const Cells& two, int t) {
#pragma unroll
    for (int word = 0; word < 4; ++word) {
        rows[word] = {{inputs(one.word[word], 4 * t), inputs(two.word[word], 4 * t), inputs(one.word[word], 16 + 4 * t),
                       inputs(two.word[word], 16 + 4 * t)}};
    }
}

// The sums of eight columns.
__device__ __forceinline__ Tile first_tile(const Weights& weights, const Rows (&rows)[4], int tile, int lane) {
    const auto* columns = reinterpret_cast<const uint4*>(weights.first) + tile * 64 + lane;
    const int2 bias = reinterpret_cast<const int2*>(weights.bias)[tile * 4 + lane % 4];
    Tile sums{{bias.x, bias.y, bias.x, bias.y}};
    const uint4 men = columns[0];
    multiply(sums, rows[0], men.x, men.y);
    multiply(sums, rows[1], men.z, men.w);
    const uint4 kings = columns[32];
    multiply(sums, rows[2], kings.x, kings.y);
    multiply(sums, rows[3], kings.z, kings.w);
    return sums;
}

// Adds the contribution of 32 columns to the units.
__device__ __forceinline__ void add_to_units(const Weights& weights, const Rows (&rows)[4], Tile (&units)[4], int group,
                                             int lane) {
    Tile sums[4];
#pragma unroll
    for (int tile = 0; tile < 4; ++tile) {
        sums[tile] = first_tile(weights, rows, 4 * group + tile, lane);
    }
    Rows hidden;
#pragma unroll
    for (int half = 0; half < 2; ++half) {
        const Tile &one = sums[2 * half], &two = sums[2 * half + 1];
        hidden.bytes[2 * half] = packed(one.sum[0], one.sum[1], two.sum[0], two.sum[1]);
        hidden.bytes[2 * half + 1] = packed(one.sum[2], one.sum[3], two.sum[2], two.sum[3]);
    }
    const auto* columns = reinterpret_cast<const uint4*>(weights.second) + group * 64 + lane;
    const uint4 low = columns[0];
    multiply(units[0], hidden, low.x, low.y);
    multiply(units[1], hidden, low.z, low.w);
    const uint4 high = columns[32];
    multiply(units[2], hidden, high.x, high.y);
    multiply(units[3], hidden, high.z, high.w);
}

// The contribution of a thread's units to the output of one of its rows.
__device__ __forceinline__ int share(const Weights& weights, const Tile (&units)[4], int row, int head, int t) {
    const uint2 last = reinterpret_cast<const uint2*>(weights.last)[head * 4 + t];
    int shifted[8];
#pragma unroll
    for (int tile = 0; tile < 4; ++tile) {
        shifted[2 * tile] = units[tile].sum[2 * row] >> UNIT_SHIFT;
        shifted[2 * tile + 1] = units[tile].sum[2 * row + 1] >> UNIT_SHIFT;
    }
    const int low = products(packed(shifted[0], shifted[1], shifted[2], shifted[3]), last.x, 0);
    return products(packed(shifted[4], shifted[5], shifted[6], shifted[7]), last.y, low);
}

// The outputs of sixteen rows. Thread 4 g + t, with t of 0 or 1, has the output of row g + 8 t.
__device__ __forceinline__ int outputs(const Weights& weights, const Board& one, const Board& two, int lane) {
    const int t = lane % 4;
    Rows rows[4];
    fill(rows, cells_of(one), cells_of(two), t);
    Tile units[4];
#pragma unroll
    for (int tile = 0; tile < 4; ++tile) {
        const int2 bias = reinterpret_cast<const int2*>(weights.unit_bias)[tile * 4 + t];
        units[tile] = {{bias.x, bias.y, bias.x, bias.y}};
    }
#pragma unroll 2
    for (int group = 0; group < COLUMNS / 32; ++group) {
        add_to_units(weights, rows, units, group, lane);
    }
    const int heads[2] = {head_of(one), head_of(two)};
    int sums[2];
#pragma unroll
    for (int row = 0; row < 2; ++row) {
        sums[row] = share(weights, units, row, heads[row], t);
        sums[row] += __shfl_xor_sync(ALL, sums[row], 1);
        sums[row] += __shfl_xor_sync(ALL, sums[row], 2);
        sums[row] += weights.head_bias[heads[row]];
    }
    return t % 2 == 0 ? sums[0] : sums[1];
}

// Evaluates for all searches of a warp that wait for a value. All its threads must call this together.
struct WarpNetwork {
    const Weights* weights;

    __device__ __forceinline__ void answer(Search& search) const {
        __syncwarp();
        const int lane = static_cast<int>(threadIdx.x % 32);
        const bool asks = search.mode == ASKING;
        const Word asking = __ballot_sync(ALL, asks);
        const int number = count(asking);
        const int index = count(asking & ((1u << lane) - 1));
        for (int first = 0; first < number; first += ROWS) {
            const Board one = shown(search.board, nth_bit(asking, first + lane / 4) & 31);
            const Board two = shown(search.board, nth_bit(asking, first + 8 + lane / 4) & 31);
            const int output = outputs(*weights, one, two, lane);
            const int row = index - first;
            const int found = __shfl_sync(ALL, output, (row & 7) * 4 + (row >> 3 & 1));
            if (asks && row >= 0 && row < ROWS) {
                search.value = points_of(found);
                search.mode = RETURNING;
            }
        }
    }
};

}  // namespace crownhead::gpu

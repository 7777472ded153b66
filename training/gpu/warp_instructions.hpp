// GPU instructions without a language construct, and those by which the threads of a warp cooperate. A test that
// emulates a warp on a CPU has its own versions.
#pragma once

#include "board.hpp"

namespace crownhead::gpu {

constexpr unsigned ALL = ~0u;  // threads of a warp

// A tile of sums: rows g and g + 8, two columns each, for thread 4 g + t.
struct Tile {
    int sum[4];
};

// Sixteen rows of 32 bytes as the first factor: rows g and g + 8 alternate, with the bytes from 4 t and from 16 + 4
// t.
struct Rows {
    Word bytes[4];
};

}  // namespace crownhead::gpu

#ifdef __CUDACC__

namespace crownhead::gpu {

// tile += rows * columns.
__device__ __forceinline__ void multiply(Tile& tile, const Rows& rows, Word columns, Word more_columns) {
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+r"(tile.sum[0]), "+r"(tile.sum[1]), "+r"(tile.sum[2]), "+r"(tile.sum[3])
                 : "r"(rows.bytes[0]), "r"(rows.bytes[1]), "r"(rows.bytes[2]), "r"(rows.bytes[3]), "r"(columns),
                   "r"(more_columns));
}

// Four numbers clamped to 0 to 255, the first in the lowest byte.
__device__ __forceinline__ Word packed(int first, int second, int third, int fourth) {
    Word upper, all;
    asm("cvt.pack.sat.u8.s32.b32 %0, %1, %2, %3;" : "=r"(upper) : "r"(fourth), "r"(third), "r"(0));
    asm("cvt.pack.sat.u8.s32.b32 %0, %1, %2, %3;" : "=r"(all) : "r"(second), "r"(first), "r"(upper));
    return all;
}

// sum + the products of four unsigned bytes and four signed ones.
__device__ __forceinline__ int products(Word values, Word weights, int sum) {
    int result;
    asm("dp4a.u32.s32 %0, %1, %2, %3;" : "=r"(result) : "r"(values), "r"(weights), "r"(sum));
    return result;
}

}  // namespace crownhead::gpu

#else
#include "played_warp.hpp"
#endif

#ifdef __AVX2__

#include <immintrin.h>

#include <bit>
#include <cstring>

#include "network/arithmetic.hpp"

namespace crownhead::network {
namespace {

constexpr int LANES = 16;  // numbers of 16 bits in a register
constexpr int TILE = 8;    // registers that hold a part of a view during an update

__m256i load(const void* from) {
    return _mm256_load_si256(static_cast<const __m256i*>(from));
}

// Sums four products of an unsigned and a signed byte into each 32-bit number. A sum of two fits into 16 bits, since
// activations are at most 127.
__m256i add_products(__m256i sums, __m256i inputs, __m256i weights) {
    const __m256i pairs = _mm256_maddubs_epi16(inputs, weights);
    return _mm256_add_epi32(sums, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
}

// Writes a view's activations. Each bit of the result tells whether a group has a non-zero activation.
std::uint64_t activate(const std::int16_t* view, std::uint8_t* to) {
    std::uint64_t busy = 0;
    const __m256i zero = _mm256_setzero_si256();
    for (int block = 0; block < HIDDEN / 32; ++block) {
        const __m256i low = load(view + 32 * block);
        const __m256i high = load(view + 32 * block + LANES);
        // Packing saturates at 127. It interleaves the halves of both operands; the permutation restores the order.
        const __m256i packed = _mm256_permute4x64_epi64(_mm256_packs_epi16(low, high), 0xd8);
        const __m256i active = _mm256_max_epi8(packed, zero);
        _mm256_store_si256(reinterpret_cast<__m256i*>(to + 32 * block), active);
        const int mask = _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpgt_epi32(active, zero)));
        busy |= static_cast<std::uint64_t>(static_cast<std::uint32_t>(mask)) << (8 * block);
    }
    return busy;
}

// The sums of a head's first layer, 16 numbers in two registers.
struct First {
    __m256i low, high;

    void add(const std::uint8_t* inputs, std::uint64_t busy, const std::int8_t (*weights)[FIRST][GROUP]) {
        for (; busy != 0; busy &= busy - 1) {
            const int group = std::countr_zero(busy);
            std::int32_t four;
            std::memcpy(&four, inputs + GROUP * group, sizeof four);
            const __m256i all = _mm256_set1_epi32(four);
            low = add_products(low, all, load(weights[group]));
            high = add_products(high, all, load(weights[group][FIRST / 2]));
        }
    }

    // Activations in words of four: 0 to 3, 8 to 11 in the lower half, 4 to 7, 12 to 15 in the upper.
    __m256i activations() const {
        const __m256i words =
            _mm256_packs_epi32(_mm256_srai_epi32(low, WEIGHT_SHIFT), _mm256_srai_epi32(high, WEIGHT_SHIFT));
        return _mm256_max_epi8(_mm256_packs_epi16(words, words), _mm256_setzero_si256());
    }
};

// The activations of a head's second layer in order.
__m256i second_of(const Head& head, __m256i inputs) {
    constexpr int WORDS[FIRST / GROUP] = {0, 4, 1, 5};  // where each group of the first layer lies
    __m256i sums[SECOND / 8];
    for (int part = 0; part < SECOND / 8; ++part) {
        sums[part] = load(head.second_bias + 8 * part);
    }
    for (int group = 0; group < FIRST / GROUP; ++group) {
        const __m256i all = _mm256_permutevar8x32_epi32(inputs, _mm256_set1_epi32(WORDS[group]));
        for (int part = 0; part < SECOND / 8; ++part) {
            sums[part] = add_products(sums[part], all, load(head.second[group][8 * part]));
        }
    }
    for (__m256i& sum : sums) {
        sum = _mm256_srai_epi32(sum, WEIGHT_SHIFT);
    }
    const __m256i packed =
        _mm256_packs_epi16(_mm256_packs_epi32(sums[0], sums[1]), _mm256_packs_epi32(sums[2], sums[3]));
    const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    return _mm256_max_epi8(_mm256_permutevar8x32_epi32(packed, order), _mm256_setzero_si256());
}

std::int32_t total(__m256i sums) {
    __m128i half = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4e));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0xb1));
    return _mm_cvtsi128_si32(half);
}

}  // namespace

void Avx2::update(const Weights& weights, const std::int16_t* from, std::int16_t* to, Inputs removed, Inputs added) {
    for (int begin = 0; begin < HIDDEN; begin += TILE * LANES) {
        __m256i part[TILE];
        for (int index = 0; index < TILE; ++index) {
            part[index] = load(from + begin + index * LANES);
        }
        for (const std::uint8_t input : removed) {
            for (int index = 0; index < TILE; ++index) {
                part[index] = _mm256_sub_epi16(part[index], load(weights.features[input] + begin + index * LANES));
            }
        }
        for (const std::uint8_t input : added) {
            for (int index = 0; index < TILE; ++index) {
                part[index] = _mm256_add_epi16(part[index], load(weights.features[input] + begin + index * LANES));
            }
        }
        for (int index = 0; index < TILE; ++index) {
            _mm256_store_si256(reinterpret_cast<__m256i*>(to + begin + index * LANES), part[index]);
        }
    }
}

std::int32_t Avx2::output(const Head& head, const std::int16_t* own, const std::int16_t* other) {
    First first{load(head.first_bias), load(head.first_bias + FIRST / 2)};
    // Both views first, and the sums afterwards: their loads would wait for stores that have just been made.
    alignas(32) std::uint8_t inputs[2][HIDDEN];
    const std::uint64_t busy[] = {activate(own, inputs[0]), activate(other, inputs[1])};
    first.add(inputs[0], busy[0], head.first);
    first.add(inputs[1], busy[1], head.first + HIDDEN / GROUP);
    const __m256i second = second_of(head, first.activations());
    return head.third_bias + total(add_products(_mm256_setzero_si256(), second, load(head.third)));
}

}  // namespace crownhead::network

#endif

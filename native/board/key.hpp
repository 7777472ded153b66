// A position as one number that other programs can compute too. docs/library.md describes it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "board/position.hpp"

namespace crownhead {

// The finaliser of SplitMix64. Each bit changes about half of the others, and no two inputs collide.
constexpr std::uint64_t mixed(std::uint64_t word) {
    word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9u;
    word = (word ^ word >> 27) * 0x94d049bb133111ebu;
    return word ^ word >> 31;
}

// The checksum of our files. It covers words of eight bytes; zeros fill up the last.
inline std::uint64_t check_of(const void* bytes, std::size_t size) {
    const auto* next = static_cast<const char*>(bytes);
    std::uint64_t check = mixed(size);
    for (std::size_t at = 0; at < size; at += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, next + at, std::min<std::size_t>(8, size - at));
        check = mixed(check ^ word);
    }
    return check;
}

// Unlike Position::hash(), this never changes, so files may store it.
constexpr std::uint64_t key_of(const Position& position) {
    const std::uint64_t black = to_mask(position.of(Side::Black));
    const std::uint64_t white = to_mask(position.of(Side::White));
    const std::uint64_t turn = position.turn == Side::White ? 1 : 0;
    return mixed(mixed(white << 32 | black) ^ (turn << 32 | to_mask(position.kings)));
}

}  // namespace crownhead

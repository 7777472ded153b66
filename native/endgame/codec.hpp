// Codes of positions as run lengths, packed in blocks that can be read one by one.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "endgame/code.hpp"
#include "endgame/huffman.hpp"

namespace crownhead::endgame {

// Positions in a block. An unpacked block has the same number of bytes for either kind.
template <typename Kind>
constexpr std::uint32_t BLOCK = Kind::has_distance ? 512 : 4096;

template <typename Kind>
constexpr int CODE_WIDTH = Kind::has_distance ? 16 : 2;

constexpr std::size_t BLOCK_BYTES = 1024;
static_assert(BLOCK<Wdl> * CODE_WIDTH<Wdl> == BLOCK_BYTES * 8);
static_assert(BLOCK<Distance> * CODE_WIDTH<Distance> == BLOCK_BYTES * 8);

// The most bytes of a packed block. A run of one position takes one word (win-draw-loss), or two with an eighth as
// many positions; longer runs need fewer bits per position. The first code and the rest of the last byte come on top.
constexpr std::size_t MOST_PACKED_BYTES = BLOCK<Wdl> * LONGEST_WORD / 8 + 8;

// A directory entry: a block with a single code has it in the low bits; any other has the offset of its bits in the
// data.
constexpr std::uint32_t UNIFORM = 0x80000000;

struct Packed {
    std::vector<std::uint8_t> tables;
    std::vector<std::uint32_t> directory;  // an entry for each block
    std::vector<std::uint8_t> data;
};

// Positions whose code is ANY get the code that packs best.
template <typename Kind>
Packed pack(std::span<const typename Kind::Cell> codes);

// The data of a slice that unpacking needs.
template <typename Kind>
class Unpacker {
public:
    // Whether the tables are valid.
    bool build(std::span<const std::uint8_t> tables);

    // Unpacks this many codes of a block whose bits begin here. Returns false for invalid bits. Reads no further than
    // `end` plus READ_AHEAD bytes, and writes no more than BLOCK_BYTES.
    bool unpack(const std::uint8_t* begin, const std::uint8_t* end, std::uint32_t count, std::uint64_t* block) const;

    static Code at(const std::uint64_t* block, std::uint32_t index) {
        constexpr int PER_WORD = 64 / CODE_WIDTH<Kind>;
        return static_cast<Code>(block[index / PER_WORD] >>
                                 (index % PER_WORD * CODE_WIDTH<Kind>)&((std::uint64_t{1} << CODE_WIDTH<Kind>)-1));
    }

private:
    std::array<Decoder, 3> lengths_;
    std::array<Decoder, 3> values_;
};

extern template Packed pack<Wdl>(std::span<const Wdl::Cell>);
extern template Packed pack<Distance>(std::span<const Distance::Cell>);
extern template class Unpacker<Wdl>;
extern template class Unpacker<Distance>;

}  // namespace crownhead::endgame

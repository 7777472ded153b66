// Canonical prefix codes: short for frequent symbols. Files store only their lengths.
#pragma once

#include <cstdint>
#include <vector>

#include "endgame/bitstream.hpp"

namespace crownhead::endgame {

constexpr int LONGEST_WORD = 12;

// A length for each symbol, at most LONGEST_WORD; 0 for symbols that do not occur. A single symbol has length 1.
std::vector<std::uint8_t> word_lengths(std::vector<std::uint64_t> frequencies);

// The words, numbered by length, then by symbol.
std::vector<std::uint16_t> words_of(const std::vector<std::uint8_t>& lengths);

class Decoder {
public:
    // Whether the lengths form a valid code.
    bool build(const std::vector<std::uint8_t>& lengths);

    // Returns the next symbol, or -1 for an invalid word.
    int next(BitReader& reader) const {
        const Entry entry = entries_[reader.peek(width_)];
        reader.skip(entry.length);
        return entry.length != 0 ? entry.symbol : -1;
    }

private:
    struct Entry {
        std::uint16_t symbol = 0;
        std::uint16_t length = 0;
    };

    int width_ = 1;
    std::vector<Entry> entries_ = std::vector<Entry>(2);
};

}  // namespace crownhead::endgame

// Bits in bytes, the most significant first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace crownhead::endgame {

// A reader may touch this many bytes after the last bit.
constexpr std::size_t READ_AHEAD = 8;

class BitWriter {
public:
    explicit BitWriter(std::vector<std::uint8_t>& bytes) : bytes_(bytes) {}

    void put(std::uint32_t value, int width) {
        held_ = held_ << width | value;
        for (count_ += width; count_ >= 8; count_ -= 8) {
            bytes_.push_back(static_cast<std::uint8_t>(held_ >> (count_ - 8)));
        }
    }

    // Fills the last byte with zeros.
    void flush() {
        if (count_ > 0) {
            put(0, 8 - count_);
        }
    }

private:
    std::vector<std::uint8_t>& bytes_;
    std::uint64_t held_ = 0;
    int count_ = 0;
};

// Reads at most 32 bits at a time. Check past_end() before the next read: READ_AHEAD covers one.
class BitReader {
public:
    BitReader(const std::uint8_t* begin, const std::uint8_t* end)
        : bytes_(begin), end_(static_cast<std::uint64_t>(end - begin) * 8) {}

    bool past_end() const { return at_ > end_; }

    std::uint32_t peek(int width) const {
        std::uint64_t word;
        std::memcpy(&word, bytes_ + at_ / 8, sizeof word);
        return static_cast<std::uint32_t>(__builtin_bswap64(word) << (at_ % 8) >> 32 >> (32 - width));
    }

    void skip(int width) { at_ += static_cast<std::uint64_t>(width); }

    std::uint32_t get(int width) {
        const std::uint32_t value = width == 0 ? 0 : peek(width);
        skip(width);
        return value;
    }

private:
    const std::uint8_t* bytes_;
    std::uint64_t at_ = 0;
    std::uint64_t end_;
};

}  // namespace crownhead::endgame

#include "endgame/huffman.hpp"

#include <algorithm>
#include <queue>
#include <tuple>

namespace crownhead::endgame {
namespace {

// The depth of each symbol in the Huffman tree. Ties go to the lower number.
std::vector<std::uint8_t> depths(const std::vector<std::uint64_t>& frequencies) {
    using Node = std::tuple<std::uint64_t, std::size_t>;
    std::priority_queue<Node, std::vector<Node>, std::greater<>> open;
    std::vector<std::size_t> parent(frequencies.size() * 2, 0);
    for (std::size_t symbol = 0; symbol < frequencies.size(); ++symbol) {
        if (frequencies[symbol] != 0) {
            open.emplace(frequencies[symbol], symbol);
        }
    }
    std::vector<std::uint8_t> result(frequencies.size(), 0);
    if (open.size() == 1) {
        result[std::get<1>(open.top())] = 1;
    }
    std::size_t joined = frequencies.size();
    while (open.size() > 1) {
        const auto [one_count, one] = open.top();
        open.pop();
        const auto [two_count, two] = open.top();
        open.pop();
        parent[one] = parent[two] = joined;
        open.emplace(one_count + two_count, joined++);
    }
    for (std::size_t symbol = 0; symbol < frequencies.size(); ++symbol) {
        for (std::size_t node = symbol; frequencies[symbol] != 0 && parent[node] != 0; node = parent[node]) {
            ++result[symbol];
        }
    }
    return result;
}

}  // namespace

std::vector<std::uint8_t> word_lengths(std::vector<std::uint64_t> frequencies) {
    for (;;) {
        std::vector<std::uint8_t> lengths = depths(frequencies);
        if (lengths.empty() || *std::max_element(lengths.begin(), lengths.end()) <= LONGEST_WORD) {
            return lengths;
        }
        // Flatter frequencies make a flatter tree.
        for (std::uint64_t& frequency : frequencies) {
            frequency = frequency == 0 ? 0 : frequency / 2 + 1;
        }
    }
}

std::vector<std::uint16_t> words_of(const std::vector<std::uint8_t>& lengths) {
    std::vector<std::uint16_t> words(lengths.size(), 0);
    std::uint16_t next = 0;
    for (int length = 1; length <= LONGEST_WORD; ++length) {
        next = static_cast<std::uint16_t>(next << 1);
        for (std::size_t symbol = 0; symbol < lengths.size(); ++symbol) {
            if (lengths[symbol] == length) {
                words[symbol] = next++;
            }
        }
    }
    return words;
}

bool Decoder::build(const std::vector<std::uint8_t>& lengths) {
    width_ = lengths.empty() ? 1 : std::max<int>(1, *std::max_element(lengths.begin(), lengths.end()));
    if (width_ > LONGEST_WORD) {
        return false;
    }
    entries_.assign(std::size_t{1} << width_, {});
    const std::vector<std::uint16_t> words = words_of(lengths);
    for (std::size_t symbol = 0; symbol < lengths.size(); ++symbol) {
        if (lengths[symbol] == 0) {
            continue;
        }
        const int rest = width_ - lengths[symbol];
        const std::size_t first = static_cast<std::size_t>(words[symbol]) << rest;
        const std::size_t last = first + (std::size_t{1} << rest);
        if (last > entries_.size()) {
            return false;
        }
        std::fill(entries_.begin() + static_cast<std::ptrdiff_t>(first),
                  entries_.begin() + static_cast<std::ptrdiff_t>(last),
                  Entry{static_cast<std::uint16_t>(symbol), lengths[symbol]});
    }
    return true;
}

}  // namespace crownhead::endgame

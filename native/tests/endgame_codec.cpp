#include <algorithm>
#include <random>

#include "endgame/codec.hpp"
#include "tests/check.hpp"

namespace crownhead::tests {
namespace {

using namespace endgame;

// Random codes that change now and then. Some are ANY; the last block is not full.
template <typename Kind>
std::vector<typename Kind::Cell> random_codes(std::mt19937_64& random, Code highest, unsigned seldom) {
    std::vector<typename Kind::Cell> codes(3 * BLOCK<Kind> + 317);
    Code code = 0;
    for (auto& one : codes) {
        code = random() % seldom == 0 ? static_cast<Code>(random() % (highest + 1u)) : code;
        one = static_cast<typename Kind::Cell>(random() % 5 == 0 ? ANY : code);
    }
    return codes;
}

// The codes of a block, by its entry in the directory.
template <typename Kind>
std::vector<Code> codes_of(const Unpacker<Kind>& unpacker, const Packed& packed, std::uint32_t entry,
                           std::uint32_t count) {
    std::vector<Code> codes(count, static_cast<Code>(entry));
    if ((entry & UNIFORM) == 0) {
        std::vector<std::uint8_t> data(packed.data);
        data.resize(data.size() + READ_AHEAD);
        std::array<std::uint64_t, BLOCK_BYTES / 8> block{};
        CHECK(unpacker.unpack(data.data() + entry, data.data() + packed.data.size(), count, block.data()));
        for (std::uint32_t index = 0; index < count; ++index) {
            codes[index] = Unpacker<Kind>::at(block.data(), index);
        }
    }
    return codes;
}

template <typename Kind>
void check_packing(Code highest) {
    std::mt19937_64 random(11);
    for (const unsigned seldom : {1u, 3u, 40u, 3000u, 1'000'000u}) {
        const auto codes = random_codes<Kind>(random, highest, seldom);
        const Packed packed = pack<Kind>(codes);
        Unpacker<Kind> unpacker;
        CHECK(unpacker.build(packed.tables));
        CHECK(packed.directory.size() == 4);
        std::vector<Code> found;
        for (const std::uint32_t entry : packed.directory) {
            const auto count = std::min<std::size_t>(BLOCK<Kind>, codes.size() - found.size());
            const auto block = codes_of(unpacker, packed, entry, static_cast<std::uint32_t>(count));
            found.insert(found.end(), block.begin(), block.end());
        }
        bool agree = true;
        for (std::size_t rank = 0; rank < codes.size(); ++rank) {
            agree &= codes[rank] == static_cast<typename Kind::Cell>(ANY) || codes[rank] == found[rank];
        }
        CHECK(agree);
    }
}

}  // namespace

TEST("words are as short as their symbols are frequent, and are read as they were written") {
    std::vector<std::uint64_t> frequencies(300);
    for (std::size_t symbol = 0; symbol < frequencies.size(); symbol += 3) {
        frequencies[symbol] = std::uint64_t{1} << (symbol / 10);
    }
    const auto lengths = word_lengths(frequencies);
    const auto words = words_of(lengths);
    Decoder decoder;
    CHECK(decoder.build(lengths));
    std::vector<std::uint8_t> bytes;
    BitWriter writer(bytes);
    for (std::size_t symbol = 0; symbol < frequencies.size(); symbol += 3) {
        CHECK(lengths[symbol] > 0 && lengths[symbol] <= LONGEST_WORD);
        writer.put(words[symbol], lengths[symbol]);
    }
    writer.flush();
    const std::size_t size = bytes.size();
    bytes.resize(size + READ_AHEAD);
    BitReader reader(bytes.data(), bytes.data() + size);
    for (int symbol = 0; symbol < 300; symbol += 3) {
        CHECK(decoder.next(reader) == symbol);
    }
    CHECK(lengths[297] < lengths[0]);
}

TEST("packed codes are unpacked as they were, but for those that nobody asks for") {
    check_packing<Wdl>(2);
    check_packing<Distance>(150);
}

}  // namespace crownhead::tests

#include "endgame/codec.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace crownhead::endgame {
namespace {

// Lengths of runs: to the end of the block; 1 to 7; then four steps per doubling, with the rest as plain bits.
constexpr int TO_END = 0;
constexpr int PLAIN = 7;
constexpr int LENGTHS = 1 + PLAIN + 4 * (std::bit_width(BLOCK<Wdl> - 1) - 3);

struct Length {
    int symbol;
    int extra_width;
    std::uint32_t extra;
};

constexpr Length length_of(std::uint32_t run) {
    if (run <= PLAIN) {
        return {static_cast<int>(run), 0, 0};
    }
    const int width = std::bit_width(run);
    const int rest = width - 3;
    return {8 + 4 * (width - 4) + static_cast<int>(run >> rest & 3), rest, run & ((1u << rest) - 1)};
}

// With few codes, the code of the next run is part of the symbol for the length.
template <typename Kind>
constexpr int FOLLOWERS = Kind::has_distance ? 1 : 3;

struct Run {
    Code code;
    std::uint32_t length;
};

// The smallest number of runs.
template <typename Cell>
void split(std::span<const Cell> block, std::vector<Run>& runs) {
    constexpr auto FREE = static_cast<Cell>(ANY);
    runs.clear();
    for (std::size_t at = 0; at < block.size();) {
        const std::size_t begin = at;
        Cell code = FREE;
        for (; at < block.size() && (block[at] == FREE || code == FREE || block[at] == code); ++at) {
            code = block[at] == FREE ? code : block[at];
        }
        runs.push_back({code == FREE ? DRAW : static_cast<Code>(code), static_cast<std::uint32_t>(at - begin)});
    }
}

template <typename Kind, typename Use>
void for_each_block(std::span<const typename Kind::Cell> codes, Use&& use) {
    std::vector<Run> runs;
    for (std::size_t begin = 0; begin < codes.size(); begin += BLOCK<Kind>) {
        split(codes.subspan(begin, std::min<std::size_t>(BLOCK<Kind>, codes.size() - begin)), runs);
        use(runs);
    }
}

// Reports what a block of more than one run needs: symbols by context, and plain bits.
template <typename Kind, typename Sink>
void describe(const std::vector<Run>& runs, Sink& sink) {
    sink.plain(runs[0].code, CODE_WIDTH<Kind>);
    for (std::size_t index = 0; index < runs.size(); ++index) {
        const Code context = outcome_of(runs[index].code);
        if (index + 1 == runs.size()) {
            sink.length(context, TO_END);
            return;
        }
        const Length length = length_of(runs[index].length);
        const Code next = runs[index + 1].code;
        if (Kind::has_distance) {
            sink.length(context, length.symbol);
            sink.value(context, next);
        } else {
            sink.length(context, length.symbol * FOLLOWERS<Kind> + next);
        }
        sink.plain(length.extra, length.extra_width);
    }
}

struct Frequencies {
    std::array<std::vector<std::uint64_t>, 3> lengths;
    std::array<std::vector<std::uint64_t>, 3> values;

    void plain(std::uint32_t, int) {}
    void length(Code context, int symbol) { ++lengths[context][static_cast<std::size_t>(symbol)]; }
    void value(Code context, Code value) { ++values[context][value]; }
};

struct Words {
    std::vector<std::uint8_t> lengths;
    std::vector<std::uint16_t> words;

    explicit Words(const std::vector<std::uint64_t>& frequencies)
        : lengths(word_lengths(frequencies)), words(words_of(lengths)) {}
};

struct Output {
    BitWriter writer;
    std::vector<Words> lengths;
    std::vector<Words> values;

    void plain(std::uint32_t bits, int width) { writer.put(bits, width); }
    void length(Code context, int symbol) { put(lengths[context], static_cast<std::size_t>(symbol)); }
    void value(Code context, Code value) { put(values[context], value); }
    void put(const Words& words, std::size_t symbol) { writer.put(words.words[symbol], words.lengths[symbol]); }
};

// A table is the number of its symbols in two bytes, then a byte with the word length of each.
void store(const Words& words, std::vector<std::uint8_t>& tables) {
    std::size_t count = words.lengths.size();
    while (count > 0 && words.lengths[count - 1] == 0) {
        --count;
    }
    tables.push_back(static_cast<std::uint8_t>(count & 0xff));
    tables.push_back(static_cast<std::uint8_t>(count >> 8));
    tables.insert(tables.end(), words.lengths.begin(), words.lengths.begin() + static_cast<std::ptrdiff_t>(count));
}

bool load(Decoder& decoder, std::span<const std::uint8_t>& tables) {
    if (tables.size() < 2) {
        return false;
    }
    const std::size_t count = tables[0] | static_cast<std::size_t>(tables[1]) << 8;
    if (tables.size() < 2 + count) {
        return false;
    }
    const auto lengths = tables.subspan(2, count);
    tables = tables.subspan(2 + count);
    return decoder.build({lengths.begin(), lengths.end()});
}

template <typename Kind>
Frequencies count(std::span<const typename Kind::Cell> codes) {
    std::size_t highest = 0;
    for (const auto code : codes) {
        highest = code == static_cast<typename Kind::Cell>(ANY) ? highest : std::max<std::size_t>(highest, code);
    }
    Frequencies frequencies;
    for (std::size_t context = 0; context < 3; ++context) {
        frequencies.lengths[context].resize(LENGTHS * FOLLOWERS<Kind>);
        frequencies.values[context].resize(Kind::has_distance ? highest + 1 : 0);
    }
    for_each_block<Kind>(codes, [&](const std::vector<Run>& runs) {
        if (runs.size() > 1) {
            describe<Kind>(runs, frequencies);
        }
    });
    return frequencies;
}

// Sets the codes in a range.
template <typename Kind>
void fill(std::uint64_t* block, std::uint32_t from, std::uint32_t to, Code code) {
    constexpr std::uint32_t WIDTH = CODE_WIDTH<Kind>;
    constexpr std::uint32_t PER_WORD = 64 / WIDTH;
    const std::uint64_t all = ~std::uint64_t{0} / ((std::uint64_t{1} << WIDTH) - 1) * code;
    const std::uint32_t last = (to - 1) / PER_WORD;
    std::uint64_t mask = ~std::uint64_t{0} << (from % PER_WORD * WIDTH);
    for (std::uint32_t word = from / PER_WORD; word < last; ++word) {
        block[word] |= all & mask;
        mask = ~std::uint64_t{0};
    }
    block[last] |= all & mask & ~std::uint64_t{0} >> (63 - ((to - 1) % PER_WORD * WIDTH + WIDTH - 1));
}

}  // namespace

template <typename Kind>
Packed pack(std::span<const typename Kind::Cell> codes) {
    Packed packed;
    const Frequencies frequencies = count<Kind>(codes);
    Output output{BitWriter(packed.data), {}, {}};
    for (std::size_t context = 0; context < 3; ++context) {
        output.lengths.emplace_back(frequencies.lengths[context]);
        output.values.emplace_back(frequencies.values[context]);
        store(output.lengths.back(), packed.tables);
        store(output.values.back(), packed.tables);
    }
    for_each_block<Kind>(codes, [&](const std::vector<Run>& runs) {
        if (runs.size() == 1) {
            packed.directory.push_back(UNIFORM | runs[0].code);
        } else {
            packed.directory.push_back(static_cast<std::uint32_t>(packed.data.size()));
            describe<Kind>(runs, output);
            output.writer.flush();
        }
    });
    return packed;
}

template <typename Kind>
bool Unpacker<Kind>::build(std::span<const std::uint8_t> tables) {
    for (std::size_t context = 0; context < 3; ++context) {
        if (!load(lengths_[context], tables) || !load(values_[context], tables)) {
            return false;
        }
    }
    return true;
}

template <typename Kind>
bool Unpacker<Kind>::unpack(const std::uint8_t* begin, const std::uint8_t* end, std::uint32_t count,
                            std::uint64_t* block) const {
    std::memset(block, 0, BLOCK_BYTES);
    BitReader reader(begin, end);
    auto code = static_cast<Code>(reader.get(CODE_WIDTH<Kind>));
    for (std::uint32_t at = 0; !reader.past_end();) {
        const Code context = outcome_of(code);
        const int symbol = lengths_[context].next(reader);
        const int step = symbol / FOLLOWERS<Kind>;
        if (symbol < 0 || step >= LENGTHS) {
            return false;
        }
        if (symbol == TO_END) {
            fill<Kind>(block, at, count, code);
            return true;
        }
        Code next = static_cast<Code>(symbol % FOLLOWERS<Kind>);
        if constexpr (Kind::has_distance) {
            const int value = reader.past_end() ? -1 : values_[context].next(reader);
            if (value < 0) {
                return false;
            }
            next = static_cast<Code>(value);
        }
        auto run = static_cast<std::uint32_t>(step);
        if (step > PLAIN) {
            const int rest = (step - 8) / 4 + 1;
            run = (4u | (step & 3u)) << rest | (reader.past_end() ? 0 : reader.get(rest));
        }
        // A run that ends with the block is written as TO_END.
        if (run == 0 || run >= count - at) {
            return false;
        }
        fill<Kind>(block, at, at + run, code);
        at += run;
        code = next;
    }
    return false;
}

template Packed pack<Wdl>(std::span<const Wdl::Cell>);
template Packed pack<Distance>(std::span<const Distance::Cell>);
template class Unpacker<Wdl>;
template class Unpacker<Distance>;

}  // namespace crownhead::endgame

// Solved slices, unpacked in memory, for solving another slice.
#pragma once

#include <memory>
#include <vector>

#include "endgame/code.hpp"
#include "endgame/slice.hpp"

namespace crownhead::endgame {

// The codes of a slice in the smallest form that allows fast access.
template <typename Kind>
class Codes {
public:
    explicit Codes(std::uint64_t size) : words_(words_for(size)) {}

    static constexpr std::uint64_t bytes_for(std::uint64_t size) { return words_for(size) * sizeof(std::uint64_t); }

    Code at(std::uint64_t index) const {
        return static_cast<Code>(words_[index / PER_WORD] >> (index % PER_WORD * WIDTH) & MASK);
    }

    // Only for cells that have not been set.
    void set(std::uint64_t index, Code code) {
        words_[index / PER_WORD] |= static_cast<std::uint64_t>(code & MASK) << (index % PER_WORD * WIDTH);
    }

private:
    static constexpr int WIDTH = Kind::has_distance ? 16 : 2;
    static constexpr int PER_WORD = 64 / WIDTH;
    static constexpr std::uint64_t MASK = (std::uint64_t{1} << WIDTH) - 1;

    static constexpr std::uint64_t words_for(std::uint64_t size) { return (size + PER_WORD - 1) / PER_WORD; }

    std::vector<std::uint64_t> words_;
};

template <typename Kind>
class Known {
public:
    void add(const Material& material, Codes<Kind> codes) {
        parts_[static_cast<std::size_t>(material.key())] =
            std::make_unique<Part>(Part{Index(material), std::move(codes)});
    }

    // The code of a position. Its slice, or those that its captures reach, must have been added.
    Code code(const Own& view) const {
        if ((view.men | view.kings) == 0) {
            return LOSS;
        }
        if (const Bits jumpers = view.jumpers(English{}); jumpers != 0) {
            return best_capture(view, jumpers);
        }
        const Part& part = *parts_[static_cast<std::size_t>(Material::of(view).key())];
        return part.codes.at(part.index.rank(view));
    }

    Code best_capture(const Own& view, Bits jumpers) const {
        Code best = LOSS;
        for_each_capture(view, jumpers, English{}, [&](const Move& move) {
            const Bits target = bit(move.to);
            const auto after = view.after(bit(move.from), target, move.captured, move.king ? target : 0);
            const Code found = Kind::before(code(turned_view(after)));
            best = is_better(found, best) ? found : best;
        });
        return best;
    }

private:
    struct Part {
        Index index;
        Codes<Kind> codes;
    };

    std::array<std::unique_ptr<Part>, Material::KEYS> parts_;
};

}  // namespace crownhead::endgame

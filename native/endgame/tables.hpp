// All slices of a folder, and what they say about a position.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "endgame/file.hpp"

namespace crownhead::endgame {

struct Answer {
    bool known = false;
    Code outcome = DRAW;  // DRAW, LOSS or WIN for the side to move
    int plies = -1;       // to the end of the game; -1 where that is not known, and for draws

    friend constexpr bool operator==(const Answer&, const Answer&) = default;
};

// Blocks that were unpacked lately. Each thread has its own, made for one set of tables.
class Cache {
public:
    // Half a megabyte: much of what a thread's own level of the processor's cache holds.
    explicit Cache(std::size_t blocks = 512);

    void clear();

private:
    friend class Tables;

    // A block is known by the address of its entry in its file's directory.
    using Key = const std::uint32_t*;
    static constexpr std::size_t WAYS = 8;

    // A block may lie in any place of one set; the one that nobody asked for longest makes room.
    struct Set {
        std::array<Key, WAYS> keys{};
        std::array<std::uint32_t, WAYS> used{};
    };

    std::size_t set_of(Key key) const {
        const auto number = reinterpret_cast<std::uintptr_t>(key) / sizeof *key;
        return number * 0x9e3779b97f4a7c15u >> shift_;
    }

    std::uint64_t* codes(std::size_t set, std::size_t way) {
        return codes_.data() + (set * WAYS + way) * (BLOCK_BYTES / sizeof(std::uint64_t));
    }

    int shift_;
    std::uint32_t clock_ = 0;
    std::vector<Set> sets_;
    std::vector<std::uint64_t> codes_;
};

// Constant once it is opened: any number of threads may probe, each with its own cache.
class Tables {
public:
    // Opens whatever tables there are. Throws std::runtime_error with a sentence that names the file where one is not
    // whole; `thorough` reads all of each.
    explicit Tables(const std::filesystem::path& folder, bool thorough = false);
    Tables(const Tables&) = delete;
    Tables& operator=(const Tables&) = delete;

    // Of a position under the English rules. Allocates and throws nothing.
    Answer probe(const Position& position, Cache& cache) const noexcept;

    // What one table says about a position that is stored in it, by its number.
    Answer stored(const File& file, std::uint64_t rank, Cache& cache) const noexcept;

    // The best table of a slice: with distances where there are any; null where there is none.
    const File* file(const Material& material) const { return best_[static_cast<std::size_t>(material.key())]; }
    // All of them, win-draw-loss before distances, each in the order of their names.
    const std::vector<std::unique_ptr<File>>& files() const { return files_; }
    // Every position of so many pieces or fewer is known.
    int most_pieces() const { return most_pieces_; }

private:
    Answer probe(const Own& view, Cache& cache) const noexcept;
    Answer best_capture(const Own& view, Bits jumpers, Cache& cache) const noexcept;
    // The codes of a block; null where its bytes make no sense.
    static const std::uint64_t* unpacked(const File& file, std::uint64_t block, Cache& cache) noexcept;

    std::vector<std::unique_ptr<File>> files_;
    std::array<const File*, Material::KEYS> best_{};
    int most_pieces_ = 0;
};

}  // namespace crownhead::endgame

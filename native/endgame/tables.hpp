// All tables of a folder, and what they say about a position.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "endgame/file.hpp"

namespace crownhead::endgame {

struct Answer {
    bool known = false;
    Code outcome = DRAW;  // DRAW, LOSS or WIN for the side to move
    int plies = -1;       // to the end of the game; -1 if unknown, and for draws

    friend constexpr bool operator==(const Answer&, const Answer&) = default;
};

// Recently unpacked blocks. Each thread has its own, for one set of tables.
class Cache {
public:
    // Half a megabyte: a large part of a core's own cache.
    explicit Cache(std::size_t blocks = 512);

    void clear();

private:
    friend class Tables;

    // The key of a block is the address of its entry in its file's directory.
    using Key = const std::uint32_t*;
    static constexpr std::size_t WAYS = 8;

    // A block can use any slot of one set. The least recently used one is replaced.
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

// Constant after opening: any number of threads may probe, each with its own cache.
class Tables {
public:
    // Opens all tables of the folder. Throws a Fault that names a damaged file. `thorough` reads each file
    // completely.
    explicit Tables(const std::filesystem::path& folder, bool thorough = false);
    Tables(const Tables&) = delete;
    Tables& operator=(const Tables&) = delete;

    // Probes a position under English rules. Does not allocate or throw.
    Answer probe(const Position& position, Cache& cache) const noexcept;

    // The entry of one table for a stored position, by its number.
    Answer stored(const File& file, std::uint64_t rank, Cache& cache) const noexcept;

    // The best table of a slice, preferably with distances. Null if there is none.
    const File* file(const Material& material) const { return best_[static_cast<std::size_t>(material.key())]; }
    // All tables, win-draw-loss before distances, each kind sorted by name.
    const std::vector<std::unique_ptr<File>>& files() const { return files_; }
    // The tables know every position with up to this many pieces.
    int most_pieces() const { return most_pieces_; }

private:
    Answer probe(const Own& view, Cache& cache) const noexcept;
    Answer best_capture(const Own& view, Bits jumpers, Cache& cache) const noexcept;
    // The codes of a block. Null if its bytes are invalid.
    static const std::uint64_t* unpacked(const File& file, std::uint64_t block, Cache& cache) noexcept;

    std::vector<std::unique_ptr<File>> files_;
    std::array<const File*, Material::KEYS> best_{};
    int most_pieces_ = 0;
};

}  // namespace crownhead::endgame

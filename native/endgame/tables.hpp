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
    explicit Cache(std::size_t slots = 256);

    void clear();

private:
    friend class Tables;

    struct Slot {
        const File* file = nullptr;
        std::uint64_t block = 0;
        std::array<std::uint64_t, BLOCK_BYTES / sizeof(std::uint64_t)> codes;
    };

    Slot& slot(const File* file, std::uint64_t block) {
        // Blocks that lie together are asked for together: neighbours get different slots.
        const std::size_t salt = reinterpret_cast<std::uintptr_t>(file) * 0x9e3779b97f4a7c15u >> 32;
        return slots_[(salt + block) & (slots_.size() - 1)];
    }

    std::vector<Slot> slots_;
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

    std::vector<std::unique_ptr<File>> files_;
    std::array<const File*, Material::KEYS> best_{};
    int most_pieces_ = 0;
};

}  // namespace crownhead::endgame

// The transposition table: search results of positions, shared by all threads without locks.
//
// An entry's check is its key mixed with its data, so an entry torn by two writers is not found.
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

#include "board/position.hpp"
#include "evaluation/score.hpp"

namespace crownhead {

// Enough of a move to identify it among the legal moves; 0 means no move.
using MoveCode = std::uint16_t;

constexpr MoveCode code_of(const Move& move) {
    const std::uint32_t route = move.route ^ move.route >> 4 ^ move.route >> 8 ^ move.route >> 12 ^ move.route >> 16;
    return static_cast<MoveCode>(move.from | move.to << 6 | (route & 15) << 12);
}

constexpr Score NO_VALUE = -32'768;  // not evaluated

struct Known {
    Score score;
    int depth;
    Bound bound;
    MoveCode move;
    Score value = NO_VALUE;  // the static evaluation
};

// Any thread may probe and store at any time: an entry torn by two writers fails its check and is not found.
// Everything else needs a single caller and no running search: clearing allocates new memory.
class Table {
public:
    explicit Table(std::size_t megabytes) : bucket_count_(std::bit_floor(megabytes * 1024 * 1024 / sizeof(Bucket))) {
        if (!renew()) {
            throw std::bad_alloc();
        }
    }

    Table(Table&&) = delete;

    void clear() {
        if (!renew()) {
            std::memset(memory_.get(), 0, (bucket_count_ + 1) * sizeof(Bucket));
        }
        generation_ = 0;
    }

    // Entries of earlier searches are replaced first.
    void begin_search() { generation_ = (generation_ + 1) & 63; }

    void prefetch(std::uint64_t key) const { __builtin_prefetch(&bucket(key)); }

    bool probe(std::uint64_t key, int ply, Known& known) const {
        for (const Entry& entry : bucket(key).entries) {
            const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
            if ((entry.check.load(std::memory_order_relaxed) ^ data) == key && data != 0) {
                known.score = from_here(static_cast<std::int16_t>(data & 0xffff), ply);
                known.move = static_cast<MoveCode>(data >> 16 & 0xffff);
                known.depth = static_cast<int>(data >> 32 & 0xff);
                known.bound = static_cast<Bound>(data >> 40 & 3);
                known.value = static_cast<std::int16_t>(data >> 48);
                return true;
            }
        }
        return false;
    }

    void store(std::uint64_t key, int ply, Score score, int depth, Bound bound, MoveCode move, Score value) {
        Entry& entry = slot_for(key);
        const std::uint64_t data =
            static_cast<std::uint16_t>(from_root(score, ply)) | static_cast<std::uint64_t>(move) << 16 |
            static_cast<std::uint64_t>(depth < 0 ? 0 : depth) << 32 | static_cast<std::uint64_t>(bound) << 40 |
            static_cast<std::uint64_t>(generation_) << 42 |
            static_cast<std::uint64_t>(static_cast<std::uint16_t>(value)) << 48;
        entry.data.store(data, std::memory_order_relaxed);
        entry.check.store(key ^ data, std::memory_order_relaxed);
    }

    // How full this search has made the table, in thousandths, from a sample.
    int fill() const {
        int used = 0;
        const std::size_t sample = bucket_count_ < 250 ? bucket_count_ : 250;
        for (std::size_t index = 0; index < sample; ++index) {
            for (const Entry& entry : buckets_[index].entries) {
                const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
                used += data != 0 && (data >> 42 & 63) == generation_;
            }
        }
        return static_cast<int>(1000 * used / static_cast<int>(4 * sample));
    }

private:
    struct Entry {
        std::atomic<std::uint64_t> check, data;
    };

    struct alignas(64) Bucket {
        Entry entries[4];
    };

    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };

    // Allocates empty buckets, aligned to cache lines. Returns false without memory. The system maps pages on first
    // use, so an unused table costs nothing.
    bool renew() {
        std::unique_ptr<void, Free> fresh(std::calloc(bucket_count_ + 1, sizeof(Bucket)));
        if (!fresh) {
            return false;
        }
        const auto address = reinterpret_cast<std::uintptr_t>(fresh.get());
        buckets_ = reinterpret_cast<Bucket*>((address + alignof(Bucket) - 1) & ~(alignof(Bucket) - 1));
        memory_ = std::move(fresh);
        return true;
    }

    Bucket& bucket(std::uint64_t key) const { return buckets_[key >> 20 & (bucket_count_ - 1)]; }

    // The entry of the same position, else the least valuable one: old, then shallow.
    Entry& slot_for(std::uint64_t key) {
        Entry* worst = nullptr;
        int worst_value = 1 << 20;
        for (Entry& entry : bucket(key).entries) {
            const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
            if (data == 0 || (entry.check.load(std::memory_order_relaxed) ^ data) == key) {
                return entry;
            }
            const int age = static_cast<int>((generation_ - (data >> 42)) & 63);
            const int value = static_cast<int>(data >> 32 & 0xff) - 8 * age;
            if (value < worst_value) {
                worst_value = value;
                worst = &entry;
            }
        }
        return *worst;
    }

    std::size_t bucket_count_;
    std::unique_ptr<void, Free> memory_;
    Bucket* buckets_ = nullptr;
    std::uint64_t generation_ = 0;
};

}  // namespace crownhead

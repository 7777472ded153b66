// Fills the memory that endgame.hpp reads, with the core's own solver, on all cores.
#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <set>
#include <thread>

#include "endgame.hpp"
#include "endgame/cursor.hpp"
#include "endgame/solver.hpp"

namespace core = crownhead::endgame;
using namespace crownhead::gpu;

namespace {

Material material_of(const core::Material& slice) {
    return {slice.men, slice.kings, slice.enemy_men, slice.enemy_kings};
}

// Converts from the core's words, which have a spare bit after eight squares. A table for each group of eight keeps
// this fast: it runs for every position.
class Words {
public:
    Words() {
        for (int part = 0; part < PARTS; ++part) {
            for (Word squares = 0; squares < 256; ++squares) {
                words_[part][squares] = from_mask(squares << (8 * part));
            }
        }
    }

    Word of(crownhead::Bits bits) const {
        Word word = 0;
        for (int part = 0; part < PARTS; ++part) {
            word |= words_[part][bits >> (9 * part) & 255];
        }
        return word;
    }

    Board board(const core::Own& view) const {
        return {of(view.men | view.kings), of(view.enemies()), of(view.kings | view.enemy_kings), NO_CHAIN};
    }

private:
    static constexpr int PARTS = 4;
    Word words_[PARTS][256];
};

// Writes the header of the memory. Returns the total number of words.
std::uint64_t begin_words(Word* words, int pieces) {
    for (int from = 0; from <= 32; ++from) {
        for (int number = 0; number < KINDS; ++number) {
            words[from * KINDS + number] =
                core::CHOOSE[static_cast<std::size_t>(from)][static_cast<std::size_t>(number)];
        }
    }
    std::uint64_t next = CODES;
    for (int number = 2; number <= pieces; ++number) {
        for (const core::Material& slice : core::slices_of(number)) {
            const Material material = material_of(slice);
            words[CHOICES + static_cast<Word>(material.key())] = static_cast<Word>(next);
            next += (Endgame{words}.size(material) + CODES_A_WORD - 1) / CODES_A_WORD;
        }
    }
    return next;
}

// Solves all slices, each as soon as the slices that it needs are solved.
class Builder {
public:
    Builder(Word* words, int pieces) : words_(words) {
        begin_words(words, pieces);
        for (int number = 2; number <= pieces; ++number) {
            for (const core::Material& slice : core::slices_of(number)) {
                if (slice <= slice.twin()) {
                    open_.push_back(slice);
                }
            }
        }
    }

    void run(int threads) {
        std::vector<std::thread> workers;
        for (int number = 0; number < threads; ++number) {
            workers.emplace_back([this] { work(); });
        }
        for (std::thread& worker : workers) {
            worker.join();
        }
    }

private:
    void work() {
        std::unique_lock lock(mutex_);
        while (!open_.empty()) {
            const auto next = std::find_if(open_.begin(), open_.end(), [this](const core::Material& slice) {
                const auto needs = core::needs_of(slice);
                return std::all_of(needs.begin(), needs.end(),
                                   [this](const auto& need) { return done_.contains(need); });
            });
            if (next == open_.end()) {
                changed_.wait(lock);
                continue;
            }
            const core::Material slice = *next;
            open_.erase(next);
            lock.unlock();
            solve(slice);
            lock.lock();
            done_.insert({slice, slice.twin()});
            changed_.notify_all();
        }
    }

    // Slices occupy separate memory, so no other thread reads or writes here.
    void solve(const core::Material& slice) {
        core::Solver<core::Wdl> solver(slice, known_);
        solver.solve([](double) {});
        for (int side = 0; side < solver.sides(); ++side) {
            known_.add(solver.index(side).material(), written(solver.index(side), solver.cells(side)));
        }
    }

    core::Codes<core::Wdl> written(const core::Index& index, const std::vector<std::uint8_t>& cells) {
        const Material material = material_of(index.material());
        const Endgame endgame{words_};
        Word* words = words_ + words_[CHOICES + static_cast<Word>(material.key())];
        core::Codes<core::Wdl> codes(index.size());
        core::Cursor cursor(index.material());
        for (std::uint64_t rank = 0; rank < cells.size(); ++rank, cursor.next()) {
            codes.set(rank, cells[rank]);
            const Word at = endgame.number(converted_.board(cursor.view()), material);
            words[at / CODES_A_WORD] |= Word{cells[rank]} << (at % CODES_A_WORD * 2);
        }
        return codes;
    }

    Word* words_;
    Words converted_;
    core::Known<core::Wdl> known_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<core::Material> open_;
    std::set<core::Material> done_;
};

}  // namespace

extern "C" {

// The number of words for tables with up to this many pieces.
std::uint64_t crownhead_endgame_words(int pieces) {
    std::vector<Word> words(CODES);
    return begin_words(words.data(), pieces);
}

// Fills this many words. They must be zero before.
void crownhead_endgame_build(int pieces, int threads, Word* words) {
    Builder(words, pieces).run(threads);
}

// The result of a position, for tests: 1, 0 or -1 for its side to move.
int crownhead_endgame_result(const Word* words, Word black, Word white, Word kings, int white_to_move) {
    return Endgame{words}.result(board_of(black, white, kings, white_to_move != 0));
}

}  // extern "C"

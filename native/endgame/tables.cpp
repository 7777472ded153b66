#include "endgame/tables.hpp"

#include <algorithm>

#include "board/fault.hpp"

namespace crownhead::endgame {
namespace {

Answer answer_of(const File& file, Code code) {
    return {true, outcome_of(code), file.has_distance() && code != DRAW ? code - 1 : -1};
}

// The meaning of a successor's answer for the side that moves there.
Answer before(const Answer& after) {
    return {after.known, Wdl::before(after.outcome), after.plies < 0 ? -1 : after.plies + 1};
}

bool is_better(const Answer& one, const Answer& two) {
    if (one.outcome != two.outcome || one.plies < 0 || two.plies < 0) {
        return endgame::is_better(one.outcome, two.outcome);
    }
    return one.outcome == WIN ? one.plies < two.plies : one.plies > two.plies;
}

std::vector<std::filesystem::path> tables_in(const std::filesystem::path& folder) {
    std::error_code error;
    std::vector<std::filesystem::path> found;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        const auto extension = entry.path().extension();
        if ((extension == ".wdl" || extension == ".plies") && entry.path().filename().native()[0] != '.') {
            found.push_back(entry.path());
        }
    }
    if (error) {
        throw Fault("file.unreadable", {{"path", folder.string()}, {"why", error.message()}});
    }
    std::sort(found.begin(), found.end(), [](const auto& one, const auto& two) {
        return std::pair(one.extension() != ".wdl", one) < std::pair(two.extension() != ".wdl", two);
    });
    return found;
}

}  // namespace

// At least two sets, so that the shift is less than the word size.
Cache::Cache(std::size_t blocks)
    : shift_(65 - static_cast<int>(std::bit_width(std::bit_ceil(std::max(2 * WAYS, blocks) / WAYS)))),
      sets_(std::bit_ceil(std::max(2 * WAYS, blocks) / WAYS)),
      codes_(sets_.size() * WAYS * (BLOCK_BYTES / sizeof(std::uint64_t))) {}

void Cache::clear() {
    std::fill(sets_.begin(), sets_.end(), Set{});
}

Tables::Tables(const std::filesystem::path& folder, bool thorough) {
    for (const auto& path : tables_in(folder)) {
        files_.push_back(std::make_unique<File>(path, thorough));
        // Files with distances come last and win.
        best_[static_cast<std::size_t>(files_.back()->material().key())] = files_.back().get();
    }
    for (int pieces = 2; pieces <= MAX_PIECES; ++pieces) {
        const auto slices = slices_of(pieces);
        if (!std::all_of(slices.begin(), slices.end(), [&](const Material& one) { return file(one) != nullptr; })) {
            break;
        }
        most_pieces_ = pieces;
    }
}

Answer Tables::probe(const Position& position, Cache& cache) const noexcept {
    return probe(seen_by_mover(position), cache);
}

Answer Tables::probe(const Own& view, Cache& cache) const noexcept {
    if ((view.men | view.kings) == 0) {
        return {true, LOSS, 0};
    }
    if (view.enemies() == 0) {
        return {true, WIN, 1};  // any move; a side alone on the board always has one
    }
    if (const Bits jumpers = view.jumpers(English{}); jumpers != 0) {
        return best_capture(view, jumpers, cache);
    }
    const Material material = Material::of(view);
    const File* file = material.pieces() <= MAX_PIECES ? this->file(material) : nullptr;
    return file != nullptr ? stored(*file, file->index().rank(view), cache) : Answer{};
}

Answer Tables::best_capture(const Own& view, Bits jumpers, Cache& cache) const noexcept {
    Answer best{true, LOSS, 0};
    bool first = true;
    bool all_known = true;
    bool all_plies = true;
    for_each_capture(view, jumpers, English{}, [&](const Move& move) {
        const Bits target = bit(move.to);
        const Answer found = before(
            probe(turned_view(view.after(bit(move.from), target, move.captured, move.king ? target : 0)), cache));
        all_known &= found.known;
        all_plies &= found.plies >= 0 || found.outcome == DRAW;
        if (found.known && (first || is_better(found, best))) {
            best = found;
            first = false;
        }
    });
    if (!all_known && (first || best.outcome != WIN)) {
        return {};
    }
    // A successor with unknown distance may be a quicker win or a slower loss.
    if (!all_known || !all_plies) {
        best.plies = -1;
    }
    return best;
}

Answer Tables::stored(const File& file, std::uint64_t rank, Cache& cache) const noexcept {
    const std::uint64_t block = rank / file.block_size();
    const std::uint32_t entry = file.directory(block);
    if ((entry & UNIFORM) != 0) {
        return answer_of(file, static_cast<Code>(entry));
    }
    const std::uint64_t* codes = unpacked(file, block, cache);
    return codes == nullptr ? Answer{}
                            : answer_of(file, file.at(codes, static_cast<std::uint32_t>(rank % file.block_size())));
}

const std::uint64_t* Tables::unpacked(const File& file, std::uint64_t block, Cache& cache) noexcept {
    const Cache::Key key = &file.directory(block);
    const std::size_t number = cache.set_of(key);
    Cache::Set& set = cache.sets_[number];
    std::size_t oldest = 0;
    for (std::size_t way = 0; way < Cache::WAYS; ++way) {
        if (set.keys[way] == key) {
            set.used[way] = ++cache.clock_;
            return cache.codes(number, way);
        }
        oldest = set.used[way] < set.used[oldest] ? way : oldest;
    }
    std::uint64_t* codes = cache.codes(number, oldest);
    const bool sound = file.unpack(block, codes);
    set.keys[oldest] = sound ? key : nullptr;
    set.used[oldest] = ++cache.clock_;
    return sound ? codes : nullptr;
}

}  // namespace crownhead::endgame

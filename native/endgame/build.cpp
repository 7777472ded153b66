#include "endgame/build.hpp"

#include "board/fault.hpp"
#include "endgame/file.hpp"
#include "endgame/known.hpp"
#include "endgame/solver.hpp"

namespace crownhead::endgame {
namespace {

// The approximate share of solving in the whole work; the rest is packing.
constexpr double SOLVING = 0.9;

// A table with distances also serves where only results are needed.
std::filesystem::path table_of(const std::filesystem::path& folder, const Material& material, bool distance) {
    for (const bool with_distance : {distance, true}) {
        const auto path = folder / file_name(material, with_distance);
        if (std::filesystem::exists(path)) {
            return path;
        }
    }
    throw Fault("endgame.needed-first", {{"path", (folder / file_name(material, distance)).string()}});
}

template <typename Kind>
Codes<Kind> unpacked(const File& file) {
    const std::uint64_t size = file.index().size();
    Codes<Kind> codes(size);
    std::array<std::uint64_t, BLOCK_BYTES / sizeof(std::uint64_t)> block{};
    for (std::uint64_t begin = 0; begin < size; begin += file.block_size()) {
        const std::uint32_t entry = file.directory(begin / file.block_size());
        const bool uniform = (entry & UNIFORM) != 0;
        if (!uniform && !file.unpack(begin / file.block_size(), block.data())) {
            throw Fault("endgame.code-words", {{"path", file_name(file.material(), file.has_distance())}});
        }
        const std::uint64_t end = std::min<std::uint64_t>(size, begin + file.block_size());
        for (std::uint64_t rank = begin; rank < end; ++rank) {
            const Code code =
                uniform ? static_cast<Code>(entry) : file.at(block.data(), static_cast<std::uint32_t>(rank - begin));
            codes.set(rank, Kind::has_distance ? code : outcome_of(code));
        }
    }
    return codes;
}

template <typename Kind>
void build_kind(const std::filesystem::path& folder, const Material& material, const Progress& progress) {
    Known<Kind> known;
    for (const Material& need : all_needs_of(material)) {
        // Check everything: a mistake here would spread to all tables that build on it.
        known.add(need, unpacked<Kind>(File(table_of(folder, need, Kind::has_distance), true)));
        progress(0);
    }
    Solver<Kind> solver(material, known);
    solver.solve([&](double share) { progress(SOLVING * share); });
    for (int side = 0; side < solver.sides(); ++side) {
        const Counts counts = solver.count_and_forget_captures(side);
        progress(SOLVING + (1 - SOLVING) * (side + 0.5) / solver.sides());
        write_file<Kind>(folder, solver.index(side).material(), counts, pack<Kind>(solver.cells(side)));
    }
    progress(1);
}

template <typename Kind>
std::uint64_t memory_for_kind(const Material& material) {
    std::uint64_t bytes = Solver<Kind>::bytes_for(material);
    // Writing holds the packed data twice. Distances pack worse.
    bytes += bytes / (Kind::has_distance ? 2 : 8);
    for (const Material& need : all_needs_of(material)) {
        bytes += Codes<Kind>::bytes_for(Index(need).size());
    }
    return bytes + (std::uint64_t{16} << 20);
}

}  // namespace

std::uint64_t memory_for(const Material& material, bool distance) {
    return distance ? memory_for_kind<Distance>(material) : memory_for_kind<Wdl>(material);
}

void build(const std::filesystem::path& folder, const Material& material, bool distance, const Progress& progress) {
    distance ? build_kind<Distance>(folder, material, progress) : build_kind<Wdl>(folder, material, progress);
}

}  // namespace crownhead::endgame

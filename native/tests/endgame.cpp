#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <random>
#include <thread>

#include "board/fault.hpp"
#include "endgame/build.hpp"
#include "endgame/cursor.hpp"
#include "endgame/tables.hpp"
#include "endgame/verify.hpp"
#include "tests/boards.hpp"
#include "tests/check.hpp"

namespace crownhead::tests {
namespace {

using namespace endgame;
namespace fs = std::filesystem;

const Progress NOBODY = [](double) {};

// A temporary folder.
struct Folder {
    fs::path path = fs::temp_directory_path() / ("crownhead-tests-" + std::to_string(::getpid()));
    Folder() {
        fs::remove_all(path);
        fs::create_directories(path);
    }
    ~Folder() { fs::remove_all(path); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
};

// Slices, each after those that it needs.
std::vector<Material> in_order(int pieces) {
    std::vector<Material> slices = slices_of(pieces);
    std::stable_sort(slices.begin(), slices.end(), [](const Material& one, const Material& two) {
        return one.men + one.enemy_men < two.men + two.enemy_men;
    });
    return slices;
}

void build_all(const fs::path& folder, int pieces, bool distance) {
    for (const Material& slice : in_order(pieces)) {
        if (slice <= slice.twin()) {
            build(folder, slice, distance, NOBODY);
        }
    }
}

// The pieces as the side to move sees them.
using Name = std::array<Bits, 3>;

Name name_of(const Position& position) {
    const Position seen = position.turn == Side::Black ? position : position.mirrored();
    return {seen.pieces[0], seen.pieces[1], seen.kings};
}

// Whether a position is lost or won, given the known results of its successors. With even plies it is lost.
bool is_decided(const Position& position, const std::map<Name, int>& plies, bool lost) {
    bool all_won = true;
    bool one_lost = false;
    for (const Move& move : moves_of(position)) {
        const Position after = position.play(move);
        const auto known = plies.find(name_of(after));
        const bool is_lost = after.of(after.turn) == 0 || (known != plies.end() && known->second % 2 == 0);
        one_lost |= is_lost;
        all_won &= !is_lost && known != plies.end();
    }
    return lost ? all_won : one_lost;
}

// Solves two pieces with nothing but the rules: results spread until there are no new ones, and each round is a ply.
std::map<Name, int> solved_by_force() {
    std::vector<Position> open;
    for (const Material& slice : slices_of(2)) {
        Cursor cursor(slice);
        for (std::uint64_t rank = 0; rank < Index(slice).size(); ++rank, cursor.next()) {
            open.push_back(position_of(cursor.view()));
        }
    }
    std::map<Name, int> plies;
    for (int round = 0, idle = 0; idle < 2; ++round) {
        std::map<Name, int> found;
        for (const Position& position : open) {
            if (!plies.contains(name_of(position)) && is_decided(position, plies, round % 2 == 0)) {
                found[name_of(position)] = round;
            }
        }
        idle = found.empty() ? idle + 1 : 0;
        plies.merge(found);
    }
    return plies;
}

// The key of the fault in a folder of tables, or an empty text.
std::string refusal_of(const fs::path& folder, bool thorough = false) {
    try {
        const Tables tables(folder, thorough);
    } catch (const Fault& fault) {
        return fault.key();
    }
    return {};
}

void write_byte(const fs::path& path, std::streamoff offset, char byte) {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(offset);
    file.put(byte);
}

}  // namespace

TEST("slices of so many pieces have as many positions as is published") {
    const std::uint64_t published[] = {120, 6'972, 261'224, 7'092'774, 148'688'232, 2'503'611'964};
    for (int pieces = 1; pieces <= 6; ++pieces) {
        std::uint64_t total = 0;
        for (const Material& slice : slices_of(pieces)) {
            total += Index(slice).size();
        }
        // Positions without pieces on one side are counted too, but need no table.
        for (int men = 0; men <= pieces; ++men) {
            total += 2 * Index(Material{men, pieces - men, 0, 0}).size();
        }
        CHECK(total == published[pieces - 1]);
    }
}

TEST("each position has its own number, without gaps, in the order in which the cursor goes") {
    for (const int pieces : {2, 3}) {
        for (const Material& slice : slices_of(pieces)) {
            const Index index(slice);
            Cursor cursor(slice);
            bool agree = true;
            for (std::uint64_t rank = 0; rank < index.size(); ++rank, cursor.next()) {
                agree &= index.rank(cursor.view()) == rank &&
                         position_of(index.position(rank)) == position_of(cursor.view());
                agree &= Material::of(cursor.view()) == slice;
            }
            CHECK(agree);
        }
    }
    std::mt19937_64 random(5);
    for (const char* name : {"1212", "3003", "2121", "5001", "0501", "4020"}) {
        const Index index(Material::named(name));
        for (int time = 0; time < 1000; ++time) {
            const std::uint64_t rank = random() % index.size();
            CHECK(index.rank(index.position(rank)) == rank);
        }
    }
}

TEST("two pieces are as the rules make them, ply by ply") {
    const Folder folder;
    build_all(folder.path, 2, true);
    const Tables tables(folder.path);
    CHECK(tables.most_pieces() == 2);
    const Counts kings = tables.file(Material::named("0101"))->counts();
    CHECK(kings.wins == 230 && kings.draws == 654 && kings.losses == 108 && kings.longest == 11);
    const auto plies = solved_by_force();
    Cache cache;
    for (const Material& slice : slices_of(2)) {
        Cursor cursor(slice);
        bool agree = true;
        for (std::uint64_t rank = 0; rank < Index(slice).size(); ++rank, cursor.next()) {
            const Position position = position_of(cursor.view());
            const Answer answer = tables.probe(position, cache);
            const auto found = plies.find(name_of(position));
            agree &= answer.known && answer == tables.probe(position.mirrored(), cache);
            agree &= answer.plies == (found == plies.end() ? -1 : found->second);
            agree &= answer.outcome == (found == plies.end() ? DRAW : found->second % 2 == 0 ? LOSS : WIN);
        }
        CHECK(agree);
    }
    CHECK(tables.probe(board(Side::White, {1}, {}), cache) == (Answer{true, LOSS, 0}));
    CHECK(tables.probe(board(Side::Black, {1}, {}), cache) == (Answer{true, WIN, 1}));
    CHECK(!tables.probe(board(Side::Black, {1, 2}, {32}), cache).known);
}

TEST("three pieces agree with their successors, and results with distances") {
    const Folder folder;
    build_all(folder.path, 2, true);
    build_all(folder.path, 3, true);
    // Builds on results where available, else on distances.
    build_all(folder.path, 3, false);
    const Tables tables(folder.path);
    CHECK(tables.most_pieces() == 3);
    for (const auto& file : tables.files()) {
        const Finding finding = verify(tables, *file, 0, 1, NOBODY);
        CHECK(!finding.position && !finding.counts_differ && finding.checked == file->index().size());
        const Finding some = verify(tables, *file, 100, 1, NOBODY);
        CHECK(!some.position && some.checked == 100);
    }
}

TEST("a wrong value is found, and the position with it") {
    const Folder folder;
    build_all(folder.path, 2, true);
    const Material kings = Material::named("0101");
    const Index index(kings);
    std::vector<Distance::Cell> codes(index.size());
    {
        const Tables tables(folder.path);
        Cache cache;
        for (std::uint64_t rank = 0; rank < index.size(); ++rank) {
            const Answer answer = tables.stored(*tables.file(kings), rank, cache);
            codes[rank] = static_cast<Distance::Cell>(answer.plies + 1);
        }
    }
    const Counts counts{230, 654, 108, 11, 0};
    std::uint64_t wrong = 500;
    while (index.position(wrong).jumpers(English{}) != 0) {
        ++wrong;
    }
    codes[wrong] = static_cast<Distance::Cell>(codes[wrong] + 2);
    write_file<Distance>(folder.path, kings, counts, pack<Distance>(codes));
    const Tables tables(folder.path);
    CHECK(verify(tables, *tables.file(kings), 0, 1, NOBODY).position.has_value());
}

TEST("a table that is damaged, cut, of another version or another slice is refused by name") {
    const Folder folder;
    build_all(folder.path, 2, false);
    const fs::path path = folder.path / "0101.wdl";
    const fs::path kept = folder.path / "kept";
    const auto size = static_cast<std::streamoff>(fs::file_size(path));
    fs::copy_file(path, kept);
    const auto with_byte = [&](std::streamoff offset, bool thorough = false) {
        fs::copy_file(kept, path, fs::copy_options::overwrite_existing);
        write_byte(path, offset, 0x55);
        return refusal_of(folder.path, thorough);
    };
    CHECK(with_byte(0) == "endgame.other-file");
    CHECK(with_byte(8) == "endgame.version");
    CHECK(with_byte(40) == "endgame.header");
    CHECK(with_byte(size - 12, true) == "endgame.checksum");
    fs::resize_file(path, static_cast<std::uintmax_t>(size - 20));
    CHECK(refusal_of(folder.path) == "endgame.size");
    fs::resize_file(path, 10);
    CHECK(refusal_of(folder.path) == "endgame.truncated");
    fs::copy_file(folder.path / "1010.wdl", path, fs::copy_options::overwrite_existing);
    CHECK(refusal_of(folder.path) == "endgame.other-slice");
    fs::copy_file(kept, path, fs::copy_options::overwrite_existing);
    CHECK(refusal_of(folder.path, true).empty());
    CHECK(refusal_of(folder.path / "nowhere") == "file.unreadable");
}

TEST("bytes that were damaged after the file was opened lead to some answer or none, and nowhere else") {
    const Folder folder;
    build_all(folder.path, 2, true);
    build(folder.path, Material::named("0201"), true, NOBODY);
    build(folder.path, Material::named("0201"), false, NOBODY);
    std::mt19937_64 random(8);
    for (const char* name : {"0201.wdl", "0201.plies"}) {
        const fs::path path = folder.path / name;
        const auto size = static_cast<std::int64_t>(fs::file_size(path));
        for (int time = 0; time < 300; ++time) {
            const auto body = static_cast<std::int64_t>(sizeof(Header));
            write_byte(path, body + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(size - body)),
                       static_cast<char>(random()));
            try {
                const File file(path, false);
                std::array<std::uint64_t, BLOCK_BYTES / 8> block{};
                for (std::uint64_t at = 0; at * file.block_size() < file.index().size(); ++at) {
                    file.unpack(at, block.data());
                }
            } catch (const Fault&) {
                continue;
            }
        }
    }
}

TEST("an end from outside leaves no file, and what is missing is named") {
    const Folder folder;
    struct Enough {};
    bool ended = false;
    try {
        build(folder.path, Material::named("0101"), true, [](double) { throw Enough(); });
    } catch (const Enough&) {
        ended = true;
    }
    CHECK(ended && fs::is_empty(folder.path));
    std::optional<Fault> missing;
    try {
        build(folder.path, Material::named("0201"), true, NOBODY);
    } catch (const Fault& fault) {
        missing = fault;
    }
    CHECK(missing && missing->key() == std::string("endgame.needed-first"));
    CHECK(std::get<std::string>(missing->values[0].second).ends_with("0101.plies"));
}

TEST("threads probe the same tables, each with its own cache") {
    const Folder folder;
    build_all(folder.path, 2, true);
    build(folder.path, Material::named("0201"), true, NOBODY);
    const Tables tables(folder.path);
    const Index index(Material::named("0201"));
    std::array<std::uint64_t, 3> sums{};
    std::vector<std::thread> threads;
    for (auto& sum : sums) {
        threads.emplace_back([&] {
            Cache cache(4);
            std::mt19937_64 random(3);
            for (int time = 0; time < 5000; ++time) {
                const Position position = position_of(index.position(random() % index.size()));
                sum += static_cast<std::uint64_t>(tables.probe(position, cache).plies + 2);
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    CHECK(sums[0] == sums[1] && sums[1] == sums[2] && sums[0] > 5000);
}

}  // namespace crownhead::tests

#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cstring>
#include <string>
#include <tuple>
#include <vector>

#include "bindings/bindings.hpp"
#include "bindings/board.hpp"
#include "bindings/gil.hpp"
#include "bindings/move.hpp"
#include "library/postings.hpp"
#include "library/shelf.hpp"

namespace crownhead::bindings {

namespace {

// Forbidden squares by content as masks, numbers of pieces by kind, and whether Black and White may be to move.
using Wanted = std::tuple<std::array<std::uint32_t, CONTENTS>, std::array<std::pair<int, int>, KINDS>, bool, bool>;

Line line_of(const nb::bytes& bytes) {
    return {reinterpret_cast<const std::uint8_t*>(bytes.c_str()), bytes.size()};
}

template <typename Number>
nb::bytes as_bytes(const std::vector<Number>& numbers) {
    return nb::bytes(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number));
}

// Moments as two arrays of 32-bit numbers in native byte order: games and plies.
nb::tuple as_arrays(const std::vector<Moment>& moments) {
    std::vector<std::uint32_t> games;
    std::vector<std::uint32_t> plies;
    games.reserve(moments.size());
    plies.reserve(moments.size());
    for (const Moment& moment : moments) {
        games.push_back(moment.game);
        plies.push_back(moment.ply);
    }
    return nb::make_tuple(as_bytes(games), as_bytes(plies));
}

std::vector<std::uint32_t> numbers_of(const nb::bytes& bytes) {
    std::vector<std::uint32_t> numbers(bytes.size() / sizeof(std::uint32_t));
    std::memcpy(numbers.data(), bytes.c_str(), numbers.size() * sizeof(std::uint32_t));
    return numbers;
}

nb::bytes pack_line(const nb::list& moves) {
    std::string bytes;
    for (nb::handle item : moves) {
        append_move(bytes, nb::cast<const PlayedMove&>(item).move);
    }
    return nb::bytes(bytes.data(), bytes.size());
}

nb::tuple path_of_bytes(Line move) {
    nb::list squares;
    for (const std::uint8_t byte : move) {
        squares.append((byte & SQUARE) + 1);
    }
    return nb::tuple(squares);
}

nb::list unpack_line(const nb::bytes& packed) {
    nb::list paths;
    Line line = line_of(packed);
    while (const std::size_t length = move_length(line)) {
        paths.append(path_of_bytes(line.first(length)));
        line = line.subspan(length);
    }
    return paths;
}

Pattern pattern_of(const Wanted& wanted) {
    Pattern pattern;
    const auto& [forbidden, counts, black, white] = wanted;
    for (std::size_t content = 0; content < CONTENTS; ++content) {
        pattern.forbidden[content] = from_mask(forbidden[content]);
    }
    for (std::size_t kind = 0; kind < KINDS; ++kind) {
        pattern.counts[kind] = {static_cast<std::uint8_t>(counts[kind].first),
                                static_cast<std::uint8_t>(counts[kind].second)};
    }
    pattern.black_may_move = black;
    pattern.white_may_move = white;
    return pattern;
}

nb::tuple find_on(const Shelf& shelf, const Wanted& wanted, bool reversed, std::uint32_t from) {
    std::vector<Pattern> patterns = {pattern_of(wanted)};
    if (reversed) {
        patterns.push_back(patterns[0].mirrored());
    }
    std::vector<Moment> found;
    {
        Unlocked unlocked;
        found = shelf.find(patterns, from);
    }
    return as_arrays(found);
}

constexpr std::size_t MOST_MOVES = 254;  // in a position, so that a byte can number them

// A byte for each moment: 0 if nothing follows, else 1 + the index of the move in the list of paths.
nb::tuple next_moves(const Shelf& shelf, const nb::bytes& games, const nb::bytes& plies) {
    const std::vector<std::uint32_t> numbers = numbers_of(games);
    const std::vector<std::uint32_t> at = numbers_of(plies);
    std::vector<std::uint8_t> codes(numbers.size());
    std::vector<Line> moves;
    for (std::size_t index = 0; index < numbers.size() && index < at.size(); ++index) {
        const Line move = shelf.next_move({numbers[index], at[index]});
        if (move.empty()) {
            continue;
        }
        std::size_t known = 0;
        while (known < moves.size() &&
               !std::equal(move.begin(), move.end(), moves[known].begin(), moves[known].end())) {
            ++known;
        }
        if (known == moves.size() && known < MOST_MOVES) {
            moves.push_back(move);
        }
        codes[index] = known < moves.size() ? static_cast<std::uint8_t>(known + 1) : std::uint8_t{0};
    }
    nb::list paths;
    for (const Line& move : moves) {
        paths.append(path_of_bytes(move));
    }
    return nb::make_tuple(as_bytes(codes), paths);
}

nb::list leaves_of(Postings& postings) {
    std::vector<Leaf> leaves;
    {
        Unlocked unlocked;
        leaves = postings.leaves();
    }
    nb::list result;
    for (const Leaf& leaf : leaves) {
        result.append(
            nb::make_tuple(static_cast<std::int64_t>(leaf.first), nb::bytes(leaf.bytes.data(), leaf.bytes.size())));
    }
    return result;
}

}  // namespace

void bind_library(nb::module_& module) {
    module.def("pack_line", &pack_line, nb::arg("moves"), nb::sig("def pack_line(moves: list[Move]) -> bytes"),
               "The moves of a game as bytes; docs/collections.md describes them.");
    module.def("unpack_line", &unpack_line, nb::arg("line"),
               nb::sig("def unpack_line(line: bytes) -> list[tuple[int, ...]]"),
               "The paths of packed moves, up to the first damaged byte.");
    module.def(
        "moments_in",
        [](std::int64_t first, const nb::bytes& bytes, std::int64_t key) {
            const Leaf leaf{static_cast<std::uint64_t>(first), std::string(bytes.c_str(), bytes.size())};
            return as_arrays(moments_in(leaf, static_cast<std::uint64_t>(key)));
        },
        nb::arg("first"), nb::arg("leaf"), nb::arg("key"),
        nb::sig("def moments_in(first: int, leaf: bytes, key: int) -> tuple[bytes, bytes]"),
        "The games of a leaf that reached a position, and the plies: two arrays of 32-bit numbers.");
    nb::class_<Postings>(module, "Postings", "Collects the positions of games for the index of positions.")
        .def(nb::init<>())
        .def("__len__", &Postings::size)
        .def(
            "add",
            [](Postings& self, std::uint32_t game, const Board& start, const nb::bytes& line) {
                self.add(game, start.position, line_of(line));
            },
            nb::arg("game"), nb::arg("start"), nb::arg("line"), "Add every position of a game.")
        .def("leaves", &leaves_of, nb::sig("def leaves(self) -> list[tuple[int, bytes]]"),
             "Return everything added, as leaves of the index (the lowest key, signed, and bytes), and clear it.");
    nb::class_<Shelf>(module, "Shelf", "The moves of many games in memory. One caller at a time.")
        .def(nb::init<>())
        .def("__len__", &Shelf::size)
        .def_prop_ro("last", &Shelf::last, "The number of the last game, or 0.")
        .def(
            "add",
            [](Shelf& self, std::uint32_t game, const Board& start, const nb::bytes& line) {
                self.add(game, start.position, line_of(line));
            },
            nb::arg("game"), nb::arg("start"), nb::arg("line"),
            "Add a game; its number must be higher than the last one.")
        .def("find", &find_on, nb::arg("wanted"), nb::arg("reversed") = false, nb::arg("first") = 0,
             nb::sig("def find(self, wanted: tuple[tuple[int, ...], tuple[tuple[int, int], ...], bool, bool], "
                     "reversed: bool = False, first: int = 0) -> tuple[bytes, bytes]"),
             "The first moment of each game that looks so: two arrays of 32-bit numbers, games and plies.\n\n"
             "`wanted` has masks of the squares where a black man, a black king, a white man, a white king and\n"
             "nothing may not stand, the least and the most of each kind, and whether Black and White may move.")
        .def("next_moves", &next_moves, nb::arg("games"), nb::arg("plies"),
             nb::sig("def next_moves(self, games: bytes, plies: bytes) -> tuple[bytes, list[tuple[int, ...]]]"),
             "The moves after these moments: a byte each, 0 for none, else 1 + the index in the list of paths.");
}

}  // namespace crownhead::bindings

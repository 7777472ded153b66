#include "bindings/move.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <vector>

namespace crownhead::bindings {

bool same_path(const Move& one, const Move& two) {
    return one.from == two.from && one.to == two.to && one.legs == two.legs && one.route == two.route;
}

namespace {

nb::tuple path_tuple(const Move& move) {
    int path[MAX_LEGS + 1];
    const int length = path_of(move, path);
    nb::list squares;
    for (int index = 0; index < length; ++index) {
        squares.append(number_of_bit(path[index]));
    }
    return nb::tuple(squares);
}

nb::tuple captured_tuple(const Move& move) {
    nb::list squares;
    Bits at = bit(move.from);
    for (int leg = 0; leg < move.legs; ++leg) {
        const Bits jumped = step(at, move.leg(leg));
        squares.append(number_of_bit(lowest_bit(jumped)));
        at = step(jumped, move.leg(leg));
    }
    return nb::tuple(squares);
}

std::string text_of(const PlayedMove& self) {
    const Move& move = self.move;
    if (!move.is_capture()) {
        return std::to_string(number_of_bit(move.from)) + '-' + std::to_string(number_of_bit(move.to));
    }
    int path[MAX_LEGS + 1];
    const int length = path_of(move, path);
    std::string text = std::to_string(number_of_bit(path[0]));
    for (int index = self.in_full ? 1 : length - 1; index < length; ++index) {
        text += 'x' + std::to_string(number_of_bit(path[index]));
    }
    return text;
}

// The direction from one square to another at this distance, if there is one.
bool find_direction(Bits from, Bits to, int steps, Direction& found) {
    for (int index = 0; index < 4; ++index) {
        const auto direction = static_cast<Direction>(index);
        Bits at = from;
        for (int made = 0; made < steps; ++made) {
            at = step(at, direction) & BOARD;
        }
        if (at == to) {
            found = direction;
            return true;
        }
    }
    return false;
}

// Converts the squares of a path. Raises our own error, because nanobind's would not help users.
std::vector<long long> path_from(nb::handle given) {
    std::vector<long long> path;
    if (PyLong_Check(given.ptr())) {
        raise("MoveSyntaxError", Fault("move.several-arguments"));
    }
    if (PyUnicode_Check(given.ptr())) {
        raise("MoveSyntaxError", Fault("move.text-for-squares"));
    }
    const bool several = PyTuple_Check(given.ptr()) || PyList_Check(given.ptr());
    if (!nb::try_cast(given, path)) {
        const std::string kind = nb::cast<std::string>(nb::str(given.type().attr("__name__")));
        raise("MoveSyntaxError", several ? Fault("move.no-numbers") : Fault("move.no-squares", {{"kind", kind}}));
    }
    return path;
}

PlayedMove move_from_path(const std::vector<long long>& path, bool in_full) {
    if (path.size() < 2 || path.size() > MAX_LEGS + 1) {
        const auto count = static_cast<std::int64_t>(path.size());
        raise("MoveSyntaxError", Fault("move.length", {{"count", count}, {"most", MAX_LEGS + 1}}));
    }
    for (const long long square : path) {
        if (square < 1 || square > SQUARES) {
            raise("MoveSyntaxError", Fault("square.unknown", {{"square", square}}));
        }
    }
    const auto bit_at = [&](std::size_t index) { return bit_of_square(static_cast<int>(path[index]) - 1); };
    Move move{};
    move.from = static_cast<std::uint8_t>(bit_at(0));
    move.to = static_cast<std::uint8_t>(bit_at(path.size() - 1));
    Direction direction{};
    if (path.size() == 2 && find_direction(bit(move.from), bit(move.to), 1, direction)) {
        return {move, false};
    }
    for (std::size_t index = 1; index < path.size(); ++index) {
        const Bits from = bit(bit_at(index - 1));
        if (!find_direction(from, bit(bit_at(index)), 2, direction)) {
            const bool is_step = find_direction(from, bit(bit_at(index)), 1, direction);
            raise("MoveSyntaxError",
                  Fault(is_step ? "move.no-jump" : "move.too-far", {{"from", path[index - 1]}, {"to", path[index]}}));
        }
        const Bits jumped = step(from, direction);
        if ((move.captured & jumped) != 0) {
            raise("MoveSyntaxError", Fault("move.jumped-twice", {{"square", number_of_bit(lowest_bit(jumped))}}));
        }
        move.captured |= jumped;
        move.route |= static_cast<std::uint32_t>(direction) << (2 * move.legs);
        ++move.legs;
    }
    return {move, in_full};
}

}  // namespace

void bind_move(nb::module_& module) {
    module.def(
        "move_list", [](nb::handle moves) { return move_list(moves); }, nb::arg("moves"),
        nb::sig("def move_list(moves: collections.abc.Iterable[Move]) -> list[Move]"),
        "A list of moves that also finds moves given as text, as that of `legal_moves` does.");
    nb::class_<PlayedMove>(module, "Move", nb::is_final(),
                           "A move: the squares its piece touches, in order.\n\n"
                           ">>> move = Move((22, 15))\n"
                           ">>> str(move), move.captured\n"
                           "('22x15', (18,))\n")
        .def(
            "__init__",
            [](PlayedMove* self, nb::object path, nb::object in_full, nb::args more) {
                const std::vector<long long> squares = path_from(path);
                if (more.size() != 0 || !PyBool_Check(in_full.ptr())) {
                    raise("MoveSyntaxError", Fault("move.whether-in-full"));
                }
                new (self) PlayedMove(move_from_path(squares, in_full.ptr() == Py_True));
            },
            nb::arg("path") = nb::none(), nb::arg("in_full").none() = nb::bool_(false), nb::arg("more"),
            nb::sig("def __init__(self, path: collections.abc.Sequence[int], in_full: bool = False) -> None"))
        .def_static(
            "parse",
            [](nb::object text, nb::object position) {
                return nb::module_::import_("crownhead.text.moves").attr("read_move")(text, position);
            },
            nb::arg("text").none(), nb::arg("position") = nb::none(),
            nb::sig("def parse(text: str, position: Board | None = None) -> Move"),
            "Read a move such as 11-15 or 22x15x8; with a position, the legal move that is meant.\n\n"
            ">>> Move.parse('22x15x8').captured\n"
            "(18, 11)\n")
        .def_prop_ro(
            "path", [](const PlayedMove& self) { return path_tuple(self.move); },
            nb::sig("def path(self) -> tuple[int, ...]"),
            "The squares of the move in order; a capture touches down on those between the ends.")
        .def_prop_ro(
            "captured", [](const PlayedMove& self) { return captured_tuple(self.move); },
            nb::sig("def captured(self) -> tuple[int, ...]"),
            "The squares of the pieces jumped, in the order they are jumped.")
        .def_prop_ro(
            "is_capture", [](const PlayedMove& self) { return self.move.is_capture(); },
            "Whether a piece is jumped.\n\n"
            ">>> Move((22, 15)).is_capture, Move((22, 18)).is_capture\n"
            "(True, False)")
        .def_prop_ro(
            "from_square", [](const PlayedMove& self) { return number_of_bit(self.move.from); },
            "The square where the piece starts.\n\n"
            ">>> Move((22, 15, 8)).from_square, Move((22, 15, 8)).to_square\n"
            "(22, 8)")
        .def_prop_ro(
            "to_square", [](const PlayedMove& self) { return number_of_bit(self.move.to); },
            "The square where the piece lands.")
        .def("__str__", &text_of)
        .def("__repr__", [](const PlayedMove& self) { return "<Move " + text_of({self.move, true}) + ">"; })
        .def(
            "__eq__", [](const PlayedMove& self, const PlayedMove& rival) { return same_path(self.move, rival.move); },
            nb::arg("other"), nb::is_operator(), nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__hash__",
             [](const PlayedMove& self) {
                 return static_cast<std::size_t>(self.move.from) << 24 ^ static_cast<std::size_t>(self.move.to) << 18 ^
                        self.move.route;
             })
        .def(
            "__reduce__",
            [](const PlayedMove& self) {
                return nb::make_tuple(nb::type<PlayedMove>(), nb::make_tuple(path_tuple(self.move), self.in_full));
            },
            nb::sig("def __reduce__(self) -> tuple[type[Move], tuple[tuple[int, ...], bool]]"));
}

}  // namespace crownhead::bindings

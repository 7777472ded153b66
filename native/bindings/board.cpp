#include "bindings/board.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "bindings/bindings.hpp"
#include "bindings/gil.hpp"
#include "bindings/move.hpp"
#include "bindings/reading.hpp"
#include "board/key.hpp"
#include "board/movegen.hpp"
#include "board/perft.hpp"
#include "board/quiet.hpp"
#include "library/line.hpp"
#include "library/movetext.hpp"

namespace crownhead::bindings {

constexpr int MOST_PIECES = 12;  // per side
constexpr int DEEPEST_PERFT = 99;

void generate(const Board& board, MoveList& moves) {
    with_rules(board.rules, [&](const auto& rules) { legal_moves(board.position, rules, moves); });
}

static bool shares_both_ends(const MoveList& moves, const Move& move) {
    for (const Move& rival : moves) {
        if (rival.from == move.from && rival.to == move.to && !same_path(rival, move)) {
            return true;
        }
    }
    return false;
}

// A single leg is always written in full.
nb::object wrap(const MoveList& moves, const Move& move) {
    return nb::cast(PlayedMove{move, move.legs > 1 && shares_both_ends(moves, move)});
}

Bits from_mask(std::uint32_t mask) {
    Bits result = 0;
    for (int square = 0; square < SQUARES; ++square) {
        result |= Bits{mask >> square & 1} << bit_of_square(square);
    }
    return result;
}

static std::int64_t first_square(Bits bits) {
    return number_of_bit(lowest_bit(bits));
}

std::optional<Fault> fault_in(const Position& position) {
    if ((position.pieces[0] | position.pieces[1]) == 0) {
        return Fault("position.empty");
    }
    if (const Bits both = position.pieces[0] & position.pieces[1]) {
        return Fault("position.both-sides", {{"square", first_square(both)}});
    }
    if (const Bits lost = position.kings & ~(position.pieces[0] | position.pieces[1])) {
        return Fault("position.king-nowhere", {{"square", first_square(lost)}});
    }
    for (const Side side : {Side::Black, Side::White}) {
        if (const Bits men = position.of(side) & ~position.kings & far_row(side)) {
            return Fault("position.man-on-king-row", {{"side", side}, {"square", first_square(men)}});
        }
        if (const int count = std::popcount(position.of(side)); count > MOST_PIECES) {
            return Fault("position.too-many", {{"side", side}, {"count", count}, {"most", MOST_PIECES}});
        }
    }
    return std::nullopt;
}

namespace {

// A value as it appears in an error: as itself, or quoted if it is text.
std::string shown(nb::handle value, const char* how = "excerpt") {
    return nb::cast<std::string>(nb::str(nb::module_::import_("crownhead.errors").attr(how)(value)));
}

Rules native_rules(nb::handle options) {
    const nb::object type = nb::module_::import_("crownhead.rules").attr("Rules");
    if (!nb::isinstance(options, type)) {
        raise("RulesError", Fault("ruleset.wanted", {{"value", shown(options, "quoted")}}));
    }
    Rules rules;
    for_each_option(rules, [&]<typename Value>(const char* name, Value& value) {
        const nb::object given = options.attr(name);
        if constexpr (std::is_enum_v<Value>) {
            const auto names = names_of(value);
            value = static_cast<Value>(std::ranges::find(names, nb::cast<std::string>(given)) - names.begin());
        } else {
            value = nb::cast<bool>(given);
        }
    });
    return rules;
}

// Converts a Python mask. Raises our own error, because nanobind's would not help users.
std::uint32_t mask_from(nb::handle value) {
    std::uint32_t mask = 0;
    if (!nb::try_cast(value, mask)) {
        raise("PositionError", Fault("position.masks"));
    }
    return mask;
}

Board make_board(nb::handle black, nb::handle white, nb::handle kings, nb::handle turn, nb::object options) {
    const Bits pieces[] = {from_mask(mask_from(black)), from_mask(mask_from(white))};
    const Bits crowned = from_mask(mask_from(kings));
    const auto side = utf8_of(turn);
    if (side != "black" && side != "white") {
        raise("PositionError", Fault("position.turn", {{"turn", shown(turn)}}));
    }
    const Position position{{pieces[0], pieces[1]}, crowned, side == "white" ? Side::White : Side::Black};
    if (const auto fault = fault_in(position)) {
        raise("PositionError", *fault);
    }
    const Rules rules = native_rules(options);
    return {position, rules, std::move(options)};
}

// A board of the same Python class, so that subclasses of Position return themselves.
nb::object make_like(const Board& board, Position position) {
    nb::object result = nb::inst_alloc(nb::find(board).type());
    new (nb::inst_ptr<Board>(result)) Board{position, board.rules, board.options};
    nb::inst_mark_ready(result);
    return result;
}

nb::list wrap_all(const MoveList& moves) {
    nb::list result = empty_move_list();
    for (const Move& move : moves) {
        result.append(wrap(moves, move));
    }
    return result;
}

nb::list legal_move_list(const Board& board) {
    MoveList moves;
    generate(board, moves);
    return wrap_all(moves);
}

nb::list capture_list(const Board& board) {
    MoveList moves;
    with_rules(board.rules, [&](const auto& rules) { captures(board.position, rules, moves); });
    return wrap_all(moves);
}

const Move* find_path(const MoveList& moves, const Move& wanted) {
    for (const Move& move : moves) {
        if (same_path(move, wanted)) {
            return &move;
        }
    }
    return nullptr;
}

nb::object after(const Board& board, const PlayedMove& wanted) {
    MoveList moves;
    generate(board, moves);
    const Move* move = find_path(moves, wanted.move);
    return move ? make_like(board, board.position.play(*move)) : nb::none();
}

nb::object legal(const Board& board, const PlayedMove& wanted) {
    MoveList moves;
    generate(board, moves);
    const Move* move = find_path(moves, wanted.move);
    return move ? wrap(moves, *move) : nb::none();
}

nb::list find(const Board& board, const std::vector<long long>& squares) {
    nb::list result;
    if (squares.size() < 2) {
        return result;
    }
    MoveList moves;
    generate(board, moves);
    for (const Move& move : moves) {
        if (fits(move, std::span(squares))) {
            result.append(wrap(moves, move));
        }
    }
    return result;
}

// Plays the moves at the beginning of a text. Returns (move, position, quiet plies, reversible plies) for each, and
// the length that was read. Stops at anything that is not a plain move, is illegal or is ambiguous.
nb::tuple play_text(const Board& board, nb::handle given, int quiet, int reversible, bool counts_men) {
    nb::list steps;
    QuietPlies plies{quiet, reversible};
    const auto text = utf8_of(given);
    const auto visit = [&](const Position& before, const MoveList& moves, const Move& move) {
        plies = crownhead::after(plies, before, move, counts_men);
        steps.append(
            nb::make_tuple(wrap(moves, move), make_like(board, before.play(move)), plies.quiet, plies.reversible));
    };
    const std::size_t end = text ? crownhead::play_text(board.position, board.rules, *text, visit) : 0;
    return nb::make_tuple(steps, end);
}

// The moves of a text as packed bytes, their number, and the position after them. None if the text has anything else.
nb::object pack_text(const Board& board, nb::handle given) {
    std::string line;
    int plies = 0;
    Position last = board.position;
    const auto text = utf8_of(given);
    const auto visit = [&](const Position& before, const MoveList&, const Move& move) {
        append_move(line, move);
        last = before.play(move);
        ++plies;
    };
    if (!text || crownhead::play_text(board.position, board.rules, *text, visit) < text->size()) {
        return nb::none();
    }
    return nb::make_tuple(nb::bytes(line.data(), line.size()), plies, make_like(board, last));
}

// The position after this many moves of a line, or after its last. Moves are replayed without a search for legal
// moves.
nb::object after_line(const Board& board, const nb::bytes& packed, std::uint32_t plies) {
    const Line line(reinterpret_cast<const std::uint8_t*>(packed.c_str()), packed.size());
    Position found = board.position;
    walk_line(board.position, line, [&](std::uint32_t ply, const Standing& here, Line next) {
        const bool last = ply == plies || next.empty();
        if (last) {
            found = here.position();
        }
        return last;
    });
    return make_like(board, found);
}

// The end of a run of plain moves in a text. Letters and bytes agree only in ASCII.
std::size_t end_of_moves_in(nb::str text, std::size_t at) {
    const auto letters = PyUnicode_IS_ASCII(text.ptr()) ? utf8_of(text) : std::nullopt;
    return letters ? end_of_moves(*letters, at) : at;
}

nb::object with_fen(const Board& board, nb::handle given) {
    const auto text = utf8_of(given);
    const auto position = text ? read_fen(*text) : std::nullopt;
    if (!position || fault_in(*position)) {
        return nb::none();
    }
    return make_like(board, *position);
}

constexpr int UNINTERRUPTED_DEPTH = 5;  // well under a second, even if every king can capture

std::uint64_t interruptible_perft(const Position& position, const Rules& rules, int depth) {
    if (depth <= UNINTERRUPTED_DEPTH) {
        {
            Locked locked;
            if (PyErr_CheckSignals() != 0) {
                throw nb::python_error();
            }
        }
        return perft(position, rules, depth);
    }
    MoveList moves;
    legal_moves(position, rules, moves);
    std::uint64_t total = 0;
    for (const Move& move : moves) {
        total += interruptible_perft(position.play(move), rules, depth - 1);
    }
    return total;
}

std::uint64_t board_perft(const Board& board, nb::handle given) {
    int depth = -1;
    if (PyBool_Check(given.ptr()) || !nb::try_cast(given, depth) || depth < 0 || depth > DEEPEST_PERFT) {
        raise("CrownheadError", Fault("position.depth", {{"most", DEEPEST_PERFT}, {"depth", shown(given, "quoted")}}));
    }
    const Position position = board.position;
    const Rules rules = board.rules;
    Unlocked unlocked;
    return interruptible_perft(position, rules, depth);
}

bool equal(const Board& one, const Board& two) {
    return one.position == two.position && (one.options.is(two.options) || one.options.equal(two.options));
}

}  // namespace

void bind_board(nb::module_& module) {
    module.def("end_of_moves", &end_of_moves_in, nb::arg("text"), nb::arg("at"),
               "The end of a run of moves and move numbers in a text, for fast reading of files.");
    module.def(
        "fen_of",
        [](std::uint32_t black, std::uint32_t white, std::uint32_t kings, bool white_to_move) {
            const Side turn = white_to_move ? Side::White : Side::Black;
            return write_fen({{from_mask(black), from_mask(white)}, from_mask(kings), turn});
        },
        nb::arg("black"), nb::arg("white"), nb::arg("kings"), nb::arg("white_to_move"),
        "Pieces as FEN, whether or not the position is possible.");
    nb::class_<Board>(module, "Board", "What Position is made of. Masks have square n at bit n - 1.")
        .def(
            "__init__",
            [](Board* self, nb::object black, nb::object white, nb::object kings, nb::object turn, nb::object rules) {
                new (self) Board(make_board(black, white, kings, turn, std::move(rules)));
            },
            nb::arg("black") = nb::none(), nb::arg("white") = nb::none(), nb::arg("kings") = nb::none(),
            nb::arg("turn") = nb::none(), nb::arg("rules") = nb::none(),
            nb::sig("def __init__(self, black: int, white: int, kings: int, turn: str, rules: object) -> None"))
        .def_prop_ro(
            "black", [](const Board& self) { return to_mask(self.position.of(Side::Black)); },
            "Black's pieces as a mask with square n at bit n - 1.")
        .def_prop_ro(
            "white", [](const Board& self) { return to_mask(self.position.of(Side::White)); },
            "White's pieces as a mask with square n at bit n - 1.")
        .def_prop_ro(
            "kings", [](const Board& self) { return to_mask(self.position.kings); },
            "The kings of both sides as a mask with square n at bit n - 1.")
        .def_prop_ro(
            "key", [](const Board& self) { return key_of(self.position); },
            "The pieces and the turn as a number of 64 bits, the same in every version and on every machine.\n\n"
            "The rules are not part of it. `mirrored.key` is that of the same position with colours reversed.")
        .def_prop_ro("_white_to_move", [](const Board& self) { return self.position.turn == Side::White; })
        .def_prop_ro("_options", [](const Board& self) { return self.options; })
        .def_prop_ro(
            "must_capture",
            [](const Board& self) {
                return self.rules.capture == Capture::Mandatory && can_capture(self.position, self.rules);
            },
            "Whether the side to move has a capture and may not decline it.")
        .def_prop_ro(
            "is_over", [](const Board& self) { return !can_move(self.position, self.rules); },
            "Whether the side to move has no move and has therefore lost.")
        .def("legal_moves", &legal_move_list, nb::sig("def legal_moves(self) -> list[Move]"),
             "Every legal move once: captures, then quiet moves, each in the order of their paths.\n\n"
             "Paths are compared square by square, and a capture comes before its own extensions.")
        .def("captures", &capture_list, nb::sig("def captures(self) -> list[Move]"),
             "The captures among the legal moves, in the same order.")
        .def("perft", &board_perft, nb::arg("depth").none(), nb::sig("def perft(self, depth: int) -> int"),
             "Count the ways to play the next depth plies; different routes count separately.")
        .def("_after", &after, nb::arg("move"),
             nb::sig("def _after(self, move: Move) -> typing_extensions.Self | None"))
        .def("_legal", &legal, nb::arg("move"), nb::sig("def _legal(self, move: Move) -> Move | None"))
        .def("_find", &find, nb::arg("squares"),
             nb::sig("def _find(self, squares: collections.abc.Sequence[int]) -> list[Move]"))
        .def("_play_text", &play_text, nb::arg("text"), nb::arg("quiet") = 0, nb::arg("reversible") = 0,
             nb::arg("counts_men") = true,
             nb::sig("def _play_text(self, text: str, quiet: int = 0, reversible: int = 0, counts_men: bool = True) -> "
                     "tuple[list[tuple[Move, typing_extensions.Self, int, int]], int]"))
        .def("_pack_text", &pack_text, nb::arg("text"),
             nb::sig("def _pack_text(self, text: str) -> tuple[bytes, int, typing_extensions.Self] | None"))
        .def("_after_line", &after_line, nb::arg("line"), nb::arg("plies"),
             nb::sig("def _after_line(self, line: bytes, plies: int) -> typing_extensions.Self"))
        .def(
            "_quiet_after",
            [](const Board& self, const PlayedMove& move, int quiet, int reversible, bool counts_men) {
                const QuietPlies plies = crownhead::after({quiet, reversible}, self.position, move.move, counts_men);
                return nb::make_tuple(plies.quiet, plies.reversible);
            },
            nb::arg("move"), nb::arg("quiet"), nb::arg("reversible"), nb::arg("counts_men"),
            nb::sig("def _quiet_after(self, move: Move, quiet: int, reversible: int, counts_men: bool) -> "
                    "tuple[int, int]"))
        .def_prop_ro(
            "fen", [](const Board& self) { return write_fen(self.position); },
            "The position as text: side to move, White's pieces, Black's pieces, K before kings.")
        .def("_with_fen", &with_fen, nb::arg("text").none(),
             nb::sig("def _with_fen(self, text: object) -> typing_extensions.Self | None"))
        .def(
            "_mirrored", [](const Board& self) { return make_like(self, self.position.mirrored()); },
            nb::sig("def _mirrored(self) -> typing_extensions.Self"))
        .def("__eq__", &equal, nb::arg("other"), nb::is_operator(),
             nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__hash__", [](const Board& self) { return static_cast<std::size_t>(self.position.hash()); });
}

}  // namespace crownhead::bindings

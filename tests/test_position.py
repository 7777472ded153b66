"""Positions and moves as values: what they say of themselves, and what they refuse."""

from __future__ import annotations

import pickle
import signal
import threading
from collections.abc import Callable
from copy import copy, deepcopy
from itertools import pairwise
from random import Random
from sys import getrefcount
from typing import Any
from xml.etree import ElementTree

import pytest

from cases import each
from crownhead import (
    BLACK,
    ENGLISH,
    PRESETS,
    WHITE,
    AmbiguousMoveError,
    CrownheadError,
    FenError,
    IllegalMoveError,
    Move,
    MoveSyntaxError,
    Piece,
    Position,
    PositionError,
    Rules,
    Side,
    parse_move,
)
from oracle import every_option_combination, random_board

START = Position.start()
CASUAL = PRESETS["casual"]
TWO_ROUTES = Position.from_fen("B:W6,7,14,15:B2")
ROUND_TRIP = Position.from_fen("B:W14,15,22,23:BK10")
MIXED = Position.from_fen("B:W18,24,27,K10:B12,16,K22")

PICKLE_PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)
DUPLICATES: list[Callable[[Any], Any]] = [
    copy,
    deepcopy,
    *(
        lambda value, protocol=protocol: pickle.loads(pickle.dumps(value, protocol))
        for protocol in PICKLE_PROTOCOLS
    ),
]
DUPLICATE_NAMES = ["copy", "deepcopy", *(f"pickle {protocol}" for protocol in PICKLE_PROTOCOLS)]
duplicates = each("duplicate", DUPLICATES)

COMBINATIONS = [Rules(**options._asdict()) for options in every_option_combination()]


def some_positions(seed: int, count: int) -> list[Position]:
    """Draw positions at random, the rules by turns."""
    rng = Random(seed)
    return [
        Position.from_fen(random_board(rng).fen(), COMBINATIONS[number % len(COMBINATIONS)])
        for number in range(count)
    ]


class Marked(Position):
    """A position of somebody's own class."""

    __slots__ = ()


# ---- the start


def test_black_starts_on_1_to_12_and_white_on_21_to_32() -> None:
    men = dict.fromkeys(range(1, 13), Piece.BLACK_MAN)
    assert START.pieces == men | dict.fromkeys(range(21, 33), Piece.WHITE_MAN)


def test_black_moves_first_under_english_rules() -> None:
    assert START.turn is BLACK


def test_white_moves_first_where_the_rules_say_so() -> None:
    start = Position.start(Rules(first_to_move=WHITE))
    assert (start.turn, start.black, start.white) == (WHITE, START.black, START.white)


def test_the_start_is_under_english_rules() -> None:
    assert START.rules == ENGLISH


@each("name", PRESETS)
def test_the_start_is_under_the_rules_it_is_given(name: str) -> None:
    assert Position.start(PRESETS[name]).rules == PRESETS[name]


def test_the_turn_passes_with_each_move() -> None:
    position = START
    for turn in (BLACK, WHITE, BLACK, WHITE):
        assert position.turn is turn
        position = position.play(position.legal_moves()[0])


# ---- pieces


def test_pieces_are_listed_by_ascending_square() -> None:
    assert MIXED.pieces == {
        10: Piece.WHITE_KING,
        12: Piece.BLACK_MAN,
        16: Piece.BLACK_MAN,
        18: Piece.WHITE_MAN,
        22: Piece.BLACK_KING,
        24: Piece.WHITE_MAN,
        27: Piece.WHITE_MAN,
    }
    assert list(MIXED.pieces) == sorted(MIXED.pieces)


def test_changing_the_pieces_that_were_given_out_changes_nothing() -> None:
    position = Position.start()
    position.pieces.clear()
    assert len(position.pieces) == 24


@each("square", range(1, 33))
def test_piece_at_says_what_pieces_says(square: int) -> None:
    assert MIXED.piece_at(square) is MIXED.pieces.get(square)


@each("square", [0, 33, -1, 100, 10**30, -(10**30)])
def test_there_is_no_piece_off_the_board(square: int) -> None:
    with pytest.raises(CrownheadError, match=f"no square {square}; squares are numbered 1 to 32"):
        START.piece_at(square)


def test_there_is_no_piece_on_a_square_of_thousands_of_digits() -> None:
    with pytest.raises(CrownheadError):
        START.piece_at(10**10_000)


@pytest.mark.parametrize("square", [None, "1", 1.5, (1,), "a1"])
def test_a_square_is_a_number(square: Any) -> None:
    with pytest.raises(CrownheadError, match="squares are numbered 1 to 32"):
        START.piece_at(square)


def test_the_masks_have_square_n_at_bit_n_minus_1() -> None:
    position = Position.from_fen("W:W32,K2:B1,K31")
    assert position.black == 1 | 1 << 30
    assert position.white == 1 << 31 | 1 << 1
    assert position.kings == 1 << 30 | 1 << 1


@pytest.mark.parametrize("piece", Piece)
def test_a_piece_knows_its_side_and_rank(piece: Piece) -> None:
    assert Piece.of(piece.side, king=piece.is_king) is piece
    assert piece.label == f"{piece.side.label}'s {'king' if piece.is_king else 'man'}"
    assert piece.symbol.isupper() == piece.is_king
    assert piece.symbol.lower() == piece.side.value[0]


@pytest.mark.parametrize("side", Side)
def test_a_side_has_an_opponent(side: Side) -> None:
    assert side.other is not side
    assert side.other.other is side


def test_a_side_is_written_in_small_letters_and_labelled_with_a_capital() -> None:
    assert (str(BLACK), f"{WHITE}", BLACK.label, WHITE.label) == (
        "black",
        "white",
        "Black",
        "White",
    )


# ---- moves of a position


def test_captures_are_the_captures_among_the_legal_moves() -> None:
    for position in some_positions(seed=1, count=500):
        captures = [move for move in position.legal_moves() if move.is_capture]
        assert position.captures() == captures, repr(position)


def test_captures_are_written_like_the_legal_moves() -> None:
    for position in some_positions(seed=2, count=500):
        written = [str(move) for move in position.legal_moves() if move.is_capture]
        assert [str(move) for move in position.captures()] == written, repr(position)


def test_must_capture_where_a_capture_exists_and_may_not_be_declined() -> None:
    for position in some_positions(seed=3, count=500):
        expected = bool(position.captures()) and position.rules.capture == "mandatory"
        assert position.must_capture is expected, repr(position)


def test_is_over_where_there_is_no_move() -> None:
    for position in some_positions(seed=4, count=500):
        assert position.is_over is not bool(position.legal_moves()), repr(position)


def test_changing_the_list_of_moves_changes_nothing() -> None:
    START.legal_moves().clear()
    assert len(START.legal_moves()) == 7


def test_moves_come_captures_first_then_by_their_paths() -> None:
    for position in some_positions(seed=5, count=1_000):
        moves = position.legal_moves()
        ordered = sorted(moves, key=lambda move: (not move.is_capture, move.path))
        assert moves == ordered, repr(position)


def test_moves_come_in_the_documented_order() -> None:
    position = Position.from_fen(
        "B:W14,15,22,23:BK10,1", Rules(capture="optional", continuation="optional")
    )
    assert [move.path for move in position.legal_moves()] == [
        (10, 17),
        (10, 17, 26),
        (10, 17, 26, 19),
        (10, 17, 26, 19, 10),
        (10, 19),
        (10, 19, 26),
        (10, 19, 26, 17),
        (10, 19, 26, 17, 10),
        (1, 5),
        (1, 6),
        (10, 6),
        (10, 7),
    ]


def test_the_order_of_moves_does_not_depend_on_how_the_position_was_made() -> None:
    for position in some_positions(seed=6, count=300):
        again = Position.from_fen(position.fen, position.rules)
        assert again.legal_moves() == position.legal_moves(), repr(position)


# ---- playing


def test_a_move_is_played_from_its_value() -> None:
    assert START.play(Move((11, 15))).fen.endswith("B1,2,3,4,5,6,7,8,9,10,12,15")


@each("text", ["11-15", "11x15", "11:15", " 11-15 ", "11 - 15", "3,6 4,5"])
def test_a_move_is_played_from_text(text: str) -> None:
    assert START.play(text) == START.play(Move((11, 15)))


def test_every_legal_move_can_be_played_from_its_text() -> None:
    for position in some_positions(seed=7, count=500):
        for move in position.legal_moves():
            assert position.play(str(move)) == position.play(move), (repr(position), move)


def test_no_two_legal_moves_are_written_alike() -> None:
    for position in some_positions(seed=8, count=1_000):
        written = [str(move) for move in position.legal_moves()]
        assert len(set(written)) == len(written), repr(position)


def test_a_move_leaves_the_position_it_was_played_in_alone() -> None:
    position = Position.start()
    position.play("11-15")
    assert position == START


def test_the_rules_go_on_with_the_play() -> None:
    assert Position.start(CASUAL).play("11-15").rules == CASUAL


@each(
    ("fen", "text", "sentence"),
    [
        ("B:W24:B11", "10-14", "10-14 cannot be played: there is no piece on 10"),
        (
            "B:W24:B11",
            "24-20",
            "24-20 cannot be played: the piece on 24 is White's and it is Black's turn",
        ),
        ("B:W24:B11", "11-8", "a man does not move backwards; the piece on 11 can play"),
        ("B:W24:B11", "11-18", "there is nothing to jump between 11 and 18"),
        ("B:W24:B11,16", "11-16", "square 16 is occupied; the piece on 11 can play 11-15"),
        ("B:W24:B11", "11-24", "the piece on 11 can play 11-15 or 11-16"),
        ("B:W14,28:B9,12", "12-16", "12-16 cannot be played: you must capture: 9x18"),
        ("B:W14,28:B9,12", "9-13", "9-13 cannot be played: you must capture: 9x18"),
        ("B:W14,23:B9", "9x18", "9x18 cannot be played: the capture goes on: 9x18x27"),
        (
            "B:W20,32:B1,5,6,9,10",
            "1-5",
            "1-5 cannot be played: square 5 is occupied; the piece on 1 has no move",
        ),
    ],
)
def test_an_illegal_move_is_refused_with_the_reason(fen: str, text: str, sentence: str) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        Position.from_fen(fen).play(text)
    assert sentence in str(caught.value)


@each("path", [(10, 14), (24, 20), (11, 8), (11, 18), (9, 18, 27), (10, 17, 26, 19, 10), (1, 5)])
def test_an_illegal_move_is_refused_as_a_value_too(path: tuple[int, ...]) -> None:
    with pytest.raises(IllegalMoveError, match="cannot be played"):
        Position.from_fen("B:W24:B11").play(Move(path))


@each(
    "text", ["", "11", "11-", "-15", "a-b", "11--15", "33-29", "0-4", "11-15!", "1" * 100_000, "\0"]
)
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(MoveSyntaxError) as caught:
        START.play(text)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 200


def test_a_move_that_could_be_two_is_refused_and_both_are_named() -> None:
    with pytest.raises(AmbiguousMoveError, match="2x18 could be 2x9x18 or 2x11x18"):
        TWO_ROUTES.play("2x18")


def test_a_round_that_could_be_two_is_written_as_the_capture_it_is() -> None:
    with pytest.raises(AmbiguousMoveError, match="10x10 could be"):
        ROUND_TRIP.play("10x10")


@pytest.mark.parametrize("move", [None, 11, (11, 15), [11, 15], b"11-15"])
def test_a_move_is_a_move_or_a_text(move: Any) -> None:
    with pytest.raises(MoveSyntaxError, match="a move is a Move or a text such as 11-15"):
        START.play(move)


def test_nothing_can_be_played_when_all_is_over() -> None:
    with pytest.raises(IllegalMoveError):
        Position.from_fen("B:W25,30:B21").play("21-25")


def test_parse_move_gives_the_legal_move() -> None:
    assert parse_move("2-9-18", TWO_ROUTES) == Move((2, 9, 18))


# ---- immutability


@each("name", ["black", "white", "kings", "turn", "rules", "pieces", "fen", "must_capture", "mine"])
def test_a_position_cannot_be_changed(name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(Position.start(), name, 0)


@each("name", ["path", "captured", "is_capture", "from_square", "to_square", "mine"])
def test_a_move_cannot_be_changed(name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(Move((11, 15)), name, 0)


@pytest.mark.filterwarnings("ignore:nanobind")
def test_a_position_cannot_be_made_anew() -> None:
    position = Position.start()
    with pytest.raises(TypeError):
        position.__init__(1, 0, 0, "black", ENGLISH)  # type: ignore[misc]
    assert position == START


@pytest.mark.filterwarnings("ignore:nanobind")
def test_a_move_cannot_be_made_anew() -> None:
    move = Move((11, 15))
    with pytest.raises(TypeError):
        move.__init__((9, 14))  # type: ignore[misc]
    assert move.path == (11, 15)


@pytest.mark.filterwarnings("ignore:nanobind")
@pytest.mark.parametrize("kind", [Position, Move])
def test_a_value_that_was_never_made_is_refused_and_does_no_harm(kind: Any) -> None:
    assert (kind.__new__(kind) == START) is False


@pytest.mark.filterwarnings("ignore:nanobind")
def test_nothing_is_made_of_a_position_that_was_never_made() -> None:
    with pytest.raises(TypeError):
        _ = Position.__new__(Position).mirrored


# ---- equality and hash


def test_positions_are_equal_by_content() -> None:
    assert START.play("11-15").play("22-18") == Position.from_fen("B:W18,21,23-32:B1-10,12,15")


@each(
    "other",
    [
        "W:W18,24,27,K10:B12,16,K22",
        "B:W18,24,27,10:B12,16,K22",
        "B:W18,24,27,K10:B12,16,22",
        "B:W18,24,27,K10:B12,16",
        "B:W18,24,K10:B12,16,K22",
        "B:W18,24,27,K10:B12,15,K22",
    ],
)
def test_positions_that_differ_are_different(other: str) -> None:
    assert Position.from_fen(other) != MIXED


def test_positions_under_other_rules_are_different() -> None:
    assert START.with_rules(CASUAL) != START
    assert START.with_rules(Rules(move_seconds=30)) != START


def test_rules_that_are_equal_need_not_be_the_same_object() -> None:
    assert START.with_rules(Rules()) == START


@each("other", [None, 1, "B:W21-32:B1-12", START.fen, Move((11, 15)), object()])
def test_a_position_is_not_equal_to_other_things(other: Any) -> None:
    position: object = Position.start()
    assert (position == other, position != other) == (False, True)


@each("other", [None, 1, "11-15", (11, 15), START, object()])
def test_a_move_is_not_equal_to_other_things(other: Any) -> None:
    assert (Move((11, 15)) == other, Move((11, 15)) != other) == (False, True)


def test_other_things_may_decide_that_they_are_equal_to_a_position_or_move() -> None:
    class Anything:
        def __eq__(self, other: object) -> bool:
            return True

        __hash__ = None  # type: ignore[assignment]

    position, move, anything = Position.start(), Move((11, 15)), Anything()
    assert (position == anything, move == anything) == (True, True)


def test_equal_positions_hash_alike() -> None:
    for position in some_positions(seed=9, count=300):
        assert hash(Position.from_fen(position.fen, position.rules)) == hash(position)


def test_hashes_of_different_positions_differ() -> None:
    positions = {Position.from_fen(position.fen) for position in some_positions(10, 5_000)}
    assert len({hash(position) for position in positions}) == len(positions)


def test_positions_are_keys() -> None:
    assert {START: "start"}[Position.from_fen("B:W21-32:B1-12")] == "start"


def test_moves_are_equal_by_path_however_they_are_written() -> None:
    short, full = Move((2, 9, 18)), Move((2, 9, 18), in_full=True)
    assert (short, hash(short)) == (full, hash(full))


def test_moves_with_the_same_ends_and_other_ways_are_different() -> None:
    assert Move((2, 9, 18)) != Move((2, 11, 18))
    assert Move((10, 17, 26, 19, 10)) != Move((10, 19, 26, 17, 10))


def test_hashes_of_different_moves_differ() -> None:
    moves = {move for position in some_positions(11, 2_000) for move in position.legal_moves()}
    assert len({hash(move) for move in moves}) == len(moves)


# ---- copies


@duplicates
def test_a_position_can_be_copied(duplicate: Callable[[Any], Any]) -> None:
    position = Position.from_fen(MIXED.fen, CASUAL)
    assert duplicate(position) == position
    assert duplicate(position).legal_moves() == position.legal_moves()
    assert type(duplicate(position)) is Position


@duplicates
def test_a_move_can_be_copied(duplicate: Callable[[Any], Any]) -> None:
    for move in (Move((11, 15)), *TWO_ROUTES.legal_moves(), *ROUND_TRIP.legal_moves()):
        again = duplicate(move)
        assert (again, again.path, str(again)) == (move, move.path, str(move))


@duplicates
def test_a_position_of_a_subclass_can_be_copied(duplicate: Callable[[Any], Any]) -> None:
    assert type(duplicate(Marked.start())) is Marked


# ---- mirrored


def test_mirrored_turns_the_board_and_exchanges_sides() -> None:
    mirrored = MIXED.mirrored
    assert mirrored.turn is WHITE
    assert mirrored.pieces == {
        33 - square: Piece.of(piece.side.other, king=piece.is_king)
        for square, piece in MIXED.pieces.items()
    }


def test_the_start_mirrored_is_the_start_with_white_to_move() -> None:
    assert START.mirrored == Position.from_fen("W:W21-32:B1-12")


def test_mirrored_twice_is_the_same() -> None:
    for position in some_positions(seed=12, count=500):
        assert position.mirrored.mirrored == position, repr(position)


def test_mirrored_moves_correspond() -> None:
    for position in some_positions(seed=13, count=500):
        turned = {
            tuple(33 - square for square in move.path) for move in position.mirrored.legal_moves()
        }
        assert turned == {move.path for move in position.legal_moves()}, repr(position)


def test_mirrored_successors_correspond() -> None:
    for position in some_positions(seed=14, count=200):
        for move in position.legal_moves():
            turned = Move([33 - square for square in move.path])
            assert position.mirrored.play(turned) == position.play(move).mirrored, repr(position)


def test_mirrored_keeps_the_rules() -> None:
    assert Position.start(CASUAL).mirrored.rules == CASUAL


# ---- as text and picture


def test_str_draws_the_board_with_white_at_the_bottom() -> None:
    assert str(MIXED).splitlines() == [
        "+----+----+----+----+----+----+----+----+",
        "|    |  1 |    |  2 |    |  3 |    |  4 |",
        "+----+----+----+----+----+----+----+----+",
        "|  5 |    |  6 |    |  7 |    |  8 |    |",
        "+----+----+----+----+----+----+----+----+",
        "|    |  9 |    |  W |    | 11 |    |  b |",
        "+----+----+----+----+----+----+----+----+",
        "| 13 |    | 14 |    | 15 |    |  b |    |",
        "+----+----+----+----+----+----+----+----+",
        "|    | 17 |    |  w |    | 19 |    | 20 |",
        "+----+----+----+----+----+----+----+----+",
        "| 21 |    |  B |    | 23 |    |  w |    |",
        "+----+----+----+----+----+----+----+----+",
        "|    | 25 |    | 26 |    |  w |    | 28 |",
        "+----+----+----+----+----+----+----+----+",
        "| 29 |    | 30 |    | 31 |    | 32 |    |",
        "+----+----+----+----+----+----+----+----+",
        "Black to move",
    ]


def test_str_is_plain_ascii() -> None:
    assert str(MIXED).isascii()


def test_repr_makes_the_same_position() -> None:
    names = {"Position": Position, "Rules": Rules}
    for position in [START, *some_positions(seed=15, count=300)]:
        assert eval(repr(position), names) == position, repr(position)


def test_repr_is_one_line() -> None:
    assert repr(Position.from_fen("B:W32:B1")) == "Position.from_fen('B:W32:B1')"


def test_repr_of_a_subclass_tells_its_class() -> None:
    assert type(eval(repr(Marked.start()), {"Marked": Marked, "Position": Position})) is Marked


def test_a_position_shows_itself_in_a_notebook() -> None:
    picture = ElementTree.fromstring(MIXED._repr_svg_())
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"


def test_fen_goes_round() -> None:
    for position in some_positions(seed=16, count=500):
        assert Position.from_fen(position.fen, position.rules) == position, position.fen


# ---- subclasses


@pytest.mark.parametrize(
    "make",
    [
        Marked.start,
        lambda: Marked.from_fen("B:W32:B1"),
        lambda: Marked.start().play("11-15"),
        lambda: Marked.start().mirrored,
        lambda: Marked.start().with_rules(CASUAL),
    ],
    ids=["start", "from_fen", "play", "mirrored", "with_rules"],
)
def test_a_subclass_stays_a_subclass(make: Callable[[], Position]) -> None:
    assert type(make()) is Marked


def test_a_position_of_a_subclass_is_equal_by_content() -> None:
    assert Marked.start() == START
    assert hash(Marked.start()) == hash(START)


def test_nothing_is_kept_of_positions_that_nobody_holds() -> None:
    rules = Rules(regicide=True)
    before = getrefcount(rules)
    for _ in range(1_000):
        position = Position.start(rules)
        for move in position.legal_moves():
            assert position.play(move).mirrored != position
        with pytest.raises(PositionError):
            Position(1, 1, 0, "black", rules)
        with pytest.raises(IllegalMoveError):
            position.play("11-18")
    del position
    assert getrefcount(rules) - before < 10


# ---- perft


@pytest.mark.parametrize(("depth", "nodes"), [(0, 1), (1, 7), (2, 49), (3, 302), (8, 845931)])
def test_perft_counts_lines(depth: int, nodes: int) -> None:
    assert START.perft(depth) == nodes


def test_perft_of_nothing_is_one_even_when_all_is_over() -> None:
    assert Position.from_fen("B:W32:B").perft(0) == 1


@pytest.mark.parametrize("depth", [-1, -(2**31), 100, 2**31 - 1])
def test_perft_refuses_a_depth_out_of_range(depth: int) -> None:
    with pytest.raises(CrownheadError, match=f"perft counts 0 to 99 plies, not {depth}"):
        START.perft(depth)


@pytest.mark.parametrize("depth", [2**31, 2**64, -(2**64)])
def test_perft_refuses_a_depth_out_of_all_range(depth: int) -> None:
    with pytest.raises((CrownheadError, TypeError)):
        START.perft(depth)


@pytest.mark.parametrize("depth", [None, "3", 3.0, [3]])
def test_perft_refuses_what_is_no_depth(depth: Any) -> None:
    with pytest.raises(TypeError):
        START.perft(depth)


def test_perft_can_be_interrupted() -> None:
    def interrupt(*_: object) -> None:
        raise InterruptedError

    def count_and_be_interrupted() -> None:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        START.perft(30)

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        with pytest.raises(InterruptedError):
            count_and_be_interrupted()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_perft_lets_other_threads_run() -> None:
    counts: list[int] = []
    threads = [threading.Thread(target=lambda: counts.append(START.perft(8))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == [845931] * 4


# ---- what a position refuses


@each(
    ("black", "white", "kings", "sentence"),
    [
        (0, 0, 0, "there are no pieces on the board"),
        (0, 0, 1, "there are no pieces on the board"),
        (1, 1, 0, "square 1 holds a piece of both sides"),
        (1 << 4, 1 << 4 | 1 << 30, 0, "square 5 holds a piece of both sides"),
        (1, 0, 2, "square 2 is said to hold a king, but it is empty"),
        (1, 1 << 31, 1 << 16, "square 17 is said to hold a king, but it is empty"),
        (1 << 28, 1 << 20, 0, "Black's man on 29 stands on its crowning row"),
        (1 << 31, 1 << 20, 0, "Black's man on 32 stands on its crowning row"),
        (1 << 20, 1, 0, "White's man on 1 stands on its crowning row"),
        (1 << 20, 1 << 3, 0, "White's man on 4 stands on its crowning row"),
        (0x1FFF, 0, 0, "Black has 13 pieces; a side has at most 12"),
        (0, 0xFFF80000, 0, "White has 13 pieces; a side has at most 12"),
        (0xFFFFFFFF, 0, 0xFFFFFFFF, "Black has 32 pieces; a side has at most 12"),
    ],
)
def test_pieces_that_cannot_stand_so_are_refused(
    black: int, white: int, kings: int, sentence: str
) -> None:
    with pytest.raises(PositionError, match=sentence):
        Position(black, white, kings, "black", ENGLISH)


@pytest.mark.parametrize("row", [1 << 28, 1 << 31, 1, 1 << 3])
def test_kings_may_stand_on_any_row(row: int) -> None:
    assert Position(row, 0, row, "black", ENGLISH).kings == row
    assert Position(0, row, row, "white", ENGLISH).kings == row


@pytest.mark.parametrize("side", ["black", "white", BLACK, WHITE])
def test_the_turn_may_be_given_as_text(side: str) -> None:
    assert Position(1, 1 << 31, 0, side, ENGLISH).turn is Side(side)


@each("turn", ["", "red", "Black", "b", "black\0", "\ud83d"])
def test_a_turn_of_nobody_is_refused(turn: str) -> None:
    with pytest.raises((PositionError, TypeError)):
        Position(1, 1 << 31, 0, turn, ENGLISH)


@each("mask", [-1, 1 << 32, 1 << 64, 1.0, "1", None])
def test_a_mask_that_is_none_is_refused(mask: Any) -> None:
    for black, white, kings in ((mask, 2, 0), (2, mask, 0), (2, 4, mask)):
        with pytest.raises((TypeError, PositionError)):
            Position(black, white, kings, "black", ENGLISH)


@pytest.mark.parametrize("rules", [None, "english", {}, Rules, 5])
def test_rules_that_are_none_are_refused_when_a_position_is_made(rules: Any) -> None:
    with pytest.raises((TypeError, AttributeError, CrownheadError)):
        Position(1, 1 << 31, 0, "black", rules)


@each("rules", [None, "casual", {}, Rules])
@each(
    "make",
    [
        Position.start,
        lambda rules: Position.from_fen("B:W32:B1", rules),
        lambda rules: Position.start().with_rules(rules),
    ],
)
def test_rules_that_are_none_are_refused_with_a_sentence(
    make: Callable[[Any], Position], rules: Any
) -> None:
    with pytest.raises((CrownheadError, TypeError)):
        make(rules)


@each("text", ["", "B", "B:W33:B1", "B:W1:B2", "B:W:B", "B:W9:B9", "X:W32:B1"])
def test_a_text_that_is_no_position_is_a_fen_error(text: str) -> None:
    with pytest.raises(FenError):
        Position.from_fen(text)


# ---- moves by themselves


@each(
    ("path", "captured", "text"),
    [
        ((11, 15), (), "11-15"),
        ((15, 11), (), "15-11"),
        ((22, 15), (18,), "22x15"),
        ((2, 9, 18), (6, 14), "2x18"),
        ((10, 17, 26, 19, 10), (14, 22, 23, 15), "10x10"),
        ((1, 10, 3, 12, 19, 10, 17, 26, 19, 28), (6, 7, 8, 16, 15, 14, 22, 23, 24), "1x28"),
    ],
)
def test_a_move_says_where_it_goes_and_what_it_takes(
    path: tuple[int, ...], captured: tuple[int, ...], text: str
) -> None:
    move = Move(path)
    assert (move.path, move.captured, str(move)) == (path, captured, text)
    assert (move.from_square, move.to_square) == (path[0], path[-1])
    assert move.is_capture is bool(captured)


def test_a_path_may_be_any_sequence() -> None:
    assert Move([11, 15]) == Move((11, 15)) == Move(range(11, 16, 4))


def test_a_move_in_full_is_written_with_every_square() -> None:
    assert str(Move((2, 9, 18), in_full=True)) == "2x9x18"


@pytest.mark.parametrize("path", [(11, 15), (22, 15)])
def test_a_move_of_two_squares_is_always_written_in_full(path: tuple[int, ...]) -> None:
    assert str(Move(path, in_full=True)) == str(Move(path))


def test_repr_of_a_move_tells_the_whole_path() -> None:
    assert repr(Move((2, 9, 18))) == "<Move 2x9x18>"
    assert repr(Move((11, 15))) == "<Move 11-15>"


def test_only_moves_that_share_both_ends_are_written_in_full() -> None:
    position = Position.from_fen("B:W6,7,14,15,16,24:B2,12")
    assert [str(move) for move in position.legal_moves()] == ["2x9x18", "2x11x18", "2x27", "12x28"]


@each("square", range(1, 33))
def test_every_step_and_jump_of_the_board_is_a_move_and_nothing_else_is(square: int) -> None:
    king = Position(1 << square - 1, 0, 1 << square - 1, "black", ENGLISH)
    steps = {move.to_square for move in king.legal_moves()}
    jumps = {
        landing
        for over in steps
        for enemy in [1 << over - 1]
        for move in Position(king.black, enemy, king.black | enemy, "black", ENGLISH).captures()
        for landing in [move.to_square]
    }
    possible = set()
    for other in range(1, 33):
        try:
            possible.add(Move((square, other)).to_square)
        except MoveSyntaxError:
            continue
    assert possible == steps | jumps


@each(
    ("path", "sentence"),
    [
        ((), "a path has 2 to 10 squares, not 0"),
        ((11,), "a path has 2 to 10 squares, not 1"),
        ((1, 10) * 6, "a path has 2 to 10 squares, not 12"),
        ((0, 5), "there is no square 0"),
        ((11, 33), "there is no square 33"),
        ((-1, 5), "there is no square -1"),
        ((11, 11), "no piece goes from 11 to 11 at once"),
        ((11, 14), "no piece goes from 11 to 14 at once"),
        ((12, 13), "no piece goes from 12 to 13 at once"),
        ((4, 5), "no piece goes from 4 to 5 at once"),
        ((1, 28), "no piece goes from 1 to 28 at once"),
        ((11, 15, 19), "no piece goes from 11 to 15 at once"),
        ((11, 18, 22), "no piece goes from 18 to 22 at once"),
        ((10, 17, 10), "the piece on 14 is jumped twice"),
    ],
)
def test_a_path_that_no_piece_can_go_is_refused(path: tuple[int, ...], sentence: str) -> None:
    with pytest.raises(MoveSyntaxError, match=sentence):
        Move(path)


@each("path", [None, 11, "11-15", "ab", (11, None), (11.0, 15.0), (1, 2**70)])
def test_what_is_no_path_is_refused(path: Any) -> None:
    with pytest.raises((TypeError, MoveSyntaxError)):
        Move(path)


def test_a_path_of_endless_length_is_refused_at_once() -> None:
    with pytest.raises(MoveSyntaxError):
        Move([1] * 1_000_000)


def test_nobody_can_make_a_subclass_of_moves() -> None:
    with pytest.raises(TypeError):
        type("Mine", (Move,), {})


def test_every_move_of_a_game_is_one_that_can_be_made_by_hand() -> None:
    for position in some_positions(seed=17, count=500):
        for move in position.legal_moves():
            assert Move(move.path).captured == move.captured, move


def test_captured_squares_lie_between_those_of_the_path() -> None:
    for position in some_positions(seed=18, count=500):
        for move in position.captures():
            for (before, after), jumped in zip(pairwise(move.path), move.captured, strict=True):
                assert min(before, after) < jumped < max(before, after), move
                assert position.pieces[jumped].side is position.turn.other, move

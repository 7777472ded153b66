"""Positions and moves as values: unchanging, equal by content, copied, mirrored, and shown."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from copy import copy, deepcopy
from sys import getrefcount
from typing import Any, ClassVar
from xml.etree import ElementTree

import pytest
from sample_positions import CASUAL, MIXED, ROUND_TRIP, START, TWO_ROUTES, some_positions

from cases import each
from crownhead import ENGLISH, WHITE, IllegalMoveError, Move, Piece, Position, PositionError, Rules
from crownhead._core import Board
from crownhead.rules import MOVE_OPTIONS, OPTIONS

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


class Marked(Position):
    """A position of somebody's own class."""

    __slots__ = ()


class Asked(Rules):
    """Rules that note which options are read."""

    names: ClassVar[set[str]] = set()

    def __getattribute__(self, name: str) -> Any:
        Asked.names.add(name)
        return super().__getattribute__(name)


def test_the_core_reads_every_option_of_moves() -> None:
    rules = Asked()
    Asked.names.clear()
    Board(1 << 11, 1 << 20, 0, "black", rules)
    assert Asked.names & set(OPTIONS) == set(MOVE_OPTIONS)


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

"""Lines, positions and moves in the notation of Hub."""

from __future__ import annotations

from random import Random

import pytest

from cases import each
from crownhead import PRESETS, Game, Position, PositionError
from crownhead.engine import hub
from crownhead.errors import CrownheadError, EngineError, IllegalMoveError, MoveSyntaxError
from crownhead.text.moves import why_illegal
from refused import refused


@each(
    ("text", "arguments"),
    [
        ("go", {}),
        ("  go   think\n", {"think": ""}),
        ("level infinite", {"infinite": ""}),
        ('pos pos=B moves="11-15 23-19"\r\n', {"pos": "B", "moves": "11-15 23-19"}),
        ('param name=x value=""', {"name": "x", "value": ""}),
        (
            'set-param name = rules value = "casual regicide=on"',
            {"name": "rules", "value": "casual regicide=on"},
        ),
    ],
)
def test_a_line_is_a_command_and_arguments(text: str, arguments: dict[str, str]) -> None:
    assert hub.read_line(text) == (text.split(maxsplit=1)[0], arguments)


@each("rest", ['a="b', 'a="b"c', "=b", 'a"b', "a=b=c", "a=", 'a=b" c'])
def test_a_line_that_cannot_be_read_is_quoted(rest: str) -> None:
    with refused(EngineError, "hub.argument"):
        hub.read_line(f"pos {rest}")


def test_an_argument_is_given_once() -> None:
    with refused(EngineError, "ruleset.twice", option="depth"):
        hub.read_line("level depth=1 depth=2")


@pytest.mark.parametrize("value", ["plain", "", "two words", "a=b", "-1.5"])
def test_what_is_written_can_be_read(value: str) -> None:
    assert hub.read_line(hub.write_line("set-param", value=value)).arguments == {"value": value}


def test_quotes_and_line_ends_cannot_break_out_of_a_value() -> None:
    line = hub.write_line("error", message='no "x"\nquit')
    assert line == "error message=\"no 'x' quit\""


# ---- positions


def walk(preset: str, seed: int) -> list[Position]:
    """The positions of a random game."""
    random, game = Random(seed), Game(rules=PRESETS[preset])
    while game.legal_moves() and game.ply < 150:
        game.push(random.choice(game.legal_moves()))
    return [game.start, *(node.position for node in game.main_line())]


@each("preset", PRESETS)
def test_positions_come_back(preset: str) -> None:
    for position in walk(preset, seed=1):
        text = hub.write_position(position)
        assert len(text) == 33
        assert hub.read_position(text, PRESETS[preset]) == position


@each("text", ["", "B", "e" * 33, "B" + "e" * 31, "W" + "e" * 33, "Bx" + "e" * 31])
def test_a_position_has_a_side_and_32_squares(text: str) -> None:
    with refused(PositionError, "hub.position"):
        hub.read_position(text)


# ---- moves


@each("preset", PRESETS)
@each("seed", range(4))
def test_every_legal_move_comes_back_along_its_own_route(preset: str, seed: int) -> None:
    for position in walk(preset, seed):
        for move in position.legal_moves():
            assert hub.read_move(hub.write_move(move), position).path == move.path, position.fen


# The king circles four men in either direction, back to 23.
ROUND = Position.from_fen("B:W5,9,10,11,18,19,26,29:BK30")
LEFT, RIGHT = (30, 23, 14, 7, 16, 23), (30, 23, 16, 7, 14, 23)


@pytest.mark.parametrize(
    ("captured", "path"),
    [
        ("26x18x10x11x19", LEFT),
        ("26x19x11x10x18", RIGHT),
        ("10x11x18x19x26", LEFT),  # no route jumps them so: the first legal move
        ("19x18x11x10x26", LEFT),
    ],
)
def test_the_order_of_captured_squares_tells_routes_apart(
    captured: str, path: tuple[int, ...]
) -> None:
    assert hub.read_move(f"30x23x{captured}", ROUND).path == path


@each("text", ["", "11", "11-", "11x15", "11-15x8", "11 15", "a-b", "111-15", "11-15-18"])
def test_what_is_no_move_is_told_apart_from_what_is_illegal(text: str) -> None:
    with refused(MoveSyntaxError, "hub.move"):
        hub.read_move(text, Position.start())


@pytest.mark.parametrize(
    ("text", "ends"), [("11-18", (11, 18)), ("21-17", (21, 17)), ("11x18x15", (11, 18))]
)
def test_an_illegal_move_is_explained(text: str, ends: tuple[int, int]) -> None:
    with refused(IllegalMoveError, why_illegal(ends, Position.start()).message.key):
        hub.read_move(text, Position.start())


def test_a_move_beyond_the_board_is_refused() -> None:
    with refused(CrownheadError, "square.unknown", square="40"):
        hub.read_move("40-15", Position.start())


def test_a_capture_of_other_pieces_is_not_taken_for_one_with_the_same_ends() -> None:
    with refused(IllegalMoveError, "hub.other-capture", legal="30x23x26x18x10x11x19"):
        hub.read_move("30x23x26x18", ROUND)

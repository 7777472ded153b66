"""Positions and moves made by hand: what they say of themselves, and what they refuse."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from sample_positions import some_positions

from cases import each
from crownhead import (
    BLACK,
    ENGLISH,
    WHITE,
    CrownheadError,
    FenError,
    Move,
    MoveSyntaxError,
    Position,
    PositionError,
    Rules,
    Side,
)
from crownhead.messages import Message
from refused import refused

# ---- what a position refuses


@each(
    ("black", "white", "kings", "sentence"),
    [
        (0, 0, 0, "position.empty"),
        (0, 0, 1, "position.empty"),
        (1, 1, 0, Message("position.both-sides", {"square": 1})),
        (1 << 4, 1 << 4 | 1 << 30, 0, Message("position.both-sides", {"square": 5})),
        (1, 0, 2, Message("position.king-nowhere", {"square": 2})),
        (1, 1 << 31, 1 << 16, Message("position.king-nowhere", {"square": 17})),
        (
            1 << 28,
            1 << 20,
            0,
            Message("position.man-on-king-row", {"side": "side.black", "square": 29}),
        ),
        (
            1 << 31,
            1 << 20,
            0,
            Message("position.man-on-king-row", {"side": "side.black", "square": 32}),
        ),
        (1 << 20, 1, 0, Message("position.man-on-king-row", {"side": "side.white", "square": 1})),
        (
            1 << 20,
            1 << 3,
            0,
            Message("position.man-on-king-row", {"side": "side.white", "square": 4}),
        ),
        (
            0x1FFF,
            0,
            0,
            Message("position.too-many", {"side": "side.black", "count": 13, "most": 12}),
        ),
        (
            0,
            0xFFF80000,
            0,
            Message("position.too-many", {"side": "side.white", "count": 13, "most": 12}),
        ),
        (
            0xFFFFFFFF,
            0,
            0xFFFFFFFF,
            Message("position.too-many", {"side": "side.black", "count": 32, "most": 12}),
        ),
    ],
)
def test_pieces_that_cannot_stand_so_are_refused(
    black: int, white: int, kings: int, sentence: str | Message
) -> None:
    with refused(PositionError, sentence):
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
        ((), Message("move.length", {"count": 0, "most": 10})),
        ((11,), Message("move.length", {"count": 1, "most": 10})),
        ((1, 10) * 6, Message("move.length", {"count": 12, "most": 10})),
        ((0, 5), Message("square.unknown", {"square": 0})),
        ((11, 33), Message("square.unknown", {"square": 33})),
        ((-1, 5), Message("square.unknown", {"square": -1})),
        ((11, 11), Message("move.too-far", {"from": 11, "to": 11})),
        ((11, 14), Message("move.too-far", {"from": 11, "to": 14})),
        ((12, 13), Message("move.too-far", {"from": 12, "to": 13})),
        ((4, 5), Message("move.too-far", {"from": 4, "to": 5})),
        ((1, 28), Message("move.too-far", {"from": 1, "to": 28})),
        ((11, 15, 19), Message("move.no-jump", {"from": 11, "to": 15})),
        ((11, 18, 22), Message("move.no-jump", {"from": 18, "to": 22})),
        ((10, 17, 10), Message("move.jumped-twice", {"square": 14})),
    ],
)
def test_a_path_that_no_piece_can_go_is_refused(
    path: tuple[int, ...], sentence: str | Message
) -> None:
    with refused(MoveSyntaxError, sentence):
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

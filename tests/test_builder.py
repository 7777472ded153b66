"""Setting up positions piece by piece."""

from __future__ import annotations

from typing import Any

from crownhead import (
    BLACK,
    PRESETS,
    WHITE,
    CrownheadError,
    Piece,
    Position,
    PositionBuilder,
    PositionError,
)
from crownhead.messages import Message, say
from refused import refused


def test_pieces_are_placed_replaced_crowned_and_removed() -> None:
    builder = PositionBuilder().place(18, Piece.WHITE_MAN).place(11, "b").place(12, "b")
    assert builder.build().fen == "B:W18:B11,12"
    assert builder.place(12, "W").crown(18).remove(11).build().fen == "B:WK12,K18:B"
    assert builder.remove(11).turn_of("white").build().turn is WHITE
    assert repr(builder) == "<PositionBuilder W12 W18, White to move>"
    assert builder.clear().problem == say("position.empty")


def test_a_builder_begins_with_a_position_and_leaves_it_alone() -> None:
    start = Position.start(PRESETS["casual"])
    changed = PositionBuilder(start).remove(11).turn_of(WHITE).build()
    assert (changed.squares(BLACK), changed.rules) == ([*range(1, 11), 12], start.rules)
    assert start == Position.start(PRESETS["casual"])
    assert PositionBuilder(start).build() == start
    assert PositionBuilder(start, rules=PRESETS["english"]).build().rules.name == "english"


def test_an_impossible_board_is_a_sentence_and_can_be_mended() -> None:
    builder = PositionBuilder().place(1, "w").place(9, "b")
    assert builder.problem == say("position.man-on-king-row", side=WHITE, square=1)
    with refused(PositionError, "position.man-on-king-row", square=1):
        builder.build()
    assert builder.crown(1).problem is None


def test_what_cannot_be_placed_is_said() -> None:
    builder: Any = PositionBuilder()
    wrong: list[tuple[Any, str | Message]] = [
        (lambda: builder.place(33, "b"), Message("square.unknown", {"square": "33"})),
        (lambda: builder.place(0, "b"), Message("square.unknown", {"square": "0"})),
        (lambda: builder.place(5, "x"), Message("builder.piece", {"value": "x"})),
        (lambda: builder.place(5, None), Message("builder.piece", {"value": "None"})),
        (lambda: builder.crown(5), Message("builder.nothing-to-crown", {"square": 5})),
        (lambda: builder.remove("5"), Message("square.wanted", {"value": "value.text"})),
        (lambda: builder.turn_of("red"), Message("side.unknown", {"side": "red"})),
        (lambda: PositionBuilder("B:W18:B9"), Message("builder.begins", {"value": "B:W18:B9"})),  # type: ignore[arg-type]
    ]
    for attempt, words in wrong:
        with refused(CrownheadError, words):
            attempt()

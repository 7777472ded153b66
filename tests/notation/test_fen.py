"""FEN: what is written, every form that is read, and what is said about the rest."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases import each
from crownhead import PRESETS, FenError, Piece, Position, Rules, Side
from crownhead.messages import Message
from made_up import SETTINGS
from refused import refused
from walks import walk

START = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
MOST_PIECES = 12
CROWNING_ROW = {Side.BLACK: range(29, 33), Side.WHITE: range(1, 5)}


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Any position that may stand: up to twelve pieces a side, kings where men may not be."""
    squares = draw(st.permutations(range(1, 33)))
    black, white = draw(st.integers(0, MOST_PIECES)), draw(st.integers(0, MOST_PIECES))
    white = max(white, 1 - black)
    masks = {Side.BLACK: 0, Side.WHITE: 0}
    kings = 0
    sides = [Side.BLACK] * black + [Side.WHITE] * white
    for square, side in zip(squares, sides, strict=False):
        masks[side] |= 1 << square - 1
        if square in CROWNING_ROW[side] or draw(st.booleans()):
            kings |= 1 << square - 1
    turn = draw(st.sampled_from(Side))
    return Position(masks[Side.BLACK], masks[Side.WHITE], kings, turn, Rules())


def expected_fen(position: Position) -> str:
    """Write a FEN from the pieces, without the code under test."""
    lists: dict[str, list[str]] = {"w": [], "b": []}
    for square, piece in position.pieces.items():
        lists[piece.symbol.lower()].append(("K" if piece.symbol.isupper() else "") + str(square))
    turn = "B" if position.turn is Side.BLACK else "W"
    return f"{turn}:W{','.join(lists['w'])}:B{','.join(lists['b'])}"


def in_ranges(words: list[str]) -> list[str]:
    """Join neighbouring squares that hold the same kind: 1, 2, 3 become 1-3; K1, K2 become K1-K2."""
    ranges: list[list[str]] = []
    for word in words:
        last = ranges[-1][-1] if ranges else ""
        same_kind = last.startswith("K") == word.startswith("K")
        if last and same_kind and int(word.strip("K")) == int(last.strip("K")) + 1:
            ranges[-1].append(word)
        else:
            ranges.append([word])
    return [run[0] if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in ranges]


# ---- writing


def test_the_start_is_written() -> None:
    assert Position.start().fen == START


@given(positions())
@SETTINGS
def test_squares_are_written_in_order_white_first(position: Position) -> None:
    assert position.fen == expected_fen(position)


@given(positions())
@SETTINGS
def test_what_is_written_is_read_back(position: Position) -> None:
    assert Position.from_fen(position.fen) == position, position.fen


@each("preset", PRESETS)
def test_every_position_of_a_game_is_read_back(preset: str) -> None:
    rules = PRESETS[preset]
    for seed in range(10):
        for position in walk(Random(seed), 150, rules):
            assert Position.from_fen(position.fen, rules) == position, f"seed {seed}"


# ---- reading


@each(
    ("text", "fen"),
    [
        pytest.param("B:W18,24,27,K10:B12,16,K22", "B:WK10,18,24,27:B12,16,K22", id="plain"),
        pytest.param("W:W21-32:B1-12", "W" + START[1:], id="ranges"),
        pytest.param("W:W21-24,30,K1-K3:B12", "W:WK1,K2,K3,21,22,23,24,30:B12", id="mixed list"),
        pytest.param("W:WK1-3:B12", "W:WK1,K2,K3:B12", id="one K crowns a range"),
        pytest.param("W:W5-5:B12", "W:W5:B12", id="range of one square"),
        pytest.param("B:B12,16,K22:W18,K10", "B:WK10,18:B12,16,K22", id="Black's pieces first"),
        pytest.param("W:W18:B12.", "W:W18:B12", id="trailing dot"),
        pytest.param("W:W18:B12 . \n", "W:W18:B12", id="trailing dot among spaces"),
        pytest.param("B:W:B12", "B:W:B12", id="no White pieces"),
        pytest.param("W:W18:B", "W:W18:B", id="no Black pieces"),
        pytest.param("W:B:W18", "W:W18:B", id="no Black pieces, Black first"),
        pytest.param("W:W18:B.", "W:W18:B", id="no Black pieces and a dot"),
        pytest.param("b:wk10,18:bk22", "B:WK10,18:BK22", id="lower case"),
        pytest.param("  B : W 18 , K10 : B 12 ", "B:WK10,18:B12", id="spaces everywhere"),
        pytest.param("B:W24,18:B16,12", "B:W18,24:B12,16", id="any order of squares"),
        pytest.param("B:W05:B06", "B:W5:B6", id="leading zero"),
    ],
)
def test_reads(text: str, fen: str) -> None:
    assert Position.from_fen(text).fen == fen


@given(positions(), st.randoms(use_true_random=False), st.booleans(), st.booleans())
@SETTINGS
def test_every_way_to_write_a_position_reads_the_same(
    position: Position, rng: Random, ranges: bool, black_first: bool
) -> None:
    turn, *lists = position.fen.split(":")
    written = []
    for pieces in lists[::-1] if black_first else lists:
        words = pieces[1:].split(",") if pieces[1:] else []
        words = in_ranges(words) if ranges else words
        rng.shuffle(words)
        written.append(pieces[0] + rng.choice([",", ", "]).join(words))
    text = ":".join([turn, *written]) + rng.choice(["", "."])
    text = rng.choice([str.upper, str.lower])(text)
    assert Position.from_fen(text) == position, text


def test_the_rules_are_those_asked_for() -> None:
    casual = PRESETS["casual"]
    assert Position.from_fen(START, casual).rules == casual


def test_the_side_to_move_comes_first() -> None:
    turns = [Position.from_fen(f"{letter}:W18:B12").turn for letter in "BW"]
    assert turns == [Side.BLACK, Side.WHITE]


def test_a_king_may_stand_where_a_man_may_not() -> None:
    pieces = Position.from_fen("B:WK1:BK32").pieces
    assert pieces == {1: Piece.WHITE_KING, 32: Piece.BLACK_KING}


# ---- what cannot be read


@each(
    ("text", "words", "column"),
    [
        pytest.param("", "fen.empty", None, id="nothing"),
        pytest.param("W18", "fen.parts", None, id="one part"),
        pytest.param("B:W18", "fen.parts", None, id="two parts"),
        pytest.param("B:W18:B12:B13", "fen.parts", None, id="four parts"),
        pytest.param(":W18:B12", "fen.turn", 1, id="no side to move"),
        pytest.param(
            "  X:W18:B12", Message("fen.turn", {"text": "X"}), 3, id="unknown side to move"
        ),
        pytest.param(
            "B:18:B12", Message("fen.side", {"text": "18"}), 3, id="list without its side"
        ),
        pytest.param("B::B12", "fen.side", 3, id="empty list"),
        pytest.param(
            "B:W18:W12", Message("fen.side-twice", {"side": "side.white"}), 7, id="White twice"
        ),
        pytest.param(
            "B:B18:B12", Message("fen.side-twice", {"side": "side.black"}), 7, id="Black twice"
        ),
        pytest.param("B:W18,33:B12", Message("square.unknown", {"square": 33}), 7, id="square 33"),
        pytest.param("B:W18:B0", Message("square.unknown", {"square": 0}), 8, id="square 0"),
        pytest.param("B:W18:BK99", Message("square.unknown", {"square": 99}), 8, id="king on 99"),
        pytest.param(
            "B:W18-33:B12", Message("square.unknown", {"square": 33}), 4, id="range to 33"
        ),
        pytest.param("B:W18:B0-12", Message("square.unknown", {"square": 0}), 8, id="range from 0"),
        pytest.param(
            "B:W18:B12-9", Message("fen.backwards", {"range": "12-9"}), 8, id="range backwards"
        ),
        pytest.param("B:W18:B9-K12", "fen.mixed", 8, id="mixed range"),
        pytest.param(
            "B:W18,18:B12",
            Message("fen.square-twice", {"square": 18, "side": "side.white"}),
            7,
            id="square twice",
        ),
        pytest.param(
            "B:W18,K18:B12",
            Message("fen.square-twice", {"square": 18, "side": "side.white"}),
            7,
            id="man and king",
        ),
        pytest.param(
            "B:W18:B9-12,10",
            Message("fen.square-twice", {"square": 10, "side": "side.black"}),
            13,
            id="square in a range",
        ),
        pytest.param("B:W18,x:B12", Message("fen.piece", {"text": "x"}), 7, id="a letter"),
        pytest.param("B:W18,:B12", "fen.piece", 7, id="comma at the end"),
        pytest.param("B:W18,,19:B12", "fen.piece", 7, id="two commas"),
        pytest.param("B:WK:B12", Message("fen.piece", {"text": "K"}), 4, id="K alone"),
        pytest.param("B:W018:B12", Message("fen.piece", {"text": "018"}), 4, id="three digits"),
        pytest.param(
            "B:W1-2-3:B12", Message("fen.piece", {"text": "1-2-3"}), 4, id="range of three"
        ),
        pytest.param("B:W-18:B12", Message("fen.piece", {"text": "-18"}), 4, id="negative"),
        pytest.param("B:W1\u0663:B12", "fen.piece", 4, id="Arabic-Indic digit"),
        pytest.param("B:W1²:B12", "fen.piece", 4, id="superscript"),
        pytest.param("B:W18\x00:B12", Message("fen.piece", {"text": "18\\x00"}), 4, id="NUL"),
        pytest.param("B:W18:B12..", Message("fen.piece", {"text": "12."}), 8, id="two dots"),
        pytest.param(
            "B:W18:B18", Message("position.both-sides", {"square": 18}), None, id="both sides"
        ),
        pytest.param(
            "B:W18:BK18", Message("position.both-sides", {"square": 18}), None, id="and a king"
        ),
        pytest.param("B:W:B", "position.empty", None, id="no pieces"),
        pytest.param(
            "B:W1:B12",
            Message("position.man-on-king-row", {"side": "side.white", "square": 1}),
            None,
            id="White man on 1",
        ),
        pytest.param(
            "B:W18:B32",
            Message("position.man-on-king-row", {"side": "side.black", "square": 32}),
            None,
            id="Black man on 32",
        ),
        pytest.param(
            "B:W18:B1-13",
            Message("position.too-many", {"side": "side.black", "count": 13, "most": 12}),
            None,
            id="13 men",
        ),
        pytest.param(
            "W:WK1-K32:B",
            Message("position.too-many", {"side": "side.white", "count": 32, "most": 12}),
            None,
            id="32 kings",
        ),
    ],
)
def test_says_what_is_wrong(text: str, words: str | Message, column: int | None) -> None:
    with refused(FenError, words) as caught:
        Position.from_fen(text)
    assert "looks like" not in caught.value.sentence  # examples are for who has none before them
    assert caught.value.column == column, str(caught.value)
    assert caught.value.line == (1 if column else None)


@pytest.mark.parametrize("man", range(1, 5))
def test_a_white_man_cannot_stand_on_the_top_row(man: int) -> None:
    with refused(FenError, "position.man-on-king-row", side="side.white", square=man):
        Position.from_fen(f"W:W{man},20:B12")


@pytest.mark.parametrize("man", range(29, 33))
def test_a_black_man_cannot_stand_on_the_bottom_row(man: int) -> None:
    with refused(FenError, "position.man-on-king-row", side="side.black", square=man):
        Position.from_fen(f"W:W20:B12,{man}")


def test_a_long_text_is_refused_without_quoting_it() -> None:
    with refused(FenError, "fen.too-long", count=10000000) as caught:
        Position.from_fen("B:W" + "1" * 9_999_997)
    assert len(str(caught.value)) < 200

"""Set-up boards: read, judged by the rules, and written."""

from __future__ import annotations

import random

import pytest
from pydantic import TypeAdapter

from crownhead import BLACK, WHITE, CrownheadError, FenError, Position, PositionBuilder
from crownhead.rules import PRESETS
from crownhead.service.analysis.draft import DraftView, draft, draft_view
from crownhead.service.games.view import board_text
from refused import refused

VIEW = TypeAdapter(DraftView)


def readable(fen: str) -> Position | None:
    try:
        return Position.from_fen(fen)
    except FenError:
        return None


def test_every_board_comes_back_from_its_fen_and_is_judged_as_the_library_does() -> None:
    chance = random.Random(7)
    seen = set()
    for _ in range(300):
        board = "".join(chance.choices(".bBwW", weights=[chance.choice((3, 60)), 1, 1, 1, 1], k=32))
        for turn in ("black", "white"):
            view = draft_view(draft(board, turn))
            assert VIEW.validate_python(view, strict=True) == view
            assert (view["board"], view["turn"]) == (board, turn)
            assert draft_view(draft(text=view["fen"])) == view, view["fen"]
            seen.add(view["standing"])
            position = readable(view["fen"])
            assert (position is None) == (view["standing"] == "impossible"), view
            if position is None:
                assert view["problem"], view
                continue
            assert board_text(position) == board
            ended = not position.legal_moves() or not position.black or not position.white
            assert view["standing"] == ("over" if ended else "playable"), view["fen"]
            assert (view["problem"] is None) == (not ended)
    assert seen == {"impossible", "over", "playable"}


@pytest.mark.parametrize(
    ("fen", "standing", "problem", "squares"),
    [
        ("B:W:B", "impossible", "position.empty", []),
        (
            "W:W1,2,K3:B4,30",
            "impossible",
            "position.man-on-king-row",
            [1, 2, 30],
        ),
        ("B:W20-32:B1", "impossible", "position.too-many", []),
        ("B:W18:B", "over", "begin.no-pieces", []),
        (
            "W:W5:B1",
            "over",
            "begin.over",
            [],
        ),
        ('[FEN "B:W18:B14"]', "playable", None, []),
    ],
)
def test_what_is_wrong_is_said(
    fen: str, standing: str, problem: str | None, squares: list[int]
) -> None:
    view = draft_view(draft(text=fen))
    wrong = view["problem"] and view["problem"]["code"]
    assert (view["standing"], wrong, view["squares"]) == (standing, problem, squares)


def test_without_a_board_it_is_the_start_by_these_rules() -> None:
    for rules in PRESETS.values():
        made = draft(rules=rules)
        assert made.build() == Position.start(rules)
        assert draft(board="b" + 31 * ".", rules=rules).turn is rules.first_to_move


def test_a_board_is_one_thing_at_a_time() -> None:
    for board, turn, text in ((32 * ".", None, "B:W18:B1"), (None, "black", None)):
        with refused(CrownheadError, "begin.two-boards"):
            draft(board, turn, text)
    with refused(FenError, "position.both-sides", square=5):
        PositionBuilder.from_fen("B:W5:B5")
    assert {PositionBuilder.from_fen(f"{side}:W18:B9").turn for side in "BW"} == {BLACK, WHITE}

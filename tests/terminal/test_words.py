"""What the terminal makes of a view's codes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from cases import each
from crownhead.messages import Message, plain
from crownhead.pieces import WHITE
from crownhead.players import level
from crownhead.service import ClockSetting, NewGame, Service, Visitor
from crownhead.service.contract import GameView, NoteView
from crownhead.session import DrawWhy, NoteCode
from crownhead.terminal import words


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    made = Service(tmp_path)
    yield made
    made.close()


def message(code: NoteCode, why: DrawWhy | None = None, detail: str = "") -> NoteView:
    side = None if code == "stalled" else "white"
    return NoteView(code=code, side=side, why=why, detail=plain(Message(detail)))  # type: ignore[typeddict-item]


@each(
    ("told", "sentence"),
    [
        (message("draw-declined"), "White declines the draw."),
        (
            message("draw-declined", "winning"),
            "White declines the draw: it thinks it is winning.",
        ),
        (
            message("draw-declined", "better"),
            "White declines the draw: it likes its position better.",
        ),
        (
            message("draw-declined", "early"),
            "White declines the draw: it is too early, there is a lot to play for.",
        ),
        (message("stalled"), "Paused: neither side is getting anywhere."),
        (message("cannot-move", detail="service.fault"), "White could not move: an error."),
        (message("seat-taken"), "White has joined."),
    ],
)
def test_messages_are_told_in_sentences(told: NoteView, sentence: str) -> None:
    assert words.told(told) == sentence


def test_there_are_words_for_every_code() -> None:
    for code in get_args(NoteCode):
        assert words.told(message(code))
    for why in get_args(DrawWhy):
        assert words.told(message("draw-declined", why)).count(":") == 1


def test_people_are_called_by_their_names(service: Service) -> None:
    alone = service.begin(NewGame(name="Ada")).view()
    assert [words.player(alone, side) for side in words.SIDES] == [
        "You",
        f"Sprout ({level(2).rating})",
    ]
    game = service.begin(NewGame(black="person", white="person"))
    game.sit(WHITE, "guest", game.invite(WHITE, by=Visitor("host", is_host=True)), "Grace")
    assert [words.player(game.view(), side) for side in words.SIDES] == ["Person", "Grace"]


def test_time_goes_on_in_a_copy_of_the_view(service: Service) -> None:
    game = service.begin(NewGame(black="person", white="person", clock=ClockSetting("game", 60)))
    game.watch(lambda _what: None)
    view = game.view()
    clock = {**view["clock"]}
    left = view["clock"]["black"]
    assert left is not None
    later: GameView = words.later(view, 5)
    assert later["clock"]["black"] == pytest.approx(left - 5)
    assert view["clock"] == clock

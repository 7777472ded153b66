"""What the terminal makes of a view's codes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from cases import each
from crownhead.messages import Message, plain, say
from crownhead.pieces import WHITE
from crownhead.players import level
from crownhead.service import ClockSetting, NewGame, Service, Visitor
from crownhead.service.contract import GameView, NoteView
from crownhead.session.state import DrawWhy, NoteCode
from crownhead.terminal import words


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    made = Service(tmp_path)
    yield made
    made.close()


def message(code: NoteCode, why: DrawWhy | None = None, detail: str = "") -> NoteView:
    side = None if code == "stalled" else "white"
    return NoteView(code=code, side=side, why=why, detail=plain(Message(detail)))  # type: ignore[typeddict-item]


@each("why", [*get_args(DrawWhy), None])
def test_a_declined_draw_has_a_reason(why: DrawWhy | None) -> None:
    told = words.noted(message("draw-declined", why))
    assert told.key == ".".join(filter(None, ["message.draw-declined", why]))
    assert told.values["player"] is WHITE
    assert str(told)


@each("code", get_args(NoteCode))
def test_there_is_a_sentence_for_every_code(code: NoteCode) -> None:
    told = words.noted(message(code, detail="service.fault"))
    assert told.key == f"message.{code}"
    assert (say("service.fault") in str(told)) == (code == "cannot-move")


def test_people_are_called_by_their_names(service: Service) -> None:
    alone = service.begin(NewGame(name="Ada")).view()
    assert [words.player(alone, side) for side in words.SIDES] == [
        Message("game.you"),
        f"Sprout ({level(2).rating})",
    ]
    game = service.begin(NewGame(black="person", white="person"))
    game.sit(WHITE, "guest", game.invite(WHITE, by=Visitor("host", is_host=True)), "Grace")
    assert [words.player(game.view(), side) for side in words.SIDES] == [
        Message("game.person"),
        "Grace",
    ]


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

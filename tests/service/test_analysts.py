"""The engine beside an analysis."""

from __future__ import annotations

from collections.abc import Callable
from queue import Queue
from threading import active_count
from time import sleep
from typing import Any

import pytest

from crownhead import Engine, Position
from crownhead.errors import CrownheadError, GameError
from crownhead.service import KeptAnalysis, Question, Service
from crownhead.service.contract import FoundView
from refused import refused

START = "start"


class Ear:
    """Records what an analyst finds."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._heard: Queue[FoundView] = Queue()
        self.analyst = service.analyses.analyst(self._heard.put)

    def ask(self, analysis: KeptAnalysis, node: str = START, **how: Any) -> None:
        self.analyst.ask(Question(node, analysis.cursor(node), **how))

    def last(self) -> FoundView:
        """The last finding."""
        while (found := self.next())["thinking"]:
            pass
        return found

    def until(self, check: Callable[[FoundView], object]) -> FoundView:
        """The first finding that matches, while the engine still thinks."""
        while not check(found := self.next()):
            assert found["thinking"], found
        return found

    def next(self) -> FoundView:
        return self._heard.get(timeout=60)

    @property
    def is_quiet(self) -> bool:
        return self._heard.empty()


def test_lines_are_those_that_the_rules_allow(service: Service) -> None:
    analysis, ear = service.analyses.of_start(), Ear(service)
    ear.ask(analysis, lines=3, seconds=600, number=7)
    found = ear.until(lambda one: one["depth"] > 5 and len(one["lines"]) == 3)
    assert (found["node"], found["turn"], found["number"]) == (START, "black", 7)
    assert len({line["steps"][0]["notation"] for line in found["lines"]}) == 3
    for line in found["lines"]:
        position = Position.start()
        for step in line["steps"]:
            position = position.play(step["notation"])
            assert step["board"] == "".join(
                position.pieces[square].symbol if square in position.pieces else "."
                for square in range(1, 33)
            )
        assert 0 < line["chance"] < 1


def test_a_proven_win_says_whose_it_is(service: Service) -> None:
    analysis, ear = service.analyses.of_text("W:W14,K32:B9,10"), Ear(service)
    ear.ask(analysis, seconds=600)
    line = ear.until(lambda one: one["lines"] and one["lines"][0]["winner"])["lines"][0]
    assert (line["winner"], line["chance"]) == ("white", 0.0)
    assert line["plies"] == len(line["steps"])


def test_a_threat_is_what_the_other_side_would_do(service: Service) -> None:
    analysis, ear = service.analyses.of_text("W:W18,32:B9,14"), Ear(service)
    ear.ask(analysis, threat=True, seconds=600)
    found = ear.until(lambda one: one["lines"])
    assert (found["turn"], found["threat"]) == ("black", True)
    assert found["lines"][0]["steps"][0]["notation"] == "14x23"


def test_the_end_of_the_time_is_told(service: Service) -> None:
    analysis, ear = service.analyses.of_start(), Ear(service)
    ear.ask(analysis, seconds=0.01, number=3)
    assert ear.last()["number"] == 3


def test_a_new_question_ends_the_one_before_and_stop_ends_all(service: Service) -> None:
    analysis, ear = service.analyses.of_start(), Ear(service)
    node = analysis.play(START, "11-15")
    ear.ask(analysis, seconds=600)
    assert ear.next()["node"] == START
    ear.ask(analysis, node, seconds=600)
    while ear.next()["node"] != node:
        pass
    before = active_count()
    ear.analyst.stop()
    service.analyses.dismiss(ear.analyst)  # `close` joins the thread
    assert active_count() < before
    while not ear.is_quiet:
        assert ear.next()["thinking"]  # a stopped search reports no end


def test_a_stop_does_not_end_what_is_asked_after_it(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(engine: Engine, stop: Callable[[Engine], None] = Engine.stop) -> None:
        sleep(0.05)  # the next search must not begin during it
        stop(engine)

    monkeypatch.setattr(Engine, "stop", slow)
    analysis, ear = service.analyses.of_start(), Ear(service)
    ear.ask(analysis, seconds=600)
    ear.next()
    ear.analyst.stop()
    ear.ask(analysis, seconds=600, number=2)
    assert ear.until(lambda one: one["number"] == 2 and one["depth"] > 12)["thinking"]


def test_a_position_without_moves_is_told_at_once(service: Service) -> None:
    analysis, ear = service.analyses.of_text("B:W18:B14"), Ear(service)
    ear.ask(analysis, analysis.play(START, "14x23"), seconds=600)
    found = ear.last()
    assert (found["lines"], found["depth"]) == ([], 0)


def test_what_is_too_much_is_refused(service: Service) -> None:
    analysis, ear = service.analyses.of_start(), Ear(service)
    cases: list[tuple[dict[str, Any], str]] = [
        ({"lines": 6}, "analyses.lines"),
        ({"seconds": 601}, "analyses.seconds"),
    ]
    for how, code in cases:
        with refused(GameError, code):
            ear.ask(analysis, **how)
    for _ in range(15):
        service.analyses.analyst(lambda _: None)
    with refused(CrownheadError, "analyses.too-many-open"):
        service.analyses.analyst(lambda _: None)

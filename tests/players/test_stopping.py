"""Players with long searches can be stopped from another thread, and report their depth."""

from __future__ import annotations

from threading import Event, Thread

import pytest

from crownhead import Game
from crownhead.errors import SearchStoppedError
from crownhead.players import Player, Thinker, player

# Each of these would think for minutes or years.
ENDLESS = (
    "engine:nodes=999999999999",
    "minimax:depth=20",
    "alphabeta:depth=30,evaluation=weighted",
    "lookahead:depth=20",
)


def thinker(name: str) -> Thinker:
    made = player(name)
    assert isinstance(made, Thinker)
    return made


@pytest.mark.parametrize("name", ENDLESS)
def test_a_choice_ends_when_another_thread_says_stop(name: str) -> None:
    made = thinker(name)
    assert isinstance(made, Player)
    thinking = Event()
    made.watch = lambda _depth: thinking.set()

    def stop_when_it_thinks() -> None:
        assert thinking.wait(timeout=30)
        made.stop()

    other = Thread(target=stop_when_it_thinks)
    other.start()
    with pytest.raises(SearchStoppedError):
        made.choose(Game())
    other.join()
    made.close()


@pytest.mark.parametrize("name", ENDLESS)
def test_a_stop_that_comes_too_early_still_counts(name: str) -> None:
    made = thinker(name)
    assert isinstance(made, Player)
    made.stop()
    with pytest.raises(SearchStoppedError):
        made.choose(Game())
    made.close()


@pytest.mark.parametrize("name", ["engine:depth=6", "alphabeta:depth=4", "level:3", "last-stand"])
def test_a_player_that_was_stopped_plays_on(name: str) -> None:
    made = thinker(name)
    assert isinstance(made, Player)
    made.stop()
    with pytest.raises(SearchStoppedError):
        made.choose(Game())
    assert made.choose(Game()) in Game().legal_moves()
    made.close()


def test_the_depths_are_told_as_they_are_reached() -> None:
    made = thinker("engine:depth=9")
    assert isinstance(made, Player)
    depths: list[int] = []
    made.watch = depths.append
    made.choose(Game())
    assert depths == sorted(depths)
    assert depths[-1] == 9
    made.close()


@pytest.mark.parametrize("name", ["engine:depth=6", "level:11"])
def test_an_engine_without_an_answer_was_stopped(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if another thread closes it at the start."""
    monkeypatch.setattr("crownhead.engine.engine.Engine.analyse", lambda *_, **__: [])
    made = thinker(name)
    assert isinstance(made, Player)
    with pytest.raises(SearchStoppedError):
        made.choose(Game())
    made.close()

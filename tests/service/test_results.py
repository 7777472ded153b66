"""A person's results, counted from stored games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from crownhead.game import Game
from crownhead.openings import opening_of
from crownhead.position import Position
from crownhead.rules import Rules
from crownhead.service import Visitor
from crownhead.service.results.results import results_of, results_view
from crownhead.store import FinishedGame, GameStore, StoredGame, StoredMove, Summary

BOARD = "bbbbbbbbbbbb........wwwwwwwwwwww"
NOON = datetime(2026, 3, 2, 12)  # a Monday, in local time
HOST, GUEST = Visitor("the host", True), Visitor("a guest", False)

Play = Callable[..., str]


class Days:
    """A clock that shows noon on the day that a test has set."""

    day = 0.0

    def __call__(self) -> float:
        return (NOON + timedelta(days=self.day)).timestamp()


@pytest.fixture
def clock() -> Days:
    return Days()


@pytest.fixture
def store(tmp_path: Path, clock: Days) -> Iterator[GameStore]:
    opened = GameStore(tmp_path, now=clock)
    yield opened
    opened.close()


@pytest.fixture
def play(store: GameStore, clock: Days) -> Play:
    """Store a finished game; return its id."""

    def stored(
        how: str,
        opponent: str = "level:4",
        *,
        side: str = "black",
        moves: str = "",
        rules: str = "english",
        start: str | None = None,
        day: float = 0,
        owner: str | None = None,
        invitation: str | None = None,
    ) -> str:
        clock.day = day
        chosen = Rules.parse(rules)
        game = Game(Position.from_fen(start, chosen) if start else Position.start(chosen))
        for move in moves.split():
            game.push(move)
        other = "white" if side == "black" else "black"
        winner = {"won": side, "lost": other, "drawn": None}[how]
        players = {side: "person", other: opponent}
        finished = StoredGame(
            players["black"],
            players["white"],
            rules=rules,
            start=game.start.fen,
            clock={"kind": "none"},
            ply=game.ply,
            moves=tuple(StoredMove(move.path) for move in game.moves),
            summary=Summary(BOARD, "white", winner, "resignation" if winner else "agreement"),
            owners={side: owner} if owner else {},
            invitations={side: invitation} if invitation else {},
        )
        return store.add(finished).id

    return stored


def tally(one: Any) -> tuple[int, int, int]:
    return one["won"], one["drawn"], one["lost"]


def test_everything_is_counted_once(store: GameStore, play: Play) -> None:
    play("won", "level:1", moves="11-15 23-19 8-11")
    play("lost", "level:4", moves="11-15 23-19", side="white", day=1)
    play("drawn", "level:4", moves="9-14", day=1)
    play("won", "engine:seconds=9", rules="casual", day=4)
    view = results_view(store, HOST)
    assert tally(view["total"]) == (2, 1, 1)
    named = {one["opponent"]["name"]: tally(one) for one in view["opponents"]}
    assert named == {
        "Hatchling": (1, 0, 0),
        "Park Regular": (0, 1, 1),
        "engine:seconds=9": (1, 0, 0),  # unrated, so last
    }
    assert [one["opponent"]["number"] for one in view["opponents"]] == [1, 4, None]
    assert {one["side"]: tally(one) for one in view["sides"]} == {
        "black": (2, 1, 0),
        "white": (0, 0, 1),
    }
    assert {one["opening"]: tally(one) for one in view["openings"]} == {
        "Old Faithful": (1, 0, 1),
        "Double Corner": (0, 1, 0),
        None: (1, 0, 0),
    }
    assert view["period"] == "day"
    assert [(one["begins"], tally(one)) for one in view["periods"]] == [
        ("2026-03-02", (1, 0, 0)),
        ("2026-03-03", (0, 1, 1)),
        ("2026-03-04", (0, 0, 0)),
        ("2026-03-05", (0, 0, 0)),
        ("2026-03-06", (1, 0, 0)),
    ]


def test_a_person_has_their_own_results(store: GameStore, play: Play) -> None:
    play("won")
    play("lost", owner=HOST.id)
    play("drawn", owner=GUEST.id)
    play("drawn", invitation="0f3a")  # nobody has followed the link
    assert tally(results_view(store, HOST)["total"]) == (1, 0, 1)
    assert tally(results_view(store, GUEST)["total"]) == (0, 1, 0)
    assert tally(results_view(store)["total"]) == (1, 0, 0)  # on the host's own devices


def test_the_rating_follows_from_games_that_others_were_rated_by(
    store: GameStore, play: Play
) -> None:
    view = results_view(store, HOST)
    assert (view["strength"], view["course"], view["periods"]) == (None, [], [])
    play("won", rules="casual")
    play("won", start="B:W18:B14")
    play("won", "engine:seconds=9")
    view = results_view(store, HOST)
    assert (view["strength"], view["rated"]) == (None, 0)
    play("won", "level:5", rules="english move_seconds=30 first_to_move=white", day=8)
    after = results_view(store, HOST)
    play("lost", "random:seed=3", day=40)
    last = results_view(store, HOST)
    assert (after["rated"], last["rated"]) == (1, 2)
    assert after["strength"]
    assert last["strength"]
    assert after["strength"]["rating"] > 1200 > last["strength"]["rating"]
    assert [one["rating"] for one in last["course"]] == [
        after["strength"]["rating"],
        last["strength"]["rating"],
    ]
    weeks = [
        (one["begins"], one["strength"] and one["strength"]["rating"]) for one in last["periods"]
    ]
    assert last["period"] == "week"
    assert weeks[:3] == [
        ("2026-03-02", None),
        ("2026-03-09", after["strength"]["rating"]),
        ("2026-03-16", after["strength"]["rating"]),  # unchanged
    ]
    assert weeks[-1] == ("2026-04-06", last["strength"]["rating"])


def test_a_long_course_is_thinned() -> None:
    start = Position.start().fen
    games = [
        FinishedGame(
            id=str(day),
            ended=(NOON + timedelta(days=day)).timestamp(),
            rules="english",
            start=start,
            state="won" if day % 3 else "lost",
            side="black",
            opponent="level:4",
            owner=None,
            line="11 15",
        )
        for day in range(300)
    ]
    view = results_of(games)
    counts = [one["games"] for one in view["course"]]
    assert (counts[0], counts[-1], len(counts)) == (1, 300, 240)
    assert counts == sorted(set(counts))
    assert view["strength"] is not None
    assert view["course"][-1]["rating"] == view["strength"]["rating"]
    assert (view["period"], len(view["periods"])) == ("month", 10)


def test_openings_are_those_that_a_played_game_has(store: GameStore, play: Play) -> None:
    chance = Random(7)
    wanted = set()
    for _ in range(25):
        game = Game()
        for _ in range(chance.randint(0, 9)):
            game.push(chance.choice(game.legal_moves()))
        found = opening_of(game)
        wanted.add(found.name if found else None)
        play("won", moves=" ".join(map(str, game.moves)))
    assert {one["opening"] for one in results_view(store)["openings"]} == wanted


def test_opponents_that_nobody_knows_any_more_are_left_out(store: GameStore, play: Play) -> None:
    play("won", "oracle:depth=3")
    play("lost")
    assert tally(results_view(store)["total"]) == (0, 0, 1)

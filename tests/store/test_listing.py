"""Lists of games: pages, filters, and query plans."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from typing import Any, get_args

import pytest

from crownhead.store import GameState, GameStore, GameSummary, StoredGame, StoredMove, Summary
from crownhead.store.games.game_store import page_query
from store.lists import BOARD, MOVE, STORED, Clock, begin, ended, ids, pages

# ---- pages


def test_a_game_is_listed_with_all_that_is_stored_of_it(store: GameStore, clock: Clock) -> None:
    clock.seconds = 7.0
    stored = store.add(
        replace(
            STORED, black_name="Ada", opening_plies=1, summary=ended("resignation", "black"), ply=0
        )
    )
    assert store.page(20) == [
        GameSummary(
            id=stored.id,
            version=1,
            black="person",
            white="level:4",
            black_name="Ada",
            white_name=None,
            rules="english",
            created=7.0,
            updated=7.0,
            ply=0,
            opening_plies=1,
            move_count=1,
            board=BOARD,
            turn="white",
            winner="black",
            reason="resignation",
            clock=stored.clock,
        )
    ]


def test_a_saved_game_is_listed_as_it_is_now(store: GameStore, clock: Clock) -> None:
    old = begin(store, clock)
    begin(store, clock)
    clock.seconds += 1
    later = Summary(BOARD[::-1], "black")
    moves = (MOVE, StoredMove((22, 18)), StoredMove((15, 22)))
    store.save(
        replace(old, moves=moves, ply=2, summary=later, white_name="Grace"), unchanged_moves=1
    )
    first = store.page(20)[0]
    assert (first.id, first.version, first.updated) == (old.id, 2, clock.seconds)
    assert (first.move_count, first.ply, first.white_name) == (3, 2, "Grace")
    assert (first.board, first.turn) == (later.board, later.turn)


def test_pages_visit_every_game_once_while_others_change(store: GameStore, clock: Clock) -> None:
    games: list[StoredGame] = []
    for number in range(30):
        clock.seconds += number % 4 == 0  # four games share a moment
        games.append(store.add(STORED))
    order = sorted(games, key=lambda game: (game.updated, game.id), reverse=True)
    touched = {order[1].id, order[28].id}  # one already listed by then, one not yet
    seen: list[str] = []
    for page in pages(store, 3):
        seen += ids(page)
        clock.seconds += 1
        store.add(STORED)
        if len(seen) == 3:
            for game in (order[1], order[28]):
                store.save(game, unchanged_moves=1)
    still = [game.id for game in order if game.id not in touched]
    assert [game_id for game_id in seen if game_id not in touched] == still
    assert len(seen) == len(set(seen))


def test_a_page_is_no_longer_than_asked_for(store: GameStore, clock: Clock) -> None:
    games = [begin(store, clock) for _ in range(5)]
    assert ids(store.page(2)) == [games[4].id, games[3].id]
    assert ids(store.page(20, before=(games[1].updated, games[1].id))) == [games[0].id]
    assert store.page(20, before=(games[0].updated, games[0].id)) == []


# ---- filters

# Players, ending, and the filters that find it.
CASES = (
    ("person", "level:4", Summary(BOARD, "black"), {"going"}),
    ("person", "level:4", ended("resignation", "black"), {"won", "over"}),
    ("level:4", "person", ended("no pieces", "white"), {"won", "over"}),
    ("person", "level:4", ended("time", "white"), {"lost", "over"}),
    ("level:4", "person", ended("no moves", "black"), {"lost", "over"}),
    ("person", "level:4", ended("repetition"), {"drawn", "over"}),
    ("person", "level:4", ended("both lost"), {"over"}),
    ("person", "person", ended("agreement"), {"drawn", "over"}),
    ("person", "person", ended("resignation", "black"), {"over"}),
    ("level:4", "random", ended("quiet moves"), {"drawn", "over"}),
    ("level:4", "random", ended("no pieces", "white"), {"over"}),
    ("random", "person", Summary(BOARD, "black"), {"going"}),
)


@pytest.fixture
def cases(store: GameStore, clock: Clock) -> list[str]:
    """The ids of games of every kind, the newest first."""
    found = [
        begin(store, clock, black=black, white=white, summary=summary).id
        for black, white, summary, _ in CASES
    ]
    return found[::-1]


@pytest.mark.parametrize("state", get_args(GameState))
def test_a_state_finds_its_games(store: GameStore, cases: list[str], state: GameState) -> None:
    wanted = [
        game_id
        for game_id, (*_, states) in zip(cases, reversed(CASES), strict=True)
        if state in states
    ]
    assert ids(store.page(20, state=state)) == wanted
    assert len(wanted) >= 2


@pytest.mark.parametrize("opponent", ["level:4", "random", "person", "level:5"])
def test_an_opponent_is_found_on_either_side(
    store: GameStore, cases: list[str], opponent: str
) -> None:
    wanted = [
        game_id
        for game_id, (black, white, *_) in zip(cases, reversed(CASES), strict=True)
        if (opponent == black == white) or (opponent in (black, white) and opponent != "person")
    ]
    assert ids(store.page(20, opponent=opponent)) == wanted


def test_filters_work_together_and_page_by_page(store: GameStore, cases: list[str]) -> None:
    first = store.page(1, state="won", opponent="level:4")
    before = (first[0].updated, first[0].id)
    rest = store.page(20, before=before, state="won", opponent="level:4")
    assert [cases.index(one) for one in ids(first + rest)] == [
        len(CASES) - 1 - 2,
        len(CASES) - 1 - 1,
    ]


def test_a_game_changes_its_state_with_its_players(store: GameStore, clock: Clock) -> None:
    game = begin(store, clock, summary=ended("resignation", "black"))
    assert ids(store.page(20, state="won")) == [game.id]
    store.save(replace(game, black="level:1", white="person"), unchanged_moves=1)
    assert store.page(20, state="won") == []
    assert ids(store.page(20, state="lost")) == [game.id]


def test_opponents_are_those_that_occur(store: GameStore, clock: Clock) -> None:
    assert store.opponents() == []
    begin(store, clock)
    begin(store, clock, black="random", white="person")
    assert store.opponents() == ["level:4", "random"]
    begin(store, clock, white="person")
    begin(store, clock, black="level:4", white="level:5")
    assert store.opponents() == ["level:4", "level:5", "person", "random"]


# ---- games in which nobody has moved


def untouched(store: GameStore, clock: Clock, **changes: Any) -> StoredGame:
    return begin(store, clock, **{"moves": (), "ply": 0} | changes)


def test_of_the_games_in_which_nobody_has_moved_only_the_newest_is_listed(
    store: GameStore, clock: Clock
) -> None:
    untouched(store, clock)
    second = untouched(store, clock, moves=(MOVE,), opening_plies=1)
    played = begin(store, clock)
    newest = untouched(store, clock, white="level:1")
    last = begin(store, clock)
    assert ids(store.page(20)) == [last.id, newest.id, played.id]
    # What the full list hides, filtered lists hide, too.
    assert ids(store.page(20, state="going", opponent="level:4")) == [last.id, played.id]
    assert ids(store.page(20, before=(newest.updated, newest.id))) == [played.id]
    store.delete(newest.id)
    assert ids(store.page(20)) == [last.id, played.id, second.id]


def test_a_game_that_was_ended_or_taken_back_is_not_untouched(
    store: GameStore, clock: Clock
) -> None:
    resigned = untouched(store, clock, summary=ended("resignation", "white"))
    declared = untouched(store, clock, summary=None, ending={"winner": None, "reason": "agreement"})
    undone = begin(store, clock, ply=0)
    newest = untouched(store, clock)
    assert ids(store.page(20)) == [newest.id, undone.id, declared.id, resigned.id]


# ---- query plans


@pytest.mark.parametrize("before", [None, (1500.0, "game")])
@pytest.mark.parametrize("state", [None, *get_args(GameState)])
@pytest.mark.parametrize("opponent", [None, "person", "level:4"])
def test_every_list_walks_along_an_index_and_sorts_nothing(
    store: GameStore,
    before: tuple[float, str] | None,
    state: GameState | None,
    opponent: str | None,
) -> None:
    query, values = page_query(before, state, opponent)
    with closing(sqlite3.connect(store.path)) as connection:
        rows = connection.execute(f"EXPLAIN QUERY PLAN {query}", [*values, 20]).fetchall()
    plan = [row[3] for row in rows]
    assert "USING INDEX games_by_time" in plan[0], plan
    assert ("SEARCH" in plan[0]) == (before is not None), plan
    assert not any("TEMP B-TREE" in step for step in plan), plan
    assert any("USING INDEX games_untouched" in step for step in plan), plan


def steps(store: GameStore, *wanted: Any) -> int:
    """The number of virtual-machine instructions that SQLite needs for a page of three."""
    query, values = page_query(*wanted)
    taken = 0

    def count() -> int:
        nonlocal taken
        taken += 1
        return 0

    with closing(sqlite3.connect(store.path)) as connection:
        connection.execute(query, [*values, 3]).fetchall()
        connection.set_progress_handler(count, 1)
        assert len(connection.execute(query, [*values, 3]).fetchall()) == 3
    return taken


def test_a_page_of_many_games_costs_no_more_than_one_of_few(store: GameStore, clock: Clock) -> None:
    games = [begin(store, clock) for _ in range(20)]
    before = (games[10].updated, games[10].id)
    few = [steps(store, None, None, None), steps(store, before, None, None)]
    for _ in range(200):
        begin(store, clock)
    assert [steps(store, None, None, None), steps(store, before, None, None)] == few

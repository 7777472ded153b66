"""The games that results count: finished, one person against a computer, undamaged."""

from __future__ import annotations

from crownhead.store import GameStore, StoredMove
from crownhead.store.ownership import HOST, Person
from store.lists import Clock, begin, change, ended

LINE = tuple(map(StoredMove, [(11, 15), (23, 19), (8, 11)]))


def test_only_games_that_are_over_between_a_person_and_a_computer(
    store: GameStore, clock: Clock
) -> None:
    lost = begin(store, clock, summary=ended("no moves", "white"))
    won = begin(store, clock, black="level:2", white="person", summary=ended("time", "white"))
    drawn = begin(store, clock, summary=ended("agreement"))
    begin(store, clock)  # not over
    begin(store, clock, white="person", summary=ended("time", "white"))
    begin(store, clock, black="random", summary=ended("time", "white"))
    begin(store, clock, summary=ended("both lost"))
    found = store.finished(6)
    assert [(one.id, one.state, one.side, one.opponent) for one in found] == [
        (lost.id, "lost", "black", "level:4"),
        (won.id, "won", "white", "level:2"),
        (drawn.id, "drawn", "black", "level:4"),
    ]
    assert [one.ended for one in found] == [lost.updated, won.updated, drawn.updated]


def test_first_moves_without_those_taken_back(store: GameStore, clock: Clock) -> None:
    over = ended("resignation", "white")
    begin(store, clock, moves=LINE, ply=3, summary=over)
    begin(store, clock, moves=LINE, ply=1, summary=over)
    begin(store, clock, moves=(), ply=0, summary=over)
    assert [one.line for one in store.finished(2)] == ["11 15/23 19", "11 15", ""]


def test_whose_seat_it_is(store: GameStore, clock: Clock) -> None:
    over = ended("no moves", "white")
    begin(
        store, clock, summary=over, owners={"white": "another"}
    )  # the computer's seat, by mistake
    begin(store, clock, summary=over, owners={"black": "a browser"})
    begin(store, clock, summary=over, invitations={"black": "0f3a"})
    owners = [one.owner for one in store.finished(6)]
    assert owners == [None, "a browser"]  # an invited seat is nobody's yet
    assert [[who.owns(owner) for owner in owners] for who in (HOST, Person("a browser"))] == [
        [True, False],
        [True, True],
    ]


def test_a_damaged_game_spoils_no_other(store: GameStore, clock: Clock) -> None:
    over = ended("no moves", "white")
    games = [begin(store, clock, summary=over) for _ in range(4)]
    change(store, "UPDATE games SET updated = 'soon' WHERE id = ?", games[0].id)
    change(store, "UPDATE games SET updated = 1e300 WHERE id = ?", games[1].id)
    change(store, "UPDATE games SET rules = x'ff' WHERE id = ?", games[2].id)
    assert [one.id for one in store.finished(6)] == [games[3].id]

"""The matches and seats that belong to games."""

from __future__ import annotations

import pytest

from crownhead.errors import NotFoundError
from crownhead.store import GameStore, MatchGame
from store.lists import Clock, begin, change, ended

# ---- matches


def test_the_score_of_a_match_is_the_games_of_the_series_that_are_over(
    store: GameStore, clock: Clock
) -> None:
    first = begin(store, clock, summary=ended("resignation", "black"))
    begin(store, clock, summary=ended("resignation", "black"))  # of another series
    begin(store, clock, match=first.id)  # goes on
    swapped = begin(
        store,
        clock,
        black="level:4",
        white="person",
        match=first.id,
        summary=ended("no pieces", "black"),
    )
    begin(store, clock, match=first.id, summary=ended("both lost"))
    assert swapped.match == store.load(swapped.id).match == first.id
    store.save(first, unchanged_moves=1)  # looked at again, it is still the first
    score = [
        MatchGame("person", "level:4", "black", "resignation"),
        MatchGame("level:4", "person", "black", "no pieces"),
        MatchGame("person", "level:4", None, "both lost"),
    ]
    assert store.match_score(first.id) == score
    change(store, "UPDATE games SET winner = 'red' WHERE id = ?", swapped.id)
    assert store.match_score(first.id) == [score[0], score[2]]
    store.delete(first.id)
    assert store.match_score(first.id) == [score[2]]
    assert store.match_score("nobody") == []


# ---- seats


def test_a_seat_belongs_to_the_browser_that_took_it_last(store: GameStore, clock: Clock) -> None:
    game, other = begin(store, clock), begin(store, clock)
    assert store.seats(game.id) == {}
    store.take_seat(game.id, "black", "ada")
    store.take_seat(game.id, "white", "grace")
    store.take_seat(other.id, "white", "ada")
    store.take_seat(game.id, "white", "hedy")
    assert store.seats(game.id) == {"black": "ada", "white": "hedy"}
    store.free_seat(game.id, "black")
    store.free_seat(game.id, "black")
    assert store.seats(game.id) == {"white": "hedy"}
    assert store.load(game.id) == game


def test_seats_go_with_their_game(store: GameStore, clock: Clock) -> None:
    game, other = begin(store, clock), begin(store, clock)
    store.take_seat(game.id, "black", "ada")
    store.take_seat(other.id, "black", "grace")
    store.delete(game.id)
    assert store.seats(game.id) == {}
    assert store.seats(other.id) == {"black": "grace"}
    with pytest.raises(NotFoundError):
        store.take_seat(game.id, "black", "ada")

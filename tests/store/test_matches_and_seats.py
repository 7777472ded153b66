"""The matches and seats that belong to games."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import pytest

from crownhead.errors import ConflictError, StoreError
from crownhead.store import GameStore, MatchGame
from store.lists import Clock, begin, change, ended

SAME: Final[dict[str, Any]] = {"unchanged_moves": 1}

# ---- matches


def test_the_score_of_a_match_is_the_games_of_the_series_that_are_over(
    store: GameStore, clock: Clock
) -> None:
    first = begin(store, clock, summary=ended("resignation", "black"))
    begin(store, clock, summary=ended("resignation", "black"))  # in another series
    begin(store, clock, match=first.id)  # not over
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
    store.save(first, unchanged_moves=1)  # read again, it is still the first
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


def test_seats_are_stored_with_their_game(store: GameStore, clock: Clock) -> None:
    game = begin(store, clock, owners={"black": "ada"}, invitations={"white": "0f3a"})
    other = begin(store, clock, owners={"white": "ada"})
    assert store.load(game.id) == game
    taken = store.save(
        replace(game, owners={**game.owners, "white": "hedy"}, invitations={}), **SAME
    )
    assert store.load(game.id) == taken
    assert store.seats_of([game.id, other.id]) == {
        game.id: ({"black": "ada", "white": "hedy"}, {}),
        other.id: ({"white": "ada"}, {}),
    }
    freed = store.save(replace(taken, owners={}), **SAME)
    assert store.load(game.id) == freed
    assert store.load(other.id) == other
    assert store.seats_of([game.id]) == {}


def test_nobody_sits_down_in_a_game_that_was_changed_elsewhere(
    store: GameStore, clock: Clock
) -> None:
    game = begin(store, clock, invitations={"white": "0f3a"})
    changed = store.save(game, **SAME)
    with pytest.raises(ConflictError):
        store.save(replace(game, owners={"white": "late"}, invitations={}), **SAME)
    assert store.load(game.id) == changed


def test_a_score_tells_owners_from_codes_and_names(store: GameStore, clock: Clock) -> None:
    over = ended("resignation", "black")
    kept = {"owners": {"black": "ada"}, "invitations": {"white": "0f3a"}}
    game = begin(store, clock, white="person", black_name="Ada", summary=over, **kept)
    assert [one._asdict() for one in store.match_score(game.id)] == [
        {
            "black": "person",
            "white": "person",
            "winner": "black",
            "reason": "resignation",
            "black_name": "Ada",
            "white_name": None,
            "black_owner": "ada",
            "white_owner": None,
            "black_invitation": None,
            "white_invitation": "0f3a",
        }
    ]


def test_a_seat_is_somebodys_or_waits_for_somebody(store: GameStore, clock: Clock) -> None:
    with pytest.raises(StoreError):
        begin(store, clock, owners={"black": "ada"}, invitations={"black": "0f3a"})
    assert store.page(20) == []

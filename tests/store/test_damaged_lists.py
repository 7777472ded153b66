"""Lists of games with damaged rows, and summaries that are written later."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cases import each
from crownhead.errors import DamagedError
from crownhead.messages import Message
from crownhead.pieces import WHITE
from crownhead.store import GameStore, Summary
from refused import refused
from store.lists import BOARD, STORED, Clock, begin, change, ended, ids, pages

# ---- damage


NO_TEXT = "CAST(X'6c657665ec3a34' AS TEXT)"  # a bit of 'level:4' has flipped


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("black", NO_TEXT),
        ("white_name", NO_TEXT),
        ("rules", "X'00ff'"),
        ("clock", "'{\"kind\": '"),
        ("clock", "'[]'"),
        ("clock", "'{\"kind\": 3}'"),
        ("clock", "'" + "[" * 100_000 + "'"),
        ("ply", "'many'"),
        ("ply", "1.5"),
        ("version", "'x'"),
        ("created", "'yesterday'"),
        ("opening_plies", "X'01'"),
        ("move_count", "'x'"),
        ("created", "9e999"),
        ("draw_offer", "'x'"),
        ("pace", "'x'"),
        ("black_left", "9e999"),
        ("ending", "'{'"),
        ("ending", "'{}'"),
        ("ending", '\'{"winner": "white", "reason": "boredom"}\''),
    ],
)
def test_a_damaged_game_is_listed_with_an_error_among_the_others(
    store: GameStore, clock: Clock, column: str, value: str
) -> None:
    games = [begin(store, clock) for _ in range(3)]
    change(store, f"UPDATE games SET {column} = {value} WHERE id = ?", games[1].id)
    after, damaged, before = store.page(20)
    assert [after.id, damaged.id, before.id] == [game.id for game in reversed(games)]
    assert damaged.error is not None
    assert damaged.error.key == "store.game-damaged"
    assert damaged.updated == games[1].updated
    assert (before.error, after.error) == (None, None)


def wrong(what: str, value: str, **values: object) -> Message:
    """Why a game is damaged: it has a wrong value."""
    return Message(
        "store.wrong-value", {"what": Message(f"store.its.{what}", values), "value": value}
    )


@pytest.mark.parametrize(
    ("column", "value", "why"),
    [
        ("draw_offer", "'x'", wrong("draw-offer", "x")),
        ("rules", "x'fffe'", wrong("rules", "\ufffd\ufffd")),
        ("white_left", "'x'", wrong("side-left", "x", side=WHITE)),
        ("clock", "'x'", Message("store.clock-damaged")),
        ("ending", "'x'", Message("store.ending-damaged")),
    ],
)
def test_what_is_wrong_is_said_alike_in_the_list_and_where_the_game_is_opened(
    store: GameStore, clock: Clock, column: str, value: str, why: Message
) -> None:
    game = begin(store, clock)
    change(store, f"UPDATE games SET {column} = {value} WHERE id = ?", game.id)
    with refused(DamagedError, "store.game-damaged") as failed:
        store.load(game.id)
    assert str(failed.value.values["why"]) == str(why)
    assert store.page(20)[0].error == failed.value.message


def test_a_move_without_squares_is_damage(store: GameStore, clock: Clock) -> None:
    game = begin(store, clock)
    change(store, "UPDATE moves SET path = '' WHERE game = ?", game.id)
    with refused(DamagedError, "store.game-damaged", why="store.not-a-move"):
        store.load(game.id)


@pytest.mark.parametrize("value", ["'never'", NO_TEXT, "X'00'", "9e999", "-9e999"])
@pytest.mark.parametrize("ply", ["1", "'x'"])
def test_pages_go_on_behind_a_game_whose_time_is_damaged(
    store: GameStore, clock: Clock, value: str, ply: str
) -> None:
    games = [begin(store, clock) for _ in range(4)]
    change(store, f"UPDATE games SET updated = {value}, ply = {ply} WHERE id = ?", games[1].id)
    seen = [one.id for page in pages(store, 1) for one in page]
    assert sorted(seen) == sorted(game.id for game in games)


def test_a_damaged_name_is_listed_and_its_seat_stays_taken(store: GameStore, clock: Clock) -> None:
    game = begin(store, clock)
    sound = begin(store, clock, owners={"black": "ada"})
    change(store, f"UPDATE games SET id = {NO_TEXT} WHERE id = ?", game.id)
    change(store, f"UPDATE seats SET visitor = {NO_TEXT} WHERE game = ?", sound.id)
    first, second = store.page(20)
    assert (first.id, first.error) == (sound.id, None)
    assert second.id == "leve\ufffd:4"
    assert second.error is not None
    owners = {"black": "leve\ufffd:4"}
    assert store.load(sound.id).owners == store.seats_of([sound.id])[sound.id].owners == owners


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("board", "'bw'"),
        ("board", NO_TEXT),
        ("board", "'" + "x" * 32 + "'"),
        ("turn", "NULL"),
        ("turn", "'red'"),
        ("winner", "'red'"),
        ("reason", "'boredom'"),
        ("reason", NO_TEXT),
        ("reason", "NULL"),
    ],
)
def test_a_damaged_summary_counts_as_none_and_the_game_is_sound(
    store: GameStore, clock: Clock, column: str, value: str
) -> None:
    game = begin(store, clock, summary=ended("resignation", "white"))
    change(store, f"UPDATE games SET {column} = {value} WHERE id = ?", game.id)
    assert store.load(game.id) == replace(game, summary=None)
    [listed] = store.page(20)
    assert (listed.error, listed.board, listed.turn) == (None, None, None)
    assert (listed.winner, listed.reason) in ((None, None), ("white", "resignation"))
    store.summarize(game.id, game.version, STORED.summary)
    assert store.page(20)[0].board == BOARD


# ---- summaries


def test_a_summary_that_comes_later_changes_nothing_else(store: GameStore, clock: Clock) -> None:
    old = begin(store, clock, summary=None)
    new = begin(store, clock, summary=None)
    begin(store, clock)
    assert store.unsummarized(10) == [new.id, old.id]
    assert store.unsummarized(1) == [new.id]
    assert {one.id: one.board for one in store.page(20)}[old.id] is None
    clock.seconds += 1
    store.summarize(old.id, old.version, ended("no moves", "black"))
    assert store.unsummarized(10) == [new.id]
    assert store.load(old.id) == replace(old, summary=ended("no moves", "black"))
    assert ids(store.page(20, state="won")) == [old.id]


def test_a_summary_of_what_has_changed_is_dropped(store: GameStore, clock: Clock) -> None:
    game = begin(store, clock, summary=None)
    saved = store.save(replace(game, ply=0), unchanged_moves=1)
    store.summarize(game.id, game.version, Summary(BOARD, "white"))
    assert store.load(game.id) == saved
    assert saved.summary is None


def test_a_game_that_cannot_be_played_is_listed_with_an_error_and_not_asked_for_again(
    store: GameStore, clock: Clock
) -> None:
    game = begin(store, clock, summary=None)
    store.summarize(game.id, game.version, None)
    assert store.unsummarized(10) == []
    [listed] = store.page(20)
    assert listed.error is not None
    assert listed.error.values["why"].key == "store.unplayable"
    assert store.load(game.id) == game


def test_without_a_summary_a_declared_ending_is_known(store: GameStore, clock: Clock) -> None:
    ending = {"winner": "white", "reason": "resignation"}
    over = begin(store, clock, summary=None, ending=ending)
    undone = begin(store, clock, summary=None, ending=ending, ply=0)
    [listed] = store.page(20, state="lost")
    assert (listed.id, listed.winner, listed.reason) == (over.id, "white", "resignation")
    assert ids(store.page(20, state="going")) == [undone.id]


@each(
    "values",
    [
        ("b" * 31, "black", None, None),
        ("x" * 32, "black", None, None),
        (BOARD, "red", None, None),
        (BOARD, "black", "black", None),
        (BOARD, "black", "black", "agreement"),
        (BOARD, "black", None, "resignation"),
    ],
)
def test_a_summary_that_cannot_be_is_refused(values: tuple[str, str, str | None, str]) -> None:
    with pytest.raises(ValueError, match=r"."):
        Summary(*values)

"""`crownhead results`: a table for people, JSON for programs."""

from __future__ import annotations

import json
from pathlib import Path

from command_line import refused_for, run
from crownhead.messages import Message, say
from crownhead.position import Position
from crownhead.service.results.results import results_view
from crownhead.store import GameStore, StoredGame, StoredMove, Summary
from saying import says

BOARD = "bbbbbbbbbbbb........wwwwwwwwwwww"
MOVES = tuple(map(StoredMove, [(11, 15), (23, 19)]))


def filled(folder: Path) -> GameStore:
    """Two games won against a level, one lost to another."""
    store = GameStore(folder)
    for opponent, winner in (("level:2", "black"), ("level:2", "black"), ("level:5", "white")):
        summary = Summary(BOARD, "black", winner, "resignation")
        start = Position.start().fen
        store.add(
            StoredGame(
                "person", opponent, "english", start, {}, ply=2, moves=MOVES, summary=summary
            )
        )
    return store


def test_a_table_for_people_and_json_for_programs(tmp_path: Path) -> None:
    store = filled(tmp_path)
    wanted = results_view(store)
    store.close()
    answer = run("results", "--data", tmp_path)
    assert answer.code == 0, answer
    rows = [line.split() for line in answer.lines]
    assert ["Sprout", "2", "0", "0", "100%"] in rows
    assert ["Club", "Novice", "0", "0", "1", "0%"] in rows
    assert ["all", "2", "0", "1", "67%"] in rows
    assert ["White", "0", "0", "0", "-"] in rows
    assert ["Old", "Faithful", "2", "0", "1", "67%"] in rows
    assert wanted["strength"] is not None
    rating = str(wanted["strength"]["rating"])
    assert says(answer.lines[-1], "results.rating", rating=rating), answer.lines[-1]
    assert json.loads(run("results", "--data", tmp_path, "--json").out) == wanted


def test_the_library_calls_you_and_your_opponents_by_name(tmp_path: Path) -> None:
    filled(tmp_path).close()
    rows = [line.split() for line in run("library", "search", "--data", tmp_path).lines]
    assert sorted(row[1:3] for row in rows[1:4]) == [["You", "Club"], *[["You", "Sprout"]] * 2]
    told = run("library", "explore", "--own", "--data", tmp_path).out
    # Nothing in the record of these games says how they ended.
    assert "Sprout, as Black: +0 =0 -0; Club Novice, as Black:" in " ".join(told.split())
    counts = run("library", "stats", "--data", tmp_path).lines
    assert ["3", "You"] in [line.split() for line in counts]
    answer = run("library", "delete", "1", "--data", tmp_path)
    refused_for(answer, "cli.library.only-played")


def test_without_games_it_says_so(tmp_path: Path) -> None:
    answer = run("results", "--data", tmp_path)
    assert (answer.code, answer.out) == (
        0,
        say("results.none") + "\n",
    )
    (tmp_path / "file").touch()
    answer = run("results", "--data", tmp_path / "file")
    refused_for(answer, "store.unusable-folder", why=Message("store.not-a-folder"))

"""The library on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from command_line import BAD_GAME, GOOD_GAME, environment, pdn_file, refused_in_one_line, run
from crownhead.notation.pdn import read_games

AFTER = "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15"


@pytest.fixture
def data(tmp_path: Path) -> dict[str, str]:
    return environment(CROWNHEAD_DATA=str(tmp_path / "data"))


def told(*words: str | Path, env: dict[str, str]) -> Any:
    answer = run("library", *words, "--json", env=env)
    assert answer.code == 0, answer.err
    return json.loads(answer.out)


def test_games_come_in_are_found_and_go_out(tmp_path: Path, data: dict[str, str]) -> None:
    file = pdn_file(tmp_path, GOOD_GAME, BAD_GAME, name="club.pdn")
    done = run("library", "import", file, env=data)
    assert done.code == 0, done.err
    assert "club.pdn:6:10: 23-20 cannot be played" in done.err
    assert "2 games added to club (import 1), 0 were there already, 1 with errors" in done.err
    (again,) = told("import", file, "--into", "Club", env=data)["imports"]
    assert (again["added"], again["duplicates"]) == (0, 2)

    found = told("search", "--fen", AFTER, env=data)
    assert found["count"] == 2
    assert [game["ply"] for game in found["games"]] == [1, 1]
    assert found["games"][1]["event"] == "fine"
    found = told("search", "--event", "FINE", "--result", "black", "--in", "Club", env=data)
    assert [game["id"] for game in found["games"]] == [1]
    table = run("library", "search", "--sort", "length", env=data)
    assert table.lines[-1] == "2 games"
    assert told("stats", env=data)["games"] == 2
    explored = told("explore", "--fen", AFTER, env=data)
    assert [(one["move"], one["games"]) for one in explored["moves"]] == [("23-19", 1)]

    assert run("library", "edit", "1", "--black", "Ann", env=data).code == 0
    out = tmp_path / "out.pdn"
    assert run("library", "export", out, "--player", "ann", env=data).code == 0
    assert [game.tags["Black"] for game in read_games(out)] == ["Ann"]
    assert '[Black "Ann"]' in run("library", "show", "1", env=data).out

    assert "bring-back 1" in run("library", "delete", "1", env=data).out
    assert "deleted 1;" in run("library", "undo", "1", env=data).out
    assert run("library", "bring-back", "1", env=data).out == "1 game is back\n"
    listed = told("list", env=data)
    assert [(one["name"], one["games"]) for one in listed["collections"]] == [
        ("Played here", 0),
        ("club", 1),
    ]
    assert [one["games"] for one in listed["deletions"]] == [1]
    assert "bring-back 3" in run("library", "remove", "CLUB", env=data).out
    assert [one["name"] for one in told("list", env=data)["collections"]] == ["Played here"]
    assert run("library", "bring-back", "3", env=data).out == "1 game is back\n"

    kept = tmp_path / "all.backup"
    assert run("backup", kept, env=data).code == 0
    assert run("library", "import", "--tinsley", env=data).code == 0
    refused_in_one_line(run("restore", kept, env=data), "724 games of your collections")
    assert run("restore", kept, "--replace", env=data).code == 0
    assert told("search", env=data)["count"] == 1


def test_generated_games_are_written(tmp_path: Path, data: dict[str, str]) -> None:
    out = tmp_path / "made.pdn"
    done = run("library", "generate", out, "--games", "2", "--jobs", "1", env=data)
    assert done.out == f"wrote 2 games to {out}\n"
    assert [game.errors for game in read_games(out)] == [[], []]


def test_nonsense_is_refused(tmp_path: Path, data: dict[str, str]) -> None:
    for words, said in [
        (("import",), "name the files to import"),
        (("import", str(tmp_path / "nowhere.pdn")), "no such file"),
        (("import", str(tmp_path)), "folder"),
        (("search", "--fen", "nonsense"), "not a position"),
        (("search", "--result", "won"), "name one"),
        (("search", "--in", "Nowhere"), "no collection 'Nowhere'"),
        (("delete",), "give the numbers of games, or --all"),
        (("edit", "7"), "say what to change"),
        (("show", "7"), "no game 7"),
        (("show", "9" * 30), "no game 999"),
        (("undo", "7"), "no import 7"),
        (("bring-back", "7"), "nothing to bring back"),
        (("generate", str(tmp_path / "no" / "x.pdn")), "no folder"),
    ]:
        refused_in_one_line(run("library", *words, env=data), said)

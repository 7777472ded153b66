"""The library on the command line."""

from __future__ import annotations

import json
import os
import re
import resource
import signal
import sqlite3
import time
from contextlib import closing
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import warm
from command_line import (
    BAD_GAME,
    GOOD_GAME,
    PATIENCE,
    environment,
    pdn_file,
    refused_for,
    run,
)
from crownhead.cli import importing
from crownhead.cli.generating import write_generated
from crownhead.errors import CrownheadError, StoreError
from crownhead.messages import Message, counted, say
from crownhead.notation.pdn import read_games
from refused import refused
from saying import pattern, says

TWO = ('[Event "first"]\n1. 11-15 23-19 1-0\n', '[Event "second"]\n1. 9-14 22-18 0-1\n')
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
    assert re.search(rf"club\.pdn:6:10: {pattern('refusal.tried', tried='23-20')}", done.err)
    counts = {"number": 1, "duplicates": 0, "faulty": 1}
    two = counted("game", 2)
    assert says(done.err, "cli.import.done", games=two, collection="club", **counts), done.err
    (again,) = told("import", file, "--into", "Club", env=data)["imports"]
    assert (again["added"], again["duplicates"]) == (0, 2)

    found = told("search", "--fen", AFTER, env=data)
    assert found["count"] == 2
    assert [game["ply"] for game in found["games"]] == [1, 1]
    assert found["games"][1]["event"] == "fine"
    found = told("search", "--event", "FINE", "--result", "black", "--in", "Club", env=data)
    assert [game["id"] for game in found["games"]] == [1]
    table = run("library", "search", "--sort", "length", env=data)
    assert table.lines[-1] == str(two)
    assert told("stats", env=data)["games"] == 2
    stats = run("library", "stats", "--event", "fine", env=data).lines
    one, won = counted("game", 1), {"black": 1, "white": 0, "draws": 0, "unknown": 0}
    assert stats[:3] == [
        say("cli.library.results", games=one, **won),
        say("library.length", moves=counted("move", 2), most=2),
        say("cli.library.notes", comments=0, faults=0),
    ]
    explored = told("explore", "--fen", AFTER, env=data)
    assert [(one["move"], one["games"]) for one in explored["moves"]] == [("23-19", 1)]
    explored = run("library", "explore", "--event", "fine", env=data)
    assert explored.lines[-1] == say("cli.explore.reached", count=1)

    assert run("library", "edit", "1", "--black", "Ann", env=data).code == 0
    out = tmp_path / "out.pdn"
    assert run("library", "export", out, "--player", "ann", env=data).code == 0
    assert [game.tags["Black"] for game in read_games(out)] == ["Ann"]
    assert '[Black "Ann"]' in run("library", "show", "1", env=data).out

    deleted = run("library", "delete", "1", env=data).out
    assert says(deleted, "cli.library.deleted", games=one, number=1)
    refused_for(run("library", "delete", "1", env=data), "collections.no-game", number=1)
    undone = run("library", "undo", "1", env=data).out
    assert says(undone, "cli.library.deleted", games=one, number=2)
    refused_for(run("library", "undo", "1", env=data), "imports.undone", number=1)
    refused_for(run("library", "undo", "2", env=data), "imports.empty", number=2)
    refused_for(run("library", "delete", "--all", env=data), "cli.library.nothing-found")
    back = say("cli.library.back", count=1) + "\n"
    assert run("library", "bring-back", "1", env=data).out == back
    listed = told("list", env=data)
    assert [(one["name"], one["games"]) for one in listed["collections"]] == [
        ("Played here", 0),
        ("club", 1),
    ]
    assert [one["games"] for one in listed["deletions"]] == [1]
    removed = run("library", "remove", "CLUB", env=data).out
    name = Message("deletions.collection", {"name": "club"})
    assert says(removed, "cli.library.removed", name=name, games=one, number=3), removed
    assert [one["name"] for one in told("list", env=data)["collections"]] == ["Played here"]
    assert run("library", "bring-back", "3", env=data).out == back


def test_a_backup_comes_back_only_if_nothing_newer_is_lost(
    tmp_path: Path, data: dict[str, str]
) -> None:
    file = pdn_file(tmp_path, GOOD_GAME, name="club.pdn")
    assert run("library", "import", file, env=data).code == 0
    kept = tmp_path / "all.backup"
    assert run("backup", kept, env=data).code == 0
    assert run("library", "import", "--tinsley", "--into", "Masters", env=data).code == 0
    assert told("search", "--in", "Masters", env=data)["count"] == 724
    lost = Message("backup.lost-library", {"count": 724})
    refused_for(run("restore", kept, env=data), "backup.lacks", lost=lost)
    assert run("restore", kept, "--replace", env=data).code == 0
    assert told("search", env=data)["count"] == 1


def test_what_is_there_is_not_written_over(tmp_path: Path, data: dict[str, str]) -> None:
    store, out = tmp_path / "data" / "games.sqlite3", tmp_path / "out.pdn"
    files = [pdn_file(tmp_path, text, name=f"{number}.pdn") for number, text in enumerate(TWO)]
    assert run("library", "import", *files, "--into", "Mine", env=data).code == 0
    # In the order in which they came, so that it is the same after another way round.
    assert run("library", "export", out, env=data).code == 0
    assert [game.tags["Event"] for game in read_games(out)] == ["first", "second"]
    other = environment(CROWNHEAD_DATA=str(tmp_path / "other"))
    assert run("library", "import", out, env=other).code == 0
    assert run("library", "export", "-", env=other).out == out.read_text()
    newest = run("library", "export", "-", "--sort", "added", env=other).out
    assert newest.index("second") < newest.index("first")

    link, pipe, text = tmp_path / "link.pdn", tmp_path / "pipe", out.read_text()
    link.symlink_to(out)
    os.mkfifo(pipe)
    for command in (("export",), ("generate", "--games", "1", "--jobs", "1")):
        for path in (out, link):
            answer = run("library", *command, path, env=data)
            refused_for(answer, "file.exists", path=path)
        for path, why in [
            (store, "file.why.database"),
            (tmp_path / "data" / "games.sqlite3-wal", "file.why.database"),
            (pipe, "file.why.not-regular"),
        ]:
            answer = run("library", *command, path, "--replace", env=data)
            refused_for(answer, "file.unwritable", path=path, why=Message(why))
    assert out.read_text() == text
    answer = run("library", "export", link, "--event", "first", "--replace", env=data)
    assert answer.out == say("cli.wrote-games", games=counted("game", 1), file=link) + "\n"
    assert link.is_symlink()
    assert [game.tags["Event"] for game in read_games(out)] == ["first"]
    assert told("search", env=data)["count"] == 2


def test_generated_games_are_written(tmp_path: Path, data: dict[str, str]) -> None:
    out = tmp_path / "made.pdn"
    done = run("library", "generate", out, "--games", "2", "--jobs", "1", env=data)
    assert done.out == say("cli.wrote-games", games=counted("game", 2), file=out) + "\n"
    assert [game.errors for game in read_games(out)] == [[], []]
    printed = run("library", "generate", "-", "--games", "2", "--jobs", "1", env=data)
    assert printed.out == out.read_text()
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, before[1]))  # bytes of a file
    try:
        with refused(CrownheadError, "file.unwritable", path=str(out)):
            write_generated(out, 1, 1, 1, replace=True)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert printed.out == out.read_text()
    assert list(tmp_path.iterdir()) == [out]


def test_ctrl_c_leaves_whole_games(tmp_path: Path, data: dict[str, str]) -> None:
    taken, given = os.pipe()
    with (tmp_path / "out").open("wb") as out, (tmp_path / "err").open("wb") as err:
        process = warm.start(["library", "import", "-"], data, (taken, out.fileno(), err.fileno()))
    os.close(taken)
    with os.fdopen(given, "wb") as typed:
        games = (f'[Round "{number}"]\n1. 11-15 23-19 *\n\n' for number in range(400))
        typed.write("".join(games).encode())
        typed.flush()
        store = tmp_path / "data" / "games.sqlite3"
        while process.poll() is None and not (store.exists() and stored(store)):
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 128 + signal.SIGINT
    said = (tmp_path / "err").read_text()
    assert says(said, "cli.import.kept", stopped=Message("stopped.interrupted"), count=250), said
    [shown] = told("list", env=data)["imports"]
    assert (shown["source"], shown["state"]) == (None, "stopped")
    assert say("file.standard-input") in run("library", "list", env=data).out


def test_an_import_that_brought_nothing_says_only_what_went_wrong(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def locked(*_: object, **__: object) -> None:
        raise StoreError("busy")

    monkeypatch.setattr(importing, "import_games", locked)
    library: Any = SimpleNamespace(name_of_target=str)
    with pytest.raises(StoreError) as told:
        importing._bring_in(library, "club", "club.pdn", BytesIO(), None)
    assert str(told.value) == "busy"


def stored(path: Path) -> int:
    """How many games the library has on disk; none before its tables are made."""
    with closing(sqlite3.connect(path)) as connection:
        try:
            return int(connection.execute("SELECT count(*) FROM library").fetchone()[0])
        except sqlite3.OperationalError:
            return 0


def test_looking_makes_no_folder(tmp_path: Path, data: dict[str, str]) -> None:
    for words in [
        ("library", "search"),
        ("library", "export", str(tmp_path / "x")),
        ("library", "delete", "1"),
        ("backup", str(tmp_path / "x")),
        ("results",),
    ]:
        refused_for(run(*words, env=data), "cli.no-games", folder=tmp_path / "data")
    assert list(tmp_path.iterdir()) == []


def test_nonsense_is_refused(tmp_path: Path, data: dict[str, str]) -> None:
    file = pdn_file(tmp_path, GOOD_GAME)
    # Nothing is brought in if one of the files is missing; what is in before a mistake is told.
    missing = ("import", str(file), str(tmp_path / "nowhere.pdn"), "--json")
    why = Message("file.why.missing")
    refused_for(run("library", *missing, env=data), "file.unreadable", why=why)
    assert not (tmp_path / "data").exists()
    half = run("library", "import", file, pdn_file(tmp_path, name="empty.pdn"), "--json", env=data)
    answer = json.loads(half.out)
    assert (half.code, answer["imports"][0]["added"]) == (2, 1)
    no_game = Message("imports.no-game")
    assert answer["error"] == say("cli.import.failed", file="empty.pdn", error=no_game)
    no_folder = Message("file.why.no-folder", {"folder": tmp_path / "no"})
    nonsense: list[tuple[tuple[str, ...], str, dict[str, Any]]] = [
        (("import",), "cli.import.no-files", {}),
        (("import", str(tmp_path)), "file.unreadable", {"why": Message("file.why.folder")}),
        (("search", "--fen", "nonsense"), "fen.parts", {"text": "nonsense"}),
        (("search", "--result", "won"), "query.result-needs-player", {"result": "won"}),
        (("search", "--in", "Nowhere"), "collections.unknown", {"name": "Nowhere"}),
        (("delete",), "cli.library.delete-what", {}),
        (("delete", "1", "--player", "nobody"), "cli.library.delete-either", {}),
        (("delete", "1", "999"), "collections.no-game", {"number": 999}),
        (("delete", "--all", "--player", "nobody"), "cli.library.nothing-found", {}),
        (("edit", "7"), "cli.library.no-change", {}),
        (("show", "999"), "collections.no-game", {"number": 999}),
        (("show", "9" * 30), "collections.no-game", {"number": "9" * 30}),
        (("undo", "7"), "imports.missing", {"name": "7"}),
        (("bring-back", "7"), "deletions.gone", {}),
        (("generate", str(tmp_path / "no" / "x.pdn")), "file.unwritable", {"why": no_folder}),
        (("explore", "--pattern", "x"), "unknown.option", {"name": "--pattern"}),
        (
            ("generate", "x.pdn", "--games", "0"),
            "usage.whole.between",
            {"least": 1, "most": 10_000_000},
        ),
    ]
    for words, code, values in nonsense:
        refused_for(run("library", *words, env=data), code, **values)

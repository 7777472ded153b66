"""Migration from version 7, which stored texts for facts, from a file that it wrote."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from crownhead.messages import Message
from crownhead.pieces import WHITE
from crownhead.service import Service, Visitor
from crownhead.session.moves import Move
from crownhead.store import GameStore
from crownhead.store.backup import restore
from crownhead.store.database import FILE_NAME, SCHEMA_VERSION
from store.test_migration import expressions, shape

VERSION_7 = (Path(__file__).parent / "version_7.sql").read_text(encoding="utf-8")
HOST, GUEST = Visitor("the-host", is_host=True), Visitor("a-guest", is_host=False)
WAITING, TAKEN = "797yyi5xxgui", "zyq8n44bvzui"
CODE = "6110ec0f4c75"
PAGE = 4096
# Derived tables, and SQLite's own.
REMADE = {"runs", "positions", "sqlite_sequence"}


def write_old(path: Path) -> Path:
    """Write the file that `make_old_file.py` printed with version 7."""
    path.parent.mkdir(exist_ok=True)
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(VERSION_7)
        assert connection.execute("PRAGMA user_version").fetchone() == (7,)
    return path


@pytest.fixture
def old_file(tmp_path: Path) -> Path:
    return write_old(tmp_path / FILE_NAME)


@pytest.fixture
def service(old_file: Path) -> Iterator[Service]:
    made = Service(old_file.parent)
    yield made
    made.close()


def rows_of(path: Path) -> dict[str, list[Any]]:
    """All rows by table, with the columns in any order."""
    with closing(sqlite3.connect(path)) as connection:
        connection.row_factory = sqlite3.Row
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        return {
            name: sorted(
                repr(sorted(dict(row).items()))
                for row in connection.execute(f"SELECT * FROM {name}")
            )
            for (name,) in names.fetchall()
            if name not in REMADE
        }


def migrated(folder: Path) -> dict[str, list[Any]]:
    """All rows of the migrated file, which must be sound."""
    path = write_old(folder / FILE_NAME)
    GameStore(folder).close()
    return rows_of(path)


def test_what_did_not_change_comes_through_and_the_schema_is_that_of_a_new_file(
    old_file: Path, tmp_path: Path
) -> None:
    before = rows_of(old_file)
    store = GameStore(tmp_path)
    assert store.notice is None
    store.close()
    after = rows_of(old_file)
    changed = {name for name, rows in after.items() if rows != before[name]}
    assert changed == {"analyses", "library", "seats"}
    with closing(sqlite3.connect(old_file)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    GameStore(tmp_path / "new").close()
    new = tmp_path / "new" / FILE_NAME
    assert shape(old_file) == shape(new)
    assert expressions(old_file) == expressions(new)


def test_an_invitation_is_no_owner_and_its_link_still_gives_the_seat(service: Service) -> None:
    store = service.store
    assert store.seats_of([WAITING, TAKEN]) == {
        WAITING: ({"black": HOST.id}, {"white": CODE}),
        TAKEN: ({"black": GUEST.id, "white": HOST.id}, {}),
    }
    game = service.game(WAITING)
    assert game.view()["players"]["white"]["invited"]
    assert game.invite(WHITE, by=HOST) == CODE
    assert game.sit(WHITE, GUEST.id, CODE)
    assert store.load(WAITING).owners == {"black": HOST.id, "white": GUEST.id}
    service.game(TAKEN).do(Move("23-19", by=HOST))


def test_an_analysis_of_a_game_of_the_library_is_found_by_its_number(service: Service) -> None:
    analyses = {one.name: one for one in service.store.analyses.page(10)[0]}
    assert {name: (one.game, one.library) for name, one in analyses.items()} == {
        "A game": (None, None),
        "Two people": ("kpamrh9pa6ri", None),
        "A game of the club": (None, 1),
    }
    known = service.analyses.of_library(1, service.library.whole_game(1))
    assert known.id == analyses["A game of the club"].id
    view = known.view()
    assert (view["game"], view["library"], view["name"]) == (None, 1, "A game of the club")


def test_a_person_has_no_name_but_where_somebody_wrote_it(service: Service) -> None:
    found = service.library.search({"sort": "length"})["hits"]
    names = [(one["game"]["black"], one["game"]["white"]) for one in found]
    assert sorted(names, key=str) == [
        ("Ann", "Person"),  # of a collection
        (None, "Champion"),
        (None, "Hatchling"),
        (None, None),
        (None, None),
    ]
    known = {one["id"]: service.library.pdn(one["id"]) for one in (hit["game"] for hit in found)}
    assert all('"Person"]' in pdn for pdn in known.values())
    players = service.library.statistics({})["players"]
    assert next((one["name"], one["games"]) for one in players) == (None, 6)
    assert ("Person", 1) in [(one["name"], one["games"]) for one in players]
    assert service.library.search({"player": "person"})["count"] == 5
    assert service.library.search({"player": "person", "opponent": "hatch"})["count"] == 1
    assert service.library.search({"player": "person", "colour": "white"})["count"] == 3
    explored = service.library.explore("start")
    (first,) = [one for one in explored["moves"] if one["move"]["notation"] == "11-15"]
    assert [one["name"] for one in first["players"]] == [None, "Ann"]


def test_moves_of_the_book_are_told_and_written_as_such(service: Service) -> None:
    game = service.game("p9wyev7bwypq")
    assert [move["book"] for move in game.view()["record"]] == [False, True]
    assert "24-20 {from the book}" in game.pdn()
    assert [node.comment for node in game.session.game().main_line()] == ["", ""]


def test_seats_that_are_damaged_keep_no_file_old(old_file: Path) -> None:
    with closing(sqlite3.connect(old_file)) as connection, connection:
        for game, side, visitor in (
            ("gone", "black", "ada"),
            ("nu5ehbx9uwey", "black", b"\xff\xfe"),
            ("nu5ehbx9uwey", "white", b"invited-\xff"),
            ("ckie3taygxnn", "white", "invited"),
        ):
            connection.execute(
                "INSERT INTO seats VALUES (?, ?, CAST(? AS TEXT))", (game, side, visitor)
            )
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute("INSERT INTO seats VALUES ('kpamrh9pa6ri', 'red', 'ada')")
    store = GameStore(old_file.parent)
    games = ["gone", "nu5ehbx9uwey", "ckie3taygxnn", "kpamrh9pa6ri"]
    assert store.seats_of(games) == {
        "nu5ehbx9uwey": ({"black": "\ufffd\ufffd"}, {"white": "\ufffd"}),
        "ckie3taygxnn": ({"white": "invited"}, {}),
    }
    store.close()


def test_a_backup_of_version_7_is_restored(tmp_path: Path) -> None:
    backup = write_old(tmp_path / "all.backup")
    said: list[Message] = []
    restore(tmp_path / "data", backup, tell=said.append)
    assert [one.key for one in said] == ["backup.no-checksum"]
    assert rows_of(tmp_path / "data" / FILE_NAME) == migrated(tmp_path / "unharmed")


@pytest.mark.parametrize("said", [7, 3, 0, 6], ids=lambda one: f"says {one}")
def test_a_damaged_file_of_version_7_is_repaired_and_brought_up_to_date(
    old_file: Path, said: int
) -> None:
    content = bytearray(old_file.read_bytes())
    with closing(sqlite3.connect(old_file)) as connection:
        found = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_games_1'"
        )
        root = (found.fetchone()[0] - 1) * PAGE
    content[root : root + PAGE] = bytes(PAGE)
    content[:16] = bytes(16)
    content[60:64] = said.to_bytes(4, "big")
    old_file.write_bytes(content)
    store = GameStore(old_file.parent)
    assert store.notice is not None
    assert store.notice.key == "store.repaired"
    store.close()
    assert rows_of(old_file) == migrated(old_file.parent / "unharmed")


@pytest.mark.parametrize("said", [0, 3, 6])
def test_a_file_of_version_7_with_a_damaged_number_loses_nothing(old_file: Path, said: int) -> None:
    with closing(sqlite3.connect(old_file)) as connection:
        connection.execute(f"PRAGMA user_version = {said}")
    GameStore(old_file.parent).close()
    assert rows_of(old_file) == migrated(old_file.parent / "unharmed")

"""Book moves in games: marked, stored, written to PDN, and switched off."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from book.books import OPENINGS, write_book
from crownhead.service import LiveGame, NewGame, Service
from crownhead.session.endings import Resign
from crownhead.session.moves import Move, Redo, Undo
from service.watching import Listener, Time


@pytest.fixture
def books(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = write_book(tmp_path)
    monkeypatch.setenv("CROWNHEAD_BOOK", str(path))
    return path


@pytest.fixture
def read(tmp_path: Path, books: Path) -> Iterator[Service]:
    made = Service(tmp_path, seed=1, now=Time(), book=True)
    yield made
    made.close()


def marks(game: LiveGame) -> list[bool]:
    return [move["book"] for move in game.view()["record"]]


def answered(
    service: Service, opponent: str, first: str = "11-15", *, book: bool = True
) -> LiveGame:
    game = service.begin(NewGame(white=opponent, book=book))
    listener = Listener(game)
    game.do(Move(first))
    listener.wait(lambda view: view["ply"] == 2)
    listener.leave()
    return game


def test_a_move_from_the_book_is_marked_and_kept(read: Service, tmp_path: Path) -> None:
    game = answered(read, "engine:nodes=100")
    (reply,) = OPENINGS["11-15"]
    assert game.view()["record"][1]["notation"] == reply
    assert marks(game) == [False, True]
    assert f"1. 11-15 {reply} {{from the book}}" in game.pdn().replace("\n", " ")
    game.do(Undo())
    game.do(Redo())
    assert marks(game) == [False, True]
    again = Service(tmp_path, now=Time())
    assert marks(again.game(game.id)) == [False, True]
    again.close()


def test_moves_that_were_thought_of_are_not_marked(read: Service) -> None:
    assert marks(answered(read, "engine:nodes=100", "12-16")) == [False, False]
    assert marks(answered(read, "engine:nodes=100,book=off")) == [False, False]
    assert marks(answered(read, "level:1")) == [False, False]
    assert marks(answered(read, "level:11")) == [False, True]


def test_a_game_without_a_book_stays_so(read: Service, tmp_path: Path) -> None:
    game = answered(read, "level:11", book=False)
    assert marks(game) == [False, False]
    game.do(Resign())
    again = Service(tmp_path, seed=1, now=Time(), book=True)  # that has only read the game
    after = again.rematch(game.id, swap=False)
    listener = Listener(after)
    after.do(Move("11-15"))
    listener.wait(lambda view: view["ply"] == 2)
    assert marks(after) == [False, False]
    again.close()


def test_a_person_who_plays_a_move_of_the_book_has_it_from_nobody(read: Service) -> None:
    game = answered(read, "engine:nodes=100")
    (reply,) = OPENINGS["11-15"]
    game.do(Undo())
    game.change(white="person")
    for move in ("11-15", reply):
        game.do(Move(move))
    assert marks(game) == [False, False]


def test_without_a_book_computers_think(tmp_path: Path, books: Path) -> None:
    service = Service(tmp_path, seed=1, now=Time(), book=False)
    assert marks(answered(service, "engine:nodes=100")) == [False, False]
    service.close()
    books.write_bytes(b"something else")
    service = Service(tmp_path, seed=1, now=Time(), book=True)
    assert marks(answered(service, "engine:nodes=100")) == [False, False]
    assert service.book() is None
    service.close()

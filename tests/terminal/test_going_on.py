"""The list of games on a terminal, and what is said when a game is left."""

from __future__ import annotations

import logging
from contextlib import closing
from pathlib import Path

import pytest
from fake_terminal import FakeTerminal
from sitting import PEOPLE, WHICH_GAME, sit

from crownhead.service import NewGame, Service
from crownhead.session.endings import Resign
from crownhead.session.moves import Move
from crownhead.terminal.start import _logged_afterwards
from saying import begun, said


def store_two_games(data: Path) -> None:
    """A game that goes on, and a newer one that is over."""
    with closing(Service(data)) as service:
        service.begin(NewGame(black="person", white="person")).do(Move("11-15"))
        service.begin(NewGame(white="level:6")).do(Resign())


@pytest.mark.parametrize(
    ("columns", "first", "second"),
    [
        (80, "Person v Person, 1 move. White to move", "White wins: Red"),
        (40, "1 move. White to move", "White wins: Black"),
    ],
)
def test_games_can_be_told_apart_on_a_terminal(
    tmp_path: Path, columns: int, first: str, second: str
) -> None:
    store_two_games(tmp_path)
    with closing(FakeTerminal(tmp_path, "--continue", size=(20, columns))) as screen:
        screen.wait(f"{WHICH_GAME} >")
        text = screen.text
        assert text.index(" 1  20") < text.index(first) < text.index(" 2  20") < text.index(second)
        assert max(map(len, screen.lines)) <= columns
        screen.type("\n")
        screen.wait(said("terminal.so-far", moves="11-15"))


def test_a_game_in_which_nothing_was_done_is_not_called_kept(tmp_path: Path) -> None:
    done = sit(tmp_path, ["board"], *PEOPLE, "--start", "1")
    assert done.lines[-2] == said("terminal.untouched")
    assert sit(tmp_path, [], "--continue", done.game_id).game_id == done.game_id


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--level", "person"), "cli.terminal.level-is-person"),
        (("--white", "2", "--level", "person"), "cli.terminal.level-is-person"),
        (("--clock", "0"), "clock.too-long"),
        (("--clock", "99999999"), "clock.too-long"),
        (("--clock", "5+4000"), "clock.too-long"),
    ],
    ids=str,
)
def test_what_cannot_be_begun_is_explained(
    tmp_path: Path, options: tuple[str, ...], why: str
) -> None:
    done = sit(tmp_path, [], *options)
    assert (done.code, done.out) == (2, "")
    assert begun(why)[1:] in done.err


def test_trouble_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    log = logging.getLogger("crownhead.service.games.live")
    told: set[str] = set()
    with _logged_afterwards(told):
        for _ in range(3):
            log.warning("game %s could not be stored: %s", "abc", "the disk is full")
            log.warning("the clocks of %s: %s", "abc", "no folder")
            told.add("The disk is full.")
        assert capsys.readouterr().err == ""
    written = capsys.readouterr().err
    assert written == "The clocks of abc: no folder.\n"


def test_no_more_games_are_listed_than_fit(tmp_path: Path) -> None:
    with closing(Service(tmp_path)) as service:
        for _ in range(10):
            service.begin(NewGame(black="person", white="person")).do(Move("11-15"))
    with closing(FakeTerminal(tmp_path, "--continue", size=(12, 40))) as screen:
        screen.wait(f"{WHICH_GAME} >")
        assert screen.lines[0].startswith(" 1  20")
        assert "10  20" not in screen.text

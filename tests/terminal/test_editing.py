"""The line that is typed on: keys, history and completion, on a screen and line by line."""

from __future__ import annotations

import asyncio
import os
import stat
from contextlib import closing
from pathlib import Path
from threading import Thread

import pytest
from fake_terminal import FakeTerminal
from sitting import PEOPLE, asked, ended, sit

from crownhead.messages import say
from crownhead.service import NewGame, Service
from crownhead.service.contract import GameView
from crownhead.session.moves import Move
from crownhead.terminal.completion import completions
from crownhead.terminal.editor import LineEditor
from crownhead.terminal.history import _KEPT, FILE_NAME, TypedLines

SIZES = [(24, 80), (20, 60)]
LEFT, UP, DELETE_LINE, BACKSPACE = "\x1b[D", "\x1b[A", "\x15", "\x7f"


@pytest.mark.parametrize("size", SIZES)
def test_a_line_is_edited_with_the_usual_keys(tmp_path: Path, size: tuple[int, int]) -> None:
    with closing(FakeTerminal(tmp_path, *PEOPLE, size=size)) as screen:
        screen.wait(asked())
        screen.type(f"undo{DELETE_LINE}")
        screen.type(f"1-155{BACKSPACE}{LEFT * 4}1\n")
        screen.wait(asked("white"))
        assert "11-15" in screen.text


@pytest.mark.parametrize("size", SIZES)
def test_earlier_lines_come_back_also_in_another_sitting(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    for _ in range(2):
        with closing(FakeTerminal(tmp_path, *PEOPLE, size=size)) as screen:
            screen.wait(asked())
            if not (tmp_path / FILE_NAME).exists():
                screen.type("10-14\nquit\n")
                assert screen.end() == 0
                continue
            screen.type(f"{UP}{UP}\n")
            screen.wait(asked("white"))
    assert (tmp_path / FILE_NAME).read_text("utf-8").split("\n") == ["10-14", "quit", "10-14", ""]


@pytest.mark.parametrize("size", SIZES)
def test_moves_and_commands_are_completed(tmp_path: Path, size: tuple[int, int]) -> None:
    with closing(FakeTerminal(tmp_path, *PEOPLE, size=size)) as screen:
        screen.wait(asked())
        screen.type("11\t")
        screen.wait("> 11-1")
        screen.wait("11-15  11-16")
        screen.type("6\n")
        screen.wait(asked("white"))
        screen.type("res\t\n")
        screen.wait(ended("black", "resignation", "classic"))


def test_what_comes_while_somebody_types_leaves_their_line_alone(tmp_path: Path) -> None:
    with closing(FakeTerminal(tmp_path, *PEOPLE, size=(20, 60))) as screen:
        screen.wait(asked())
        screen.type("hel")
        screen.wait("> hel")
        with closing(Service(tmp_path)) as service:
            service.game(service.games(1).games[0]["id"]).do(Move("11-15"))
            screen.wait(asked("white"))
            screen.wait("> hel")
        screen.type("p\n")
        screen.wait(say("terminal.help.quit"))


def test_ctrl_d_in_a_line_deletes_and_does_not_end(tmp_path: Path) -> None:
    with closing(FakeTerminal(tmp_path, *PEOPLE)) as screen:
        screen.wait(asked())
        screen.type(f"11-155{LEFT}\x04\n")
        screen.wait(asked("white"))
        screen.type("\x04")
        assert screen.end() == 0


def test_the_terminal_is_left_as_it_was_found(tmp_path: Path) -> None:
    command = ("sh", "-c", 'stty -a; "$@"; stty -a', "sh", *_command())
    with closing(FakeTerminal(tmp_path, *PEOPLE, command=command)) as screen:
        screen.wait(asked())
        screen.type("\x03")
        screen.end()
        first, _, last = screen.raw.partition("\x1b[?1049h")
        words = ("isig", "icanon", "iexten", "echo", "icrnl", "ixon")
        for text in (first, last):
            assert all(f" {word} " in f" {text.replace(chr(10), ' ')} " for word in words), text


def _command() -> tuple[str, ...]:
    from sitting import COMMAND

    return COMMAND


@pytest.mark.parametrize("closed", [False, True])
def test_what_is_written_to_a_terminal_that_has_just_gone_is_not_waited_for(closed: bool) -> None:
    editor = LineEditor.__new__(LineEditor)  # as it is when its thread ends under its hands
    editor._reader = Thread(target=int)
    editor._reader.start()
    editor._reader.join()
    editor._loop = asyncio.new_event_loop()
    if closed:
        editor._loop.close()
    done: list[str] = []
    editor._in_loop(lambda: done.append("written"))
    assert done == ["written"]
    editor._loop.close()


# ---- completion, without a terminal


@pytest.fixture(scope="module")
def view(tmp_path_factory: pytest.TempPathFactory) -> GameView:
    with closing(Service(tmp_path_factory.mktemp("games"))) as service:
        return service.begin(NewGame(black="person", white="person")).view()


def test_completions(view: GameView, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.pdn").touch()
    (tmp_path / "more").mkdir()
    for text, found in {
        "11": ["11-15", "11-16"],
        "11 ": ["11-15", "11-16"],
        "33": [],
        "re": ["redo", "resign"],
        "UND": ["undo"],
        "level ver": ["level very-hard"],
        "again ": ["again swap"],
        "save m": ["save mine.pdn", "save more/"],
        f"save {tmp_path}/mi": [f"save {tmp_path}/mine.pdn"],
        "save /nowhere-at-all/": [],
        "hint ": [],
    }.items():
        assert completions(text, view) == found, text
    assert "undo" in completions("", view)


# ---- the file of typed lines


def test_the_history_is_bounded_and_private(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    history = TypedLines(path)
    for number in range(2 * _KEPT + 5):
        history.store_string(f"line {number}")
    history.store_string("x" * 10_000)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    again = list(TypedLines(path).load_history_strings())
    assert again[0] == f"line {2 * _KEPT + 4}"
    assert len(again) == _KEPT == len(path.read_text("utf-8").splitlines())
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert os.listdir(tmp_path) == [FILE_NAME]  # noqa: PTH208


def test_a_history_that_cannot_be_written_or_read_is_done_without(tmp_path: Path) -> None:
    history = TypedLines(tmp_path)  # a folder
    history.store_string("11-15")
    assert list(history.load_history_strings()) == []
    pipe, endless = tmp_path / "pipe", tmp_path / "endless"
    os.mkfifo(pipe)
    endless.symlink_to("/dev/zero")
    for path in (pipe, endless):
        TypedLines(path).store_string("11-15")
        assert list(TypedLines(path).load_history_strings()) == []
    rubbish = tmp_path / "rubbish"
    rubbish.write_bytes(bytes(range(256)) + b"\n11-15\n")
    assert next(iter(TypedLines(rubbish).load_history_strings())) == "11-15"


def test_a_script_leaves_no_history(tmp_path: Path) -> None:
    sit(tmp_path, ["11-15"], *PEOPLE)
    assert not (tmp_path / FILE_NAME).exists()


# ---- windows without room


@pytest.mark.parametrize("columns", [1, 2, 10])
def test_a_window_without_room_for_words_is_played_in(tmp_path: Path, columns: int) -> None:
    with closing(FakeTerminal(tmp_path, *PEOPLE, size=(24, columns))) as screen:
        screen.wait_for_writing(asked(theme=None))
        screen.type("11-15\n")
        screen.wait_for_writing(asked("white", None))
        screen.type("help\nmoves\nquit\n")
        assert screen.end() == 0
        assert "Traceback" not in screen.raw

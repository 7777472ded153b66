"""Ctrl-Z and other signals: what a shell sees of a game."""

from __future__ import annotations

import errno
import os
import signal
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest
from fake_terminal import FakeTerminal
from sitting import COMMAND, LONG, PEOPLE, THINKING, WHICH_GAME, YOUR_MOVE, asked

from crownhead.pieces import BLACK
from crownhead.service import NewGame, Service
from crownhead.session.moves import Move
from crownhead.terminal import start
from crownhead.terminal.inbox import Inbox
from saying import begun

# A shell in few words: its child is the job in the foreground; when that stops, it says so, and
# lets it go on after a line.
SHELL = """
import os, signal, sys
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
child = os.fork()
if not child:
    os.setpgid(0, 0)
    os.tcsetpgrp(0, os.getpgrp())
    signal.signal(signal.SIGTTOU, signal.SIG_DFL)
    os.execv(sys.argv[1], sys.argv[1:])
while True:
    _, status = os.waitpid(child, os.WUNTRACED)
    if not os.WIFSTOPPED(status):
        sys.exit(os.waitstatus_to_exitcode(status))
    os.tcsetpgrp(0, os.getpgrp())
    print("STOPPED", os.WSTOPSIG(status), flush=True)
    input()
    os.tcsetpgrp(0, child)
    os.killpg(child, signal.SIGCONT)
"""
IN_A_SHELL = (sys.executable, "-c", SHELL, *COMMAND)


@pytest.mark.parametrize("size", [(24, 80), (20, 60)])
def test_ctrl_z_gives_the_window_back_until_the_game_goes_on(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    with closing(FakeTerminal(tmp_path, *PEOPLE, command=IN_A_SHELL, size=size)) as screen:
        screen.wait(asked())
        screen.type("11-15\n")
        screen.wait(asked("white"))
        screen.type("\x1a")  # upon which a terminal forgets what it has not shown yet
        screen.wait_for_writing(f"STOPPED {signal.SIGTSTP:d}")
        assert screen.raw.count("\x1b[?1049h") == screen.raw.count("\x1b[?1049l")
        before = len(screen.raw)
        screen.type("\n23-19\n")
        screen.wait(begun("terminal.to-move", "classic", side=BLACK, example="7-11"))
        assert asked("white") in screen.raw[before:]  # everything is drawn anew
        screen.type("quit\n")
        assert screen.end() == 0
        assert screen.raw.count("\x1b[?1049h") == screen.raw.count("\x1b[?1049l")


def test_the_list_of_games_is_asked_again_after_ctrl_z(tmp_path: Path) -> None:
    with closing(Service(tmp_path)) as service:
        service.begin(NewGame(black="person", white="person")).do(Move("11-15"))
    with closing(FakeTerminal(tmp_path, "--continue", command=IN_A_SHELL)) as screen:
        screen.wait(WHICH_GAME)
        screen.type("\x1a")
        screen.wait_for_writing(f"STOPPED {signal.SIGTSTP:d}")
        before = len(screen.raw)
        screen.type("\n1\n")
        screen.wait(asked("white"))
        assert " 1  20" in screen.raw[before:]
        assert WHICH_GAME in screen.raw[before:]


def test_ctrl_c_at_the_list_of_games_ends_it(tmp_path: Path) -> None:
    with closing(Service(tmp_path)) as service:
        service.begin(NewGame(black="person", white="person")).do(Move("11-15"))
    with closing(FakeTerminal(tmp_path, "--continue")) as screen:
        screen.wait(WHICH_GAME)
        screen.type("\x03")
        assert screen.end() == 130


@pytest.mark.parametrize("number", [signal.SIGQUIT, signal.SIGHUP])
def test_other_signals_give_the_screen_back_too(tmp_path: Path, number: int) -> None:
    with closing(FakeTerminal(tmp_path)) as screen:
        screen.wait(YOUR_MOVE)
        screen.process.send_signal(number)
        assert screen.end() == 128 + number
        assert "--continue" in screen.raw.split("\x1b[?1049l")[1]


def test_a_window_that_is_closed_ends_the_game(tmp_path: Path) -> None:
    screen = FakeTerminal(tmp_path, "--white", "engine:nodes=999999999999")
    try:
        screen.wait(YOUR_MOVE)
        screen.type("11-15\n")
        screen.wait(THINKING)
    finally:
        os.close(screen._ours)
    try:
        screen.process.wait(LONG)
    finally:
        screen.process.kill()


def test_a_terminal_that_is_gone_at_the_end_leaves_nothing_running(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Gone:
        def start(self) -> None:
            """Take the keyboard, which is still there."""

        def stop(self) -> None:
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    console, _ = start._console(start.Settings(tmp_path), Inbox())
    monkeypatch.setattr(start, "_console", lambda *_: (console, Gone()))
    monkeypatch.setattr(start, "_game", lambda *_: None)
    before = set(threading.enumerate())
    with pytest.raises(OSError, match=os.strerror(errno.EIO)):
        start.run(start.Settings(tmp_path))
    assert set(threading.enumerate()) <= before

"""A terminal for tests: 80 by 24 characters behind a pty, as a person would see them."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time
from codecs import getincrementaldecoder
from collections.abc import Callable, Sequence
from pathlib import Path

from sitting import COMMAND, LONG, environment

import programs
import warm

COLUMNS, ROWS = 80, 24
_LONGEST_SEQUENCE = 60  # characters; a shorter one may go on in what is read next
_SEQUENCE = re.compile(r"\x1b(?:\[([0-9;?]*)([A-Za-z])|([78]))")


class FakeTerminal:
    """A program in a terminal, a game unless told otherwise: its screen, and a keyboard."""

    def __init__(
        self,
        data: Path,
        *options: str,
        command: Sequence[str] = COMMAND,
        size: tuple[int, int] = (ROWS, COLUMNS),
        **changes: str,
    ) -> None:
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
        terminal = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
        env = environment(data, **{**terminal, **changes})
        self.process: subprocess.Popen[bytes] | warm.Process
        if command is COMMAND:
            words = ["terminal", *options]
            self.process = warm.start(words, env, (theirs, theirs, theirs), terminal=True)
        else:
            self.process = programs.start(
                [*command, *options],
                stdin=theirs,
                stdout=theirs,
                stderr=theirs,
                preexec_fn=_take_the_terminal,
                env=env,
            )
        os.close(theirs)
        self.raw = ""
        self._decode = getincrementaldecoder("utf-8")(errors="replace").decode
        self._waiting = ""
        self._cells = [[" "] * COLUMNS for _ in range(ROWS)]
        self._row = self._column = 0
        self._saved = (0, 0)
        self.scrolled = 0

    @property
    def lines(self) -> list[str]:
        return ["".join(row).rstrip() for row in self._cells]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def cursor(self) -> tuple[int, int]:
        return self._row, self._column

    def resize(self, rows: int, columns: int) -> None:
        """Give the window another size, which its program is told of."""
        fcntl.ioctl(self._ours, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, text: str) -> None:
        os.write(self._ours, text.encode())

    def answer(self, line: str) -> str:
        """Type a line, wait until the whole screen is drawn again, and return it."""
        frames = self.raw.count("\x1b8")
        self.type(f"{line}\n")
        end = time.monotonic() + LONG
        while self.raw.count("\x1b8") == frames:
            assert time.monotonic() < end, f"'{line}' has no answer:\n{self.text}"
            assert self._read(1.0), self.text
        return self.text

    def wait(self, wanted: str) -> str:
        """Wait until a text is on the screen."""
        return self._wait(wanted, lambda: self.text)

    def wait_for_writing(self, wanted: str) -> str:
        """Wait until a text was written, though it may be on the screen no more."""
        return self._wait(wanted, lambda: self.raw)

    def wait_for_cursor(self, wanted: tuple[int, int]) -> None:
        """Wait until the cursor is there: it comes back after what is written elsewhere."""
        end = time.monotonic() + LONG
        while self.cursor != wanted:
            assert time.monotonic() < end, self.cursor
            assert self._read(1.0), self.cursor

    def _wait(self, wanted: str, where: Callable[[], str]) -> str:
        end = time.monotonic() + LONG
        while wanted not in where():
            if time.monotonic() > end or not self._read(1.0):
                raise AssertionError(f"'{wanted}' is not on the screen:\n{self.text}")
        return where()

    def end(self) -> int:
        """Read to the end, and tell the exit code."""
        end = time.monotonic() + LONG
        while self._read(1.0):
            assert time.monotonic() < end, f"this does not end:\n{self.text}"
        return self.process.wait(LONG)

    def close(self) -> None:
        """Take the terminal away, and end what still runs in it."""
        self.process.kill()
        self.process.wait()
        os.close(self._ours)

    def _read(self, seconds: float) -> bool:
        """Take what the program has written; False when it has ended."""
        ready, _, _ = select.select([self._ours], [], [], seconds)
        if not ready:
            return self.process.poll() is None
        try:
            data = os.read(self._ours, 65536)
        except OSError:
            return False
        text = self._decode(data)
        self.raw += text
        self._feed(text)
        return bool(data)

    def _feed(self, text: str) -> None:
        text, at = self._waiting + text, 0
        self._waiting = ""
        while at < len(text):
            found = _SEQUENCE.match(text, at)
            if found is not None:
                self._obey(found[1] or "", found[2] or found[3])
                at = found.end()
            elif text[at] == "\x1b" and len(text) - at < _LONGEST_SEQUENCE:
                self._waiting = text[at:]
                return
            else:
                self._put(text[at])
                at += 1

    def _obey(self, values: str, letter: str) -> None:
        if letter == "H":
            down, _, across = values.partition(";")
            self._row, self._column = int(down or 1) - 1, int(across or 1) - 1
        elif letter in "ABCD":
            self._move(letter, int(values or 1))
        elif letter == "K":
            first = 0 if values == "2" else self._column
            self._cells[self._row][first:] = [" "] * (COLUMNS - first)
        elif letter == "J" or values == "?1049":
            first = self._row if letter == "J" else 0
            for row in range(first, ROWS):
                self._cells[row] = [" "] * COLUMNS
        elif letter == "7":
            self._saved = self._row, self._column
        elif letter == "8":
            self._row, self._column = self._saved

    def _move(self, letter: str, count: int) -> None:
        """Move the cursor up, down, right or left, as far as the edge."""
        down, across = {"A": (-1, 0), "B": (1, 0), "C": (0, 1), "D": (0, -1)}[letter]
        self._row = min(max(self._row + down * count, 0), ROWS - 1)
        self._column = min(max(self._column + across * count, 0), COLUMNS - 1)

    def _put(self, letter: str) -> None:
        if letter == "\r":
            self._column = 0
        elif letter == "\b":
            self._move("D", 1)
        elif letter == "\n":
            self._row += 1
        elif letter >= " ":
            if self._column == COLUMNS:
                self._row, self._column = self._row + 1, 0
            self._scroll()
            self._cells[self._row][self._column] = letter
            self._column += 1
        self._scroll()

    def _scroll(self) -> None:
        while self._row >= ROWS:
            self._row -= 1
            self.scrolled += 1
            self._cells = [*self._cells[1:], [" "] * COLUMNS]


def _take_the_terminal() -> None:
    """Make the terminal that of the new process, and let it hear signals that we may not hear."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTSTP, signal.SIGQUIT):
        signal.signal(number, signal.SIG_DFL)

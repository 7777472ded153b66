"""A program that is spoken to line by line, with deadlines for everything. POSIX only."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Final, cast

from crownhead.engine.hub.wire import LONGEST_LINE
from crownhead.errors import EngineError, excerpt
from crownhead.files import system_words
from crownhead.messages import counted

# What a program may say between a question and its answer: far more than any that behaves.
_MOST_BYTES: Final = 16 * 1024 * 1024
_BLOCK: Final = 65_536
_KEPT_OF_STDERR: Final = 2000
# A program that has closed its output is given so long to end, so that we can say how.
_SECONDS_TO_END: Final = 0.5
# How often to look whether a program still runs: its output may outlive it in what it has started.
_SECONDS_BETWEEN_LOOKS: Final = 0.2


class Deadline:
    """So many seconds from now."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._end = time.monotonic() + seconds

    def left(self) -> float:
        """Seconds that are left; 0 when it has passed."""
        return max(self._end - time.monotonic(), 0.0)


class Program:
    """A running program. It never holds more of its output than a line and a block.

    One caller at a time. Every error is an `EngineError`; after one, `kill` is all that helps.
    """

    def __init__(self, command: Sequence[str]) -> None:
        # Without folders, but with its arguments: many programs are run by the same interpreter.
        words = [Path(word).name or word for word in command]
        self.label = f"the program '{excerpt(' '.join(words))}'"
        self._lines: deque[bytes] = deque()
        self._unfinished = b""
        self._received = 0
        self._complaints = b""
        try:
            # Its own process group: Ctrl-C is for us, and what it starts can be ended with it.
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise EngineError(f"{self.label} cannot be started: {system_words(error)}") from None
        pipes = self._process.stdin, self._process.stdout, self._process.stderr
        self._stdin, self._stdout, self._stderr = (cast(IO[bytes], pipe) for pipe in pipes)
        os.set_blocking(self._stdin.fileno(), False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._stdout, selectors.EVENT_READ)
        self._selector.register(self._stderr, selectors.EVENT_READ)

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def send(self, line: str, deadline: Deadline) -> None:
        """Write a line."""
        self._received = 0
        rest = line.encode() + b"\n"
        with selectors.DefaultSelector() as ready:
            ready.register(self._stdin, selectors.EVENT_WRITE)
            while rest:
                if not ready.select(deadline.left()):
                    raise EngineError(f"{self.label} does not read its input")
                try:
                    rest = rest[os.write(self._stdin.fileno(), rest) :]
                except BlockingIOError:
                    continue
                except OSError:
                    raise EngineError(self._how_it_ended()) from None

    def read(self, deadline: Deadline) -> str:
        """Wait for the next line."""
        while not self._lines:
            if len(self._unfinished) > LONGEST_LINE:
                raise EngineError(f"{self.label} sends a line of more than {LONGEST_LINE} bytes")
            # What is there already is read even when it is late, or of a program that has ended.
            ended = self._process.poll() is not None
            left = 0.0 if ended else deadline.left()
            events = self._selector.select(min(left, _SECONDS_BETWEEN_LOOKS))
            if not events and ended:
                raise EngineError(self._how_it_ended())
            if not events and not left:
                raise EngineError(
                    f"{self.label} has not answered within {counted('second', deadline.seconds)}"
                )
            for key, _ in events:
                self._take_complaint() if key.fileobj is self._stderr else self._take_block()
        return self._lines.popleft().decode("utf-8", "replace")

    def _take_block(self) -> None:
        block = os.read(self._stdout.fileno(), _BLOCK)
        if not block:
            raise EngineError(self._how_it_ended())
        *whole, self._unfinished = (self._unfinished + block).split(b"\n")
        self._lines.extend(whole)
        self._received += len(block)
        if self._received > _MOST_BYTES:
            raise EngineError(
                f"{self.label} sends {_MOST_BYTES // 2**20} megabytes instead of an answer"
            )

    def _take_complaint(self) -> bool:
        block = os.read(self._stderr.fileno(), _BLOCK)
        if not block:
            self._selector.unregister(self._stderr)
        self._complaints = (self._complaints + block)[-_KEPT_OF_STDERR:]
        return bool(block)

    def _how_it_ended(self) -> str:
        """Say how the program came to its end, with the last thing it complained about."""
        try:
            code = self._process.wait(_SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            return f"{self.label} has closed its input or output"
        while any(key.fileobj is self._stderr for key, _ in self._selector.select(0)):
            if not self._take_complaint():
                break
        said = self._complaints.decode("utf-8", "replace").strip().splitlines()
        how = f"with exit code {code}" if code >= 0 else f"by {_signal_name(-code)}"
        return f"{self.label} has ended {how}" + (f": {excerpt(said[-1], 200)}" if said else "")

    def close(self, seconds: float) -> None:
        """Ask the program to quit, and end it if it does not within so many seconds."""
        try:
            with suppress(EngineError):
                self.send("quit", Deadline(seconds))
            with suppress(OSError):
                self._stdin.close()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(seconds)
        finally:  # also where waiting is interrupted: nobody could reach it afterwards
            self.kill()

    def kill(self) -> None:
        """End the program and all that it started, at once."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._selector.close()
        for pipe in (self._stdin, self._stdout, self._stderr):
            with suppress(OSError):
                pipe.close()


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"

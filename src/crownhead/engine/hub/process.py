"""A program that answers line by line, with a timeout for everything. POSIX only."""

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
from crownhead.files import system_message
from crownhead.messages import counted

# The most output between a question and its answer: far more than any sound program writes.
_MOST_BYTES: Final = 16 * 1024 * 1024
_BLOCK: Final = 65_536
_KEPT_OF_STDERR: Final = 2000
# The time that a program has to end after closing its output, so that the error can say how it ended.
_SECONDS_TO_END: Final = 0.5
# How often to check that a program still runs: its children may keep its output open.
_SECONDS_BETWEEN_LOOKS: Final = 0.2


class Deadline:
    """A moment, some seconds from now."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._end = time.monotonic() + seconds

    def left(self) -> float:
        """The remaining seconds, or 0."""
        return max(self._end - time.monotonic(), 0.0)


class Program:
    """A running program. At most a line and a block of its output are buffered.

    One caller at a time. All errors are `EngineError`s; after one, the program must be killed.
    """

    def __init__(self, command: Sequence[str]) -> None:
        # Without folders, but with arguments: many programs run in the same interpreter.
        self._label = excerpt(" ".join(Path(word).name or word for word in command))
        self._lines: deque[bytes] = deque()
        self._unfinished = b""
        self._received = 0
        self._complaints = b""
        try:
            # Its own process group: Ctrl-C is for us, and its children can be killed with it.
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise self.failed("not-started", why=system_message(error)) from None
        pipes = self._process.stdin, self._process.stdout, self._process.stderr
        self._stdin, self._stdout, self._stderr = (cast(IO[bytes], pipe) for pipe in pipes)
        os.set_blocking(self._stdin.fileno(), False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._stdout, selectors.EVENT_READ)
        self._selector.register(self._stderr, selectors.EVENT_READ)

    @property
    def pid(self) -> int:
        """The process ID."""
        return self._process.pid

    def failed(self, how: str, **values: object) -> EngineError:
        """The error for a failure of the program; `how` is a key after `hub.program.`."""
        return EngineError(f"hub.program.{how}", program=self._label, **values)

    def send(self, line: str, deadline: Deadline) -> None:
        """Write a line."""
        self._received = 0
        rest = line.encode() + b"\n"
        with selectors.DefaultSelector() as ready:
            ready.register(self._stdin, selectors.EVENT_WRITE)
            while rest:
                if not ready.select(deadline.left()):
                    raise self.failed("not-reading")
                try:
                    rest = rest[os.write(self._stdin.fileno(), rest) :]
                except BlockingIOError:
                    continue
                except OSError:
                    raise self._ended() from None

    def read(self, deadline: Deadline) -> str:
        """Wait for the next line."""
        while not self._lines:
            if len(self._unfinished) > LONGEST_LINE:
                raise self.failed("long-line", most=LONGEST_LINE)
            # Existing output is read even after the deadline or the end of the program.
            ended = self._process.poll() is not None
            left = 0.0 if ended else deadline.left()
            events = self._selector.select(min(left, _SECONDS_BETWEEN_LOOKS))
            if not events and ended:
                raise self._ended()
            if not events and not left:
                raise self.failed("late", time=counted("second", deadline.seconds))
            for key, _ in events:
                self._take_complaint() if key.fileobj is self._stderr else self._take_block()
        return self._lines.popleft().decode("utf-8", "replace")

    def _take_block(self) -> None:
        block = os.read(self._stdout.fileno(), _BLOCK)
        if not block:
            raise self._ended()
        *whole, self._unfinished = (self._unfinished + block).split(b"\n")
        self._lines.extend(whole)
        self._received += len(block)
        if self._received > _MOST_BYTES:
            raise self.failed("too-much", size=_MOST_BYTES // 2**20)

    def _take_complaint(self) -> bool:
        block = os.read(self._stderr.fileno(), _BLOCK)
        if not block:
            self._selector.unregister(self._stderr)
        self._complaints = (self._complaints + block)[-_KEPT_OF_STDERR:]
        return bool(block)

    def _ended(self) -> EngineError:
        """The error of a program that has ended, with the last line of its standard error."""
        try:
            code = self._process.wait(_SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            return self.failed("closed")
        while any(key.fileobj is self._stderr for key, _ in self._selector.select(0)):
            if not self._take_complaint():
                break
        said = self._complaints.decode("utf-8", "replace").strip().splitlines()
        error = self.failed("exit-code", code=code)
        if code < 0:
            error = self.failed("signal", signal=_signal_name(-code))
        if not said:
            return error
        return EngineError("hub.program.complaint", fault=error, said=excerpt(said[-1], 200))

    def close(self, seconds: float) -> None:
        """Ask the program to quit, and kill it after some seconds."""
        try:
            with suppress(EngineError):
                self.send("quit", Deadline(seconds))
            with suppress(OSError):
                self._stdin.close()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(seconds)
        finally:  # also after Ctrl-C: nothing else would end it
            self.kill()

    def kill(self) -> None:
        """Kill the program and its children."""
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
        return str(number)

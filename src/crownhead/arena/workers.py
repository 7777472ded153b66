"""Processes that play the games of a match side by side."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from multiprocessing import Pipe, get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Any, Final

from crownhead.arena.opponents import Opponents
from crownhead.arena.pairing import Pairing, play_pairing
from crownhead.errors import CrownheadError
from crownhead.interrupts import end_with, interrupts_held

if TYPE_CHECKING:
    from typing_extensions import Self

_SECONDS_TO_END: Final = 2.0


class Workers:
    """So many processes, each with one game at a time. Leaving the `with` statement ends them.

    One caller at a time. Ctrl-C is for the caller alone: the processes do not hear it. They end with
    the caller, also where that is killed.
    """

    def __init__(self, count: int) -> None:
        # Fresh processes: a forked engine would have no threads.
        context = get_context("spawn")
        resource_tracker.ensure_running()  # now: its start would let interruptions through below
        self._processes = []
        self._idle: list[Connection] = []
        self._playing: dict[Connection, Pairing] = {}
        leash, self._held = Pipe(duplex=False)
        for _ in range(count):
            ours, theirs = context.Pipe()
            process = context.Process(target=_work, args=(theirs, leash), daemon=True)
            with interrupts_held():
                process.start()
            theirs.close()  # so that the end of either side is noticed by the other
            self._processes.append(process)
            self._idle.append(ours)
        leash.close()

    def play(self, pairings: Iterable[Pairing]) -> Iterator[tuple[Pairing, str]]:
        """Play games, and yield each as PDN when it ends; no more are begun than can be played."""
        waiting = iter(pairings)
        while True:
            while self._idle and (pairing := next(waiting, None)):
                pipe = self._idle.pop()
                self._playing[pipe] = pairing
                with suppress(BrokenPipeError):  # a process that has ended is noticed below
                    pipe.send(pairing)
            if not self._playing:
                return
            yield from self._ended(None)

    def finish(self, seconds: float) -> Iterator[tuple[Pairing, str]]:
        """Begin no more games, and yield those that end within some seconds."""
        deadline = time.monotonic() + seconds
        while self._playing and (left := deadline - time.monotonic()) > 0:
            yield from self._ended(left)

    def _ended(self, seconds: float | None) -> Iterator[tuple[Pairing, str]]:
        for pipe in wait(list(self._playing), seconds):
            assert isinstance(pipe, Connection)
            try:
                answer: str | CrownheadError = pipe.recv()
            except (EOFError, OSError):
                number = self._playing.pop(pipe).number
                raise CrownheadError(f"the process that played game {number} has ended") from None
            pairing = self._playing.pop(pipe)
            self._idle.append(pipe)
            if isinstance(answer, CrownheadError):
                raise answer
            yield pairing, answer

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: Any) -> None:
        """End all processes: politely, so that they close their programs, and then by force."""
        for process in self._processes:
            process.terminate()
        deadline = time.monotonic() + _SECONDS_TO_END
        try:
            for process in self._processes:
                process.join(max(deadline - time.monotonic(), 0))
        finally:
            for process in self._processes:
                process.kill()
            self._held.close()


def _work(pipe: Connection, leash: Connection) -> None:
    """Play what comes through the pipe until it is closed."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # closes what the players hold
    end_with(leash)
    with Opponents() as opponents, suppress(EOFError, OSError):
        while True:
            pipe.send(_answer(pipe.recv(), opponents))


def _answer(pairing: Pairing, opponents: Opponents) -> str | CrownheadError:
    """The game as PDN, or why there is none: an opponent that cannot be made ends the match."""
    try:
        return play_pairing(pairing, opponents)
    except CrownheadError as error:
        return CrownheadError(str(error))

"""Any program that speaks Hub, as an opponent."""

import os
import shlex
import shutil
import weakref
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Any, Final

from crownhead.cursor import Cursor
from crownhead.engine.hub.process import Deadline, Program
from crownhead.engine.hub.wire import (
    Line,
    command_of,
    read_line,
    read_move,
    write_line,
    write_move,
    write_position,
)
from crownhead.engine.limits import Limit, checked_limit
from crownhead.errors import CrownheadError, EngineError, excerpt, quoted
from crownhead.game import Game, cursor_of
from crownhead.move import Move
from crownhead.record import Record
from crownhead.rules import ENGLISH, Rules

# Commands of the user of an engine. A program that sends them, such as `cat`, does not speak Hub.
_OURS: Final = frozenset({"hub", "init", "set-param", "new-game", "pos", "level", "go"})
_A_SECOND: Final = Limit(seconds=1)


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Seconds that a program has to start, to answer after its limit, and to quit.

    `untimed` applies to moves under a limit without time.
    """

    start: float = 30.0
    reply: float = 10.0
    untimed: float = 600.0
    stop: float = 2.0


class HubEngine(AbstractContextManager["HubEngine"]):
    """A program that chooses moves. It owns a process; `with` or `close` ends it.

    The default limit is a second a move. The first move starts the program. A program that fails is
    killed, and the next move starts it again.
    """

    def __init__(
        self,
        command: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
        *,
        limit: Limit = _A_SECOND,
        name: str | None = None,
        parameters: Mapping[str, object] | None = None,
        timeouts: Timeouts | None = None,
    ) -> None:
        self._command = _arguments(command)
        self.name = name or f"hub:{shlex.join(self._command)}"
        self._timeouts = timeouts or Timeouts()
        self._level = _level(limit)
        self._patience = _patience(limit, self._timeouts)
        if not (parameters is None or isinstance(parameters, Mapping)):
            raise EngineError("hub.parameters", value=quoted(parameters))
        self._parameters = dict(parameters or {})
        self._program: Program | None = None
        self._known: frozenset[str] = frozenset()
        self._rules: Rules | None = None
        self._game: weakref.ref[Record] | None = None

    @property
    def pid(self) -> int | None:
        """The process ID, or None if no process runs."""
        return self._program.pid if self._program else None

    def choose(self, game: Game) -> Move:
        """Let the program choose a move."""
        cursor = cursor_of(game)
        cursor.choices()
        with self._ended_by_errors():
            program = self._program or self._start()
            self._prepare(program, cursor)
            return self._think(program, cursor)

    def greet(self, rules: Rules = ENGLISH) -> None:
        """Start the program if necessary, and check that it can play by the rules."""
        with self._ended_by_errors():
            program = self._program or self._start()
            self._tell_rules(program, rules, Deadline(self._timeouts.start))

    @contextmanager
    def _ended_by_errors(self) -> Iterator[None]:
        try:
            yield
        except BaseException:
            # Its late output would be taken for the answer to another question.
            program, self._program = self._program, None
            if program is not None:
                program.kill()
            raise

    def close(self) -> None:
        """End the program."""
        if self._program is not None:
            with self._ended_by_errors():
                self._program.close(self._timeouts.stop)
            self._program = None

    def _start(self) -> Program:
        deadline = Deadline(self._timeouts.start)
        self._program = program = Program(self._command)
        self._game = self._rules = None
        program.send("hub", deadline)
        announced = self._until("wait", program, deadline, collect="param")
        self._known = frozenset(line.arguments.get("name", "") for line in announced)
        for name, value in self._parameters.items():
            if name not in self._known:
                raise program.failed("unknown-parameter", name=excerpt(name))
            program.send(write_line("set-param", name=name, value=value), deadline)
        program.send("init", deadline)
        self._until("ready", program, deadline)
        return program

    def _prepare(self, program: Program, cursor: Cursor) -> None:
        """Send the rules, and `new-game`, if they have changed."""
        deadline = Deadline(self._timeouts.start)
        self._tell_rules(program, cursor.rules, deadline)
        if self._game is None or self._game() is not cursor.record:
            program.send("new-game", deadline)
            self._game = weakref.ref(cursor.record)

    def _tell_rules(self, program: Program, rules: Rules, deadline: Deadline) -> None:
        if rules == self._rules:
            return
        if "rules" in self._known:
            program.send(write_line("set-param", name="rules", value=rules), deadline)
        elif not rules.moves_as_english:
            raise program.failed("other-rules", rules=rules.name or rules)
        self._rules = rules

    def _think(self, program: Program, cursor: Cursor) -> Move:
        deadline = Deadline(self._patience)
        moves = {"moves": " ".join(map(write_move, cursor.moves))} if cursor.ply else {}
        program.send(write_line("pos", pos=write_position(cursor.start), **moves), deadline)
        program.send(self._level, deadline)
        program.send("go think", deadline)
        done = self._until("done", program, deadline, collect="done")[-1]
        text = done.arguments.get("move")
        if not text:
            raise program.failed("no-move")
        try:
            return read_move(text, cursor.position)
        except CrownheadError as error:
            raise program.failed("illegal-move", why=error) from None

    def _until(
        self, last: str, program: Program, deadline: Deadline, collect: str = ""
    ) -> list[Line]:
        """Read up to a command, and return the lines of one kind; all others are ignored."""
        kept: list[Line] = []
        command = ""
        while command != last:
            text = program.read(deadline)
            command = command_of(text)
            if command in _OURS:
                raise program.failed("echo")
            if command in ("error", collect):
                try:
                    line = read_line(text)
                except EngineError as error:
                    raise program.failed("nonsense", why=error) from None
                if command == "error":
                    said = line.arguments.get("message", "")
                    raise program.failed("says", said=excerpt(said or line.command, 200))
                kept.append(line)
        return kept

    def __exit__(self, *_: Any) -> None:
        self.close()


def _arguments(command: str | os.PathLike[str] | Sequence[str | os.PathLike[str]]) -> list[str]:
    """Split a command line into its arguments, and check that it names a program."""
    try:
        if isinstance(command, str):
            arguments = shlex.split(command)
        else:
            given = [command] if isinstance(command, os.PathLike) else list(command)
            arguments = [os.fspath(argument) for argument in given]
    except ValueError:
        raise EngineError("hub.unclosed-quote", command=excerpt(command)) from None
    except TypeError:
        raise EngineError("hub.command", value=excerpt(command)) from None
    if not arguments:
        raise EngineError("hub.no-command")
    if shutil.which(arguments[0]) is None:
        raise EngineError("hub.no-program", name=excerpt(arguments[0]))
    return arguments


def _level(limit: Limit) -> str:
    """Write a limit as a line. Hub adds the increment before the move, a `Limit` after it."""
    checked_limit(limit, ends=True)
    if limit.cpu_seconds is not None:
        raise EngineError("hub.cpu-seconds")
    arguments: dict[str, object] = {"depth": limit.depth, "nodes": limit.nodes}
    if limit.seconds is not None:
        arguments["move_time"] = f"{limit.seconds:.3f}"
    if limit.clock is not None:
        increment = limit.increment or 0
        arguments["moves"] = limit.moves
        arguments["time"] = f"{max(limit.clock - increment, 0):.3f}"
        arguments["inc"] = f"{increment:.3f}"
    return write_line(
        "level", **{key: value for key, value in arguments.items() if value is not None}
    )


def _patience(limit: Limit, timeouts: Timeouts) -> float:
    """The timeout for a move, in seconds."""
    times = [seconds for seconds in (limit.seconds, limit.clock) if seconds is not None]
    return min(times) + timeouts.reply if times else timeouts.untimed

"""What every engine's side of Hub does: read lines, answer them, and keep rules and position."""

from __future__ import annotations

import re
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import IO, Final

from crownhead.engine.hub.wire import (
    LONGEST_LINE,
    command_of,
    read_line,
    read_move,
    read_position,
    write_line,
)
from crownhead.engine.limits import Limit
from crownhead.errors import CrownheadError, EngineError, excerpt
from crownhead.game import Game
from crownhead.rules import ENGLISH, Rules

ENDLESS: Final = Limit()


class Dialogue(ABC):
    """Reads commands from one stream of bytes and writes answers to another, until `quit`.

    A command such as `set-param` is answered by a method `_on_set_param`, which is given the command's
    arguments. Other commands are ignored; an error is an answer.
    """

    def __init__(self, source: IO[bytes], sink: IO[bytes]) -> None:
        self._source = source
        self._sink = sink
        # A second thread writes answers too.
        self._writing = threading.Lock()
        self._rules: Rules = ENGLISH
        self._game = Game(automatic_draws=False)
        self._limit = ENDLESS

    def run(self) -> None:
        """Answer until `quit` or the end of input."""
        try:
            for text in self._lines():
                command = "" if text is None else command_of(text)
                if command == "quit":
                    break
                self._answer(command, text)
        finally:
            self._end()

    @abstractmethod
    def _end(self) -> None:
        """Give back what is held."""

    def _lines(self) -> Iterator[str | None]:
        """Read lines; None is one that is too long to be one."""
        while line := self._source.readline(LONGEST_LINE):
            whole = len(line) < LONGEST_LINE or line.endswith(b"\n")
            while line and not line.endswith(b"\n") and not whole:
                line = self._source.readline(LONGEST_LINE)
            yield line.decode("utf-8", "replace") if whole else None

    def _answer(self, command: str, text: str | None) -> None:
        try:
            if text is None:
                raise EngineError(f"a line has at most {LONGEST_LINE} bytes")
            method = getattr(self, f"_on_{command.replace('-', '_')}", None)
            if method is not None and "_" not in command:
                method(read_line(text).arguments)
        except CrownheadError as error:
            self._tell("error", message=error)

    def _tell(self, command: str, **arguments: object) -> None:
        with self._writing:
            self._sink.write(write_line(command, **arguments).encode() + b"\n")
            self._sink.flush()

    def _set_rules(self, rules: Rules) -> None:
        self._rules = rules
        self._game = Game(rules=rules, automatic_draws=False)

    def _on_pos(self, arguments: dict[str, str]) -> None:
        if "pos" not in arguments:
            raise EngineError("pos needs the position where the moves begin: pos pos=... moves=...")
        start = read_position(arguments["pos"], self._rules)
        # People and programs may play on past a draw that they did not claim.
        game = Game(start, automatic_draws=False)
        for word in arguments.get("moves", "").split():
            game.push(read_move(word, game.position))
        self._game = game

    def _on_ping(self, _: dict[str, str]) -> None:
        self._tell("pong")

    def _on_level(self, arguments: dict[str, str]) -> None:
        self._limit = _read_limit(arguments)


def _read_limit(arguments: dict[str, str]) -> Limit:
    """Turn the arguments of `level` into a limit; what is not understood is ignored."""
    most = 10**15
    depth, nodes, moves = (
        whole(name, arguments[name], most) if name in arguments else None
        for name in ("depth", "nodes", "moves")
    )
    seconds, clock, increment = (
        _seconds(name, arguments[name]) if name in arguments else None
        for name in ("move-time", "time", "inc")
    )
    if "infinite" in arguments:
        return ENDLESS
    if clock is not None:
        clock += increment or 0  # the protocol adds it before the move
    elif moves is not None or increment is not None:
        raise EngineError("moves and inc need time, the seconds that are left")
    if depth is nodes is seconds is clock is None:
        raise EngineError("level has one of depth, nodes, move-time, time, infinite")
    return Limit(seconds, depth, nodes, clock, increment, moves=moves)


def whole(name: str, text: str, most: int) -> int:
    """Read a whole number from 1 to the most."""
    if not (re.fullmatch(r"[0-9]{1,18}", text, re.ASCII) and 1 <= int(text) <= most):
        raise EngineError(f"{name} is a number from 1 to {most}, not '{excerpt(text)}'")
    return int(text)


def _seconds(name: str, text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,9}(?:\.[0-9]{0,20})?", text, re.ASCII):
        raise EngineError(f"{name} is a number of seconds, not '{excerpt(text)}'")
    return float(text)

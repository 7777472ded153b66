"""The engine's side of Hub: reads and answers lines, and keeps the rules and the position."""

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
from crownhead.numeric import whole_of, whole_within
from crownhead.rules import ENGLISH, Rules

ENDLESS: Final = Limit()


class Dialogue(ABC):
    """Reads commands from one stream of bytes and writes answers to another, until `quit`.

    The method `_on_set_param` handles the command `set-param` with its arguments. Commands without a
    method are ignored. Errors are sent as answers.
    """

    def __init__(self, source: IO[bytes], sink: IO[bytes]) -> None:
        self._source = source
        self._sink = sink
        # Another thread writes answers too.
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
        """Release resources."""

    def _lines(self) -> Iterator[str | None]:
        """Read lines; None stands for a line that is too long."""
        while line := self._source.readline(LONGEST_LINE):
            whole = len(line) < LONGEST_LINE or line.endswith(b"\n")
            while line and not line.endswith(b"\n") and not whole:
                line = self._source.readline(LONGEST_LINE)
            yield line.decode("utf-8", "replace") if whole else None

    def _answer(self, command: str, text: str | None) -> None:
        try:
            if text is None:
                raise EngineError("hub.line-too-long", most=LONGEST_LINE)
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
            raise EngineError("hub.no-position")
        start = read_position(arguments["pos"], self._rules)
        # A game may go on past a draw that nobody claimed.
        game = Game(start, automatic_draws=False)
        for token in arguments.get("moves", "").split():
            game.push(read_move(token, game.position))
        self._game = game

    def _on_ping(self, _: dict[str, str]) -> None:
        self._tell("pong")

    def _on_level(self, arguments: dict[str, str]) -> None:
        self._limit = _read_limit(arguments)


def _read_limit(arguments: dict[str, str]) -> Limit:
    """Turn the arguments of `level` into a limit; unknown ones are ignored."""
    depth, nodes, moves = (
        whole(name, arguments[name], 10**15) if name in arguments else None
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
        raise EngineError("hub.no-clock")
    if depth is nodes is seconds is clock is None:
        raise EngineError("hub.no-level")
    return Limit(seconds, depth, nodes, clock, increment, moves=moves)


def whole(name: str, text: str, most: int) -> int:
    """Read a whole number from 1 to the most."""
    return whole_within(EngineError, name, whole_of(text), 1, most)


def _seconds(name: str, text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,9}(?:\.[0-9]{0,20})?", text, re.ASCII):
        raise EngineError("hub.seconds", name=name, value=excerpt(text))
    return float(text)

"""The players of a match. Programs are started once; all others are made for each game."""

import os
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from crownhead.custom.player import SECONDS, Factory, OwnPlayer
from crownhead.endgame import EndgameTables
from crownhead.pieces import Side
from crownhead.players import Opponent, Player, equip, read_opponent
from crownhead.players.names import own_opponent
from crownhead.rules import Rules

if TYPE_CHECKING:
    from crownhead.engine.hub import HubEngine

_NONE: Final[Mapping[str, Factory]] = MappingProxyType({})


class Thought(NamedTuple):
    """A player who is choosing a move in a game."""

    game: int
    side: Side


class Notes(NamedTuple):
    """Notes of workers on who is thinking, in a shared folder.

    A player may end the process that it runs in. The note that the process leaves names that player.
    """

    folder: Path

    @contextmanager
    def thinking(self, thought: Thought) -> Iterator[None]:
        """Keep a note on who is thinking while the block runs."""
        note = self.folder / str(os.getpid())
        note.write_text(f"{thought.game} {thought.side.value}", encoding="utf-8")
        try:
            yield
        finally:
            note.unlink(missing_ok=True)

    def forget(self) -> None:
        """Remove the note of this process, which must end while a player is thinking."""
        (self.folder / str(os.getpid())).unlink(missing_ok=True)

    def left_behind(self) -> list[Thought]:
        """Read and remove the notes of processes that died.

        >>> from tempfile import mkdtemp
        >>> notes = Notes(Path(mkdtemp()))
        >>> with notes.thinking(Thought(7, Side.BLACK)):
        ...     notes.left_behind()
        [Thought(game=7, side=<Side.BLACK: 'black'>)]
        """
        found = []
        for note in sorted(self.folder.iterdir()):
            game, _, side = note.read_text(encoding="utf-8").partition(" ")
            note.unlink(missing_ok=True)
            if side:  # else it died while writing
                found.append(Thought(int(game), Side(side)))
        return found


class Opponents(AbstractContextManager["Opponents"]):
    """Opponents by name, one game at a time. Leaving the `with` statement ends the programs.

    `own` maps names to classes and functions that make players, and `seconds` is their time limit for a
    move. `tables` is a folder of endgame tables, and `notes` say which of those players is thinking.
    Programs, which may start slowly, are kept and get `new-game`. All others begin each game with its own
    seed.
    """

    def __init__(
        self,
        own: Mapping[str, Factory] = _NONE,
        seconds: float = SECONDS,
        tables: Path | None = None,
        notes: Notes | None = None,
    ) -> None:
        self._own = own
        self._seconds = seconds
        self._tables = None if tables is None else EndgameTables.open(tables)
        self._notes = notes
        self._known: dict[str, Opponent] = {}
        self._programs: dict[str, HubEngine] = {}

    def read(self, name: str) -> Opponent:
        """Read and check the name of an opponent."""
        if name not in self._known:
            if name in self._own:
                found = own_opponent(self._own[name], name, self._seconds)
            else:
                found = read_opponent(name, programs=True)
                if found.kind == "own":
                    found = own_opponent(found.options["factory"], name, self._seconds)
            self._known[name] = found
        return self._known[name]

    @contextmanager
    def seated(self, name: str, seed: int) -> Iterator[Player]:
        """Provide an opponent for one game."""
        from crownhead.engine.hub import HubEngine  # slow to import

        one = self._programs.get(name) or equip(self.read(name).make(seed), self._tables)
        if isinstance(one, HubEngine):
            self._programs[name] = one
        try:
            yield one
        finally:
            if name not in self._programs and hasattr(one, "close"):
                one.close()

    def call(self, name: str, rules: Rules) -> None:
        """Raise the error of an opponent that would fail in every game, such as a missing program."""
        if self.read(name).kind not in ("hub", "own"):
            return
        with self.seated(name, 0):
            if name in self._programs:
                self._programs[name].greet(rules)

    def asked(self, one: Player, game: int, side: Side) -> AbstractContextManager[None]:
        """Keep a note during the block if the player is a user's, because it may end the process."""
        if self._notes is None or not isinstance(one, OwnPlayer):
            return nullcontext()
        return self._notes.thinking(Thought(game, side))

    def close(self) -> None:
        """End all programs."""
        if self._notes is not None:
            self._notes.forget()
        while self._programs:
            self._programs.popitem()[1].close()

    def __exit__(self, *_: Any) -> None:
        self.close()

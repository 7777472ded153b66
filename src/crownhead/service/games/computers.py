"""The computers of a game: who sits where, what they think about, and stopping them."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from threading import Lock
from typing import Any, Final, Protocol

from crownhead.book import OpeningBook
from crownhead.endgame import EndgameTables
from crownhead.engine.limits import Limit
from crownhead.errors import BusyError, ConflictError, CrownheadError, SearchStoppedError
from crownhead.game import Game
from crownhead.move import Move
from crownhead.pieces import WHITE, Side
from crownhead.players import Player, Thinker, equip
from crownhead.service.contract import ThinkingView
from crownhead.service.games.choices import make_player
from crownhead.service.games.pool import ThinkingPool
from crownhead.service.games.view import side_name

_LOG: Final = logging.getLogger(__name__)


class ComputersGame(Protocol):
    """The game for which computers think. All but `hear` is called with the game's lock held."""

    def snapshot(self) -> Game:
        """A copy of the game that nobody else changes."""
        ...

    def opponent(self, side: Side) -> str:
        """The name of the computer that plays a side."""
        ...

    def allowance(self, side: Side) -> Limit:
        """How long a side may think."""
        ...

    def take(self, move: Move, *, from_book: bool) -> None:
        """Make the move that a computer has chosen, or found in its opening book."""
        ...

    def hear(self) -> None:
        """A computer has begun to think, or looked deeper."""
        ...

    def fail(self, side: Side, detail: str) -> None:
        """A computer could not move; the detail is for those who look for the cause."""
        ...


class _LockedPlayer:
    """A computer that plays a side; the lock lets it make one choice at a time."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.lock = Lock()


@dataclass(slots=True)
class _Thought:
    """A choice that is being made: for whom, how deep it has looked, and whether it still counts."""

    side: Side
    depth: int = 0
    chooser: Player | None = None  # while it chooses
    cancelled: bool = False
    failed: bool = False


class Thinking:
    """What the computers of one game think about: one thing at a time.

    Everything is called with the game's lock held; the choosing itself happens in the pool without
    it. A thought that was stopped never makes its move, however late it ends.
    """

    def __init__(
        self,
        game: ComputersGame,
        lock: AbstractContextManager[Any],
        pool: ThinkingPool,
        seed: int | None,
        tables: Callable[[], EndgameTables | None],
        book: Callable[[], OpeningBook | None],
    ) -> None:
        self._game = game
        self._lock = lock
        self._pool = pool
        self._seed = seed
        self._tables = tables
        self._book = book
        self._players: dict[Side, _LockedPlayer] = {}
        self._thought: _Thought | None = None

    @property
    def is_idle(self) -> bool:
        """Whether nobody thinks, and nobody has failed since something changed."""
        return self._thought is None

    @property
    def has_failed(self) -> bool:
        """Whether the last computer that should move could not."""
        return self._thought is not None and self._thought.failed

    def view(self) -> ThinkingView | None:
        """Who thinks and how deep they have looked, if anybody does."""
        thought = self._thought
        if thought is None or thought.failed:
            return None
        return {"side": side_name(thought.side), "depth": thought.depth}

    def begin(self, side: Side) -> bool:
        """Let a computer choose; False if too many do already, and it must be asked again."""
        thought = _Thought(side)
        try:
            self._pool.submit(self._choose, thought)
        except BusyError:
            return False
        self._thought = thought
        self._game.hear()
        return True

    def stop(self) -> None:
        """End what is being thought; it does not count any more."""
        thought, self._thought = self._thought, None
        if thought is not None:
            thought.cancelled = True
            if isinstance(thought.chooser, Thinker):
                thought.chooser.stop()

    def close(self) -> None:
        """Stop, and give back the memory of the players."""
        self.stop()
        for locked in self._players.values():
            if isinstance(locked.player, Thinker):
                locked.player.close()
        self._players.clear()

    # ---- in the pool

    def _choose(self, thought: _Thought) -> None:
        try:
            with self._lock:
                if thought.cancelled:
                    return
                locked = self._locked_player(thought.side)
            # An earlier choice of the same player may still be ending.
            with locked.lock, self._pool.memory.held(locked.player):
                equip(locked.player, self._tables(), self._book())
                move = self._ask(locked.player, thought)
                from_book = getattr(locked.player, "from_book", False)
            with self._lock:
                if move is not None and not thought.cancelled:
                    self._thought = None
                    self._game.take(move, from_book=from_book)
        except SearchStoppedError:
            self._begin_again(thought)
        except ConflictError as error:
            # Another program has moved first, or the time is over; the game was read again.
            _LOG.debug("the move of %s came too late: %s", thought.side, error)
        except CrownheadError as error:
            if thought.cancelled:
                return  # its player was closed before it could begin
            _LOG.warning("%s could not move: %s", thought.side, error)
            self._give_up(thought, str(error))
        except Exception:
            _LOG.exception("%s could not move", thought.side)
            self._give_up(thought, "an error")

    def _locked_player(self, side: Side) -> _LockedPlayer:
        locked = self._players.get(side)
        if locked is None:
            seed = None if self._seed is None else self._seed + (side is WHITE)
            locked = self._players[side] = _LockedPlayer(
                make_player(self._game.opponent(side), seed)
            )
        return locked

    def _ask(self, made: Player, thought: _Thought) -> Move | None:
        """Let a player choose, unless the thought was cancelled before it could begin."""
        with self._lock:
            if thought.cancelled:
                return None
            game = self._game.snapshot()
            thought.chooser = made
            if isinstance(made, Thinker):
                made.allowance = self._game.allowance(thought.side)
                made.watch = lambda depth: self._looked(thought, depth)
        try:
            return made.choose(game)
        finally:
            with self._lock:
                thought.chooser = None

    def _looked(self, thought: _Thought, depth: int) -> None:
        if not thought.cancelled:
            thought.depth = depth
            self._game.hear()

    def _begin_again(self, thought: _Thought) -> None:
        """A stop that was meant for an earlier choice has ended this one."""
        with self._lock:
            if not thought.cancelled:
                self._thought = None
                self.begin(thought.side)

    def _give_up(self, thought: _Thought, detail: str) -> None:
        with self._lock:
            if not thought.cancelled and self._thought in (None, thought):
                thought.failed = True
                self._thought = thought  # nobody begins again until something changes
                self._game.fail(thought.side, detail)

"""The computers of a game: starting and stopping their searches."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import Final

from crownhead.book import OpeningBook
from crownhead.endgame import EndgameTables
from crownhead.engine.limits import Limit
from crownhead.errors import BusyError, CrownheadError, SearchStoppedError
from crownhead.messages import Message
from crownhead.pieces import WHITE, Side
from crownhead.players import Player, Thinker, equip
from crownhead.service.games.choices import make_player
from crownhead.service.games.pool import ThinkingPool
from crownhead.session.clock import Clock
from crownhead.session.commands import Command
from crownhead.session.state import Session
from crownhead.session.thinking import Chosen, Failed, Rethink
from crownhead.text.moves import legal_move

_LOG: Final = logging.getLogger(__name__)
# Without a clock, a computer set to think for ever moves after this time.
_PATIENCE: Final = Limit(seconds=60)
_SHARE_OF_A_MOVE: Final = 0.7  # of the time left for a move that a computer may use


@dataclass(slots=True)
class _Seated:
    """A computer that plays a side, made when it first thinks; the lock allows one choice at a time."""

    opponent: str
    seed: int | None
    player: Player | None = None
    is_closed: bool = False
    lock: Lock = field(default_factory=Lock)

    def made(self) -> Player | None:
        """The player; None if its seat was left meanwhile."""
        if self.player is None and not self.is_closed:
            self.player = make_player(self.opponent, self.seed)
            if self.is_closed:
                self.close()
        return None if self.is_closed else self.player

    def close(self) -> None:
        """Free the player's memory."""
        self.is_closed = True
        if isinstance(self.player, Thinker):
            self.player.close()


class Thought:
    """A choice in progress: the session, the depth so far, and whether it still counts."""

    def __init__(self, session: Session, seated: _Seated, begun: float) -> None:
        self.session = session
        self.begun = begun
        self.number = session.thought + 1  # as `Think` numbers it
        self.side = session.turn
        self.seated = seated
        self.depth = 0
        self.is_cancelled = False
        self._chooser: Player | None = None  # while it chooses
        self._lock = Lock()

    def begin(self, chooser: Player | None) -> bool:
        """Note the player that starts to choose; False if the choice was cancelled."""
        with self._lock:
            self._chooser = None if self.is_cancelled else chooser
            return self._chooser is not None

    def cancel(self) -> None:
        """Cancel the choice."""
        with self._lock:
            self.is_cancelled = True
            if isinstance(self._chooser, Thinker):
                self._chooser.stop()


@dataclass(slots=True, eq=False)
class Computers:
    """The searches of one game's computers, one at a time.

    One caller at a time. Searches run in the pool; `answered` gets the number of the choice and a
    command that names it.
    """

    pool: ThinkingPool
    now: Callable[[], float]
    seed: int | None
    tables: Callable[[], EndgameTables | None]
    book: Callable[[], OpeningBook | None]
    heard: Callable[[], None]
    answered: Callable[[int, Command], None]
    _seated: dict[Side, _Seated] = field(default_factory=dict)
    _thought: Thought | None = None

    @property
    def depth(self) -> int:
        """The depth of the current search."""
        thought = self._thought
        return thought.depth if thought else 0

    def begin(self, session: Session) -> bool:
        """Let the computer whose turn it is choose; False if too many are thinking already."""
        side = session.turn
        seated = self._seated.get(side)
        if seated is None:
            seed = None if self.seed is None else self.seed + (side is WHITE)
            seated = self._seated[side] = _Seated(session.seating.players[side], seed)
        thought = Thought(session, seated, self.now())
        try:
            self.pool.submit(self._choose, thought)
        except BusyError:
            return False
        self._thought = thought
        return True

    def stop(self) -> None:
        """Cancel the current search."""
        thought, self._thought = self._thought, None
        if thought is not None:
            thought.cancel()

    def close(self) -> None:
        """Stop, and free the players' memory."""
        self.stop()
        for seated in self._seated.values():
            seated.close()
        self._seated.clear()

    # ---- in the pool

    def _choose(self, thought: Thought) -> None:
        try:
            # The player may still be ending an earlier choice.
            with thought.seated.lock:
                player = thought.seated.made()
                command = self._ask(player, thought) if player is not None else None
        except SearchStoppedError:  # by a stop meant for an earlier choice
            command = None
        except Exception as error:
            if thought.is_cancelled:
                return  # its player was closed first
            if isinstance(error, CrownheadError):
                _LOG.warning(Message("log.move", {"side": thought.side, "why": error}))
                command = Failed(error.message, thought.number)
            else:
                _LOG.exception("%s could not move", thought.side)
                command = Failed(Message("service.fault"), thought.number)
        if not thought.is_cancelled:
            self.answered(thought.number, command or Rethink(thought.number))

    def _ask(self, player: Player, thought: Thought) -> Command | None:
        """Let a player choose, unless the choice was cancelled first."""
        with self.pool.memory.held(player):
            equip(player, self.tables(), self.book())
            if not thought.begin(player):
                return None
            session = thought.session
            try:
                if isinstance(player, Thinker):
                    waited = self.now() - thought.begun
                    player.allowance = allowance(session.clock, thought.side, waited)
                    player.watch = lambda depth: self._looked(thought, depth)
                move = legal_move(player.choose(session.game()), session.position)
            finally:
                thought.begin(None)
            return Chosen(move, thought.number, book=getattr(player, "from_book", False))

    def _looked(self, thought: Thought, depth: int) -> None:
        if not thought.is_cancelled:
            thought.depth = depth
            self.heard()


def allowance(clock: Clock, side: Side, waited: float = 0.0) -> Limit:
    """How long a computer may think without losing on time, after waiting for its turn."""
    left, setting = max(0.0, clock.shown[side] - waited), clock.setting
    if setting.kind == "game":
        return Limit(clock=left, increment=setting.increment)
    return Limit(seconds=_SHARE_OF_A_MOVE * left) if setting.kind == "move" else _PATIENCE

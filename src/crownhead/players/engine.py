"""The engine as an opponent."""

from collections.abc import Callable
from functools import partial
from random import Random

from crownhead.book import EQUAL, OpeningBook
from crownhead.cursor import Cursor
from crownhead.endgame import EndgameTables
from crownhead.engine.engine import Engine
from crownhead.engine.limits import Info, Limit
from crownhead.errors import EngineError, SearchStoppedError
from crownhead.game import Game, cursor_of
from crownhead.move import Move
from crownhead.players.base import Interruption, Player


class EngineThinker:
    """The base of players that own an engine, which can be watched, stopped, rested and closed."""

    def __init__(
        self, *, hash_mb: int = 64, evaluation: str = "best", seed: int | None = None
    ) -> None:
        self.watch: Callable[[int], None] | None = None
        self.allowance: Limit | None = None
        self._make = partial(Engine, hash_mb=hash_mb, evaluation=evaluation)
        self._engine: Engine | None = self._make()  # None while it rests
        self._is_closed = False
        self._tables: EndgameTables | None = None
        self._interruption = Interruption()
        self._random = Random(seed)
        #: The opening book that it plays from.
        self.book: OpeningBook | None = None
        #: Whether its last move was from the opening book.
        self.from_book = False

    #: Whether it uses an opening book.
    takes_book: bool = True
    #: The largest endgame tables that it uses, in pieces; None is all.
    table_pieces: int | None = None

    def use(self, tables: EndgameTables | None) -> None:
        """Use endgame tables, or none. Not to be called while it chooses."""
        self._tables = tables
        if self._engine is not None and tables is not self._engine.tables:
            self._engine.use_tables(tables, self.table_pieces)

    def _at_once(self, game: Cursor, margin: int | None) -> Move | None:
        """A move without a search: the only one, or one of the book within a margin.

        Without a margin the book is not used.
        """
        self.from_book = False
        moves = game.choices()
        if len(moves) == 1:
            return moves[0]
        if self.book is None or margin is None:
            return None
        found = self.book.choose(game.position, self._random, margin)
        self.from_book = found is not None
        return found

    def _analyse(self, game: Cursor, limit: Limit, lines: int = 1) -> list[Info]:
        """Search to the limit; raises SearchStoppedError after a stop."""
        self._interruption.raise_if_set()
        limit = limit.within(self.allowance)
        infos = self._awake().analyse(game, limit, lines, watch=self._report)
        self._interruption.raise_if_set()
        if not infos:  # the engine was closed before its first report
            raise SearchStoppedError("engine.stopped")
        return infos

    def _report(self, info: Info) -> None:
        if self._interruption.is_set():
            self._stop_search()  # stopped before the search had begun
        elif self.watch is not None and info.line == 1:
            self.watch(info.depth)

    def stop(self) -> None:
        """Stop the current choice. Any thread may call this."""
        self._interruption.set()
        self._stop_search()

    def _stop_search(self) -> None:
        engine = self._engine  # another thread may close the player meanwhile
        if engine is not None:
            engine.stop()

    @property
    def table_mb(self) -> int:
        """Megabytes of its current table."""
        engine = self._engine
        return 0 if engine is None or self._is_closed else engine.hash_mb

    def rest(self) -> None:
        """Release memory until the next choice, which begins with an empty table.

        Not to be called while it chooses.
        """
        engine, self._engine = self._engine, None
        if engine is not None:
            engine.close()

    def _awake(self) -> Engine:
        """The engine, which is new after a rest."""
        if self._engine is None and not self._is_closed:
            self._engine = self._make()
            self.use(self._tables)
        if self._is_closed:  # another thread may have closed it while the engine was made
            self.rest()
        if self._engine is None:
            raise EngineError("engine.closed")
        return self._engine

    def close(self) -> None:
        """Stop the engine and release its memory."""
        self._is_closed = True
        engine = self._engine
        if engine is not None:
            engine.close()


def equip(player: Player, tables: EndgameTables | None, book: OpeningBook | None = None) -> Player:
    """Give endgame tables and an opening book to a player that can use them."""
    if isinstance(player, EngineThinker):
        player.use(tables)
        if book is not None and player.takes_book:
            player.book = book
    return player


class EnginePlayer(EngineThinker):
    """The engine at full strength under a limit. It owns an engine, which `close` releases."""

    def __init__(self, limit: Limit, *, evaluation: str = "best", seed: int | None = None) -> None:
        super().__init__(evaluation=evaluation, seed=seed)
        self.name = "engine"
        self._limit = limit

    def choose(self, game: Game) -> Move:
        """Choose the engine's best move, or the only one at once.

        With an opening book, choose at random among equally good moves of the book.
        """
        cursor = cursor_of(game)
        return self._at_once(cursor, EQUAL) or self._analyse(cursor, self._limit)[0].pv[0]

"""What a person can do: begin games, come back to them, ask for help."""

from __future__ import annotations

import contextlib
import logging
import os
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random
from threading import Event, Lock, RLock, Thread
from typing import TYPE_CHECKING, Final

from crownhead.book import OpeningBook, usual_book
from crownhead.endgame import EndgameTables, HomeTables
from crownhead.engine import Engine, Hint, Limit
from crownhead.errors import (
    CrownheadError,
    GameError,
    NotFoundError,
    StoreError,
    excerpt,
)
from crownhead.game import Game
from crownhead.messages import Message
from crownhead.pieces import Side
from crownhead.service.analysis.analyses import Analyses
from crownhead.service.contract import OpponentView
from crownhead.service.games import series
from crownhead.service.games.choices import known_seat, seat
from crownhead.service.games.draws import why_declined
from crownhead.service.games.game_list import GamePage, read_start, summary_view
from crownhead.service.games.live import Listener, LiveGame
from crownhead.service.games.pool import Helpers, ThinkingPool
from crownhead.service.games.setup import NewGame
from crownhead.service.games.storing import session_of, summary_of
from crownhead.service.tidying import tidy
from crownhead.session.seating import Visitor
from crownhead.session.seats import LeadTo
from crownhead.session.state import DrawWhy
from crownhead.store import GameState, GameStore, StoredGame, StoredMove

if TYPE_CHECKING:
    from crownhead.service.analysis.reviews import Reviews
    from crownhead.service.library.library_service import Library

_LOG: Final = logging.getLogger(__name__)
_SECONDS_BETWEEN_TICKS: Final = 0.05
_TICKS_TO_TRY_AGAIN: Final = 20
_MOST_OPEN_GAMES: Final = 64
MOST_A_DAY: Final = 100  # games that a guest can begin; nobody plays that many
_DAY: Final = 24 * 3600.0
_DRAW_LIMIT: Final = Limit(seconds=0.3)
# For each position, and four times as many for suspected mistakes: for a game of sixty moves, about ten
# seconds on a current processor.
_REVIEW_NODES: Final = 50_000


class Service:
    """Everything that a person can do, in any front end. Any thread may call."""

    def __init__(
        self,
        folder: str | Path,
        *,
        threads: int | None = None,
        seed: int | None = None,
        endgame: bool = False,
        book: bool = False,
        review_nodes: int = _REVIEW_NODES,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.store = GameStore(folder)
        # Games use endgame tables as soon as they are built.
        self._home = HomeTables(folder) if endgame else None
        self._wants_book = book
        # Searches release the interpreter's lock, so more threads than cores are useful: a game with a
        # quick opponent need not wait for one with a slow opponent.
        self.pool = ThinkingPool(threads or 2 * max(2, os.cpu_count() or 1))
        #: Games with variations.
        self.analyses = Analyses(self.store.analyses, self.tables)
        self.helpers = Helpers()  # hints and draw offers do not wait for games
        self._now = now
        self._seed = seed
        self._chance = Random(seed)
        self._lock = RLock()
        self._open: dict[str, LiveGame] = {}
        self._rematching = Lock()
        self._engine_lock = Lock()
        self._engine = Engine(threads=1, hash_mb=32)
        self._review_nodes = review_nodes
        self._reviews: Reviews | None = None
        self._library: Library | None = None
        self._closing = Event()
        self._ticker = Thread(target=self._tick, name="clocks", daemon=True)
        self._ticker.start()
        self._tidier = Thread(
            target=tidy,
            args=(self.store, lambda: self.library, self._closing.is_set),
            name="tidying",
            daemon=True,
        )
        self._tidier.start()

    # ---- games

    def begin(self, new: NewGame) -> LiveGame:
        """Begin a game."""
        return self._keep(self._add(new.stored(self._chance)))

    def rematch(
        self, game_id: str, *, swap: bool, opponent: str | None = None, by: Visitor | None = None
    ) -> LiveGame:
        """Begin a game with the same settings.

        `swap` exchanges the sides; another `opponent` replaces the computers, and begins a new series.
        """
        with self._rematching:
            old = self.game(game_id)
            old.session.seating.check_seated(by)
            if not old.session.can_restart:  # a friend would be left in mid-game
                raise GameError("games.not-over")
            found = self._gone_on(old)
            if found is not None:
                return found
            self._check_often(by)
            return self._begin_again(old, swap=swap, opponent=opponent)

    def _check_often(self, by: Visitor | None) -> None:
        """Limit how many games a guest begins in a day: all stay on disk."""
        if by is None or by.is_host:
            return
        if self.store.count_seats(by.id, seconds=_DAY) >= MOST_A_DAY:
            raise GameError("games.too-many-a-day", count=MOST_A_DAY)

    def _gone_on(self, old: LiveGame) -> LiveGame | None:
        """The rematch that two people on two devices have already begun: both may have asked for it."""
        session = old.session
        if not session.seating.is_apart or session.next is None:
            return None
        try:
            new = self.game(session.next)
        except StoreError:
            return None
        return None if new.is_over else new

    def latest(self, game_id: str) -> LiveGame:
        """Follow the rematches of a game to the latest."""
        game = self.game(game_id)
        for _ in range(_MOST_OPEN_GAMES):
            following = game.session.next
            if following is None:
                break
            try:
                game = self.game(following)
            except NotFoundError:
                break
        return game

    def _begin_again(self, old: LiveGame, *, swap: bool, opponent: str | None) -> LiveGame:
        stored = self.store.load(old.id)
        seconds = stored.clock.get("seconds") if stored.black_left is not None else None
        opening = tuple(
            StoredMove(move.path, seconds, seconds) for move in stored.moves[: stored.opening_plies]
        )
        fresh = replace(
            stored,
            black_left=seconds,
            white_left=seconds,
            ply=len(opening),
            moves=opening,
            paused=False,
            draw_offer=None,
            ending=None,
            summary=None,
            match=stored.match or stored.id,
        )
        if opponent is not None:
            fresh = _against(fresh, opponent)
        if swap:
            fresh = replace(
                fresh,
                black=fresh.white,
                white=fresh.black,
                black_name=fresh.white_name,
                white_name=fresh.black_name,
                owners=_exchanged(fresh.owners),
                invitations=_exchanged(fresh.invitations),
            )
            alike = stored.black == stored.white and stored.black_name == stored.white_name
            if alike and not (stored.owners or stored.invitations):
                fresh = replace(fresh, match=None)  # the two players can no longer be told apart
        new = self._keep(self._add(fresh))
        if new.series != old.series:
            series.link(self.store, new.series, old.series)
        old.do(LeadTo(new.id))
        return new

    def may_see(self, by: Visitor, game_id: str) -> bool:
        """Whether a browser may see a game: guests need a link or a seat, and may see rematches."""
        if by.is_host or game_id in by.games:
            return True
        try:
            game = self.game(game_id)
        except NotFoundError:
            return False
        owners = game.session.seating.owners.values()
        return by.id in owners or series.leads_from(self.store, by.games, game.series)

    def _add(self, stored: StoredGame) -> StoredGame:
        """Store a new game with its summary."""
        return self.store.add(replace(stored, summary=summary_of(session_of(stored))))

    def game(self, game_id: str) -> LiveGame:
        """Find a game; load it if it is not open."""
        with self._lock:
            found = self._open.get(game_id)
        if found is None or found.is_closed:
            return self._keep(self.store.load(game_id))
        found.catch_up()  # without our lock: it may have to wait
        with self._lock:
            if found.is_closed:
                self._open.pop(game_id, None)
                raise NotFoundError("games.missing", name=excerpt(game_id))
            if self._open.get(game_id) is found:
                self._open[game_id] = self._open.pop(game_id)  # the most recently used comes last
        return found

    def watch(self, game_id: str, listener: Listener) -> LiveGame:
        """Find a game and watch it: it stays open until the listener leaves."""
        while True:
            game = self.game(game_id)
            try:
                game.watch(listener)
            except NotFoundError:  # closed meanwhile: deleted, or to make room for others
                continue
            return game

    def _keep(self, stored: StoredGame) -> LiveGame:
        """Open a game unless it is open already; close games without listeners if there are too many."""
        with self._lock:
            found = self._open.get(stored.id)
            if found is not None and not found.is_closed:
                return found
            live = LiveGame(
                stored,
                self.store,
                self.pool,
                now=self._now,
                seed=self._seed,
                tables=self.tables,
                book=self.book,
            )
            self._open[live.id] = live
            idle = [one for one in self._open.values() if one is not live and not one.is_watched]
            leaving = idle[: max(0, len(self._open) - _MOST_OPEN_GAMES)]
            for old in leaving:
                del self._open[old.id]
        for old in leaving:
            old.close()
        return live

    def rename(self, visitor: str, name: str | None) -> None:
        """Change a person's name in all open games."""
        with self._lock:
            found = list(self._open.values())
        for game in found:
            game.rename(visitor, name)

    def delete(self, game_id: str) -> None:
        """Delete a game for good, even a damaged one."""
        try:
            found = self.game(game_id)
        except NotFoundError:
            raise
        except CrownheadError:
            self.store.delete(game_id)
        else:
            found.delete()
        with self._lock:
            self._open.pop(game_id, None)
            reviews = self._reviews
        if reviews is not None:
            reviews.stop(game_id)

    def games(
        self,
        limit: int = 20,
        *,
        after: str | None = None,
        state: GameState | None = None,
        opponent: str | None = None,
        by: Visitor | None = None,
    ) -> GamePage:
        """List the games played last, newest first, from their summaries alone.

        Only the newest of the games without a move is listed. `after` is the `next` of the page
        before.
        """
        found = self.store.page(
            limit,
            before=read_start(after),
            state=state,
            opponent=opponent,
            visitor=by.id if by else None,
        )
        seats = self.store.seats_of([one.id for one in found])
        last = found[-1] if len(found) == limit else None
        return GamePage(
            [summary_view(one, seats.get(one.id)) for one in found],
            f"{last.updated!r}~{last.id}" if last else None,
        )

    def opponents(self) -> list[OpponentView]:
        """The computers in stored games, the weakest first."""
        seats = map(known_seat, self.store.opponents())
        offers = [one.offer() for one in seats if one and not one.is_person]
        return sorted(offers, key=lambda one: (one["rating"] or 0, one["name"]))

    # ---- help

    def hint(self, game: Game) -> Hint:
        """Suggest a move; takes half a second, one at a time."""
        with self._helping() as engine:
            return engine.hint(game)

    def judge_draw(self, game: Game, side: Side) -> DrawWhy | None:
        """Search the position; return why the computer declines a draw, None if it accepts."""
        with self._helping() as engine:
            infos = engine.analyse(game, _DRAW_LIMIT)
        return why_declined(game, side, infos[0].score) if infos else None

    @property
    def reviews(self) -> Reviews:
        """Reviews of games that are over."""
        from crownhead.service.analysis.reviews import Reviews  # slow to import, and rarely needed

        with self._lock:
            if self._reviews is None:
                self._refuse_closing()
                self._reviews = Reviews(self.store, self._review_nodes, self.tables, self._helping)
            return self._reviews

    @property
    def library(self) -> Library:
        """Collections of games."""
        # Slow to import, and not always needed.
        from crownhead.service.library.library_service import Library

        with self._lock:
            if self._library is None:
                self._refuse_closing()
                self._library = Library(self.store, self.book)
            return self._library

    def tables(self) -> EndgameTables | None:
        """The endgame tables, if there are any."""
        return self._home.get() if self._home else None

    def book(self) -> OpeningBook | None:
        """The opening book, if computers may use it; read on first use."""
        if self._wants_book:
            try:
                return usual_book()
            except CrownheadError as error:
                _LOG.warning(Message("log.book", {"why": error}))
                self._wants_book = False
        return None

    @contextlib.contextmanager
    def _helping(self) -> Iterator[Engine]:
        """The engine for hints and other questions, for one caller at a time."""
        with self._engine_lock:
            self._refuse_closing()
            tables = self.tables()
            if tables is not self._engine.tables:
                self._engine.use_tables(tables)
            yield self._engine

    def _refuse_closing(self) -> None:
        if self._closing.is_set():
            raise GameError("service.stopping")

    # ---- time

    def _tick(self) -> None:
        pulse = None
        behind: set[str] = set()  # games that may have changed elsewhere
        for number in count():
            if self._closing.wait(_SECONDS_BETWEEN_TICKS):
                return
            pulse, before = self._pulse(pulse), pulse
            with self._lock:
                watched = [game for game in self._open.values() if game.is_watched]
            if pulse != before:
                behind = {game.id for game in watched}
            for game in watched:
                try:
                    due = pulse != before or number % _TICKS_TO_TRY_AGAIN == 0
                    if game.id in behind and due and game.catch_up():
                        behind.discard(game.id)
                    game.tick()
                except CrownheadError as error:
                    _LOG.warning(Message("log.game", {"game": game.id, "why": error}))
                except Exception:  # a fault in one game must not stop the clocks of others
                    _LOG.exception("the clocks of game %s failed", game.id)

    def _pulse(self, otherwise: int | None) -> int | None:
        """Whether another program has written to the store; each of its writes bumps the pulse."""
        try:
            return self.store.pulse()
        except StoreError as error:
            _LOG.warning(Message("log.store", {"why": error}))
            return otherwise

    def close(self) -> None:
        """Stop everything that runs; all changes are on disk."""
        self._closing.set()
        self.store.stop_waiting()
        self._engine.stop()
        with self._lock:
            games, reviews, library = list(self._open.values()), self._reviews, self._library
        if reviews is not None:
            reviews.close()
        if library is not None:
            library.close()
        for game in games:
            game.close()
        self.analyses.close()
        self.pool.close()
        self.helpers.close()
        if self._home is not None:
            self._home.close()
        self._ticker.join()
        self._tidier.join()
        with self._engine_lock:
            self._engine.close()
        self.store.close()


def _exchanged(seats: Mapping[str, str]) -> dict[str, str]:
    """Exchange what belongs to the two sides."""
    return {Side(side).other.value: one for side, one in seats.items()}


def _against(stored: StoredGame, opponent: str) -> StoredGame:
    """The same game with another computer in the seats of computers."""
    other = seat(opponent).opponent
    black, white = (one if seat(one).is_person else other for one in (stored.black, stored.white))
    if (black, white) == (stored.black, stored.white):
        return stored
    return replace(stored, black=black, white=white, match=None)

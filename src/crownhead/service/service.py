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
from crownhead.service.games.game_list import GamePage, read_place, summary_view
from crownhead.service.games.live import Listener, LiveGame
from crownhead.service.games.pool import Helpers, ThinkingPool
from crownhead.service.games.record import session_of, summary_of
from crownhead.service.games.setup import NewGame
from crownhead.service.tidying import tidy
from crownhead.session import DrawWhy, LeadTo, Visitor
from crownhead.store import GameRecord, GameState, GameStore, MoveRecord

if TYPE_CHECKING:
    from crownhead.service.analysis.reviews import Reviews
    from crownhead.service.library.library_service import Library

_LOG: Final = logging.getLogger(__name__)
_SECONDS_BETWEEN_TICKS: Final = 0.05
_TICKS_TO_TRY_AGAIN: Final = 20
_MOST_OPEN_GAMES: Final = 64
MOST_A_DAY: Final = 100  # games that a guest can begin; nobody plays as many
_DAY: Final = 24 * 3600.0
_DRAW_LIMIT: Final = Limit(seconds=0.3)
# In each position, and four times as many in those that look like mistakes: as many in a game of sixty
# moves as a processor of our day searches in ten seconds.
_REVIEW_NODES: Final = 50_000


class Service:
    """Everything that a person can do, whichever front end they use. Any thread may call."""

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
        #: Waits no more for other programs that hold the file; to be called before closing.
        self.stop_waiting = self.store.stop_waiting
        # Whoever plays a game has endgame tables as soon as they are built.
        self._home = HomeTables(folder) if endgame else None
        self._wants_book = book
        # Searches leave the interpreter free, so there may be more of them than cores: a game with
        # a quick opponent need not wait for one with a slow opponent.
        self.pool = ThinkingPool(threads or 2 * max(2, os.cpu_count() or 1))
        #: Games with variations that people look into.
        self.analyses = Analyses(self.store.analyses, self.tables)
        self.helpers = Helpers()  # hints and draws wait for nobody's game
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
        return self._keep(self._add(new.record(self._chance)))

    def rematch(
        self, game_id: str, *, swap: bool, opponent: str | None = None, by: Visitor | None = None
    ) -> LiveGame:
        """Begin a game with the same set-up.

        `swap` lets the players change sides; another `opponent` takes the computers' seats, and
        begins a new series.
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
        """Refuse a guest who begins one game after another: they all stay on disk."""
        if by is None or by.is_host:
            return
        if self.store.count_seats(by.id, seconds=_DAY) >= MOST_A_DAY:
            raise GameError("games.too-many-a-day", count=MOST_A_DAY)

    def _gone_on(self, old: LiveGame) -> LiveGame | None:
        """The game in which two people on two devices play on already: both may have asked for it."""
        session = old.session
        if not session.seating.is_apart or session.next is None:
            return None
        try:
            new = self.game(session.next)
        except StoreError:
            return None
        return None if new.is_over else new

    def latest(self, game_id: str) -> LiveGame:
        """The game in which the players of a game go on, as far as they have."""
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
        record = self.store.load(old.id)
        seconds = record.clock.get("seconds") if record.black_left is not None else None
        opening = tuple(
            MoveRecord(move.path, seconds, seconds) for move in record.moves[: record.opening_plies]
        )
        fresh = replace(
            record,
            black_left=seconds,
            white_left=seconds,
            ply=len(opening),
            moves=opening,
            paused=False,
            draw_offer=None,
            ending=None,
            summary=None,
            match=record.match or record.id,
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
            alike = record.black == record.white and record.black_name == record.white_name
            if alike and not (record.owners or record.invitations):
                fresh = replace(fresh, match=None)  # nobody can tell the two apart any more
        new = self._keep(self._add(fresh))
        if new.series != old.series:
            series.link(self.store, new.series, old.series)
        old.do(LeadTo(new.id))
        return new

    def may_see(self, by: Visitor, game_id: str) -> bool:
        """Whether a browser may look at a game: guests at those of their links or seats, and at rematches."""
        if by.is_host or game_id in by.games:
            return True
        try:
            game = self.game(game_id)
        except NotFoundError:
            return False
        owners = game.session.seating.owners.values()
        return by.id in owners or series.leads_from(self.store, by.games, game.series)

    def _add(self, record: GameRecord) -> GameRecord:
        """Store a new game, with what a list shows of it."""
        return self.store.add(replace(record, summary=summary_of(session_of(record))))

    def game(self, game_id: str) -> LiveGame:
        """Find a game, from disk if nobody has it open."""
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
                self._open[game_id] = self._open.pop(game_id)  # the last of those that were used
        return found

    def watch(self, game_id: str, listener: Listener) -> LiveGame:
        """Find a game and look at it, so that it stays open until the listener leaves."""
        while True:
            game = self.game(game_id)
            try:
                game.watch(listener)
            except NotFoundError:  # closed by now: deleted, or only to make room for others
                continue
            return game

    def _keep(self, record: GameRecord) -> LiveGame:
        """Open a game, unless somebody has just done so; those that nobody looks at make room."""
        with self._lock:
            found = self._open.get(record.id)
            if found is not None and not found.is_closed:
                return found
            live = LiveGame(
                record,
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
        """Call a browser's person by another name in the games that are open."""
        with self._lock:
            found = list(self._open.values())
        for game in found:
            game.rename(visitor, name)

    def delete(self, game_id: str) -> None:
        """Delete a game for good, even one that cannot be opened any more."""
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
        """The games that were played last, newest first, in short; nothing is replayed for it.

        Of the games in which nobody has moved, only the newest. `after` is where the part of the
        list before this one ended, its `next`.
        """
        found = self.store.page(
            limit,
            before=read_place(after),
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
        """The computers that occur in stored games, the weakest first."""
        seats = map(known_seat, self.store.opponents())
        offers = [one.offer() for one in seats if one and not one.is_person]
        return sorted(offers, key=lambda one: (one["rating"] or 0, one["name"]))

    # ---- help

    def hint(self, game: Game) -> Hint:
        """Suggest a move; one at a time, half a second each."""
        with self._helping() as engine:
            return engine.hint(game)

    def judge_draw(self, game: Game, side: Side) -> DrawWhy | None:
        """Why a computer that plays a side declines a draw: it looks at the position. None: it accepts."""
        with self._helping() as engine:
            infos = engine.analyse(game, _DRAW_LIMIT)
        return why_declined(game, side, infos[0].score) if infos else None

    @property
    def reviews(self) -> Reviews:
        """Reviews of games that are over."""
        from crownhead.service.analysis.reviews import Reviews  # slow to import, and seldom needed

        with self._lock:
            if self._reviews is None:
                self._refuse_closing()
                self._reviews = Reviews(self.store, self._review_nodes, self.tables, self._helping)
            return self._reviews

    @property
    def library(self) -> Library:
        """Collections of games."""
        from crownhead.service.library.library_service import (
            Library,  # slow to import, and not always needed
        )

        with self._lock:
            if self._library is None:
                self._refuse_closing()
                self._library = Library(self.store, self.book)
            return self._library

    def tables(self) -> EndgameTables | None:
        """The endgame tables, where there are any yet."""
        return self._home.get() if self._home else None

    def book(self) -> OpeningBook | None:
        """The opening book, where players may use it; it is read when one first does."""
        if self._wants_book:
            try:
                return usual_book()
            except CrownheadError as error:
                _LOG.warning(Message("log.book", {"why": error}))
                self._wants_book = False
        return None

    @contextlib.contextmanager
    def _helping(self) -> Iterator[Engine]:
        """The engine for those who wait for an answer, one at a time."""
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
                except Exception:  # one game's trouble must not stop the clocks of the others
                    _LOG.exception("game %s could not look at its clocks", game.id)

    def _pulse(self, otherwise: int | None) -> int | None:
        """Whether other programs have written to the store; each of them beats it on."""
        try:
            return self.store.pulse()
        except StoreError as error:
            _LOG.warning(Message("log.store", {"why": error}))
            return otherwise

    def close(self) -> None:
        """Stop everything that runs; all that was done is on disk."""
        self._closing.set()
        self.stop_waiting()
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
    """What belongs to each side, for the other."""
    return {Side(side).other.value: one for side, one in seats.items()}


def _against(record: GameRecord, opponent: str) -> GameRecord:
    """The same game with another computer in the computers' seats."""
    other = seat(opponent).opponent
    black, white = (one if seat(one).is_person else other for one in (record.black, record.white))
    if (black, white) == (record.black, record.white):
        return record
    return replace(record, black=black, white=white, match=None)

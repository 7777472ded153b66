"""A stored game that people watch; only here does its session change.

Commands run one after another on the store's writing thread. Each is applied to the session, written
to disk, and only then shown. Readers get the newest session without waiting.
"""

import logging
import secrets
from collections.abc import Callable
from concurrent.futures import TimeoutError as NotYetError
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from threading import Lock
from typing import Final

from pydantic_core import to_json

from crownhead.book import OpeningBook
from crownhead.endgame import EndgameTables
from crownhead.errors import ConflictError, NotFoundError, StoreError
from crownhead.game import Game
from crownhead.messages import Message
from crownhead.pieces import BLACK, WHITE, Side
from crownhead.service.contract import GameView, MatchView, ThinkingView
from crownhead.service.games import view
from crownhead.service.games.choices import seat
from crownhead.service.games.computers import Computers
from crownhead.service.games.pool import ThinkingPool
from crownhead.service.games.storing import (
    common_moves,
    pdn_tags,
    player_name,
    recorded_game,
    session_of,
    stored_of,
)
from crownhead.session.commands import Command, DrawAsked, Event, Refused, apply
from crownhead.session.endings import OfferDraw, SettleDraw
from crownhead.session.seating import Visitor
from crownhead.session.seats import Invite, Rename, Sit
from crownhead.session.state import DrawWhy, Session
from crownhead.session.thinking import Change, Failed, Rest, Think, Tick, Watch
from crownhead.store import GameStore, StoredGame

_LOG: Final = logging.getLogger(__name__)
_CODE_BYTES: Final = 6  # of an invitation's code
_SECONDS_BETWEEN_CLOCK_SAVES: Final = 1.0
_A_MOMENT: Final = 0.1  # seconds to wait for clocks to be saved
# While a clock runs, a view stays fresh for this many seconds.
_SECONDS_FRESH: Final = 0.05
#: Readers wait at most this many seconds while a write is pending.
SECONDS_TO_WAIT: Final = 0.2

#: Receives `view`, `thinking` or `gone`, from any thread, and must return at once.
Listener = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Shown:
    """A game's view at one moment, and its JSON, written once for all listeners.

    `number` grows with every change except in who is thinking. `change` is the difference from the
    number before; it is empty if only the whole view will do.
    """

    number: int
    view: GameView
    json: bytes
    change: bytes
    session: Session
    match: MatchView
    made: float


class LiveGame:
    """A game and its listeners. Any thread may call.

    Every change is on disk before a call returns or a listener hears of it. A change that cannot be
    stored does not happen.
    """

    def __init__(
        self,
        stored: StoredGame,
        store: GameStore,
        pool: ThinkingPool,
        *,
        now: Callable[[], float],
        seed: int | None = None,
        tables: Callable[[], EndgameTables | None] = lambda: None,
        book: Callable[[], OpeningBook | None] = lambda: None,
    ) -> None:
        self._store = store
        self._now = now
        #: The game as it is on disk, and the current session.
        self.stored = stored
        self.session = session_of(stored)
        self._match = self._match_score()
        self._listeners: list[Listener] = []
        #: Whether this object is closed; the store may still have the game.
        self.is_closed = False
        self._clocks_saved = 0.0
        self._moves: view.RecordViews = ()
        self._shown: Shown | None = None
        self._showing = Lock()  # while a view is made
        allowed = book if stored.book else lambda: None
        heard = partial(self._tell, "thinking")
        self._computers = Computers(pool, now, seed, tables, allowed, heard, self._answered)

    # ---- reading

    @property
    def id(self) -> str:
        """The game's name in the store."""
        return self.stored.id

    @property
    def series(self) -> str:
        """The name of the first game of its series of rematches."""
        return self.stored.match or self.stored.id

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.session.outcome is not None

    @property
    def is_untouched(self) -> bool:
        """Whether nothing has happened since the game began."""
        return len(self.stored.moves) == self.stored.opening_plies and self.stored.ending is None

    @property
    def is_watched(self) -> bool:
        """Whether the game has listeners."""
        return bool(self._listeners)

    def thinking(self) -> ThinkingView | None:
        """The computer that is thinking, and its depth."""
        side = self.session.thinking
        return {"side": view.side_name(side), "depth": self._computers.depth} if side else None

    def view(self) -> GameView:
        """The game as front ends show it; callers must not change it."""
        newest, thinking = self.shown().view, self.thinking()
        return newest if newest["thinking"] == thinking else {**newest, "thinking": thinking}

    def shown(self) -> Shown:
        """The current view, made anew if it is out of date; the search depth is sent separately."""
        with self._showing:
            shown, session, match, now = self._shown, self.session, self._match, self._now()
            same = shown is not None and shown.session is session
            if shown is None or shown.match is not match or not _is_aside(shown.session, session):
                shown = self._shown = self._made(shown, session, match, now)
            elif not same or (session.clock.running and now - shown.made >= _SECONDS_FRESH):
                again = self._made(None, session, match, now)
                # The cached change lacks who is thinking now.
                change = shown.change if same else b""
                shown = self._shown = replace(again, number=shown.number, change=change)
            return shown

    def _made(self, before: Shown | None, session: Session, match: MatchView, now: float) -> Shown:
        self._moves = moves = view.record_views(session, self._moves)
        record = [one for _, one in moves]
        made = view.game_view(self.id, session, record, match, self.thinking(), now)
        change = to_json(view.change_view(before.view, made)) if before else b""
        number = before.number + 1 if before else 0
        return Shown(number, made, to_json(made), change, session, match, now)

    def recorded(
        self, name: str | None = None, *, by: Visitor | None = None, book: bool = True
    ) -> Game:
        """The game for PDN; `name` is the asker's own, and `book` marks book moves."""
        game = recorded_game(self.session, book=book)
        game.tags |= pdn_tags(self.stored, game, *self.player_names(name, by=by))
        return game

    def player_names(
        self, name: str | None = None, *, by: Visitor | None = None
    ) -> tuple[str | None, str | None]:
        """The names of Black and White; `name` is the asker's own; None is a person without a name."""
        seating = self.session.seating
        names = {side: player_name(seating, side) for side in (BLACK, WHITE)}
        if name and len(seating.persons) == 1 and seating.of_visitor(by):
            names[seating.persons[0]] = name
        return names[BLACK], names[WHITE]

    def pdn(self, name: str | None = None, *, by: Visitor | None = None) -> str:
        """The game as PDN."""
        return self.recorded(name, by=by).pdn

    # ---- watching

    def watch(self, listener: Listener) -> None:
        """Tell a listener of every change; computers may think."""
        self._listeners.append(listener)
        try:
            self._soon(self._watched)
            if self.is_closed:
                raise NotFoundError("games.closed")
        except BaseException:
            self._listeners.remove(listener)
            raise

    def leave(self, listener: Listener) -> None:
        """Drop a listener; after the last one, clocks and computers stop."""
        self._listeners.remove(listener)
        if not self._listeners:
            left = self._now()
            self._soon(lambda: None if self._listeners else self._do(Rest(), left))

    def close(self) -> None:
        """Stop for good."""
        self.is_closed = True
        if self.session.watched:
            self._store.submit(lambda: self._do(Rest())).result()  # however long others write

    def catch_up(self) -> bool:
        """Read the game again if another program changed it.

        False if it would have to wait for a write.
        """
        with suppress(NotFoundError):
            if self.is_closed or self._store.version(self.id) == self.stored.version:
                return True
        return self._soon(self._catch_up)

    def _soon(self, job: Callable[[], object]) -> bool:
        """Queue a job, and wait briefly for it; False if it is not done by then."""
        done = self._store.submit(job)
        try:
            done.result(SECONDS_TO_WAIT)
        except NotYetError:
            return False
        return True

    # ---- commands

    def do(self, command: Command) -> tuple[Session, tuple[Event, ...]]:
        """Run a command on the queue; its result is stored and shown before this returns.

        Clocks are read now: waiting in the queue costs nobody time.
        """
        asked = self._now()
        return self._store.run(lambda: self._do(command, asked))

    def offer_draw(
        self, judge: Callable[[Game, Side], DrawWhy | None], *, by: Visitor | None = None
    ) -> None:
        """Offer a draw to the other person, who may accept, or to the computer, which decides."""
        asked = self.propose_draw(by=by)
        if asked is not None:
            self.do(SettleDraw(asked, judge(self.session.game(), asked.computer)))

    def propose_draw(self, *, by: Visitor | None = None) -> DrawAsked | None:
        """Offer a draw; the computer's answer comes by `SettleDraw`."""
        _, events = self.do(OfferDraw(by))
        return next((one for one in events if isinstance(one, DrawAsked)), None)

    def change(
        self,
        *,
        black: str | None = None,
        white: str | None = None,
        paused: bool | None = None,
        pace: float | None = None,
    ) -> None:
        """Change the players, or how two computers play."""
        first, second = (None if one is None else seat(one).opponent for one in (black, white))
        self.do(Change(first, second, paused, pace))

    def invite(self, side: Side, *, by: Visitor, name: str | None = None) -> str:
        """Keep a person's seat for whoever follows a link with the returned code."""
        after, _ = self.do(Invite(side, by, secrets.token_hex(_CODE_BYTES), name))
        return after.seating.invitations[side]

    def sit(self, side: Side, visitor: str, code: str, name: str | None = None) -> bool:
        """Take the seat of an invitation; False if it is taken: then the browser only watches."""
        after, _ = self.do(Sit(side, visitor, code, name))
        return visitor in after.seating.owners.values()

    def rename(self, visitor: str, name: str | None) -> None:
        """Rename the owner of a seat."""
        if visitor in self.session.seating.owners.values():
            self.do(Rename(visitor, name))

    def delete(self) -> None:
        """Delete the game, and tell all listeners."""

        def deleted() -> None:
            self._store.delete(self.id)
            self._vanish()

        self._store.run(deleted)

    def tick(self) -> None:
        """Check the clocks; call it several times a second while the game is watched."""
        if self.is_closed or not self._listeners:
            return
        session, now = self.session, self._now()
        stale = now - self._clocks_saved >= _SECONDS_BETWEEN_CLOCK_SAVES
        if stale and session.clock.running is not None:
            self._clocks_saved = now  # nobody waits for it, and it may fail
            self._store.submit(lambda: self._save_clocks(self.session), patience=_A_MOMENT)
        if session.wants_thought(now) or apply(session, Tick(), now)[0] != session:
            self.do(Tick())

    # ---- on the writing thread

    def _do(
        self, command: Command, asked: float | None = None
    ) -> tuple[Session, tuple[Event, ...]]:
        after, events = apply(self.session, command, self._now() if asked is None else asked)
        self._become(after)
        for event in events:
            if isinstance(event, Refused):
                raise event.error
        return self.session, events

    def _become(self, after: Session) -> None:
        """Store a changed session, let the computers go on, and tell the listeners."""
        before = self.session
        if after.version != before.version:
            after = self._saved(after)
            if after.clock is not before.clock and after.clock.running is not None:
                # The clock starts when people can see it, not while the disk is busy.
                after = replace(after, clock=replace(after.clock, since=self._now()))
        elif before.clock.running is not None and after.clock.running is None:
            self._save_clocks(after)
        if after.thinking is None:
            self._computers.stop()
        if not after.watched or after.seating.players != before.seating.players:
            self._computers.close()
        now = self._now()
        if not self.is_closed and after.wants_thought(now) and self._computers.begin(after):
            after, _ = apply(after, Think(), now)
        self._show(after)

    def _show(self, after: Session) -> None:
        before, self.session = self.session, after
        if before == after:
            return
        self.shown()  # made once, for all
        self._tell("thinking" if _is_aside(before, after) else "view")

    def _tell(self, what: str) -> None:
        for listener in list(self._listeners):
            listener(what)

    def _saved(self, session: Session) -> Session:
        """Store a session; return it with its version on disk."""
        old = self.stored
        stored = stored_of(session, old)
        try:
            unchanged = common_moves(old.moves, stored.moves)
            self.stored = self._store.save(stored, unchanged_moves=unchanged)
        except StoreError as error:
            self._recover(error)
            raise
        self._clocks_saved = self._now()
        if _decides(stored) != _decides(old):
            with suppress(StoreError):  # the game is stored even if the score is not
                self._match = self._match_score()
        return replace(session, version=self.stored.version)

    def _save_clocks(self, session: Session) -> None:
        """Store the clocks; if that fails, the last move still has its own."""
        self._clocks_saved = now = self._now()
        left = session.clock.lefts(now)
        try:
            self._store.save_clocks(self.id, self.stored.version, left[BLACK], left[WHITE])
        except StoreError as error:
            _LOG.warning(Message("log.clocks", {"game": self.id, "why": error}))

    def _recover(self, error: StoreError) -> None:
        """Go back to what is on disk; stop computers that think about another position."""
        usual = isinstance(error, ConflictError)  # another program was faster
        level = logging.DEBUG if usual else logging.WARNING
        _LOG.log(level, Message("log.not-stored", {"game": self.id, "why": error}))
        stored = self.stored
        try:
            stored = self._store.load(self.id)
        except NotFoundError:
            self._vanish()
            return
        except StoreError:
            pass
        self._read(stored)

    def _read(self, stored: StoredGame) -> None:
        """Take over a stored game; the next tick starts clocks and computers again."""
        self._computers.close()
        here = self.session
        if stored.version == here.version:  # our own session knows more
            self._show(here.idle(self._now()))
            return
        read = replace(
            session_of(stored),
            watched=bool(self._listeners),
            next=here.next,
            thought=here.thought,
            not_before=here.not_before,
            resting_ply=here.resting_ply,
        )
        self.stored = stored
        self._match = self._match_score()
        self._show(read)

    def _catch_up(self) -> None:
        if self.is_closed:
            return
        try:
            if self._store.version(self.id) == self.stored.version:
                return
            stored = self._store.load(self.id)
        except NotFoundError:
            self._vanish()
            return
        self._read(stored)
        self._do(Tick())

    def _watched(self) -> None:
        try:
            self._catch_up()
        except StoreError as error:  # it may pass; an unfitting move is refused
            _LOG.warning(Message("log.not-read", {"game": self.id, "why": error}))
        if self._listeners and not self.is_closed:
            self._do(Watch())

    def _vanish(self) -> None:
        """Close after the game was deleted."""
        self.is_closed = True
        self._computers.close()
        self._tell("gone")

    def _match_score(self) -> MatchView:
        stored = self.stored
        ended = self._store.match_score(stored.match or stored.id)
        return view.match_view(stored, ended)

    # ---- answers of computers, from any thread

    def _answered(self, thought: int, command: Command) -> None:
        """Take a computer's answer; if it cannot be stored, tell people, who may choose another opponent."""
        asked = self._now()

        def take() -> None:
            try:
                self._do(command, asked)
            except ConflictError as error:  # a person or another program was faster
                _LOG.debug("an answer came too late: %s", error)
            except StoreError as error:
                self._do(Failed(error.message, thought))
            except Exception:
                _LOG.exception("could not apply a computer's answer")
                self._do(Failed(Message("service.fault"), thought))

        self._store.submit(take)


def _is_aside(one: Session, two: Session) -> bool:
    """Whether two sessions differ only in who is thinking."""
    if one is two:
        return True
    same = replace(two, thinking=one.thinking, thought=one.thought, stepping=one.stepping)
    return same == one


def _decides(stored: StoredGame) -> tuple[object, ...]:
    """What the score of a match depends on."""
    summary = stored.summary
    return (summary and (summary.winner, summary.reason), stored.black, stored.white)

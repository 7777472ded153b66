"""A game as it is kept: on disk first, then shown to everybody."""

from __future__ import annotations

import logging
import pickle
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from crownhead.errors import ConflictError, GameError, NotFoundError, StoreError
from crownhead.game import Game
from crownhead.pieces import BLACK, WHITE, Side
from crownhead.service.contract import GameView, MatchView, MessageView, ThinkingView
from crownhead.service.games import view
from crownhead.service.games.clock import Clock, ClockSetting
from crownhead.service.games.record import (
    checked,
    common_moves,
    game_of,
    is_untouched,
    left_of,
    pdn_tags,
    played_game,
    written,
)
from crownhead.service.games.seating import Seating, Visitor, public_owners
from crownhead.service.games.shown import ShownView
from crownhead.service.games.watchers import WatchedLock
from crownhead.service.games.ways import Ways
from crownhead.store import GameRecord, GameStore

_LOG: Final = logging.getLogger(__name__)
_SECONDS_BETWEEN_CLOCK_SAVES: Final = 1.0
_SECONDS_FOR_CLOCKS: Final = 0.1  # they are saved again soon
# So long do those wait who only look, when somebody changes the game and waits for the disk.
SECONDS_TO_WAIT: Final = 0.2


class StoredGame(ABC):
    """A game with its record, its clocks and those who look at it. Any thread may call.

    Every change is on disk before a call returns or a listener hears of it. What cannot be written
    did not happen.
    """

    def __init__(self, record: GameRecord, store: GameStore, now: Callable[[], float]) -> None:
        self._shown = ShownView(self._make_view, now)
        self._lock = WatchedLock(self._shown.renew)
        self._store = store
        self._now = now
        self._views = view.RecordViews()
        self._clocks_saved = 0.0
        self._message: MessageView | None = None
        self._next: str | None = None
        self._undo_request: Side | None = None  # who asks, on two devices; a move is an answer
        self._closed = False
        self._read(record)

    @abstractmethod
    def rest(self) -> None:
        """Let the clocks stand and the computers stop."""

    @abstractmethod
    def thinking(self) -> ThinkingView | None:
        """Who thinks and how deep they have looked, if anybody does."""

    def _read(self, record: GameRecord) -> None:
        """Take over what is stored."""
        game = game_of(record)
        with checked(record):
            self._seating = Seating.of(record)
        self._record, self._game = record, game
        self._match = self._match_score()
        self._shown.outdate()
        self._clock = Clock(ClockSetting.from_dict(record.clock), left_of(record), now=self._now)

    @property
    def id(self) -> str:
        """The game's name in the store."""
        return self._record.id

    @property
    def record(self) -> GameRecord:
        """The game as it is on disk."""
        return self._record

    @property
    def series(self) -> str:
        """The name of the first of the games of which this is a rematch, or its own."""
        return self._record.match or self._record.id

    @property
    def is_closed(self) -> bool:
        """Whether this object is done with; the store may still have the game."""
        return self._closed

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._game.outcome is not None

    @property
    def is_apart(self) -> bool:
        """Whether two people play on two devices."""
        return self._seating.is_apart

    @property
    def next(self) -> str | None:
        """The game in which the players go on."""
        return self._next

    @property
    def is_untouched(self) -> bool:
        """Whether nothing was done in the game since it was begun."""
        return is_untouched(self._record)

    @property
    def is_watched(self) -> bool:
        """Whether anybody looks at the game."""
        return bool(self._lock.listeners)

    def view(self) -> GameView:
        """The game as a front end shows it; nobody may change what is returned.

        While somebody waits for the disk, it is what was shown last.
        """
        newest, thinking = self._look()[0], self.thinking()
        return newest if newest["thinking"] == thinking else {**newest, "thinking": thinking}

    def view_json(self) -> bytes:
        """The same as JSON, which is written once for everybody; how deep somebody looks is told beside."""
        return self._look()[1]

    def told_json(self) -> bytes:
        """What was shown last, without waiting for anybody who changes the game now."""
        return self._shown.told[1]

    def _look(self) -> tuple[GameView, bytes]:
        with self._lock.held_soon(SECONDS_TO_WAIT) as held:
            if held and not self._shown.is_fresh(
                self._clock.running, thinking=self.thinking() is not None
            ):
                self._shown.renew()
            return self._shown.told

    def _make_view(self) -> GameView:
        game, seating, ways = self._game, self._seating, self._ways
        person = seating.seats[game.turn].is_person
        record = self._views.of(game)
        start = view.position_view(game.start)
        position = record[game.ply - 1]["after"] if game.ply else start
        offer = self._record.draw_offer
        return {
            "id": self.id,
            "version": self._record.version,
            "players": view.players_view(seating.seats, seating.names, public_owners(self._record)),
            "rules": view.rules_view(game.rules),
            "first": view.side_name(game.rules.first_to_move),
            "start": start,
            "ply": game.ply,
            "position": position,
            "fen": game.position.fen,
            "record": record,
            "choices": view.choices_view(game, position["opening"], person=person),
            "to_move": None if game.outcome else "person" if person else "computer",
            "can_undo": [view.side_name(side) for side in ways.who_can_undo()],
            "can_redo": ways.later_ply(seating.persons) is not None and not seating.is_apart,
            "can_restart": self._can_restart(),
            "outcome": view.outcome_view(game.outcome, game.rules),
            "clock": view.clock_view(self._clock),
            "thinking": self.thinking(),
            "paused": self._record.paused,
            "pace": self._record.pace,
            "draw_offer": view.side_name(Side(offer)) if offer else None,
            "undo_request": view.side_name(self._undo_request) if self._undo_request else None,
            "message": self._message,
            "match": self._match,
            "next": self._next,
        }

    def _match_score(self) -> MatchView:
        record, seating = self._record, self._seating
        ended = self._store.match_score(record.match or record.id)
        return view.match_view(record, ended, {**seating.owners, **seating.invitations})

    def snapshot(self) -> Game:
        """A copy of the game that nobody else changes."""
        with self._lock:
            copy: Game = pickle.loads(pickle.dumps(self._game))
            return copy

    def on_disk(self) -> Game:
        """A copy of the game as it is stored; it waits for nobody who changes it now."""
        return game_of(self._record)

    def recorded(self, name: str | None = None, *, by: Visitor | None = None) -> Game:
        """The game as it is written down, without moves that were taken back; `name` is the asker's own."""
        seating, record = self._seating, self._record
        game = played_game(record)
        names = {side: seating.player_name(side) for side in (BLACK, WHITE)}
        if name and len(seating.persons) == 1 and seating.of_visitor(by):
            names[seating.persons[0]] = name
        game.tags |= pdn_tags(record, game, names[BLACK], names[WHITE])
        return game

    def pdn(self, name: str | None = None, *, by: Visitor | None = None) -> str:
        """The game as PDN."""
        return self.recorded(name, by=by).pdn

    def owners(self) -> dict[str, str]:
        """The browsers that own seats, by side."""
        return {side.value: owner for side, owner in self._seating.owners.items()}

    def check_seated(self, by: Visitor | None) -> None:
        """Refuse a browser that only watches."""
        self._seating.check_seated(by)

    def check_rematch(self, by: Visitor | None) -> None:
        """Refuse a browser that only watches, and one that would leave a friend in mid-game."""
        self._seating.check_seated(by)
        if not self._can_restart():
            raise GameError("this game is not over; resign or offer a draw first")

    def _can_restart(self) -> bool:
        """Whether nobody on another device would be left in mid-game."""
        return self.is_over or not self.is_apart

    def lead_to(self, game_id: str) -> None:
        """Tell everybody who looks that the players go on in another game."""
        with self._lock:
            self._next = game_id
            self._changed()

    def _persons(self) -> list[Side]:
        return self._seating.persons

    @property
    def _ways(self) -> Ways:
        """Where the game can go back and forth to."""
        return Ways(self._game, self._persons(), self._record.opening_plies)

    def _commit(self, message: MessageView | None = None, **changes: Any) -> None:
        """Write the game to disk, then tell everybody. What cannot be written did not happen."""
        old = self._record
        record = replace(written(old, self._game, self._clock), **changes)
        try:
            self._record = self._store.save(
                record, unchanged_moves=common_moves(old.moves, record.moves)
            )
        except StoreError as error:
            self._recover(error)
            raise
        self._message = message
        self._undo_request = None
        self._clocks_saved = self._now()
        if _decides(record) != _decides(old):
            self._match = self._match_score()
        self._changed()

    def _changed(self) -> None:
        """What was shown is not true any more; everybody is told as the lock is left."""
        self._shown.outdate()
        self._lock.tell("view")

    def _recover(self, error: StoreError) -> None:
        """Go back to what is on disk; whoever thought about something else stops."""
        usual = isinstance(error, ConflictError)  # another program was faster
        _LOG.log(
            logging.DEBUG if usual else logging.WARNING,
            "game %s could not be stored: %s",
            self.id,
            error,
        )
        self.rest()
        try:
            self._read(self._store.load(self.id))
        except NotFoundError:
            self._vanish()
            return
        except StoreError:
            self._read(self._record)
        self._changed()

    def _vanish(self) -> None:
        """The game is not stored any more."""
        self._closed = True
        self.rest()
        self._lock.tell("gone")

    def _save_clocks(self) -> None:
        """Store what the clocks show; if that fails, the last move still has what it had."""
        left = self._clock.lefts()
        self._clocks_saved = self._now()
        try:
            times = self.id, self._record.version, left[BLACK], left[WHITE]
            self._store.run(lambda: self._store.save_clocks(*times), patience=_SECONDS_FOR_CLOCKS)
        except StoreError as error:
            _LOG.warning("the clocks of game %s could not be stored: %s", self.id, error)

    def _clocks_are_stale(self) -> bool:
        return self._now() - self._clocks_saved >= _SECONDS_BETWEEN_CLOCK_SAVES


def _decides(record: GameRecord) -> tuple[object, ...]:
    """What the score of a match depends on."""
    summary = record.summary
    return (summary and (summary.winner, summary.reason), record.black, record.white)

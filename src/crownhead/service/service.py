"""What a person can do: begin games, come back to them, ask for help."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random
from threading import Event, Lock, RLock, Thread
from typing import Any, Final

from crownhead.engine import Engine, Hint, Limit
from crownhead.errors import CrownheadError, GameError, NotFoundError, StoreError, excerpt
from crownhead.game import Game
from crownhead.pieces import BLACK, WHITE, Side
from crownhead.rules import Rules
from crownhead.service import view
from crownhead.service.choices import seat
from crownhead.service.live import Listener, LiveGame
from crownhead.service.pool import ThinkingPool
from crownhead.service.record import game_of, is_untouched
from crownhead.service.setup import NewGame
from crownhead.store import GameRecord, GameStore, MoveRecord

_LOG: Final = logging.getLogger(__name__)
_SECONDS_BETWEEN_TICKS: Final = 0.05
_TICKS_TO_TRY_AGAIN: Final = 20
_MOST_OPEN_GAMES: Final = 64
_DRAW_LIMIT: Final = Limit(seconds=0.3)
_DRAW_POINTS: Final = 10  # hundredths of a man that a computer counts as nothing
_FIRST_DRAW_PLY: Final = 20


class Service:
    """Everything that a person can do, whichever front end they use. Any thread may call."""

    def __init__(
        self,
        folder: Path,
        *,
        workers: int | None = None,
        seed: int | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.store = GameStore(folder)
        # Searches leave the interpreter free, so there may be more of them than cores: a game with
        # a quick opponent need not wait for one with a slow opponent.
        self.pool = ThinkingPool(workers or 2 * max(2, os.cpu_count() or 1))
        self.helpers = ThinkingPool(1)  # hints and draws wait for nobody's game
        self._now = now
        self._seed = seed
        self._chance = Random(seed)
        self._lock = RLock()
        self._open: dict[str, LiveGame] = {}
        self._engine_lock = Lock()
        self._engine = Engine(threads=1, hash_mb=32)
        self._closing = Event()
        self._ticker = Thread(target=self._tick, name="clocks", daemon=True)
        self._ticker.start()

    # ---- games

    def begin(self, new: NewGame) -> LiveGame:
        """Begin a game."""
        return self._keep(self.store.add(new.record(self._chance)))

    def rematch(self, game_id: str, *, swap: bool) -> LiveGame:
        """Begin a game with the same set-up; `swap` lets the players change sides."""
        old = self.game(game_id)
        record = self.store.load(old.id)
        seconds = record.clock.get("seconds") if record.black_left is not None else None
        opening = tuple(
            MoveRecord(move.path, seconds, seconds) for move in record.moves[: record.opening_plies]
        )
        sides = (record.white, record.black) if swap else (record.black, record.white)
        fresh = replace(
            record,
            black=sides[0],
            white=sides[1],
            black_left=seconds,
            white_left=seconds,
            ply=len(opening),
            moves=opening,
            paused=False,
            draw_offer=None,
            ending=None,
        )
        return self._keep(self.store.add(fresh))

    def game(self, game_id: str) -> LiveGame:
        """Find a game, from disk if nobody has it open."""
        with self._lock:
            found = self._open.get(game_id)
            if found is None or found.is_closed:
                return self._keep(self.store.load(game_id))
            found.catch_up()
            del self._open[game_id]
            if found.is_closed:
                raise NotFoundError(f"there is no game '{excerpt(game_id)}'; it was deleted")
            self._open[game_id] = found  # the last of those that were used
            return found

    def watch(self, game_id: str, listener: Listener) -> LiveGame:
        """Find a game and look at it, so that it stays open until the listener leaves."""
        with self._lock:
            game = self.game(game_id)
            game.watch(listener)
            return game

    def _keep(self, record: GameRecord) -> LiveGame:
        with self._lock:
            live = LiveGame(record, self.store, self.pool, now=self._now, seed=self._seed)
            self._open[live.id] = live
            for old_id, old in list(self._open.items()):
                if len(self._open) <= _MOST_OPEN_GAMES:
                    break
                if old is not live and not old.is_watched:
                    old.close()
                    del self._open[old_id]
            return live

    def delete(self, game_id: str) -> None:
        """Delete a game for good, even one that cannot be opened any more."""
        with self._lock:
            try:
                self.game(game_id).delete()
            except NotFoundError:
                raise
            except CrownheadError:
                self.store.delete(game_id)
            self._open.pop(game_id, None)

    def recent(self, limit: int = 20) -> list[dict[str, Any]]:
        """The games that were played last, newest first, in short.

        Of the games in which nobody has moved, only the newest.
        """
        found: list[dict[str, Any]] = []
        begun = True
        for game_id in self.store.recent(3 * limit):
            try:
                record = self.store.load(game_id)
                untouched = is_untouched(record)
                if begun or not untouched:
                    found.append(summary(record))
                begun = begun and not untouched
            except NotFoundError:
                continue  # deleted a moment ago
            except CrownheadError as error:
                found.append({"id": game_id, "error": str(error)})
        return found[:limit]

    # ---- help

    def hint(self, game: Game) -> Hint:
        """Suggest a move; one at a time, half a second each."""
        with self._engine_lock:
            self._refuse_closing()
            return self._engine.hint(game)

    def accepts_draw(self, game: Game, side: Side) -> bool:
        """Whether a computer that plays a side would take a draw: late enough, and not better."""
        if game.ply < _FIRST_DRAW_PLY:
            return False
        with self._engine_lock:
            self._refuse_closing()
            infos = self._engine.analyse(game, _DRAW_LIMIT)
        if not infos:
            return False
        best = infos[0].score
        return (best if game.turn is side else -best).points <= _DRAW_POINTS

    def _refuse_closing(self) -> None:
        if self._closing.is_set():
            raise GameError("Crownhead is being closed")

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
                    if game.id in behind and (pulse != before or number % _TICKS_TO_TRY_AGAIN == 0):
                        game.catch_up()
                        behind.discard(game.id)
                    game.tick()
                except CrownheadError as error:
                    _LOG.warning("game %s: %s", game.id, error)
                except Exception:  # one game's trouble must not stop the clocks of the others
                    _LOG.exception("game %s could not look at its clocks", game.id)

    def _pulse(self, otherwise: int | None) -> int | None:
        """Whether other programs have written to the store; each of them beats it on."""
        try:
            return self.store.pulse()
        except StoreError as error:
            _LOG.warning("the store does not answer: %s", error)
            return otherwise

    def close(self) -> None:
        """Stop everything that runs; all that was done is on disk."""
        self._closing.set()
        self._engine.stop()
        with self._lock:
            for game in self._open.values():
                game.close()
        self.pool.close()
        self.helpers.close()
        self._ticker.join()
        with self._engine_lock:
            self._engine.close()
        self.store.close()


def summary(record: GameRecord) -> dict[str, Any]:
    """A game in short, for a list."""
    game = game_of(record)
    rules = Rules.parse(record.rules)
    told = view.rules_view(rules)
    seats = {BLACK: seat(record.black), WHITE: seat(record.white)}
    return {
        "id": record.id,
        "players": view.players_view(seats),
        "created": view.time_text(record.created),
        "updated": view.time_text(record.updated),
        "ply": game.ply,
        "turn": game.turn.value,
        "board": view.board_text(game.position),
        "rules": {"name": told["name"], "options": told["options"]},
        "outcome": view.outcome_view(game.outcome, rules),
    }

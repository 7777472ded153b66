"""A game that somebody looks at: what can be done in it, its clocks, and the computers that play."""

from __future__ import annotations

import logging
import pickle
from collections.abc import Callable, Sequence
from dataclasses import replace
from threading import RLock
from typing import Any, Final

from crownhead.engine.limits import Limit
from crownhead.errors import (
    ConflictError,
    GameError,
    IllegalMoveError,
    NotFoundError,
    StoreError,
)
from crownhead.game import Game
from crownhead.move import Move
from crownhead.notation.moves import find_move, parse_move, tidy_move
from crownhead.outcome import Outcome, Reason
from crownhead.pieces import BLACK, WHITE, Side
from crownhead.service import view
from crownhead.service.choices import seat
from crownhead.service.clock import Clock, ClockSetting
from crownhead.service.pool import ThinkingPool
from crownhead.service.record import (
    common_moves,
    ending_as_dict,
    game_of,
    is_untouched,
    left_of,
)
from crownhead.service.setup import check_pace
from crownhead.service.thinking import Thinking
from crownhead.store import GameRecord, GameStore, MoveRecord

_LOG: Final = logging.getLogger(__name__)
_SECONDS_BETWEEN_CLOCK_SAVES: Final = 1.0
# Two computers that shuffle kings under rules without draws are paused after so many plies.
_ENDLESS_PLIES: Final = 200
# Without a clock a computer that was told to think for ever answers after this time.
_PATIENCE: Final = Limit(seconds=60)

Listener = Callable[[str], None]


class LiveGame:
    """A game with its clocks and its computer players. Any thread may call.

    Every change is on disk before a call returns or a listener hears of it. Listeners are told
    `view`, `thinking` or `gone`; they must return at once. Clocks run and computers think only
    while somebody watches.
    """

    def __init__(
        self,
        record: GameRecord,
        store: GameStore,
        pool: ThinkingPool,
        *,
        now: Callable[[], float],
        seed: int | None = None,
    ) -> None:
        self._lock = RLock()
        self._store = store
        self._now = now
        self._listeners: list[Listener] = []
        self._thinking = Thinking(self, self._lock, pool, seed)
        self._not_before = 0.0
        self._clocks_saved = 0.0
        self._message: str | None = None
        self._resting_ply: int | None = None  # where two computers were paused for lack of progress
        self._closed = False
        self._read(record)

    def _read(self, record: GameRecord) -> None:
        """Take over what is stored."""
        self._record = record
        self._game = game_of(record)
        self._moves = list(record.moves)
        self._seats = {BLACK: seat(record.black), WHITE: seat(record.white)}
        self._clock = Clock(ClockSetting.from_dict(record.clock), left_of(record), now=self._now)

    # ---- looking

    @property
    def id(self) -> str:
        """The game's name in the store."""
        return self._record.id

    @property
    def is_closed(self) -> bool:
        """Whether this object is done with; the store may still have the game."""
        return self._closed

    @property
    def is_untouched(self) -> bool:
        """Whether nothing was done in the game since it was begun."""
        return is_untouched(self._record)

    @property
    def is_watched(self) -> bool:
        """Whether anybody looks at the game."""
        return bool(self._listeners)

    def view(self) -> dict[str, Any]:
        """The game as a front end shows it."""
        with self._lock:
            game = self._game
            person = self._seats[game.turn].is_person
            return {
                "id": self.id,
                "version": self._record.version,
                "players": view.players_view(self._seats),
                "rules": view.rules_view(game.rules),
                "first": game.rules.first_to_move.value,
                "start_board": view.board_text(game.start),
                "start_turn": game.start.turn.value,
                **view.position_view(game),
                "moves": view.record_view(game),
                "can_undo": self._can_be_retracted() or self._earlier_ply() is not None,
                "can_redo": self._later_ply() is not None,
                "to_move": None if game.outcome else "person" if person else "computer",
                **view.choice_view(game, person=person),
                "clock": view.clock_view(self._clock),
                "thinking": self.thinking(),
                "paused": self._record.paused,
                "pace": self._record.pace,
                "draw_offer": self._record.draw_offer,
                "message": self._message,
            }

    def thinking(self) -> dict[str, Any] | None:
        """Who thinks and how deep they have looked, if anybody does."""
        return self._thinking.view()

    def snapshot(self) -> Game:
        """A copy of the game that nobody else changes."""
        with self._lock:
            copy: Game = pickle.loads(pickle.dumps(self._game))
            return copy

    @property
    def pdn(self) -> str:
        """The game as PDN, without moves that were taken back."""
        with self._lock:
            game, moves = self.snapshot(), tuple(self._moves[: self._game.ply])
            if game.node.children:
                game.node.children.clear()
                game.record_outcome(None)
            names = {side: self._seats[side].name for side in (BLACK, WHITE)}
        game.tags |= {"Event": "Crownhead game", "Black": names[BLACK], "White": names[WHITE]}
        for node, move in zip(game.main_line(), moves, strict=True):
            mover = WHITE if node.position.turn is BLACK else BLACK
            node.clock = move.black_left if mover is BLACK else move.white_left
        return game.pdn

    def watch(self, listener: Listener) -> None:
        """Tell a listener of every change from now on; the computers may think."""
        with self._lock:
            self._listeners.append(listener)
            try:
                self.catch_up()  # what came before a listener did, nobody looked for
            except StoreError as error:  # it may pass; a move that does not fit is refused
                _LOG.warning("game %s could not be read again: %s", self.id, error)
            if self._closed:
                self._listeners.remove(listener)
                raise NotFoundError("the game is closed; it may have been deleted")
            self._go_on()

    def leave(self, listener: Listener) -> None:
        """Stop telling a listener. With the last of them, clocks and computers stop too."""
        with self._lock:
            self._listeners.remove(listener)
            if not self._listeners:
                self.rest()

    def rest(self) -> None:
        """Stop thinking, let the clocks stand, and give back the memory of the players."""
        with self._lock:
            self._stop_thinking()
            if self._clock.running:
                self._clock.stop()
                self._save_clocks()
            self._thinking.close()

    def close(self) -> None:
        """Rest for good: nothing is begun any more."""
        with self._lock:
            self._closed = True
            self.rest()

    def catch_up(self) -> None:
        """Take over what another program has made of the game since it was read."""
        with self._lock:
            if self._closed:
                return
            try:
                if self._store.version(self.id) == self._record.version:
                    return
                record = self._store.load(self.id)
            except NotFoundError:
                self._vanish()
                return
            self.rest()
            self._read(record)
            self._message = None
            self._tell("view")
            self._go_on()

    # ---- what a person can do

    def move(self, squares: Sequence[int] | str, ply: int | None = None) -> None:
        """Make a move for the person whose turn it is; `ply` is where they believe the game stands."""
        with self._lock:
            self._expect(ply)
            if not self._seats[self._game.turn].is_person and not self._game.outcome:
                if not self._persons():
                    raise ConflictError("both sides are played by computers")
                raise ConflictError("it is the computer's turn")
            position = self._game.position
            if self._game.outcome:
                raise IllegalMoveError(f"the game is over: {self._game.outcome}")
            found = (
                parse_move(tidy_move(squares), position)
                if isinstance(squares, str)
                else find_move(squares, position)
            )
            self._make(found)
            self._go_on()

    def undo(self) -> None:
        """Take back to the person's last turn, or one move where nobody or everybody is a person.

        Where the game was resigned or a draw agreed, that alone is taken back.
        """
        with self._lock:
            if not self._can_be_retracted():
                self._travel(self._earlier_ply, "there is no move to take back")
                return
            self._game.record_outcome(None)
            self._commit(paused=not self._persons() or self._record.paused)
            self._go_on()

    def _can_be_retracted(self) -> bool:
        """Whether somebody ended the game by a word; a clock that ran out has no time to go on with."""
        outcome = self._game.outcome
        return (
            outcome is not None
            and outcome == self._game.declared_ending
            and outcome.reason is not Reason.TIME
        )

    def redo(self) -> None:
        """Make the moves again that the last undo took back."""
        self._travel(self._later_ply, "there is no move to make again")

    def _travel(self, find: Callable[[], int | None], refusal: str) -> None:
        with self._lock:
            ply = find()
            if ply is None:
                raise GameError(refusal)
            self._stop_thinking()
            while self._game.ply > ply:
                self._game.undo()
            while self._game.ply < ply:
                self._game.redo()
            self._clock.set(self._left_at(ply))
            self._resting_ply = None
            nobody = not self._persons()
            self._commit(draw_offer=None, paused=nobody or self._record.paused)
            self._go_on()

    def resign(self, side: Side | None = None) -> None:
        """Give up: the side named, the only person's side, or the side to move."""
        with self._lock:
            persons = self._persons()
            if side not in (None, *persons) or not persons:
                raise GameError("the computer does not resign; it plays to the end")
            loser = side or (persons[0] if len(persons) == 1 else self._game.turn)
            self._declare(lambda: self._game.resign(loser))

    def offer_draw(self, accepts: Callable[[Game, Side], bool]) -> None:
        """Offer a draw: to the other person, who may accept, or to the computer, which decides."""
        with self._lock:
            self._refuse_ended()
            persons = self._persons()
            if len(persons) == 2:
                self._commit(draw_offer=self._game.turn.value)
                return
            if not persons:
                self._declare(self._game.agree_draw)
                return
            computer, version, copy = persons[0].other, self._record.version, self.snapshot()
        agreed = accepts(copy, computer)
        with self._lock:
            if self._record.version != version or self._game.outcome:
                raise ConflictError("the game went on while the computer considered the draw")
            if agreed:
                self._declare(self._game.agree_draw)
            else:
                self._commit(message=f"{computer.label} declines the draw.")

    def answer_draw(self, *, accept: bool) -> None:
        """Accept or decline the draw that the other person has offered."""
        with self._lock:
            if self._record.draw_offer is None:
                raise GameError("no draw has been offered")
            if accept:
                self._declare(self._game.agree_draw)
            else:
                self._commit(draw_offer=None, message="The draw was declined.")

    def change(
        self,
        *,
        black: str | None = None,
        white: str | None = None,
        paused: bool | None = None,
        pace: float | None = None,
    ) -> None:
        """Let others play, or change how two computers play."""
        with self._lock:
            record = self._record
            seats = {
                BLACK: seat(black if black is not None else record.black),
                WHITE: seat(white if white is not None else record.white),
            }
            changes: dict[str, Any] = {
                "black": seats[BLACK].opponent,
                "white": seats[WHITE].opponent,
                "pace": record.pace if pace is None else check_pace(pace),
                "paused": record.paused if paused is None else paused,
            }
            if black is not None or white is not None:
                self.rest()
                changes["draw_offer"] = None
            elif changes["paused"]:
                self._stop_thinking()
            self._seats = seats
            self._commit(**changes)
            self._not_before = min(self._not_before, self._now() + changes["pace"])
            self._go_on()

    def step(self) -> None:
        """Let the computer make one move of a game that is paused."""
        with self._lock:
            self._refuse_ended()
            if self._persons():
                raise GameError("only a game between two computers goes step by step")
            self._not_before = 0.0
            if self._thinking.is_idle:
                self._think()

    def delete(self) -> None:
        """Delete the game; everybody who looks at it is told."""
        with self._lock:
            self.rest()
            self._store.delete(self.id)
            self._vanish()

    def tick(self) -> None:
        """Look at the clocks; to be called several times a second while the game is watched."""
        with self._lock:
            if self._closed or not self._listeners:
                return
            running = self._clock.running
            if running is not None and self._clock.has_fallen(running):
                self._declare(lambda: self._game.lose_on_time(running))
            elif running is not None and self._clocks_are_stale():
                self._save_clocks()
            self._go_on()

    # ---- inside; all of these are called with the lock held

    def _persons(self) -> list[Side]:
        return [side for side in (BLACK, WHITE) if self._seats[side].is_person]

    def _expect(self, ply: int | None) -> None:
        if ply is not None and ply != self._game.ply:
            raise ConflictError("the game has moved on; look at it again")

    def _refuse_ended(self) -> None:
        if self._game.outcome:
            raise GameError(f"the game is over: {self._game.outcome}")

    def _earlier_ply(self) -> int | None:
        plies = range(self._game.ply - 1, self._record.opening_plies - 1, -1)
        return self._person_ply(plies)

    def _later_ply(self) -> int | None:
        plies = range(self._game.ply + 1, len(self._moves) + 1)
        return (
            self._person_ply(plies) if not self._persons() else self._person_ply(plies, plies[-1:])
        )

    def _person_ply(self, plies: range, otherwise: range = range(0)) -> int | None:
        """The first of these plies in which a person is to move, or where only computers play, the first."""
        persons = self._persons()
        first = self._game.start.turn
        for ply in plies:
            turn = first if ply % 2 == 0 else first.other
            if not persons or turn in persons:
                return ply
        return otherwise[0] if otherwise else None

    def _left_at(self, ply: int) -> dict[Side, float]:
        """What the clocks showed after so many moves; who lost on time there has none left."""
        outcome = self._game.outcome
        if outcome and outcome.reason is Reason.TIME and outcome.winner is not None:
            return {**self._left_after(ply), outcome.winner.other: 0.0}
        return self._left_after(ply)

    def _left_after(self, ply: int) -> dict[Side, float]:
        seconds = self._clock.setting.seconds
        if ply == 0:
            return {BLACK: seconds, WHITE: seconds}
        move = self._moves[ply - 1]
        return {BLACK: move.black_left or 0.0, WHITE: move.white_left or 0.0}

    def _make(self, move: Move) -> None:
        """Make a move and store it; time that has run out by now loses instead."""
        side = self._game.turn
        if self._clock.has_fallen(side):
            self._declare(lambda: self._game.lose_on_time(side))
            raise ConflictError(f"{side.label} has run out of time")
        self._game.push(move)
        self._stop_thinking()
        self._clock.press(side)
        if self._clock.exists:
            self._game.node.children.clear()  # time that was spent does not come back by redo
        left = self._clock.lefts() if self._clock.exists else {BLACK: None, WHITE: None}
        following = len(list(self._game.node.main_line()))
        made = MoveRecord(move.path, left[BLACK], left[WHITE])
        ply = self._game.ply
        self._moves[ply - 1 : len(self._moves) - following] = [made]
        self._commit(draw_offer=None)

    def _declare(self, end: Callable[[], Outcome]) -> None:
        """End the game by an act of somebody."""
        self._refuse_ended()
        self._stop_thinking()
        self._clock.stop()
        end()
        del self._moves[self._game.ply :]
        self._commit(draw_offer=None)

    def _commit(self, message: str | None = None, **changes: Any) -> None:
        """Write the game to disk, then tell everybody. What cannot be written did not happen."""
        left = self._clock.lefts() if self._clock.exists else {BLACK: None, WHITE: None}
        ending = self._game.declared_ending
        old = self._record
        record = replace(
            old,
            ply=self._game.ply,
            moves=tuple(self._moves),
            black_left=left[BLACK],
            white_left=left[WHITE],
            ending=ending_as_dict(ending),
            **changes,
        )
        try:
            self._record = self._store.save(
                record, unchanged_moves=common_moves(old.moves, record.moves)
            )
        except StoreError as error:
            self._recover(error)
            raise
        self._message = message
        self._clocks_saved = self._now()
        self._tell("view")

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
        self._tell("view")

    def _vanish(self) -> None:
        """The game is not stored any more."""
        self._closed = True
        self.rest()
        self._tell("gone")

    def _save_clocks(self) -> None:
        """Store what the clocks show; if that fails, the last move still has what it had."""
        left = self._clock.lefts()
        self._clocks_saved = self._now()
        try:
            self._store.save_clocks(self.id, self._record.version, left[BLACK], left[WHITE])
        except StoreError as error:
            _LOG.warning("the clocks of game %s could not be stored: %s", self.id, error)

    def _clocks_are_stale(self) -> bool:
        return self._now() - self._clocks_saved >= _SECONDS_BETWEEN_CLOCK_SAVES

    def _tell(self, what: str) -> None:
        for listener in list(self._listeners):
            listener(what)

    # ---- thinking

    def _go_on(self) -> None:
        """Let the clock of the side to move run, and the computer think if it is its turn."""
        if not self._listeners or self._closed:
            return
        game, computers = self._game, not self._persons()
        if computers and not self._record.paused and self._is_endless():
            self._stop_thinking()
            self._resting_ply = game.ply
            self._commit(paused=True, message="Paused: neither side makes progress.")
        if game.outcome or self._thinking.has_failed:
            self._clock.stop()
        elif self._seats[game.turn].is_person:
            self._clock.run(game.turn)
        elif self._thinking.is_idle and not (computers and self._must_wait()):
            self._think()

    def _must_wait(self) -> bool:
        """Whether two computers are paused, or their pace is slower."""
        return self._record.paused or self._now() < self._not_before

    def _is_endless(self) -> bool:
        quiet = self._game.quiet_plies
        return quiet > 0 and quiet % _ENDLESS_PLIES == 0 and self._resting_ply != self._game.ply

    def _think(self) -> None:
        """Let the computer begin to choose; its clock runs while it does, and not while it waits."""
        if self._thinking.begin(self._game.turn):
            self._clock.run(self._game.turn)
            if self._clock.exists:
                self._tell("view")  # so that everybody sees which clock runs

    def _stop_thinking(self) -> None:
        if not self._thinking.is_idle:
            self._clock.stop()
        self._thinking.stop()

    # ---- what the computers ask and tell

    def opponent(self, side: Side) -> str:
        """The name of the computer that plays a side."""
        return self._seats[side].opponent

    def allowance(self, side: Side) -> Limit:
        """How long a computer may think."""
        return self._clock.limit(side) or _PATIENCE

    def take(self, move: Move) -> None:
        """Make the move that a computer has chosen."""
        self._make(move)
        self._not_before = self._now() + self._record.pace
        self._go_on()

    def hear(self) -> None:
        """Tell that a computer thinks, and how deep it has looked."""
        self._tell("thinking")

    def fail(self, message: str) -> None:
        """Say that a computer could not move; the person may choose another."""
        if not self._game.outcome:
            self._clock.stop()
            self._message = message
            self._tell("view")

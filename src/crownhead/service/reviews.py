"""Reviews of games that are over: asked for, waited for, found again, and tried against."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, field
from threading import Condition, Thread
from typing import Final

from crownhead.endgame import EndgameTables
from crownhead.engine import Engine, Limit
from crownhead.errors import BusyError, CrownheadError, GameError, NotFoundError
from crownhead.game import Game
from crownhead.review.findings import Findings, ReviewedMove
from crownhead.review.game_review import new_engine
from crownhead.review.judge import Judgement, judge
from crownhead.service.live import LiveGame
from crownhead.service.record import line_of, played_game
from crownhead.service.review_contract import (
    ReviewedMoveView,
    ReviewState,
    ReviewView,
    TryView,
)
from crownhead.service.review_view import found_view, reviewed_move_view
from crownhead.service.reviewed import Reviewed, ReviewSettings, ReviewShelf, version_at
from crownhead.service.trying import try_again
from crownhead.store import GameStore, ReviewRecord

_LOG: Final = logging.getLogger(__name__)
_MOST_WAITING: Final = 64
_MOST_FAILED: Final = 64


class _StoppedError(CrownheadError):
    """A review that is not wanted any more."""


@dataclass(slots=True)
class _Job:
    """A review that waits, runs or has failed. `moves` are those judged so far, the last one first."""

    game_id: str
    line: str
    game: Game
    settings: ReviewSettings
    version: int
    again: bool  # in the place of one that was made with other settings
    state: ReviewState = "waiting"
    place: int = 0
    moves: list[ReviewedMove] = field(default_factory=list)
    shown: list[ReviewedMoveView] = field(default_factory=list)
    engine: Engine | None = None  # while it runs
    cancelled: bool = False
    detail: str | None = None

    def view(self) -> ReviewView:
        """The review as far as it is."""
        return {
            "game": self.game_id,
            "version": self.version,
            "state": self.state,
            "place": self.place,
            "total": self.game.root.last().ply,
            "settings": self.settings.view(),
            "outdated": self.again,
            "created": None,
            "detail": self.detail,
            **found_view(self.moves, self.shown[::-1], None),
        }


class Reviews:
    """One review at a time, in the order in which they were asked for. Any thread may call.

    Only the search has the lowest priority. A thread that holds Python or the store while it waits for
    the games of others would let them wait for it.
    """

    def __init__(
        self,
        store: GameStore,
        nodes: int,
        tables: Callable[[], EndgameTables | None],
        helper: Callable[[], AbstractContextManager[Engine]],
    ) -> None:
        self._limit = Limit(nodes=nodes)
        self._tables = tables
        self._helper = helper  # an engine for somebody who waits for the answer
        self._shelf = ReviewShelf(store)
        self._changed = Condition()
        self._jobs: dict[str, _Job] = {}  # by game, in the order in which they were asked for
        self._version = 0
        self._closing = False
        self._worker: Thread | None = None

    # ---- what a person can do

    def ask(self, game: LiveGame) -> ReviewView:
        """Review a game when its turn comes; one that is reviewed already is shown at once."""
        record = game.record
        if not game.is_over:
            raise GameError("this game is not over; it can be reviewed when it is")
        if not record.ply:
            raise GameError("there is no move in this game to review")
        with self._changed:
            job = self._jobs.get(game.id)
            if job is None or job.line != line_of(record) or job.state == "failed":
                done = self._shelf.find(record)
                if done is not None and not self._is_outdated(done):
                    return done.view
                job = self._add(
                    game.id, line_of(record), played_game(record), again=done is not None
                )
            return job.view()

    def view(self, game: LiveGame) -> ReviewView:
        """The review of a game, as far as it is; nobody may change what is returned."""
        with self._changed:
            job = self._jobs.get(game.id)
            if job is not None and job.line == line_of(game.record) and game.is_over:
                return job.view()
        done = self._finished(game)
        if self._is_outdated(done):
            return {**done.view, "outdated": True, "version": done.view["version"] + 1}
        return done.view

    def stop(self, game_id: str) -> None:
        """Stop the review of a game, if one waits or runs."""
        with self._changed:
            job = self._jobs.get(game_id)
            if job is not None:
                self._cancel(job)

    def forget(self, game_id: str) -> None:
        """Stop the review of a game, and forget what was found."""
        self.stop(game_id)
        self._shelf.forget(game_id)

    def try_again(self, game: LiveGame, ply: int, choice: Sequence[int] | str) -> TryView:
        """Judge another move in the place of one that has a mark; it takes a moment."""
        found = self._finished(game).findings
        return try_again(played_game(game.record), found, ply, choice, self._limit, self._helper)

    def close(self) -> None:
        """Stop everything. What is not done is not stored."""
        with self._changed:
            self._closing = True
            for job in list(self._jobs.values()):
                self._cancel(job)
            self._changed.notify_all()
            worker = self._worker
        if worker is not None:
            worker.join()

    def _finished(self, game: LiveGame) -> Reviewed:
        """A review that is done; while a game goes on, nobody sees what its review would tell."""
        found = self._shelf.find(game.record) if game.is_over else None
        if found is None:
            raise NotFoundError("this game has not been reviewed")
        return found

    def _is_outdated(self, done: Reviewed) -> bool:
        return done.settings != self._settings(self._tables())

    def _settings(self, tables: EndgameTables | None) -> ReviewSettings:
        assert self._limit.nodes is not None
        return ReviewSettings(self._limit.nodes, tables.most_pieces if tables else 0)

    # ---- the queue; all of these are called with the lock held

    def _add(self, game_id: str, line: str, game: Game, *, again: bool) -> _Job:
        if self._closing:
            raise GameError("Crownhead is shutting down")
        old = self._jobs.get(game_id)
        if old is not None:
            self._cancel(old)
        if len(self._in_state("waiting")) >= _MOST_WAITING:
            raise BusyError(
                f"{_MOST_WAITING} reviews are waiting already; try again when some are done"
            )
        settings = self._settings(self._tables())
        job = _Job(game_id, line, game, settings, self._next_version(), again)
        self._jobs[game_id] = job
        self._number()
        if self._worker is None:
            self._worker = Thread(target=self._work, name="reviews", daemon=True)
            self._worker.start()
        self._changed.notify_all()
        return job

    def _cancel(self, job: _Job) -> None:
        job.cancelled = True
        if self._jobs.get(job.game_id) is job:
            del self._jobs[job.game_id]
        if job.engine is not None:
            job.engine.close()  # which also keeps it from beginning another search
        self._number()

    def _in_state(self, state: ReviewState) -> list[_Job]:
        return [job for job in self._jobs.values() if job.state == state]

    def _number(self) -> None:
        """Count for those who wait how many come first."""
        for place, job in enumerate(self._in_state("waiting"), len(self._in_state("running"))):
            if job.place != place:
                job.place, job.version = place, self._next_version()

    def _next_version(self) -> int:
        self._version = max(self._version + 1, version_at(time.time()))
        return self._version

    # ---- in the worker

    def _work(self) -> None:
        while (job := self._next()) is not None:
            try:
                self._review(job)
            except CrownheadError as error:
                self._give_up(job, str(error))
            except Exception:
                if not job.cancelled:
                    _LOG.exception("game %s could not be reviewed", job.game_id)
                self._give_up(job, "an error")

    def _next(self) -> _Job | None:
        """Wait for somebody to ask; None at the end."""
        with self._changed:
            while not self._closing and not self._in_state("waiting"):
                self._changed.wait()
            if self._closing:
                return None
            job = self._in_state("waiting")[0]
            job.state, job.place, job.version = "running", 0, self._next_version()
            self._number()
            return job

    def _review(self, job: _Job) -> None:
        tables = self._tables()
        with new_engine(tables, patient=True) as engine:
            with self._changed:
                self._refuse_unwanted(job)
                job.engine, job.settings = engine, self._settings(tables)
            start, _ = judge(
                job.game, self._limit, engine, found=lambda one: self._tell(job, one, engine)
            )
        with self._changed:
            self._refuse_unwanted(job)
            job.engine = None
            created = self._next_version() / 1000
        values = Findings.of(job.game.start, start, tuple(job.moves[::-1])).to_values()
        settings = asdict(job.settings)
        self._shelf.put(job.game, ReviewRecord(job.game_id, job.line, settings, values, created))
        with self._changed:
            if self._jobs.get(job.game_id) is job:
                del self._jobs[job.game_id]
            forgotten = job.cancelled and not self._closing
        if forgotten:  # while it was being stored
            self._shelf.forget(job.game_id)

    def _tell(self, job: _Job, judgement: Judgement, engine: Engine) -> None:
        """Show a move that was judged."""
        assert judgement.node.parent is not None
        move = ReviewedMove.of(judgement, engine)
        shown = reviewed_move_view(move, judgement.node.parent.position)
        with self._changed:
            self._refuse_unwanted(job)
            job.moves.append(move)
            job.shown.append(shown)
            job.version = self._next_version()

    def _refuse_unwanted(self, job: _Job) -> None:
        if job.cancelled:
            raise _StoppedError("the review was stopped")

    def _give_up(self, job: _Job, detail: str) -> None:
        """Say why a review failed, unless nobody wants it any more."""
        with self._changed:
            job.engine = None
            if job.cancelled or self._jobs.get(job.game_id) is not job:
                return
            _LOG.warning("game %s could not be reviewed: %s", job.game_id, detail)
            job.state, job.detail, job.version = "failed", detail, self._next_version()
            for old in self._in_state("failed")[:-_MOST_FAILED]:
                del self._jobs[old.game_id]

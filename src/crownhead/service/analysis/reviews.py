"""Reviews of finished games: queued, shown in progress, stored, and used for exercises."""

import logging
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, field
from typing import Final

from crownhead.endgame import EndgameTables
from crownhead.engine import Engine, Limit
from crownhead.errors import GameError, NotFoundError, SearchStoppedError
from crownhead.game import Game
from crownhead.messages import Message
from crownhead.review.findings import Findings, ReviewedMove
from crownhead.review.game_review import new_engine
from crownhead.review.judge import Judgement, judge
from crownhead.service.analysis.review_contract import (
    ReviewedMoveView,
    ReviewSettingsView,
    ReviewView,
    TryView,
)
from crownhead.service.analysis.review_view import found_view, reviewed_move_view
from crownhead.service.analysis.reviewed import Reviewed, ReviewSettings, ReviewShelf, version_at
from crownhead.service.analysis.trying import try_again
from crownhead.service.contract import message_view, view_of
from crownhead.service.games.live import LiveGame
from crownhead.service.games.storing import line_of, played_game
from crownhead.service.jobs import Job, JobQueue
from crownhead.store import GameStore, StoredReview

_LOG: Final = logging.getLogger(__name__)
_MOST: Final = 64  # waiting, and failed


@dataclass(slots=True)
class _Review(Job):
    """A waiting, running or failed review. `moves` are those judged so far, the last one first."""

    line: str
    game: Game
    settings: ReviewSettings
    again: bool  # replaces one made with other settings
    version: int = 0
    ahead: int = 0
    moves: list[ReviewedMove] = field(default_factory=list)
    shown: list[ReviewedMoveView] = field(default_factory=list)
    engine: Engine | None = None  # while it runs

    def view(self) -> ReviewView:
        """The review so far."""
        assert self.state != "stopped"  # stopped ones are forgotten
        return {
            "game": self.name,
            "version": self.version,
            "state": self.state,
            "ahead": self.ahead,
            "total": self.game.root.last().ply,
            "settings": view_of(ReviewSettingsView, self.settings),
            "outdated": self.again,
            "created": None,
            "detail": message_view(self.detail) if self.detail else None,
            **found_view(self.moves, self.shown[::-1], None),
        }


class Reviews(JobQueue[_Review]):
    """The reviews of games, named by their games. Only finished ones are stored. Any thread may call.

    Only the search runs at the lowest priority. A low-priority thread that held the interpreter or the
    store would make everybody wait for it.
    """

    def __init__(
        self,
        store: GameStore,
        nodes: int,
        tables: Callable[[], EndgameTables | None],
        helper: Callable[[], AbstractContextManager[Engine]],
    ) -> None:
        super().__init__("reviews", most_waiting=_MOST, most_ended=_MOST)
        self._limit = Limit(nodes=nodes)
        self._tables = tables
        self._helper = helper  # an engine for a waiting caller
        self._shelf = ReviewShelf(store)
        self._version = 0

    # ---- what a person can do

    def ask(self, game: LiveGame) -> ReviewView:
        """Queue the review of a game; a finished one is shown at once."""
        stored = game.stored
        if not game.is_over:
            raise GameError("reviews.not-over")
        if not stored.ply:
            raise GameError("reviews.no-move")
        with self._lock:
            job = self._jobs.get(game.id)
            if job is None or job.line != line_of(stored) or job.state == "failed":
                done = self._shelf.find(stored)
                if done is not None and not self._is_outdated(done):
                    return done.view
                job = _Review(
                    game.id,
                    line_of(stored),
                    played_game(stored),
                    self._settings(self._tables()),
                    again=done is not None,
                )
                self._add(job)
            return job.view()

    def view(self, game: LiveGame) -> ReviewView:
        """The review of a game so far; callers must not change the view."""
        with self._lock:
            job = self._jobs.get(game.id)
            if job is not None and job.line == line_of(game.stored) and game.is_over:
                return job.view()
        done = self._finished(game)
        if self._is_outdated(done):
            return {**done.view, "outdated": True, "version": done.view["version"] + 1}
        return done.view

    def stop(self, game_id: str) -> None:
        """Stop the review of a game, if it is waiting or running."""
        with self._lock:
            job = self._jobs.get(game_id)
            if job is not None:
                self._stop(job)

    def forget(self, game_id: str) -> None:
        """Stop the review of a game, and delete its findings."""
        self.stop(game_id)
        self._shelf.forget(game_id)

    def try_again(self, game: LiveGame, ply: int, choice: Sequence[int] | str) -> TryView:
        """Judge another move in place of a marked one; takes a moment."""
        found = self._finished(game).findings
        return try_again(played_game(game.stored), found, ply, choice, self._limit, self._helper)

    def _finished(self, game: LiveGame) -> Reviewed:
        """A finished review; while a game goes on, its review stays hidden."""
        found = self._shelf.find(game.stored) if game.is_over else None
        if found is None:
            raise NotFoundError("reviews.missing")
        return found

    def _is_outdated(self, done: Reviewed) -> bool:
        return ReviewSettings(**done.stored.settings) != self._settings(self._tables())

    def _settings(self, tables: EndgameTables | None) -> ReviewSettings:
        assert self._limit.nodes is not None
        return ReviewSettings(self._limit.nodes, tables.most_pieces if tables else 0)

    # ---- the queue: call these with the lock held

    def _stop(self, job: _Review) -> None:
        super()._stop(job)
        self._drop(job)
        if job.engine is not None:
            job.engine.close()  # also refuses further searches
        self._number()

    def _drop(self, job: _Review) -> None:
        if self._jobs.get(job.name) is job:
            del self._jobs[job.name]

    def _moved(self, job: _Review) -> None:
        job.engine, job.version = None, self._next_version()
        if job.state == "failed":
            _LOG.warning(Message("log.review", {"game": job.name, "why": job.detail}))
        self._number()

    def _number(self) -> None:
        """Count for each job how many come first."""
        for ahead, job in enumerate([*self._in_state("running"), *self._in_state("waiting")]):
            if job.ahead != ahead:
                job.ahead, job.version = ahead, self._next_version()

    def _next_version(self) -> int:
        self._version = max(self._version + 1, version_at(time.time()))
        return self._version

    # ---- in the worker thread

    def _do(self, job: _Review) -> None:
        tables = self._tables()
        with new_engine(tables, patient=True) as engine:
            with self._lock:
                self._refuse_unwanted(job)
                job.engine, job.settings = engine, self._settings(tables)
            start, _ = judge(
                job.game, self._limit, engine, found=lambda one: self._tell(job, one, engine)
            )
        with self._lock:
            self._refuse_unwanted(job)
            job.engine = None
            created = self._next_version() / 1000
        values = asdict(Findings.of(job.game.start, start, tuple(job.moves[::-1])))
        settings = asdict(job.settings)
        self._shelf.put(job.game, StoredReview(job.name, job.line, settings, values, created))
        with self._lock:
            self._drop(job)
            forgotten = job.is_stopped and not self._closing
        if forgotten:  # while it was being stored
            self._shelf.forget(job.name)

    def _tell(self, job: _Review, judgement: Judgement, engine: Engine) -> None:
        """Show a judged move."""
        move = ReviewedMove.of(judgement, engine)
        shown = reviewed_move_view(move, judgement.node.before.position)
        with self._lock:
            self._refuse_unwanted(job)
            job.moves.append(move)
            job.shown.append(shown)
            job.version = self._next_version()

    def _refuse_unwanted(self, job: _Review) -> None:
        if job.is_stopped:
            raise SearchStoppedError("reviews.stopped")

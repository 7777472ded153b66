"""Finished reviews: stored with their games, and the recent ones cached."""

from collections import OrderedDict
from dataclasses import dataclass
from importlib.metadata import version
from threading import Lock
from typing import Final

from crownhead.errors import CrownheadError
from crownhead.game import Game
from crownhead.review.findings import Findings
from crownhead.service.analysis.review_contract import ReviewSettingsView, ReviewView
from crownhead.service.analysis.review_view import found_view, reviewed_move_view
from crownhead.service.contract import view_of
from crownhead.service.games.storing import line_of, played_game
from crownhead.service.games.view import time_text
from crownhead.store import GameStore, StoredGame, StoredReview

# Increased when the stored format changes; older findings are made anew.
_FORMAT: Final = 2
_MOST_KEPT: Final = 16
# What reading damaged findings may raise.
_DAMAGE: Final = (ValueError, KeyError, TypeError, AttributeError, CrownheadError)


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A finished review: as stored, its findings, and its view."""

    stored: StoredReview
    findings: Findings
    view: ReviewView


@dataclass(frozen=True, slots=True)
class ReviewSettings:
    """What a review depends on besides the game."""

    nodes: int
    tables: int  # pieces of the largest endgame tables
    crownhead: str = version("crownhead")
    format: int = _FORMAT


class ReviewShelf:
    """The finished reviews. Any thread may call."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self._lock = Lock()
        self._kept: OrderedDict[str, Reviewed] = OrderedDict()

    def find(self, played: StoredGame) -> Reviewed | None:
        """The review of exactly these moves; None if there is none, or it is unreadable."""
        line = line_of(played)
        with self._lock:
            found = self._kept.get(played.id)
            if found is not None and found.stored.line == line:
                self._kept.move_to_end(played.id)
                return found
        stored = self._store.reviews.load(played.id)
        if stored is None or stored.line != line:
            return None
        try:
            found = _reviewed(played_game(played), stored)
        except _DAMAGE:
            return None
        self._keep(played.id, found)
        return found

    def put(self, game: Game, review: StoredReview) -> None:
        """Store a review in place of an earlier one of the same game."""
        self._store.reviews.save(review)
        self._keep(review.game, _reviewed(game, review))

    def forget(self, game_id: str) -> None:
        """Delete the review of a game, if there is one."""
        self._store.reviews.delete(game_id)
        with self._lock:
            self._kept.pop(game_id, None)

    def _keep(self, game_id: str, found: Reviewed) -> None:
        with self._lock:
            self._kept[game_id] = found
            self._kept.move_to_end(game_id)
            while len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)


def _reviewed(game: Game, stored: StoredReview) -> Reviewed:
    """Read a stored review; raises what damaged values make Python raise."""
    settings, findings = ReviewSettings(**stored.settings), Findings.from_values(stored.findings)
    nodes = list(game.main_line())
    if len(nodes) != len(findings.moves):
        raise ValueError("it is the review of another game")
    shown = [
        reviewed_move_view(move, node.parent.position)
        for move, node in zip(findings.moves, nodes, strict=True)
        if node.parent is not None
    ]
    return Reviewed(
        stored,
        findings,
        {
            "game": stored.game,
            "version": version_at(stored.created),
            "state": "done",
            "ahead": 0,
            "total": len(nodes),
            "settings": view_of(ReviewSettingsView, settings),
            "outdated": False,
            "created": time_text(stored.created),
            "detail": None,
            **found_view(findings.moves, shown, findings),
        },
    )


def version_at(seconds: float) -> int:
    """A version larger than all before it, including those of earlier runs."""
    return round(seconds * 1000)

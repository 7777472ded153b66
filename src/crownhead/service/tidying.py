"""Background work at the start of the program, which completes lists and searches."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from crownhead.errors import DamagedError, GameError, NotFoundError, StoreError
from crownhead.messages import Message
from crownhead.service.games.storing import session_of, summary_of
from crownhead.store import GameStore

if TYPE_CHECKING:
    from crownhead.service.library.library_service import Library

_LOG: Final = logging.getLogger(__name__)
_MOST_OLD_GAMES: Final = 1_000_000


def tidy(store: GameStore, library: Callable[[], Library], until: Callable[[], bool]) -> None:
    """Write the summaries of older games, and update the library; `until` ends it early."""
    try:
        for game_id in store.unsummarized(_MOST_OLD_GAMES):
            if until():
                return
            _summarize(store, game_id)
        if not until() and store.library.has_work():
            library().tidy(until)
        store.library.positions.load(until)
    except GameError:
        return  # the program is shutting down
    except StoreError as error:
        _LOG.warning(Message("log.lists", {"why": error}))


def _summarize(store: GameStore, game_id: str) -> None:
    """Write the summary of a game that an earlier version stored."""
    try:
        version = store.version(game_id)
        summary = summary_of(session_of(store.load(game_id)))
    except NotFoundError:
        return  # deleted meanwhile
    except DamagedError as error:
        _LOG.debug("game %s cannot be read: %s", game_id, error)
        summary = None
    store.summarize(game_id, version, summary)

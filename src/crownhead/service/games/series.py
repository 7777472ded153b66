"""Which series of rematches led to which: guests of one may look at the next."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from crownhead.store import GameStore

_NAME: Final = "series"
_MOST: Final = 256  # the oldest are forgotten; then a guest needs a new link


def link(store: GameStore, new: str, before: str) -> None:
    """Record on disk that a rematch in one series began another."""

    def added(found: Any) -> dict[str, str]:
        return dict([*_links(found).items(), (new, before)][-_MOST:])

    store.change_setting(_NAME, added)


def leads_from(store: GameStore, known: Collection[str], series: str) -> bool:
    """Whether a series is one that is known, or rematches led to it from one."""
    if series in known:
        return True
    links = _links(store.setting(_NAME)) if known else {}
    while (before := links.pop(series, None)) is not None:  # so that a circle ends
        if before in known:
            return True
        series = before
    return False


def _links(found: Any) -> dict[str, str]:
    """What is stored, without anything damaged."""
    links = found.items() if isinstance(found, dict) else ()
    return {new: before for new, before in links if isinstance(before, str)}

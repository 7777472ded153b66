"""Which series of rematches led to which: guests of one may see the next."""

from collections.abc import Collection
from typing import Any, Final

from crownhead.store import GameStore

_NAME: Final = "series"
_MOST: Final = 256  # the oldest are forgotten; their guests need a new link


def link(store: GameStore, new: str, before: str) -> None:
    """Store that a rematch in one series began another."""

    def added(found: Any) -> dict[str, str]:
        return dict([*_links(found).items(), (new, before)][-_MOST:])

    store.change_setting(_NAME, added)


def leads_from(store: GameStore, known: Collection[str], series: str) -> bool:
    """Whether rematches led to a series from one of the known ones."""
    if series in known:
        return True
    links = _links(store.setting(_NAME)) if known else {}
    while (before := links.pop(series, None)) is not None:  # so that a cycle ends
        if before in known:
            return True
        series = before
    return False


def _links(found: Any) -> dict[str, str]:
    """The stored links without damaged ones."""
    links = found.items() if isinstance(found, dict) else ()
    return {new: before for new, before in links if isinstance(before, str)}

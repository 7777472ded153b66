"""Changes a game's players, event, site, round, date and result, never its moves."""

from collections.abc import Mapping
from typing import Any, Final

from crownhead.errors import LibraryError, unknown_name
from crownhead.library.dates import day_of, read_day
from crownhead.library.entry import LONGEST_TAG, digest_of
from crownhead.store.library.entries import RESULTS, LibraryGame, Result
from crownhead.store.library.library_store import LibraryStore

_TEXTS: Final = ("black", "white", "event", "site", "round", "date")


def edit(library: LibraryStore, number: int, changes: Mapping[str, str | None]) -> None:
    """Change a library game; empty texts become unknown."""
    library.edit(number, *edited(library.load(number), changes))


def edited(stored: LibraryGame, changes: Mapping[str, str | None]) -> tuple[dict[str, Any], int]:
    """The columns that a change sets, and the changed game's digest; empty texts become unknown."""
    row = stored.row
    columns: dict[str, Any] = {}
    for name, value in changes.items():
        if name == "result":
            columns[name] = _read_result(value)
        elif name in _TEXTS:
            columns[name] = _read_text(name, value)
        else:
            raise LibraryError(unknown_name("change", name, (*_TEXTS, "result")))
    date, event = columns.get("date", row.date), columns.get("event", row.event)
    if "date" in columns and date is not None:
        read_day(date)
    columns["day"] = day_of(date, event)
    result = Result(columns.get("result", row.result))
    black, white = columns.get("black", row.black), columns.get("white", row.white)
    columns["result"] = int(result)
    return columns, digest_of(row.rules, row.start, stored.moves, result, black, white)


def _read_text(name: str, value: str | None) -> str | None:
    text = " ".join((value or "").split())
    if len(text) > LONGEST_TAG or not text.isprintable():
        what = "player" if name in ("black", "white") else name
        raise LibraryError(f"edit.{what}-too-long", most=LONGEST_TAG)
    return text or None


def _read_result(value: str | None) -> Result:
    for code, result in RESULTS.items():
        if code == (value or "").strip().lower():
            return result
    raise LibraryError(unknown_name("result", value or "", RESULTS))

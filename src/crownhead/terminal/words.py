"""A game's view in words. Everything said here stands in the view; nothing is decided."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

from crownhead.svg import Theme

View = dict[str, Any]

SIDES: Final = ("black", "white")

_MOST_CHOICES: Final = 6


def label(side: str) -> str:
    """A side's name as it stands in a sentence.

    >>> label("black")
    'Black'
    """
    return side.capitalize()


def translated(text: str, theme: Theme | None) -> str:
    """Call the sides by the colours that are shown; without colours they are Black and White.

    >>> translated("White wins: Black resigned", None)
    'White wins: Black resigned'
    """
    return text if theme is None else theme.translated(text)


def persons(view: View) -> list[str]:
    """The sides that people play."""
    return [side for side in SIDES if view["players"][side]["kind"] == "person"]


def player(view: View, side: str) -> str:
    """Who plays a side: `You`, `Person`, or a computer with its rating."""
    seat = view["players"][side]
    if seat["kind"] == "person":
        return "You" if len(persons(view)) == 1 else "Person"
    rating = seat["rating"]
    return f"{seat['name']} ({rating})" if rating is not None else str(seat["name"])


def pieces(counts: dict[str, int]) -> str:
    """Count a side's pieces.

    >>> pieces({"men": 1, "kings": 2}), pieces({"men": 12, "kings": 0})
    ('1 man, 2 kings', '12 men')
    """
    words = [
        f"{count} {one if count == 1 else many}"
        for count, one, many in (
            (counts["men"], "man", "men"),
            (counts["kings"], "king", "kings"),
        )
        if count
    ]
    return ", ".join(words) or "no pieces"


def time_left(view: View, side: str) -> str:
    """What a side's clock shows, rounded up; nothing without a clock."""
    seconds = view["clock"].get(side)
    return "" if seconds is None else minutes(seconds)


def minutes(seconds: float) -> str:
    """Write seconds as a clock shows them.

    >>> minutes(298.2), minutes(0)
    ('4:59', '0:00')
    """
    whole = math.ceil(seconds)
    return f"{whole // 60}:{whole % 60:02}"


def clock_sentence(clock: dict[str, Any]) -> list[str]:
    """Tell the time that each side has, if there is a clock that the rules do not tell of.

    >>> clock_sentence({"kind": "game", "seconds": 300, "increment": 3})
    ['Each side has 5:00 for the game, and 3 seconds more for each move.']
    """
    if clock["kind"] != "game":
        return []
    more = f", and {clock['increment']:g} seconds more for each move" if clock["increment"] else ""
    return [f"Each side has {minutes(clock['seconds'])} for the game{more}."]


def rules_name(view: View) -> str:
    """The rules by name, where they have one."""
    name = view["rules"]["name"]
    return f"{name} rules" if name else "house rules"


def played(move: dict[str, Any]) -> str:
    """Say what a move did.

    >>> played({"side": "white", "notation": "22x15", "path": [22, 15], "captured": [18], "crowned": False})
    'White plays 22x15 and takes 18.'
    """
    took = f" and takes {joined(move['captured'], 'and')}" if move["captured"] else ""
    crown = "; the man is crowned" if move["crowned"] else ""
    return f"{label(move['side'])} plays {move['notation']}{took}{crown}."


def legs(move: dict[str, Any]) -> list[str]:
    """Say what each jump of a capture did.

    >>> legs({"path": [22, 15, 6], "captured": [18, 10]})
    ['22x15 takes 18', '15x6 takes 10']
    """
    path = move["path"]
    return [
        f"{path[index]}x{path[index + 1]} takes {taken}"
        for index, taken in enumerate(move["captured"])
    ]


def joined(words: Sequence[object], last: str = "or", most: int = _MOST_CHOICES) -> str:
    """Join words as a sentence does.

    >>> joined([1, 2, 3]), joined("abc", most=2)
    ('1, 2 or 3', 'a, b and 1 more')
    """
    texts = [str(word) for word in words]
    if len(texts) > most:
        return f"{', '.join(texts[:most])} and {len(texts) - most} more"
    return f" {last} ".join(filter(None, [", ".join(texts[:-1]), texts[-1]])) if texts else ""


def captures(view: View) -> list[str]:
    """The captures that the person to move has."""
    return [move["notation"] for move in view["legal"] if move["captured"]]


def numbered(view: View) -> list[str]:
    """The moves that stand, two a line, as a record writes them."""
    rows: list[list[str]] = []
    for move in view["moves"][: view["ply"]]:
        if move["side"] == view["first"]:
            rows.append([move["notation"]])
        elif rows:
            rows[-1].append(move["notation"])
        else:
            rows.append(["...", move["notation"]])
    return [
        f"{number:>3}. " + " ".join(f"{text:<8}" for text in row).rstrip()
        for number, row in enumerate(rows, start=1)
    ]


def summary_line(game: dict[str, Any]) -> str:
    """A stored game in a line: its name, when, who, and how it stands."""
    if "error" in game:
        return f"{game['id']}  cannot be read: {game['error']}"
    names = [player(game, side) for side in SIDES]
    stands = game["outcome"]["sentence"] if game["outcome"] else f"{label(game['turn'])} to move"
    when = game["updated"].replace("T", " ")[:16]
    moves = (game["ply"] + 1) // 2
    counted = f"{moves} move{'' if moves == 1 else 's'}"
    return f"{game['id']}  {when}  {' v '.join(names)}, {counted}. {stands}"

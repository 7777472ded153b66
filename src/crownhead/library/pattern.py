"""Position patterns: a drawing of squares, and counts of pieces."""

from __future__ import annotations

import re
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from crownhead.errors import LibraryError, excerpt
from crownhead.pieces import BLACK, WHITE, SideName
from crownhead.store.library.positions import Wanted

ANYTHING: Final = "?"
# What may stand on a square, by letter: the letters of boards, and some for several pieces. The order
# of kinds is the core's.
_KINDS: Final = "bBwW."
LETTERS: Final = MappingProxyType(
    {**{kind: kind for kind in _KINDS}, "x": "bB", "o": "wW", "a": "bBwW", ANYTHING: _KINDS}
)
# Mail programs treat a dot or question mark at the end of an address as punctuation.
_IN_ADDRESSES: Final = str.maketrans("-_", "?.")
_SQUARES: Final = 32
_MOST_PIECES: Final = 12
_COUNT: Final = re.compile(r"([bBwW])(\d{1,2})(?:-(\d{1,2}))?")


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern: 32 letters for squares 1 to 32, the side to move, and counts of pieces.

    >>> Pattern.read("?" * 13 + "b" + "?" * 18, None, "B1-2 w0").counts
    {'B': (1, 2), 'w': (0, 0)}

    In addresses `-` is written for `?` and `_` for `.`, so that they end with neither.

    >>> Pattern.read("b_" + "-" * 30, None, None).squares[:4]
    'b.??'
    """

    squares: str
    turn: SideName | None
    counts: dict[str, tuple[int, int]]

    @classmethod
    def read(cls, squares: str | None, turn: SideName | None, material: str | None) -> Pattern:
        """Read a pattern from an address or a command."""
        drawn = (squares or ANYTHING * _SQUARES).translate(_IN_ADDRESSES)
        return cls(_read_squares(drawn), turn, _read_counts(material or ""))

    @property
    def wanted(self) -> Wanted:
        """The pattern for the core."""
        forbidden = tuple(
            sum(
                1 << index
                for index, letter in enumerate(self.squares)
                if kind not in LETTERS[letter]
            )
            for kind in _KINDS
        )
        counts = tuple(self.counts.get(kind, (0, _MOST_PIECES)) for kind in _KINDS[:4])
        return forbidden, counts, self.turn != "white", self.turn != "black"


def _read_squares(text: str) -> str:
    if len(text) != _SQUARES:
        raise LibraryError("pattern.length", count=len(text), wanted=_SQUARES)
    for index, letter in enumerate(text):
        if letter not in LETTERS:
            raise LibraryError(
                "pattern.letter",
                letter=excerpt(letter),
                square=index + 1,
                black=BLACK,
                white=WHITE,
            )
    return text


def _read_counts(text: str) -> dict[str, tuple[int, int]]:
    counts: dict[str, tuple[int, int]] = {}
    for token in re.split(r"[\s,;+]+", text.strip()):
        if not token:
            continue
        match = _COUNT.fullmatch(token)
        least, most = (int(match[2]), int(match[3] or match[2])) if match else (1, 0)
        if match is None or not least <= most <= _MOST_PIECES:
            raise LibraryError("pattern.count", text=excerpt(token), black=BLACK, white=WHITE)
        counts[match[1]] = (least, most)
    return counts

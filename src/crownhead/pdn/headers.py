"""Reads only the tags of the games in a PDN file: nothing is played, so it takes a third of the time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from crownhead.pdn.lines import Source
from crownhead.pdn.tokens import Token, parts_of, tokens_of


@dataclass(frozen=True, slots=True)
class Headers:
    """The tags of a game, its number in the file, counted from 1, and the line where it begins."""

    number: int
    line: int
    tags: dict[str, str]


def read_headers(source: Source) -> Iterator[Headers]:
    """Yield the tags of each game of a file, in the order in which `read_games` reads the games.

    >>> import io
    >>> text = '[White "Ann"] 1. 11-15 23-19 * [White "Bob"] 1. 9-14 *'
    >>> [headers.tags["White"] for headers in read_headers(io.StringIO(text))]
    ['Ann', 'Bob']
    """
    finder = _Finder()
    number = 0
    for token in tokens_of(source):
        for part in finder.parts(token):
            found = finder.take(part)
            if found is not None:
                number += 1
                yield Headers(number, *found)
    if finder.has_content:
        yield Headers(number + 1, *finder.complete())


class _Finder:
    """Finds where games begin and end, as the reader of whole games does."""

    def __init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        self._tags: dict[str, str] = {}
        self._line = 0  # of the first thing that makes a game
        self._started = False  # by a move, or what is said of one
        self._depth = 0  # of variations
        self._result_inside = False

    @property
    def has_content(self) -> bool:
        """Whether something was read that makes a game."""
        return self._line > 0

    def complete(self) -> tuple[int, dict[str, str]]:
        """End the game that is being read, and return what is known of it."""
        line, tags = self._line, self._tags
        self._begin()
        return line, tags

    def parts(self, token: Token) -> Iterator[Token]:
        """Look at many moves as one, unless the number of one of them may begin a game."""
        return parts_of(token) if token.kind == "moves" and self._result_inside else iter((token,))

    def take(self, token: Token) -> tuple[int, dict[str, str]] | None:
        """Read a token, and return the game that it completes, if any."""
        finished = None
        if token.kind == "result":
            if self._depth:
                self._result_inside = True
            elif self.has_content:
                finished = self.complete()
            return finished
        if self._begins_game(token):
            finished = self.complete()
        if token.kind not in ("number", "aside"):
            self._line = self._line or token.line
        if token.kind == "tag":
            self._tags.setdefault(token.text, token.value)
        elif token.kind in ("moves", "move", "nag", "strength", "open"):
            self._started = True
        self._depth += (token.kind == "open") - (token.kind == "close" and self._depth > 0)
        return finished

    def _begins_game(self, token: Token) -> bool:
        if token.kind == "tag":
            return self._started
        return self._result_inside and token.kind == "number" and token.text == "1."

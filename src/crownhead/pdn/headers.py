"""Reads only the tags of a PDN file; without playing moves, it takes a third of the time."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from crownhead.pdn.lines import Source
from crownhead.pdn.tokens import Token, parts_of, tokens_of


@dataclass(frozen=True, slots=True)
class Headers:
    """The tags of a game, its number in the file, counted from 1, and its first line."""

    number: int
    line: int
    tags: dict[str, str]


def read_headers(source: Source) -> Iterator[Headers]:
    """Yield the tags of each game, in the order of `read_games`.

    >>> import io
    >>> text = '[White "Ann"] 1. 11-15 23-19 * [White "Bob"] 1. 9-14 *'
    >>> [headers.tags["White"] for headers in read_headers(io.StringIO(text))]
    ['Ann', 'Bob']
    """
    number, game = 1, _Game()
    for token in tokens_of(source):
        # A run of moves is one token, unless a move number in it may begin a game.
        cut = token.kind == "moves" and game.result_inside
        for part in parts_of(token) if cut else (token,):
            if game.ends_at(part):
                yield Headers(number, game.line, game.tags)
                number, game = number + 1, _Game()
            game.take(part)
    if game.line:
        yield Headers(number, game.line, game.tags)


@dataclass(slots=True)
class _Game:
    """The game being read, with the same boundaries as in the full reader."""

    tags: dict[str, str] = field(default_factory=dict)
    line: int = 0  # where the game began
    started: bool = False  # by a move or a comment
    depth: int = 0  # of variations
    result_inside: bool = False

    def ends_at(self, token: Token) -> bool:
        """Whether a token ends this game: its result, or the start of the next."""
        if token.kind == "result":
            return self.line > 0 and self.depth == 0
        if token.kind == "tag":
            return self.started
        return self.result_inside and token.kind == "number" and token.text == "1."

    def take(self, token: Token) -> None:
        """Read a token of this game; results inside variations do not count."""
        if token.kind == "result":
            self.result_inside = self.result_inside or self.depth > 0
            return
        if token.kind not in ("number", "aside"):
            self.line = self.line or token.line
        if token.kind == "tag":
            self.tags.setdefault(token.text, token.value)
        elif token.kind in ("moves", "move", "nag", "strength", "open"):
            self.started = True
        self.depth += (token.kind == "open") - (token.kind == "close" and self.depth > 0)

"""Reads PDN for collections: plain games come as packed moves."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from crownhead.outcome import Outcome, Reason, outcome_of_result
from crownhead.pdn.lines import Source
from crownhead.pdn.reader import MOST_MOVES, Builder, start_of_tags
from crownhead.pdn.results import is_result, said_result
from crownhead.pdn.tokens import Token, tokens_of
from crownhead.position import Position
from crownhead.record import Record
from crownhead.rules import ENGLISH

_MOST_HELD: Final = 500  # tokens of a game that may be plain
_outcome: Final = lru_cache(maxsize=16)(outcome_of_result)


class PackedGame(NamedTuple):
    """A plain game: tags, moves and a result; docs/collections.md describes the moves."""

    start: Position
    tags: dict[str, str]
    moves: bytes
    plies: int
    ending: Outcome | None


def read_packed(source: Source) -> Iterator[PackedGame | Record]:
    """Yield the games of a file like `read_records`; the core reads most of them.

    >>> import io
    >>> [type(game).__name__ for game in read_packed(io.StringIO("1. 11-15 * 1. 9-14 {Good} *"))]
    ['PackedGame', 'Record']
    """
    builder = Builder(ENGLISH)
    held: list[Token] = []  # of a game that may be plain
    for token in tokens_of(source):
        if builder.is_fresh and len(held) < _MOST_HELD:
            before = held[-1].kind if held else "tag"
            if token.kind == "moves" or token.kind == before == "tag":
                held.append(token)
                continue
            packed = _packed(held, token.text) if token.kind == "result" else None
            if packed is not None:
                yield packed
                held = []
                continue
        for one in (*held, token):
            if (record := builder.take(one)) is not None:
                yield record
        held = []
    for one in held:
        builder.take(one)
    if (record := builder.finish()) is not None:
        yield record


def _packed(held: list[Token], result: str) -> PackedGame | None:
    """A game of tags, moves and a result; None if it needs the full reader."""
    tags = {token.text: token.value for token in held if token.kind == "tag"}
    moves = [token.text for token in held if token.kind == "moves"]
    start, fault = start_of_tags(tags, ENGLISH)
    read = start._pack_text("".join(moves)) if moves else None
    said, faults = said_result(tags, result)
    if fault or faults or read is None or len(tags) + len(moves) < len(held):
        return None
    line, plies, last = read
    if plies > MOST_MOVES or not is_result(tags.get("Result", "*")):
        return None
    ending = _outcome(said, start.rules.first_to_move)
    if last.is_over:
        winner = last.turn.other
        if ending is None:
            ending = Outcome(winner, Reason.NO_MOVES)
        elif ending.winner is not winner:
            return None
    return PackedGame(start, tags, line, plies, ending)

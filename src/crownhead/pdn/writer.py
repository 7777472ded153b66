"""Writes PDN that every program can read."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, Literal, NamedTuple

from crownhead.errors import PdnError, excerpt
from crownhead.messages import Message
from crownhead.node import Node
from crownhead.numeric import as_number, as_whole
from crownhead.outcome import Reason
from crownhead.pdn.tokens import LONGEST_COMMENT, LONGEST_TAG
from crownhead.pieces import BLACK
from crownhead.position import Position
from crownhead.record import Record

_WIDTH: Final = 80
_LARGEST_NUMBER: Final = 10**15  # in a tag's value
_FIRST_TAGS: Final = ("Event", "Site", "Date", "Round", "Black", "White")
# Written from the game itself, whatever its tags say.
_OWN_TAGS: Final = ("Result", "Termination", "GameType", "Rules", "SetUp", "FEN")
# Reasons that follow from the position, or say nothing.
_PLAIN_REASONS: Final = (Reason.NO_MOVES, Reason.NO_PIECES, Reason.RECORDED, Reason.BOTH_LOST)


def write_record(record: Record) -> str:
    """Write a record: tags, then moves in lines of at most 80 letters."""
    tags = [_tag_line(name, value) for name, value in _tags(record)]
    notes = _checked_notes(record.root)
    tokens = _comment_tokens(notes.comment, notes.clock)
    tokens += [*in_brackets(record.root.steps(), _move_tokens), record.result]
    text = "\n".join([*tags, *_wrap(tokens)]) + "\n"
    # Surrogates, which Python texts may hold, have no UTF-8.
    return text.encode("utf-8", "replace").decode("utf-8")


def _tags(record: Record) -> Iterator[tuple[str, str]]:
    tags = record.tags
    for name in _FIRST_TAGS:
        if name in tags:
            yield name, tags[name]
    yield "Result", record.result
    ending = record.ending
    if ending is not None and ending.reason not in _PLAIN_REASONS:
        yield "Termination", ending.reason.value
    elif ending is not None and "Termination" in tags:
        yield "Termination", tags["Termination"]
    start, rules = record.root.position, record.root.position.rules
    yield "GameType", f"21,{'B' if rules.first_to_move is BLACK else 'W'},8,8,N1,0"
    if rules.differences():
        yield "Rules", str(rules)
    if start != Position.start(rules):
        yield from (("SetUp", "1"), ("FEN", start.fen))
    yield from ((name, tags[name]) for name in tags if name not in (*_FIRST_TAGS, *_OWN_TAGS))


def _tag_line(name: str, value: str) -> str:
    if not isinstance(name, str) or not re.fullmatch(r"\w+", name):
        raise PdnError("pdn.tag-name", tag=excerpt(name))
    if not isinstance(value, str):
        number = as_number(value)
        if number is None or not abs(number) < _LARGEST_NUMBER:
            raise PdnError("pdn.tag-value", tag=excerpt(name), value=excerpt(value))
        value = str(number)
    if len(name) + len(value) > LONGEST_TAG:
        long = {"count": len(value), "most": LONGEST_TAG}
        raise PdnError("pdn.tag-too-long", tag=excerpt(name), **long)
    escaped = " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def in_brackets(
    steps: Iterable[tuple[Literal["move", "(", ")"], Node]],
    say: Callable[[Node, str], tuple[list[str], list[str]]],
) -> list[str]:
    """The tokens of a tree of moves from `Node.steps`.

    `say` returns the tokens of a move, and those of its comments. It gets the move's number, or an
    empty text: the second side's moves are only numbered at the start of a line or after an
    interruption.

    >>> from crownhead import Game
    >>> root = Game.from_pdn("1. 11-15 (1. 9-14 22-18) 23-19 2. 8-11").root
    >>> " ".join(in_brackets(root.steps(), lambda node, number: ([f"{number}{node.move}"], [])))
    '1.11-15 (1.9-14 22-18) 1...23-19 2.8-11'
    """
    tokens: list[str] = []
    opening = ""  # a variation's bracket, part of its first token
    fresh = True  # a line begins or was interrupted
    for what, node in steps:
        if what == "move":
            needed = fresh or node.comment_before or not node.number.endswith("...")
            said, after = say(node, node.number if needed else "")
            first, *others = [*said, *after]
            tokens += [opening + first, *others]
            opening, fresh = "", bool(after)
        else:
            fresh = True
            if what == "(":
                opening = what
            else:
                tokens[-1] += what
    return tokens


def _move_tokens(node: Node, number: str) -> tuple[list[str], list[str]]:
    """The tokens of a move, and those of its comments."""
    notes = _checked_notes(node)
    tokens = _comment_tokens(notes.before, None)
    if number:
        tokens.append(number)
    tokens += [f"{node.move}{notes.strength}", *(f"${nag}" for nag in notes.nags)]
    return tokens, _comment_tokens(notes.comment, notes.clock)


class _Notes(NamedTuple):
    """A node's comments and marks, read once: each access is slow."""

    strength: str
    nags: Sequence[int]
    comment: str
    before: str
    clock: float | None


def _checked_notes(node: Node) -> _Notes:
    """A node's notes without those that cannot be read back."""
    notes = _Notes(node.strength, node.nags, node.comment, node.comment_before, node.clock)
    strength, nags, comment, before, clock = notes
    for said in (strength, comment, before):
        if not isinstance(said, str):
            raise PdnError("pdn.note", where=_where(node), value=excerpt(said))
    if strength and not re.fullmatch(r"[!?]{1,2}|\([!?]{1,2}\)", strength):
        raise PdnError("pdn.note-strength", where=_where(node), value=excerpt(strength))
    if not isinstance(nags, (list, tuple)):
        raise PdnError("pdn.note-nags", where=_where(node), value=excerpt(nags))
    for nag in nags:
        number = as_whole(nag)
        if number is None or not 0 <= number <= 255:
            raise PdnError("pdn.note-nag", where=_where(node), value=excerpt(nag))
    if len(comment) > LONGEST_COMMENT or len(before) > LONGEST_COMMENT:
        raise PdnError("pdn.note-long", where=_where(node), count=LONGEST_COMMENT)
    if clock is not None:
        left = as_number(clock)
        if left is None or not 0 <= left < 360_000_000:
            raise PdnError("pdn.note-clock", where=_where(node), value=excerpt(clock))
    return notes


def _where(node: Node) -> Message:
    return Message("pdn.after", {"move": node.move}) if node.move else Message("pdn.before")


def _comment_tokens(comment: str, clock: float | None) -> list[str]:
    """Split a comment into tokens that may begin a line. PDN cannot hold braces in it."""
    tokens: list[str] = [] if clock is None else [f"[%clk {_clock(clock)}]"]
    for token in comment.replace("{", "(").replace("}", ")").split():
        # A line that begins with % is ignored; one that begins with [ looks like a tag.
        if tokens and token.startswith(("%", "[")):
            tokens[-1] += f" {token}"
        else:
            tokens.append(token)
    if tokens:
        tokens[0] = "{" + tokens[0]
        tokens[-1] += "}"
    return tokens


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(max(seconds, 0), 3), 60)
    text = f"{rest:06.3f}".rstrip("0").rstrip(".")
    return f"{int(minutes // 60)}:{int(minutes % 60):02}:{text.zfill(2)}"


def _wrap(tokens: Iterable[str]) -> Iterator[str]:
    line = ""
    for token in tokens:
        if line and len(line) + 1 + len(token) > _WIDTH:
            yield line
            line = token
        else:
            line = f"{line} {token}" if line else token
    yield line

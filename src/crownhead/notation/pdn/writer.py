"""Writes PDN that every program can read."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Final

from crownhead.game import Game
from crownhead.node import Node
from crownhead.outcome import Reason
from crownhead.pieces import BLACK
from crownhead.position import Position

_WIDTH: Final = 80
_FIRST_TAGS: Final = ("Event", "Site", "Date", "Round", "Black", "White")
# Written from the game itself, whatever its tags say.
_OWN_TAGS: Final = ("Result", "Termination", "GameType", "Rules", "SetUp", "FEN")
# These reasons are plain from the position, or say nothing.
_PLAIN_REASONS: Final = (Reason.NO_MOVES, Reason.NO_PIECES, Reason.RECORDED, Reason.BOTH_LOST)


def write_games(games: Iterable[Game], file: str | os.PathLike[str] | IO[str]) -> None:
    """Write games to a path or an open text file, a blank line between two."""
    if isinstance(file, (str, os.PathLike)):
        with Path(file).open("w", encoding="utf-8", newline="\n") as opened:
            write_games(games, opened)
        return
    for number, game in enumerate(games):
        file.write(("\n" if number else "") + write_game(game))


def write_game(game: Game) -> str:
    """Write one game: tags, then moves in lines of at most 80 letters.

    >>> game = Game(tags={"Black": "Ann", "White": "Bob"})
    >>> for move in ("11-15", "23-19"):
    ...     _ = game.push(move)
    >>> print(write_game(game).splitlines()[-1])
    1. 11-15 23-19 *
    """
    tags = [f'[{name} "{_escape(value)}"]' for name, value in _tags(game)]
    words = [*_words(game), game.result]
    return "\n".join([*tags, *_wrap(words)]) + "\n"


def _tags(game: Game) -> Iterator[tuple[str, str]]:
    tags = {name: value for name, value in game.tags.items() if _is_tag_name(name)}
    for name in _FIRST_TAGS:
        if name in tags:
            yield name, tags[name]
    yield "Result", game.result
    ending = game.ending
    if ending is not None and ending.reason not in _PLAIN_REASONS:
        yield "Termination", ending.reason.value
    elif ending is not None and "Termination" in tags:
        yield "Termination", tags["Termination"]
    rules = game.rules
    yield "GameType", f"21,{'B' if rules.first_to_move is BLACK else 'W'},8,8,N1,0"
    if rules.differences():
        yield "Rules", str(rules)
    if game.start != Position.start(rules):
        yield from (("SetUp", "1"), ("FEN", game.start.fen))
    yield from ((name, tags[name]) for name in tags if name not in (*_FIRST_TAGS, *_OWN_TAGS))


def _is_tag_name(name: str) -> bool:
    return re.fullmatch(r"\w{1,100}", name) is not None


def _escape(value: str) -> str:
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')


def _words(game: Game) -> Iterator[str]:
    """Yield the words of the movetext. A stack, not recursion: variations nest as deep as they like."""
    yield from _comment_words(game.root.comment, None)
    offset = 0 if game.start.turn is game.rules.first_to_move else 1
    fresh = True  # the next move needs its number: a line begins or was interrupted
    waiting = [("after", game.root)]
    while waiting:
        what, node = waiting.pop()
        if what == "move":
            yield from _move_words(node, (node.ply + 1 + offset) // 2, fresh=fresh)
            fresh = bool(node.comment) or node.clock is not None
        elif what in "()":
            yield what
            fresh = True
        elif node.children:
            main, *variations = node.children
            waiting.append(("after", main))
            for variation in reversed(variations):
                steps = (")", "after", "move", "(")
                waiting += [(step, variation) for step in steps]
            waiting.append(("move", main))


def _move_words(node: Node, number: int, *, fresh: bool) -> Iterator[str]:
    yield from _comment_words(node.comment_before, None)
    # The position after the move has the other side to move.
    if node.position.turn is not node.position.rules.first_to_move:
        yield f"{number}."
    elif fresh or node.comment_before:
        yield f"{number}..."
    yield f"{node.move}{node.strength}"
    yield from (f"${nag}" for nag in node.nags)
    yield from _comment_words(node.comment, node.clock)


def _comment_words(comment: str, clock: float | None) -> list[str]:
    """Split a comment into words that may stand in different lines. PDN cannot write braces in it."""
    words = comment.replace("{", "(").replace("}", ")").split()
    if clock is not None:
        words.insert(0, f"[%clk {_clock(clock)}]")
    if words:
        words[0] = "{" + words[0]
        words[-1] += "}"
    return words


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(max(seconds, 0), 3), 60)
    text = f"{rest:06.3f}".rstrip("0").rstrip(".")
    return f"{int(minutes // 60)}:{int(minutes % 60):02}:{text.zfill(2)}"


def _wrap(words: Iterable[str]) -> Iterator[str]:
    line = ""
    for word in words:
        glued = not line or word == ")" or line.endswith("(")
        # A line that begins with % is not read.
        fits = len(line) + 1 + len(word) <= _WIDTH or word == ")" or word.startswith("%")
        if line and not fits:
            yield line
            line = word
        else:
            line += word if glued else f" {word}"
    yield line

"""Messages as the page says them, in the classic theme."""

from __future__ import annotations

from typing import Final

from crownhead.errors import as_sentence
from crownhead.messages import Listed, Message, Words

_CLASSIC: Final = Words("classic")
BLACK: Final = Message("side.black")
WHITE: Final = Message("side.white")


def said(key: str, /, **values: object) -> str:
    """A message."""
    return _CLASSIC.say(key, **values)


def sentence(key: str, /, **values: object) -> str:
    """A message as a sentence."""
    return as_sentence(said(key, **values))


def plays(side: Message, move: str, *taken: int, crowned: bool = False) -> str:
    """What is said of a move."""
    text = (
        said("game.captured", side=side, move=move, squares=Listed(taken, "and"))
        if taken
        else said("game.moved", side=side, move=move)
    )
    return f"{text} {said('game.crowned')}" if crowned else text


def piece(side: Message, kind: str = "man") -> str:
    """What a piece is called."""
    return said(f"piece.{kind}", side=side)


def cell(number: int, *content: str) -> str:
    """What a square of the board is called; without content, it is empty."""
    words = said("list.comma").join(content or (said("board.empty"),))
    return said("board.square", square=number, content=words)


def not_yours(square: int, owner: Message = WHITE, mover: Message = BLACK) -> str:
    """Why somebody may not move a piece."""
    return sentence("refusal.not-yours", square=square, owner=owner, mover=mover)


def browsing(side: Message, number: int, of: int, move: str) -> str:
    """Which move of a record is looked at."""
    return said("play.browsing.move", side=side, number=number, all=of, move=move)


def sentences(*keys: str) -> str:
    """Messages without values, as sentences one after the other."""
    return " ".join(map(sentence, keys))


def players(black: str | Message, white: str | Message) -> str:
    """Who plays whom."""
    return said("game.players", black=black, white=white)

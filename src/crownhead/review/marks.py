"""Marks of moves by what they lose."""

from types import MappingProxyType
from typing import Final

from crownhead.messages import Message, counted

# Winning chances that a move must lose to get each mark.
BLUNDER: Final = 0.25
MISTAKE: Final = 0.15
INACCURACY: Final = 0.08

_LEAST: Final = ((BLUNDER, "??"), (MISTAKE, "?"), (INACCURACY, "?!"))
#: The marks, the worst first, with their names: keys after `mark.` and `count.`, classes of the page.
MARKS: Final = MappingProxyType({"??": "blunder", "?": "mistake", "?!": "inaccuracy"})


def mark_of(lost: float) -> str:
    """The mark of a move that loses this much of the winning chances, or an empty text.

    >>> [mark_of(lost) for lost in (0.5, 0.2, 0.1, 0.01)]
    ['??', '?', '?!', '']
    """
    return next((mark for least, mark in _LEAST if lost >= least), "")


def games_of(reviewed: int, total: int) -> Message:
    """The number of games in a review.

    >>> str(games_of(4, 4)), str(games_of(3, 4))
    ('4 games', '3 of 4 games')
    """
    games = counted("game", total)
    return games if reviewed == total else Message("list.share", {"known": reviewed, "all": games})

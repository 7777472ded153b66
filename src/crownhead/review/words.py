"""Sentences that the command and the page both say."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """Count things.

    >>> counted(1, "game"), counted(0, "inaccuracy"), counted(1200, "mistake")
    ('1 game', '0 inaccuracies', '1,200 mistakes')
    """
    several = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{number:,} {noun if number == 1 else several}"


def left_out(number: int, name: str) -> str:
    """Say that some games are only in the file they came from.

    >>> left_out(1, "out.pdn")
    '1 game could not be read and is not in out.pdn; the file it came from has it'
    """
    if number == 1:
        return f"1 game could not be read and is not in {name}; the file it came from has it"
    return (
        f"{counted(number, 'game')} could not be read and are not in {name}; "
        "the file they came from has them"
    )

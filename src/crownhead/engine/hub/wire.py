"""How Hub writes things: lines, positions and moves."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from crownhead.errors import (
    EngineError,
    IllegalMoveError,
    MoveSyntaxError,
    PositionError,
    excerpt,
)
from crownhead.move import Move
from crownhead.pieces import BLACK, WHITE
from crownhead.position import Position
from crownhead.rules import ENGLISH, Rules
from crownhead.text.moves import along, why_illegal

#: Bytes in a line; the longest game is far shorter.
LONGEST_LINE: Final = 65_536
_ARGUMENT: Final = re.compile(r'\s*([^\s="]+)(?:\s*=\s*(?:"([^"]*)"|([^\s="]+)))?(?=\s|$)')
_MOVE: Final = re.compile(
    r"([0-9]{1,2})(?:-([0-9]{1,2})|x([0-9]{1,2})((?:x[0-9]{1,2})+))", re.ASCII
)
_SIDES: Final = {"B": BLACK, "W": WHITE}


class Line(NamedTuple):
    """A command and its arguments; an argument without a value has an empty one."""

    command: str
    arguments: dict[str, str]


def command_of(text: str) -> str:
    """Give the command of a line, whatever follows it; an empty line has an empty one."""
    return text.split(None, 1)[0] if text.strip() else ""


def read_line(text: str) -> Line:
    """Read a line of the protocol.

    >>> read_line('level moves=9 time=291.5')
    Line(command='level', arguments={'moves': '9', 'time': '291.5'})
    >>> read_line('pos moves="11-15 23-19').arguments
    Traceback (most recent call last):
    crownhead.errors.EngineError: 'moves="11-15 23-19' is not an argument of the form name=value
    """
    command = command_of(text)
    rest = text.strip()[len(command) :].rstrip()
    arguments: dict[str, str] = {}
    at = 0
    while at < len(rest):
        found = _ARGUMENT.match(rest, at)
        if found is None:
            raise EngineError(
                f"'{excerpt(rest[at:].strip())}' is not an argument of the form name=value"
            )
        name, quoted, bare = found.groups()
        if name in arguments:
            raise EngineError(f"{excerpt(name)} is given twice")
        arguments[name] = quoted or bare or ""
        at = found.end()
    return Line(command, arguments)


def write_line(command: str, **arguments: object) -> str:
    r"""Write a line; `_` in a name stands for `-`, and True for an argument without a value.

    >>> write_line("level", move_time=1.5, infinite=True)
    'level move-time=1.5 infinite'
    >>> write_line("error", message='there is no "x"')
    'error message="there is no \'x\'"'
    """
    words = [command]
    for name, value in arguments.items():
        word = name.replace("_", "-")
        words.append(word if value is True else f"{word}={_quoted(str(value))}")
    return " ".join(words)


def _quoted(value: str) -> str:
    """Quote a value that needs it. The protocol has no way to write a quote or a line end in one."""
    clean = " ".join(value.replace('"', "'").split())
    return clean if clean and not re.search(r"[\s=]", clean) else f'"{clean}"'


def write_position(position: Position) -> str:
    """Write a position: the side to move, then each square from 1 to 32.

    >>> write_position(Position.start())
    'Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww'
    """
    pieces = position.pieces
    squares = (pieces[square].symbol if square in pieces else "e" for square in range(1, 33))
    return ("B" if position.turn is BLACK else "W") + "".join(squares)


def read_position(text: str, rules: Rules = ENGLISH) -> Position:
    """Read a position of 33 letters.

    >>> read_position("Weeebeeeeeeeeeeeeeeeeeeeeeeeeweee").fen
    'W:W29:B4'
    """
    if not re.fullmatch(r"[BW][bBwWe]{32}", text):
        raise PositionError(
            f"'{excerpt(text)}' is not a position: that is B or W, then one of b B w W e for each "
            f"of the 32 squares, 33 letters in all"
        )
    black, white, kings = (_mask(text[1:], letters) for letters in ("bB", "wW", "BW"))
    return Position(black, white, kings, _SIDES[text[0]], rules)


def _mask(squares: str, letters: str) -> int:
    return sum(1 << index for index, letter in enumerate(squares) if letter in letters)


def write_move(move: Move) -> str:
    """Write a move; a capture as from, to, and what it jumps in the order in which it does.

    >>> write_move(Move((11, 15))), write_move(Move((2, 11, 18)))
    ('11-15', '2x18x7x15')
    """
    if not move.is_capture:
        return f"{move.from_square}-{move.to_square}"
    return "x".join(map(str, (move.from_square, move.to_square, *move.captured)))


def read_move(text: str, position: Position) -> Move:
    """Find the legal move that a text means.

    The captured squares may stand in any order. Where several routes with the same ends capture the
    same pieces, the one that jumps them in the order written is meant or, if none does, the first
    of the legal moves.

    >>> read_move("2x18x15x7", Position.from_fen("B:W6,7,15,32:B2,12")).path
    (2, 11, 18)
    """
    found = _MOVE.fullmatch(text)
    if found is None:
        raise MoveSyntaxError(
            f"'{excerpt(text)}' is not a move; one looks like 11-15 or, for a capture, 22x15x18"
        )
    first, quiet_last, last, jumped = found.groups()
    ends = int(first), int(quiet_last or last)
    captured = tuple(map(int, jumped.split("x")[1:])) if jumped else ()
    fitting = along(ends, position.legal_moves())
    moves = [move for move in fitting if sorted(move.captured) == sorted(captured)]
    if not moves:
        raise IllegalMoveError(_why_not(text, ends, position))
    return next((move for move in moves if move.captured == captured), moves[0])


def _why_not(text: str, ends: tuple[int, int], position: Position) -> str:
    for square in ends:
        if not 1 <= square <= 32:
            return f"{text} cannot be played: there is no square {square}; squares are 1 to 32"
    for move in along(ends, position.legal_moves()):
        return f"{text} cannot be played: it would be {write_move(move)}"
    # As it was written: a quiet move may go further than any can.
    return f"{text} {str(why_illegal(ends, position)).partition(' ')[2]}"

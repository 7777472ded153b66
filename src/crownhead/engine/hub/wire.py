"""Lines, positions and moves in the notation of Hub."""

import re
from dataclasses import replace
from typing import Final, NamedTuple

from crownhead.errors import (
    EngineError,
    IllegalMoveError,
    MoveSyntaxError,
    PositionError,
    excerpt,
)
from crownhead.move import Move
from crownhead.pieces import BLACK, WHITE, checked_square
from crownhead.position import Position
from crownhead.rules import ENGLISH, Rules
from crownhead.text.moves import along, why_illegal

#: Bytes in a line; the longest game is far shorter.
LONGEST_LINE: Final = 65_536
_ARGUMENT: Final = re.compile(r'\s*([^\s="]+)(?:\s*=\s*(?:"([^"]*)"|([^\s="]+)))?(?=\s|$)')
_MOVE: Final = re.compile(
    r"([0-9]{1,2})(?:-([0-9]{1,2})|x([0-9]{1,2})((?:x[0-9]{1,2})+))", re.ASCII
)


class Line(NamedTuple):
    """A command and its arguments; an argument without a value has an empty one."""

    command: str
    arguments: dict[str, str]


def command_of(text: str) -> str:
    """The command of a line; an empty line has an empty one."""
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
            raise EngineError("hub.argument", text=excerpt(rest[at:].strip()))
        name, quoted, bare = found.groups()
        if name in arguments:
            raise EngineError("ruleset.twice", option=excerpt(name))
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
    tokens = [command]
    for name, value in arguments.items():
        token = name.replace("_", "-")
        tokens.append(token if value is True else f"{token}={_quoted(str(value))}")
    return " ".join(tokens)


def _quoted(value: str) -> str:
    """Quote a value if necessary. The protocol cannot express quotes or line ends in a value."""
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
        raise PositionError("hub.position", text=excerpt(text))
    black, white, kings = (
        sum(1 << index for index, letter in enumerate(text[1:]) if letter in letters)
        for letters in ("bB", "wW", "BW")
    )
    return Position(black, white, kings, BLACK if text[0] == "B" else WHITE, rules)


def write_move(move: Move) -> str:
    """Write a move; a capture has its ends and then the captured squares in their order.

    >>> write_move(Move((11, 15))), write_move(Move((2, 11, 18)))
    ('11-15', '2x18x7x15')
    """
    if not move.is_capture:
        return f"{move.from_square}-{move.to_square}"
    return "x".join(map(str, (move.from_square, move.to_square, *move.captured)))


def read_move(text: str, position: Position) -> Move:
    """Find the legal move for a text.

    The captured squares can be in any order. If several routes with the same ends capture the same
    pieces, the one with the captures in the given order is taken, or else the first legal move.

    >>> read_move("2x18x15x7", Position.from_fen("B:W6,7,15,32:B2,12")).path
    (2, 11, 18)
    """
    found = _MOVE.fullmatch(text)
    if found is None:
        raise MoveSyntaxError("hub.move", text=excerpt(text))
    first, quiet_last, last, jumped = found.groups()
    ends = int(first), int(quiet_last or last)
    captured = tuple(map(int, jumped.split("x")[1:])) if jumped else ()
    fitting = list(along(ends, position.legal_moves()))
    moves = [move for move in fitting if sorted(move.captured) == sorted(captured)]
    if not moves:
        for square in ends:
            checked_square(square)
        if fitting:
            raise IllegalMoveError("hub.other-capture", move=text, legal=write_move(fitting[0]))
        raise IllegalMoveError(replace(why_illegal(ends, position), tried=text))
    return next((move for move in moves if move.captured == captured), moves[0])

"""The moments of a film of a game: where the pieces stand, and for how long."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from types import MappingProxyType
from typing import Final, NamedTuple

from crownhead.errors import CrownheadError, excerpt
from crownhead.game import Game
from crownhead.move import Move
from crownhead.node import Node
from crownhead.outcome import Outcome, Reason
from crownhead.pieces import Piece, Side
from crownhead.position import Position
from crownhead.themes import Theme

#: The longest game that can be filmed.
MOST_MOVES: Final = 1000
# Extra seconds for the first and the last moment.
_AT_THE_START: Final = 0.8
_AT_THE_END: Final = 3.0
# The duration of a jump: a share of a move, and a limit in seconds.
_JUMP: Final = 0.4
_LONGEST_JUMP: Final = 0.6


class Moment(NamedTuple):
    """The pieces, how long they stand still, the squares of the last move, and the caption of each side."""

    pieces: Mapping[int, Piece]
    seconds: float
    trail: frozenset[int] = frozenset()
    said: Mapping[Side, str] = MappingProxyType({})


def moments_of(shown: Game | Iterable[Position], seconds: float, theme: Theme) -> list[Moment]:
    """The moments of a game's main line, or of a series of positions.

    >>> from crownhead import Game
    >>> jump = Game.from_moves("10x19x26", Position.from_fen("B:W15,23,32:B10"))
    >>> from crownhead.themes import THEMES
    >>> [(sorted(one.pieces), one.seconds) for one in moments_of(jump, 1, THEMES["classic"])]
    [([10, 15, 23, 32], 1.8), ([19, 23, 32], 0.4), ([26, 32], 4.0)]
    """
    moments = list(
        _of_game(shown, seconds, theme) if isinstance(shown, Game) else _of(shown, seconds)
    )
    if not moments:
        raise CrownheadError("film.empty")
    moments[0] = moments[0]._replace(seconds=moments[0].seconds + _AT_THE_START)
    moments[-1] = moments[-1]._replace(seconds=moments[-1].seconds + _AT_THE_END)
    return moments


def _of(positions: Iterable[Position], seconds: float) -> Iterator[Moment]:
    if isinstance(positions, str) or not isinstance(positions, Iterable):
        raise CrownheadError("film.wanted", value=excerpt(positions))
    for number, position in enumerate(positions):
        if not isinstance(position, Position):
            raise CrownheadError("film.positions", value=excerpt(position))
        _check_length(number)
        yield Moment(position.pieces, seconds)


def _of_game(game: Game, seconds: float, theme: Theme) -> Iterator[Moment]:
    said: dict[Side, str] = {}
    moment = Moment(game.start.pieces, seconds)
    yield moment
    for node in game.main_line():
        assert node.move is not None
        _check_length(node.ply)
        said[node.position.turn.other] = f"{node.number} {node.move}"
        yield from _jumps(node, node.move, min(_JUMP * seconds, _LONGEST_JUMP), dict(said))
        moment = Moment(node.position.pieces, seconds, frozenset(node.move.path), dict(said))
        yield moment
    if game.ending is not None:
        yield moment._replace(said=said | _result(game.ending, theme))


def _jumps(node: Node, move: Move, seconds: float, said: Mapping[Side, str]) -> Iterator[Moment]:
    """The landings of a capture before its last, without the pieces jumped so far."""
    for jumps in range(1, len(move.path) - 1):
        pieces = node.before.position.pieces
        mover = pieces.pop(move.from_square)
        for square in move.captured[:jumps]:
            del pieces[square]
        pieces[move.path[jumps]] = mover
        yield Moment(pieces, seconds, frozenset(move.path[: jumps + 1]), said)


def _result(ending: Outcome, theme: Theme) -> dict[Side, str]:
    """The captions at the end: the winner, or for both sides that they drew or lost."""
    if ending.winner is not None:
        return {ending.winner: theme.words.say("game.won", player=ending.winner)}
    lost = ending.reason is Reason.BOTH_LOST
    return dict.fromkeys(Side, theme.words.say("film.lost" if lost else "game.drawn"))


def _check_length(moves: int) -> None:
    if moves > MOST_MOVES:
        raise CrownheadError("film.too-long", most=MOST_MOVES)


def merged(moments: Iterable[Moment]) -> Iterator[Moment]:
    """Merge moments in a row that look the same.

    >>> [one.seconds for one in merged([Moment({}, 1), Moment({}, 2)])]
    [3]
    """
    for look, alike in groupby(moments, lambda one: one._replace(seconds=0)):
        yield look._replace(seconds=sum(one.seconds for one in alike))

"""What a film of a game shows, moment by moment: where the pieces stand, and for how long."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Final

from crownhead.errors import CrownheadError, excerpt
from crownhead.game import Game
from crownhead.move import Move
from crownhead.node import Node
from crownhead.outcome import Outcome, Reason
from crownhead.pieces import Piece, Side
from crownhead.position import Position
from crownhead.themes import Theme

#: The longest game that is made a film of.
MOST_MOVES: Final = 1000
# What the first and the last moment last longer than a move, in seconds.
_AT_THE_START: Final = 0.8
_AT_THE_END: Final = 3.0
# A leg of a capture lasts this part of a move, but no longer than it takes to see it.
_LEG: Final = 0.4
_LONGEST_LEG: Final = 0.6


@dataclass(frozen=True, slots=True)
class Moment:
    """Pieces that stand still for some time, the squares of the last move, and what is said of each side."""

    pieces: Mapping[int, Piece]
    seconds: float
    trail: frozenset[int] = frozenset()
    said: Mapping[Side, str] = field(default_factory=dict)


def moments_of(shown: Game | Iterable[Position], seconds: float, theme: Theme) -> list[Moment]:
    """What is shown of a game's main line, or of positions one after the other.

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
        raise CrownheadError("there is no position to show")
    moments[0] = replace(moments[0], seconds=moments[0].seconds + _AT_THE_START)
    moments[-1] = replace(moments[-1], seconds=moments[-1].seconds + _AT_THE_END)
    return moments


def _of(positions: Iterable[Position], seconds: float) -> Iterator[Moment]:
    if isinstance(positions, str) or not isinstance(positions, Iterable):
        raise CrownheadError(
            f"an animation shows a Game or a list of positions, not '{excerpt(positions)}'"
        )
    for number, position in enumerate(positions):
        if not isinstance(position, Position):
            raise CrownheadError(f"an animation shows positions, not '{excerpt(position)}'")
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
        yield from _legs(node, node.move, min(_LEG * seconds, _LONGEST_LEG), dict(said))
        moment = Moment(node.position.pieces, seconds, frozenset(node.move.path), dict(said))
        yield moment
    if game.ending is not None:
        yield replace(moment, said=said | _result(game.ending, theme))


def _legs(node: Node, move: Move, seconds: float, said: Mapping[Side, str]) -> Iterator[Moment]:
    """The squares on which a capture touches down, with what it has jumped so far."""
    for legs in range(1, len(move.path) - 1):
        pieces = node.before.position.pieces
        mover = pieces.pop(move.from_square)
        for square in move.captured[:legs]:
            del pieces[square]
        pieces[move.path[legs]] = mover
        yield Moment(pieces, seconds, frozenset(move.path[: legs + 1]), said)


def _result(ending: Outcome, theme: Theme) -> dict[Side, str]:
    """What is said of the sides at the end: the winner's colour, or both draw or lose."""
    if ending.winner is not None:
        return {ending.winner: theme.translated(f"{ending.winner.label} wins")}
    return dict.fromkeys(Side, "Lost" if ending.reason is Reason.BOTH_LOST else "Draw")


def _check_length(moves: int) -> None:
    if moves > MOST_MOVES:
        raise CrownheadError(
            f"an animation shows at most {MOST_MOVES} moves, and this game is longer"
        )


def merged(moments: Iterable[Moment]) -> Iterator[Moment]:
    """The same moments, of which no two in a row look the same.

    >>> [one.seconds for one in merged([Moment({}, 1), Moment({}, 2)])]
    [3]
    """
    for look, alike in groupby(moments, lambda one: replace(one, seconds=0)):
        yield replace(look, seconds=sum(one.seconds for one in alike))

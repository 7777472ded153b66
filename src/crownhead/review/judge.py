"""Judges a game: the engine searches every position, and each move is judged by what it loses."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

from crownhead.engine import Engine, Limit, Score, winning_chance
from crownhead.errors import SearchStoppedError
from crownhead.game import Game
from crownhead.messages import Message, counted
from crownhead.move import Move
from crownhead.node import Node
from crownhead.outcome import Reason
from crownhead.pieces import BLACK
from crownhead.position import Position

# Winning chances that a move must lose to get each mark.
BLUNDER: Final = 0.25
MISTAKE: Final = 0.15
INACCURACY: Final = 0.08

_LEAST: Final = ((BLUNDER, "??"), (MISTAKE, "?"), (INACCURACY, "?!"))
#: The marks, the worst first, with their names: keys after `mark.` and `count.`, classes of the page.
MARKS: Final = MappingProxyType({"??": "blunder", "?": "mistake", "?!": "inaccuracy"})

# The score of a side without a move.
LOST: Final = Score(-30_000)
DRAWN: Final = Score(0)
# Before a move gets a mark, it is searched again with this many times the nodes or plies more.
_LONGER: Final = 4
_DEEPER: Final = 4
# Plies of a better line that are shown. Later moves are guesses.
_LONGEST_LINE: Final = 10
_LONGEST_EXCHANGE: Final = 12  # plies beyond the end of a line

DrawCode = Literal["repetition", "quiet moves", "tables"]


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


@dataclass(frozen=True, slots=True)
class Draw:
    """Why a game is drawn after a move: by a rule, now or after the best `reply`, or by the tables.

    `times` counts how often the position has occurred.

    >>> str(Draw("repetition", 3, "5-1").message)
    'draw by 5-1: this position 3 times'
    """

    code: DrawCode
    times: int = 0
    reply: str = ""

    @property
    def message(self) -> Message:
        """The reason, as a review says it."""
        if self.code == "tables":
            return Message("review.draw.tables")
        why = Message("outcome.reason.quiet-moves")
        if self.code == "repetition":
            why = Message("review.draw.repetition", {"count": self.times})
        if self.reply:
            return Message("review.draw.by-reply", {"reply": self.reply, "why": why})
        return Message("review.draw.here", {"why": why})


@dataclass(frozen=True, slots=True)
class Judgement:
    """The judgement of a move: the score after it and, if it gets a mark, the better line.

    `score` and both chances are the mover's; `before` is the chance with the better line. `draw` is set
    if the game is drawn now, after the best reply, or by the endgame tables. `is_past_draw` means that
    the game was already drawn and went on. `is_best` means that the engine would play the move too.
    """

    node: Node
    score: Score
    before: float
    after: float
    mark: str = ""
    better: tuple[Move, ...] = ()
    better_score: Score = LOST
    draw: Draw | None = None
    is_past_draw: bool = False
    is_best: bool = False

    @property
    def lost(self) -> float:
        """The winning chances that the move lost: none if the engine would play it too."""
        return 0.0 if self.is_best else max(0.0, self.before - self.after)


@dataclass(frozen=True, slots=True)
class _Look:
    """The result of a search, for the side to move."""

    score: Score
    line: tuple[Move, ...] = ()


def judge(
    game: Game,
    limit: Limit,
    engine: Engine,
    watch: Callable[[], None] | None = None,
    found: Callable[[Judgement], None] | None = None,
) -> tuple[Score, list[Judgement]]:
    """Judge the main line: the score of its start for the side to move, and every move.

    The last move comes first, so that the engine's table already has what followed a position.
    `watch` is called after each search, `found` with each judgement.

    >>> game = Game.from_pdn("1. 11-15 22-17 2. 15-18 *")
    >>> with Engine(hash_mb=8) as engine:
    ...     start, moves = judge(game, Limit(nodes=5000), engine)
    >>> [move.mark for move in moves]
    ['', '', '']
    """
    engine.forget()
    searched = watch or (lambda: None)
    judged: list[Judgement] = []
    after = _look(game, game.root.last(), limit, engine)
    searched()
    for node in reversed(list(game.main_line())):
        reached = _reached(node, after)
        before = _before(game, node, reached, limit, engine)
        verdict = _verdict(node, before, reached, engine)
        if verdict.mark:
            longer = _more(limit)
            reached = _reached(node, _look(game, node, longer, engine))
            before = _before(game, node, reached, longer, engine)
            verdict = _verdict(node, before, reached, engine)
        judged.append(verdict)
        if found is not None:
            found(verdict)
        after = before
        searched()
    return after.score, judged[::-1]


@dataclass(frozen=True, slots=True)
class Trial:
    """The judgement of a move that was not played: the mover's score, and the reply's score and line."""

    node: Node
    score: Score
    answer: Score
    line: tuple[Move, ...]
    draw: Draw | None = None


def try_move(game: Game, before: Node, move: Move, limit: Limit, engine: Engine) -> Trial:
    """Judge a move that was not played, with as long a search as for a move with a mark.

    The table is cleared first, so that the same move always gets the same judgement. The move is added
    to the game as a variation.

    >>> game = Game.from_moves("9-14 21-17")
    >>> with Engine(hash_mb=8) as engine:
    ...     tried = try_move(game, game.node.parent, game.node.move, Limit(nodes=5000), engine)
    >>> str(tried.line[0])
    '14x21'
    """
    engine.forget()
    node = before.child(move) or before.add(move)
    reached = _reached(node, _look(game, node, _more(limit), engine))
    score = _one_ply_further(reached.score)
    draw = _draw_after(node, reached, engine)
    return Trial(node, score, reached.score, reached.line, draw)


def _look(game: Game, node: Node, limit: Limit, engine: Engine) -> _Look:
    """Search a position with its history, because of repetitions."""
    if node.position.is_over:
        return _Look(LOST)
    game.go_to(node)
    infos = engine.analyse(game, limit)
    if not infos:
        raise SearchStoppedError("engine.stopped")
    return _Look(infos[0].score, infos[0].pv)


def _reached(node: Node, onward: _Look) -> _Look:
    """The score after a move: a draw by the rules, or the search's result."""
    return _Look(DRAWN) if _draw_at(node) else onward


def _draw_at(node: Node, reply: str = "") -> Draw | None:
    """The rule by which a game is drawn after a move, if any.

    Recorded games may go on past such a draw, because nobody claimed it.
    """
    reason = None if node.position.is_over else node.draw_reason()
    if reason is None:
        return None
    if reason is Reason.REPETITION:
        return Draw("repetition", node.repetitions(), reply)
    return Draw("quiet moves", reply=reply)


def _draw_after(node: Node, reached: _Look, engine: Engine) -> Draw | None:
    """Why a game is drawn after a move, if it is: now, after the best reply, or with best play."""
    here = _draw_at(node)
    if here or reached.score != DRAWN or not reached.line:
        return here
    reply = node.after(reached.line[0])
    there = _draw_at(reply, str(reply.move))
    if there:
        return there
    known = engine.known(node.position)
    return Draw("tables") if known is not None and known.outcome == "draw" else None


def _before(game: Game, node: Node, after: _Look, limit: Limit, engine: Engine) -> _Look:
    """Search the position before a move; a forced move needs no search of its own."""
    assert node.move is not None
    if len(node.before.position.legal_moves()) == 1:
        return _Look(_one_ply_further(after.score), (node.move, *after.line))
    return _look(game, node.before, limit, engine)


def _one_ply_further(score: Score) -> Score:
    """The score of a position whose only move leads to this score for the other side."""
    if score.plies is None:
        return -score
    return Score(-score.points - 1 if score.points < 0 else -score.points + 1)


def _verdict(node: Node, before: _Look, after: _Look, engine: Engine) -> Judgement:
    mine = -after.score
    kept = winning_chance(mine)
    best = winning_chance(before.score)
    is_best = node.move in before.line[:1]
    mark = "" if is_best else mark_of(best - kept)
    better = before.line if mark else ()
    draw = _draw_after(node, after, engine)
    past = bool(_draw_at(node.before)) and not _draw_at(node)
    return Judgement(node, mine, best, kept, mark, better, before.score, draw, past, is_best)


def _more(limit: Limit) -> Limit:
    """The limit of a second look."""
    return Limit(
        seconds=limit.seconds and limit.seconds * _LONGER,
        depth=limit.depth and limit.depth + _DEEPER,
        nodes=limit.nodes and limit.nodes * _LONGER,
    )


def for_black(position: Position, score: Score) -> Score:
    """Turn a score of the side to move into Black's."""
    return score if position.turn is BLACK else -score


def played_out(position: Position, line: Sequence[Move]) -> tuple[Move, ...]:
    """The first moves of a line, up to the end of an exchange.

    A line that ends within an exchange would be misleading.

    >>> position = Position.from_fen("B:W22,26:B6,10,14")
    >>> line = [move for move in position.legal_moves() if str(move) == "14-18"]
    >>> [str(move) for move in played_out(position, line)]
    ['14-18', '22x15', '10x19']
    """
    shown: list[Move] = []
    for move in line:
        if len(shown) >= _LONGEST_LINE and not position.captures():
            break
        shown.append(move)
        position = position.play(move)
    return (*shown, *_exchange(position, _LONGEST_EXCHANGE)[1])


def _exchange(position: Position, plies: int) -> tuple[int, tuple[Move, ...]]:
    """The best exchange from here: the pieces that the side to move gains, and the captures."""
    found = []
    for move in position.captures() if plies else ():
        lost, rest = _exchange(position.play(move), plies - 1)
        found.append((len(move.captured) - lost, (move, *rest)))
    return max(found, key=lambda one: one[0], default=(0, ()))

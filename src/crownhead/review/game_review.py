"""The review of a game as plain values, for workers, work files and reports."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from crownhead.endgame import EndgameTables
from crownhead.engine import Engine, Limit, winning_chance
from crownhead.engine.limits import checked_limit
from crownhead.errors import GameError, quoted
from crownhead.game import Game
from crownhead.openings import opening_of
from crownhead.pieces import Side
from crownhead.review.annotate import annotate, forget_review
from crownhead.review.judge import Judgement, for_black, judge
from crownhead.rules import Rules

_HASH_MB: Final = 32
# The tags that a report shows.
_SHOWN_TAGS: Final = ("Event", "Site", "Date", "Round", "Black", "White")


@dataclass(frozen=True, slots=True)
class Mistake:
    """A move with a mark: its position, the better line, and the mover's chances."""

    ply: int
    side: str
    fen: str
    played: str
    mark: str
    better: tuple[str, ...]
    before: float
    after: float
    #: Why the game is drawn after the move, if it is.
    draw: str = ""

    @property
    def lost(self) -> float:
        """The winning chances that the move lost."""
        return self.before - self.after


@dataclass(frozen=True, slots=True)
class GameReview:
    """The review of a game. `chances` are Black's, before the first move and after each."""

    number: int
    tags: dict[str, str]
    result: str
    rules: str
    start: str
    opening: str
    moves: tuple[str, ...]
    chances: tuple[float, ...]
    mistakes: tuple[Mistake, ...]
    errors: tuple[tuple[int, int, str], ...]
    pdn: str

    @classmethod
    def from_values(cls, values: dict[str, Any]) -> GameReview:
        """Restore a review from what `asdict` returned."""
        mistakes = tuple(
            Mistake(**{**row, "better": tuple(row["better"])}) for row in values["mistakes"]
        )
        errors = tuple((line, column, sentence) for line, column, sentence in values["errors"])
        several = {name: tuple(values[name]) for name in ("moves", "chances")}
        return cls(**{**values, **several, "mistakes": mistakes, "errors": errors})

    @property
    def is_unreadable(self) -> bool:
        """Whether no move could be read, because of errors in the tags or the first move."""
        return bool(self.errors) and not self.moves

    def move_number(self, ply: int) -> str:
        """The number of a move in PDN: `3.` for the side that moves first, `3...` for the other."""
        first = Rules.parse(self.rules).first_to_move
        offset = 0 if self.start[0] == first.label[0] else 1
        return f"{(ply + 1 + offset) // 2}{'.' if (ply + offset) % 2 else '...'}"

    def count(self, mark: str, side: Side | None = None) -> int:
        """The number of moves with a mark, of a side or of both."""
        wanted = [side] if side else list(Side)
        return sum(mistake.mark == mark and mistake.side in wanted for mistake in self.mistakes)


def new_engine(tables: Path | EndgameTables | None = None, *, patient: bool = False) -> Engine:
    """Make an engine for reviews, with endgame tables or those of a folder.

    A `patient` engine only searches while others are idle.
    """
    known = EndgameTables.open(tables) if isinstance(tables, Path) else tables
    return Engine(threads=1, hash_mb=_HASH_MB, tables=known, patient=patient)


def review_game(
    game: Game,
    limit: Limit,
    number: int = 1,
    watch: Callable[[], None] | None = None,
    engine: Engine | None = None,
) -> GameReview:
    """Review a game and annotate it.

    Each review begins with an empty table, so that it does not depend on earlier games. `watch` is
    called after each search. Making an engine takes longer than emptying its table, so `engine`, from
    `new_engine`, can be shared by many reviews.

    >>> game = Game.from_pdn("1. 9-14 21-17 2. 14x21 *")
    >>> [mistake.played for mistake in review_game(game, Limit(nodes=5000)).mistakes]
    ['21-17']
    """
    if not isinstance(game, Game):
        raise GameError("review.game-wanted", value=quoted(game))
    checked_limit(limit, ends=True)
    forget_review(game)
    with nullcontext(engine) if engine else new_engine() as thinking:
        start, judged = judge(game, limit, thinking, watch)
    game.go_to_start()
    opening = opening_of(game)
    # After a move it is the other side's turn.
    scores = [for_black(move.node.position, -move.score) for move in judged]
    chances = map(winning_chance, (for_black(game.start, start), *scores))
    errors = tuple((error.line or 1, error.column or 1, error.sentence) for error in game.errors)
    name = opening.name if opening else ""
    annotate(game, judged, name)
    return GameReview(
        number=number,
        tags={tag: game.tags[tag] for tag in _SHOWN_TAGS if tag in game.tags},
        result=game.result,
        rules=str(game.rules),
        start=game.start.fen,
        opening=name,
        moves=tuple(f"{move.node.move}{move.mark}" for move in judged),
        chances=tuple(round(chance, 4) for chance in chances),
        mistakes=tuple(_mistake(move) for move in judged if move.mark),
        errors=errors,
        pdn=game.pdn,
    )


def _mistake(move: Judgement) -> Mistake:
    position = move.node.before.position
    return Mistake(
        ply=move.node.ply,
        side=position.turn.value,
        fen=position.fen,
        played=str(move.node.move),
        mark=move.mark,
        better=tuple(map(str, move.better)),
        before=round(move.before, 4),
        after=round(move.after, 4),
        draw=str(move.draw.message) if move.draw else "",
    )

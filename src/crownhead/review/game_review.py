"""The review of a game as plain values: what a worker sends back, a work file keeps and a page shows."""

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
# What the page shows of a game's tags.
_SHOWN_TAGS: Final = ("Event", "Site", "Date", "Round", "Black", "White")


@dataclass(frozen=True, slots=True)
class Mistake:
    """A move with a mark: where it was made, what was better, and the mover's chances."""

    ply: int
    side: str
    fen: str
    played: str
    mark: str
    better: tuple[str, ...]
    before: float
    after: float
    #: By what rule the move makes the game a draw, if it does.
    draw: str = ""

    @property
    def lost(self) -> float:
        """How much of the winning chances the move lost."""
        return self.before - self.after


@dataclass(frozen=True, slots=True)
class GameReview:
    """One game, reviewed. `chances` are Black's, before the first move and after each."""

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
        """Make the review again from what `asdict` gave."""
        mistakes = tuple(
            Mistake(**{**row, "better": tuple(row["better"])}) for row in values["mistakes"]
        )
        errors = tuple((line, column, sentence) for line, column, sentence in values["errors"])
        several = {name: tuple(values[name]) for name in ("moves", "chances")}
        return cls(**{**values, **several, "mistakes": mistakes, "errors": errors})

    @property
    def is_unreadable(self) -> bool:
        """Whether nothing could be read of the game: its tags or its first move are not understood."""
        return bool(self.errors) and not self.moves

    def move_number(self, ply: int) -> str:
        """The number of a move as PDN writes it: `3.` for the side that moves first, `3...` else."""
        first = Rules.parse(self.rules).first_to_move
        offset = 0 if self.start[0] == first.label[0] else 1
        return f"{(ply + 1 + offset) // 2}{'.' if (ply + offset) % 2 else '...'}"

    def count(self, mark: str, side: Side | None = None) -> int:
        """How many moves of a side, or of both, have a mark."""
        wanted = [side] if side else list(Side)
        return sum(mistake.mark == mark and mistake.side in wanted for mistake in self.mistakes)


def new_engine(tables: Path | EndgameTables | None = None, *, patient: bool = False) -> Engine:
    """An engine for one game after the other, with endgame tables or those of a folder if one is named.

    A `patient` one searches when nobody else has anything to do.
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
    """Review one game, and write into it what was found.

    Every game begins with an empty table, so that a review does not depend on the games before it.
    `watch` is called for each position that has been looked at. Making an engine takes longer than
    emptying its table: `engine`, from `new_engine`, may be the same for many games.

    >>> game = Game.from_pdn("1. 9-14 21-17 2. 14x21 *")
    >>> [mistake.played for mistake in review_game(game, Limit(nodes=5000)).mistakes]
    ['21-17']
    """
    if not isinstance(game, Game):
        raise GameError(f"review_game takes a Game, not {quoted(game)}")
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
        draw=str(move.draw or ""),
    )

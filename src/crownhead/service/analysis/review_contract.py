"""What front ends are shown of a review: facts and codes, as in `contract`."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from crownhead.review.judge import DrawCode
from crownhead.service.contract import HintReasonView, MessageView, MoveView, SideName

ReviewState = Literal["waiting", "running", "done", "failed"]
MarkCode = Literal["", "?!", "?", "??"]
VerdictCode = Literal["best", "good", "inaccuracy", "mistake", "blunder", "same"]


class ReviewSettingsView(TypedDict):
    """Nodes that a review looks at in each position, and pieces of which it knows every endgame."""

    nodes: int
    tables: int


class StandingView(TypedDict):
    """Who stands better, by so many hundredths of a man, or wins for certain, in so many plies if known."""

    side: SideName | None
    points: int
    proven: bool
    plies: int | None


class ReviewDrawView(TypedDict):
    """Why the game is drawn: by a rule, after the reply if one is named, or by the endgame tables."""

    code: DrawCode
    times: int
    reply: str | None


class BetterView(TypedDict):
    """What was better: the mover's chance by it, the line to play through, and what its move does."""

    chance: float
    standing: StandingView
    reason: HintReasonView
    line: list[MoveView]


class ReviewedMoveView(TypedDict):
    """A move of a reviewed game. `chance` and `tables` are Black's after it, `lost` is the mover's.

    `forced` is the only move there was, `best` the engine's own.
    """

    ply: int
    side: SideName
    notation: str
    chance: float
    standing: StandingView
    lost: float
    mark: MarkCode
    forced: bool
    best: bool
    draw: ReviewDrawView | None
    past_draw: bool
    tables: Literal["win", "draw", "loss"] | None
    better: BetterView | None


class AccuracyView(TypedDict):
    """How well each side played, from 0 to 100; None for a side that had no choice."""

    black: float | None
    white: float | None


class MarkCountsView(TypedDict):
    """How many moves of a side have which mark."""

    inaccuracies: int
    mistakes: int
    blunders: int


class MarksView(TypedDict):
    """The marks of both sides."""

    black: MarkCountsView
    white: MarkCountsView


class ExercisesView(TypedDict):
    """The plies of each side's moves with a mark, to be tried again."""

    black: list[int]
    white: list[int]


class FoundView(TypedDict):
    """What is known of a game by now: `done` of its moves are judged, from the end of the game on.

    `start` is Black's chance before the first move. It and `accuracy` are known, and moments and
    exercises are there, when all moves are judged.
    """

    done: int
    start: float | None
    moves: list[ReviewedMoveView]
    accuracy: AccuracyView
    marks: MarksView
    moments: list[int]
    exercises: ExercisesView


class ReviewView(FoundView):
    """A review, done or on its way.

    `version` grows with every change. `place` counts the reviews that come first. One that is
    `outdated` was made with other settings than are usual now, or is made in the place of such a one:
    asking for it makes it anew.
    """

    game: str
    version: int
    state: ReviewState
    place: int
    total: int
    settings: ReviewSettingsView
    outdated: bool
    created: str | None
    detail: MessageView | None  # why it failed


class TryView(TypedDict):
    """What a move is worth that is tried in the place of a mistake.

    `before` and `after` are the mover's chances: with the best move, and with this one. `reason` says what
    the move does or, where it is no good, what the other side's `reply` does: `of` says which. `missed` is
    what the best move does.
    """

    ply: int
    verdict: VerdictCode
    move: MoveView
    before: float
    after: float
    lost: float
    of: Literal["move", "reply"]
    reason: HintReasonView
    missed: HintReasonView
    draw: ReviewDrawView | None
    reply: list[MoveView]

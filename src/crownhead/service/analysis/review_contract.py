"""What front ends show of a review: facts and codes, as in `contract`."""

from typing import Literal

from typing_extensions import TypedDict

from crownhead.pieces import SideName
from crownhead.review.judge import DrawCode
from crownhead.service.contract import HintReasonView, MessageView, MoveView, TableOutcome

ReviewState = Literal["waiting", "running", "done", "failed"]
MarkCode = Literal["", "?!", "?", "??"]
VerdictCode = Literal["best", "good", "inaccuracy", "mistake", "blunder", "same"]


class ReviewSettingsView(TypedDict):
    """Nodes searched for each position, and the largest endgame tables, in pieces."""

    nodes: int
    tables: int


class StandingView(TypedDict):
    """Who is better, in hundredths of a man, or has a proven win, with the plies to it if known."""

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
    """A better move: the mover's chance, the line to play through, and the reason."""

    chance: float
    standing: StandingView
    reason: HintReasonView
    line: list[MoveView]


class ReviewedMoveView(TypedDict):
    """A move of a reviewed game. `chance` and `tables` are Black's after it, `lost` is the mover's.

    `forced`: the only legal move. `best`: the engine's choice.
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
    tables: TableOutcome | None
    better: BetterView | None


class AccuracyView(TypedDict):
    """How well each side played, from 0 to 100; None for a side without a choice."""

    black: float | None
    white: float | None


class MarkCountsView(TypedDict):
    """A side's number of moves with each mark."""

    inaccuracies: int
    mistakes: int
    blunders: int


class MarksView(TypedDict):
    """The marks of both sides."""

    black: MarkCountsView
    white: MarkCountsView


class ExercisesView(TypedDict):
    """The plies of each side's marked moves, to try again."""

    black: list[int]
    white: list[int]


class FoundView(TypedDict):
    """What is known so far: `done` moves are judged, beginning with the last.

    `start` is Black's chance before the first move. `start`, `accuracy`, `moments` and `exercises` are
    complete when all moves are judged.
    """

    done: int
    start: float | None
    moves: list[ReviewedMoveView]
    accuracy: AccuracyView
    marks: MarksView
    moments: list[int]
    exercises: ExercisesView


class ReviewView(FoundView):
    """A review, done or in progress.

    `version` grows with every change. `ahead` counts the reviews that come first. An `outdated` review
    was made with other settings than the current ones; asking for it makes a new one.
    """

    game: str
    version: int
    state: ReviewState
    ahead: int
    total: int
    settings: ReviewSettingsView
    outdated: bool
    created: str | None
    detail: MessageView | None  # why it failed


class TryView(TypedDict):
    """The value of a move tried instead of a mistake.

    `before` and `after` are the mover's chances: with the best move, and with this one. `reason` says
    what the move does or, if it is bad, what the other side's `reply` does; `of` tells which. `missed`
    is what the best move does.
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

"""What front ends are shown: plain values that JSON can hold, in small typed parts.

Everything here is a fact or a code; the words for it are made where it is shown. The page's
scripts are checked against the schema of these types. Those of reviews are in `review_contract`.
"""

from __future__ import annotations

from typing import Any, Literal, TypeVar, cast

from typing_extensions import TypedDict

from crownhead.engine.hint import HintCode
from crownhead.errors import CrownheadError
from crownhead.messages import Message, plain
from crownhead.session import DrawWhy, NoteCode

_V = TypeVar("_V")
SideName = Literal["black", "white"]
OptionValue = bool | int | float | str | None
ReasonCode = Literal[
    "no pieces",
    "no moves",
    "repetition",
    "quiet moves",
    "time",
    "resignation",
    "agreement",
    "both lost",
    "recorded",
]


class MessageView(TypedDict):
    """Something to say: a key of the catalogue of messages, and the values of its parameters.

    A value that is said itself, such as a side, is such a view again. A list has `things`, `last` and
    `most`. `crownhead.messages.understood` reads all of it.
    """

    code: str
    values: dict[str, Any]


class PositionView(TypedDict):
    """A position: b and w are men, B and W kings, dots empty squares, from square 1 to 32."""

    board: str
    turn: SideName
    opening: str | None


class MoveView(TypedDict):
    """A move, and the position after it."""

    notation: str
    path: list[int]
    captured: list[int]
    crowned: bool
    after: PositionView


class RecordedMoveView(MoveView):
    """A move that was made; `book` says that a computer had it from its opening book."""

    ply: int
    side: SideName
    book: bool


class PlayerView(TypedDict):
    """Who plays a side. A person may have a name, and a browser of their own, the owner."""

    kind: Literal["person", "computer"]
    opponent: str
    name: str | None
    rating: int | None
    character: str
    portrait: str | None
    owner: str | None


class PlayersView(TypedDict):
    """Who plays."""

    black: PlayerView
    white: PlayerView


class RulesView(TypedDict):
    """The rules by name, where they have one, and by option."""

    name: str | None
    options: dict[str, OptionValue]


class ChoicesView(TypedDict):
    """What the person to move may do; `why_not` tells of the pieces that may not move, by square."""

    legal: list[MoveView]
    must_capture: bool
    why_not: dict[str, Literal["must-capture", "blocked"]]


class ClockView(TypedDict):
    """How time is counted, what both sides have left in seconds, and whose clock runs."""

    kind: Literal["none", "move", "game"]
    seconds: float
    increment: float
    black: float | None
    white: float | None
    running: SideName | None


class ThinkingView(TypedDict):
    """Who thinks, and how deep they have looked."""

    side: SideName
    depth: int


class OutcomeView(TypedDict):
    """How a game ended; `result` is PDN's."""

    winner: SideName | None
    reason: ReasonCode
    result: str


class NoteView(TypedDict):
    """Something that the people at the board should know."""

    code: NoteCode
    side: SideName | None
    why: DrawWhy | None
    detail: MessageView | None


class MatchView(TypedDict):
    """The score of a series of rematches, from the sides of this game; a draw is half a point."""

    games: int
    black: float
    white: float


class GameView(TypedDict):
    """A game as a front end shows it."""

    id: str
    version: int
    players: PlayersView
    rules: RulesView
    first: SideName
    start: PositionView
    ply: int
    position: PositionView
    fen: str
    record: list[RecordedMoveView]
    choices: ChoicesView
    to_move: Literal["person", "computer"] | None
    can_undo: list[SideName]  # the sides that have a move to take back
    can_redo: bool
    can_restart: bool
    outcome: OutcomeView | None
    clock: ClockView
    thinking: ThinkingView | None
    paused: bool
    pace: float
    draw_offer: SideName | None
    undo_request: SideName | None
    message: NoteView | None
    match: MatchView
    next: str | None


class ChangeView(TypedDict):
    """What has changed in a game: the moves after the first `kept`, and what else is not as it was."""

    kept: int
    record: list[RecordedMoveView]
    game: dict[str, Any]


class GameSummaryView(TypedDict):
    """A game in short, for a list."""

    id: str
    players: PlayersView
    created: str
    updated: str
    ply: int
    position: PositionView
    rules: RulesView
    outcome: OutcomeView | None


class BrokenGameView(TypedDict):
    """A stored game that cannot be read."""

    id: str
    error: MessageView


class HintReasonView(TypedDict):
    """Why a move is good, and the moves that show it."""

    code: HintCode
    moves: list[str]
    message: MessageView


class HintView(TypedDict):
    """A move for somebody who asked for help."""

    ply: int
    notation: str
    path: list[int]
    captured: list[int]
    reason: HintReasonView
    line: list[str]


# ---- what can be chosen for a new game


class PresetView(TypedDict):
    """A rule set by name."""

    name: str
    title: str
    sentence: str
    options: dict[str, OptionValue]


class ValueView(TypedDict):
    """A value of an option, in a word or two and in a sentence."""

    value: OptionValue
    label: str
    sentence: str


class NumberView(TypedDict):
    """The numbers that an option may have; the sentence has `{number}` where it stands."""

    least: int
    most: int
    usual: int
    sentence: str


class OptionView(TypedDict):
    """A rule that can be chosen."""

    name: str
    title: str
    values: list[ValueView]
    number: NumberView | None


class OpponentView(TypedDict):
    """A computer to play against; levels have numbers."""

    opponent: str
    number: int | None
    name: str
    rating: int | None
    character: str
    portrait: str


class BallotView(TypedDict):
    """Three opening moves of tournaments."""

    number: int
    moves: str
    name: str
    barred: bool


class StepView(TypedDict):
    """A move of a line that is only shown, and the board after it."""

    notation: str
    side: SideName
    path: list[int]
    captured: list[int]
    board: str


class NodeView(MoveView):
    """A move of an analysis; `id` names the place after it, `parent` the place before."""

    id: str
    parent: str
    ply: int
    side: SideName
    mark: str
    comment: str


class AnalysisView(TypedDict):
    """An analysis: its start, and every move of its tree, each before those that follow it.

    `game` is the one that was played here and that it began with, `library` the number of one in the library.
    `cut` counts the moves that were cut last, while nobody has played on: they can be put back.
    """

    id: str
    version: int
    name: str
    game: str | None
    library: int | None
    updated: str
    rules: RulesView
    first: SideName
    start: PositionView
    comment: str
    tags: dict[str, str]
    result: str
    cut: int | None
    nodes: list[NodeView]


class AnalysisSummaryView(TypedDict):
    """An analysis in short, for a list."""

    id: str
    name: str
    game: str | None
    updated: str
    moves: int
    board: str


class TablesView(TypedDict):
    """What the endgame tables say for the side to move; `plies` where they know them."""

    outcome: Literal["win", "draw", "loss"]
    plies: int | None


class BookMoveView(TypedDict):
    """A move of the opening book, and what it is worth to the side to move in hundredths of a man."""

    notation: str
    path: list[int]
    points: int
    best: bool


class PlaceView(TypedDict):
    """What can be done at a place of an analysis, and what is known of it.

    `over`: the side to move cannot; `draw`: by which rule a game would be drawn here.
    """

    node: str
    fen: str
    choices: ChoicesView
    over: bool
    draw: ReasonCode | None
    tables: TablesView | None
    book: list[BookMoveView]


class ShareView(TypedDict):
    """What a side has of a term: how many, where, and its worth in hundredths of a man."""

    count: int
    squares: list[int]
    points: int


class TermView(TypedDict):
    """Something that the hand-made evaluation counts; its texts are `coach.KEY` in the catalogue."""

    key: str
    black: ShareView
    white: ShareView


class ExplainedView(TypedDict):
    """What the hand-made evaluation sees in a position. Points and chances are Black's.

    `cautions` say why the counts may mislead: the game is `over`, there is a `capture` to make, or the
    `rules` are others than those the counts were weighed by.
    """

    terms: list[TermView]
    points: int
    chance: float
    network_points: int | None
    network_chance: float | None
    cautions: list[Literal["over", "capture", "rules"]]


class LineView(TypedDict):
    """A line that the engine has found: points and chance are Black's; a winner is certain."""

    points: int
    plies: int | None
    winner: SideName | None
    chance: float
    steps: list[StepView]


class FoundView(TypedDict):
    """What the engine has found at a place so far, best line first."""

    node: str
    threat: bool
    number: int  # of the question
    turn: SideName
    thinking: bool
    depth: int
    nodes: int
    speed: int
    seconds: float
    lines: list[LineView]


class OffersView(TypedDict):
    """Everything that can be chosen for a new game, and by which Crownhead."""

    version: str
    presets: list[PresetView]
    options: list[OptionView]
    levels: list[OpponentView]
    classic: list[OpponentView]
    newcomer: str
    book: bool  # whether there is an opening book for computers to use
    ballots: list[BallotView]


def message_view(message: Message | CrownheadError) -> MessageView:
    """A message, or that of an error, as JSON holds it."""
    return cast("MessageView", plain(message))


def view_of(kind: type[_V], value: object, /, **others: object) -> _V:
    """A view with what a value has under the same names, and others besides."""
    same = {name: getattr(value, name) for name in kind.__annotations__ if name not in others}
    return cast("_V", same | others)

"""What front ends show: plain JSON values, in small typed parts.

Everything here is a fact or a code; each front end words it. The page's scripts are checked against
the schema of these types. `review_contract` has the types of reviews.
"""

from typing import Any, Literal, TypeVar, cast

from typing_extensions import TypedDict

from crownhead.engine.hint import HintCode
from crownhead.errors import CrownheadError
from crownhead.messages import Message, plain
from crownhead.outcome import Reason
from crownhead.pieces import SideName
from crownhead.rules import OptionPart
from crownhead.session.clock import ClockKind
from crownhead.session.state import DrawWhy, NoteCode

_V = TypeVar("_V")
OptionValue = bool | int | float | str | None
TableOutcome = Literal["win", "draw", "loss"]


class MessageView(TypedDict):
    """A key of the catalogue of messages, and the values of its parameters.

    A value that is itself a message, such as a side, is such a view again. A list has `things`, `last`
    and `most`. `crownhead.messages.understood` reads all of them.
    """

    code: str
    values: dict[str, Any]


class PositionView(TypedDict):
    """A position: b and w are men, B and W kings, dots empty squares, from square 1 to 32."""

    board: str
    turn: SideName
    opening: str | None


class MoveView(TypedDict):
    """A move and the position after it."""

    notation: str
    path: list[int]
    captured: list[int]
    crowned: bool
    after: PositionView


class RecordedMoveView(MoveView):
    """A move that was made; `book` marks a computer's book move."""

    ply: int
    side: SideName
    book: bool


class PlayerView(TypedDict):
    """The player of a side. A person may have a name and, on a device of their own, an owner.

    An invited person's seat waits for somebody to follow its link.
    """

    kind: Literal["person", "computer"]
    opponent: str
    name: str | None
    rating: int | None
    character: str
    portrait: str | None
    owner: str | None
    invited: bool


class PlayersView(TypedDict):
    """The players of both sides."""

    black: PlayerView
    white: PlayerView


class RulesView(TypedDict):
    """Rules by name, if they have one, and by option."""

    name: str | None
    options: dict[str, OptionValue]


class ChoicesView(TypedDict):
    """The legal moves of the person to move; `why_not` has the reason for each piece that cannot move."""

    legal: list[MoveView]
    must_capture: bool
    why_not: dict[str, Literal["must-capture", "blocked"]]


class ClockView(TypedDict):
    """The kind of clock, the seconds both sides have left, and whose clock is running."""

    kind: ClockKind
    seconds: float
    increment: float
    black: float | None
    white: float | None
    running: SideName | None


class ThinkingView(TypedDict):
    """Which computer is thinking, and its search depth."""

    side: SideName
    depth: int


class OutcomeView(TypedDict):
    """How a game ended; `result` is the PDN result."""

    winner: SideName | None
    reason: Reason
    result: str


class NoteView(TypedDict):
    """A note for the people at the board."""

    code: NoteCode
    side: SideName | None
    why: DrawWhy | None
    detail: MessageView | None


class MatchView(TypedDict):
    """The score of a series of rematches, by the sides of this game; a draw is half a point."""

    games: int
    black: float
    white: float


class GameView(TypedDict):
    """A game as front ends show it."""

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
    can_undo: list[SideName]  # sides that have a move to take back
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
    """What changed in a game: the moves after the first `kept`, and the other fields that differ."""

    kept: int
    record: list[RecordedMoveView]
    game: dict[str, Any]


class GameSummaryView(TypedDict):
    """A line in the list of games."""

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
    """A suggested move."""

    ply: int
    notation: str
    path: list[int]
    captured: list[int]
    reason: HintReasonView
    line: list[str]


# ---- options for a new game


class PresetView(TypedDict):
    """A named rule set."""

    name: str
    title: str
    sentence: str
    options: dict[str, OptionValue]


class ValueView(TypedDict):
    """A value of an option, as a short label and as a sentence."""

    value: OptionValue
    label: str
    sentence: str


class NumberView(TypedDict):
    """The range of a numeric option, the question for the number, and a sentence with `{number}`."""

    least: int
    most: int
    usual: int
    label: str
    question: str
    sentence: str


class IdleView(TypedDict):
    """The value of another option that leaves an option without effect."""

    option: str
    value: OptionValue


class OptionView(TypedDict):
    """A rule option."""

    name: str
    part: OptionPart
    title: str
    values: list[ValueView]
    number: NumberView | None
    idle: IdleView | None


class OpponentView(TypedDict):
    """A computer opponent; levels have numbers."""

    opponent: str
    number: int | None
    name: str
    rating: int | None
    character: str
    portrait: str


class BallotView(TypedDict):
    """A three-move ballot of tournament play."""

    number: int
    moves: str
    name: str
    barred: bool


class StepView(TypedDict):
    """A move of a line for display, and the board after it."""

    notation: str
    side: SideName
    path: list[int]
    captured: list[int]
    board: str


class NodeView(MoveView):
    """A move of an analysis; `id` names the node after it, `parent` the one before."""

    id: str
    parent: str
    ply: int
    side: SideName
    mark: str
    comment: str


class AnalysisView(TypedDict):
    """An analysis: its start, and all moves of its tree, parents first.

    `game` is the game played here that it began with, `library` the number of a library game. `cut`
    counts the moves that were last cut and can be restored; None once somebody has played on.
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
    """A line in the list of analyses."""

    id: str
    name: str
    game: str | None
    updated: str
    moves: int
    board: str


class TablesView(TypedDict):
    """The endgame tables' verdict for the side to move; `plies` if known."""

    outcome: TableOutcome
    plies: int | None


class BookMoveView(TypedDict):
    """A move of the opening book, and its value for the side to move in hundredths of a man."""

    notation: str
    path: list[int]
    points: int
    best: bool


class NodeDetailsView(TypedDict):
    """What can be done at a node of an analysis, and what is known about it.

    `over`: the side to move has no move. `draw`: the rule by which a game would be drawn here.
    """

    node: str
    fen: str
    choices: ChoicesView
    over: bool
    draw: Reason | None
    tables: TablesView | None
    book: list[BookMoveView]


class ShareView(TypedDict):
    """A side's share of a term: how many, where, and its value in hundredths of a man."""

    count: int
    squares: list[int]
    points: int


class TermView(TypedDict):
    """A term of the classic evaluation; its texts are `coach.KEY` in the catalogue."""

    key: str
    black: ShareView
    white: ShareView


class ExplainedView(TypedDict):
    """What the classic evaluation sees in a position. Points and chances are Black's.

    `cautions` say why the counts may mislead: the game is `over`, a `capture` is pending, or the
    `rules` are not those the weights were tuned for.
    """

    terms: list[TermView]
    points: int
    chance: float
    network_points: int | None
    network_chance: float | None
    cautions: list[Literal["over", "capture", "rules"]]


class LineView(TypedDict):
    """A line found by the engine: points and chance are Black's; a winner is proven."""

    points: int
    plies: int | None
    winner: SideName | None
    chance: float
    steps: list[StepView]


class FoundView(TypedDict):
    """What the engine has found at a node so far, best line first."""

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
    """Everything that can be chosen for a new game, and the version of Crownhead."""

    version: str
    presets: list[PresetView]
    options: list[OptionView]
    levels: list[OpponentView]
    classic: list[OpponentView]
    newcomer: str
    book: bool  # whether computers have an opening book
    ballots: list[BallotView]


def message_view(message: Message | CrownheadError) -> MessageView:
    """The message of a value as JSON."""
    return cast("MessageView", plain(message))


def view_of(kind: type[_V], value: object, /, **others: object) -> _V:
    """Build a view from the attributes of a value with the same names, and from others."""
    same = {name: getattr(value, name) for name in kind.__annotations__ if name not in others}
    return cast("_V", same | others)

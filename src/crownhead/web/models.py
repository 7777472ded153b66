"""Request bodies, validated before use, and views that only the page needs."""

from types import MappingProxyType
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import NotRequired, TypedDict

from crownhead.errors import GameError
from crownhead.library.entry import LONGEST_TAG
from crownhead.library.query import LONGEST_TEXT
from crownhead.pieces import SideName
from crownhead.service import ClockSetting, NewGame, Start, read_rules
from crownhead.service.analysis.analysis import LONGEST_NAME, LONGEST_REMARK
from crownhead.service.contract import (
    AnalysisSummaryView,
    AnalysisView,
    BrokenGameView,
    GameSummaryView,
    GameView,
    MessageView,
    OpponentView,
)
from crownhead.service.games.setup import StartKind
from crownhead.service.letters import LONGEST_NAME as LONGEST_PERSON
from crownhead.session.clock import ClockKind
from crownhead.session.state import SLOWEST_PACE
from crownhead.store.library.collections import LONGEST_NAME as LONGEST_COLLECTION
from crownhead.web.visitors import Seat

#: The longest texts that pages may send, in letters, and the largest numbers; the page's fields use
#: them too.
LIMITS: Final = MappingProxyType(
    {
        "person": LONGEST_PERSON,
        "analysis": LONGEST_NAME,
        "remark": LONGEST_REMARK,
        "comment": 10_000,  # of existing comments; imported ones may exceed the limit for new ones
        "collection": LONGEST_COLLECTION,
        "tag": LONGEST_TAG,
        "search": LONGEST_TEXT,
        "fen": 1000,
        "move": 80,
        "paste": 60_000,
        "pace": SLOWEST_PACE,
    }
)
Opponent = Annotated[str, Field(min_length=1, max_length=100)]
Square = Annotated[int, Field(ge=1, le=32)]
Ply = Annotated[int, Field(ge=0, le=100_000)]


class Body(BaseModel):
    """A request body: no unknown fields, and no text for numbers."""

    model_config = ConfigDict(extra="forbid", strict=True)


class RulesBody(Body):
    """A rule set by name, and options that differ from it."""

    preset: str = Field(default="english", max_length=100)
    options: dict[str, bool | int | float | str | None] = Field(default_factory=dict, max_length=20)


class ClockBody(Body):
    """The kind of clock."""

    kind: ClockKind = "none"
    seconds: float = 0
    increment: float = 0


class StartBody(Body):
    """Where the game begins."""

    kind: StartKind = "standard"
    number: int | None = None
    fen: str | None = Field(default=None, max_length=LIMITS["fen"])


class NewGameBody(Body):
    """A new game. Everything has a default: `{}` is the quick start."""

    black: Opponent | None = None
    white: Opponent | None = None
    rules: RulesBody = Field(default_factory=RulesBody)
    clock: ClockBody | None = None
    start: StartBody = Field(default_factory=StartBody)
    pace: float = 1.0
    book: bool = True

    def new_game(self, name: str | None = None) -> NewGame:
        """The game for the service; `name` is the person's name."""
        return NewGame(
            black=self.black,
            white=self.white,
            rules=read_rules(self.rules.preset, self.rules.options),
            clock=ClockSetting(**self.clock.model_dump()) if self.clock else None,
            start=Start(**self.start.model_dump()),
            pace=self.pace,
            book=self.book,
            name=name,
        )


Squares = Annotated[list[Square], Field(min_length=2, max_length=13)]


class ChoiceBody(Body):
    """A move by its squares or as text."""

    path: Squares | None = None
    text: str | None = Field(default=None, min_length=1, max_length=LIMITS["move"])

    def squares_or_text(self) -> list[int] | str:
        """The one that was given; raises unless it is exactly one."""
        if self.path is not None and self.text is None:
            return self.path
        if self.text is not None and self.path is None:
            return self.text
        raise GameError("request.move")


class MoveBody(ChoiceBody):
    """A move, and the ply at which the sender makes it."""

    ply: Ply


class ResignBody(Body):
    """The side that resigns; by default the person's."""

    side: SideName | None = None


class DrawBody(Body):
    """An action about a draw."""

    action: Literal["offer", "accept", "decline"] = "offer"


class AnswerBody(Body):
    """Yes or no."""

    accept: bool


class RematchBody(Body):
    """Whether the players exchange sides, and who replaces the computer."""

    swap: bool = False
    opponent: Opponent | None = None


class ChangeBody(Body):
    """Changes during a game."""

    black: Opponent | None = None
    white: Opponent | None = None
    paused: bool | None = None
    pace: float | None = None


class PreferencesBody(Body):
    """The page's own settings, which the server only stores."""

    preferences: dict[str, Any]


class TravelBody(Body):
    """The ply at which the sender believes the game is, and whether it is over."""

    ply: Ply | None = None
    over: bool | None = None


class Nothing(Body):
    """A body without content."""


class InviteBody(Body):
    """The seat that a link is for."""

    seat: Seat


class JoinBody(Body):
    """The name of a person who follows a link."""

    name: str | None = Field(default=None, max_length=100)


class Statement(MessageView):
    """An error: a code with its values, and a sentence in the server's language."""

    error: str


class Problem(Statement):
    """An error.

    After a conflict, `game` is the current game. `field` names the first wrong part of a search;
    `fields` has the error of each.
    """

    field: NotRequired[str]
    fields: NotRequired[dict[str, Statement]]
    game: NotRequired[GameView]


class GameListView(TypedDict):
    """A page of the list of games; the first also has the opponents so far."""

    games: list[GameSummaryView | BrokenGameView]
    next: str | None
    opponents: list[OpponentView]
    notice: str | None


class AnalysisListView(TypedDict):
    """A page of the list of analyses."""

    analyses: list[AnalysisSummaryView]
    next: int | None


class BegunView(TypedDict):
    """A new analysis, and whether its text has more than one game."""

    analysis: AnalysisView
    more: bool


class ChangedView(TypedDict):
    """An analysis after a change, and the node to show."""

    node: str
    analysis: AnalysisView


class RestoredView(TypedDict):
    """How many games were restored, and how many already existed."""

    games: int
    known: int


class CopiedView(TypedDict):
    """How many games were new."""

    added: int


class CollectionIdView(TypedDict):
    """The number of a collection."""

    id: int


class CollectionNameView(TypedDict):
    """The name of a collection."""

    name: str


class UploadView(TypedDict):
    """A new upload: its name here, the largest piece, and the largest file, in bytes."""

    upload: str
    piece: int
    most: int


class UploadedView(TypedDict):
    """The bytes received so far."""

    received: int


class VisitorView(TypedDict):
    """A browser's public name, and whether it is a host's."""

    id: str
    host: bool


class PreferencesView(TypedDict):
    """A browser's own settings, and who it is."""

    preferences: dict[str, Any]
    visitor: VisitorView


class InvitationView(TypedDict):
    """A link to a game, and whether other devices can reach it."""

    seat: Seat
    link: str
    reachable: bool


class JoinedView(TypedDict):
    """The game of a link, and whether the seat was free."""

    game: str
    seated: bool

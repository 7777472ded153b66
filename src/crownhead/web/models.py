"""What the page may send, checked before anybody looks at it, and what only the page is told."""

from __future__ import annotations

from types import MappingProxyType
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import NotRequired, TypedDict

from crownhead.errors import GameError
from crownhead.library.entry import LONGEST_TAG
from crownhead.library.query import LONGEST_TEXT
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
from crownhead.service.letters import LONGEST_NAME as LONGEST_PERSON
from crownhead.session.state import SLOWEST_PACE
from crownhead.store.library.collections import LONGEST_NAME as LONGEST_COLLECTION
from crownhead.web.visitors import Place

#: The longest texts that pages send, in letters, and the largest numbers; the fields of pages know them too.
LIMITS: Final = MappingProxyType(
    {
        "person": LONGEST_PERSON,
        "analysis": LONGEST_NAME,
        "remark": LONGEST_REMARK,
        "comment": 10_000,  # that a browser has seen; imported ones may be longer than new remarks
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
SideName = Literal["black", "white"]


class Body(BaseModel):
    """A request body: nothing but what is named, and no text taken for a number."""

    model_config = ConfigDict(extra="forbid", strict=True)


class RulesBody(Body):
    """A rule set by name, and options that differ from it."""

    preset: str = Field(default="english", max_length=100)
    options: dict[str, bool | int | float | str | None] = Field(default_factory=dict, max_length=20)


class ClockBody(Body):
    """How time is counted."""

    kind: Literal["none", "move", "game"] = "none"
    seconds: float = 0
    increment: float = 0


class StartBody(Body):
    """Where the game begins."""

    kind: Literal["standard", "ballot", "random-ballot", "fen"] = "standard"
    number: int | None = None
    fen: str | None = Field(default=None, max_length=LIMITS["fen"])


class NewGameBody(Body):
    """A game to begin. Everything has a default: `{}` is the quick start."""

    black: Opponent | None = None
    white: Opponent | None = None
    rules: RulesBody = Field(default_factory=RulesBody)
    clock: ClockBody | None = None
    start: StartBody = Field(default_factory=StartBody)
    pace: float = 1.0
    book: bool = True

    def new_game(self, name: str | None = None) -> NewGame:
        """The game in the service's words; `name` is what the person is called."""
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
        """Exactly one of the two."""
        if self.path is not None and self.text is None:
            return self.path
        if self.text is not None and self.path is None:
            return self.text
        raise GameError("request.move")


class MoveBody(ChoiceBody):
    """A move, and where the sender believes the game stands."""

    ply: Ply


class ResignBody(Body):
    """Who resigns; without a side, the person."""

    side: SideName | None = None


class DrawBody(Body):
    """What about a draw."""

    action: Literal["offer", "accept", "decline"] = "offer"


class AnswerBody(Body):
    """Yes or no."""

    accept: bool


class RematchBody(Body):
    """Whether the players change sides, and who plays in the computer's place."""

    swap: bool = False
    opponent: Opponent | None = None


class ChangeBody(Body):
    """What changes while the game goes on."""

    black: Opponent | None = None
    white: Opponent | None = None
    paused: bool | None = None
    pace: float | None = None


class PreferencesBody(Body):
    """The page's own settings, which the server only keeps."""

    preferences: dict[str, Any]


class TravelBody(Body):
    """Where the sender believes the game stands, and whether it is over."""

    ply: Ply | None = None
    over: bool | None = None


class Nothing(Body):
    """A body without content."""


class InviteBody(Body):
    """For whom a link is made."""

    place: Place


class JoinBody(Body):
    """What somebody who follows a link is called."""

    name: str | None = Field(default=None, max_length=100)


class Statement(MessageView):
    """Something that is wrong: a code with its values, and a sentence in the server's language."""

    error: str


class Problem(Statement):
    """What was wrong.

    After a conflict, `game` is the game as it is. `field` names the first part of a search that was
    wrong, and `fields` says for each what.
    """

    field: NotRequired[str]
    fields: NotRequired[dict[str, Statement]]
    game: NotRequired[GameView]


class GameListView(TypedDict):
    """A part of the list of games; the first part also tells who was played against."""

    games: list[GameSummaryView | BrokenGameView]
    next: str | None
    opponents: list[OpponentView]
    notice: str | None


class AnalysisListView(TypedDict):
    """A part of the list of analyses."""

    analyses: list[AnalysisSummaryView]
    next: int | None


class BegunView(TypedDict):
    """A new analysis, and whether the text it is from has more games than the first."""

    analysis: AnalysisView
    more: bool


class ChangedView(TypedDict):
    """An analysis after a change, and the place to look at."""

    node: str
    analysis: AnalysisView


class RestoredView(TypedDict):
    """How many games have come back, and how many were already there."""

    games: int
    known: int


class CopiedView(TypedDict):
    """How many games were not there yet."""

    added: int


class CollectionIdView(TypedDict):
    """The number of a collection."""

    id: int


class CollectionNameView(TypedDict):
    """What a collection is called."""

    name: str


class UploadView(TypedDict):
    """A file that will be sent: its name here, the bytes of a piece, and the most of all pieces."""

    upload: str
    piece: int
    most: int


class UploadedView(TypedDict):
    """How many bytes of a file are here."""

    received: int


class VisitorView(TypedDict):
    """A browser as games name it, and whether it is the host's."""

    id: str
    host: bool


class PreferencesView(TypedDict):
    """A browser's own settings, and who it is."""

    preferences: dict[str, Any]
    visitor: VisitorView


class InvitationView(TypedDict):
    """A link to a game, and whether other devices can reach it."""

    place: Place
    link: str
    reachable: bool


class JoinedView(TypedDict):
    """The game that a link led to, and whether the seat was free."""

    game: str
    seated: bool

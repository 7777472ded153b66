"""What the page may send, checked before anybody looks at it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from crownhead.errors import GameError
from crownhead.service import ClockSetting, NewGame, Start, read_rules

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
    seconds: float = Field(default=0, ge=0, le=86_400)
    increment: float = Field(default=0, ge=0, le=3_600)


class StartBody(Body):
    """Where the game begins."""

    kind: Literal["standard", "ballot", "random-ballot", "fen"] = "standard"
    number: int | None = Field(default=None, ge=1, le=174)
    fen: str | None = Field(default=None, max_length=300)


class NewGameBody(Body):
    """A game to begin. Everything has a default: `{}` is the quick start."""

    black: Opponent | None = None
    white: Opponent | None = None
    rules: RulesBody = Field(default_factory=RulesBody)
    clock: ClockBody | None = None
    start: StartBody = Field(default_factory=StartBody)
    pace: float = Field(default=1.0, ge=0, le=60)

    def new_game(self) -> NewGame:
        """The game in the service's words."""
        return NewGame(
            black=self.black,
            white=self.white,
            rules=read_rules(self.rules.preset, self.rules.options),
            clock=(
                ClockSetting(self.clock.kind, self.clock.seconds, self.clock.increment)
                if self.clock
                else None
            ),
            start=Start(self.start.kind, self.start.number, self.start.fen),
            pace=self.pace,
        )


class MoveBody(Body):
    """A move by its squares or as text, and where the sender believes the game stands."""

    ply: Ply
    path: list[Square] | None = Field(default=None, min_length=2, max_length=13)
    text: str | None = Field(default=None, min_length=1, max_length=80)

    def squares_or_text(self) -> list[int] | str:
        """Exactly one of the two."""
        if self.path is not None and self.text is None:
            return self.path
        if self.text is not None and self.path is None:
            return self.text
        raise GameError("a move is either a path or a text")


class ResignBody(Body):
    """Who resigns; without a side, the person."""

    side: SideName | None = None


class DrawBody(Body):
    """What about a draw."""

    action: Literal["offer", "accept", "decline"] = "offer"


class RematchBody(Body):
    """Whether the players change sides."""

    swap: bool = False


class ChangeBody(Body):
    """What changes while the game goes on."""

    black: Opponent | None = None
    white: Opponent | None = None
    paused: bool | None = None
    pace: float | None = Field(default=None, ge=0, le=60)


class PreferencesBody(Body):
    """The page's own settings, which the server only keeps."""

    preferences: dict[str, Any]


class Nothing(Body):
    """A body without content."""


class Problem(BaseModel):
    """What was wrong, in a sentence for people; after a conflict also the game as it is."""

    error: str
    game: dict[str, Any] | None = None

"""The clocks of a game: none, seconds for each move, or time for the whole game with an increment."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from crownhead.errors import GameError, excerpt
from crownhead.pieces import BLACK, WHITE, Side
from crownhead.rules import Rules

ClockKind = Literal["none", "move", "game"]

_MOST_SECONDS: Final = 86_400.0
_MOST_INCREMENT: Final = 3600.0
_NUMBER: Final = r"[0-9]{1,15}(?:\.[0-9]{1,3})?"
_WRITTEN: Final = re.compile(
    rf"none|(?P<move>{_NUMBER})/move|(?P<minutes>{_NUMBER})(?:\+(?P<increment>{_NUMBER}))?",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class ClockSetting:
    """The kind of clock.

    >>> ClockSetting("game", 300, 3).seconds
    300
    """

    kind: ClockKind = "none"
    seconds: float = 0.0
    increment: float = 0.0

    def __post_init__(self) -> None:
        if self.kind not in ("none", "move", "game"):
            raise GameError("clock.unknown-kind", kind=excerpt(self.kind))
        if self.kind != "none":
            _check("clock.wrong-seconds", self.seconds, 1, _MOST_SECONDS)
            _check("clock.wrong-increment", self.increment, 0, _MOST_INCREMENT)

    @classmethod
    def parse(cls, text: str) -> ClockSetting:
        """Read `none`, `30/move` (seconds), `5` (minutes) or `5+3` (minutes and seconds a move).

        >>> ClockSetting.parse("5+3"), ClockSetting.parse("30/move").seconds
        (ClockSetting(kind='game', seconds=300.0, increment=3.0), 30.0)
        """
        found = _WRITTEN.fullmatch(text.strip().lower())
        if found is None:
            raise GameError("clock.unreadable", text=excerpt(text))
        try:
            if found["move"]:
                return cls("move", float(found["move"]))
            if found["minutes"]:
                return cls("game", 60 * float(found["minutes"]), float(found["increment"] or 0))
        except GameError:
            most = {"minutes": int(_MOST_SECONDS) // 60, "increment": int(_MOST_INCREMENT)}
            raise GameError("clock.too-long", **most, text=excerpt(text)) from None
        return cls()

    @classmethod
    def of_rules(cls, rules: Rules) -> ClockSetting:
        """The clock that rules ask for by default.

        >>> ClockSetting.of_rules(Rules(move_seconds=30)).seconds
        30.0
        """
        seconds = rules.move_seconds
        return cls() if seconds is None else cls("move", float(seconds))

    def under(self, rules: Rules) -> Rules:
        """The rules with this clock instead of their own.

        >>> ClockSetting("game", 300).under(Rules(move_seconds=30)) == Rules()
        True
        """
        return rules.replace(move_seconds=self.seconds if self.kind == "move" else None)


def _check(code: str, value: Any, least: float, most: float) -> None:
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not (number and math.isfinite(value) and least <= value <= most):
        raise GameError(code, least=least, most=most, value=excerpt(value))


@dataclass(frozen=True, slots=True)
class Clock:
    """The time of both sides; at most one clock runs. Callers pass the current time.

    >>> clock = Clock.of(ClockSetting("game", 60, 1)).run(BLACK, now=0.0)
    >>> clock.left(BLACK, now=2.5)
    57.5
    """

    setting: ClockSetting
    #: Both clocks at the moment `since`.
    shown: Mapping[Side, float]
    running: Side | None = None
    since: float = 0.0

    @classmethod
    def of(cls, setting: ClockSetting, left: Mapping[Side, float] | None = None) -> Clock:
        """Set both clocks, by default to the full time; neither runs."""
        return cls(setting, left or {BLACK: setting.seconds, WHITE: setting.seconds})

    @property
    def exists(self) -> bool:
        """Whether there is a clock."""
        return self.setting.kind != "none"

    def left(self, side: Side, now: float) -> float:
        """The seconds that a side has left, at least 0."""
        spent = max(0.0, now - self.since) if self.running is side else 0.0
        return max(0.0, self.shown[side] - spent)

    def lefts(self, now: float) -> dict[Side, float]:
        """What both clocks show."""
        return {side: self.left(side, now) for side in (BLACK, WHITE)}

    def run(self, side: Side, now: float) -> Clock:
        """Start a side's clock."""
        if not self.exists or side is self.running:
            return self
        return replace(self.stop(now), running=side, since=now)

    def stop(self, now: float) -> Clock:
        """Stop both clocks."""
        if self.running is None:
            return self
        return replace(self, shown=self.lefts(now), running=None)

    def press(self, side: Side, now: float) -> Clock:
        """End a side's move: stop its clock, and add the increment or restore the time for a move."""
        if self.setting.kind == "move":
            return Clock.of(self.setting)
        stopped = self.stop(now)
        gained = stopped.shown[side] + self.setting.increment
        return replace(stopped, shown={**stopped.shown, side: gained})

    def has_fallen(self, side: Side, now: float) -> bool:
        """Whether a side has run out of time."""
        return self.exists and self.left(side, now) <= 0.0

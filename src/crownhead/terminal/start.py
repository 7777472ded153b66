"""Sit down at a terminal: a new game, or one that was begun before."""

from __future__ import annotations

import logging
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from logging import StreamHandler
from logging.handlers import MemoryHandler
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.text import Text

from crownhead.errors import CrownheadError, GameError, as_sentence
from crownhead.service import LiveGame, NewGame, Service
from crownhead.svg import THEMES, Theme
from crownhead.terminal import words
from crownhead.terminal.app import TerminalGame
from crownhead.terminal.display import PROMPT, Paper, has_colour
from crownhead.terminal.inbox import Event, Inbox

_MOST_LISTED: Final = 10
_INTERRUPTED: Final = 130
_MOST_LOGGED: Final = 1000


@dataclass(frozen=True, slots=True)
class Settings:
    """How somebody sits down: the folder of games, and which game."""

    folder: Path
    new: NewGame | None = None  # None: go on with a game
    game_id: str | None = None  # None: ask which
    flip: bool = False
    colour: bool = True
    theme: Theme | None = None  # None: the one that was chosen in the browser
    seed: int | None = None
    came_by: Sequence[str] = ("crownhead", "terminal")  # how to come back


def run(settings: Settings) -> int:
    """Play in this terminal, and return the exit code."""
    console = Console(no_color=None if settings.colour else True, highlight=False)
    interactive = sys.stdin is not None and sys.stdin.isatty()
    inbox = Inbox()
    inbox.read(_descriptor())
    service = Service(settings.folder, seed=settings.seed)
    # What is logged meanwhile would be written across the board.
    logged = MemoryHandler(_MOST_LOGGED, flushLevel=logging.CRITICAL + 1, target=StreamHandler())
    logging.getLogger("crownhead").addHandler(logged)
    try:
        if service.store.notice:
            console.print(Text(service.store.notice))
        theme = _theme(settings, service) if has_colour(console) else None
        game = _game(settings, service, console, inbox, interactive=interactive)
        if game is None:
            return 0
        return TerminalGame(
            service,
            game,
            Paper(console, theme, interactive, inbox.pause),
            inbox,
            flip=settings.flip,
            came_by=settings.came_by,
        ).play()
    except KeyboardInterrupt:
        console.print()
        return _INTERRUPTED
    finally:
        service.close()
        logging.getLogger("crownhead").removeHandler(logged)
        logged.close()


def _descriptor() -> int | None:
    """Where lines are typed, or None if there is no such place."""
    try:
        return sys.stdin.fileno()
    except (AttributeError, OSError, ValueError):
        return None


def _theme(settings: Settings, service: Service) -> Theme:
    """The colours: those that were asked for, else the browser's."""
    if settings.theme is not None:
        return settings.theme
    chosen = service.store.setting("preferences")
    name = chosen.get("theme") if isinstance(chosen, dict) else None
    return THEMES.get(name, THEMES["classic"]) if isinstance(name, str) else THEMES["classic"]


def _game(
    settings: Settings, service: Service, console: Console, inbox: Inbox, *, interactive: bool
) -> LiveGame | None:
    """The game to play: a new one, the one that was named, or one from the list."""
    if settings.new is not None:
        pace = settings.new.pace if interactive else 0.0
        return service.begin(replace(settings.new, pace=pace))
    if settings.game_id is not None:
        return service.game(settings.game_id)
    return _choose(service, console, inbox, interactive=interactive)


def _choose(
    service: Service, console: Console, inbox: Inbox, *, interactive: bool
) -> LiveGame | None:
    """List the games that were played last and ask for one."""
    games = service.recent(_MOST_LISTED)
    if not games:
        raise GameError("no game is stored yet; crownhead terminal begins one")
    for number, one in enumerate(games, start=1):
        row = Text(f"{number:>2}  {words.summary_line(one)}")
        if console.is_terminal:
            row.truncate(console.width - 1, overflow="ellipsis")
        console.print(row, soft_wrap=True)
    names = {str(number): one["id"] for number, one in enumerate(games, start=1)}
    while True:
        if interactive:
            console.print(f"Which game? Enter takes the first. {PROMPT}", end="")
        line = inbox.wait()
        if isinstance(line, Event):
            return None
        word = line.strip().rstrip(".") or "1"
        try:
            return service.game(names.get(word, word))
        except CrownheadError as error:
            console.print(Text(as_sentence(error)))

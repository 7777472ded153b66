"""Sit down at a terminal: a new game, or one that was begun before."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.text import Text

from crownhead.errors import CrownheadError, GameError, as_sentence
from crownhead.service import LiveGame, NewGame, Service
from crownhead.service.contract import BrokenGameView, GameSummaryView
from crownhead.terminal import signals, words
from crownhead.terminal.app import TerminalGame
from crownhead.terminal.board import WIDTH
from crownhead.terminal.display import PROMPT, Paper, has_colour, wrapped
from crownhead.terminal.inbox import Event, Inbox
from crownhead.themes import THEMES, Theme

_MOST_LISTED: Final = 10
_MOST_LOOKED_AT: Final = 20  # of which those that can go on are listed first
_INTERRUPTED: Final = 130
_INDENT: Final = "    "
Listed = GameSummaryView | BrokenGameView


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
    told: set[str] = set()
    with _logged_afterwards(told):
        service = Service(settings.folder, seed=settings.seed)
        try:
            if service.store.notice:
                console.print(Text(service.store.notice))
            theme = _theme(settings, service) if has_colour(console) else None
            paper = Paper(console, theme, interactive, inbox.pause)
            game = _game(settings, service, paper, inbox)
            if game is None:
                if interactive:
                    console.print()
                return 128 + inbox.signal if inbox.signal else 0
            sitting = TerminalGame(
                service, game, paper, inbox, told, flip=settings.flip, came_by=settings.came_by
            )
            return sitting.play()
        except KeyboardInterrupt:
            console.print()
            return _INTERRUPTED
        finally:
            service.close()


@contextmanager
def _logged_afterwards(told: set[str]) -> Iterator[None]:
    """Hold back what is logged, which would be written across the board; then write what is not told.

    Trouble with a disk comes back with every move and every second of a clock: once is enough.
    """
    log, keeper = logging.getLogger("crownhead"), _Keeper()
    log.addHandler(keeper)
    try:
        yield
    finally:
        log.removeHandler(keeper)
        for line in keeper.lines:
            if not any(sentence.rstrip(".").lower() in line.lower() for sentence in told):
                print(as_sentence(line), file=sys.stderr)


class _Keeper(logging.Handler):
    """Keeps what is logged, each thing once."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: dict[str, None] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line."""
        self.lines[self.format(record)] = None


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


def _game(settings: Settings, service: Service, paper: Paper, inbox: Inbox) -> LiveGame | None:
    """The game to play: a new one, the one that was named, or one from the list."""
    if settings.new is not None:
        pace = settings.new.pace if paper.interactive else 0.0
        return service.begin(replace(settings.new, pace=pace))
    if settings.game_id is not None:
        return service.game(settings.game_id)
    return _choose(service, paper, inbox)


def _choose(service: Service, paper: Paper, inbox: Inbox) -> LiveGame | None:
    """List the games that were played last, those that can go on first, and ask for one."""
    found = service.games(_MOST_LOOKED_AT).games
    if not found:
        raise GameError("no game is stored yet; crownhead terminal begins one")
    games = sorted(found, key=_cannot_go_on)[:_MOST_LISTED]
    names = {str(number): one["id"] for number, one in enumerate(games, start=1)}
    with signals.heard(inbox, on_a_terminal=paper.interactive):
        _list(games, paper)
        while True:
            if paper.interactive:
                paper.console.print(f"Which game? Enter takes the first. {PROMPT}", end="")
            line = inbox.wait()
            while line is Event.SIZE:
                line = inbox.wait()
            if line is Event.SUSPEND:
                signals.wait_in_the_background()
                _list(games, paper)
                continue
            if isinstance(line, Event):
                return None
            word = line.strip().rstrip(".") or "1"
            try:
                return service.game(names.get(word, word))
            except CrownheadError as error:
                paper.console.print(Text(as_sentence(error)))


def _cannot_go_on(game: Listed) -> bool:
    """Whether a game is over or cannot be read."""
    return words.is_broken(game) or game["outcome"] is not None


def _list(games: Sequence[Listed], paper: Paper) -> None:
    """Write as many games as the window has room for."""
    room = max(paper.console.height - 2, 1) if paper.console.is_terminal else sys.maxsize
    for number, one in enumerate(games, start=1):
        rows = _rows(number, one, paper)
        room -= len(rows)
        if room < 0 and number > 1:
            return
        for row in rows:
            paper.console.print(Text(row), soft_wrap=True)


def _rows(number: int, game: Listed, paper: Paper) -> list[str]:
    """A game of the list; scripts get its name too."""
    console = paper.console
    if not console.is_terminal:
        return [f"{number:>2}  {game['id']}  {words.summary_line(game)}"]
    theme = paper.theme if console.width >= WIDTH else None
    line = words.translated(f"{number:>2}  {words.summary_line(game)}", theme)
    return wrapped([line], console.width - 1, _INDENT)

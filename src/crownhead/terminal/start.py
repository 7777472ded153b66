"""Starts a session in a terminal: a new game or a stored one."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final, cast

from rich.console import Console
from rich.text import Text

from crownhead.errors import CrownheadError, GameError, as_sentence
from crownhead.messages import Words, say
from crownhead.service import LiveGame, NewGame, Service
from crownhead.service.contract import BrokenGameView, GameSummaryView
from crownhead.terminal import signals, words
from crownhead.terminal.app import TerminalGame
from crownhead.terminal.board import WIDTH
from crownhead.terminal.display import PROMPT, Window, has_colour, wrapped
from crownhead.terminal.inbox import Event, Inbox
from crownhead.themes import THEMES, Theme

if TYPE_CHECKING:
    from crownhead.terminal.editor import LineEditor

_MOST_LISTED: Final = 10
_MOST_LOOKED_AT: Final = 20  # of which those that can go on are listed first
_INTERRUPTED: Final = 130
_INDENT: Final = "    "
Listed = GameSummaryView | BrokenGameView


@dataclass(frozen=True, slots=True)
class Settings:
    """How a sitting starts: the folder of games, and which game."""

    folder: Path
    new: NewGame | None = None  # None: continue a game
    game_id: str | None = None  # None: ask for one
    flip: bool = False
    colour: bool = True
    theme: Theme | None = None  # None: the browser's
    seed: int | None = None
    book: bool = True  # whether the computers use the opening book
    came_by: Sequence[str] = ("crownhead", "terminal")  # the command to come back


def run(settings: Settings) -> int:
    """Play in this terminal, and return the exit code."""
    interactive = sys.stdin is not None and sys.stdin.isatty()
    inbox, told = Inbox(), set[str]()
    # A terminal that is gone may fail anywhere here; computers must stop thinking all the same.
    with (
        _logged_afterwards(told),
        closing(
            Service(settings.folder, seed=settings.seed, endgame=True, book=settings.book)
        ) as service,
    ):
        console, line = _console(settings, inbox)
        try:
            if service.store.notice:
                console.print(Text(str(service.store.notice)))
            theme = _theme(settings, service) if has_colour(console) else None
            window = Window(console, theme, interactive, inbox.pause, line)
            if line is None:
                inbox.read(_descriptor())
            else:
                line.start()
            game = _game(settings, service, window, inbox)
            if game is None:
                if interactive and line is None:
                    console.print()
                return 128 + inbox.signal if inbox.signal else 0
            sitting = TerminalGame(
                service, game, window, inbox, told, flip=settings.flip, came_by=settings.came_by
            )
            return sitting.play()
        except KeyboardInterrupt:
            console.print()
            return _INTERRUPTED
        finally:
            if line is not None:
                line.stop()


def _console(settings: Settings, inbox: Inbox) -> tuple[Console, LineEditor | None]:
    """The console, and the line to type on if the terminal can have one."""
    no_colour = None if settings.colour else True
    console = Console(no_color=no_colour, highlight=False)
    typed = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
    if not typed or console.is_dumb_terminal or sys.platform == "win32":
        return console, None
    # Slow to import, and scripts do not need it.
    from crownhead.terminal.editor import EditorOutput, LineEditor
    from crownhead.terminal.history import FILE_NAME

    editor = LineEditor(inbox, settings.folder / FILE_NAME)
    output = cast(IO[str], EditorOutput(editor))
    return Console(file=output, no_color=no_colour, highlight=False), editor


@contextmanager
def _logged_afterwards(told: set[str]) -> Iterator[None]:
    """Hold the log back, which would be written across the board; then write what was not told.

    A failing disk logs the same line with every move and clock tick: each is written once.
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
    """Keeps the lines of a log, each once."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: dict[str, None] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line."""
        self.lines[self.format(record)] = None


def _descriptor() -> int | None:
    """The file descriptor of standard input, or None if there is none."""
    try:
        return sys.stdin.fileno()
    except (AttributeError, OSError, ValueError):
        return None


def _theme(settings: Settings, service: Service) -> Theme:
    """The theme: the one in the settings, else the browser's."""
    if settings.theme is not None:
        return settings.theme
    chosen = service.store.setting("preferences")
    name = chosen.get("theme") if isinstance(chosen, dict) else None
    return THEMES.get(name, THEMES["classic"]) if isinstance(name, str) else THEMES["classic"]


def _game(settings: Settings, service: Service, window: Window, inbox: Inbox) -> LiveGame | None:
    """The game to play: a new one, the one in the settings, or one from the list."""
    if settings.new is not None:
        pace = settings.new.pace if window.interactive else 0.0
        return service.begin(replace(settings.new, pace=pace))
    if settings.game_id is not None:
        return service.game(settings.game_id)
    return _choose(service, window, inbox)


def _choose(service: Service, window: Window, inbox: Inbox) -> LiveGame | None:
    """List the latest games, unfinished ones first, and ask for one."""
    found = service.games(_MOST_LOOKED_AT).games
    if not found:
        raise GameError("terminal.no-games")
    games = sorted(found, key=lambda one: words.is_broken(one) or one["outcome"] is not None)
    games = games[:_MOST_LISTED]
    names = {str(number): one["id"] for number, one in enumerate(games, start=1)}
    with signals.heard(inbox, on_a_terminal=window.interactive):
        _list(games, window)
        while True:
            _ask_which(window)
            line = inbox.wait()
            while line is Event.SIZE:
                line = inbox.wait()
            if line is Event.SUSPEND:
                _wait_in_the_background(window)
                _list(games, window)
                continue
            if isinstance(line, Event):
                return None
            word = line.strip().rstrip(".") or "1"
            try:
                return service.game(names.get(word, word))
            except CrownheadError as error:
                window.console.print(Text(as_sentence(window.words.text(error))))


def _ask_which(window: Window) -> None:
    asked = f"{say('terminal.which-game')} {PROMPT}"
    if window.line is not None:
        window.line.ask(asked)
    elif window.interactive:
        window.console.print(asked, end="")


def _wait_in_the_background(window: Window) -> None:
    if window.line is not None:
        window.line.stop()
    signals.wait_in_the_background()
    if window.line is not None:
        window.line.start()


def _list(games: Sequence[Listed], window: Window) -> None:
    """Write as many games as fit the window."""
    room = max(window.console.height - 2, 1) if window.console.is_terminal else sys.maxsize
    for number, one in enumerate(games, start=1):
        rows = _rows(number, one, window)
        room -= len(rows)
        if room < 0 and number > 1:
            return
        for row in rows:
            window.console.print(Text(row), soft_wrap=True)


def _rows(number: int, game: Listed, window: Window) -> list[str]:
    """A game of the list; for scripts, with its name."""
    console, summary = window.console, words.summary(game)
    if not console.is_terminal:
        return [f"{number:>2}  {game['id']}  {summary}"]
    shown = window.words if console.width >= WIDTH else Words()
    return wrapped([f"{number:>2}  {shown.text(summary)}"], console.width - 1, _INDENT)

"""Chooses how a game is shown, and chooses anew when the window has another size."""

from __future__ import annotations

from collections.abc import Sequence

from crownhead.service.contract import GameView
from crownhead.terminal.display import Display, Look, Window
from crownhead.terminal.lines import LineDisplay
from crownhead.terminal.screen import COLUMNS, ROWS, ScreenDisplay


class AdaptiveDisplay:
    """A display that is a whole screen where one is large enough and somebody types, else lines."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self._display = self._choose()

    def _is_large(self) -> bool:
        console = self._window.console
        able = console.is_terminal and not console.is_dumb_terminal and not console.legacy_windows
        large = console.width >= COLUMNS and console.height >= ROWS
        return self._window.interactive and able and large

    def _choose(self) -> Display:
        return ScreenDisplay(self._window) if self._is_large() else LineDisplay(self._window)

    def show(self, view: GameView, look: Look) -> None:
        """Show where the game stands, if that is new."""
        self._display.show(view, look)

    def say(self, sentence: str) -> None:
        """Say something about what was typed."""
        self._display.say(sentence)

    def page(self, lines: Sequence[str], rows: Sequence[str] = ()) -> None:
        """Show a longer text, and short rows below it, of which the last matter most."""
        self._display.page(lines, rows)

    def board(self, view: GameView, look: Look) -> None:
        """Show the board because somebody asked for it."""
        self._display.board(view, look)

    def heard(self) -> None:
        """Note that a line was typed: what was said about the one before is old."""
        self._display.heard()

    def fit(self) -> None:
        """Note that the window has another size, or was somebody else's; it may need another display."""
        if self._is_large() == isinstance(self._display, ScreenDisplay):
            self._display.fit()
            return
        self._display.close()
        self._display = self._choose()

    def hide(self) -> None:
        """Leave the window to somebody else until `fit`."""
        self._display.hide()

    def close(self, last_words: str = "", command: str = "") -> None:
        """Stop showing, and leave the last words where they can be read, and a command as it is."""
        self._display.close(last_words, command)

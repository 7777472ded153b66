"""A game on the whole screen: 80 by 24, drawn anew for everything that happens."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, Final

from rich.text import Text

from crownhead.terminal import words
from crownhead.terminal.board import HEIGHT, Scene, draw
from crownhead.terminal.display import PROMPT, Look, Paper, scene_of, wrapped
from crownhead.terminal.words import View

COLUMNS: Final = 80
ROWS: Final = 24
_PANEL: Final = 26  # columns beside the board, without the two of the disc
_MESSAGE_LINES: Final = 2
_SECONDS_A_LEG: Final = 0.45
# Computers that are so many plies ahead of the drawing are too fast to be shown jump by jump.
_MOST_SHOWN: Final = 8


class ScreenDisplay:
    """Draws the game on the whole screen; what is being typed stays as it is."""

    def __init__(self, paper: Paper) -> None:
        self._console = paper.console
        self._theme = paper.theme
        self._pause = paper.pause
        self._panel_width = _PANEL if self._theme is None else _PANEL + 2
        self._said: list[str] = []  # about what was typed, until the next line is
        self._news: list[str] = []  # what a computer has just played
        self._page: list[str] | None = None
        self._typed = True
        self._shown: View | None = None
        self._last: list[Text] = []
        self._console.set_alt_screen(True)

    # ---- what happens

    def show(self, view: View, look: Look) -> None:
        """Draw the game; captures of a computer are shown jump by jump first."""
        moves = self._new_moves(view)
        if self._shown is not None and self._shown["ply"] != view["ply"]:
            self._news = []
        if moves and self._is_computers(view, moves[-1]):
            if len(moves) <= _MOST_SHOWN and self._page is None:
                self._play_out(view, look, moves)
            self._news = self._lines(words.played(moves[-1])) if words.persons(view) else []
        self._shown = view
        self._draw(view, look, scene_of(view, look))

    def _new_moves(self, view: View) -> list[dict[str, Any]]:
        """The moves since the view before."""
        old = self._shown
        if old is None or old["id"] != view["id"]:
            return []
        moves: list[dict[str, Any]] = view["moves"]
        return moves[old["ply"] : view["ply"]]

    def _is_computers(self, view: View, move: dict[str, Any]) -> bool:
        return bool(view["players"][move["side"]]["kind"] == "computer")

    def _play_out(self, view: View, look: Look, moves: Sequence[dict[str, Any]]) -> None:
        assert self._shown is not None
        board = self._shown["board"]
        for move in moves:
            if move["captured"] and self._is_computers(view, move):
                for scene, leg in _jumps(board, look.flipped, move):
                    self._news = self._lines(f"{words.label(move['side'])}: {leg}" if leg else "")
                    self._draw(self._shown, Look(look.flipped, ""), scene)
                    if self._pause(_SECONDS_A_LEG):
                        return
            board = move["board"]

    def say(self, sentence: str, name: str = "") -> None:
        """Show a sentence below the board until the next line is typed."""
        self._said = self._lines(sentence, name)

    def _lines(self, sentence: str, name: str = "") -> list[str]:
        return textwrap.wrap(words.translated(sentence, self._theme) + name, COLUMNS - 1)

    def page(self, lines: Sequence[str]) -> None:
        """Show a longer text in the place of the board until the next line is typed."""
        whole = wrapped([words.translated(line, self._theme) for line in lines], COLUMNS - 1)
        self._page = whole if len(whole) <= HEIGHT else [*whole[: HEIGHT - 1], "..."]
        self.say("Enter shows the board again.")

    def board(self, _view: View, _look: Look) -> None:
        """The board is shown anyway."""
        self._page = None

    def heard(self) -> None:
        """Make room for what comes next."""
        self._typed = True
        self._said = []
        self._page = None

    def fit(self) -> None:
        """Draw everything anew: terminals leave remnants."""
        self._console.file.write("\x1b[2J")
        self._typed = True

    def close(self, last_words: Sequence[str]) -> None:
        """Give the screen back, and leave the last board and the last words on it."""
        self._console.set_alt_screen(False)
        for line in [*self._last, *map(Text, last_words)]:
            self._console.print(line, soft_wrap=True)

    # ---- drawing

    def _draw(self, view: View, look: Look, scene: Scene) -> None:
        """Write the whole frame at once; a cursor that stands in a typed line comes back to it."""
        rows = self._page_rows() if self._page is not None else self._board_rows(view, look, scene)
        if self._page is None:
            self._last = rows
        message = [Text(line, "bold") for line in [*self._said, *self._news][:_MESSAGE_LINES]]
        message += [Text()] * (_MESSAGE_LINES - len(message))
        status = Text(words.translated(look.status, self._theme), "bold cyan")
        lines = [self._title(view), *rows, *message, status]
        for line in lines:
            line.truncate(COLUMNS - 1)
        out = ["\x1b7"]
        for row, line in enumerate(lines, start=1):
            out.append(f"\x1b[{row};1H{self._ansi(line)}\x1b[K")
        out.append("\x1b8")
        if self._typed:
            self._typed = False
            out.append(f"\x1b[{len(lines) + 1};1H\x1b[J{PROMPT}")
        self._console.file.write("".join(out))
        self._console.file.flush()

    def _ansi(self, line: Text) -> str:
        plain = Text(line.plain) if self._theme is None else line
        with self._console.capture() as capture:
            self._console.print(plain, end="", soft_wrap=True)
        return capture.get()

    def _title(self, view: View) -> Text:
        title = Text("Crownhead", "bold").append(
            f"  {words.rules_name(view).capitalize()}", "not bold"
        )
        if view["opening"]:
            title.append(f"  {view['opening']}", "italic not bold")
        return title

    def _board_rows(self, view: View, look: Look, scene: Scene) -> list[Text]:
        rows = []
        drawn = draw(scene, self._theme)
        drawn += [Text()] * (HEIGHT - len(drawn))
        for left, right in zip_longest(drawn, self._panel(view, look), fillvalue=Text()):
            row = left.copy()
            row.pad_right(COLUMNS - 1 - self._panel_width - left.cell_len)
            rows.append(row.append_text(right))
        return rows

    def _panel(self, view: View, look: Look) -> list[Text]:
        """The players at their ends of the board, and the last moves between them."""
        top, bottom = ("white", "black") if look.flipped else ("black", "white")
        head, foot = self._player(view, top), self._player(view, bottom)
        room = HEIGHT - 1 - len(head) - len(foot) - 2
        moves = [Text(line) for line in words.numbered(view)[-room:]]
        moves += [Text()] * (room - len(moves))
        if moves and view["ply"]:
            index = max(index for index, line in enumerate(moves) if line.plain)
            moves[index].stylize("bold")
        return [*head, Text(), *moves, Text(), *foot]

    def _player(self, view: View, side: str) -> list[Text]:
        arrow = "> " if view["turn"] == side and not view["outcome"] else "  "
        name = self._name(side, arrow, words.player(view, side))
        if name.cell_len > self._panel_width:
            name = self._name(side, arrow, view["players"][side]["name"])
        name.truncate(self._panel_width, overflow="ellipsis")
        counted = f"    {words.pieces(view['counts'][side])}"
        clock = words.time_left(view, side)
        second = Text(f"{counted:<{_PANEL - 8}}").append(f"{clock:>7}", "bold")
        if arrow.strip():
            name.stylize("bold")
        return [name, second]

    def _name(self, side: str, arrow: str, player: str) -> Text:
        """A player behind a disc in their colour, on the colour of the squares they stand on."""
        name = Text(arrow)
        if self._theme is not None:
            disc = self._theme.black if side == "black" else self._theme.white
            name.append("●", f"{disc.face} on {self._theme.dark}").append(" ")
        return name.append(f"{words.translated(words.label(side), self._theme)}: {player}")

    def _page_rows(self) -> list[Text]:
        lines = self._page or []
        rows = [Text(line) for line in lines[:HEIGHT]]
        return rows + [Text()] * (HEIGHT - len(rows))


def _jumps(board: str, flipped: bool, move: dict[str, Any]) -> list[tuple[Scene, str]]:
    """The board before a capture and after each of its jumps, with what the jump did."""
    path, squares = move["path"], list(board)
    piece = squares[path[0] - 1]
    scenes = []
    for index, leg in enumerate(["", *words.legs(move)]):
        squares[path[max(index - 1, 0)] - 1] = "."
        squares[path[index] - 1] = piece
        if index:
            squares[move["captured"][index - 1] - 1] = "."
        scenes.append((Scene("".join(squares), flipped, path[: index + 1]), leg))
    return scenes

"""Where a game is shown: on a screen that is drawn anew, or line by line into any stream."""

from __future__ import annotations

import textwrap
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Final, Protocol

from rich.console import Console
from rich.text import Text

from crownhead.svg import Theme
from crownhead.terminal import words
from crownhead.terminal.board import HEIGHT, Scene, draw
from crownhead.terminal.words import View

COLUMNS: Final = 80
ROWS: Final = 24
_PANEL: Final = 26  # columns beside the board, without the two of the disc
_MESSAGE_LINES: Final = 2
_INDENT: Final = "      "  # of a line that goes on
_SECONDS_A_LEG: Final = 0.45
PROMPT: Final = "> "


@dataclass(frozen=True, slots=True)
class Look:
    """How a person looks at a game: from which side, at which squares, and what is asked of them."""

    flipped: bool
    status: str
    marked: Sequence[int] = ()


class Display(Protocol):
    """Shows a game and what is said about it."""

    def show(self, view: View, look: Look) -> None:
        """Show where the game stands, if that is new."""

    def say(self, sentence: str) -> None:
        """Say something about what was typed."""

    def page(self, lines: Sequence[str]) -> None:
        """Show a longer text."""

    def board(self, view: View, look: Look) -> None:
        """Show the board because somebody asked for it."""

    def heard(self) -> None:
        """Note that a line was typed: what was said about the one before is old."""

    def close(self, last_words: Sequence[str]) -> None:
        """Stop showing, and leave the last words where they can be read."""


def make_display(console: Console, theme: Theme | None, *, interactive: bool) -> Display:
    """Choose how to show a game: on a screen where one is large enough and somebody types."""
    large = console.width >= COLUMNS and console.height >= ROWS
    able = console.is_terminal and not console.is_dumb_terminal and not console.legacy_windows
    if interactive and able and large:
        return ScreenDisplay(console, theme)
    return LineDisplay(console, theme, interactive=interactive)


def has_colour(console: Console) -> bool:
    """Whether a console can show discs in colours."""
    colours = console.color_system is not None and not console.no_color
    return colours and console.encoding.startswith("utf")


def scene_of(view: View, look: Look) -> Scene:
    """The board of a view, with its last move."""
    trail = view["moves"][view["ply"] - 1]["path"] if view["ply"] else ()
    return Scene(view["board"], look.flipped, trail, look.marked)


# ---- line by line


class LineDisplay:
    """Writes one line for each thing that happens, and the board where it helps."""

    def __init__(self, console: Console, theme: Theme | None, *, interactive: bool) -> None:
        self._console = console
        self._theme = theme
        self._interactive = interactive
        self._game: str | None = None
        self._told: list[str] = []
        self._opening: str | None = None
        self._ended: str | None = None
        self._asked: object = None

    def show(self, view: View, look: Look) -> None:
        """Tell of the moves since the last time, and of the result."""
        first = view["id"] != self._game
        news = self._begin(view) if first else self._tell_moves(view)
        ended = view["outcome"]["sentence"] if view["outcome"] else None
        is_result = ended is not None and (news or ended != self._ended)
        self._ended = ended
        # A person sees every position; a script sees the first one and the last.
        waiting = news and (view["to_move"] != "computer" or not words.persons(view))
        if first or is_result or (waiting and self._interactive):
            self.board(view, look)
        if is_result:
            self.say(f"{ended}.")
        if self._interactive:
            self._prompt((view["ply"], look.status), look.status)

    def _begin(self, view: View) -> bool:
        self._game = view["id"]
        self._told = [move["notation"] for move in view["moves"][: view["ply"]]]
        self._opening = view["opening"]
        sides = [f"{words.player(view, side)} ({words.label(side)})" for side in ("black", "white")]
        self.say(f"{' against '.join(sides)}, {words.rules_name(view)}. Game {view['id']}.")
        if self._told:
            opening = f" Opening: {self._opening}." if self._opening else ""
            self._write(f"Moves so far: {' '.join(self._told)}.{opening}")
        return True

    def _tell_moves(self, view: View) -> bool:
        """Tell what was taken back and what was played; say whether there was anything."""
        moves = view["moves"][: view["ply"]]
        common = 0
        for old, new in zip(self._told, moves, strict=False):
            if old != new["notation"]:
                break
            common += 1
        back = self._told[common:]
        if back:
            self.say(f"Taken back: {' '.join(back)}.")
        for move in moves[common:]:
            self._tell_move(move)
        if view["opening"] not in (None, self._opening):
            self._write(f"Opening: {view['opening']}.")
        self._opening = view["opening"] or self._opening
        self._told = [move["notation"] for move in moves]
        return bool(back or moves[common:])

    def _tell_move(self, move: dict[str, Any]) -> None:
        self.say(words.played(move))
        if len(move["captured"]) > 1:
            for leg in words.legs(move):
                self.say(f"  {leg}")

    def _prompt(self, state: object, status: str) -> None:
        if state != self._asked:
            self._asked = state
            self.say(status)
            self._console.print(PROMPT, end="", markup=False)

    def say(self, sentence: str) -> None:
        """Write a sentence."""
        self._write(words.translated(sentence, self._theme))

    def _write(self, text: str) -> None:
        """Write a line as it is; an opening may have a colour in its name."""
        self._console.print(Text(text), soft_wrap=True)

    def page(self, lines: Sequence[str]) -> None:
        """Write a longer text."""
        for line in _wrapped(lines, self._console.width - 1):
            self.say(line)

    def board(self, view: View, look: Look) -> None:
        """Draw the board, and whose turn it is."""
        for line in draw(scene_of(view, look), self._theme):
            self._console.print(line, soft_wrap=True)
        clocks = [f"{words.label(s)} {words.time_left(view, s)}" for s in ("black", "white")]
        times = f" Clocks: {', '.join(clocks)}." if view["clock"]["kind"] != "none" else ""
        if not view["outcome"] and (times or not self._interactive):
            self.say(f"{words.label(view['turn'])} to move.{times}")

    def heard(self) -> None:
        """Ask again after this line."""
        self._asked = None

    def close(self, last_words: Sequence[str]) -> None:
        """Write the last words on lines of their own."""
        if self._interactive and self._asked is not None:
            self.say("")
        for line in last_words:
            self.say(line)


# ---- a whole screen


class ScreenDisplay:
    """Draws the game on the whole screen, 80 by 24; what is being typed stays as it is."""

    def __init__(self, console: Console, theme: Theme | None) -> None:
        self._console = console
        self._theme = theme
        self._panel_width = _PANEL if theme is None else _PANEL + 2
        self._message: list[str] = []
        self._page: list[str] | None = None
        self._typed = True
        self._shown: View | None = None
        self._last: list[Text] = []
        console.set_alt_screen(True)

    def show(self, view: View, look: Look) -> None:
        """Draw the game; captures of a computer are shown jump by jump first."""
        move = self._new_move(view)
        if move is not None and view["players"][move["side"]]["kind"] == "computer":
            self._page = None
            self._play_out(view, look, move)
            if words.persons(view):
                self.say(words.played(move))
        self._shown = view
        self._draw(view, look, scene_of(view, look))

    def _new_move(self, view: View) -> dict[str, Any] | None:
        """The last move, if it is the only one since the view before."""
        old = self._shown
        if old is None or old["id"] != view["id"] or old["ply"] + 1 != view["ply"]:
            return None
        found: dict[str, Any] = view["moves"][view["ply"] - 1]
        return found

    def _play_out(self, view: View, look: Look, move: dict[str, Any]) -> None:
        if not move["captured"] or self._shown is None:
            return
        path, squares = move["path"], list(self._shown["board"])
        piece = squares[path[0] - 1]
        for index, leg in enumerate(["", *words.legs(move)]):
            squares[path[max(index - 1, 0)] - 1] = "."
            squares[path[index] - 1] = piece
            if index:
                squares[move["captured"][index - 1] - 1] = "."
                self.say(f"{words.label(move['side'])}: {leg}")
            scene = Scene("".join(squares), look.flipped, path[: index + 1])
            self._draw(view, Look(look.flipped, ""), scene)
            time.sleep(_SECONDS_A_LEG)

    def _draw(self, view: View, look: Look, scene: Scene) -> None:
        """Write the whole frame at once; a cursor that stands in a typed line comes back to it."""
        rows = self._page_rows() if self._page is not None else self._board_rows(view, look, scene)
        if self._page is None:
            self._last = rows
        message = [Text(line, "bold") for line in self._message[:_MESSAGE_LINES]]
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
        with self._console.capture() as capture:
            self._console.print(
                Text(line.plain) if self._theme is None else line, end="", soft_wrap=True
            )
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

    def say(self, sentence: str) -> None:
        """Show a sentence below the board until the next line is typed."""
        self._message = textwrap.wrap(words.translated(sentence, self._theme), COLUMNS - 1)

    def page(self, lines: Sequence[str]) -> None:
        """Show a longer text in the place of the board until the next line is typed."""
        wrapped = _wrapped([words.translated(line, self._theme) for line in lines], COLUMNS - 1)
        self._page = wrapped if len(wrapped) <= HEIGHT else [*wrapped[: HEIGHT - 1], "..."]
        self.say("Enter shows the board again.")

    def board(self, _view: View, _look: Look) -> None:
        """The board is shown anyway."""
        self._page = None

    def heard(self) -> None:
        """Make room for what comes next."""
        self._typed = True
        self._message = []
        self._page = None

    def close(self, last_words: Sequence[str]) -> None:
        """Give the screen back, and leave the last board and the last words on it."""
        self._console.set_alt_screen(False)
        spoken = [Text(words.translated(line, self._theme)) for line in last_words]
        for line in [*self._last, *spoken]:
            self._console.print(line, soft_wrap=True)


def _wrapped(lines: Sequence[str], width: int) -> list[str]:
    return [
        part for line in lines for part in textwrap.wrap(line, width, subsequent_indent=_INDENT)
    ]

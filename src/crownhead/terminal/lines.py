"""A game line by line: for scripts, files, and terminals that are too small or too simple."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from crownhead.service.contract import GameView, RecordedMoveView
from crownhead.terminal import words
from crownhead.terminal.board import NARROW, WIDTH, draw
from crownhead.terminal.display import (
    PROMPT,
    Look,
    Window,
    choices_in_line,
    in_columns,
    scene_of,
    wrapped,
)


class LineDisplay:
    """Writes one line for each thing that happens, and the board where it helps."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self._console = window.console
        self._interactive = window.interactive
        self._line = window.line
        if self._line is not None:
            self._line.place(None)
        self._game: str | None = None
        self._told: list[str] = []
        self._opening: str | None = None
        self._ended: str | None = None
        self._asked: object = None
        self._said = ""
        self._prompting = False  # the line on which somebody types is not ended yet

    def show(self, view: GameView, look: Look) -> None:
        """Tell of the moves since the last time, and of the result."""
        first = view["id"] != self._game
        news = self._begin(view) if first else self._tell_moves(view)
        ended = words.ending(view["outcome"]) if view["outcome"] else None
        if self._ended is not None and not (first or news or ended):
            self.say("The result was taken back: the game continues.")
            news = True
        is_result = ended is not None and (news or ended != self._ended)
        self._ended = ended
        # A person sees every position; a script sees the first one and the last.
        waiting = news and (view["to_move"] != "computer" or not words.persons(view))
        if first or is_result or (waiting and self._interactive):
            self.board(view, look)
        if self._interactive:  # and asked what to do now, by a sentence that tells the result
            status = f"{look.status} {choices_in_line(look.choices)}".rstrip()
            self._prompt((view["ply"], status), status, waits=view["thinking"] is not None)
        elif is_result:
            self.say(f"{ended}.")

    def _begin(self, view: GameView) -> bool:
        self._game = view["id"]
        self._told = [move["notation"] for move in view["record"][: view["ply"]]]
        self._opening = view["position"]["opening"]
        sides = [f"{words.player(view, side)} ({words.label(side)})" for side in words.SIDES]
        self.say(f"{' against '.join(sides)}, {words.rules_name(view)}. Game {view['id']}.")
        if self._told:
            opening = f" Opening: {self._opening}." if self._opening else ""
            line = f"Moves so far: {' '.join(self._told)}.{opening}"
            for row in wrapped([line], self._console.width) if self._interactive else [line]:
                self._write(row)
        return True

    def _tell_moves(self, view: GameView) -> bool:
        """Tell what was taken back and what was played; say whether there was anything."""
        moves = view["record"][: view["ply"]]
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
        opening = view["position"]["opening"]
        if opening not in (None, self._opening):
            self._write(f"Opening: {opening}.")
        self._opening = opening or self._opening
        self._told = [move["notation"] for move in moves]
        return bool(back or moves[common:])

    def _tell_move(self, move: RecordedMoveView) -> None:
        self.say(words.played(move))
        if len(move["captured"]) > 1:
            for leg in words.legs(move):
                self.say(f"  {leg}")

    def _prompt(self, state: object, status: str, *, waits: bool) -> None:
        """Ask, once for each state of things; a computer that thinks is waited for without a sign."""
        if state == self._asked:
            return
        self._asked = state
        if not self._said.endswith(status):
            self.say(status)
        if self._line is not None:
            self._line.ask("" if waits else PROMPT)
        elif not waits:
            self._console.print(PROMPT, end="", markup=False)
            self._prompting = True

    def say(self, sentence: str) -> None:
        """Write a sentence."""
        theme = None if self._is_narrow() else self._window.theme
        said = words.translated(sentence, theme)
        for line in wrapped([said], self._console.width) if self._interactive else [said]:
            self._write(line)
        self._said = sentence

    def _is_narrow(self) -> bool:
        """Whether only a board of letters finds room, without colours to call the sides by."""
        return self._interactive and self._console.width < WIDTH

    def _write(self, line: str | Text) -> None:
        """Write a line as it is; an opening may have a colour in its name."""
        self._said = ""
        if self._prompting:
            self._prompting = False
            self._console.print()
        self._console.print(Text(line) if isinstance(line, str) else line, soft_wrap=True)

    def page(self, lines: Sequence[str], rows: Sequence[str] = ()) -> None:
        """Write a longer text, and all of its rows."""
        width = self._console.width - 1
        for line in [*wrapped(lines, width), *in_columns(rows, width)]:
            self.say(line)

    def board(self, view: GameView, look: Look) -> None:
        """Draw the board, and whose turn it is."""
        narrow = self._is_narrow()
        if self._interactive and self._console.width < NARROW:
            self.say(
                f"The board needs {NARROW} columns, and this window has {self._console.width}."
            )
        else:
            colours = None if narrow else self._window.palette
            for line in draw(scene_of(view, look), colours, narrow=narrow):
                self._write(line)
        clocks = [f"{words.label(side)} {words.time_left(view, side)}" for side in words.SIDES]
        times = f" Clocks: {', '.join(clocks)}." if view["clock"]["kind"] != "none" else ""
        if not view["outcome"] and (times or not self._interactive):
            self.say(f"{words.label(view['position']['turn'])} to move.{times}")

    def heard(self) -> None:
        """Ask again after this line."""
        self._asked = None
        self._prompting = False

    def fit(self) -> None:
        """The next board is drawn for the window as it is then."""

    def hide(self) -> None:
        """Ask again afterwards."""
        self.heard()
        self._said = ""

    def close(self, last_words: str = "", command: str = "") -> None:
        """Write the last words on lines of their own."""
        if last_words:
            self.say(last_words)
        if command:
            self._write(command)
        if self._prompting:
            self._console.print()

"""A game line by line: for scripts, files, and terminals that are too small or too simple."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from crownhead.terminal import words
from crownhead.terminal.board import WIDTH, draw
from crownhead.terminal.display import PROMPT, Look, Paper, scene_of, wrapped
from crownhead.terminal.words import View


class LineDisplay:
    """Writes one line for each thing that happens, and the board where it helps."""

    def __init__(self, paper: Paper) -> None:
        self._console = paper.console
        self._theme = paper.theme
        self._interactive = paper.interactive
        self._game: str | None = None
        self._told: list[str] = []
        self._opening: str | None = None
        self._ended: str | None = None
        self._asked: object = None
        self._prompting = False  # the line on which somebody types is not ended yet

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
        sides = [f"{words.player(view, side)} ({words.label(side)})" for side in words.SIDES]
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
            self._prompting = True

    def say(self, sentence: str, name: str = "") -> None:
        """Write a sentence."""
        theme = None if self._is_narrow() else self._theme
        said = words.translated(sentence, theme) + name
        for line in wrapped([said], self._console.width) if self._interactive else [said]:
            self._write(line)

    def _is_narrow(self) -> bool:
        """Whether only a board of letters finds room, without colours to call the sides by."""
        return self._interactive and self._console.width < WIDTH

    def _write(self, line: str | Text) -> None:
        """Write a line as it is; an opening may have a colour in its name."""
        if self._prompting:
            self._prompting = False
            self._console.print()
        self._console.print(Text(line) if isinstance(line, str) else line, soft_wrap=True)

    def page(self, lines: Sequence[str]) -> None:
        """Write a longer text."""
        for line in wrapped(lines, self._console.width - 1):
            self.say(line)

    def board(self, view: View, look: Look) -> None:
        """Draw the board, and whose turn it is."""
        narrow = self._is_narrow()
        for line in draw(scene_of(view, look), None if narrow else self._theme, narrow=narrow):
            self._write(line)
        clocks = [f"{words.label(side)} {words.time_left(view, side)}" for side in words.SIDES]
        times = f" Clocks: {', '.join(clocks)}." if view["clock"]["kind"] != "none" else ""
        if not view["outcome"] and (times or not self._interactive):
            self.say(f"{words.label(view['turn'])} to move.{times}")

    def heard(self) -> None:
        """Ask again after this line."""
        self._asked = None
        self._prompting = False

    def fit(self) -> None:
        """The next board is drawn for the window as it is then."""

    def close(self, last_words: Sequence[str]) -> None:
        """Write the last words on lines of their own."""
        for line in last_words:
            self._write(line)
        if self._prompting:
            self._console.print()

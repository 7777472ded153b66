"""A game line by line: for scripts, files, and terminals that are too small or too simple."""

from collections.abc import Sequence

from rich.text import Text

from crownhead.messages import Message, Words
from crownhead.pieces import Side
from crownhead.service.contract import GameView, RecordedMoveView
from crownhead.terminal import words
from crownhead.terminal.board import NARROW, WIDTH, draw
from crownhead.terminal.display import (
    PROMPT,
    Look,
    Window,
    asked,
    in_columns,
    scene_of,
    sentences,
    wrapped,
)
from crownhead.terminal.words import Said


class LineDisplay:
    """Writes a line for each event, and the board where it helps."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self._console = window.console
        self._interactive = window.interactive
        self._line = window.line
        if self._line is not None:
            self._line.fix(None)
        self._game: str | None = None
        self._told: list[str] = []
        self._opening: str | None = None
        self._ended: Message | None = None
        self._asked: object = None
        self._said: Said = ""  # the last message
        self._prompting = False  # the prompt's line is not ended yet

    def show(self, view: GameView, look: Look) -> None:
        """Report the moves since the last time, and the result."""
        first = view["id"] != self._game
        news = self._begin(view) if first else self._tell_moves(view)
        ended = words.ending(view["outcome"]) if view["outcome"] else None
        if self._ended is not None and not (first or news or ended):
            self.say(Message("terminal.result-undone"))
            news = True
        is_result = ended is not None and (news or ended != self._ended)
        self._ended = ended
        # A person sees every position; a script sees the first one and the last.
        waiting = news and (view["to_move"] != "computer" or not words.persons(view))
        if first or is_result or (waiting and self._interactive):
            self.board(view, look)
        if self._interactive:  # the status includes the result
            self._prompt(view, look)
        elif is_result and ended is not None:
            self.say(ended)

    def _begin(self, view: GameView) -> bool:
        self._game = view["id"]
        self._told = [move["notation"] for move in view["record"][: view["ply"]]]
        self._opening = view["position"]["opening"]
        black, white = (
            Message("review.player", {"player": words.player(view, side), "side": Side(side)})
            for side in words.SIDES
        )
        rules = words.rules_title(view)
        values = {"black": black, "white": white, "rules": rules, "game": view["id"]}
        self.say(Message("terminal.game", values))
        if self._told:
            so_far = [Message("terminal.so-far", {"moves": " ".join(self._told)})]
            self.say(*so_far, *_opening(self._opening))
        return True

    def _tell_moves(self, view: GameView) -> bool:
        """Report moves taken back and moves played; return whether there were any."""
        moves = view["record"][: view["ply"]]
        common = 0
        for old, new in zip(self._told, moves, strict=False):
            if old != new["notation"]:
                break
            common += 1
        back = self._told[common:]
        if back:
            self.say(Message("terminal.taken-back", {"moves": " ".join(back)}))
        for move in moves[common:]:
            self._tell_move(move)
        opening = view["position"]["opening"]
        if opening not in (None, self._opening):
            self.say(*_opening(opening))
        self._opening = opening or self._opening
        self._told = [move["notation"] for move in moves]
        return bool(back or moves[common:])

    def _tell_move(self, move: RecordedMoveView) -> None:
        self.say(*words.played(move))
        if len(move["captured"]) > 1:
            for jump in words.jumps(move):
                self._write(f"  {self._words.text(jump)}")

    def _prompt(self, view: GameView, look: Look) -> None:
        """Ask once for each state of the game; there is no prompt while a computer thinks."""
        state, waits = (view["ply"], look.status, look.choices), view["thinking"] is not None
        if state == self._asked:
            return
        self._asked = state
        if self._said != look.status or look.choices:
            self._tell(asked(look, self._words))
        if self._line is not None:
            self._line.ask("" if waits else PROMPT)
        elif not waits:
            self._console.print(PROMPT, end="", markup=False)
            self._prompting = True

    @property
    def _words(self) -> Words:
        return Words() if self._is_narrow() else self._window.words

    def say(self, *said: Said) -> None:
        """Write messages as sentences."""
        self._tell(sentences(said, self._words))
        self._said = said[-1]

    def _tell(self, text: str) -> None:
        for line in wrapped([text], self._console.width) if self._interactive else [text]:
            self._write(line)

    def _is_narrow(self) -> bool:
        """Whether there is room only for a board of letters, where the sides are Black and White."""
        return self._interactive and self._console.width < WIDTH

    def _write(self, line: str | Text) -> None:
        self._said = ""
        if self._prompting:
            self._prompting = False
            self._console.print()
        self._console.print(Text(line) if isinstance(line, str) else line, soft_wrap=True)

    def page(self, lines: Sequence[Said], rows: Sequence[str] = ()) -> None:
        """Write a longer text, and all of its rows."""
        width = self._console.width - 1
        for line in [*wrapped(list(map(self._words.text, lines)), width), *in_columns(rows, width)]:
            self._write(line)

    def board(self, view: GameView, look: Look) -> None:
        """Draw the board, and say whose turn it is."""
        narrow, width = self._is_narrow(), self._console.width
        if self._interactive and width < NARROW:
            self.say(Message("terminal.too-narrow", {"least": NARROW, "width": width}))
        else:
            colours = None if narrow else self._window.palette
            for line in draw(scene_of(view, look), colours, narrow=narrow):
                self._write(line)
        clocks = list(words.clocks(view))
        if not view["outcome"] and (clocks or not self._interactive):
            turn = Side(view["position"]["turn"])
            self.say(Message("game.to-move", {"player": turn}), *clocks)

    def heard(self, _line: str = "") -> None:
        """Ask again after this line."""
        self._asked = None
        self._prompting = False

    def fit(self) -> None:
        """Do nothing: the next board fits the window."""

    def hide(self) -> None:
        """Ask again afterwards."""
        self.heard()
        self._said = ""

    def close(self, said: Sequence[Said] = (), command: str = "") -> None:
        """Write the last messages, each on a line of its own."""
        for one in said:
            self.say(one)
        if command:
            self._write(command)
        if self._prompting:
            self._console.print()


def _opening(name: str | None) -> list[Message]:
    return [Message("terminal.opening", {"name": name})] if name else []

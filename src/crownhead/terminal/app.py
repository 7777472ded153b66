"""The game in a terminal: shows the service's view and passes on what is typed."""

import re
import shlex
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from crownhead.errors import CrownheadError, NotFoundError
from crownhead.messages import Listed, Message
from crownhead.pieces import Side
from crownhead.service import LiveGame, Service
from crownhead.service.contract import GameView, MoveView, NoteView
from crownhead.session.moves import Move
from crownhead.terminal import commands, reading, signals, words
from crownhead.terminal.completion import completions
from crownhead.terminal.display import Look, Window
from crownhead.terminal.inbox import Event, Inbox
from crownhead.terminal.lines import LineDisplay
from crownhead.terminal.screen import COLUMNS, ROWS, ScreenDisplay
from crownhead.terminal.words import Said

_SECONDS_BETWEEN_CLOCKS: Final = 0.5
_COMMENT: Final = re.compile(r"(?:^|\s)#.*")
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"


class TerminalGame:
    """One sitting at a terminal: a game, its display, and what was typed so far."""

    def __init__(
        self,
        service: Service,
        game: LiveGame,
        window: Window,
        inbox: Inbox,
        told: set[str] | None = None,
        *,
        flip: bool = False,
        came_by: Sequence[str] = ("crownhead", "terminal"),
    ) -> None:
        self.service = service
        self.game: LiveGame = game
        self.display = _display(window)
        self.theme = window.theme
        self.view: GameView = game.view()
        self._window = window
        self._line = window.line
        if self._line is not None:
            self._line.complete = lambda text: completions(text, self.view)
        self._inbox = inbox
        self._told = set() if told is None else told  # sentences that the log need not repeat
        self._interactive = window.interactive
        self._came_by = came_by
        self._turned = flip
        self._from: int | None = None
        self._ways: list[MoveView] = []  # the moves that the typed squares fit
        self._marked: Sequence[int] = ()
        self._said: tuple[int, NoteView | None] = (0, None)
        self._left = False

    # ---- the sitting

    def play(self) -> int:
        """Play until the person leaves, and return the exit code."""
        said: Sequence[Said] = ()
        command = ""
        with signals.heard(self._inbox, on_a_terminal=self._interactive):
            try:
                self.sit_down(self.game)
                while not self._left:
                    self._wait()
                said, command = self._last_words()
            finally:
                if self._line is not None:
                    self._line.stop()
                self.display.close(said, command)
        return 128 + self._inbox.signal if self._inbox.signal else 0

    def sit_down(self, game: LiveGame) -> None:
        """Leave the present game and show another one."""
        if self.game.is_watched:
            self.game.leave(self._inbox.hear)
        self.game = game
        self._let_go()
        self.show(self.look_again())
        game.watch(self._inbox.hear)

    def leave(self) -> None:
        """Stop playing; the game is on disk."""
        self._left = True

    def _last_words(self) -> tuple[Sequence[Said], str]:
        """What is left to say, and the command that continues the game."""
        view = self.look_again()
        if self.game.is_closed:
            return [Message("terminal.deleted")], ""
        if view["outcome"]:
            return [words.ending(view["outcome"])] if self._interactive else (), ""
        command = shlex.join([*self._came_by, "--continue", view["id"]])
        kept = "untouched" if self.game.is_untouched else "saved"
        return [Message(f"terminal.{kept}")], f"  {command}"

    def _wait(self) -> None:
        """Wait for one event, and show its effect."""
        running = self.view["clock"]["running"] and self._interactive
        found = self._inbox.wait(
            _SECONDS_BETWEEN_CLOCKS if running else None,
            wanted=self._is_wanted,
            end=self._listens(),
        )
        if found in (Event.END, Event.INTERRUPT):
            self.leave()
            return
        if found is Event.SUSPEND:
            self._wait_in_the_background()
        elif found is Event.SIZE:
            self._fit()
        before = self.view
        if isinstance(found, str):
            self.display.heard(found.strip())
            self._answer(found.strip())
        if self.game.is_closed:
            self.leave()
        if not self._left:
            view = self.look_again()
            if isinstance(found, str) and not reading.is_move(found.strip()):
                self._drop_moves(before, view, self._inbox.overtaken)
            elif found is Event.NEWS and view["ply"] < before["ply"]:
                self._drop_moves(before, view)
            self.show(view)

    def _wait_in_the_background(self) -> None:
        """Give the window back; with nobody watching, clocks and computers stop."""
        if self._line is not None:
            self._line.stop()
        self.display.hide()
        self.game.leave(self._inbox.hear)
        signals.wait_in_the_background()
        if self._line is not None:
            self._line.start()
        with suppress(NotFoundError):  # reported when the game ends
            self.game.watch(self._inbox.hear)
        self._fit()

    def _fit(self) -> None:
        """Fit the window after a resize or a stop; it may need the other display."""
        if _is_large(self._window) == isinstance(self.display, ScreenDisplay):
            self.display.fit()
            return
        self.display.close()
        self.display = _display(self._window)

    def _drop_moves(self, before: GameView, view: GameView, count: int | None = None) -> None:
        """Drop moves typed ahead if the game is no longer the one they were meant for."""
        same = (before["id"], before["outcome"]) == (view["id"], view["outcome"])
        if not self._interactive or (same and before["ply"] <= view["ply"]):
            return
        dropped = self._inbox.drop(lambda line: reading.is_move(line.strip()), count)
        if dropped:
            moves = Listed([line.strip() for line in dropped], "and")
            self.say(Message("terminal.dropped", {"moves": moves}))

    def _listens(self) -> bool:
        """Whether input is read now; a script waits while a computer thinks."""
        view = self.view
        if self._interactive or view["to_move"] != "computer":
            return True
        if not words.persons(view):
            return bool(view["paused"])
        return view["thinking"] is None

    def _is_wanted(self, line: str) -> bool:
        """Whether a line is read now: moves typed ahead wait for their turn, commands do not."""
        if self._interactive and self.view["thinking"] is not None and words.persons(self.view):
            return not reading.is_move(line.strip())
        return self._listens()

    # ---- showing

    def look_again(self) -> GameView:
        """Get the game's present view."""
        old, self.view = self.view, self.game.view()
        if (old["id"], old["ply"]) != (self.view["id"], self.view["ply"]):
            self._let_go()
        return self.view

    def show(self, view: GameView) -> None:
        """Show the game and the service's message."""
        said = (view["version"], view["message"])
        if said != self._said and view["message"]:
            self.say(words.noted(view["message"]))
        self._said = said
        self.display.show(view, self._look())

    def show_board(self) -> None:
        """Show the board even if it has not changed."""
        self.display.board(self.view, self._look())

    def say(self, *said: Said) -> None:
        """Respond to what was typed."""
        self._told.update(map(str, said))
        self.display.say(*said)

    def mark(self, squares: Sequence[int]) -> None:
        """Mark squares on the board until the next move."""
        self._marked = squares

    def flip(self) -> None:
        """Turn the board."""
        self._turned = not self._turned
        self.say(Message("terminal.flipped", {"side": Side("black" if self._flipped else "white")}))
        self.show_board()

    @property
    def _flipped(self) -> bool:
        """Whether Black is at the bottom; one person alone sits there until they turn the board."""
        return (words.persons(self.view) == ["black"]) != self._turned

    def _look(self) -> Look:
        ways = [_in_full(move) for move in self._ways]
        choices = [f"{letter}: {way}" for letter, way in zip(_LETTERS, ways, strict=False)]
        return Look(self._flipped, self._status(), self._squares_to_see(), choices)

    def _squares_to_see(self) -> Sequence[int]:
        """The squares to mark: a hint, the targets of the chosen piece, or pieces that must capture."""
        choices = self.view["choices"]
        if self._marked:
            return self._marked
        if self._from is not None:
            ends = [square for move in self._moves_from(self._from) for square in move["path"][1:]]
            return [self._from, *ends]
        return [move["path"][0] for move in choices["legal"]] if choices["must_capture"] else ()

    def _status(self) -> Message:
        """What the person is asked, or what they wait for."""
        turn = Side(self.view["position"]["turn"])
        if self.view["outcome"]:
            undo = "-or-undo" if self.view["can_undo"] else ""
            return Message(f"terminal.again{undo}", {"outcome": words.ending(self.view["outcome"])})
        if self.view["to_move"] != "computer":
            return self._question(turn)
        if self.view["thinking"] is not None:
            return Message("game.thinking", {"player": turn})
        return Message(
            "terminal.paused" if self.view["paused"] else "terminal.next", {"side": turn}
        )

    def _question(self, turn: Side) -> Message:
        view = self.view
        if self._ways:
            return Message("terminal.which-way")
        if self._from is not None:
            ends = dict.fromkeys(move["path"][-1] for move in self._moves_from(self._from))
            to = Listed([str(end) for end in ends])
            return Message("terminal.where-to", {"square": self._from, "squares": to})
        if view["draw_offer"]:
            return words.draw_offered(view["draw_offer"])
        if view["choices"]["must_capture"]:
            return words.must_capture(view)
        alone = len(words.persons(view)) == 1
        example = view["choices"]["legal"][0]["notation"]
        values = {"side": turn, "example": example}
        return Message(f"terminal.{'your-move' if alone else 'to-move'}", values)

    # ---- what is typed

    def _answer(self, text: str) -> None:
        """Carry out a line, or say why that is impossible."""
        if text.startswith("#"):
            return
        text = _COMMENT.sub("", text)
        try:
            if reading.is_move(text):
                self._type_move(text)
            elif not text:
                self._let_go()
            elif text.lower() in list(_LETTERS[: len(self._ways)]):
                self._play(self._ways[_LETTERS.index(text.lower())])
            else:
                commands.run(self, text)
        except CrownheadError as error:
            self.say(error.message)

    def _type_move(self, text: str) -> None:
        """Handle squares: a whole move, its beginning, or the chosen piece's target."""
        squares = reading.squares_of(text)
        if self.view["to_move"] != "person":
            self.game.do(Move(squares))  # refuses with the reason
            return
        if len(squares) == 1 and self._from is not None and squares[0] != self._from:
            if self._ways:
                self._take_one_of(reading.narrowed(squares[0], self._ways))
                return
            squares = [self._from, *squares]
        why_not = reading.why_not_from(squares[0], self.view)
        if why_not:
            self.say(*why_not)
            return
        if len(squares) == 1:
            self._let_go()
            self._from = squares[0]
            return
        found = reading.meant(squares, self.view)
        if found:
            self._take_one_of(found)
        elif self.view["choices"]["must_capture"] and len(squares) == 2:
            move = "-".join(map(str, squares))
            must = words.must_capture(self.view)
            self.say(Message("terminal.not-a-capture", {"move": move}), must)
        else:
            self.game.do(Move(squares, self.view["ply"]))  # refuses with the reason

    def _take_one_of(self, found: list[MoveView]) -> None:
        """Play the move that was meant; if there are several, ask."""
        if len(found) == 1:
            self._play(found[0])
            return
        self._from, self._ways = found[0]["path"][0], found
        if not self._interactive:  # no question is shown
            ways = Listed([_in_full(move) for move in found], most=len(found))
            self.say(Message("terminal.several-ways", {"moves": ways}))

    def _play(self, move: MoveView) -> None:
        self._let_go()
        self.game.do(Move(move["path"], self.view["ply"]))

    def _let_go(self) -> None:
        """Forget the squares typed so far."""
        self._from, self._ways, self._marked = None, [], ()

    def _moves_from(self, square: int) -> list[MoveView]:
        return [move for move in self.view["choices"]["legal"] if move["path"][0] == square]


def _in_full(move: MoveView) -> str:
    return ("x" if move["captured"] else "-").join(map(str, move["path"]))


def _display(window: Window) -> LineDisplay | ScreenDisplay:
    """The whole screen if a person types and the window is large enough, else lines."""
    return ScreenDisplay(window) if _is_large(window) else LineDisplay(window)


def _is_large(window: Window) -> bool:
    console = window.console
    able = console.is_terminal and not console.is_dumb_terminal and not console.legacy_windows
    large = console.width >= COLUMNS and console.height >= ROWS
    return window.interactive and able and large

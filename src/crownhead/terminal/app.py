"""The game in a terminal: shows what the service says and passes on what is typed."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from crownhead.errors import CrownheadError, GameError, NotFoundError, as_sentence
from crownhead.phrases import listed
from crownhead.service import LiveGame, Service
from crownhead.service.contract import GameView, MoveView, NoteView
from crownhead.session import Move
from crownhead.terminal import commands, reading, signals, words
from crownhead.terminal.completion import completions
from crownhead.terminal.display import Look, Window
from crownhead.terminal.inbox import Event, Inbox
from crownhead.terminal.lines import LineDisplay
from crownhead.terminal.screen import COLUMNS, ROWS, ScreenDisplay

_SECONDS_BETWEEN_CLOCKS: Final = 0.5
_COMMENT: Final = re.compile(r"(?:^|\s)#.*")
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
_UNTOUCHED: Final = "No move has been made. To start the game:"


class TerminalGame:
    """One sitting at a terminal: a game, how it is looked at, and what was typed so far."""

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
        self._told = set() if told is None else told  # sentences, of which nobody need log again
        self._interactive = window.interactive
        self._came_by = came_by
        self._turned = flip
        self._from: int | None = None
        self._ways: list[MoveView] = []  # that a typed move could mean
        self._marked: Sequence[int] = ()
        self._said: tuple[int, NoteView | None] = (0, None)
        self._left = False

    # ---- the sitting

    def play(self) -> int:
        """Play until somebody leaves, and return the exit code."""
        last_words = ("", "")
        with signals.heard(self._inbox, on_a_terminal=self._interactive):
            try:
                self.sit_down(self.game)
                while not self._left:
                    self._wait()
                last_words = self._last_words()
            finally:
                if self._line is not None:
                    self._line.stop()
                self.display.close(*last_words)
        return 128 + self._inbox.signal if self._inbox.signal else 0

    def sit_down(self, game: LiveGame) -> None:
        """Look at a game from now on, and no longer at the one before."""
        if self.game.is_watched:
            self.game.leave(self._inbox.hear)
        self.game = game
        self._let_go()
        self.show(self.look_again())
        game.watch(self._inbox.hear)

    def leave(self) -> None:
        """Stop playing; the game is on disk."""
        self._left = True

    def _last_words(self) -> tuple[str, str]:
        """What is left to say, and the command that goes on."""
        view = self.look_again()
        if self.game.is_closed:
            return "The game was deleted in another window or program.", ""
        if view["outcome"]:
            return f"{words.ending(view['outcome'])}." if self._interactive else "", ""
        command = shlex.join([*self._came_by, "--continue", view["id"]])
        kept = "The game is saved. Continue in the browser, or here with:"
        return _UNTOUCHED if self.game.is_untouched else kept, f"  {command}"

    def _wait(self) -> None:
        """Wait for one thing that happens, and show what came of it."""
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
            self.display.heard()
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
        """Give the window back; clocks stand and computers rest, as nobody looks at the game."""
        if self._line is not None:
            self._line.stop()
        self.display.hide()
        self.game.leave(self._inbox.hear)
        signals.wait_in_the_background()
        if self._line is not None:
            self._line.start()
        with suppress(NotFoundError):  # which is told as the last word
            self.game.watch(self._inbox.hear)
        self._fit()

    def _fit(self) -> None:
        """Fit the window, which has another size or was somebody else's; it may need another display."""
        if _is_large(self._window) == isinstance(self.display, ScreenDisplay):
            self.display.fit()
            return
        self.display.close()
        self.display = _display(self._window)

    def _drop_moves(self, before: GameView, view: GameView, count: int | None = None) -> None:
        """Forget moves that wait, if the game is not any more what they were typed for."""
        same = (before["id"], before["outcome"]) == (view["id"], view["outcome"])
        if not self._interactive or (same and before["ply"] <= view["ply"]):
            return
        dropped = self._inbox.drop(lambda line: reading.is_move(line.strip()), count)
        if dropped:
            moves = listed([line.strip() for line in dropped], "and")
            self.say(f"The game has changed: {moves} will not be played.")

    def _listens(self) -> bool:
        """Whether the person is asked something; a script waits while a computer thinks."""
        view = self.view
        if self._interactive or view["to_move"] != "computer":
            return True
        if not words.persons(view):
            return bool(view["paused"])
        return view["thinking"] is None

    def _is_wanted(self, line: str) -> bool:
        """Moves that are typed ahead wait for their turn; a person's commands do not."""
        if self._interactive and self.view["thinking"] is not None and words.persons(self.view):
            return not reading.is_move(line.strip())
        return self._listens()

    # ---- showing

    def look_again(self) -> GameView:
        """See what the game is like now."""
        old, self.view = self.view, self.game.view()
        if (old["id"], old["ply"]) != (self.view["id"], self.view["ply"]):
            self._let_go()
        return self.view

    def show(self, view: GameView) -> None:
        """Show the game, and what the service says about it."""
        said = (view["version"], view["message"])
        if said != self._said and view["message"]:
            self.say(words.told(view["message"]))
        self._said = said
        self.display.show(view, self._look())

    def show_board(self) -> None:
        """Show the board even where it is not new."""
        self.display.board(self.view, self._look())

    def say(self, sentence: str) -> None:
        """Say something about what was typed."""
        self._told.add(sentence)
        self.display.say(sentence)

    def mark(self, squares: Sequence[int]) -> None:
        """Mark squares on the board until the next move."""
        self._marked = squares

    def flip(self) -> None:
        """Turn the board."""
        self._turned = not self._turned
        self.say(f"{'Black' if self._flipped else 'White'} is at the bottom now.")
        self.show_board()

    @property
    def _flipped(self) -> bool:
        """Whether Black is at the bottom: a person who plays alone is, until they turn the board."""
        return (words.persons(self.view) == ["black"]) != self._turned

    def _look(self) -> Look:
        ways = [_in_full(move) for move in self._ways]
        choices = [f"{letter}: {way}" for letter, way in zip(_LETTERS, ways, strict=False)]
        return Look(self._flipped, self._status(), self._squares_to_see(), choices)

    def _squares_to_see(self) -> Sequence[int]:
        """Marked squares: a hint, where the chosen piece can go, or the pieces that must capture."""
        choices = self.view["choices"]
        if self._marked:
            return self._marked
        if self._from is not None:
            ends = [square for move in self._moves_from(self._from) for square in move["path"][1:]]
            return [self._from, *ends]
        return [move["path"][0] for move in choices["legal"]] if choices["must_capture"] else ()

    def _status(self) -> str:
        """What is asked of the person, or what is waited for."""
        turn = words.label(self.view["position"]["turn"])
        if self.view["outcome"]:
            undo = "undo, " if self.view["can_undo"] else ""
            return f"{words.ending(self.view['outcome'])}. again, {undo}save FILE or quit?"
        return (
            self._waiting_for(turn) if self.view["to_move"] == "computer" else self._question(turn)
        )

    def _question(self, turn: str) -> str:
        view = self.view
        alone = len(words.persons(view)) == 1
        if self._ways:
            return "Which way?"
        if self._from is not None:
            ends = [str(move["path"][-1]) for move in self._moves_from(self._from)]
            return f"From {self._from} to {listed(list(dict.fromkeys(ends)))}? Enter cancels."
        if view["draw_offer"]:
            return f"{words.label(view['draw_offer'])} offers a draw: accept, decline, or play on."
        if view["choices"]["must_capture"]:
            return words.must_capture(view)
        asked = f"Your move, {turn}" if alone else f"{turn} to move"
        example = view["choices"]["legal"][0]["notation"]
        return f"{asked}. Type a move, such as {example}, or help."

    def _waiting_for(self, turn: str) -> str:
        view = self.view
        if view["thinking"] is not None:
            return f"{turn} is thinking ..."
        if view["paused"]:
            return "Paused. go, step, or quit?"
        return f"{turn} moves next. pause, level or quit?"

    # ---- what is typed

    def _answer(self, text: str) -> None:
        """Do what a line says, or say why it cannot be done."""
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
            self.say(as_sentence(error))

    def _type_move(self, text: str) -> None:
        """Take squares: a whole move, its beginning, or where the chosen piece goes."""
        squares = reading.squares_of(text)
        if self.view["to_move"] != "person":
            self.game.do(Move(squares))  # which says why it cannot be
            return
        if len(squares) == 1 and self._from is not None and squares[0] != self._from:
            if self._ways:
                self._take_one_of(reading.narrowed(squares[0], self._ways))
                return
            squares = [self._from, *squares]
        why_not = reading.why_not_from(squares[0], self.view)
        if why_not is not None:
            raise GameError(why_not)
        if len(squares) == 1:
            self._let_go()
            self._from = squares[0]
            return
        found = reading.meant(squares, self.view)
        if found:
            self._take_one_of(found)
        elif self.view["choices"]["must_capture"] and len(squares) == 2:
            move = "-".join(map(str, squares))
            raise GameError(f"{move} is not a capture. {words.must_capture(self.view)}")
        else:
            self.game.do(Move(squares, self.view["ply"]))  # which says why it cannot be

    def _take_one_of(self, found: list[MoveView]) -> None:
        """Play the move that was meant, or ask which."""
        if len(found) == 1:
            self._play(found[0])
            return
        self._from, self._ways = found[0]["path"][0], found
        if not self._interactive:  # whom nothing is asked
            ways = [_in_full(move) for move in found]
            self.say(f"That could be {listed(ways, most=len(ways))}.")

    def _play(self, move: MoveView) -> None:
        self._let_go()
        self.game.do(Move(move["path"], self.view["ply"]))

    def _let_go(self) -> None:
        """Forget what was typed of a move."""
        self._from, self._ways, self._marked = None, [], ()

    def _moves_from(self, square: int) -> list[MoveView]:
        return [move for move in self.view["choices"]["legal"] if move["path"][0] == square]


def _in_full(move: MoveView) -> str:
    return ("x" if move["captured"] else "-").join(map(str, move["path"]))


def _display(window: Window) -> LineDisplay | ScreenDisplay:
    """A whole screen where one is large enough and somebody types, else lines."""
    return ScreenDisplay(window) if _is_large(window) else LineDisplay(window)


def _is_large(window: Window) -> bool:
    console = window.console
    able = console.is_terminal and not console.is_dumb_terminal and not console.legacy_windows
    large = console.width >= COLUMNS and console.height >= ROWS
    return window.interactive and able and large

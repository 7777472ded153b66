"""A board to click: the picture of the position, and a button over each square."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from html import escape
from typing import TYPE_CHECKING, Final

import ipywidgets

from crownhead import svg
from crownhead.errors import CrownheadError, as_sentence
from crownhead.messages import Listed, Message, say
from crownhead.move import Move
from crownhead.text.diagram import square_at
from crownhead.text.moves import begun, pointed_at, why_illegal, why_no_move
from crownhead.themes import Theme, contrast, find_theme

if TYPE_CHECKING:
    from crownhead.notebook.games import NotebookGame

_SIDE: Final = f"{svg.SQUARE}px"
_FRAME: Final = f"{svg.FRAME}px"
# The least contrast for a mark, as the WCAG has it for graphics.
_CLEAR: Final = 3.0


class BoardWidget:
    """The picture, buttons over its 32 squares, and buttons for hint, undo, flip and resign.

    A cell shows `box`.
    """

    def __init__(self, sitting: NotebookGame) -> None:
        self.sitting = sitting
        self.chosen: list[int] = []
        self._note: Message | None = None  # about the last click
        self.picture = ipywidgets.HTML(layout=_overlaid())
        self.squares = {square: self._square_button(square) for square in range(1, 33)}
        self._light_squares = [ipywidgets.Box(layout=_size_of_a_square()) for _ in range(32)]
        self.message = ipywidgets.HTML()  # a label would cut long sentences off
        self.controls = {
            name: self._control(name, action)
            for name, action in (
                ("hint", sitting.hint),
                ("undo", sitting.undo),
                ("flip", sitting.flip),
                ("resign", sitting.resign),
            )
        }
        self._grid = ipywidgets.GridBox(
            layout=_overlaid(
                grid_template_columns=f"repeat(8, {_SIDE})", grid_gap="0", padding=_FRAME
            )
        )
        size = f"{svg.PICTURE}px"
        board = ipywidgets.GridBox(
            (self.picture, self._grid),
            layout=ipywidgets.Layout(
                width=size, height=size, min_width=size, overflow="hidden", grid_gap="0"
            ),
        )
        buttons = ipywidgets.HBox(tuple(self.controls.values()))
        self.box = ipywidgets.VBox((board, self.message, buttons))
        self.show()

    def _square_button(self, square: int) -> ipywidgets.Button:
        button = ipywidgets.Button(layout=_size_of_a_square())
        button.style.button_color = "transparent"
        button.on_click(lambda _button: self.click(square))
        return button

    def _control(self, name: str, action: Callable[[], object]) -> ipywidgets.Button:
        button = ipywidgets.Button(description=say(f"notebook.{name}"))
        button.on_click(lambda _button: self.attempt(action))
        return button

    def click(self, square: int) -> None:
        """Choose a piece, or go on with the one chosen; a complete move is played."""
        self._note = None
        path = [*self.chosen, square]
        ways = pointed_at(square, self.chosen, self.sitting.game.legal_moves())
        if self.chosen and len(ways) == 1:
            self.attempt(partial(self.sitting.move, ways[0]))
            return
        if self._begun(path):
            self.chosen = path
            self._note = self._how_to_go_on()
        elif ways:
            self._note = Message("notebook.several-routes", {"square": square})
        elif self._begun([square]):
            self.chosen = [square]  # another piece instead
        else:
            self._note = self._why_not(square)
        self.show()

    def _begun(self, squares: list[int]) -> list[Move]:
        """The legal moves that begin with these squares; none if there are no squares."""
        return begun(squares, self.sitting.game.legal_moves()) if squares else []

    @property
    def _stop(self) -> Move | None:
        """The capture along the chosen squares, if the rules let it stop there."""
        return next(
            (move for move in self._begun(self.chosen) if list(move.path) == self.chosen), None
        )

    @property
    def _goals(self) -> set[int]:
        """Where the chosen piece can go next."""
        steps = len(self.chosen)
        return {move.path[steps] for move in self._begun(self.chosen) if len(move.path) > steps}

    def _how_to_go_on(self) -> Message | None:
        """How a capture that has begun can continue."""
        if len(self.chosen) < 2:
            return None
        stop = "-or-stop" if self._stop else ""
        values = {"goals": Listed(sorted(self._goals)), "square": self.chosen[-1]}
        return Message(f"notebook.go-on{stop}", values)

    def _why_not(self, square: int) -> Message | None:
        """Why a click does nothing."""
        position = self.sitting.game.position
        if self.sitting.is_over:
            return None  # the message is the result
        why = why_no_move(square, position) or why_illegal([*self.chosen, square], position)
        # One square is not a move yet, so only the reason counts.
        return why.message if self.chosen else why.reason

    def attempt(self, action: Callable[[], object]) -> None:
        """Do something, or say why that is impossible."""
        self.chosen = []
        self._note = None
        try:
            action()
        except CrownheadError as error:
            self._note = error.message
        finally:
            self.show()  # also after an interrupt

    def show(self) -> None:
        """Draw the board as it is now."""
        sitting, theme = self.sitting, find_theme(self.sitting.theme)
        self.box.game = sitting.game  # for the user
        position, last = sitting.game.position, sitting.game.node.move
        picture = svg.board(
            position,
            flipped=sitting.flipped,
            last_move=last,
            arrows=[sitting.hinted] if sitting.hinted else [],
            highlights=self._marks(theme, set(last.path if last else ())),
            theme=sitting.theme,
            size=svg.PICTURE,
        )
        # The height of a text line would leave a gap below the picture.
        self.picture.value = f'<div style="line-height:0">{picture}</div>'
        pieces = position.pieces
        for square, button in self.squares.items():
            piece = pieces.get(square)
            on_it = piece.message if piece else Message("notebook.empty")
            button.tooltip = theme.words.say("notebook.square", square=square, piece=on_it)
        self._grid.children = tuple(self._cells())
        said = as_sentence(theme.words.text(self._note)) if self._note else None
        self.message.value = escape(said or sitting.message_in(theme.words), quote=False)

    def _marks(self, theme: Theme, trail: set[int]) -> dict[int, str]:
        """Ring the chosen piece and its targets; without one, the pieces that must capture."""
        game = self.sitting.game
        own, goals = set(self.chosen), self._goals
        if not own and game.position.must_capture:
            own = {move.from_square for move in game.legal_moves()}
        colour = next(
            one
            for one in (theme.highlight, "yellow", "white")
            if contrast(one, theme.dark) >= _CLEAR
        )
        marks = dict.fromkeys(sorted(own), colour)
        for square in sorted(goals):
            under = theme.trail if square in trail else theme.dark
            marks[square] = max(("white", "black"), key=partial(contrast, under))
        return marks

    def _cells(self) -> list[ipywidgets.Widget]:
        order = range(8, 0, -1) if self.sitting.flipped else range(1, 9)
        lights = iter(self._light_squares)
        squares = (square_at(row, column) for row in order for column in order)
        return [self.squares[square] if square else next(lights) for square in squares]


def _size_of_a_square() -> ipywidgets.Layout:
    return ipywidgets.Layout(width=_SIDE, height=_SIDE, margin="0", padding="0")


def _overlaid(**more: str) -> ipywidgets.Layout:
    """Lay the picture and the buttons over each other."""
    return ipywidgets.Layout(grid_area="1 / 1 / 2 / 2", margin="0", overflow="hidden", **more)

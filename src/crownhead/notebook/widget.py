"""A board to click, made of ipywidgets. It shows and asks; the game decides."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from types import MappingProxyType
from typing import Final

import ipywidgets

from crownhead.errors import CrownheadError
from crownhead.move import Move
from crownhead.notation.diagram import square_at
from crownhead.notation.moves import why_no_move
from crownhead.notebook.games import NotebookGame
from crownhead.pieces import Piece
from crownhead.svg import THEMES

_SIDE: Final = "52px"
_GLYPHS: Final = MappingProxyType(
    {
        Piece.BLACK_MAN: "\N{BLACK DRAUGHTS MAN}",
        Piece.BLACK_KING: "\N{BLACK DRAUGHTS KING}",
        Piece.WHITE_MAN: "\N{BLACK DRAUGHTS MAN}",
        Piece.WHITE_KING: "\N{BLACK DRAUGHTS KING}",
    }
)


class BoardWidget:
    """Buttons for the 32 squares, and for hint, undo and flip. `box` is what a cell shows."""

    def __init__(self, game: NotebookGame) -> None:
        self.game = game
        self.chosen: list[int] = []
        self.squares = {square: self._square_button(square) for square in range(1, 33)}
        self.message = ipywidgets.Label()
        self.controls = {
            name: self._control(name, action)
            for name, action in (("Hint", game.hint), ("Undo", game.undo), ("Flip", game.flip))
        }
        self._grid = ipywidgets.GridBox(
            layout=ipywidgets.Layout(
                grid_template_columns=f"repeat(8, {_SIDE})", grid_gap="0", width="max-content"
            )
        )
        buttons = ipywidgets.HBox(tuple(self.controls.values()))
        self.box = ipywidgets.VBox((self._grid, self.message, buttons))
        self.show()

    def _square_button(self, square: int) -> ipywidgets.Button:
        button = ipywidgets.Button(
            layout=ipywidgets.Layout(width=_SIDE, height=_SIDE, margin="0", padding="0")
        )
        button.style.font_size = "32px"
        button.on_click(lambda _button: self.click(square))
        return button

    def _control(self, name: str, action: Callable[[], object]) -> ipywidgets.Button:
        button = ipywidgets.Button(description=name)
        button.on_click(lambda _button: self.attempt(action))
        return button

    def click(self, square: int) -> None:
        """Choose a piece, or go on with the one chosen; a move that is complete is played."""
        legal = self.game.record.legal_moves()
        path = [*self.chosen, square]
        fitting = [move for move in legal if list(move.path[: len(path)]) == path]
        ending = [move for move in legal if self.chosen and _goes(move, self.chosen, square)]
        if not fitting and not ending:
            self._begin_again(square, legal)
        elif len(fitting or ending) == 1 and len(path) > 1:
            self.chosen = []
            self.attempt(partial(self.game.move, (fitting or ending)[0]))
        else:
            self.chosen = path if fitting else self.chosen
            self.show()

    def _begin_again(self, square: int, legal: list[Move]) -> None:
        if any(move.from_square == square for move in legal):
            self.chosen = [square]
        else:
            self.chosen = []
            why = why_no_move(square, self.game.record.position)
            self.game.message = why or self.game.message
        self.show()

    def attempt(self, action: Callable[[], object]) -> None:
        """Do something, and say so if it cannot be done."""
        self.chosen = []
        try:
            action()
        except CrownheadError as error:
            self.game.message = str(error)
        self.show()

    def show(self) -> None:
        """Draw the board as it is now."""
        game, theme = self.game, THEMES[self.game.theme]
        pieces = game.record.position.pieces
        trail = set(game.record.node.move.path if game.record.node.move else ())
        hinted = set(game.hinted.path if game.hinted else ())
        goals = {square for move in self._fitting() for square in move.path[len(self.chosen) :][:1]}
        for square, button in self.squares.items():
            piece = pieces.get(square)
            button.description = _GLYPHS[piece] if piece else "\N{MIDDLE DOT}" * (square in goals)
            disc = theme.black if piece and piece.side.value == "black" else theme.white
            button.style.text_color = disc.face if piece else theme.number
            marked = square in self.chosen or square in hinted
            button.style.button_color = (
                "#d9a800" if marked else theme.trail if square in trail else theme.dark
            )
            button.tooltip = f"{square}: {piece.label if piece else 'empty'}"
        self._grid.children = tuple(self._cells())
        self.message.value = game.message

    def _fitting(self) -> list[Move]:
        chosen = self.chosen
        legal = self.game.record.legal_moves() if chosen else []
        return [move for move in legal if list(move.path[: len(chosen)]) == chosen]

    def _cells(self) -> list[ipywidgets.Widget]:
        order = range(8, 0, -1) if self.game.flipped else range(1, 9)
        light = THEMES[self.game.theme].light
        cells: list[ipywidgets.Widget] = []
        for row in order:
            for column in order:
                square = square_at(row, column)
                cells.append(self.squares[square] if square else _light_square(light))
        return cells


def _light_square(colour: str) -> ipywidgets.Widget:
    button = ipywidgets.Button(
        disabled=True, layout=ipywidgets.Layout(width=_SIDE, height=_SIDE, margin="0")
    )
    button.style.button_color = colour
    return button


def _goes(move: Move, chosen: list[int], square: int) -> bool:
    """Whether a move that begins with the squares chosen ends on a square."""
    return list(move.path[: len(chosen)]) == chosen and move.path[-1] == square

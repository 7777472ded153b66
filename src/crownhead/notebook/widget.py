"""A board to click, made of ipywidgets. It shows and asks; the game decides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from html import escape
from types import MappingProxyType
from typing import Final

import ipywidgets

from crownhead.errors import CrownheadError, as_sentence
from crownhead.move import Move
from crownhead.notation.diagram import square_at
from crownhead.notation.moves import begun, why_illegal, why_no_move
from crownhead.notebook.games import NotebookGame
from crownhead.pieces import Piece
from crownhead.themes import find_theme

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
    """Buttons for the 32 squares and for what else a person can do. `box` is what a cell shows."""

    def __init__(self, game: NotebookGame) -> None:
        self.game = game
        self.chosen: list[int] = []
        self._note = ""  # what there is to say of the last click
        self.squares = {square: self._square_button(square) for square in range(1, 33)}
        light = find_theme(game.theme).light
        self._light_squares = [_light_square(light) for _ in range(32)]
        self.message = ipywidgets.HTML()  # a label would cut long sentences off
        self.controls = {
            name: self._control(name, action)
            for name, action in (
                ("Hint", game.hint),
                ("Undo", game.undo),
                ("Flip", game.flip),
                ("Resign", game.resign),
            )
        }
        self._grid = ipywidgets.GridBox(
            layout=ipywidgets.Layout(
                grid_template_columns=f"repeat(8, {_SIDE})", grid_gap="0", width="max-content"
            )
        )
        buttons = ipywidgets.HBox(tuple(self.controls.values()))
        self.box = ipywidgets.VBox((self._grid, self.message, buttons))
        self.box.game = game  # whoever has the board can ask for the record
        self.show()

    def _square_button(self, square: int) -> ipywidgets.Button:
        button = ipywidgets.Button(
            layout=ipywidgets.Layout(width=_SIDE, height=_SIDE, margin="0", padding="0")
        )
        button.on_click(lambda _button: self.click(square))
        return button

    def _control(self, name: str, action: Callable[[], object]) -> ipywidgets.Button:
        button = ipywidgets.Button(description=name)
        button.on_click(lambda _button: self.attempt(action))
        return button

    def click(self, square: int) -> None:
        """Choose a piece, or go on with the one chosen; a move that is complete is played."""
        self._note = ""
        path = [*self.chosen, square]
        ways = self._begun(path)
        ending = [move for move in self._begun(self.chosen) if move.to_square == square]
        if self.chosen[-1:] == [square] and self._stop:
            ending = [self._stop]
        if self.chosen and len(ways or ending) == 1:
            self.attempt(partial(self.game.move, (ways or ending)[0]))
            return
        if ways:
            self.chosen = path
            self._note = self._how_to_go_on()
        elif ending:
            self._note = f"Several ways lead to {square}: click the next square of the way."
        elif self._begun([square]):
            self.chosen = [square]  # another piece instead
        else:
            self._note = self._why_not(square)
        self.show()

    def _begun(self, squares: list[int]) -> list[Move]:
        """The legal moves that begin with these squares: none where no square is chosen."""
        return begun(squares, self.game.record.legal_moves()) if squares else []

    @property
    def _stop(self) -> Move | None:
        """The capture that ends where the chosen piece has come to, if the rules let it end there."""
        return next(
            (move for move in self._begun(self.chosen) if list(move.path) == self.chosen), None
        )

    @property
    def _goals(self) -> set[int]:
        """Where the chosen piece can go next."""
        steps = len(self.chosen)
        return {move.path[steps] for move in self._begun(self.chosen) if len(move.path) > steps}

    def _how_to_go_on(self) -> str:
        """Say what a capture that has begun can do."""
        if len(self.chosen) < 2:
            return ""
        stop = f", or click {self.chosen[-1]} again to stop there" if self._stop else ""
        return f"Go on to {' or '.join(map(str, sorted(self._goals)))}{stop}."

    def _why_not(self, square: int) -> str:
        """Say why nothing comes of a click."""
        position = self.game.record.position
        if self.game.is_over:
            return ""  # the result stands there already
        blocked = why_no_move(square, position)
        if blocked:
            return str(blocked)
        why = why_illegal([*self.chosen, square], position)
        # One square is no move yet: what counts is the reason.
        return as_sentence(why if self.chosen else replace(why, tried=""))

    def attempt(self, action: Callable[[], object]) -> None:
        """Do something, and say so if it cannot be done."""
        self.chosen = []
        self._note = ""
        try:
            action()
        except CrownheadError as error:
            self._note = as_sentence(error)
        finally:
            self.show()  # also where somebody interrupts

    def show(self) -> None:
        """Draw the board as it is now."""
        game, theme = self.game, find_theme(self.game.theme)
        pieces = game.record.position.pieces
        trail = set(game.record.node.move.path if game.record.node.move else ())
        hinted = set(game.hinted.path if game.hinted else ())
        goals = self._goals
        for square, button in self.squares.items():
            piece = pieces.get(square)
            # Sentences name squares by their numbers.
            empty = "\N{MIDDLE DOT}" if square in goals else str(square)
            button.description = _GLYPHS[piece] if piece else empty
            button.style.font_size = "32px" if piece or square in goals else "11px"
            disc = theme.black if piece and piece.side.value == "black" else theme.white
            number = theme.trail_number if square in trail else theme.number
            button.style.text_color = disc.face if piece else number
            marked = square in self.chosen or square in hinted
            button.style.button_color = (
                "#d9a800" if marked else theme.trail if square in trail else theme.dark
            )
            label = theme.translated(piece.label) if piece else "empty"
            button.tooltip = f"{square}: {label}"
        self._grid.children = tuple(self._cells())
        self.message.value = escape(theme.translated(self._note or game.message), quote=False)

    def _cells(self) -> list[ipywidgets.Widget]:
        order = range(8, 0, -1) if self.game.flipped else range(1, 9)
        lights = iter(self._light_squares)
        cells: list[ipywidgets.Widget] = []
        for row in order:
            for column in order:
                square = square_at(row, column)
                cells.append(self.squares[square] if square else next(lights))
        return cells


def _light_square(colour: str) -> ipywidgets.Widget:
    button = ipywidgets.Button(
        disabled=True, layout=ipywidgets.Layout(width=_SIDE, height=_SIDE, margin="0")
    )
    button.style.button_color = colour
    return button

"""A game in a notebook: the record, the opponent, and what is said; any front shows it."""

from __future__ import annotations

from html import escape
from importlib.util import find_spec
from typing import Any, Final

from crownhead import svg
from crownhead.engine import Engine, Limit
from crownhead.errors import CrownheadError, GameError
from crownhead.game import Game
from crownhead.move import Move
from crownhead.pieces import BLACK, Side
from crownhead.players import Player, Thinker, player
from crownhead.position import Position
from crownhead.rules import ENGLISH, Rules

_HINT: Final = Limit(seconds=0.5)


class NotebookGame:
    """A game against an opponent, or of two people where there is none.

    Each method returns the game, which shows itself: the last line of a cell draws the board.

    >>> NotebookGame(None).move("11-15").move("23-19").message
    'Black to move.'
    """

    def __init__(
        self,
        opponent: Player | None,
        *,
        side: Side | None = None,
        start: Position | None = None,
        rules: Rules = ENGLISH,
        theme: str = "classic",
    ) -> None:
        self.record = Game(start, rules=None if start is not None else rules)
        self.side = Side(side) if side is not None else self.record.rules.first_to_move
        self.flipped = self.side is BLACK
        self.theme = theme
        self.hinted: Move | None = None
        self.message = ""
        self._opponent = opponent
        self._answer()

    @property
    def is_over(self) -> bool:
        """Whether there is a result."""
        return self.record.outcome is not None

    def move(self, move: Move | str) -> NotebookGame:
        """Make a move, such as `11-15`, and let the opponent answer."""
        self.record.push(move)
        self._answer()
        return self

    def undo(self) -> NotebookGame:
        """Take back to your last turn."""
        self.record.undo()
        while self._opponent and self.record.turn is not self.side:
            try:
                self.record.undo()
            except GameError:
                break  # the opponent had the first move
        self._answer()
        return self

    def hint(self) -> NotebookGame:
        """Show a good move, and say why it is good."""
        with Engine(hash_mb=16) as engine:
            found = engine.hint(self.record, _HINT)
        self.hinted = found.move
        self.message = found.sentence
        return self

    def flip(self) -> NotebookGame:
        """Turn the board."""
        self.flipped = not self.flipped
        return self

    def close(self) -> None:
        """Give back what the opponent holds."""
        if isinstance(self._opponent, Thinker):
            self._opponent.close()

    def _answer(self) -> None:
        """Let the opponent move where it is its turn, and say what is next."""
        self.hinted = None
        if self._opponent and not self.is_over and self.record.turn is not self.side:
            self.record.push(self._opponent.choose(self.record))
        self.message = self._next_words()

    def _next_words(self) -> str:
        if self.record.outcome:
            return f"{self.record.outcome}."
        if self.record.position.must_capture:
            moves = " or ".join(str(move) for move in self.record.legal_moves())
            return f"{self.record.turn.label} must capture: {moves}."
        return f"{self.record.turn.label} to move."

    # ---- showing

    def _repr_svg_(self) -> str:
        return svg.board(
            self.record.position,
            flipped=self.flipped,
            last_move=self.record.node.move,
            arrows=[self.hinted] if self.hinted else [],
            theme=self.theme,
        )

    def _repr_html_(self) -> str:
        return f"<div>{self._repr_svg_()}<p>{escape(self.message)}</p></div>"

    def __repr__(self) -> str:
        return f"<NotebookGame, {self.record.ply} plies: {self.message}>"


def play(
    opponent: str | Player | None = "level:2",
    *,
    side: Side | str | None = None,
    start: Position | None = None,
    rules: Rules = ENGLISH,
    theme: str = "classic",
    seed: int | None = None,
    widgets: bool | None = None,
) -> Any:
    """Begin a game in a notebook, against an opponent by name or, with None, of two people.

    With ipywidgets (the extra `crownhead[notebook]`) the board can be clicked; without them, or with
    `widgets=False`, the answer is a `NotebookGame` whose `move("11-15")` plays.
    """
    made = player(opponent, seed=seed) if isinstance(opponent, str) else opponent
    chosen = Side(side) if side is not None else None
    game = NotebookGame(made, side=chosen, start=start, rules=rules, theme=theme)
    if widgets is False or (widgets is None and find_spec("ipywidgets") is None):
        return game
    try:
        from crownhead.notebook.widget import BoardWidget  # only where ipywidgets is installed
    except ImportError:
        raise CrownheadError(
            "clicking needs ipywidgets: pip install 'crownhead[notebook]', or play(widgets=False)"
        ) from None
    return BoardWidget(game).box

"""A game in a notebook: the moves, the opponent and the messages, without widgets."""

from __future__ import annotations

import sys
from html import escape
from importlib.util import find_spec
from typing import Any, Final

from crownhead import svg
from crownhead.custom.player import Factory, OwnPlayer, name_of_factory
from crownhead.engine import Engine
from crownhead.errors import (
    CrownheadError,
    EngineError,
    GameError,
    as_sentence,
    excerpt,
    unknown_name,
)
from crownhead.game import Game
from crownhead.messages import Listed, Message, Words, say
from crownhead.move import Move
from crownhead.numeric import as_whole
from crownhead.pieces import BLACK, WHITE, Side
from crownhead.players import Player, Thinker, level
from crownhead.position import Position
from crownhead.rules import Rules
from crownhead.service.games.choices import make_player
from crownhead.service.games.choices import opponent as opponent_called
from crownhead.session.commands import Command, apply
from crownhead.session.endings import Resign
from crownhead.session.moves import Move as PlayMove
from crownhead.session.moves import Undo
from crownhead.session.seating import PERSON
from crownhead.session.state import Session
from crownhead.session.thinking import Chosen, Think, Watch
from crownhead.text.diagram import draw
from crownhead.text.moves import fitting, legal_move, read_squares, tidy_move
from crownhead.themes import Theme, find_theme

_COMPUTER: Final = "computer"


class NotebookGame:
    """A game against an opponent, or of two people if there is none.

    Each method returns the game, which shows itself: the last line of a cell draws the board.
    `game` is a copy of the `Game` so far, a new one after each move. `message` calls the sides Black
    and White, like a board of letters; `said` has the same messages for the words of a theme.

    >>> NotebookGame(None).move("11-15").move("23-19").message
    'Black to move.'
    """

    def __init__(
        self,
        opponent: Player | None,
        *,
        side: Side | str | None = None,
        start: Position | None = None,
        rules: Rules | None = None,
        theme: str = "classic",
    ) -> None:
        self.game = Game(start, rules=rules)
        if self.game.outcome:
            raise GameError("begin.over", outcome=self.game.outcome)
        colours = find_theme(theme)
        self.theme = colours.name
        self.side = _side(side, colours) if side is not None else self.game.turn
        self.flipped = self.side is BLACK
        self.hinted: Move | None = None
        self.said: list[Message] = []
        self._opponent = opponent
        players = {self.side: PERSON, self.side.other: PERSON if opponent is None else _COMPUTER}
        begun = Session.of(self.game.start, black=players[BLACK], white=players[WHITE])
        self._become(apply(begun, Watch(), 0.0)[0])
        self._answer()
        if self.game.rules.move_seconds is not None:
            self.said.insert(0, Message("notebook.no-clock"))

    @property
    def message(self) -> str:
        """What the players should know now."""
        return self.message_in(Words())

    def message_in(self, words: Words) -> str:
        """The message in the words of a theme."""
        return " ".join(as_sentence(words.text(one)) for one in self.said)

    @property
    def is_over(self) -> bool:
        """Whether there is a result."""
        return self.game.outcome is not None

    def move(self, move: Move | str) -> NotebookGame:
        """Make a move, such as `11-15`, and let the opponent answer.

        The beginning of a capture is enough if it can go on in only one way. If the opponent
        fails or the cell is interrupted, your move is taken back.
        """
        before = self._session
        if isinstance(move, str):
            move = tidy_move(move)
            ways = fitting(read_squares(move), self.game.legal_moves())
            move = ways[0] if len(ways) == 1 else move  # the game says why not
        self._do(PlayMove(legal_move(move, self._session.position).path))
        try:
            self._answer()
        except BaseException:
            self._become(before)
            self._stand()
            raise
        return self

    def _do(self, command: Command) -> None:
        """Apply a command; there is no clock here."""
        self._become(apply(self._session, command, 0.0)[0])

    def _become(self, session: Session) -> None:
        self._session = session
        self.game = session.game()

    def undo(self) -> NotebookGame:
        """Go back to your last turn; after a resignation, take only that back."""
        self._do(Undo())
        self._answer()
        return self

    def resign(self) -> NotebookGame:
        """Resign; with two people, for the side to move."""
        self._do(Resign())
        self._stand()
        return self

    def hint(self) -> NotebookGame:
        """Show a good move, and say why."""
        with Engine(hash_mb=16) as engine:
            found = engine.hint(self.game)
        self.hinted = found.move
        self.said = [found.message]
        return self

    def flip(self) -> NotebookGame:
        """Turn the board."""
        self.flipped = not self.flipped
        self._stand()
        return self

    def close(self) -> None:
        """Release the opponent's resources."""
        if isinstance(self._opponent, Thinker):
            self._opponent.close()

    def _answer(self) -> None:
        """Let the opponent move if it is its turn, and say what is next."""
        if self._opponent and not self.is_over and self.game.turn is not self.side:
            self._let_move(self._opponent)
        self._stand()

    def _let_move(self, opponent: Player) -> None:
        """Let the opponent move; a player that users write may raise anything."""
        try:
            self._do(Think())
            chosen = legal_move(opponent.choose(self.game), self._session.position)
            self._do(Chosen(chosen, self._session.thought))
        except Exception as error:
            said = f"{type(error).__name__}: {error}".removesuffix(": ")
            why = error.message if isinstance(error, CrownheadError) else excerpt(said, longest=300)
            failed = Message("notebook.failed", {"name": excerpt(opponent.name), "why": why})
            raise EngineError(
                Message("notebook.taken-back", {"failed": failed})
                if self.game.node.move
                else failed
            ) from error

    def _stand(self) -> None:
        """Say how the game stands, and drop the hint."""
        self.hinted = None
        self.said = [*self._last_words(), self._next_words()]

    def _last_words(self) -> list[Message]:
        """What the opponent has just played; nothing after a resignation."""
        move, answered = self.game.node.move, self.game.turn is self.side
        if not (self._opponent and move and answered) or self.game.declared_ending:
            return []
        return [Message("game.moved", {"side": self.side.other, "move": str(move)})]

    def _next_words(self) -> Message:
        if self.game.outcome:
            return self.game.outcome.message
        turn = self.game.turn
        if self.game.position.must_capture:
            moves = Listed(list(map(str, self.game.legal_moves())))
            return Message("game.must-capture", {"side": turn, "moves": moves})
        return Message("game.to-move", {"player": turn})

    # ---- showing

    def _repr_svg_(self) -> str:
        return svg.board(
            self.game.position,
            flipped=self.flipped,
            last_move=self.game.node.move,
            arrows=[self.hinted] if self.hinted else [],
            theme=self.theme,
        )

    def _repr_html_(self) -> str:
        message = self.message_in(Words(self.theme))
        return f"<div>{self._repr_svg_()}<p>{escape(message)}</p></div>"

    def __repr__(self) -> str:
        """The game for a Python prompt, which shows this after each move."""
        board, _, _turn = draw(self.game.position, flipped=self.flipped).rpartition("\n")
        moves = " ".join(map(str, self.game.legal_moves()))
        return "\n".join(
            [board, self.message, *([say("cli.show.moves", moves=moves)] if moves else [])]
        )


def play(
    opponent: int | str | Player | Factory | None = "level:2",
    *,
    side: Side | str | None = None,
    start: Position | None = None,
    rules: Rules | None = None,
    theme: str = "classic",
    seed: int | None = None,
    widgets: bool | None = None,
) -> Any:
    """Begin a game in a notebook, against a level or an opponent by name; None is for two people.

    In a notebook with ipywidgets the board can be clicked; elsewhere, or with `widgets=False`, this
    returns a `NotebookGame`, which plays by `move("11-15")`.
    """
    if not (seed is None or as_whole(seed) is not None):
        raise CrownheadError("notebook.seed", value=excerpt(seed))
    if not (widgets is None or isinstance(widgets, bool)):
        raise CrownheadError("notebook.widgets", value=excerpt(widgets))
    made = _opponent(opponent, seed)
    game = NotebookGame(made, side=side, start=start, rules=rules, theme=theme)
    if not (_can_show_widgets() if widgets is None else widgets):
        return game
    try:
        from crownhead.notebook.widget import BoardWidget  # only where ipywidgets is installed
    except ImportError:
        raise CrownheadError("notebook.needs-widgets") from None
    return BoardWidget(game).box


def _opponent(who: object, seed: int | None) -> Player | None:
    """Make the opponent, or return None for a second person."""
    if who is None or (isinstance(who, Player) and not isinstance(who, type)):
        return who
    if as_whole(who) is None and callable(
        getattr(who, "choose", None)
    ):  # a class, or a player without a name, as in the arena
        make: Factory = who if isinstance(who, type) else lambda: who
        return OwnPlayer(
            make, name_of_factory(who if isinstance(who, type) else type(who)), seed=seed
        )
    if as_whole(who) is not None:
        who = f"level:{level(excerpt(who)).number}"
    if not isinstance(who, str):
        raise CrownheadError("notebook.opponent", value=excerpt(who))
    name = opponent_called(who)
    return None if name == PERSON else make_player(name, seed)


def _side(side: Side | str, theme: Theme) -> Side:
    found = theme.side_called(str(side))
    if found is None:
        names = dict.fromkeys(name.lower() for name in (*Side, *theme.sides))
        raise GameError(unknown_name("side", str(side), names))
    return found


def _can_show_widgets() -> bool:
    """Whether widgets are installed and this is a notebook; a Python prompt has no kernel."""
    ipython = sys.modules.get("IPython")  # a notebook has imported it already
    shell = ipython.get_ipython() if ipython else None
    return getattr(shell, "kernel", None) is not None and find_spec("ipywidgets") is not None

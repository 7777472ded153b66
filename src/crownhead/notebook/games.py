"""A game in a notebook: the record, the opponent, and what is said; any front shows it."""

from __future__ import annotations

import sys
from html import escape
from importlib.util import find_spec
from typing import Any, Final

from crownhead import svg
from crownhead.custom import Factory, OwnPlayer, name_of_factory
from crownhead.engine import Engine
from crownhead.errors import (
    CrownheadError,
    EngineError,
    GameError,
    RulesError,
    excerpt,
    unknown_name,
)
from crownhead.game import Game
from crownhead.move import Move
from crownhead.numeric import as_whole
from crownhead.phrases import listed
from crownhead.pieces import BLACK, WHITE, Side
from crownhead.players import Player, Thinker, levels
from crownhead.position import Position
from crownhead.rules import Rules
from crownhead.service.games.choices import make_player
from crownhead.service.games.choices import opponent as opponent_called
from crownhead.session import PERSON, Chosen, Command, Resign, Session, Think, Undo, Watch, apply
from crownhead.session import Move as PlayMove
from crownhead.text.diagram import draw
from crownhead.text.moves import fitting, legal_move, read_squares, tidy_move
from crownhead.themes import Theme, find_theme

_COMPUTER: Final = "computer"


class NotebookGame:
    """A game against an opponent, or of two people where there is none.

    Each method returns the game, which shows itself: the last line of a cell draws the board.
    `game` is a copy of the `Game` so far, another one after each move. `message` calls the sides Black
    and White, as a board of letters does; where the board is shown in colours, they are called by these.

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
        if not (rules is None or isinstance(rules, Rules)):
            raise RulesError(
                f"rules must be Rules, such as Rules.preset('casual'), not '{excerpt(rules)}'"
            )
        self.game = Game(start, rules=rules)
        if self.game.outcome:
            raise GameError(f"the game is over in this position: {self.game.outcome}")
        colours = find_theme(theme)
        self.theme = colours.name
        self.side = _side(side, colours) if side is not None else self.game.turn
        self.flipped = self.side is BLACK
        self.hinted: Move | None = None
        self.message = ""
        self._opponent = opponent
        players = {self.side: PERSON, self.side.other: PERSON if opponent is None else _COMPUTER}
        begun = Session.of(self.game.start, black=players[BLACK], white=players[WHITE])
        self._become(apply(begun, Watch(), 0.0)[0])
        self._answer()
        self.message = " ".join(filter(None, [_no_clock_words(self.game.rules), self.message]))

    @property
    def is_over(self) -> bool:
        """Whether there is a result."""
        return self.game.outcome is not None

    def move(self, move: Move | str) -> NotebookGame:
        """Make a move, such as `11-15`, and let the opponent answer.

        A capture that can go on in only one way may be named by its beginning. If the opponent
        fails or the cell is interrupted, your move is taken back.
        """
        before = self._session
        meant = self._meant(tidy_move(move)) if isinstance(move, str) else move
        self._do(PlayMove(legal_move(meant, self._session.position).path))
        try:
            self._answer()
        except BaseException:
            self._become(before)
            self._stand()
            raise
        return self

    def _do(self, command: Command) -> None:
        """Let a command change the game; there is no clock here."""
        self._become(apply(self._session, command, 0.0)[0])

    def _become(self, session: Session) -> None:
        self._session = session
        self.game = session.game()

    def _meant(self, text: str) -> Move | str:
        """The one legal move that a text means; where there is no such move, the game says why."""
        ways = fitting(read_squares(text), self.game.legal_moves())
        return ways[0] if len(ways) == 1 else text

    def undo(self) -> NotebookGame:
        """Take back to your last turn, or a resignation alone."""
        self._do(Undo())
        self._answer()
        return self

    def resign(self) -> NotebookGame:
        """Give up; of two people, the one to move does."""
        self._do(Resign())
        self._stand()
        return self

    def hint(self) -> NotebookGame:
        """Show a good move, and say why it is good."""
        with Engine(hash_mb=16) as engine:
            found = engine.hint(self.game)
        self.hinted = found.move
        self.message = found.sentence
        return self

    def flip(self) -> NotebookGame:
        """Turn the board."""
        self.flipped = not self.flipped
        self._stand()
        return self

    def close(self) -> None:
        """Give back what the opponent holds."""
        if isinstance(self._opponent, Thinker):
            self._opponent.close()

    def _answer(self) -> None:
        """Let the opponent move where it is its turn, and say what is next."""
        if self._opponent and not self.is_over and self.game.turn is not self.side:
            self._let_move(self._opponent)
        self._stand()

    def _let_move(self, opponent: Player) -> None:
        """Let the opponent move, and say so if it fails: one's own may raise anything."""
        try:
            self._do(Think())
            chosen = legal_move(opponent.choose(self.game), self._session.position)
            self._do(Chosen(chosen, self._session.thought))
        except Exception as error:
            kind = "" if isinstance(error, CrownheadError) else f"{type(error).__name__}: "
            why = excerpt(f"{kind}{error}".removesuffix(": "), longest=300)
            after = "; your move is taken back" if self.game.node.move else ""
            raise EngineError(
                f"the opponent {excerpt(opponent.name)} failed ({why}){after}"
            ) from error

    def _stand(self) -> None:
        """Say how the game stands, and no longer what was good before."""
        self.hinted = None
        self.message = " ".join(filter(None, [self._last_words(), self._next_words()]))

    def _last_words(self) -> str:
        """What the opponent has just played; a resignation comes after it."""
        move, answered = self.game.node.move, self.game.turn is self.side
        if not (self._opponent and move and answered) or self.game.declared_ending:
            return ""
        return f"{self.side.other.label} played {move}."

    def _next_words(self) -> str:
        if self.game.outcome:
            return f"{self.game.outcome}."
        if self.game.position.must_capture:
            moves = listed(self.game.legal_moves())
            return f"{self.game.turn.label} must capture: {moves}."
        return f"{self.game.turn.label} to move."

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
        message = find_theme(self.theme).translated(self.message)
        return f"<div>{self._repr_svg_()}<p>{escape(message)}</p></div>"

    def __repr__(self) -> str:
        """The game for a Python prompt, which shows this after each move."""
        board, _, _turn = draw(self.game.position, flipped=self.flipped).rpartition("\n")
        moves = ", ".join(map(str, self.game.legal_moves()))
        return "\n".join([board, self.message, *([f"Moves: {moves}."] if moves else [])])


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
    """Begin a game in a notebook: against a level, an opponent by name, or, with None, of two people.

    In a notebook with ipywidgets the board can be clicked; elsewhere, or with `widgets=False`, the
    answer is a `NotebookGame` whose `move("11-15")` plays.
    """
    if not (seed is None or as_whole(seed) is not None):
        raise CrownheadError(f"a seed is a whole number, such as 1, not '{excerpt(seed)}'")
    if not (widgets is None or isinstance(widgets, bool)):
        raise CrownheadError(f"widgets is True, False or None, not '{excerpt(widgets)}'")
    made = _opponent(opponent, seed)
    game = NotebookGame(made, side=side, start=start, rules=rules, theme=theme)
    if not (_can_show_widgets() if widgets is None else widgets):
        return game
    try:
        from crownhead.notebook.widget import BoardWidget  # only where ipywidgets is installed
    except ImportError:
        raise CrownheadError(
            "clicking needs ipywidgets: pip install ipywidgets; or play(widgets=False), and type"
        ) from None
    return BoardWidget(game).box


def _opponent(who: object, seed: int | None) -> Player | None:
    """Make the opponent that somebody means, or None for a second person."""
    if who is None or (isinstance(who, Player) and not isinstance(who, type)):
        return who
    if as_whole(who) is None and callable(
        getattr(who, "choose", None)
    ):  # a class, or a player that has no name: as in the arena
        make: Factory = who if isinstance(who, type) else lambda: who
        return OwnPlayer(
            make, name_of_factory(who if isinstance(who, type) else type(who)), seed=seed
        )
    if as_whole(who) is not None:
        if who not in range(1, len(levels()) + 1):
            raise EngineError(
                f"there is no level {excerpt(who)}; they go from 1 to {len(levels())}"
            )
        who = f"level:{who}"
    if not isinstance(who, str):
        raise CrownheadError(
            "an opponent is a level such as 3, a name such as 'hard', a player with a method"
            f" choose(game), or None for two people; not '{excerpt(who)}'"
        )
    name = opponent_called(who)
    return None if name == PERSON else make_player(name, seed)


def _no_clock_words(rules: Rules) -> str:
    """What to know of rules that limit the time: nobody measures it here."""
    if rules.move_seconds is None:
        return ""
    return "There is no clock in a notebook: the time limit of these rules does not count."


def _side(side: Side | str, theme: Theme) -> Side:
    found = theme.side_called(str(side))
    if found is None:
        names = dict.fromkeys(name.lower() for name in (*Side, *theme.sides))
        raise GameError(unknown_name("side", str(side), names))
    return found


def _can_show_widgets() -> bool:
    """Whether widgets are installed and a notebook shows them: a Python prompt has no kernel."""
    ipython = sys.modules.get("IPython")  # a notebook has imported it already
    shell = ipython.get_ipython() if ipython else None
    return getattr(shell, "kernel", None) is not None and find_spec("ipywidgets") is not None

"""Any player as a Hub program: one line at the end of its script."""

import sys
import threading
from collections.abc import Callable
from contextlib import nullcontext, suppress
from typing import IO, Any

from crownhead.custom.player import OwnPlayer, name_of_factory, refuse_what_makes_no_player
from crownhead.engine.hub.dialogue import Dialogue
from crownhead.engine.hub.wire import write_move
from crownhead.errors import CrownheadError, EngineError, excerpt, unknown_name
from crownhead.game import Game
from crownhead.rules import Rules
from crownhead.streams import output_kept


class PlayerSession(Dialogue):
    """A session in which a player answers: a new one in each game, unless it is `lasting`.

    The player thinks in its own thread, so that `ping` and `quit` never wait for it. A `Thinker` gets
    its time and can be stopped; other players answer when they are ready.
    """

    def __init__(
        self,
        make: Callable[[], OwnPlayer],
        source: IO[bytes],
        sink: IO[bytes],
        *,
        name: str,
        lasting: bool = False,
    ) -> None:
        super().__init__(source, sink)
        self._make = make
        self._name = name
        self._lasting = lasting
        self._player: OwnPlayer | None = None
        self._thinking: threading.Thread | None = None
        self._used = False  # whether the player has been asked for a move
        self._stopped = False

    def _on_hub(self, _: dict[str, str]) -> None:
        self._tell("id", name=self._name)
        self._tell("param", name="rules", value=self._rules.name or self._rules, type="string")
        self._tell("wait")

    def _on_set_param(self, arguments: dict[str, str]) -> None:
        name = arguments.get("name", "")
        if name != "rules":
            raise EngineError(unknown_name("parameter", name, ("rules",)))
        rules = Rules.parse(arguments.get("value", ""))
        self._finish()
        self._set_rules(rules)

    def _on_init(self, _: dict[str, str]) -> None:
        self._ready_player()
        self._tell("ready")

    def _on_new_game(self, _: dict[str, str]) -> None:
        self._finish()
        if self._used and not self._lasting:
            self._close_player()

    def _on_go(self, arguments: dict[str, str]) -> None:
        if "think" not in arguments:
            raise EngineError("hub.only-think")
        self._game.choices()
        self._finish()
        player = self._ready_player()
        if hasattr(player.inner, "allowance"):
            player.inner.allowance = self._limit
        self._stopped = False
        self._used = True
        work = threading.Thread(target=self._think, args=(player, self._game), daemon=True)
        self._thinking = work
        work.start()

    def _think(self, player: OwnPlayer, game: Game) -> None:
        with suppress(OSError):  # nobody reads the answers any more; the end of input will follow
            try:
                self._tell("done", move=write_move(player.choose(game)))
            except CrownheadError as error:
                if self._stopped:  # it has no move, but the protocol requires one
                    self._tell("done", move=write_move(game.legal_moves()[0]))
                else:
                    self._tell("error", message=error)

    def _on_stop(self, _: dict[str, str]) -> None:
        thinking = self._thinking is not None and self._thinking.is_alive()
        if thinking and self._player is not None and hasattr(self._player.inner, "stop"):
            self._stopped = True
            self._player.inner.stop()

    def _ready_player(self) -> OwnPlayer:
        if self._player is None:
            self._player = self._make()
            self._used = False
        return self._player

    def _finish(self) -> None:
        """Stop the player, and wait for its move."""
        if self._thinking is not None:
            self._on_stop({})
            self._thinking.join()
            self._thinking = None

    def _close_player(self) -> None:
        player, self._player = self._player, None
        if player is not None:
            player.close()

    def _end(self) -> None:
        # A player that cannot be stopped ends with the program.
        self._on_stop({})
        if self._thinking is None or not self._thinking.is_alive():
            self._close_player()


def serve(player: Any, *, source: IO[bytes] | None = None, sink: IO[bytes] | None = None) -> None:
    r"""Let a player speak Hub on standard input and output until `quit`.

    A class, or a function that makes players, makes one for each game; a player plays all games.
    The player's own output goes to standard error, because standard output is for the protocol.

    >>> import io
    >>> class First:
    ...     def choose(self, game):
    ...         return game.legal_moves()[0]
    >>> answers = io.BytesIO()
    >>> asked = b"init\npos pos=Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww\ngo think\nnew-game\n"
    >>> serve(First, source=io.BytesIO(asked), sink=answers)
    >>> answers.getvalue().splitlines()
    [b'ready', b'done move=9-13']
    """
    ours, theirs = sys.stdin, sys.stdout
    if (source is None and ours is None) or (sink is None and theirs is None):
        raise EngineError("hub.no-streams")
    is_player = hasattr(player, "choose") and not isinstance(player, type)
    name = getattr(player, "name", None) or type(player).__name__
    if not is_player:
        refuse_what_makes_no_player(player, excerpt(player))
        name = name_of_factory(player)

    def make() -> OwnPlayer:
        return OwnPlayer((lambda: player) if is_player else player, name, seconds=None)

    with output_kept(theirs) if sink is None else nullcontext(sink) as answers:
        session = PlayerSession(make, source or ours.buffer, answers, name=name, lasting=is_player)
        session.run()

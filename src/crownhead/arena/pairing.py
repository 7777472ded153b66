"""One game of a match: its players, its start, and how it is played."""

from contextlib import ExitStack
from dataclasses import dataclass
from typing import Final

from crownhead.arena.gamefile import EVENT
from crownhead.arena.opponents import Opponents
from crownhead.errors import EngineError, NoRoomError, excerpt
from crownhead.game import Game
from crownhead.messages import Message, say
from crownhead.outcome import Outcome, Reason
from crownhead.pieces import BLACK, WHITE, Side
from crownhead.players import Player
from crownhead.position import Position

# The tag with the reason why an opponent lost by failing.
FORFEIT: Final = "Forfeit"
_LONGEST_GAME: Final = 400  # plies, then it is a draw: some rules have no draws


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game to play: its players, its start, and the seed for random choices."""

    number: int
    black: str
    white: str
    start: Position
    seed: int

    @property
    def names(self) -> dict[Side, str]:
        """The names of the players by side."""
        return {BLACK: self.black, WHITE: self.white}

    @property
    def tags(self) -> dict[str, str]:
        """The tags of the game in the file of the match."""
        return {
            "Event": EVENT,
            "Round": str(self.number),
            "Black": self.black,
            "White": self.white,
            "Seed": str(self.seed),
        }

    def difference(self, game: Game) -> Message | None:
        """How a game of a file differs from this one; None if it does not."""
        for tag, value in self.tags.items():
            given, wanted = game.tags.get(tag, "none"), " ".join(value.split())  # as PDN keeps it
            if given != wanted:
                return _differs(tag, excerpt(given, 80), excerpt(wanted, 80))
        if game.rules != self.start.rules:
            return _differs("Rules", game.rules, self.start.rules)
        if game.start != self.start:
            return _differs("FEN", game.start.fen, self.start.fen)
        return None


def _differs(tag: str, given: object, wanted: object) -> Message:
    return Message("arena.other.differs", {"tag": tag, "given": given, "wanted": wanted})


def play_pairing(pairing: Pairing, opponents: Opponents) -> str:
    """Play a game and return it as PDN. An opponent that fails loses."""
    game = Game(pairing.start, tags=pairing.tags)
    with ExitStack() as seats:
        players: dict[Side, Player] = {}
        for seed, (side, name) in enumerate(pairing.names.items(), pairing.seed):
            players[side] = seats.enter_context(opponents.seated(name, seed))
        try:
            while game.outcome is None and game.ply < _LONGEST_GAME:
                one = players[game.turn]
                with opponents.asked(one, pairing.number, game.turn):
                    move = one.choose(game)
                game.push(move)
        except NoRoomError:
            raise  # not the players' fault
        except EngineError as error:
            game.tags[FORFEIT] = str(error)
            game.record_outcome(Outcome(game.turn.other, Reason.RECORDED))
    if game.ending is None:
        game.record_outcome(Outcome(None, Reason.RECORDED))
    return game.pdn


def forfeited(pairing: Pairing, side: Side) -> str:
    """A game that a player has lost by ending its process; its moves are lost too."""
    game = Game(pairing.start, tags=pairing.tags)
    game.tags[FORFEIT] = say("arena.ended-process", name=excerpt(pairing.names[side], 80))
    game.record_outcome(Outcome(side.other, Reason.RECORDED))
    return game.pdn

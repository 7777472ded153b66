"""One game of a match: who plays whom from where, and how it is played to its end."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from typing import Final

from crownhead.arena.gamefile import EVENT
from crownhead.arena.opponents import Opponents
from crownhead.errors import EngineError, NoRoomError, excerpt
from crownhead.game import Game
from crownhead.outcome import Outcome, Reason
from crownhead.pieces import BLACK, WHITE, Side
from crownhead.players import Player
from crownhead.position import Position

# The tag that says how an opponent failed; the game is lost by it.
FORFEIT: Final = "Forfeit"
_LONGEST_GAME: Final = 400  # plies; then it is a draw, for rules without draws of their own


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game to play: who has which side, from where, and the seed of chance in it."""

    number: int
    black: str
    white: str
    start: Position
    seed: int

    @property
    def names(self) -> dict[Side, str]:
        """Who has which side."""
        return {BLACK: self.black, WHITE: self.white}

    @property
    def tags(self) -> dict[str, str]:
        """What the file of the match says about the game besides its start and its moves."""
        return {
            "Event": EVENT,
            "Round": str(self.number),
            "Black": self.black,
            "White": self.white,
            "Seed": str(self.seed),
        }

    def difference(self, game: Game) -> str | None:
        """How a game of a file differs from this one, in words; None where it does not."""
        for tag, value in self.tags.items():
            given, wanted = game.tags.get(tag, "none"), " ".join(value.split())  # as PDN keeps it
            if given != wanted:
                return f"its {tag} is {excerpt(given, 80)}, not {excerpt(wanted, 80)}"
        if game.rules != self.start.rules:
            return f"its rules are {game.rules}, not {self.start.rules}"
        if game.start != self.start:
            return f"it begins from {game.start.fen}, not from {self.start.fen}"
        return None


def play_pairing(pairing: Pairing, opponents: Opponents) -> str:
    """Play one game to its end and return it as PDN. An opponent that fails loses it."""
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
            raise  # which says nothing about who plays
        except EngineError as error:
            game.tags[FORFEIT] = str(error)
            game.record_outcome(Outcome(game.turn.other, Reason.RECORDED))
    if game.ending is None:
        game.record_outcome(Outcome(None, Reason.RECORDED))
    return game.pdn


def forfeited(pairing: Pairing, side: Side) -> str:
    """A game whose player has ended the process that it was played in, with all its moves."""
    game = Game(pairing.start, tags=pairing.tags)
    game.tags[FORFEIT] = f"{excerpt(pairing.names[side], 80)} ended its process"
    game.record_outcome(Outcome(side.other, Reason.RECORDED))
    return game.pdn

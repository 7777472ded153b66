"""Matches that prove who is stronger.

A worker notes in a file which player is thinking: if its process dies, that player loses
(`opponents.py`). Each finished game is appended to the file of games, from which a match can continue.

>>> from crownhead.arena import Match, Tally
>>> match = Match(("greedy", "random"), games=2, openings="start", seed=1)
>>> sum(match.play(jobs=1, watch=None).values(), Tally()).games
2
"""

from crownhead.arena.match import Match
from crownhead.arena.pairing import Pairing
from crownhead.arena.rating import Tally, ratings
from crownhead.arena.sprt import Sprt

__all__ = ["Match", "Pairing", "Sprt", "Tally", "ratings"]

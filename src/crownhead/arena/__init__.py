"""Matches that prove who is stronger.

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

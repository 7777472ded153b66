"""Reviews of games: where chances were lost, what was better, and a page that shows it.

>>> from crownhead import Game
>>> from crownhead.engine import Limit
>>> from crownhead.review import review_game
>>> game = Game.from_pdn("1. 9-14 21-17 2. 14x21 *")
>>> [(mistake.played, mistake.mark) for mistake in review_game(game, Limit(nodes=5000)).mistakes]
[('21-17', '??')]
"""

from crownhead.engine import winning_chance
from crownhead.review.game_review import GameReview, Mistake, review_game
from crownhead.review.run import FileReview, Summary

__all__ = ["FileReview", "GameReview", "Mistake", "Summary", "review_game", "winning_chance"]

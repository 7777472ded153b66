"""Reviews of games: where chances were lost, what was better, and a page that shows it.

A game is the unit of work: a `Game` goes to a worker, and a `GameReview` of plain values comes
back. Each review begins with an empty table, so the result does not depend on the order. Limits are
nodes, not seconds, so the same game gets the same judgements on every machine, here and on the
page. Finished games are lines of a work file whose first line names the games and the limit; both
outputs are made from it at the end, in one step.

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

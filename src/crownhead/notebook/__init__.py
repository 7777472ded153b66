"""Playing in a notebook. Positions and games show themselves; `play` begins a game.

>>> from crownhead.notebook import play
>>> game = play("greedy:seed=1", widgets=False)
>>> game.move("11-15").game.ply
2
"""

from crownhead.notebook.games import NotebookGame, play

__all__ = ["NotebookGame", "play"]

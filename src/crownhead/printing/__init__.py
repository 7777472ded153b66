"""A game as a page to print.

>>> from crownhead import Game
>>> page = sheet(Game.from_moves("11-15 23-19", tags={"Black": "Ann", "White": "Bob"}))
>>> page[:15], "<title>Ann v Bob</title>" in page
('<!doctype html>', True)
"""

from crownhead.printing.sheet import STYLE, sheet

__all__ = ["STYLE", "sheet"]

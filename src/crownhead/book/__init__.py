"""The opening book: moves that the engine has looked at beforehand, and how it grows.

>>> from crownhead import OpeningBook, Position
>>> book = OpeningBook.open()
>>> best = book.probe(Position.start())[0]
>>> best.move in Position.start().legal_moves(), best.is_best
(True, True)
"""

from crownhead.book.opening_book import EQUAL, BookMove, OpeningBook, usual_book

__all__ = ["EQUAL", "BookMove", "OpeningBook", "usual_book"]

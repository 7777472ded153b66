"""The opening book: moves that the engine has looked at beforehand, and how it grows.

The book grows as a graph of keyed positions: an expansion adds all successors with the engine's
scores. Men never move back, so the graph has an order in which values go up to the roots and costs
down to the leaves, in one pass each. Growing draws tasks from the leaves in the order of their
costs; each result is one transaction. Games give the book to players by `equip`; the arena does
not. Asking is a binary search in a table of keys. `docs/book.md` describes the file.

>>> from crownhead import OpeningBook, Position
>>> book = OpeningBook.open()
>>> best = book.probe(Position.start())[0]
>>> best.move in Position.start().legal_moves(), best.is_best
(True, True)
"""

from crownhead.book.opening_book import EQUAL, BookMove, OpeningBook, usual_book

__all__ = ["EQUAL", "BookMove", "OpeningBook", "usual_book"]

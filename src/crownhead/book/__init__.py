"""The opening book: moves with scores from long searches, and how it grows.

The book grows as a graph of keyed positions. An expansion adds all successors with the engine's
scores. Men never move back, so the graph has an order: one pass carries values up to the roots, and
one pass carries costs down to the leaves. Leaves are expanded in the order of their costs, and each
result is one transaction. Games give the book to players with `equip`; the arena does not. A lookup
is a binary search in a table of keys. `docs/book.md` describes the file.

>>> from crownhead import OpeningBook, Position
>>> book = OpeningBook.open()
>>> best = book.probe(Position.start())[0]
>>> best.move in Position.start().legal_moves(), best.is_best
(True, True)
"""

from crownhead.book.opening_book import EQUAL, BookMove, OpeningBook, usual_book

__all__ = ["EQUAL", "BookMove", "OpeningBook", "usual_book"]

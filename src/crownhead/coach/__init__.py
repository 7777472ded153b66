"""Explains positions in terms that players know: those of the classic evaluation.

>>> from crownhead import Position
>>> from crownhead.coach import explained
>>> explanation = explained(Position.from_fen("B:W21,32:B1,2,13"))
>>> [(str(term.title), term.black.count, term.white.count) for term in explanation.terms[:1]]
[('Men', 3, 2)]
"""

from crownhead.coach.explained import Caution, Explanation, Share, Term, explained

__all__ = ["Caution", "Explanation", "Share", "Term", "explained"]

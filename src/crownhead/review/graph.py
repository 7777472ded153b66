"""The course of a game as a small picture: Black's winning chances after each move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from crownhead.review.game_review import GameReview
from crownhead.review.words import word_of

_HEIGHT: Final = 100
# The axis has at most so many numbers, each so many moves after the last.
_MOST_NUMBERS: Final = 12
_STEPS: Final = (1, 2, 5, 10, 20, 50, 100)
_LEGEND: Final = """<p class="legend quiet"><i class="share"></i> Black's chances <i></i> White's</p>
<div class="scale quiet" aria-hidden="true"><span>100%</span><span>50%</span><span>0%</span></div>
"""


def chart(review: GameReview) -> str:
    """Draw the winning chances large, as HTML: which part is whose, percents, and numbers of moves."""
    return f'<div class="chart">\n{_LEGEND}{graph(review, tips=True)}\n{_axis(review)}</div>\n'


def graph(review: GameReview, *, tips: bool = False) -> str:
    """Draw the winning chances as SVG for a page: Black's share is the filled part.

    The picture takes the shape of the place that it stands in; its colours are the page's. With
    `tips`, each move says what it is under the pointer.
    """
    chances = review.chances if len(review.chances) > 1 else (*review.chances, *review.chances)
    width = len(chances) - 1
    curve = "L".join(f"{ply} {_height(chance)}" for ply, chance in enumerate(chances))
    return (
        f'<svg class="graph" viewBox="0 0 {width} {_HEIGHT}" preserveAspectRatio="none" '
        f'role="img" aria-label="{_in_words(chances)}">'
        f'<path class="share" d="M0 {_HEIGHT}L{curve}L{width} {_HEIGHT}Z"/>'
        f'<path class="half" d="M0 {_HEIGHT // 2}H{width}"/>{_dots(review)}'
        f"{_tips(review) if tips else ''}</svg>"
    )


def _axis(review: GameReview) -> str:
    """Write the numbers of moves under a graph as HTML, each where its first move stands."""
    plies = len(review.moves)
    first = [ply for ply in range(1, plies + 1) if not review.move_number(ply).endswith("...")]
    step = next((step for step in _STEPS if len(first) <= step * _MOST_NUMBERS), _STEPS[-1])
    numbers = [(ply, int(review.move_number(ply)[:-1])) for ply in first]
    words = "".join(
        f'<span style="left:{ply / plies:.2%}">{number}</span>'
        for ply, number in numbers
        if number % step == 0 or (number == 1 and step > 2)
    )
    return f'<div class="axis" aria-hidden="true">{words}</div>\n' if words else ""


def _tips(review: GameReview) -> str:
    return "".join(
        f'<path class="tip" d="M{ply - 0.5} 0h1v{_HEIGHT}h-1z"><title>{review.move_number(ply)} '
        f"{move}: Black's chances {review.chances[ply]:.0%}</title></path>"
        for ply, move in enumerate(review.moves, start=1)
    )


def _height(chance: float) -> int:
    return round(_HEIGHT * (1 - chance))


def _dots(review: GameReview) -> str:
    """A line of no length with round ends is a dot in any shape of picture; another is its rim."""
    places = dict.fromkeys(("?!", "?", "??"), "")
    for mistake in review.mistakes:
        places[mistake.mark] += f"M{mistake.ply} {_height(review.chances[mistake.ply])}h0"
    return "".join(
        f'<path class="rim" d="{dots}"/><path class="dot {word_of(mark)}" d="{dots}"/>'
        for mark, dots in places.items()
        if dots
    )


def _in_words(chances: Sequence[float]) -> str:
    return (
        f"Black's chances: {chances[0]:.0%} at first, {chances[-1]:.0%} at the end, "
        f"between {min(chances):.0%} and {max(chances):.0%}"
    )

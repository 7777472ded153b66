"""A graph of a game: Black's winning chances after each move."""

from collections.abc import Sequence
from html import escape
from typing import Final

from crownhead.messages import percent, say
from crownhead.pieces import BLACK, WHITE
from crownhead.review.game_review import GameReview
from crownhead.review.judge import MARKS

_HEIGHT: Final = 100
# The most numbers on the axis, and the possible steps between them, in moves.
_MOST_NUMBERS: Final = 12
_STEPS: Final = (1, 2, 5, 10, 20, 50, 100)
_LEGEND: Final = """<p class="legend quiet"><i class="share"></i> {black} <i></i> {white}</p>
<div class="scale quiet" aria-hidden="true">{scale}</div>
"""


def chart(review: GameReview) -> str:
    """Draw the large graph as HTML, with a legend, a scale and the numbers of moves."""
    black, white = (escape(say("review.chances", side=side)) for side in (BLACK, WHITE))
    scale = "".join(f"<span>{percent(share)}</span>" for share in (1, 0.5, 0))
    legend = _LEGEND.format(black=black, white=white, scale=scale)
    return f'<div class="chart">\n{legend}{graph(review, tips=True)}\n{_axis(review)}</div>\n'


def graph(review: GameReview, *, tips: bool = False) -> str:
    """Draw the graph as SVG: Black's share is the filled part.

    The picture stretches to its container and has the page's colours. With `tips`, each move has a
    tooltip.
    """
    chances = review.chances if len(review.chances) > 1 else (*review.chances, *review.chances)
    width = len(chances) - 1
    curve = "L".join(f"{ply} {_height(chance)}" for ply, chance in enumerate(chances))
    return (
        f'<svg class="graph" viewBox="0 0 {width} {_HEIGHT}" preserveAspectRatio="none" '
        f'role="img" aria-label="{escape(_in_words(chances))}">'
        f'<path class="share" d="M0 {_HEIGHT}L{curve}L{width} {_HEIGHT}Z"/>'
        f'<path class="half" d="M0 {_HEIGHT // 2}H{width}"/>{_dots(review)}'
        f"{_tips(review) if tips else ''}</svg>"
    )


def _axis(review: GameReview) -> str:
    """Write the numbers of moves under a graph as HTML, each at its first move."""
    plies = len(review.moves)
    first = [ply for ply in range(1, plies + 1) if not review.move_number(ply).endswith("...")]
    step = next((step for step in _STEPS if len(first) <= step * _MOST_NUMBERS), _STEPS[-1])
    numbers = [(ply, int(review.move_number(ply)[:-1])) for ply in first]
    labels = "".join(
        f'<span style="left:{ply / plies:.2%}">{number}</span>'
        for ply, number in numbers
        if number % step == 0 or (number == 1 and step > 2)
    )
    return f'<div class="axis" aria-hidden="true">{labels}</div>\n' if labels else ""


def _tips(review: GameReview) -> str:
    tips = ""
    for ply, move in enumerate(review.moves, start=1):
        about = {"move": f"{review.move_number(ply)} {move}", "side": BLACK}
        tip = escape(say("report.tip", **about, chance=percent(review.chances[ply])))
        tips += f'<path class="tip" d="M{ply - 0.5} 0h1v{_HEIGHT}h-1z"><title>{tip}</title></path>'
    return tips


def _height(chance: float) -> int:
    return round(_HEIGHT * (1 - chance))


def _dots(review: GameReview) -> str:
    """The dots and their rims: lines without length, whose round ends stay round when stretched."""
    dots = dict.fromkeys(reversed(MARKS), "")
    for mistake in review.mistakes:
        dots[mistake.mark] += f"M{mistake.ply} {_height(review.chances[mistake.ply])}h0"
    return "".join(
        f'<path class="rim" d="{path}"/><path class="dot {MARKS[mark]}" d="{path}"/>'
        for mark, path in dots.items()
        if path
    )


def _in_words(chances: Sequence[float]) -> str:
    first, last, least, most = map(percent, (chances[0], chances[-1], min(chances), max(chances)))
    return say("report.course", side=BLACK, first=first, last=last, least=least, most=most)

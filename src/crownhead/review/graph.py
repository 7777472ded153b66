"""The course of a game as a small picture: Black's winning chances after each move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from crownhead.review.chances import word_of
from crownhead.review.record import GameReview

_HEIGHT: Final = 100


def graph(review: GameReview) -> str:
    """Draw the winning chances as SVG for a page: Black's share is the filled part.

    The picture takes the shape of the place that it stands in; its colours are the page's.
    """
    chances = review.chances if len(review.chances) > 1 else (*review.chances, *review.chances)
    width = len(chances) - 1
    curve = "L".join(f"{ply} {_height(chance)}" for ply, chance in enumerate(chances))
    return (
        f'<svg class="graph" viewBox="0 0 {width} {_HEIGHT}" preserveAspectRatio="none" '
        f'role="img" aria-label="{_in_words(chances)}">'
        f'<path class="share" d="M0 {_HEIGHT}L{curve}L{width} {_HEIGHT}Z"/>'
        f'<path class="half" d="M0 {_HEIGHT // 2}H{width}"/>{_dots(review)}</svg>'
    )


def _height(chance: float) -> int:
    return round(_HEIGHT * (1 - chance))


def _dots(review: GameReview) -> str:
    """A line of no length with round ends is a dot in any shape of picture."""
    return "".join(
        f'<path class="dot {word_of(mark)}" d="{"".join(places)}"/>'
        for mark in ("?!", "?", "??")
        for places in [
            [
                f"M{mistake.ply} {_height(review.chances[mistake.ply])}h0"
                for mistake in review.mistakes
                if mistake.mark == mark
            ]
        ]
        if places
    )


def _in_words(chances: Sequence[float]) -> str:
    return (
        f"Black's chances: {chances[0]:.0%} at first, {chances[-1]:.0%} at the end, "
        f"between {min(chances):.0%} and {max(chances):.0%}"
    )

"""An explained evaluation as a table for people and as values for programs."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any, Final

from crownhead.cli.tables import print_table
from crownhead.coach import Explanation, Share, Term
from crownhead.engine import Score, winning_chance
from crownhead.messages import figure, percent, say
from crownhead.pieces import BLACK, WHITE

_HEADS: Final = (
    "column.what-counts",
    "side.black",
    "side.white",
    "column.for-black",
    "column.squares",
)
_FEWEST_OF_A_RANGE: Final = 3


def print_explanation(explanation: Explanation) -> None:
    """Print the terms that occur on the board, with their values and totals."""
    shown = [term for term in explanation.terms if any(map(_says_something, _shares(term)))]
    print()
    print_table(_HEADS, [*map(_row, shown), (), *_results(explanation)])
    print()
    classic, network = explanation.chances(BLACK)
    chances = {"side": BLACK, "classic": percent(classic)}
    if network is None:
        print(say("cli.explain.chance", **chances))
    else:
        print(say("cli.explain.chances", **chances, network=percent(network)))
    for sentence in explanation.warnings:
        print(sentence)


def explanation_values(explanation: Explanation) -> dict[str, Any]:
    """The explanation for JSON; points are hundredths of a man."""
    network = explanation.network
    return {
        "terms": [
            asdict(term)
            | {
                "title": str(term.title),
                "explanation": str(term.explanation),
                "points": term.points,
            }
            for term in explanation.terms
        ],
        "classic": _score(explanation.classic),
        "network": None if network is None else _score(network),
        "cautions": list(explanation.cautions),
    }


def _score(score: Score) -> dict[str, Any]:
    """A score and its winning chances, for the side to move and for Black."""

    def seen(one: Score) -> dict[str, Any]:
        return {"points": one.points, "chance": round(winning_chance(one), 4)}

    return seen(score) | {"black": seen(score.pov(BLACK))}


def _shares(term: Term) -> tuple[Share, Share]:
    return term.black, term.white


def _says_something(share: Share) -> bool:
    return bool(share.count or share.points)


def _row(term: Term) -> tuple[str, ...]:
    return (
        str(term.title),
        *map(_cell, _shares(term)),
        _men(term.points),
        "; ".join(_squares_of(term)),
    )


def _cell(share: Share) -> str:
    return f"{share.count:>2} {_men(share.points):>6}" if _says_something(share) else ""


def _results(explanation: Explanation) -> Iterator[tuple[str, ...]]:
    sums = [
        sum(one.points for one in side)
        for side in zip(*map(_shares, explanation.terms), strict=True)
    ]
    cells = (f"{_men(points):>9}" for points in sums)
    yield (say("cli.explain.sum"), *cells, str(explanation.classic.pov(BLACK)), "")
    if explanation.network is not None:
        yield (say("cli.explain.network"), "", "", str(explanation.network.pov(BLACK)), "")


def _men(points: int) -> str:
    return figure(points / 100, "+.2f")


def _squares_of(term: Term) -> Iterator[str]:
    for side, share in ((BLACK, term.black), (WHITE, term.white)):
        if share.squares:
            yield say("cli.explain.squares", side=side, squares=_listed(share.squares))


def _listed(squares: Sequence[int]) -> str:
    """List squares, with runs as ranges.

    >>> _listed((1, 2, 5, 6, 7, 8))
    '1, 2, 5 to 8'
    """
    runs: list[list[int]] = []
    for square in squares:
        if runs and runs[-1][-1] == square - 1:
            runs[-1].append(square)
        else:
            runs.append([square])
    parts: list[str] = []
    for run in runs:
        long = len(run) >= _FEWEST_OF_A_RANGE
        parts += [say("help.range.between", least=run[0], most=run[-1])] if long else map(str, run)
    return say("list.comma").join(parts)

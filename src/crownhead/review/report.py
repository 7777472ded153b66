"""The page of a review: one HTML file without script or anything from elsewhere.

A few games have a section each, with the graph and the board at every mistake. Of many games the
page lists each in a row, and shows the boards of the worst mistakes: its size stays sane.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from heapq import nlargest
from html import escape
from typing import Final

import crownhead
from crownhead import svg
from crownhead.engine import Limit
from crownhead.notation.moves import legal_move
from crownhead.outcome import outcome_of_result
from crownhead.pieces import BLACK, WHITE, Side
from crownhead.position import Position
from crownhead.review.chances import word_of
from crownhead.review.graph import graph
from crownhead.review.record import GameReview, Mistake
from crownhead.rules import Rules

# Up to so many games have sections of their own.
MOST_SECTIONS: Final = 24
# Of more games, so many of the worst mistakes are shown.
WORST: Final = 48
_BOARD: Final = 320
_LONGEST_LINE: Final = 8
_MARKS: Final = ("??", "?", "?!")
_DEFINITIONS: Final = re.compile(r"<defs>.*?</defs>", re.DOTALL)
_HEAD: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>
{style}</style>
</head>
<body>
<svg class="definitions" aria-hidden="true">{definitions}</svg>
<h1>{title}</h1>
"""


def page(name: str, limit: Limit, reviews: Iterable[GameReview], total: int) -> Iterator[str]:
    """Write the page of the reviews of a file in pieces; `reviews` is read more than once."""
    yield _head(f"Review of {name}", limit, total)
    if total > 1:
        yield from _index(reviews, linked=total <= MOST_SECTIONS)
    if total <= MOST_SECTIONS:
        for review in reviews:
            yield from _section(review)
    else:
        yield from _worst(reviews)
    yield from _errors(reviews)
    yield "</body>\n</html>\n"


def _head(title: str, limit: Limit, total: int) -> str:
    from importlib.resources import files  # slow to import, and only needed here

    style = files(__package__).joinpath("report.css").read_text(encoding="utf-8")
    found = _DEFINITIONS.search(svg.board(Position.start()))
    given = [f"{value:g} {name}" for name, value in asdict(limit).items() if value is not None]
    definitions = found[0] if found else ""
    head = _HEAD.format(title=escape(title), style=style, definitions=definitions)
    return (
        f'{head}<p class="quiet">{_count(total, "game")}, {" and ".join(given)} a move, Crownhead '
        f"{crownhead.__version__}. The graphs show Black's winning chances, a draw counted as "
        "half. A red arrow is the move that was played, a green one the better move.</p>\n"
    )


# ---- the list of games


def _index(reviews: Iterable[GameReview], *, linked: bool) -> Iterator[str]:
    yield '<h2>Games</h2>\n<div class="wide"><table>\n<tr><th class="number">No.</th>'
    yield "<th>Black</th><th>White</th><th>Event</th><th>Result</th><th>Opening</th>"
    yield "<th>Black's marks</th><th>White's marks</th><th>Course</th></tr>\n"
    for review in reviews:
        yield _row(review, linked=linked)
    yield "</table></div>\n"


def _row(review: GameReview, *, linked: bool) -> str:
    number = f'<a href="#game-{review.number}">{review.number}</a>' if linked else review.number
    cells = [
        _tag(review, "Black"),
        _tag(review, "White"),
        escape(" ".join(_event(review))),
        _result(review),
        escape(review.opening),
        _marks(review, BLACK),
        _marks(review, WHITE),
        graph(review),
    ]
    return f'<tr><td class="number">{number}</td><td>{"</td><td>".join(cells)}</td></tr>\n'


def _tag(review: GameReview, tag: str) -> str:
    return escape(review.tags.get(tag, "?"))


def _event(review: GameReview) -> list[str]:
    return [review.tags[tag] for tag in ("Event", "Date", "Round") if review.tags.get(tag)]


def _result(review: GameReview) -> str:
    if review.result == "*":
        return "unfinished"
    ending = outcome_of_result(review.result, Rules.parse(review.rules).first_to_move)
    if ending is None or ending.winner is None:
        return "both lose" if review.result == "0-0" else "draw"
    return f"{ending.winner.label} wins"


def _marks(review: GameReview, side: Side) -> str:
    counts = [(mark, review.count(mark, side)) for mark in _MARKS]
    return " ".join(
        f'{count} <b class="{word_of(mark)}">{mark}</b>' for mark, count in counts if count
    )


# ---- games and mistakes


def _section(review: GameReview) -> Iterator[str]:
    event = [*_event(review), _result(review), review.opening]
    yield f'<section id="game-{review.number}">\n<h2>{_players(review)}</h2>\n'
    yield f'<p class="quiet">{escape(", ".join(word for word in event if word))}</p>\n'
    yield f"{graph(review)}\n<p>{_moves(review)}</p>\n"
    if review.mistakes:
        yield f'<div class="boards">\n{"".join(_figure(review, one) for one in review.mistakes)}</div>\n'
    else:
        yield "<p>No mistakes were found.</p>\n"
    yield "</section>\n"


def _worst(reviews: Iterable[GameReview]) -> Iterator[str]:
    every = ((review, mistake) for review in reviews for mistake in review.mistakes)
    worst = nlargest(WORST, every, key=lambda pair: pair[1].lost)
    yield '<h2>The worst mistakes</h2>\n<div class="boards">\n'
    for review, mistake in worst:
        yield _figure(review, mistake, of=f"Game {review.number}, {_players(review)}. ")
    yield "</div>\n"


def _players(review: GameReview) -> str:
    return f"{_tag(review, 'Black')} v {_tag(review, 'White')}"


def _moves(review: GameReview) -> str:
    words = []
    for ply, move in enumerate(review.moves, start=1):
        number = _number(review, ply)
        words.append(f"{number} {move}" if ply == 1 or not number.endswith("...") else move)
    return escape(" ".join(words))


def _number(review: GameReview, ply: int) -> str:
    """The number of a move as PDN writes it."""
    first = Rules.parse(review.rules).first_to_move
    offset = 0 if review.start[0] == first.label[0] else 1
    return f"{(ply + 1 + offset) // 2}{'.' if (ply + offset) % 2 else '...'}"


def _figure(review: GameReview, mistake: Mistake, of: str = "") -> str:
    """The board before a mistake, with both moves, and what is to be said; `of` is HTML."""
    position = Position.from_fen(mistake.fen, Rules.parse(review.rules))
    played, better = (
        legal_move(move, position).path for move in (mistake.played, mistake.better[0])
    )
    arrows = [svg.Arrow(played, "red"), svg.Arrow(better, "green")]
    board = _DEFINITIONS.sub("", svg.board(position, arrows=arrows, size=_BOARD))
    mover = Side(mistake.side).label
    return (
        f"<figure>\n{board}\n<figcaption>{of}{_number(review, mistake.ply)} {mistake.played}"
        f'<b class="{word_of(mistake.mark)}">{mistake.mark}</b> '
        f"({word_of(mistake.mark)}): {mover}'s chances fall from {mistake.before:.0%} to "
        f"{mistake.after:.0%}. "
        f'Better: <span class="better">{" ".join(mistake.better[:_LONGEST_LINE])}</span>'
        "</figcaption>\n</figure>\n"
    )


def _errors(reviews: Iterable[GameReview]) -> Iterator[str]:
    rows = [
        f"<li>Game {review.number}, line {line}, column {column}: {escape(sentence)}</li>\n"
        for review in reviews
        for line, column, sentence in review.errors
    ]
    if rows:
        yield "<h2>Records with errors</h2>\n<p>These are reviewed up to the error.</p>\n<ul>\n"
        yield from [*rows, "</ul>\n"]


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"

"""The page of a review: one HTML file without script or anything from elsewhere.

A few games have a section each, with the graph and the board at every mistake. Of many games the
page lists each in a row, and shows all boards or, where they are too many, those of the worst
mistakes: its size stays sane.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
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
from crownhead.review.graph import axis, graph
from crownhead.review.record import GameReview, Mistake
from crownhead.review.words import counted, games_of, left_out
from crownhead.rules import Rules

# Up to so many games have sections of their own.
MOST_SECTIONS: Final = 24
# Of more games, up to so many mistakes are all shown; of more mistakes, only so many of the worst.
MOST_BOARDS: Final = 200
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
    read = total - sum(review.is_unreadable for review in reviews)
    yield _head(f"Review of {name}", limit, games_of(read, total))
    if total <= MOST_SECTIONS:
        if total > 1:
            yield from _index(reviews, {review.number for review in reviews})
        for review in reviews:
            yield from _section(review)
    else:
        shown, found = _boards_to_show(reviews)
        yield from _index(reviews, {review.number for review, _ in shown})
        yield from _boards(shown, found)
    yield from _errors(reviews)
    yield "</body>\n</html>\n"


def _head(title: str, limit: Limit, games: str) -> str:
    from importlib.resources import files  # slow to import, and only needed here

    style = files(__package__).joinpath("report.css").read_text(encoding="utf-8")
    found = _DEFINITIONS.search(svg.board(Position.start()))
    given = [f"{value:g} {name}" for name, value in asdict(limit).items() if value is not None]
    definitions = found[0] if found else ""
    head = _HEAD.format(title=escape(title), style=style, definitions=definitions)
    return (
        f'{head}<p class="quiet">{games}, {" and ".join(given)} a move, Crownhead '
        f"{crownhead.__version__}. The graphs show Black's winning chances, a draw counted as "
        "half. A red arrow is the move that was played, a green one the better move.</p>\n"
    )


# ---- the list of games


def _index(reviews: Iterable[GameReview], linked: Container[int]) -> Iterator[str]:
    """A row for each game; its number leads to what else the page has of it."""
    yield '<h2>Games</h2>\n<div class="wide"><table>\n<tr class="head"><th class="number">No.</th>'
    yield "<th>Black</th><th>White</th><th>Event</th><th>Result</th><th>Opening</th>"
    yield "<th>Black's marks</th><th>White's marks</th><th>Course</th></tr>\n"
    for review in reviews:
        yield _row(review, linked=review.number in linked)
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
        "could not be read" if review.is_unreadable else graph(review),
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
        f'{count}&nbsp;<b class="{word_of(mark)}">{mark}</b>' for mark, count in counts if count
    )


# ---- games and mistakes


def _section(review: GameReview) -> Iterator[str]:
    event = [*_event(review), _result(review), review.opening]
    yield f'<section id="game-{review.number}">\n<h2>{_players(review)}</h2>\n'
    yield f'<p class="quiet">{escape(", ".join(word for word in event if word))}</p>\n'
    if review.is_unreadable:
        yield f"<p>This game could not be read: {escape(review.errors[0][2])}.</p>\n"
    else:
        yield f"{graph(review, tips=True)}\n{axis(review)}<p>{_moves(review)}</p>\n"
        yield from _mistakes(review)
    yield "</section>\n"


def _mistakes(review: GameReview) -> Iterator[str]:
    if review.mistakes:
        yield f'<div class="boards">\n{"".join(_figure(review, one) for one in review.mistakes)}</div>\n'
    else:
        yield "<p>No mistakes were found.</p>\n"


def _boards_to_show(
    reviews: Iterable[GameReview],
) -> tuple[list[tuple[GameReview, Mistake]], int]:
    """The mistakes whose boards are shown, and how many there are in all."""
    found = sum(len(review.mistakes) for review in reviews)
    every = ((review, mistake) for review in reviews for mistake in review.mistakes)
    if found <= MOST_BOARDS:
        return list(every), found
    return nlargest(WORST, every, key=lambda pair: pair[1].lost), found


def _boards(shown: list[tuple[GameReview, Mistake]], found: int) -> Iterator[str]:
    if len(shown) == found:
        title = f"All {counted(found, 'mistake')}" if found else "No mistakes were found"
    else:
        title = f"The {len(shown)} worst of {counted(found, 'mistake')}"
    yield f'<h2>{title}</h2>\n<div class="boards">\n'
    seen: set[int] = set()
    for review, mistake in shown:
        first = review.number not in seen  # what the game's row leads to
        seen.add(review.number)
        of = f"Game {review.number}, {_players(review)}. "
        yield _figure(review, mistake, of, f' id="game-{review.number}"' if first else "")
    yield "</div>\n"


def _players(review: GameReview) -> str:
    return f"{_tag(review, 'Black')} v {_tag(review, 'White')}"


def _moves(review: GameReview) -> str:
    words = []
    for ply, move in enumerate(review.moves, start=1):
        number = review.move_number(ply)
        words.append(f"{number} {move}" if ply == 1 or not number.endswith("...") else move)
    return _unbroken(words)


def _unbroken(words: Iterable[str]) -> str:
    """Words as HTML; a line may end between them, but not at the hyphen of a move."""
    return " ".join(f'<span class="move">{escape(word)}</span>' for word in words)


def _figure(review: GameReview, mistake: Mistake, of: str = "", name: str = "") -> str:
    """The board before a mistake, with both moves, and what is to be said; the rest is HTML."""
    position = Position.from_fen(mistake.fen, Rules.parse(review.rules))
    played, better = (
        legal_move(move, position).path for move in (mistake.played, mistake.better[0])
    )
    arrows = [svg.Arrow(played, "red"), svg.Arrow(better, "green")]
    board = _DEFINITIONS.sub("", svg.board(position, arrows=arrows, size=_BOARD))
    mover = Side(mistake.side).label
    return (
        f"<figure{name}>\n{board}\n<figcaption>{of}{review.move_number(mistake.ply)} {mistake.played}"
        f'<b class="{word_of(mistake.mark)}">{mistake.mark}</b> '
        f"({word_of(mistake.mark)}): {mover}'s chances fall from {mistake.before:.0%} to "
        f"{mistake.after:.0%}. "
        f'Better: <span class="better">{_unbroken(mistake.better[:_LONGEST_LINE])}</span>'
        "</figcaption>\n</figure>\n"
    )


def _errors(reviews: Iterable[GameReview]) -> Iterator[str]:
    rows = [
        f"<li>Game {review.number}, line {line}, column {column}: {escape(sentence)}</li>\n"
        for review in reviews
        for line, column, sentence in review.errors
    ]
    if not rows:
        return
    yield "<h2>Records with errors</h2>\n<p>These are reviewed up to the error; the moves after it "
    yield "are only in the file they came from."
    unreadable = sum(review.is_unreadable for review in reviews)
    if unreadable:
        yield f" {left_out(unreadable, 'the annotated file')}."
    yield from ["</p>\n<ul>\n", *rows, "</ul>\n"]

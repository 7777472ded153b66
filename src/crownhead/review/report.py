"""The page of a review: one HTML file without script or anything from elsewhere.

A few games have a section each, with the graph and the board at every mistake. Of many games the
page lists each in a row, and shows all boards or, where they are too many, those of the worst
mistakes: its size stays sane.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import asdict
from heapq import nlargest
from html import escape
from importlib.metadata import version
from typing import Final

from crownhead import svg
from crownhead.engine import Limit
from crownhead.outcome import outcome_of_result
from crownhead.phrases import counted
from crownhead.pieces import BLACK, WHITE, Side
from crownhead.position import Position
from crownhead.review.game_review import GameReview, Mistake
from crownhead.review.graph import chart, graph
from crownhead.review.words import games_of, left_out, word_of
from crownhead.rules import Rules
from crownhead.tags import known_tag
from crownhead.text.moves import legal_move

_BOARD: Final = 320
_MARKS: Final = ("??", "?", "?!")
# A piece of each side, as small as a letter.
_DISC: Final = {side: f'<i class="disc {side.value}"></i>' for side in Side}
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

# Up to so many games have sections of their own.
MOST_SECTIONS: Final = 24
# Of more games, up to so many mistakes are all shown; of more mistakes, only so many of the worst.
MOST_BOARDS: Final = 200
WORST: Final = 48
_LONGEST_LINE: Final = 8
# Letters of a name or an event in the list of games.
_LONGEST_NAME: Final = 60


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
    given = [f"{value:g} {name}" for name, value in asdict(limit).items() if value is not None]
    head = _HEAD.format(title=escape(title), style=style, definitions=svg.definitions())
    return (
        f'{head}<p class="quiet">{games}, {" and ".join(given)} a move, Crownhead '
        f"{version('crownhead')}. {_DISC[BLACK]}Black has the red pieces, {_DISC[WHITE]}White the "
        "white ones. The graphs show Black's winning chances, a draw counted as half. A red arrow is "
        "the move that was played, a green one the better move.</p>\n"
    )


# ---- the list of games


def _index(reviews: Iterable[GameReview], linked: Container[int]) -> Iterator[str]:
    """A row for each game; its number leads to what else the page has of it."""
    yield '<h2>Games</h2>\n<div class="wide"><table>\n<tr class="head"><th class="number">No.</th>'
    yield f"<th>{_DISC[BLACK]}Black</th><th>{_DISC[WHITE]}White</th><th>Event</th><th>Result</th>"
    yield "<th>Opening</th><th>Black's marks</th><th>White's marks</th><th>Black's chances</th></tr>\n"
    for review in reviews:
        yield _row(review, linked=review.number in linked)
    yield "</table></div>\n"


def _row(review: GameReview, *, linked: bool) -> str:
    number = f'<a href="#game-{review.number}">{review.number}</a>' if linked else review.number
    cells = [
        ("number", number),
        ("name", _short(known_tag(review.tags, "Black") or "?")),
        ("name", _short(known_tag(review.tags, "White") or "?")),
        ("event", _short(" ".join(_event(review)))),
        ("result", _result(review)),
        ("opening", escape(review.opening)),
        ("marks", _marks(review, BLACK)),
        ("marks", _marks(review, WHITE)),
        ("course", "could not be read" if review.is_unreadable else graph(review)),
    ]
    row = "".join(f'<td class="{kind}">{cell}</td>' for kind, cell in cells)
    return f"<tr>{row}</tr>\n"


def _short(text: str) -> str:
    """Text for a row, as HTML; one that is too long for it is there in full under the pointer."""
    if len(text) <= _LONGEST_NAME:
        return escape(text)
    cut = text[: _LONGEST_NAME - 1].rstrip()
    return f'<span title="{escape(text)}">{escape(cut)}\N{HORIZONTAL ELLIPSIS}</span>'


def _event(review: GameReview) -> list[str]:
    return [known for tag in ("Event", "Date", "Round") if (known := known_tag(review.tags, tag))]


def _result(review: GameReview) -> str:
    if review.result == "*":
        return "unfinished"
    ending = outcome_of_result(review.result, Rules.parse(review.rules).first_to_move)
    if ending is None or ending.winner is None:
        return "both lose" if review.result == "0-0" else "draw"
    return f"{ending.winner.label} wins"


def _marks(review: GameReview, side: Side) -> str:
    counts = [(mark, review.count(mark, side)) for mark in _MARKS]
    return " ".join(f"{count}&nbsp;{_mark(mark)}" for mark, count in counts if count)


# ---- games and mistakes


def _section(review: GameReview) -> Iterator[str]:
    event = [*_event(review), _result(review), review.opening]
    yield f'<section id="game-{review.number}">\n<h2>{_players(review, discs=True)}</h2>\n'
    yield f'<p class="quiet">{escape(", ".join(word for word in event if word))}</p>\n'
    if review.is_unreadable:
        yield f"<p>This game could not be read: {escape(review.errors[0][2])}.</p>\n"
    else:
        yield f"{chart(review)}<p>{_moves(review)}</p>\n"
        yield from _mistakes(review)
    yield "</section>\n"


def _mistakes(review: GameReview) -> Iterator[str]:
    if review.mistakes:
        boards = (_figure(review, one, name=_name(review, one.ply)) for one in review.mistakes)
        yield f'<div class="boards">\n{"".join(boards)}</div>\n'
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
        yield _figure(review, mistake, of, f"game-{review.number}" if first else "")
    yield "</div>\n"


def _players(review: GameReview, *, discs: bool = False) -> str:
    return " v ".join(
        f"{_DISC[side] if discs else ''}{escape(known_tag(review.tags, side.label) or side.label)}"
        for side in (BLACK, WHITE)
    )


def _name(review: GameReview, ply: int) -> str:
    """What the board at a mistake is called, for links to it."""
    return f"game-{review.number}-{ply}"


def _moves(review: GameReview) -> str:
    """The moves in a row; one with a mark leads to its board."""
    marks = {mistake.ply: mistake.mark for mistake in review.mistakes}
    words = []
    for ply, move in enumerate(review.moves, start=1):
        number = review.move_number(ply)
        text = f"{number} " if ply == 1 or not number.endswith("...") else ""
        text += escape(move.removesuffix(marks.get(ply, "")))
        if ply in marks:
            text = f'<a href="#{_name(review, ply)}">{text}{_mark(marks[ply])}</a>'
        words.append(f'<span class="move">{text}</span>')
    return " ".join(words)


def _mark(mark: str) -> str:
    return f'<b class="{word_of(mark)}">{mark}</b>'


def _unbroken(words: Iterable[str]) -> str:
    """Words as HTML; a line may end between them, but not at the hyphen of a move."""
    return " ".join(f'<span class="move">{escape(word)}</span>' for word in words)


def _figure(review: GameReview, mistake: Mistake, of: str = "", name: str = "") -> str:
    """The board before a mistake, with both moves, and what is to be said; `of` is HTML."""
    position = Position.from_fen(mistake.fen, Rules.parse(review.rules))
    played, better = (
        legal_move(move, position).path for move in (mistake.played, mistake.better[0])
    )
    arrows = [svg.Arrow(played, "red"), svg.Arrow(better, "green")]
    board = svg.board(position, arrows=arrows, size=_BOARD, defined=False)
    mover = Side(mistake.side).label
    identity = f' id="{name}"' if name else ""
    why = f" ({_unbroken(mistake.draw.split())})" if mistake.draw else ""
    return (
        f'<figure{identity}>\n{board}\n<figcaption>{of}<span class="move">'
        f"{review.move_number(mistake.ply)} {mistake.played}{_mark(mistake.mark)}</span> "
        f"({word_of(mistake.mark)}): {mover}'s chances fall from {mistake.before:.0%} to "
        f"{mistake.after:.0%}{why}. "
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

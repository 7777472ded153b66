"""The report on a review: one HTML file without scripts or links to other files.

A few games have a section each, with a graph and a board for every mistake. Many games have a row
each, and all boards follow or, if they are too many, those of the worst mistakes.
"""

from collections.abc import Container, Iterable, Iterator
from heapq import nlargest
from html import escape
from importlib.metadata import version
from typing import Final

from crownhead import svg
from crownhead.engine import Limit
from crownhead.errors import as_sentence
from crownhead.messages import Listed, Message, counted, language, say
from crownhead.outcome import outcome_of_result
from crownhead.pieces import BLACK, WHITE, Side
from crownhead.position import Position
from crownhead.review.annotate import fall
from crownhead.review.game_review import GameReview, Mistake
from crownhead.review.graph import chart, graph
from crownhead.review.judge import MARKS, games_of
from crownhead.rules import Rules
from crownhead.tags import known_tag
from crownhead.text.moves import legal_move

_BOARD: Final = 320
# A piece of each side, the size of a letter.
_DISC: Final = {side: f'<i class="disc {side.value}"></i>' for side in Side}
_HEAD: Final = """<!doctype html>
<html lang="{language}">
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

# The most games with sections of their own.
MOST_SECTIONS: Final = 24
# With more games: the most mistakes that are all shown, and the number shown of more.
MOST_BOARDS: Final = 200
WORST: Final = 48
_LONGEST_LINE: Final = 8
# Characters of a name or an event in the list of games.
_LONGEST_NAME: Final = 60


def page(name: str, limit: Limit, reviews: Iterable[GameReview], total: int) -> Iterator[str]:
    """Write the report on a file in pieces; `reviews` is read more than once."""
    read = total - sum(review.is_unreadable for review in reviews)
    yield _head(say("report.title", name=name), limit, games_of(read, total))
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


def _head(title: str, limit: Limit, games: Message) -> str:
    from importlib.resources import files  # slow to import, and only needed here

    style = files(__package__).joinpath("report.css").read_text(encoding="utf-8")
    head = _HEAD.format(
        language=language(), title=escape(title), style=style, definitions=svg.definitions()
    )
    limits = {"second": limit.seconds, "ply": limit.depth, "node": limit.nodes}
    given = Listed([counted(what, value) for what, value in limits.items() if value], "and")
    made = say("report.made", games=games, limit=given, version=version("crownhead"))
    pieces = say("report.legend", black=_with_disc(BLACK), white=_with_disc(WHITE), side=BLACK)
    return f'{head}<p class="quiet">{made} {pieces}</p>\n'


def _with_disc(side: Side) -> str:
    return f"{_DISC[side]}{side.message}"


# ---- the list of games


_COLUMNS: Final = ("column.event", "column.result", "column.opening")


def _index(reviews: Iterable[GameReview], linked: Container[int]) -> Iterator[str]:
    """A row for each game; its number is a link to its section or its first board."""
    yield f'<h2>{say("report.games")}</h2>\n<div class="wide"><table>\n<tr class="head">'
    heads = [*map(_with_disc, (BLACK, WHITE)), *map(say, _COLUMNS)]
    heads += [say("report.marks", side=side) for side in (BLACK, WHITE)]
    heads += [say("review.chances", side=BLACK)]
    yield f'<th class="number">{say("column.number")}</th>'
    yield f"{''.join(f'<th>{head}</th>' for head in heads)}</tr>\n"
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
        ("course", say("report.unreadable") if review.is_unreadable else graph(review)),
    ]
    row = "".join(f'<td class="{kind}">{cell}</td>' for kind, cell in cells)
    return f"<tr>{row}</tr>\n"


def _short(text: str) -> str:
    """Text for a row, as HTML. A longer one is cut and has a tooltip."""
    if len(text) <= _LONGEST_NAME:
        return escape(text)
    cut = text[: _LONGEST_NAME - 1].rstrip()
    return f'<span title="{escape(text)}">{escape(cut)}\N{HORIZONTAL ELLIPSIS}</span>'


def _event(review: GameReview) -> list[str]:
    return [known for tag in ("Event", "Date", "Round") if (known := known_tag(review.tags, tag))]


def _result(review: GameReview) -> str:
    if review.result == "*":
        return say("report.unfinished")
    ending = outcome_of_result(review.result, Rules.parse(review.rules).first_to_move)
    if ending is None or ending.winner is None:
        return say("outcome.reason.both-lost" if review.result == "0-0" else "game.drawn")
    return say("review.standing.wins", side=ending.winner)


def _marks(review: GameReview, side: Side) -> str:
    counts = [(mark, review.count(mark, side)) for mark in MARKS]
    return " ".join(f"{count}&nbsp;{_mark(mark)}" for mark, count in counts if count)


# ---- games and mistakes


def _section(review: GameReview) -> Iterator[str]:
    event = [*_event(review), _result(review), review.opening]
    yield f'<section id="game-{review.number}">\n<h2>{_players(review, discs=True)}</h2>\n'
    yield f'<p class="quiet">{escape(", ".join(word for word in event if word))}</p>\n'
    if review.is_unreadable:
        why = say("report.unreadable-game", error=review.errors[0][2])
        yield f"<p>{escape(why)}</p>\n"
    else:
        boards = [_figure(review, one, name=_name(review, one.ply)) for one in review.mistakes]
        yield f"{chart(review)}<p>{_moves(review)}</p>\n"
        if boards:
            yield f'<div class="boards">\n{"".join(boards)}</div>\n'
        else:
            yield f"<p>{say('review.none-found')}</p>\n"
    yield "</section>\n"


def _boards_to_show(
    reviews: Iterable[GameReview],
) -> tuple[list[tuple[GameReview, Mistake]], int]:
    """The mistakes whose boards are shown, and the number of all mistakes."""
    found = sum(len(review.mistakes) for review in reviews)
    every = ((review, mistake) for review in reviews for mistake in review.mistakes)
    if found <= MOST_BOARDS:
        return list(every), found
    return nlargest(WORST, every, key=lambda pair: pair[1].lost), found


def _boards(shown: list[tuple[GameReview, Mistake]], found: int) -> Iterator[str]:
    if not found:
        title = say("review.none-found")
    elif len(shown) == found:
        title = say("report.all", count=found)
    else:
        title = say("report.worst", shown=len(shown), count=found)
    yield f'<h2>{title}</h2>\n<div class="boards">\n'
    seen: set[int] = set()
    for review, mistake in shown:
        first = review.number not in seen  # the target of the link in the game's row
        seen.add(review.number)
        of = say("report.of-game", number=review.number, players=_players(review)) + " "
        yield _figure(review, mistake, of, f"game-{review.number}" if first else "")
    yield "</div>\n"


def _players(review: GameReview, *, discs: bool = False) -> str:
    black, white = (
        f"{_DISC[side] if discs else ''}{escape(known_tag(review.tags, side.label) or str(side.message))}"
        for side in (BLACK, WHITE)
    )
    return say("game.players", black=black, white=white)


def _name(review: GameReview, ply: int) -> str:
    """The id of the board at a mistake."""
    return f"game-{review.number}-{ply}"


def _moves(review: GameReview) -> str:
    """The moves in a row; those with a mark are links to their boards."""
    marks = {mistake.ply: mistake.mark for mistake in review.mistakes}
    shown = []
    for ply, move in enumerate(review.moves, start=1):
        number = review.move_number(ply)
        text = f"{number} " if ply == 1 or not number.endswith("...") else ""
        text += escape(move.removesuffix(marks.get(ply, "")))
        if ply in marks:
            text = f'<a href="#{_name(review, ply)}">{text}{_mark(marks[ply])}</a>'
        shown.append(f'<span class="move">{text}</span>')
    return " ".join(shown)


def _mark(mark: str) -> str:
    return f'<b class="{MARKS[mark]}">{mark}</b>'


def _unbroken(tokens: Iterable[str]) -> str:
    """Tokens as HTML that break between lines, but not at the hyphen of a move."""
    return " ".join(f'<span class="move">{escape(token)}</span>' for token in tokens)


def _figure(review: GameReview, mistake: Mistake, of: str = "", name: str = "") -> str:
    """The board before a mistake, with both moves, and a caption, which begins with `of` (HTML)."""
    position = Position.from_fen(mistake.fen, Rules.parse(review.rules))
    played, better = (
        legal_move(move, position).path for move in (mistake.played, mistake.better[0])
    )
    arrows = [svg.Arrow(played, "red"), svg.Arrow(better, "green")]
    board = svg.board(position, arrows=arrows, size=_BOARD, defined=False)
    identity = f' id="{name}"' if name else ""
    number = f"{review.move_number(mistake.ply)} {mistake.played}"
    values = {
        "move": f'<span class="move">{number}{_mark(mistake.mark)}</span>',
        "mark": Message(f"mark.{MARKS[mistake.mark]}"),
        "fall": fall(Side(mistake.side), mistake.before, mistake.after),
        "better": f'<span class="better">{_unbroken(mistake.better[:_LONGEST_LINE])}</span>',
    }
    if mistake.draw:
        said = say("report.mistake-drawn", **values, why=_unbroken(mistake.draw.split()))
    else:
        said = say("report.mistake", **values)
    return f"<figure{identity}>\n{board}\n<figcaption>{of}{said}</figcaption>\n</figure>\n"


def _errors(reviews: Iterable[GameReview]) -> Iterator[str]:
    rows = [
        f"<li>{escape(say('report.error', number=review.number, line=line, column=column, error=error))}"
        "</li>\n"
        for review in reviews
        for line, column, error in review.errors
    ]
    if not rows:
        return
    yield f"<h2>{say('report.errors')}</h2>\n<p>{say('report.errors-explained')}"
    unreadable = sum(review.is_unreadable for review in reviews)
    if unreadable:
        left_out = say("review.left-out", count=unreadable, file=Message("file.out"))
        yield f" {as_sentence(left_out)}"
    yield from ["</p>\n<ul>\n", *rows, "</ul>\n"]

"""A game as one HTML page that needs no script and prints well on any paper: facts, moves, diagrams."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from html import escape
from pathlib import Path
from types import MappingProxyType
from typing import Final

from crownhead import discs, svg
from crownhead.errors import CrownheadError, excerpt, quoted
from crownhead.game import Game
from crownhead.node import Node
from crownhead.numeric import as_whole
from crownhead.openings import opening_of
from crownhead.pdn.writer import in_brackets
from crownhead.pieces import BLACK, WHITE
from crownhead.position import Position
from crownhead.rules import ENGLISH
from crownhead.tags import known_tag
from crownhead.themes import PRINT, Theme, find_theme

#: The style of the page; a server gives it out by an address of its own.
STYLE: Final = Path(__file__).with_name("sheet.css")
_BOARD: Final = 300
# No diagram so few plies before the last: the final position is shown anyway.
_TOO_NEAR: Final = 6
_MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June", "July", "August", "September"),
    *("October", "November", "December"),
)
# What is printed for numeric glyphs; others have no sign that everybody knows.
_SIGNS: Final[Mapping[int, str]] = MappingProxyType(
    {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
)
_ELLIPSIS: Final = "\N{HORIZONTAL ELLIPSIS}"
_ALONE: Final = """<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; style-src 'unsafe-inline'">
<style>
{}</style>"""
_HEAD: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
{style}
<title>{title}</title>
</head>
<body>
<svg class="definitions" aria-hidden="true">{definitions}</svg>
<p class="hint">{hint}</p>
<header>
<h1>{title}</h1>
<dl>
{facts}</dl>
</header>
<main>
"""
_NO_REASON: Final = "as recorded"
_HINT: Final = "This page is made for paper: your browser's menu prints it."
_BUTTON: Final = (
    'This page is made for paper. <button type="button" id="print">Print</button>'
    '<script type="module" src="{}"></script>'
)


def sheet(
    game: Game,
    *,
    every: int = 10,
    flipped: bool = False,
    theme: str | Theme = PRINT,
    pieces: str = discs.FLAT,
    title: str | None = None,
    style: str | None = None,
    back: str | None = None,
    script: str | None = None,
) -> str:
    """Write a game as a page to print: who played, the moves in columns, and diagrams.

    There is one of the start if it is not the usual one, one after `every` so many moves (0 for none),
    and one of the end. The title names the players unless another is given. `style` is the address of
    the style sheet where it may not stand in the page, and `back` the address of the game itself; `script`
    that of a script which lets the page's button print it.

    >>> sheet(Game.from_moves("11-15 23-19")).count("<figure>")
    1
    """
    if not isinstance(game, Game):
        raise CrownheadError(f"a sheet shows a Game, not '{excerpt(game)}'")
    number = as_whole(every)
    if number is None or number < 0:
        raise CrownheadError(f"'every' must be a whole number, 0 or more, not {quoted(every)}")
    colours = find_theme(theme)

    def diagram(node: Node) -> str:
        if not _is_shown(game, node, every):
            return ""
        board = svg.board(
            node.position,
            flipped=flipped,
            last_move=node.move,
            theme=colours,
            pieces=pieces,
            size=_BOARD,
            defined=False,
        )
        return f"<figure>\n{board}\n<figcaption>{_caption(game, node)}</figcaption>\n</figure>\n"

    text = "".join(
        [
            _head(game, title, svg.definitions(colours, pieces), style, back, script),
            *_move_rows(game, diagram),
            f'<p class="result">{escape(_result(game))}</p>\n</main>\n</body>\n</html>\n',
        ]
    )
    # Halves of letters, which Python texts may hold, have no UTF-8.
    return text.encode("utf-8", "replace").decode("utf-8")


def _head(
    game: Game,
    title: str | None,
    definitions: str,
    style: str | None,
    back: str | None,
    script: str | None,
) -> str:
    names = [known_tag(game.tags, side.label) or side.label for side in (BLACK, WHITE)]
    linked = f'<link rel="stylesheet" href="{escape(style or "")}">'
    hint = _BUTTON.format(escape(script)) if script else _HINT
    hint += f' <a href="{escape(back)}">Back to the board</a>' if back else ""
    return _HEAD.format(
        style=linked if style else _ALONE.format(STYLE.read_text(encoding="utf-8")),
        title=escape(title or " v ".join(names)),
        definitions=definitions,
        hint=hint,
        facts="".join(
            f"<div><dt>{name}</dt><dd>{escape(value)}</dd></div>\n" for name, value in _facts(game)
        ),
    )


def _facts(game: Game) -> Iterator[tuple[str, str]]:
    """What is known of a game besides its moves."""
    for side in (BLACK, WHITE):
        yield side.label, known_tag(game.tags, side.label) or "?"
    date, opening = _date(known_tag(game.tags, "Date")), opening_of(game)
    rules = game.rules
    told = {
        "Event": known_tag(game.tags, "Event"),
        "Site": known_tag(game.tags, "Site"),
        "Round": known_tag(game.tags, "Round"),
        "Date": date,
        "Rules": "English checkers" if rules == ENGLISH else str(rules),
        "Opening": opening.name if opening else known_tag(game.tags, "Opening"),
        "Result": _result(game),
    }
    yield from ((name, value) for name, value in told.items() if value)


def _date(tag: str) -> str:
    """Write a date of PDN for people.

    >>> _date("1994.08.15"), _date("1994.08.??"), _date("1994.??.??"), _date("in summer")
    ('15 August 1994', 'August 1994', '1994', 'in summer')
    """
    year, *rest = tag.split(".")
    numbers = [int(part) for part in rest if part.isascii() and part.isdigit()]
    if len(rest) != 2 or (numbers and not 1 <= numbers[0] <= 12):
        return tag
    month = [_MONTHS[numbers[0] - 1]] if numbers else []
    return " ".join([*map(str, numbers[1:2]), *month, year])


def _result(game: Game) -> str:
    """How a game ended, in words and as players write it.

    >>> _result(Game.from_pdn("1. 11-15 1/2-1/2"))
    'Draw, ½-½'
    """
    ending = game.ending
    if ending is None:
        return "Unfinished"
    words = f"{ending}".removesuffix(f": {_NO_REASON}")
    return f"{words}, {game.result.replace('1/2', '½')}"


def _is_shown(game: Game, node: Node, every: int) -> bool:
    if not node.children:
        return True
    if node.move is None:
        return node.position != Position.start(game.rules)
    ends = node.number.endswith("...")  # a whole move, of both sides
    regular = every > 0 and ends and int(node.number.rstrip(".")) % every == 0
    return regular and _plies_left(node) >= _TOO_NEAR


def _plies_left(node: Node) -> int:
    """How many moves follow, as far as it matters."""
    left = 0
    while node.children and left < _TOO_NEAR:
        node, left = node.children[0], left + 1
    return left


def _caption(game: Game, node: Node) -> str:
    turn = f"{node.position.turn.label} to move"
    if node.move is None:
        return f"The start: {turn}"
    place = "The end, after" if not node.children else "After"
    known = "" if not node.children and game.ending else f": {turn}"
    return f'{place} <span class="move">{node.number} {node.move}</span>{known}'


# ---- the moves, with comments, variations and diagrams among them


def _move_rows(game: Game, diagram: Callable[[Node], str]) -> Iterator[str]:
    """Write the main line row by row; `diagram` gives what is drawn after a move, if anything."""
    yield from _comment(game.root.comment)
    yield diagram(game.root)
    row: list[str] = []
    for node in game.main_line():
        begins = not node.number.endswith("...")
        before = "".join(_comment(node.comment_before))
        if before and row:
            yield _row(row)
            row = []
        yield before
        row = row or [node.number.rstrip("."), *([] if begins else [_ELLIPSIS])]
        row.append(_move(node))
        asides = "".join([*_comment(node.comment), *_variations(node), diagram(node)])
        if asides or not begins:
            yield _row(row)
            row = []
        yield asides
    if row:
        yield _row(row)


def _row(words: list[str]) -> str:
    number, *moves = words
    shown = "".join(f'<span class="move">{escape(move)}</span>' for move in moves)
    return f'<p class="row"><span class="number">{number}.</span>{shown}</p>\n'


def _move(node: Node) -> str:
    return f"{node.move}{node.strength}{''.join(_SIGNS.get(nag, '') for nag in node.nags)}"


def _comment(text: str) -> Iterator[str]:
    said = " ".join(text.split())
    if said:
        yield f'<p class="comment">{escape(said)}</p>\n'


def _variations(node: Node) -> Iterator[str]:
    """The moves that could have been played instead of one, with what follows them."""
    siblings = node.parent.children if node.parent else []
    for first in siblings[1:]:
        words = in_brackets((("(", first), ("move", first), *first.steps(), (")", first)), _words)
        yield f'<p class="variation">{" ".join(words)}</p>\n'


def _words(node: Node, number: str) -> tuple[list[str], list[str]]:
    """A move of a variation with what is said before it, and what is said after it."""
    before, after = (
        [f"<i>{escape(said)}</i>"] if (said := " ".join(text.split())) else []
        for text in (node.comment_before, node.comment)
    )
    move = " ".join(filter(None, (number, escape(_move(node)))))
    return [*before, f'<span class="move">{move}</span>'], after

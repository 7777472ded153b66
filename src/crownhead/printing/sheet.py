"""A game as one HTML page for printing, without scripts: facts, moves and diagrams."""

from collections.abc import Callable, Iterator, Mapping
from html import escape
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Final

from crownhead import discs, svg
from crownhead.errors import CrownheadError, excerpt, quoted
from crownhead.game import Game
from crownhead.messages import Message, Words, language
from crownhead.node import Node
from crownhead.numeric import as_whole
from crownhead.openings import opening_of
from crownhead.outcome import Reason
from crownhead.pdn.writer import in_brackets
from crownhead.pieces import BLACK, WHITE
from crownhead.position import Position
from crownhead.rules import ENGLISH
from crownhead.tags import known_tag
from crownhead.themes import PRINT, Theme, find_theme

#: The style sheet, which a server serves at an address of its own.
STYLE: Final = Path(__file__).with_name("sheet.css")
_BOARD: Final = 300
# There is no diagram so few plies before the last position, which has one anyway.
_TOO_NEAR: Final = 6
# The signs of numeric annotation glyphs; the others have no usual sign.
_SIGNS: Final[Mapping[int, str]] = MappingProxyType(
    {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
)
_ELLIPSIS: Final = "\N{HORIZONTAL ELLIPSIS}"
_ALONE: Final = """<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; style-src 'unsafe-inline'">
<style>
{}</style>"""
_HEAD: Final = """<!doctype html>
<html lang="{language}">
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
_BUTTON: Final = (
    '<button type="button" id="print">{}</button><script type="module" src="{}"></script>'
)
_TAGS: Final = ("Event", "Site", "Round")


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

    There is a diagram of the start if it is unusual, one after `every` N moves (0 for none), and one
    of the end. The title names the players unless another is given. `style`, `back` and `script` are
    addresses: of the style sheet, which is otherwise part of the page, of the game itself, and of the
    script for a button that prints the page.

    >>> sheet(Game.from_moves("11-15 23-19")).count("<figure>")
    1
    """
    if not isinstance(game, Game):
        raise CrownheadError("sheet.game", value=excerpt(game))
    number = as_whole(every)
    if number is None or number < 0:
        raise CrownheadError("sheet.every", value=quoted(every))
    colours = find_theme(theme)
    words = colours.words

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
        caption = escape(words.text(_caption(game, node)))
        return f"<figure>\n{board}\n<figcaption>{caption}</figcaption>\n</figure>\n"

    text = "".join(
        [
            _HEAD.format(
                language=language(),
                style=f'<link rel="stylesheet" href="{escape(style)}">'
                if style
                else _ALONE.format(STYLE.read_text(encoding="utf-8")),
                title=escape(title or words.text(_players(game))),
                definitions=svg.definitions(colours, pieces),
                hint=_hint(back, script, words),
                facts="".join(
                    f"<div><dt>{escape(words.text(name))}</dt><dd>{escape(words.text(value))}</dd></div>\n"
                    for name, value in _facts(game)
                ),
            ),
            *_move_rows(game, diagram),
            f'<p class="result">{escape(words.text(_result(game)))}</p>\n</main>\n</body>\n</html>\n',
        ]
    )
    # Lone surrogates cannot be encoded.
    return text.encode("utf-8", "replace").decode("utf-8")


def _players(game: Game) -> Message:
    """The players by name; one without a name by the side."""
    black, white = (known_tag(game.tags, side.label) or side.message for side in (BLACK, WHITE))
    return Message("game.players", {"black": black, "white": white})


def _hint(back: str | None, script: str | None, words: Words) -> str:
    """What to do with the page; this is not printed."""
    parts = [escape(words.say("sheet.paper"))]
    if script:
        parts.append(_BUTTON.format(escape(words.say("sheet.print")), escape(script)))
    else:
        parts.append(escape(words.say("sheet.menu")))
    if back:
        parts.append(f'<a href="{escape(back)}">{escape(words.say("sheet.back"))}</a>')
    return " ".join(parts)


def _facts(game: Game) -> Iterator[tuple[Message, Message | str]]:
    """What is known of a game besides its moves."""
    for side in (BLACK, WHITE):
        yield side.message, known_tag(game.tags, side.label) or "?"
    opening, rules = opening_of(game), game.rules
    english = Message("sheet.english-checkers")
    found = {
        **{tag.lower(): known_tag(game.tags, tag) for tag in _TAGS},
        "date": _date(known_tag(game.tags, "Date")),
        "rules": english if rules == ENGLISH else str(rules),
        "opening": opening.name if opening else known_tag(game.tags, "Opening"),
        "result": _result(game),
    }
    yield from ((Message(f"sheet.fact.{name}"), value) for name, value in found.items() if value)


def _date(tag: str) -> Message | str:
    """Write a date of PDN for people.

    >>> [str(_date(tag)) for tag in ("1994.08.15", "1994.08.??", "1994.??.??", "in summer")]
    ['15 August 1994', 'August 1994', '1994', 'in summer']
    """
    year, *rest = tag.split(".")
    numbers = [int(part) for part in rest if part.isascii() and part.isdigit()]
    if len(rest) != 2 or (numbers and not 1 <= numbers[0] <= 12):
        return tag
    if not numbers:
        return year
    values = {"month": Message(f"date.month.{numbers[0]}"), "year": year}
    if len(numbers) < 2:
        return Message("date.month-of-year", values)
    return Message("date.full", {"day": numbers[1], **values})


def _result(game: Game) -> Message:
    """How a game ended, in words and as players write it.

    >>> str(_result(Game.from_pdn("1. 11-15 1/2-1/2")))
    'Draw, ½-½'
    """
    ending = game.ending
    if ending is None:
        return Message("sheet.unfinished")
    outcome = ending.message
    if ending.reason is Reason.RECORDED:
        won = Message("game.won", {"player": ending.winner})
        outcome = won if ending.winner else Message("game.drawn")
    return Message("sheet.result", {"outcome": outcome, "result": game.result.replace("1/2", "½")})


def _is_shown(game: Game, node: Node, every: int) -> bool:
    if not node.children:
        return True
    if node.move is None:
        return node.position != Position.start(game.rules)
    ends = node.number.endswith("...")  # a whole move, of both sides
    regular = every > 0 and ends and int(node.number.rstrip(".")) % every == 0
    return regular and len(list(islice(node.main_line(), _TOO_NEAR))) == _TOO_NEAR


def _caption(game: Game, node: Node) -> Message:
    turn = Message("game.to-move", {"player": node.position.turn})
    if node.move is None:
        return Message("sheet.start", {"turn": turn})
    move, is_last = f"{node.number}\N{NO-BREAK SPACE}{node.move}", not node.children
    if is_last and game.ending:
        return Message("sheet.end", {"move": move})
    when = "end" if is_last else "after"
    return Message(f"sheet.{when}-turn", {"move": move, "turn": turn})


# ---- the moves, with comments, variations and diagrams among them


def _move_rows(game: Game, diagram: Callable[[Node], str]) -> Iterator[str]:
    """Write the main line row by row; `diagram` draws the diagram after a move, if there is one."""
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


def _row(cells: list[str]) -> str:
    number, *moves = cells
    shown = "".join(f'<span class="move">{escape(move)}</span>' for move in moves)
    return f'<p class="row"><span class="number">{number}.</span>{shown}</p>\n'


def _move(node: Node) -> str:
    return f"{node.move}{node.strength}{''.join(_SIGNS.get(nag, '') for nag in node.nags)}"


def _comment(text: str) -> Iterator[str]:
    said = " ".join(text.split())
    if said:
        yield f'<p class="comment">{escape(said)}</p>\n'


def _variations(node: Node) -> Iterator[str]:
    """The alternatives to a move, with their continuations."""
    siblings = node.parent.children if node.parent else []
    for first in siblings[1:]:
        tokens = in_brackets((("(", first), ("move", first), *first.steps(), (")", first)), _tokens)
        yield f'<p class="variation">{" ".join(tokens)}</p>\n'


def _tokens(node: Node, number: str) -> tuple[list[str], list[str]]:
    """A move of a variation with the comment before it, and the comment after it."""
    before, after = (
        [f"<i>{escape(said)}</i>"] if (said := " ".join(text.split())) else []
        for text in (node.comment_before, node.comment)
    )
    move = " ".join(filter(None, (number, escape(_move(node)))))
    return [*before, f'<span class="move">{move}</span>'], after

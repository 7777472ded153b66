"""A game's view in words. Everything said here stands in the view; nothing is decided."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Final

from typing_extensions import TypeIs

from crownhead.errors import as_sentence
from crownhead.messages import understood
from crownhead.outcome import Outcome, Reason
from crownhead.phrases import counted, listed
from crownhead.pieces import Side
from crownhead.rules import Rules
from crownhead.service.contract import (
    BrokenGameView,
    ClockView,
    GameSummaryView,
    GameView,
    MoveView,
    NoteView,
    OutcomeView,
    PositionView,
    RecordedMoveView,
    RulesView,
    SideName,
)
from crownhead.themes import Theme

SIDES: Final[tuple[SideName, ...]] = ("black", "white")

_WHY_NO_DRAW: Final = MappingProxyType(
    {
        "winning": "it thinks it is winning",
        "better": "it likes its position better",
        "early": "it is too early, there is a lot to play for",
    }
)
_QUOTED: Final = re.compile(r"((?<!\w)'.*?'(?!\w))")


def label(side: str) -> str:
    """A side's name as it stands in a sentence.

    >>> label("black")
    'Black'
    """
    return side.capitalize()


def translated(text: str, theme: Theme | None) -> str:
    """Call the sides by the colours that are shown; without colours they are Black and White.

    What stands in quotes is somebody's own name or word, and stays as it is.

    >>> from crownhead.themes import THEMES
    >>> translated("Black's file is 'Black.pdn'.", THEMES["classic"])
    "Red's file is 'Black.pdn'."
    """
    if theme is None:
        return text
    parts = _QUOTED.split(text)  # every second part is quoted
    return "".join(
        part if index % 2 else theme.translated(part) for index, part in enumerate(parts)
    )


def persons(view: GameView | GameSummaryView) -> list[SideName]:
    """The sides that people play."""
    return [side for side in SIDES if view["players"][side]["kind"] == "person"]


def player(view: GameView | GameSummaryView, side: SideName) -> str:
    """Who plays a side: `You`, a person by name, or a computer with its rating."""
    seat, name = view["players"][side], player_name(view, side)
    if seat["kind"] == "person":
        return "You" if len(persons(view)) == 1 else name
    rating = seat["rating"]
    return f"{name} ({rating})" if rating is not None else name


def player_name(view: GameView | GameSummaryView, side: SideName) -> str:
    """What the player of a side is called; people need not have a name."""
    return view["players"][side]["name"] or "Person"


def pieces(position: PositionView, side: SideName) -> str:
    """Count a side's pieces.

    >>> board = "b" + 12 * "." + "BB" + 17 * "w"
    >>> pieces({"board": board, "turn": "black", "opening": None}, "black")
    '1 man, 2 kings'
    """
    letter, board = side[0], position["board"]
    men, kings = board.count(letter), board.count(letter.upper())
    words = [counted(men, "man", "men")] if men else []
    words += [counted(kings, "king")] if kings else []
    return ", ".join(words) or "no pieces"


def time_left(view: GameView, side: SideName) -> str:
    """What a side's clock shows, rounded up; nothing without a clock."""
    seconds = view["clock"][side]
    return "" if seconds is None else minutes(seconds)


def minutes(seconds: float) -> str:
    """Write seconds as a clock shows them.

    >>> minutes(298.2), minutes(0)
    ('4:59', '0:00')
    """
    whole = math.ceil(seconds)
    return f"{whole // 60}:{whole % 60:02}"


def running_out(view: GameView) -> float | None:
    """Seconds that the person whose clock runs has left; None if no person's does."""
    side = view["clock"]["running"]
    return view["clock"][side] if side in persons(view) else None


def later(view: GameView, seconds: float) -> GameView:
    """A view whose running clock shows what it will show in some seconds."""
    clock = view["clock"].copy()
    side = clock["running"]
    if side is None:
        return view
    clock[side] = max(0.0, (clock[side] or 0.0) - seconds)
    return {**view, "clock": clock}


def clock_sentence(clock: ClockView) -> list[str]:
    """Tell the time that each side has, if there is a clock that the rules do not tell of.

    >>> clock_sentence({"kind": "game", "seconds": 300, "increment": 3})
    ['Each side has 5:00 for the game, and 3 seconds more for each move.']
    """
    if clock["kind"] != "game":
        return []
    more = f", and {clock['increment']:g} seconds more for each move" if clock["increment"] else ""
    return [f"Each side has {minutes(clock['seconds'])} for the game{more}."]


def rules_sentences(rules: RulesView) -> list[str]:
    """The rules in plain words; what starts a count matters only where something is counted.

    >>> from crownhead.service.games.view import rules_view
    >>> rules_sentences(rules_view(Rules()))[0]
    'If you can capture, you must. You choose which capture.'
    """
    sentences = Rules().replace(**rules["options"]).sentences()
    if rules["options"]["quiet_limit"] is None:
        del sentences["quiet_counts_men"]
    return [str(sentence) for sentence in sentences.values()]


def ending(outcome: OutcomeView) -> str:
    """How a game ended, without a full stop.

    >>> ending({"winner": "black", "reason": "resignation", "result": "1-0"})
    'Black wins: White resigned'
    """
    winner = Side(outcome["winner"]) if outcome["winner"] else None
    return str(Outcome(winner, Reason(outcome["reason"])))


def told(message: NoteView) -> str:
    """Say what the people at the board should know.

    >>> from crownhead.messages import Message, plain
    >>> told({"code": "draw-declined", "side": "white", "why": "winning", "detail": None})
    'White declines the draw: it thinks it is winning.'
    >>> told({"code": "cannot-move", "side": "white", "why": None, "detail": plain(Message("service.fault"))})
    'White could not move: an error.'
    """
    who = label(message["side"] or "")
    because = f": {_WHY_NO_DRAW[message['why']]}" if message["why"] else ""
    sentences = {
        "draw-declined": f"{who} declines the draw{because}.",
        "stalled": "Paused: neither side is getting anywhere.",
        "cannot-move": as_sentence(f"{who} could not move: {understood(message['detail'])}"),
        "undo-declined": f"{who} said no. The game goes on.",
        "seat-taken": f"{who} has joined.",
        "seats-freed": "Both sides are played here again.",
    }
    return sentences[message["code"]]


def rules_name(view: GameView) -> str:
    """The rules by name, where they have one, as it stands in a sentence."""
    name = view["rules"]["name"] or "house"
    return f"{'English' if name == 'english' else name} rules"


def rules_title(view: GameView) -> str:
    """The same where it begins a line."""
    name = rules_name(view)
    return name[:1].upper() + name[1:]


def played(move: RecordedMoveView) -> str:
    """Say what a move did.

    >>> move = {"side": "white", "notation": "22x15", "path": [22, 15], "captured": [18]}
    >>> played({**move, "crowned": False, "book": True})
    'White plays 22x15 and takes 18, from the book.'
    """
    took = f" and takes {listed(move['captured'], 'and')}" if move["captured"] else ""
    crown = "; the man is crowned" if move["crowned"] else ""
    book = ", from the book" if move["book"] else ""
    return f"{label(move['side'])} plays {move['notation']}{took}{crown}{book}."


def legs(move: MoveView) -> list[str]:
    """Say what each jump of a capture did.

    >>> legs({"path": [22, 15, 6], "captured": [18, 10]})
    ['22x15 takes 18', '15x6 takes 10']
    """
    path = move["path"]
    return [
        f"{path[index]}x{path[index + 1]} takes {taken}"
        for index, taken in enumerate(move["captured"])
    ]


def listed_in_line(words: Sequence[str], longest: int = 50) -> str:
    """Join as many words as a line has room for, and count the others.

    >>> listed_in_line(["22x15", "22x17"]), listed_in_line(["22x15x6", "22x17x10"], 8)
    ('22x15 or 22x17', '22x15x6 and 1 more')
    """
    room = range(len(words), 0, -1)
    most = next((most for most in room if len(listed(words, most=most)) <= longest), 1)
    return listed(words, most=most)


def must_capture(view: GameView) -> str:
    """The captures that the person to move has to choose from."""
    found = [move["notation"] for move in view["choices"]["legal"] if move["captured"]]
    who = "You" if len(persons(view)) == 1 else label(view["position"]["turn"])
    return f"{who} must capture: {listed_in_line(found)}."


def numbered(view: GameView) -> list[str]:
    """The moves that stand, two a line, as a record writes them."""
    rows: list[list[str]] = []
    for move in view["record"][: view["ply"]]:
        if move["side"] == view["first"]:
            rows.append([move["notation"]])
        elif rows:
            rows[-1].append(move["notation"])
        else:
            rows.append(["...", move["notation"]])
    return [
        f"{number:>3}. " + " ".join(f"{text:<8}" for text in row).rstrip()
        for number, row in enumerate(rows, start=1)
    ]


def is_broken(game: GameSummaryView | BrokenGameView) -> TypeIs[BrokenGameView]:
    """Whether a stored game cannot be read."""
    return "error" in game


def summary_line(game: GameSummaryView | BrokenGameView) -> str:
    """A stored game in a line: when, who, and how it stands."""
    if is_broken(game):
        return str(understood(game["error"]))
    names = [player(game, side) for side in SIDES]
    turn, outcome = game["position"]["turn"], game["outcome"]
    stands = ending(outcome) if outcome else f"{label(turn)} to move"
    when = datetime.strptime(game["updated"], "%Y-%m-%dT%H:%M:%S%z").astimezone()
    moves = counted((game["ply"] + 1) // 2, "move")
    return f"{when:%Y-%m-%d %H:%M}  {' v '.join(names)}, {moves}. {stands}"

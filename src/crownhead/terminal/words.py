"""A game's view as messages of the catalogue. Everything here is in the view; nothing is decided."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final, TypeAlias

from typing_extensions import TypeIs

from crownhead.messages import Listed, Message, Words, counted, understood
from crownhead.outcome import Outcome, Reason
from crownhead.pieces import Side, SideName
from crownhead.rules import ENGLISH
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
)

SIDES: Final[tuple[SideName, ...]] = ("black", "white")
#: A message, or text that is the same in every language.
Said: TypeAlias = Message | str


def persons(view: GameView | GameSummaryView) -> list[SideName]:
    """The sides that people play."""
    return [side for side in SIDES if view["players"][side]["kind"] == "person"]


def player(view: GameView | GameSummaryView, side: SideName) -> Said:
    """Who plays a side: `You`, a person by name, or a computer with its rating."""
    seat, name = view["players"][side], player_name(view, side)
    if seat["kind"] == "person":
        return Message("game.you") if len(persons(view)) == 1 else name
    rating = seat["rating"]
    return f"{name} ({rating})" if rating is not None else name


def player_name(view: GameView | GameSummaryView, side: SideName) -> Said:
    """The name of a side's player; a person may have none."""
    return view["players"][side]["name"] or Message("game.person")


def pieces(position: PositionView, side: SideName, words: Words) -> str:
    """Count a side's pieces.

    >>> board = "b" + 12 * "." + "BB" + 17 * "w"
    >>> pieces({"board": board, "turn": "black", "opening": None}, "black", Words())
    '1 man, 2 kings'
    """
    letters = {"man": side[0], "king": side[0].upper()}
    counts = {name: position["board"].count(letter) for name, letter in letters.items()}
    found = [words.text(counted(name, count)) for name, count in counts.items() if count]
    return words.say("list.comma").join(found) or words.say("game.no-pieces")


def time_left(view: GameView, side: SideName) -> str:
    """The time on a side's clock, rounded up; empty without a clock."""
    seconds = view["clock"][side]
    return "" if seconds is None else minutes(seconds)


def minutes(seconds: float) -> str:
    """Write seconds as a clock shows them.

    >>> minutes(298.2), minutes(0)
    ('4:59', '0:00')
    """
    whole = math.ceil(seconds)
    return f"{whole // 60}:{whole % 60:02}"


def clocks(view: GameView) -> Iterator[Message]:
    """The time that each side has left, if there is a clock."""
    for side in SIDES:
        if left := time_left(view, side):
            yield Message("clock.left", {"side": Side(side), "left": left})


def running_out(view: GameView) -> float | None:
    """Seconds left to the person whose clock runs; None if no person's does."""
    side = view["clock"]["running"]
    return view["clock"][side] if side in persons(view) else None


def later(view: GameView, seconds: float) -> GameView:
    """The view as it will be in some seconds: only the running clock differs."""
    clock = view["clock"].copy()
    side = clock["running"]
    if side is None:
        return view
    clock[side] = max(0.0, (clock[side] or 0.0) - seconds)
    return {**view, "clock": clock}


def clock_sentence(clock: ClockView) -> list[Message]:
    """The time for a game, which the rules do not mention.

    >>> str(*clock_sentence({"kind": "game", "seconds": 300, "increment": 3}))
    'Each side has 5:00 for the game, and 3 seconds more for each move.'
    """
    if clock["kind"] != "game":
        return []
    time, more = minutes(clock["seconds"]), counted("second", clock["increment"])
    if not clock["increment"]:
        return [Message("clock.game", {"time": time})]
    return [Message("clock.game-increment", {"time": time, "more": more})]


def rules_sentences(rules: RulesView) -> list[Message]:
    """The rules in plain words, without options that change nothing.

    >>> from crownhead.service.games.view import rules_view
    >>> str(rules_sentences(rules_view(ENGLISH))[0])
    'If you can capture, you must. You choose which capture.'
    """
    chosen = ENGLISH.replace(**rules["options"])
    return [one for option, one in chosen.sentences().items() if chosen.matters(option)]


def rules_title(view: GameView) -> Message:
    """The rules by name, if they have one."""
    name = view["rules"]["name"]
    if name is None:
        return Message("rules.house")
    return Message("terminal.rules", {"preset": Message(f"rules.preset.{name}.title")})


def ending(outcome: OutcomeView) -> Message:
    """How a game ended.

    >>> str(ending({"winner": "black", "reason": "resignation", "result": "1-0"}))
    'Black wins: White resigned'
    """
    winner = Side(outcome["winner"]) if outcome["winner"] else None
    return Outcome(winner, Reason(outcome["reason"])).message


def noted(note: NoteView) -> Message:
    """What the people at the board should know.

    >>> str(noted({"code": "draw-declined", "side": "white", "why": "winning", "detail": None}))
    'White declines the draw: it thinks it is winning.'
    """
    why = f".{note['why']}" if note["why"] else ""
    side = Side(note["side"]) if note["side"] else None
    error = understood(note["detail"])
    return Message(f"message.{note['code']}{why}", {"player": side, "error": error})


def played(move: RecordedMoveView) -> list[Message]:
    """What a move did.

    >>> move = {"side": "white", "notation": "22x15", "path": [22, 15], "captured": [18]}
    >>> print(*played({**move, "crowned": False, "book": True}))
    White plays 22x15 and takes 18. The move is from the opening book.
    """
    captured = Listed(move["captured"], "and")
    values = {"side": Side(move["side"]), "move": move["notation"], "squares": captured}
    found = [Message(f"game.{'captured' if move['captured'] else 'moved'}", values)]
    found += [Message("game.crowned")] if move["crowned"] else []
    return found + ([Message("game.from-book")] if move["book"] else [])


def jumps(move: MoveView) -> list[Message]:
    """What each jump of a capture did.

    >>> list(map(str, jumps({"path": [22, 15, 6], "captured": [18, 10]})))
    ['22x15 takes 18', '15x6 takes 10']
    """
    path = move["path"]
    return [
        Message("game.jumped", {"jump": f"{path[index]}x{path[index + 1]}", "square": taken})
        for index, taken in enumerate(move["captured"])
    ]


def draw_offered(side: SideName) -> Message:
    """A draw that waits for an answer."""
    return Message("terminal.draw-offered", {"side": Side(side)})


def must_capture(view: GameView) -> Message:
    """The captures that the person to move can choose from, as many as a line has room for."""
    found = [move["notation"] for move in view["choices"]["legal"] if move["captured"]]
    you = ".you" if len(persons(view)) == 1 else ""
    values = {"side": Side(view["position"]["turn"]), "moves": in_line(found)}
    return Message(f"game.must-capture{you}", values)


def in_line(moves: Sequence[str], longest: int = 50) -> Listed:
    """List as many moves as a line has room for, and count the others.

    >>> str(in_line(["22x15", "22x17"])), str(in_line(["22x15x6", "22x17x10"], 8))
    ('22x15 or 22x17', '22x15x6 and 1 more')
    """
    lists = (Listed(moves, most=most) for most in range(len(moves), 0, -1))
    return next((found for found in lists if len(str(found)) <= longest), Listed(moves, most=1))


def numbered(view: GameView) -> list[str]:
    """The moves that stand, two to a line, as a score sheet has them."""
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


def summary(game: GameSummaryView | BrokenGameView) -> Said:
    """A stored game in a line: when, who, and how it stands."""
    if is_broken(game):
        broken: Said = understood(game["error"])
        return broken
    when = datetime.strptime(game["updated"], "%Y-%m-%dT%H:%M:%S%z").astimezone()
    turn, outcome = Side(game["position"]["turn"]), game["outcome"]
    stands = ending(outcome) if outcome else Message("game.to-move", {"player": turn})
    players = Message("game.players", {side: player(game, side) for side in SIDES})
    moves = counted("move", (game["ply"] + 1) // 2)
    values = {"players": players, "moves": moves, "stands": stands}
    return Message("terminal.summary", {"when": f"{when:%Y-%m-%d %H:%M}", **values})

"""The words that a person can type beside moves, and what each of them does."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from crownhead.errors import ConflictError, GameError, StoreError, excerpt, unknown_name
from crownhead.files import draft, shown
from crownhead.phrases import counted, listed
from crownhead.service import choices, opponent
from crownhead.service.contract import SideName
from crownhead.service.games.view import side_name
from crownhead.session import AnswerDraw, Redo, Resign, Step, Undo
from crownhead.terminal import words
from crownhead.themes import THEMES

if TYPE_CHECKING:
    from crownhead.terminal.app import TerminalGame

_LONGEST_NAME: Final = 120  # of a file, in a sentence
_MOST_TIMES: Final = 999  # that a person takes back at once


@dataclass(frozen=True, slots=True)
class Command:
    """What a word does, in a sentence too where no other command's tells it, and what may follow.

    Only a command with an argument may be followed by anything.
    """

    do: Callable[[TerminalGame, str], object]
    sentence: str = ""
    argument: str = ""
    also: tuple[str, ...] = ()


def find(word: str) -> Command:
    """Find a command by its name, another name, or a beginning that only one has.

    >>> find("quit") is find("q") is find("exit")
    True
    >>> find("hnit")
    Traceback (most recent call last):
    crownhead.errors.GameError: no command named 'hnit'; did you mean 'hint'?
    """
    word = word.lower()
    for name, command in COMMANDS.items():
        if word == name or word in command.also:
            return command
    begun = [name for name in COMMANDS if word and name.startswith(word)]
    if len(begun) == 1:
        return COMMANDS[begun[0]]
    if begun:
        raise GameError(f"'{excerpt(word)}' could be {listed(begun)}")
    near = unknown_name("command", word, COMMANDS)
    raise GameError(
        near
        if near.key == "unknown.near"
        else f"no command named '{excerpt(word)}'; help lists them"
    )


def run(app: TerminalGame, text: str) -> None:
    """Do what a line says: a command, and what follows it."""
    word, _, rest = text.partition(" ")
    command, rest = find(word), rest.strip()
    if rest and not command.argument:
        raise GameError(f"type {word.lower()} alone, without '{excerpt(rest)}'")
    command.do(app, rest)


# ---- what they do


def _hint(app: TerminalGame, _: str) -> None:
    if app.view["outcome"]:
        raise GameError(f"the game is over: {words.ending(app.view['outcome'])}")
    if app.view["to_move"] != "person":
        raise GameError("hints are for your own turn")
    found = app.service.hint(app.game.session.game())
    app.mark(found.move.path)
    app.say(f"Hint: {found.sentence}")


def _undo(app: TerminalGame, text: str) -> None:
    _repeat("undo", "taken back", text, lambda: app.game.do(Undo()))


def _redo(app: TerminalGame, text: str) -> None:
    _repeat("redo", "made again", text, lambda: app.game.do(Redo()))


def _repeat(name: str, done: str, text: str, act: Callable[[], object]) -> None:
    """Do something so many times, or as often as it can be done; then say so."""
    if text and not (text.isascii() and text.isdecimal() and 0 < int(text[:5]) <= _MOST_TIMES):
        raise GameError(
            f"{name} takes a number from 1 to {_MOST_TIMES}, such as {name} 3, not '{excerpt(text)}'"
        )
    wanted = int(text or 1)
    for times in range(wanted):
        try:
            act()
        except GameError:
            if not times:
                raise
            turns = counted(times, "turn")
            raise GameError(f"only {turns} could be {done}, not {wanted}") from None


def _moves(app: TerminalGame, _: str) -> None:
    """List the moves that are possible, and those that were made."""
    view = app.view
    legal = [move["notation"] for move in view["choices"]["legal"]]
    possible = [f"{words.label(view['position']['turn'])} can play {listed(legal, most=99)}."]
    made = words.numbered(view)
    none = [] if made else ["No moves have been made yet."]
    app.display.page([*(possible if legal else []), *none], made)


def _rules(app: TerminalGame, _: str) -> None:
    sentences = words.rules_sentences(app.view["rules"])
    title = words.rules_title(app.view)
    clock = words.clock_sentence(app.view["clock"])
    app.display.page([f"{title}:", *(f"- {sentence}" for sentence in (*sentences, *clock))])


def _level(app: TerminalGame, text: str) -> None:
    if not text:
        rows = [
            f"{one['number']:>3}  {one['name']:<18} {one['rating']:>5}  {one['character']}"
            for one in choices()["levels"]
        ]
        app.display.page(
            [*rows, "To change the opponent, type level 4, level hard or level engine."]
        )
        return
    side, name = _side_and_name(app, text)
    chosen = opponent(name)
    if side == "black":
        app.game.change(black=chosen)
    else:
        app.game.change(white=chosen)
    view = app.look_again()
    app.say(f"{words.label(side)} is now played by {words.player_name(view, side)}.")


def _side_and_name(app: TerminalGame, text: str) -> tuple[SideName, str]:
    """Who is to be replaced: the side named, or the only computer."""
    first, _, rest = text.partition(" ")
    named = (app.theme or THEMES["classic"]).side_called(first)
    if named is not None and rest.strip():
        return side_name(named), rest.strip()
    computers = [side for side in words.SIDES if side not in words.persons(app.view)]
    if len(computers) != 1:
        raise GameError("which side? Type level black NAME or level white NAME")
    return computers[0], text


def _draw(app: TerminalGame, _: str) -> None:
    if app.view["draw_offer"]:
        raise GameError("a draw has been offered: accept, decline, or play on")
    app.game.offer_draw(app.service.judge_draw)
    offered = app.look_again()["draw_offer"]
    if offered:
        app.say(f"{words.label(offered)} offers a draw: accept, decline, or play on.")


def _save(app: TerminalGame, text: str) -> None:
    quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "'\""
    name = text[1:-1].strip() if quoted else text
    if not name:
        raise GameError("give the file a name: save game.pdn")
    try:
        path = Path(name).expanduser()
    except RuntimeError:  # so Python says it
        raise GameError(f"cannot write {_quoted(name)}: there is no such user") from None
    if name.endswith(("/", os.sep)) or os.path.isdir(path):  # noqa: PTH112 which may raise
        raise GameError(f"{_quoted(name)} is a folder; give the name of a file in it")
    try:
        with draft(path, replace=False) as part:
            part.write_text(app.game.pdn(), encoding="utf-8")
    except ConflictError:
        raise GameError(f"{_quoted(path)} already exists; choose another name") from None
    except StoreError as error:
        why = str(error).removeprefix(f"cannot write {shown(path)}: ")
        raise GameError(f"cannot write {_quoted(path)}: {why}") from None
    app.say(f"The game is saved as '{path}'.")


def _quoted(name: object) -> str:
    """A file's name in a sentence; in quotes, so that a side in it is not called by its colour."""
    return f"'{excerpt(name, _LONGEST_NAME)}'"


def _again(app: TerminalGame, text: str) -> None:
    if text not in ("", "swap"):
        raise GameError("again starts a new game like this one; again swap changes sides")
    app.sit_down(app.service.rematch(app.game.id, swap=text == "swap"))


def _pause(app: TerminalGame, paused: bool) -> None:
    if words.persons(app.view):
        raise GameError("only a game between two computers can be paused")
    app.game.change(paused=paused)


def _step(app: TerminalGame, _: str) -> None:
    _pause(app, paused=True)
    app.game.do(Step())


def _help(app: TerminalGame, _: str) -> None:
    rows = [
        f"{f'{name} {command.argument}'.strip():<14} {command.sentence}"
        for name, command in COMMANDS.items()
        if command.sentence
    ]
    app.display.page(
        [
            "Move: 11-15, 22x15, every square 2x9x18, or row,column 3,2 4,1; or 11, then 15.",
            *rows,
        ]
    )


COMMANDS: Final[Mapping[str, Command]] = MappingProxyType(
    {
        "hint": Command(_hint, "Suggest a good move and say why."),
        "undo": Command(_undo, "Go back to your last turn, or N turns.", "[N]", also=("u",)),
        "redo": Command(_redo, "Play again what undo took back.", "[N]"),
        "moves": Command(_moves, "List the moves you can make, and those made."),
        "rules": Command(_rules, "Explain the rules of this game."),
        "board": Command(lambda app, _: app.show_board(), "Show the board.", also=("b",)),
        "flip": Command(lambda app, _: app.flip(), "Turn the board."),
        "level": Command(_level, "Change the opponent; without a name, list them.", "[NAME]"),
        "draw": Command(_draw, "Offer a draw; accept or decline answers an offer."),
        "accept": Command(lambda app, _: app.game.do(AnswerDraw(accept=True))),
        "decline": Command(lambda app, _: app.game.do(AnswerDraw(accept=False))),
        "resign": Command(lambda app, _: app.game.do(Resign()), "Give up."),
        "again": Command(
            _again, "Start a new game like this one; again swap changes sides.", "[swap]"
        ),
        "save": Command(_save, "Write the game to a PDN file.", "FILE"),
        "pause": Command(
            lambda app, _: _pause(app, paused=True),
            "Pause two computers; go resumes, step plays one move.",
        ),
        "go": Command(lambda app, _: _pause(app, paused=False)),
        "step": Command(_step),
        "help": Command(_help, "Show this.", also=("?", "h")),
        "quit": Command(
            lambda app, _: app.leave(), "Leave; the game is saved.", also=("exit", "bye")
        ),
    }
)

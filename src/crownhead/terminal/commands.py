"""The commands that a person can type instead of a move."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from crownhead.errors import ConflictError, GameError, excerpt, unknown_name
from crownhead.files import draft, shown, unwritable
from crownhead.messages import Listed, Message, say
from crownhead.pieces import Side, SideName
from crownhead.service import choices, opponent
from crownhead.service.games.view import side_name
from crownhead.session.endings import AnswerDraw, Resign
from crownhead.session.moves import Redo, Undo
from crownhead.session.thinking import Step
from crownhead.terminal import words
from crownhead.themes import THEMES

if TYPE_CHECKING:
    from crownhead.terminal.app import TerminalGame

_MOST_TIMES: Final = 999  # for undo and redo


@dataclass(frozen=True, slots=True)
class Command:
    """A command: what it does, its argument if it takes one, and its other names.

    Help has a line for it, `terminal.help.NAME`, unless another command's line covers it.
    """

    do: Callable[[TerminalGame, str], object]
    argument: str = ""
    also: tuple[str, ...] = ()
    listed: bool = True


def find(word: str) -> Command:
    """Find a command by its name, another name, or an unambiguous prefix.

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
        raise GameError("terminal.several-commands", word=excerpt(word), names=Listed(begun))
    unknown = unknown_name("command", word, COMMANDS)
    if unknown.key == "unknown.near":
        raise GameError(unknown)
    raise GameError("terminal.unknown-command", unknown=unknown.values["unknown"])


def run(app: TerminalGame, text: str) -> None:
    """Run a line: a command, and its argument."""
    word, _, rest = text.partition(" ")
    command, rest = find(word), rest.strip()
    if rest and not command.argument:
        raise GameError("terminal.no-argument", command=word.lower(), rest=excerpt(rest))
    command.do(app, rest)


# ---- what they do


def _hint(app: TerminalGame, _: str) -> None:
    if app.view["outcome"]:
        raise GameError("record.over", outcome=words.ending(app.view["outcome"]))
    if app.view["to_move"] != "person":
        raise GameError("session.not-your-turn")
    found = app.service.hint(app.game.session.game())
    app.mark(found.move.path)
    app.say(found.message)


def _repeat(app: TerminalGame, name: str, command: Undo | Redo, text: str) -> None:
    """Undo or redo a number of moves; if that is impossible, do what is possible and say so."""
    if text and not (text.isascii() and text.isdecimal() and 0 < int(text[:5]) <= _MOST_TIMES):
        raise GameError("terminal.takes-number", name=name, most=_MOST_TIMES, text=excerpt(text))
    wanted = int(text or 1)
    for times in range(wanted):
        try:
            app.game.do(command)
        except GameError:
            if not times:
                raise
            raise GameError(f"terminal.{name}-some", count=times, wanted=wanted) from None


def _moves(app: TerminalGame, _: str) -> None:
    """List the legal moves and the moves so far."""
    view = app.view
    legal = Listed([move["notation"] for move in view["choices"]["legal"]], most=99)
    can = {"side": Side(view["position"]["turn"]), "moves": legal}
    made = words.numbered(view)
    possible = [Message("terminal.can-play", can)] if legal.things else []
    app.display.page([*possible, *([] if made else [Message("terminal.no-moves")])], made)


def _rules(app: TerminalGame, _: str) -> None:
    clock = words.clock_sentence(app.view["clock"])
    told = (*words.rules_sentences(app.view["rules"]), *clock)
    app.display.page([words.rules_title(app.view), *(f"- {one}" for one in told)])


def _level(app: TerminalGame, text: str) -> None:
    if not text:
        rows = [
            f"{one['number']:>3}  {one['name']:<18} {one['rating']:>5}  {one['character']}"
            for one in choices()["levels"]
        ]
        app.display.page([*rows, Message("terminal.choose-level")])
        return
    side, name = _side_and_name(app, text)
    chosen = opponent(name)
    if side == "black":
        app.game.change(black=chosen)
    else:
        app.game.change(white=chosen)
    player = words.player_name(app.look_again(), side)
    app.say(Message("terminal.plays-now", {"side": Side(side), "player": player}))


def _side_and_name(app: TerminalGame, text: str) -> tuple[SideName, str]:
    """The side to change and its new player; without a side, the only computer's."""
    first, _, rest = text.partition(" ")
    named = (app.theme or THEMES["classic"]).side_called(first)
    if named is not None and rest.strip():
        return side_name(named), rest.strip()
    computers = [side for side in words.SIDES if side not in words.persons(app.view)]
    if len(computers) != 1:
        raise GameError("terminal.which-side")
    return computers[0], text


def _draw(app: TerminalGame, _: str) -> None:
    waiting = app.view["draw_offer"]
    if waiting:
        raise GameError(words.draw_offered(waiting))
    app.game.offer_draw(app.service.judge_draw)
    offered = app.look_again()["draw_offer"]
    if offered:
        app.say(words.draw_offered(offered))


def _save(app: TerminalGame, text: str) -> None:
    quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "'\""
    name = text[1:-1].strip() if quoted else text
    if not name:
        raise GameError("terminal.no-file-name")
    try:
        path = Path(name).expanduser()
    except RuntimeError:  # raised for an unknown user
        raise unwritable(Path(name), "user") from None
    if name.endswith(("/", os.sep)):
        raise unwritable(path, "folder")
    try:
        with draft(path, replace=False) as part:
            part.write_text(app.game.pdn(), encoding="utf-8")
    except ConflictError:
        raise GameError("terminal.file-exists", path=shown(path)) from None
    app.say(Message("terminal.saved-as", {"path": path}))


def _again(app: TerminalGame, text: str) -> None:
    if text not in ("", "swap"):
        raise GameError("terminal.again-or-swap")
    app.sit_down(app.service.rematch(app.game.id, swap=text == "swap"))


def _pause(app: TerminalGame, paused: bool) -> None:
    if words.persons(app.view):
        raise GameError("terminal.no-pause")
    app.game.change(paused=paused)


def _step(app: TerminalGame, _: str) -> None:
    _pause(app, paused=True)
    app.game.do(Step())


def _help(app: TerminalGame, _: str) -> None:
    rows = [
        f"{f'{name} {command.argument}'.strip():<14} {say(f'terminal.help.{name}')}"
        for name, command in COMMANDS.items()
        if command.listed
    ]
    app.display.page([Message("terminal.help.move"), *rows])


COMMANDS: Final[Mapping[str, Command]] = MappingProxyType(
    {
        "hint": Command(_hint),
        "undo": Command(lambda app, text: _repeat(app, "undo", Undo(), text), "[N]", also=("u",)),
        "redo": Command(lambda app, text: _repeat(app, "redo", Redo(), text), "[N]"),
        "moves": Command(_moves),
        "rules": Command(_rules),
        "board": Command(lambda app, _: app.show_board(), also=("b",)),
        "flip": Command(lambda app, _: app.flip()),
        "level": Command(_level, "[NAME]"),
        "draw": Command(_draw),
        "accept": Command(lambda app, _: app.game.do(AnswerDraw(accept=True)), listed=False),
        "decline": Command(lambda app, _: app.game.do(AnswerDraw(accept=False)), listed=False),
        "resign": Command(lambda app, _: app.game.do(Resign())),
        "again": Command(_again, "[swap]"),
        "save": Command(_save, "FILE"),
        "pause": Command(lambda app, _: _pause(app, paused=True)),
        "go": Command(lambda app, _: _pause(app, paused=False), listed=False),
        "step": Command(_step, listed=False),
        "help": Command(_help, also=("?", "h")),
        "quit": Command(lambda app, _: app.leave(), also=("exit", "bye")),
    }
)

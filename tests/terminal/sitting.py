"""The terminal game in a process of its own, as a person or a script starts it."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import warm
from crownhead.messages import Listed
from crownhead.outcome import Outcome, Reason
from crownhead.pieces import Side
from crownhead.service import Service
from crownhead.service.contract import GameView
from saying import begun, said

LONG = 60  # seconds after which a test gives up; none needs more than a few
COMMAND = (sys.executable, "-m", "crownhead", "terminal")
PEOPLE = ("--black", "person", "--white", "person")


def asked(side: str = "black", theme: str | None = "classic") -> str:
    """The beginning of the question for a move, to a side that is not alone."""
    return begun("terminal.to-move", theme, side=Side(side))


def plays(side: str, move: str, *captured: int, theme: str | None = None) -> str:
    """The report of a move."""
    key = "game.captured" if captured else "game.moved"
    squares = Listed(captured, "and")
    return said(key, theme, side=Side(side), move=move, squares=squares)


def ended(winner: str, reason: str, theme: str | None = None) -> str:
    """The report of a win."""
    outcome = Outcome(Side(winner), Reason(reason)).message
    return said(outcome.key, theme, **outcome.values)


GAME = re.compile(re.escape(begun("terminal.game")) + " ([a-z0-9]{12})")
_MOVED = re.compile(
    re.escape(said("game.moved", side="SIDE", move="MOVE").rstrip("."))
    .replace("SIDE", r"\w+")
    .replace("MOVE", "([0-9x-]+)")
)
WHICH_GAME = said("terminal.which-game")
YOUR_MOVE = begun("terminal.your-move")
THINKING = said("game.thinking", player=Side.WHITE)


class Sitting(NamedTuple):
    """What a sitting wrote and how it ended."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()

    @property
    def last(self) -> str:
        return self.lines[-1]

    @property
    def moves(self) -> list[str]:
        """The moves that it reported."""
        return [found[1] for line in self.lines if (found := _MOVED.match(line))]

    @property
    def game_id(self) -> str:
        """The game's name, as the first line tells it."""
        found = GAME.search(self.out)
        assert found is not None, self.out
        return found[1]


def environment(data: Path, **changes: str) -> dict[str, str]:
    """Leave out what would change how the game is shown, and add what is given."""
    plain = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("LC_", "COLUMNS", "LINES", "FORCE_COLOR", "NO_COLOR", "COLORTERM"))
    }
    fixed = {"PYTHONUTF8": "1", "PYTHONWARNINGS": "error", "CROWNHEAD_DATA": str(data)}
    return {**plain, **fixed, **changes}


def sit(data: Path, lines: Iterable[str], *options: str, **changes: str) -> Sitting:
    """Pipe lines into a game, to the end of input."""
    done = warm.run(
        ["terminal", *options],
        environment(data, **changes),
        typed="".join(f"{line}\n" for line in lines).encode(),
        timeout=LONG,
    )
    out, err = (text.decode().replace("\r\n", "\n") for text in (done.stdout, done.stderr))
    assert "Traceback" not in err, err
    return Sitting(done.returncode, out, err)


def stored(data: Path, game_id: str) -> GameView:
    """A game as the service shows it afterwards."""
    service = Service(data)
    try:
        return service.game(game_id).view()
    finally:
        service.close()

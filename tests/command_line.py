"""Run commands as users do, check their output, and provide games as input."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import IO, Any, NamedTuple

import programs
import warm
from saying import says

COMMAND = (sys.executable, "-m", "crownhead")
PATIENCE = 60  # seconds until a hanging command is killed

GOOD_GAME = '[Event "fine"]\n[Result "1-0"]\n1. 11-15 23-19 2. 8-11 22-17 1-0\n'
BAD_GAME = '[Event "illegal"]\n1. 11-15 23-20 *\n'


class Answer(NamedTuple):
    """The output and the exit code of a command."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


def environment(**changes: str) -> dict[str, str]:
    """The environment without variables that change a command's output, plus the given ones."""
    plain = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("LC_", "PYTHON", "COLUMNS", "FORCE_COLOR", "NO_COLOR", "TERM"))
    }
    return {**plain, "PYTHONUTF8": "1", **changes}


def run(
    *words: str | Path,
    env: dict[str, str] | None = None,
    stdout: IO[Any] | int | None = None,
    first: str = "",
) -> Answer:
    """Run a command to its end. `first` is Python code to run before the command."""
    env, given = env or environment(), [str(word) for word in words]
    if env["PYTHONUTF8"] == "0":  # read when the program starts
        done = programs.run(
            [*COMMAND, *given], env=env, capture_output=True, timeout=PATIENCE, check=False
        )
    else:
        done = warm.run(given, env, stdout=stdout, timeout=PATIENCE, first=first)
    out, err = (text.decode(errors="replace") for text in (done.stdout, done.stderr))
    return Answer(done.returncode, out, err)


def refused(answer: Answer, *words: str) -> None:
    """Check that a command failed with exit code 2 and a message."""
    assert answer.code == 2, answer
    assert "Traceback" not in answer.err, answer.err
    assert answer.out == "", answer.out
    for word in words:
        assert word in " ".join(answer.err.split()), answer.err


def refused_for(answer: Answer, code: str, /, **values: Any) -> None:
    """Check that a command failed with one line, containing a message with these values."""
    refused_in_one_line(answer)
    assert says(answer.err, code, **values), (code, answer.err)


def refused_in_one_line(answer: Answer, *words: str) -> None:
    refused(answer, *words)
    assert len(answer.err.splitlines()) == 1, answer.err
    assert answer.err.startswith("crownhead: "), answer.err


def pdn_file(folder: Path, *games: str, name: str = "games.pdn") -> Path:
    path = folder / name
    path.write_text("\n".join(games), encoding="utf-8")
    return path

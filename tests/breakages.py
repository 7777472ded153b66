"""Break the code on purpose, one place at a time, and see that the tests notice: `make breakages`.

Runs in a clone of its own. Each breakage is a small mistake that somebody could make; the tests named
beside it must fail while it is there, and pass without it.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path
from typing import Final, NamedTuple


class Breakage(NamedTuple):
    """A mistake: what it replaces in a file, and the tests that must notice."""

    file: str
    right: str
    wrong: str
    tests: str


BREAKAGES: Final = (
    Breakage(
        "native/board/generator.hpp",
        "crowned && rules_.crowning_ends_move",
        "crowned",
        "tests/rules tests/position",
    ),
    Breakage("native/search/stack.hpp", "int back = 4;", "int back = 6;", "tests/engine"),
    Breakage(
        "native/board/perft.cpp",
        "if (view.kings != 0) {\n        for_each_direction<Us>(true, [&]<Direction D>() { count_quiet",
        "if (view.men == 0) {\n        for_each_direction<Us>(true, [&]<Direction D>() { count_quiet",
        "tests/test_perft.py",
    ),
    Breakage(
        "src/crownhead/node.py",
        "if count >= rules.repetition_limit:",
        "if count > rules.repetition_limit:",
        "tests/game",
    ),
    Breakage(
        "src/crownhead/notation/fen.py",
        "range(first, last + 1)",
        "range(first, last)",
        "tests/notation/test_fen.py",
    ),
    Breakage(
        "src/crownhead/openings/ballots.csv",
        "9-13 21-17 5-9",
        "9-13 21-17 6-9",
        "tests/test_openings.py",
    ),
    Breakage(
        "src/crownhead/svg.py",
        "        if self.flipped:",
        "        if not self.flipped:",
        "tests/test_svg.py",
    ),
    Breakage(
        "src/crownhead/service/clock.py",
        "self._left[side] += self.setting.increment",
        "self._left[side] -= self.setting.increment",
        "tests/service/test_clocks.py",
    ),
    Breakage(
        "src/crownhead/service/draws.py",
        "score if game.turn is side else -score",
        "score",
        "tests/service/test_draws.py",
    ),
    Breakage(
        "src/crownhead/service/seating.py",
        "anybody = by.id if by.is_host else None",
        "anybody = by.id",
        "tests/service/test_invitations.py",
    ),
    Breakage(
        "src/crownhead/store/listing.py",
        "(updated, id) < (?, ?)",
        "(updated, id) <= (?, ?)",
        "tests/store/test_listing.py",
    ),
    Breakage(
        "src/crownhead/web/visitors.py",
        "return hmac.compare_digest(one.encode(), two.encode())",
        "return True",
        "tests/web/test_guests.py tests/web/test_security.py",
    ),
    Breakage(
        "src/crownhead/web/security.py",
        'return origin == f"http://{host}" and self.is_our_host(host)',
        "return True",
        "tests/web/test_security.py",
    ),
    Breakage(
        "src/crownhead/arena/sprt.py",
        "return self.upper if llr > 0 else self.lower",
        "return self.lower if llr > 0 else self.upper",
        "tests/arena/test_rating.py",
    ),
    Breakage(
        "src/crownhead/players/ratings.py",
        "10 ** (-difference / 400)",
        "10 ** (difference / 400)",
        "tests/arena/test_rating.py",
    ),
    Breakage(
        "src/crownhead/engine/chances.py",
        "-score.points / SCALE",
        "score.points / SCALE",
        "tests/engine/test_chances.py",
    ),
    Breakage(
        "src/crownhead/players/levels.py",
        "super().__init__(hash_mb=16, seed=seed, ",
        "super().__init__(hash_mb=16, seed=None, ",
        "tests/players",
    ),
    Breakage(
        "src/crownhead/engine/engine.py",
        "chosen = [legal_move(move, position) for move in moves]",
        "chosen = [legal_move(move, position) for move in moves][:1]",
        "tests/engine/test_engine.py",
    ),
    Breakage(
        "src/crownhead/web/static/lib/words.js",
        'mine ? (outcome.winner === mine ? "You won"',
        'mine ? (outcome.winner !== mine ? "You won"',
        "tests/web/test_scripts.py",
    ),
    Breakage(
        "src/crownhead/web/static/pages/state.js",
        "return { ply: shown.ply, position: shown.position, moving",
        "return { ply: game.ply, position: game.position, moving",
        "tests/web/browser/test_one_moment.py",
    ),
)


def run(folder: Path, *command: str) -> bool:
    """Whether a command does well in the clone."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode == 0


def notices(folder: Path, one: Breakage) -> bool:
    """Whether the tests fail while something is broken."""
    path = folder / one.file
    sound = path.read_text(encoding="utf-8")
    if one.right not in sound:
        sys.exit(f"{one.file} has no longer: {one.right}")
    path.write_text(sound.replace(one.right, one.wrong, 1), encoding="utf-8")
    try:
        if one.file.startswith("native/") and not run(folder, "make", "setup"):
            return True  # it does not even compile
        return not run(
            folder,
            *(".venv/bin/python", "-m", "pytest", "-q", "-x", "-n", "2", "-m", "not long"),
            *one.tests.split(),
        )
    finally:
        path.write_text(sound, encoding="utf-8")
        if one.file.startswith("native/"):
            run(folder, "make", "setup")


def main() -> None:
    """Break everything in turn in the clone that is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("clone", type=Path, help="A checkout that may be changed.")
    clone: Path = parser.parse_args().clone
    missed = 0
    for number, one in enumerate(BREAKAGES, 1):
        caught = notices(clone, one)
        missed += not caught
        print(
            f"{number:2} {'caught' if caught else 'MISSED'}  {one.file}: {one.wrong[:60]!r}",
            flush=True,
        )
    print(f"{len(BREAKAGES) - missed} of {len(BREAKAGES)} caught")
    sys.exit(missed > 0)


if __name__ == "__main__":
    main()

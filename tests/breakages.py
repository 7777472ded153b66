"""Break the code on purpose, one mistake at a time, and check that the tests notice: `make breakages`.

Runs in a clone. Each breakage is a small, plausible mistake. The tests named beside it must fail with the
mistake and pass without it.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path
from typing import Final, NamedTuple


class Breakage(NamedTuple):
    """A mistake: the text it replaces in a file, and the tests that must notice."""

    file: str
    right: str
    wrong: str
    tests: str


# pytest's exit codes: tests passed, tests failed, or the run was stopped by -x or could not load.
RAN: Final = (0, 1, 2)

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
        "if (view.kings != 0) {\n        view.for_each_walk(rules, true, [&]<Direction D>() { count_quiet",
        "if (view.men == 0) {\n        view.for_each_walk(rules, true, [&]<Direction D>() { count_quiet",
        "tests/test_perft.py",
    ),
    Breakage(
        "src/crownhead/node.py",
        "if count >= rules.repetition_limit:",
        "if count > rules.repetition_limit:",
        "tests/game",
    ),
    Breakage(
        "src/crownhead/text/fen.py",
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
        "src/crownhead/session/clock.py",
        "stopped.shown[side] + self.setting.increment",
        "stopped.shown[side] - self.setting.increment",
        "tests/service/test_clocks.py",
    ),
    Breakage(
        "src/crownhead/service/games/draws.py",
        "score if game.turn is side else -score",
        "score",
        "tests/service/test_draws.py",
    ),
    Breakage(
        "src/crownhead/session/seating.py",
        "anybody = by.id if by.is_host else None",
        "anybody = by.id",
        "tests/service/test_invitations.py",
    ),
    Breakage(
        "src/crownhead/store/games/game_store.py",
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
        "src/crownhead/engine/limits.py",
        "-score.points / _SCALE",
        "score.points / _SCALE",
        "tests/engine/test_chances.py",
    ),
    Breakage(
        "src/crownhead/players/levels.py",
        "super().__init__(hash_mb=hash_mb, seed=seed, ",
        "super().__init__(hash_mb=hash_mb, seed=None, ",
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
        'winner === mine ? "game.you-won"',
        'winner !== mine ? "game.you-won"',
        "tests/web/test_scripts.py",
    ),
    Breakage(
        "src/crownhead/web/static/pages/state.js",
        "return { ply: shown.ply, position: shown.position, moving",
        "return { ply: game().ply, position: game().position, moving",
        "tests/web/browser/test_one_moment.py",
    ),
    Breakage(
        "src/crownhead/pdn/reader.py",
        "_Line(parent or self._line.node, broken=broken)",
        "_Line(self._line.node, broken=broken)",
        "tests/notation/test_pdn_notes.py",
    ),
    Breakage(
        "src/crownhead/review/judge.py",
        "return _Look(DRAWN) if _draw_at(node) else onward",
        "return onward",
        "tests/review/test_draws.py",
    ),
    Breakage(
        "native/endgame/solver.cpp",
        "if (unknown || (Kind::has_distance && cell > after + 1)) {",
        "if (unknown) {",
        "tests/endgame/test_tables.py",
    ),
    Breakage(
        "src/crownhead/book/opening_book.py",
        "key=lambda one: (-one[1], one[0])",
        "key=lambda one: (one[1], one[0])",
        "tests/book/test_play.py",
    ),
    Breakage(
        "src/crownhead/library/dates.py",
        "return day + 9999",
        "return day",
        "tests/collection/test_mixtures.py",
    ),
)


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a command in the clone."""
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def builds(folder: Path) -> bool:
    """Return whether the clone's native core compiles."""
    return run(folder, "make", "setup").returncode == 0


def passes(folder: Path, tests: str) -> bool:
    """Return whether a selection of tests passes in the clone; exit if it cannot run."""
    done = run(
        folder,
        *(".venv/bin/python", "-m", "pytest", "-q", "-x", "-n", "2", "-m", "not long"),
        *tests.split(),
    )
    if done.returncode not in RAN:
        sys.exit(f"pytest cannot run {tests}:\n{done.stdout}{done.stderr}")
    return done.returncode == 0


def notices(folder: Path, one: Breakage) -> bool:
    """Return whether the tests fail while something is broken."""
    path = folder / one.file
    native = one.file.startswith("native/")
    sound = path.read_text(encoding="utf-8")
    if one.right not in sound:
        sys.exit(f"{one.file} no longer has: {one.right}")
    path.write_text(sound.replace(one.right, one.wrong, 1), encoding="utf-8")
    try:
        if native and not builds(folder):
            sys.exit(f"{one.file} does not build with: {one.wrong}")
        return not passes(folder, one.tests)
    finally:
        path.write_text(sound, encoding="utf-8")
        if native and not builds(folder):
            sys.exit(f"{one.file} does not build as it was")


def main() -> None:
    """Apply every breakage in turn to the given clone."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("clone", type=Path, help="A checkout that may be changed.")
    clone: Path = parser.parse_args().clone
    for tests in dict.fromkeys(one.tests for one in BREAKAGES):
        if not passes(clone, tests):
            sys.exit(f"{tests}: failing though nothing is broken, so a failure would prove nothing")
    print("all tests pass while nothing is broken", flush=True)
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

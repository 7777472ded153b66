"""The library alone: its wheel in an empty environment, where no other package is installed."""

from __future__ import annotations

import re
import subprocess
import sys
import venv
from pathlib import Path

import programs
from crownhead.messages import Message, say
from saying import pattern

ROOT = Path(__file__).parents[1]
PATIENCE = 300
LIBRARY = """
import importlib.metadata, pkgutil, sys
from importlib import import_module
from pathlib import Path
import crownhead
from crownhead import *
from crownhead import pieces

assert [one.name for one in importlib.metadata.distributions()] == ["crownhead"]
apart = {"cli", "service", "terminal", "web", "notebook"}  # the program
apart |= {"pictures.bars", "pictures.film", "pictures.raster", "pictures.writers", "__main__"}
def import_all(path, before):
    for module in pkgutil.iter_modules(path, before):
        if module.name.removeprefix("crownhead.") not in apart:
            found = import_module(module.name)
            if module.ispkg:
                import_all(found.__path__, module.name + ".")
import_all(crownhead.__path__, "crownhead.")

from crownhead.arena import Match
from crownhead.endgame import Build
from crownhead.engine import Limit
from crownhead.notation.pdn import read_games
from crownhead.players import player
from crownhead.review import review_game

game, me = Game(), player("greedy", seed=1)
with Engine(hash_mb=1) as engine:
    for _ in range(6):
        game.push(me.choose(game))
        game.push(engine.play(game, Limit(nodes=2000)))
    [best, *_] = engine.analyse(Position.start(), Limit(depth=8))
assert (game.ply, best.depth, game.errors) == (12, 8, [])
folder = Path(sys.argv[1])
(folder / "games.pdn").write_text(game.pdn)
[again] = read_games(folder / "games.pdn")
assert again.moves == game.moves
assert len(review_game(again, Limit(nodes=500)).moves) == 12
Build(folder / "tables", 2).run(jobs=1)
tables = EndgameTables.open(folder / "tables")
assert tables.probe(Position.from_fen("B:WK32:BK1")).outcome == "draw"
assert OpeningBook.open().probe(Position.start())
match = Match(("greedy", "random"), games=2)
match.play(jobs=1)
assert match.played == 2

for name, what in (("pictures", "png"), ("service", "Service"), ("terminal", "run"), ("web", "serve")):
    try:
        getattr(import_module(f"crownhead.{name}"), what)
    except CrownheadError as error:
        print(error)
"""
NEEDING = [
    pattern("package.missing", what=Message(f"package.{what}"), extra="app")
    for what in ("picture", "service", "terminal", "page")
]


def test_the_library_needs_no_other_package_and_the_program_says_what_it_needs(
    tmp_path: Path,
) -> None:
    def run(*words: object, code: int = 0) -> subprocess.CompletedProcess[str]:
        done = programs.run(
            [str(word) for word in words],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done

    # This packs what `make` has compiled; it compiles nothing.
    build = [sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", tmp_path]
    settings = ["-C", f"build-dir={ROOT}/build/local", "-C", "cmake.define.CROWNHEAD_NATIVE=ON"]
    run(*build, *settings, ROOT)
    [wheel] = tmp_path.glob("*.whl")
    venv.create(tmp_path / "empty", with_pip=False)
    there = tmp_path / "empty" / "bin"
    install = [Path(sys.executable).with_name("uv"), "pip", "install", "--offline", "--no-index"]
    run(*install, "--python", there / "python", wheel)

    done = run(there / "python", "-I", "-W", "error", "-c", LIBRARY, tmp_path)
    assert len(told := done.stdout.splitlines()) == 4
    assert all(re.fullmatch(needing, one) for needing, one in zip(NEEDING, told, strict=True))
    assert done.stderr == ""
    for words in ((), ("--help",), ("perft", "3")):
        done = run(there / "crownhead", *words, code=2)
        needs = {"what": Message("package.program"), "package": "click", "extra": "app"}
        sentence = f"crownhead: {say('package.missing', **needs)}\n"
        assert (done.stdout, done.stderr) == ("", sentence)

"""Install the release archives as users would, and try them: `make wheel` runs this.

The wheel is installed without a compiler on the PATH, the source archive with one. Both must open the
game, search, and draw a board. The wheel must also run on a processor without recent instructions.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import urllib.request
import venv
from collections.abc import Mapping
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
NO_COMPILER: Final = {"CC": "/nowhere/cc", "CXX": "/nowhere/c++", "CMAKE_GENERATOR": "nothing"}
SMOKE: Final = """
from crownhead import Game, Position, _core, printing, svg
from crownhead.engine import Engine, Limit
from crownhead.engine.network import usual_network
assert Position.start().perft(6) == 36768
with Engine(hash_mb=8) as engine:
    nodes = engine.analyse(Position.start(), Limit(depth=12))[0].nodes
assert svg.board(Position.start()).startswith("<svg")
from crownhead.pictures import animation, png
assert png(Position.start())[1:4] == b"PNG"
assert animation(Game.from_moves("11-15"))[:3] == b"GIF"
assert "@page" in printing.sheet(Game())
print(_core.__file__, usual_network() is not None, nodes)
"""


class Install:
    """A fresh environment with one archive in it."""

    def __init__(self, folder: Path, archive: Path, *, compiler: bool) -> None:
        venv.create(folder, with_pip=True)
        self.bin = folder / "bin"
        # Building needs the system's tools; otherwise they are off the PATH.
        path = os.environ["PATH"] if compiler else str(self.bin)
        self.environment = {**os.environ, "PATH": path} | ({} if compiler else NO_COMPILER)
        only = () if compiler else ("--only-binary", ":all:")
        self.run(self.bin / "python", "-m", "pip", "install", "--quiet", *only, f"{archive}[app]")

    def run(self, *command: object, more: Mapping[str, str] | None = None) -> str:
        """Run a command outside the source tree, and return its output."""
        done = subprocess.run(
            [str(word) for word in command],
            env={**self.environment, **(more or {})},
            cwd=self.bin,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
        return done.stdout

    def serves_the_page(self, data: Path) -> None:
        """Start the game and fetch its page."""
        command = [str(self.bin / "crownhead"), "--no-browser", "--data", str(data)]
        with subprocess.Popen(
            command, env=self.environment, cwd=self.bin, stdout=subprocess.PIPE, text=True
        ) as server:
            try:
                assert server.stdout is not None
                address = next(
                    found[0] for line in server.stdout if (found := re.search(r"http://\S+", line))
                )
                jar = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
                page = jar.open(address, timeout=60).read().decode()
                assert "<title>Crownhead</title>" in page
            finally:
                server.terminate()


def main() -> None:
    """Check a wheel and a source archive."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("wheel", type=Path)
    parser.add_argument("sdist", type=Path)
    arguments = parser.parse_args()
    version = re.search(r'^version = "(.+)"', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert version is not None
    assert f"\n## {version[1]}" in (ROOT / "CHANGELOG.md").read_text(), "CHANGELOG.md has no entry"
    for archive, compiler in ((arguments.wheel, False), (arguments.sdist, True)):
        with tempfile.TemporaryDirectory() as folder:
            install = Install(Path(folder) / "env", archive.resolve(), compiler=compiler)
            assert version[1] in install.run(install.bin / "crownhead", "--version")
            python = install.bin / "python"
            chosen = install.run(python, "-c", SMOKE).split()
            common = install.run(python, "-c", SMOKE, more={"CROWNHEAD_CPU": "any"}).split()
            install.serves_the_page(Path(folder) / "data")
            assert chosen[1:] == common[1:], "the two builds do not search alike"
            network = (ROOT / "src" / "crownhead" / "engine" / "network.bin").exists()
            assert chosen[1] == str(network), "the network is not in the archive"
            builds = {Path(chosen[0]).name, Path(common[0]).name}
            print(f"{archive.name}: installs and runs ({', '.join(sorted(builds))})")


if __name__ == "__main__":
    main()

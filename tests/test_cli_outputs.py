"""Commands that write a file keep the old one, even on a full disk, unless --replace is given."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from cases import each
from command_line import GOOD_GAME, refused_in_one_line, run
from crownhead.errors import StoreError
from crownhead.files import draft
from test_docs import COMMANDS

ROOT = Path(__file__).parents[1]
PRECIOUS = b"precious"
#: The kernel's limit for the size of a file. It is soft, so that the process can lift it at its end.
FULL = """
import atexit, resource
limits = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, ({size}, limits[1]))
atexit.register(resource.setrlimit, resource.RLIMIT_FSIZE, limits)
"""


class Writer(NamedTuple):
    """A command, the files that it writes, and the size of the disk."""

    words: str
    outputs: tuple[str, ...]
    disk: int = 20  # bytes


WRITERS = (
    # The disk has room for the first picture, which is not written without the second.
    Writer("show start --svg a.svg --png b.png", ("a.svg", "b.png"), 12_000),
    Writer("show start --png b.png", ("b.png",)),
    Writer("pdn picture games.pdn", ("games.gif",)),
    Writer("pdn picture games.pdn --ply 2 --out shot.svg", ("shot.svg",)),
    Writer("pdn picture games.pdn --ply 2 --out shot.png", ("shot.png",)),
    Writer("pdn sheet games.pdn", ("games.html",)),
    Writer("compare --depth 2 --plot plot.svg", ("plot.svg",)),
    # Its work file, which it must be able to write, has about 1500 bytes.
    Writer(
        "review games.pdn --nodes 50 --jobs 1", ("games.reviewed.pdn", "games.reviewed.html"), 4000
    ),
    Writer("review games.pdn --nodes 50 --jobs 1 --out x.pdn", ("x.pdn", "x.html"), 4000),
    Writer("book export growth", ("book.bin",)),
    # SQLite needs 32 kB beside the games to read them.
    Writer("library export out.pdn --data data", ("out.pdn",), 40_000),
    Writer("library generate made.pdn --games 2 --jobs 1", ("made.pdn",)),
    Writer("backup copy.sqlite3 --data data", ("copy.sqlite3",), 40_000),
)


@cache
def _command(words: str) -> str:
    """The name of a command at the beginning of its words."""
    names = [name for name in COMMANDS if f"crownhead {words} ".startswith(f"{name} ")]
    return max(names, key=len)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which the commands run, with what they read."""
    monkeypatch.chdir(tmp_path)
    Path("games.pdn").write_text(GOOD_GAME, encoding="utf-8")
    for words in (
        "book grow growth --positions 2 --nodes 1000 --jobs 1",
        "library import --tinsley --data data",
    ):
        made = run(*words.split())
        assert made.code == 0, made.err
    return tmp_path


def _names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def _keep(folder: Path, writer: Writer) -> dict[Path, bytes]:
    """Put files in the way, with another mode than new ones get."""
    kept = {folder / name: PRECIOUS for name in writer.outputs}
    for path, content in kept.items():
        path.write_bytes(content)
        path.chmod(0o640)
    return kept


def test_every_command_with_replace_is_tried_here() -> None:
    replacing = {
        name
        for name, options in COMMANDS.items()
        if any("--replace" in one.opts for one in options)
    }
    # `restore` replaces the file of the games; tests/store/test_backup.py has it.
    assert {_command(one.words) for one in WRITERS} == replacing - {"crownhead restore"}


@each("writer", WRITERS)
def test_a_file_that_is_there_is_replaced_only_when_asked(writer: Writer, here: Path) -> None:
    before = _names(here)
    last = here / writer.outputs[-1]  # one in the way is enough
    last.write_bytes(PRECIOUS)
    answer = run(*writer.words.split())
    refused_in_one_line(answer, "--replace", last.name)
    assert last.read_bytes() == PRECIOUS
    assert _names(here) == before | {last.name}

    kept = _keep(here, writer)
    answer = run(*writer.words.split(), "--replace")
    assert answer.code == 0, answer.err
    for path in kept:
        assert path.read_bytes() != PRECIOUS
        assert path.stat().st_mode & 0o777 == 0o640
    assert _names(here) == before | set(writer.outputs)
    for path in kept:
        path.unlink()


@each("writer", WRITERS)
def test_a_full_disk_costs_nothing(writer: Writer, here: Path) -> None:
    full = FULL.format(size=writer.disk)
    before = _names(here)
    for words in ((), ("--replace",)):
        kept = _keep(here, writer) if words else {}
        answer = run(*writer.words.split(), *words, first=full)
        refused_in_one_line(answer, "cannot write", writer.outputs[-1])
        assert {path: path.read_bytes() for path in kept} == kept
        # A review that could not be written goes on from its work file.
        left = _names(here) - before - {path.name for path in kept}
        assert left == ({f"{writer.outputs[0]}.unfinished"} if "review" in writer.words else set())
    for name in _names(here) - before:
        (here / name).unlink()


def test_nothing_in_the_package_writes_in_place() -> None:
    """A file that is opened to be written is a draft, called `part` everywhere."""
    apart = {"arena/opponents.py": "note", "streams.py": "Path(os.devnull)"}
    writes = re.compile(r"([\w.]+|Path\(.*\))\.(?:write_text|write_bytes|open\(\"[wx])")
    found = {
        (str(path.relative_to(ROOT / "src/crownhead")), name)
        for path in (ROOT / "src/crownhead").rglob("*.py")
        for name in writes.findall(path.read_text(encoding="utf-8"))
        if name != "part"
    }
    assert found == set(apart.items())


def test_a_file_is_never_called_like_standard_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(StoreError), draft(Path("-"), replace=True):
        pass
    assert not list(tmp_path.iterdir())

"""The public names of `import crownhead`, and its cost."""

from __future__ import annotations

import ast
import inspect
import json
import pickle
import sys
from collections.abc import Iterator
from importlib.metadata import version
from typing import Any

import pytest

import crownhead
import programs
from cases import each
from crownhead import CrownheadError, NotationError

# Slow to import, or a sign that a front end was imported.
HEAVY = (
    "asyncio",
    "argparse",
    "click",
    "ctypes",
    "email",
    "html",
    "http",
    "importlib.metadata",
    "importlib.resources",
    "json",
    "logging",
    "multiprocessing",
    "numpy",
    "platformdirs",
    "pydantic",
    "rich",
    "socket",
    "sqlite3",
    "ssl",
    "subprocess",
    "tempfile",
    "typing_extensions",
    "unittest",
    "urllib",
    "uuid",
    "xml",
    "zipfile",
)
# Values that are documented by their class.
CONSTANTS = {"BLACK", "ENGLISH", "PRESETS", "WHITE", "__version__"}
DOCUMENTED = [name for name in crownhead.__all__ if name not in CONSTANTS]


def modules_after(statement: str) -> set[str]:
    """Run a statement in a fresh Python and list its modules."""
    code = (
        f"import sys\n{statement}\nnames = list(sys.modules)\nimport json\nprint(json.dumps(names))"
    )
    done = programs.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    return set(json.loads(done.stdout))


@pytest.fixture(scope="module")
def imported() -> set[str]:
    """The modules that importing the package loads."""
    return modules_after("import crownhead") - modules_after("pass")


@pytest.mark.parametrize("name", HEAVY)
def test_importing_crownhead_does_not_import(name: str, imported: set[str]) -> None:
    assert {
        module for module in imported if module == name or module.startswith(f"{name}.")
    } == set()


@pytest.mark.parametrize("name", ["crownhead.cli", "crownhead.svg", "crownhead.notation.pdn"])
def test_importing_crownhead_does_not_import_its_seldom_wanted_rooms(
    name: str, imported: set[str]
) -> None:
    assert name not in imported


def test_importing_crownhead_imports_nothing_from_elsewhere(imported: set[str]) -> None:
    strangers = {name.split(".")[0] for name in imported} - set(sys.stdlib_module_names)
    assert strangers == {"crownhead"}


def test_importing_crownhead_writes_nothing() -> None:
    done = programs.run(
        [sys.executable, "-W", "error", "-c", "import crownhead"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert (done.stdout, done.stderr) == ("", "")


def test_a_program_that_used_everything_ends_quietly() -> None:
    code = (
        "from crownhead import *\n"
        "game = Game()\n"
        "game.push('11-15')\n"
        "kept = [opening_of(game), ballots(), game.position.legal_moves(), game.pdn]\n"
        "import crownhead; crownhead.kept = kept; crownhead.game = game\n"
    )
    done = programs.run(
        [sys.executable, "-W", "error", "-X", "dev", "-c", code],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


# ---- public names


def test_every_public_name_stands_once_and_in_order() -> None:
    names = crownhead.__all__
    assert len(set(names)) == len(names)
    capitals = sorted(names, key=lambda name: (not name.isupper(), not name[0].isupper(), name))
    assert names == capitals


@each("name", crownhead.__all__)
def test_a_public_name_exists(name: str) -> None:
    assert getattr(crownhead, name) is not None


@each("name", DOCUMENTED)
def test_a_public_name_has_a_docstring_of_its_own(name: str) -> None:
    doc = getattr(crownhead, name).__dict__.get("__doc__") or getattr(crownhead, name).__doc__
    assert doc, f"{name} says nothing of itself"
    first = doc.strip().splitlines()[0]
    assert first.endswith((".", ":")), f"{name} begins with: {first}"
    assert not first.startswith(f"{name}("), f"{name} has only its signature for a docstring"


def public_members() -> Iterator[tuple[str, Any]]:
    """Find the methods and properties of the public classes."""
    for name in DOCUMENTED:
        kind = getattr(crownhead, name)
        if not inspect.isclass(kind):
            continue
        for base in kind.__mro__:
            if not base.__module__.startswith("crownhead"):
                continue
            for member, value in vars(base).items():
                described = isinstance(value, property | classmethod | staticmethod)
                if not member.startswith("_") and (described or inspect.isroutine(value)):
                    yield f"{name}.{member}", value


MEMBERS = dict(public_members())


@each("name", MEMBERS)
def test_a_public_method_or_property_has_a_docstring(name: str) -> None:
    assert inspect.getdoc(MEMBERS[name])


def test_the_members_were_found() -> None:
    named = {"Position.play", "Position.legal_moves", "Move.path", "Game.push", "Rules.parse"}
    assert named <= set(MEMBERS)


def test_star_gives_the_public_names() -> None:
    names: dict[str, Any] = {}
    exec("from crownhead import *", names)
    assert set(crownhead.__all__) <= set(names)


def test_the_version_is_that_of_the_package() -> None:
    assert crownhead.__version__ == version("crownhead")


def test_an_unknown_name_is_an_attribute_error_that_names_it() -> None:
    with pytest.raises(AttributeError, match="module 'crownhead' has no attribute 'Positoin'"):
        _ = crownhead.Positoin


def test_the_package_says_that_it_is_typed() -> None:
    from importlib.resources import files

    assert files("crownhead").joinpath("py.typed").is_file()


def test_the_stub_and_the_core_have_the_same_names() -> None:
    from pathlib import Path

    from crownhead import _core

    stub = ast.parse((Path(crownhead.__file__).parent / "_core.pyi").read_text("utf-8"))
    declared = {node.name for node in stub.body if isinstance(node, ast.ClassDef | ast.FunctionDef)}
    declared |= {ast.unparse(node.target) for node in stub.body if isinstance(node, ast.AnnAssign)}
    assert declared == {name for name in vars(_core) if not name.startswith("_")}


# ---- errors

ERRORS = [getattr(crownhead, name) for name in crownhead.__all__ if name.endswith("Error")]


@each("error", ERRORS)
def test_every_error_is_a_crownhead_error(error: type[Exception]) -> None:
    assert issubclass(error, CrownheadError)
    assert str(error("a sentence")) == "a sentence"


@each("error", ERRORS)
def test_every_error_is_picklable(error: type[Exception]) -> None:
    again = pickle.loads(pickle.dumps(error("a sentence")))
    assert (type(again), str(again)) == (error, "a sentence")


@pytest.mark.parametrize("error", [kind for kind in ERRORS if issubclass(kind, NotationError)])
def test_an_error_of_notation_says_where(error: type[NotationError]) -> None:
    raised = error("a sentence", 3, 14)
    again = pickle.loads(pickle.dumps(raised))
    for found in (raised, again):
        assert (found.sentence, found.line, found.column) == ("a sentence", 3, 14)
        assert str(found) == "line 3, column 14: a sentence"

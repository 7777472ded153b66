"""Rules beyond the import contract in pyproject.toml: libraries, C++ includes, state in modules."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "crownhead"
NATIVE = ROOT / "native"

# Libraries whose import name differs from their package name.
IMPORTED_AS = {"pillow": "PIL"}

MUTABLE_CALLS = {"dict", "list", "set", "bytearray", "defaultdict", "deque", "Counter"}
MUTABLE_LITERALS = (ast.Dict, ast.List, ast.Set, ast.DictComp, ast.ListComp, ast.SetComp)
CHANGING_METHODS = {"add", "append", "clear", "discard", "extend", "insert", "pop", "popitem"}
CHANGING_METHODS |= {"remove", "reverse", "setdefault", "sort", "update"}


# Not at import: every process of a test run imports this file, and only one needs the result.
@cache
def modules() -> dict[str, ast.Module]:
    return {
        str(path.relative_to(PACKAGE)): ast.parse(path.read_text("utf-8"))
        for path in PACKAGE.rglob("*.py")
    }


# ---- libraries


def imported(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Every package that a module imports, except for types only, with the line."""
    body = [
        node
        for node in tree.body
        if not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING")
    ]
    for node in ast.walk(ast.Module(body, type_ignores=[])):
        if isinstance(node, ast.Import):
            yield from ((alias.name.split(".")[0], node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield str(node.module).split(".")[0], node.lineno


def test_every_library_that_is_imported_is_declared() -> None:
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    named = re.findall(r'^    "([a-z_0-9-]+)[^"]*",$', project, re.MULTILINE)
    declared = {IMPORTED_AS.get(name, name.replace("-", "_")) for name in named}
    known = {*sys.stdlib_module_names, "crownhead", *declared}
    wrong = [
        f"{module}, line {line}: {library}"
        for module, tree in modules().items()
        for library, line in imported(tree)
        if library not in known
    ]
    assert not wrong, "\n".join(wrong)


# ---- native sources


def included(path: Path) -> list[str]:
    return re.findall(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', path.read_text("utf-8"), re.MULTILINE)


def test_only_the_bindings_know_of_python() -> None:
    users = {
        path.relative_to(NATIVE).parts[0]
        for path in NATIVE.rglob("*")
        if path.suffix in {".cpp", ".hpp"}
        for header in included(path)
        if header.startswith(("nanobind", "bindings/", "Python.h"))
    }
    assert users == {"bindings"}


def test_folders_include_only_those_below_them() -> None:
    order = ("board", "evaluation", "network", "endgame", "library", "search")
    wrong = [
        f"{path.relative_to(NATIVE)} includes {header}"
        for index, folder in enumerate(order)
        for path in sorted((NATIVE / folder).iterdir())
        for header in included(path)
        if (NATIVE / header).exists() and header.split("/")[0] not in order[: index + 1]
    ]
    assert not wrong, "\n".join(wrong)


# ---- no state in modules


def tables(tree: ast.Module) -> Iterator[tuple[str, bool, int]]:
    """The names of a module with a mutable value, whether they are Final, and the line."""
    for node in tree.body:
        if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
            continue
        value = node.value
        called = ast.unparse(value.func).split(".")[-1] if isinstance(value, ast.Call) else ""
        if called in MUTABLE_CALLS or isinstance(value, MUTABLE_LITERALS):
            final = isinstance(node, ast.AnnAssign) and "Final" in ast.unparse(node.annotation)
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                yield ast.unparse(target), final, node.lineno


def test_no_module_has_a_public_table_that_can_change() -> None:
    """A table is a tuple, a frozenset or a MappingProxyType; for a private one, Final is enough."""
    wrong = [
        f"{module}, line {line}: {name}"
        for module, tree in modules().items()
        for name, final, line in tables(tree)
        if name != "__all__" and not (final and name.startswith("_"))
    ]
    assert not wrong, "\n".join(wrong)


def changes(node: ast.AST, names: set[str]) -> bool:
    """Return whether code changes a name of its module, or the contents of one of these tables."""
    if isinstance(node, ast.Subscript):
        changing = isinstance(node.ctx, ast.Store | ast.Del)
        return changing and isinstance(node.value, ast.Name) and node.value.id in names
    if isinstance(node, ast.Attribute):
        of_table = isinstance(node.value, ast.Name) and node.value.id in names
        return of_table and node.attr in CHANGING_METHODS
    return isinstance(node, ast.Global)


def test_no_function_changes_its_module() -> None:
    wrong = [
        f"{module}, line {node.lineno}: {ast.unparse(node)}"  # type: ignore[attr-defined]
        for module, tree in modules().items()
        for names in [{name for name, _, _ in tables(tree)}]
        for node in ast.walk(tree)
        if changes(node, names)
    ]
    assert not wrong, "\n".join(wrong)

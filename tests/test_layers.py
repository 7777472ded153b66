"""The house as ARCHITECTURE.md draws it: who may import whom, and what no module keeps."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "crownhead"
NATIVE = ROOT / "native"

# By the first name after `crownhead.`; the package itself, which gives out the public names, has
# none. A module that is not here belongs to no layer and fails the tests until it is put in one.
LAYERS = {
    "_core": 1,
    "_native": 1,
    "_quiet": 1,
    "_cpu": 1,
    "": 2,
    "board": 2,
    "builder": 2,
    "cursor": 2,
    "discs": 2,
    "errors": 2,
    "files": 2,
    "game": 2,
    "move": 2,
    "node": 2,
    "notation": 2,
    "numeric": 2,
    "openings": 2,
    "outcome": 2,
    "phrases": 2,
    "pieces": 2,
    "position": 2,
    "printing": 2,
    "record": 2,
    "rules": 2,
    "svg": 2,
    "tags": 2,
    "themes": 2,
    "book": 3,
    "custom": 3,
    "endgame": 3,
    "engine": 3,
    "interrupts": 3,
    "locks": 3,
    "machine": 3,
    "parallel": 3,
    "pictures": 3,
    "players": 3,
    "streams": 3,
    "coach": 4,
    "library": 4,
    "review": 4,
    "service": 4,
    "store": 4,
    "__main__": 5,
    "cli": 5,
    "notebook": 5,
    "terminal": 5,
    "web": 5,
    "arena": 6,
}
RECORDS, FRONT_ENDS, TOOLS = 2, 5, 6
COMPILED = {"_core"}
# The command line starts the other front ends and the arena, and `python -m crownhead` starts it.
STARTERS = {
    ("__main__", "cli"),
    # Their names are the package's, looked up when they are asked for.
    *(("", name) for name in ("book", "endgame", "engine")),
    *(("cli", name) for name in ("web", "terminal", "arena")),
}
# Who knows the native core; all others know the values that these give out.
CORE_USERS = {
    "board",
    "game",
    "library.entry",
    "move",
    "node",
    "endgame.build",
    "endgame.tables",
    "endgame.verify",
    "engine.classic",
    "engine.constants",
    "engine.engine",
    "engine.limits",
    "engine.network",
    "engine.textbook",
    "notation.fen",
    "notation.moves",
    "notation.pdn.tokens",
    "position",
    "store.library.positions",
}

# Libraries that are imported by another name than they are installed by.
IMPORTED_AS = {"pillow": "PIL"}

MUTABLE_CALLS = {
    "dict",
    "list",
    "set",
    "bytearray",
    "defaultdict",
    "deque",
    "Counter",
    "OrderedDict",
}
CHANGING_METHODS = {"add", "append", "clear", "discard", "extend", "insert", "pop", "popitem"}
CHANGING_METHODS |= {"remove", "reverse", "setdefault", "sort", "update"}
MUTABLE_LITERALS = (ast.Dict, ast.List, ast.Set, ast.DictComp, ast.ListComp, ast.SetComp)


class Import(NamedTuple):
    """A module that another imports, and the line in which it does."""

    importer: str  # without the leading `crownhead.`
    imported: str  # in full
    line: int

    @property
    def place(self) -> str:
        return f"{self.importer or 'crownhead'}, line {self.line}, imports {self.imported}"


def name_of(path: Path) -> str:
    """Name a module as the rest of the tests do: without `crownhead.`."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


# Not when this file is read: every process of a test run reads it, and one of them needs it.
@cache
def modules() -> dict[str, ast.Module]:
    return {name_of(path): ast.parse(path.read_text("utf-8")) for path in PACKAGE.rglob("*.py")}


def exists(module: str) -> bool:
    """Whether a dotted name is a module of the package and not a name in one."""
    inner = module.removeprefix("crownhead").lstrip(".")
    return inner in modules() or inner in COMPILED


def imports(importer: str, tree: ast.AST) -> Iterator[Import]:
    """Find every import of a module, also those in functions and those for types only."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(importer, alias.name, node.lineno)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{importer} imports by a relative name in line {node.lineno}"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                own = inner.startswith("crownhead.") and exists(inner)
                yield Import(importer, inner if own else str(node.module), node.lineno)


@cache
def own_imports() -> list[Import]:
    """Every import of one of our modules by another."""
    found = (one for name, tree in modules().items() for one in imports(name, tree))
    return [one for one in found if one.imported.split(".")[0] == "crownhead"]


def room(module: str) -> str:
    """The first name after `crownhead.`, which decides the layer."""
    return module.removeprefix("crownhead").lstrip(".").split(".")[0]


def test_the_imports_were_found() -> None:
    found = {(item.importer, item.imported) for item in own_imports()}
    assert {
        ("board", "crownhead._native"),
        ("position", "crownhead.notation.fen"),
        ("cli.show", "crownhead.svg"),
        ("__main__", "crownhead.cli"),
    } <= found


def test_every_module_has_a_layer_and_every_room_exists() -> None:

    assert {room(module) for module in modules()} | COMPILED == set(LAYERS)


def test_a_layer_imports_only_from_itself_and_from_lower_ones() -> None:
    wrong = [
        item.place
        for item in own_imports()
        if LAYERS[room(item.imported)] > LAYERS[room(item.importer)]
        if (room(item.importer), room(item.imported)) not in STARTERS
    ]
    assert not wrong, "\n".join(wrong)


def test_everybody_who_may_start_another_does() -> None:
    found = {(room(item.importer), room(item.imported)) for item in own_imports()}
    assert found >= STARTERS, sorted(STARTERS - found)


def test_front_ends_never_import_each_other() -> None:
    wrong = [
        item.place
        for item in own_imports()
        for one, other in [(room(item.importer), room(item.imported))]
        if one != other and LAYERS[one] == LAYERS[other] == FRONT_ENDS
        if (one, other) not in STARTERS
    ]
    assert not wrong, "\n".join(wrong)


def test_tools_use_no_front_end() -> None:
    wrong = [
        item.place
        for item in own_imports()
        if LAYERS[room(item.importer)] == TOOLS and LAYERS[room(item.imported)] == FRONT_ENDS
    ]
    assert not wrong, "\n".join(wrong)


def test_few_modules_know_the_native_core() -> None:
    users = {item.importer for item in own_imports() if item.imported == "crownhead._native"}
    assert users == CORE_USERS, sorted(users ^ CORE_USERS)


def without_types(tree: ast.Module) -> ast.Module:
    """Leave out what only the type checker imports."""
    body = [
        node
        for node in tree.body
        if not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING")
    ]
    return ast.Module(body, type_ignores=[])


def test_rules_and_records_need_nothing_but_python() -> None:
    wrong = [
        found.place
        for name, tree in modules().items()
        if LAYERS[room(name)] <= RECORDS
        for found in imports(name, without_types(tree))
        if found.imported.split(".")[0] not in {*sys.stdlib_module_names, "crownhead"}
    ]
    assert not wrong, "\n".join(wrong)


def test_every_library_that_is_imported_is_declared() -> None:
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    named = re.findall(r'^    "([a-z_0-9-]+)[^"]*",$', project, re.MULTILINE)
    declared = {IMPORTED_AS.get(name, name.replace("-", "_")) for name in named}
    wrong = [
        found.place
        for name, tree in modules().items()
        for found in imports(name, without_types(tree))
        for library in [found.imported.split(".")[0]]
        if library not in {*sys.stdlib_module_names, "crownhead", *declared}
    ]
    assert not wrong, "\n".join(wrong)


# ---- native sources


def included(path: Path) -> list[str]:
    return re.findall(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', path.read_text("utf-8"), re.MULTILINE)


def native_sources() -> list[Path]:
    return [path for path in NATIVE.rglob("*") if path.suffix in {".cpp", ".hpp", ".h", ".cc"}]


def test_only_the_bindings_know_of_python() -> None:
    users = {
        path.relative_to(NATIVE).parts[0]
        for path in native_sources()
        for header in included(path)
        if header.startswith(("nanobind", "bindings/", "Python.h"))
    }
    assert users == {"bindings"}


def test_the_board_stands_by_itself() -> None:
    headers = {header for path in (NATIVE / "board").iterdir() for header in included(path)}
    assert {
        header for header in headers if "/" in header and not header.startswith("board/")
    } == set()


# ---- no state in modules


def is_mutable(value: ast.expr | None) -> bool:
    if isinstance(value, ast.Call):
        called = ast.unparse(value.func).split(".")[-1]
        return called in MUTABLE_CALLS
    return isinstance(value, MUTABLE_LITERALS)


def mutable_names(tree: ast.Module) -> Iterator[tuple[str, bool, int]]:
    """Find the names of a module that hold something mutable, and whether they are Final."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and is_mutable(node.value):
            for target in node.targets:
                yield ast.unparse(target), False, node.lineno
        elif isinstance(node, ast.AnnAssign) and is_mutable(node.value):
            final = ast.unparse(node.annotation).startswith("Final")
            yield ast.unparse(node.target), final, node.lineno


def test_no_module_keeps_mutable_state() -> None:
    """A table is a tuple, a frozenset or a MappingProxyType; a private one may be just Final."""
    wrong = [
        f"{module or 'crownhead'}, line {line}: {name}"
        for module, tree in modules().items()
        for name, final, line in mutable_names(tree)
        if name != "__all__" and not (final and name.startswith("_"))
    ]
    assert not wrong, "\n".join(wrong)


def test_no_function_changes_a_name_of_its_module() -> None:
    wrong = [
        f"{module}, line {node.lineno}: {ast.unparse(node)}"
        for module, tree in modules().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Global)
    ]
    assert not wrong, "\n".join(wrong)


def is_change(node: ast.AST) -> bool:
    """Whether an expression stores into something or calls a method that changes it."""
    if isinstance(node, ast.Subscript):
        return isinstance(node.ctx, ast.Store | ast.Del)
    return isinstance(node, ast.Attribute) and node.attr in CHANGING_METHODS


def test_no_function_changes_a_table_of_its_module() -> None:
    wrong = [
        f"{module}, line {node.lineno}: {ast.unparse(node)}"
        for module, tree in modules().items()
        for tables in [{name for name, _, _ in mutable_names(tree)}]
        for node in ast.walk(tree)
        if isinstance(node, ast.Subscript | ast.Attribute) and is_change(node)
        if isinstance(node.value, ast.Name) and node.value.id in tables
    ]
    assert not wrong, "\n".join(wrong)


# ---- the tree that ARCHITECTURE.md draws

"""Every message that the sources ask for is in the catalogue with its parameters, and no other is."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from crownhead.messages import catalogue
from crownhead.web.messages import FIRST

SOURCES = Path(__file__).parents[2] / "src" / "crownhead"
NATIVE = SOURCES.parents[1] / "native"
# The beginnings of these keys are values, or they are put together of two.
PUT_TOGETHER = r"(imports|reviews)\.too-many|score\.(won|lost)-now"
# Keys whose English texts are the same, although they are not in every language.
SAME_IN_ENGLISH = (
    {"hint.wins-in", "score.won-in"},  # a move, and a side
    {"page.mode.auto", "page.motion.auto"},  # choices of different settings
    {"query.number", "usage.whole.between"},  # a field of a search, and an option
    {"unknown.side", "unknown.turn"},  # a player's, and the one to move
)
_KEY = re.compile(r"[a-z][\w-]*(\.[\w-]+)+")
_HOLE = r"([\w.-]*)"  # where a value is put into a key
_VALUES = re.compile(r"(?:, (\{\{.*?\}\}))?\)", re.DOTALL)  # what follows in a Fault's brackets
_NAME = re.compile(r'\{"(\w+)",')
_INSERTED = r"\$\{((?:[^{}]|\{[^{}]*\})*)\}"  # in a script's text
_TEXT = re.compile(
    r"`((?:[^`\\$]|\\.|\$\{(?:[^{}]|\{[^{}]*\})*\}|\$)*)`"
    r"|\"((?:[^\"\\\n]|\\.)*)\"|'((?:[^'\\\n]|\\.)*)'"
)
_EXPRESSION = re.compile(r"\{[{%](.*?)[%}]\}")  # in a template
_JOINED = re.compile(r'"([^"]*)" ~ \w+')  # a key put together there


@dataclass(frozen=True)
class Use:
    """Code that asks for a message; where its key is put together, a pattern of all it can be."""

    file: str
    line: int
    pattern: str
    names: frozenset[str] | None  # the parameters given, where a call names them all

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.pattern}"


def uses() -> Iterator[Use]:
    """Every text in the sources that looks like a key."""
    for file in sorted(SOURCES.rglob("*.py")):
        yield from _in_python(file)
    for ending in ("*.js", "*.html"):
        for file in sorted((SOURCES / "web").rglob(ending)):
            yield from _in_scripts(file)
    for folder in sorted(NATIVE.iterdir()):
        if folder.is_dir() and folder.name != "tests":
            for file in sorted(folder.glob("*.?pp")):
                yield from _in_core(file)


def _in_python(file: Path) -> Iterator[Use]:
    name = str(file.relative_to(SOURCES))
    tree = ast.parse(file.read_text("utf-8"))
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for node in ast.walk(tree):
        if isinstance(parents.get(node), ast.JoinedStr):
            continue
        pattern = _pattern(node)
        if pattern is not None:
            yield Use(name, node.lineno, pattern, _names(node, parents.get(node)))  # type: ignore[attr-defined]


def _pattern(node: ast.AST) -> str | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return re.escape(node.value) if _KEY.fullmatch(node.value) else None
    if isinstance(node, ast.JoinedStr):
        texts = [
            str(part.value) if isinstance(part, ast.Constant) else None for part in node.values
        ]
        if _KEY.fullmatch("".join(text or "x" for text in texts)):
            return "".join(re.escape(text) if isinstance(text, str) else _HOLE for text in texts)
    return None


def _names(node: ast.AST, call: ast.AST | None) -> frozenset[str] | None:
    """The parameters that a call gives to the message that it names first."""
    if not isinstance(call, ast.Call) or not call.args or call.args[0] is not node:
        return None
    called = (
        call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    )
    if called == "Message":
        values = call.args[1] if len(call.args) > 1 else ast.Dict([], [])
        if not isinstance(values, ast.Dict) or None in values.keys:
            return None
        return frozenset(str(key.value) for key in values.keys if isinstance(key, ast.Constant))
    if called != "say" and not called.endswith("Error"):
        return None
    if any(keyword.arg is None for keyword in call.keywords):
        return None
    return frozenset(keyword.arg for keyword in call.keywords if keyword.arg)


def _in_scripts(file: Path) -> Iterator[Use]:
    name = str(file.relative_to(SOURCES))
    for number, line in enumerate(file.read_text("utf-8").splitlines(), start=1):
        codes = [line]
        if file.suffix == ".html":
            codes = [_JOINED.sub(r"`\1${}`", code) for code in _EXPRESSION.findall(line)]
        for code in codes:
            for pattern in _patterns(code):
                yield Use(name, number, pattern, None)


def _patterns(code: str) -> Iterator[str]:
    """The keys in a script's texts, and in what is put into these texts."""
    for found in _TEXT.finditer(code):
        texts = next(part for part in found.groups() if part is not None)
        parts = re.split(_INSERTED, texts)
        if _KEY.fullmatch("x".join(parts[::2])):
            yield _HOLE.join(map(re.escape, parts[::2]))
        for inserted in parts[1::2]:
            yield from _patterns(inserted)


def _in_core(file: Path) -> Iterator[Use]:
    """The core names a message with its values in braces: `Fault("square.unknown", {{"square", 33}})`."""
    text = file.read_text("utf-8")
    for found in re.finditer(r'"([^"\\\n]*)"', text):
        if _KEY.fullmatch(found[1]) and not found[1].startswith("crownhead."):
            line = text.count("\n", 0, found.start()) + 1
            values = _VALUES.match(text, found.end())
            is_fault = text[: found.start()].rstrip().endswith("Fault(")
            names = frozenset(_NAME.findall(values[1] or "")) if values and is_fault else None
            yield Use(f"native/{file.parent.name}/{file.name}", line, re.escape(found[1]), names)


TEXTS = catalogue().texts
PARTS = {key.partition(".")[0] for key in TEXTS}
USES = list(uses())


def parameters(key: str) -> set[str]:
    return {name for form in TEXTS[key] for name in re.findall(r"\{(\w+)\}", form)}


def keys_of(use: Use) -> list[str]:
    return [key for key in TEXTS if re.fullmatch(use.pattern, key)]


def test_calls_give_the_parameters_of_their_messages() -> None:
    own = {"line", "column", "field", "fields", "example"}  # of an error's class
    wrong = [
        f"{use}: gives {sorted(use.names)}, needs {sorted(parameters(key))}"
        for use in USES
        if use.names is not None and "[" not in use.pattern
        for key in keys_of(use)
        if not parameters(key) <= use.names or use.names - own - {"count"} > parameters(key)
    ]
    assert not wrong, "\n".join(wrong)


def test_calls_name_messages_of_the_catalogue() -> None:
    """A call that names its message, and any text whose first word is a part of the catalogue."""
    missing = [str(use) for use in USES if use.names is not None and not keys_of(use)]
    assert not missing, "\n".join(missing)


def test_every_message_is_used() -> None:
    """What is put into a key is a word of the sources: a value, a name or a column."""
    patterns = {use.pattern for use in USES if use.pattern[0].isalpha()}
    put_in = [re.compile(pattern) for pattern in sorted(patterns) if _HOLE in pattern]
    said = {re.sub(r"\\(.)", r"\1", pattern) for pattern in patterns if _HOLE not in pattern}
    words = words_of_the_sources()
    unused = [
        key
        for key in TEXTS
        if key not in said
        and not re.fullmatch(PUT_TOGETHER, key)
        and not any(
            set(filter(None, ".".join(found.groups()).replace("_", "-").split("."))) <= words
            for found in (pattern.fullmatch(key) for pattern in put_in)
            if found
        )
    ]
    assert not unused, "\n".join(unused)


def test_no_sentence_is_in_the_catalogue_twice() -> None:
    """One or two words may differ in another language, as “Lost” for a game and for a player."""
    keys: dict[tuple[str, ...], set[str]] = {}
    for key, forms in TEXTS.items():
        if len(forms[0].split()) > 2:
            keys.setdefault(forms, set()).add(key)
    twice = [same for same in keys.values() if len(same) > 1 and same not in SAME_IN_ENGLISH]
    assert not twice


def words_of_the_sources() -> set[str]:
    files = [
        *(file for ending in ("*.py", "*.csv", "*.js", "*.html") for file in SOURCES.rglob(ending)),
        *NATIVE.rglob("*.?pp"),
    ]
    text = "\n".join(file.read_text("utf-8") for file in files)
    return set(re.findall(r"[\w-]+", text.replace("_", "-")))


def test_what_the_start_page_loads_at_once_says_only_the_first_messages() -> None:
    """Its scripts that need others load them: `import "../more-messages.js"`."""
    others = [
        str(use)
        for use in USES
        if re.match("web/static/(lib|pages)/", use.file)
        and use.pattern[0].isalpha()
        and keys_of(use)
        and not use.pattern.replace("\\", "").startswith(FIRST)
        and "../more-messages.js" not in (SOURCES / use.file).read_text("utf-8")
    ]
    assert not others, "\n".join(others)

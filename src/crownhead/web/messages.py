"""The part of the catalogue that pages show, and its types: `make types`.

It is served as two modules. `messages.js` has what the start page and a game need at once.
`more-messages.js` adds the rest: other pages load it first, and the start page when an error occurs.
"""

import json
import re
from functools import cache
from types import MappingProxyType
from typing import Any, Final

from crownhead.discs import SETS
from crownhead.messages import catalogue
from crownhead.themes import THEMES
from crownhead.web.models import LIMITS

#: First parts of keys that only commands, programs and the terminal use.
_ELSEWHERE: Final = frozenset(
    ("backup", "cli", "column", "command", "core", "endgame", "help", "level", "log",
     "network", "notebook", "opponent", "package", "progress", "server", "terminal",
     "arena", "usage")
)  # fmt: skip
#: The beginnings of keys that the start page and a game need at once.
FIRST: Final = (
    "board.", "clock.", "count.", "game.", "hint.", "list.", "mark.", "message.", "number.", "outcome.",
    "page.", "piece.", "play.", "refusal.", "rules.", "setup.", "side.", "square.", "start.", "time.",
)  # fmt: skip
#: The settings that the style sheets know, and their values.
CHOICES: Final = MappingProxyType(
    {
        "theme": tuple(THEMES),
        "pieces": SETS,
        "mode": ("auto", "light", "dark"),
        "motion": ("auto", "full", "reduced"),
    }
)
_PARAMETER: Final = re.compile(r"\{(\w+)\}")


def _texts() -> dict[str, tuple[str, ...]]:
    """The texts that pages can show, by key."""
    return {
        key: forms
        for key, forms in catalogue().texts.items()
        if key.partition(".")[0] not in _ELSEWHERE
    }


@cache
def scripts() -> dict[str, str]:
    """The modules of messages, by file name.

    >>> scripts()["messages.js"][:34]
    'export default {"language":"en-GB"'
    """
    known = catalogue()
    first: dict[str, Any] = {}
    more: dict[str, Any] = {}
    for key, forms in _texts().items():
        part = first if key.startswith(FIRST) else more
        part[key] = forms if forms[1:] else forms[0]
    values = {"language": known.language, "categories": known.categories, "texts": first}
    return {
        "messages.js": f"export default {_json(values)};\nexport const tables = {_json(_tables())};\n",
        "more-messages.js": "import catalogue from './messages.js';\n"
        f"Object.assign(catalogue.texts, {_json(more)});\n",
    }


def _tables() -> dict[str, Any]:
    """Choices and limits for pages."""
    return {"choices": dict(CHOICES), "limits": dict(LIMITS)}


def _json(values: object) -> str:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


def types() -> str:
    """The keys and parameters of the page's messages, as TypeScript declarations."""
    rows = []
    for key, forms in _texts().items():
        names = dict.fromkeys(name for form in forms for name in _PARAMETER.findall(form))
        if forms[1:]:
            names["count"] = None
        fields = "; ".join(f"{name}: {'number' if name == 'count' else 'Shown'}" for name in names)
        rows.append(
            f"  {json.dumps(key)}: {{ {fields} }};\n" if fields else f"  {json.dumps(key)}: {{}};\n"
        )
    return f"""// Written by `make types` from the catalogue of messages.
type Shown = string | number | {{ code: string; values?: object }} | {{ things: unknown[] }};
export interface Values {{
{"".join(rows)}}}
export type Key = keyof Values;
type Nodes<V> = {{ [name in keyof V]: V[name] | Node }};
export type Say = <K extends Key>(key: K, ...values: {{}} extends Values[K] ? [] : [Values[K]]) => string;
export type SayNodes = <K extends Key>(key: K, values: Nodes<Values[K]>) => (string | Node)[];
type Texts = Record<string, any>;
declare const catalogue: {{ language: string; categories: Intl.LDMLPluralRule[]; texts: Texts }};
export default catalogue;
type Limit = {" | ".join(map(json.dumps, LIMITS))};
type Choice = {" | ".join(map(json.dumps, CHOICES))};
export const tables: {{ choices: Record<Choice, string[]>; limits: Record<Limit, number> }};
"""

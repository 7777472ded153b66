"""The part of the catalogue of messages that the page can show, and its types: `make types`."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Final

from crownhead.messages import catalogue

#: What begins the keys of messages that only commands, programs and the terminal show.
_ELSEWHERE: Final = frozenset(
    ("backup", "cli", "column", "command", "core", "endgame", "help", "log", "network", "package", "progress",
     "server", "terminal", "notebook", "arena", "usage")
)  # fmt: skip
_PARAMETER: Final = re.compile(r"\{(\w+)\}")


def _texts() -> dict[str, tuple[str, ...]]:
    """The texts that pages can show, by key."""
    return {
        key: forms
        for key, forms in catalogue().texts.items()
        if key.partition(".")[0] not in _ELSEWHERE
    }


@cache
def script() -> str:
    """The page's messages as a module.

    >>> script()[:34]
    'export default {"language":"en-GB"'
    """
    known = catalogue()
    values = {
        "language": known.language,
        "categories": known.categories,
        "texts": {key: forms if forms[1:] else forms[0] for key, forms in _texts().items()},
    }
    return f"export default {json.dumps(values, ensure_ascii=False, separators=(',', ':'))};\n"


def types() -> str:
    """The keys and parameters of the page's messages, as TypeScript declares them."""
    rows = []
    for key, forms in _texts().items():
        names = dict.fromkeys(name for form in forms for name in _PARAMETER.findall(form))
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
"""

"""Reads PO files, and makes the pseudo-language from English."""

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from gettext import c2py
from pathlib import Path
from typing import Final

from crownhead.messages import PSEUDO

_LINE: Final = re.compile(
    r'^(?:(msgctxt|msgid|msgid_plural|msgstr)(\[\d+\])? )?("(?:[^"\\]|\\.)*")$', re.MULTILINE
)
# A translation that needs review; nobody sees it.
_FUZZY: Final = re.compile(r"^#,.*\bfuzzy\b.*\n(?:#.*\n)*msgctxt(?:.+\n?)*", re.MULTILINE)
_HEADER: Final = re.compile(r"^([\w-]+): (.*)$", re.MULTILINE)
_ACCENTS: Final = str.maketrans(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
    "ÀƁÇÐÈƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẌÝŽàƀçđéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž",
)
_KEPT: Final = re.compile(r"(\{\w+\})")


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The texts of a language, with one form each or all plural forms."""

    language: str
    categories: tuple[str, ...]  # Unicode's names of the plural forms, in order
    form_of: Callable[[int], int]
    texts: Mapping[str, tuple[str, ...]]

    def text(self, key: str, count: object = None) -> str | None:
        """The text of a key in the form for a count; None if there is no such key."""
        forms = self.texts.get(key)
        if forms is None or len(forms) == 1:
            return forms[0] if forms else None
        if isinstance(count, (int, float)) and count % 1 == 0:
            return forms[self.form_of(int(count))]
        return forms[-1]


def read_catalogue(file: str | Path, missing: Catalogue | None = None) -> Catalogue:
    """Read a PO file whose contexts are keys; `missing` has the texts that it lacks."""
    header, texts = "", dict(missing.texts if missing else {})
    for entry in _entries(_FUZZY.sub("", Path(file).read_text("utf-8"))):
        key = entry.get("msgctxt")
        if key is None:
            header = entry["msgstr"]
            continue
        english = tuple(entry[name] for name in ("msgid", "msgid_plural") if name in entry)
        forms = tuple(text for name, text in entry.items() if name.startswith("msgstr"))
        texts[key] = forms if all(forms) else texts.get(key, english)
    fields = dict(_HEADER.findall(header))
    try:
        rule = fields["Plural-Forms"].partition("plural=")[2].rstrip(";")
        categories = tuple(fields["X-Plural-Categories"].split())
        language = fields["Language"].replace("_", "-")
    except KeyError as error:
        raise ValueError(f"{file}: the header has no {error.args[0]}") from None
    return Catalogue(language, categories, c2py(rule), texts)


def _entries(text: str) -> Iterator[dict[str, str]]:
    """The entries of a PO file, by the keywords of their lines."""
    entry: dict[str, str] = {}
    name = ""
    for keyword, form, quoted in _LINE.findall(text):
        if keyword in ("msgctxt", "msgid") and "msgstr" in name:
            yield entry
            entry = {}
        if keyword:
            name = keyword + form
            entry[name] = ""
        entry[name] += ast.literal_eval(quoted) if "\\" in quoted else quoted[1:-1]
    if entry:
        yield entry


def pseudo(source: Catalogue) -> Catalogue:
    """The pseudo-language of a catalogue."""
    texts = {key: tuple(map(stretched, forms)) for key, forms in source.texts.items()}
    return Catalogue(PSEUDO, source.categories, source.form_of, texts)


def stretched(text: str) -> str:
    """A text with accents and 40 % more characters; parameters stay as they are.

    >>> stretched("{side} to move")
    '{side} ţö ɱöṽé ··'
    """
    parts = _KEPT.split(text)
    plain = "".join(parts[::2])
    if not any(map(str.isalpha, plain)):
        return text
    parts[::2] = [part.translate(_ACCENTS) for part in parts[::2]]
    return f"{''.join(parts)} {'·' * max(1, round(0.4 * len(plain)) - 1)}"

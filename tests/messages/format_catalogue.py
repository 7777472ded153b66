"""Sorts the catalogues of messages by key, so that changes by several people merge: `make format`.

`--check` only says whether they are sorted. `--add` reads new entries from standard input, a line each:
the key, a tab, the text, and after another tab the plural, if it has one.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "src" / "crownhead" / "messages"
_KEY = re.compile(r'^msgctxt "(.*)"$', re.MULTILINE)


def formatted(text: str) -> str:
    """A catalogue with its entries sorted by key; of two with the same text, one stays."""
    header, *entries = text.strip().split("\n\n")
    return "\n\n".join([header, *sorted(set(entries), key=key_of)]) + "\n"


def key_of(entry: str) -> str:
    found = _KEY.search(entry)
    if found is None:
        sys.exit(f"an entry has no key:\n{entry}")
    return found[1]


def entry(line: str) -> str:
    """A new entry from a line with tabs."""
    key, *forms = line.rstrip("\n").split("\t")
    one, *many = (form.replace("\\", "\\\\").replace('"', '\\"') for form in forms)
    rows = [f'msgctxt "{key}"', f'msgid "{one}"']
    if many:
        rows += [f'msgid_plural "{many[0]}"', 'msgstr[0] ""', 'msgstr[1] ""']
    else:
        rows += ['msgstr ""']
    return "\n".join(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--add", action="store_true")
    options = parser.parse_args()
    for file in FOLDER.glob("*.po"):
        before = file.read_text("utf-8")
        added = [entry(line) for line in sys.stdin if line.strip()] if options.add else []
        after = formatted("\n\n".join([before.strip(), *added]))
        keys = [key_of(one) for one in after.strip().split("\n\n")[1:]]
        twice = {key for key in keys if keys.count(key) > 1}
        if twice:
            sys.exit(f"{file.name} has two texts for {', '.join(sorted(twice))}")
        if options.check and after != before:
            sys.exit(f"{file.name} is not sorted by key: run make format")
        if after != before:
            file.write_text(after, "utf-8")


if __name__ == "__main__":
    main()

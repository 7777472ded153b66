"""The rule sets, in a list or in words."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from crownhead import PRESETS, Rules
from crownhead.cli.shared import JsonOption, print_json
from crownhead.cli.tables import print_table
from crownhead.rules import OPTIONS, PRESET_SENTENCES, option_text


def rules(
    name: Annotated[
        str | None,
        typer.Argument(help="A rule set, optionally followed by options.", metavar="NAME"),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """List the rule sets, or explain one."""
    if as_json:
        chosen = PRESETS if name is None else {name: Rules.parse(name)}
        print_json({key: _options_of(value) for key, value in chosen.items()})
    elif name is None:
        rows = [(preset, PRESET_SENTENCES[preset]) for preset in PRESETS]
        print_table(("rule set", "what it is"), rows)
    else:
        _explain(Rules.parse(name))


def _explain(chosen: Rules) -> None:
    if chosen.name is not None:
        print(f"{chosen.name}: {PRESET_SENTENCES[chosen.name]}\n")
    rows = [
        (option, option_text(getattr(chosen, option)), sentence)
        for option, sentence in chosen.sentences().items()
    ]
    print_table(("option", "value", "in words"), rows)


def _options_of(chosen: Rules) -> dict[str, Any]:
    return {option: getattr(chosen, option) for option in OPTIONS}

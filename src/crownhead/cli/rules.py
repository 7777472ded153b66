"""The rule sets: a list, or one explained."""

from collections.abc import Iterator
from dataclasses import asdict

from crownhead import ENGLISH, PRESETS, Rules
from crownhead.cli.command import argument, command
from crownhead.cli.shared import print_json, with_json
from crownhead.cli.tables import print_table
from crownhead.messages import say
from crownhead.rules import (
    OPTIONS,
    choices_of,
    number_range,
    option_sentence,
    option_text,
    preset_sentence,
)


@command("help.rules")
@argument("name", "help.rules.name", required=False)
@with_json
def rules(name: str | None, as_json: bool) -> None:
    """List the rule sets, or explain one."""
    if as_json:
        chosen = PRESETS if name is None else {name: Rules.parse(name)}
        print_json({key: asdict(value) for key, value in chosen.items()})
    elif name is None:
        rows = [(preset, str(preset_sentence(preset))) for preset in PRESETS]
        print_table(("column.rule-set", "column.what-it-is"), rows)
        print()
        values = [row for option in OPTIONS for row in _values_of(option)]
        print_table(("column.option", "column.value", "column.in-words"), values)
    else:
        _explain(Rules.parse(name))


def _explain(chosen: Rules) -> None:
    if chosen.name is not None:
        print(say("cli.rules.preset", name=chosen.name, sentence=preset_sentence(chosen.name)))
        print()
    rows = [
        (option, option_text(getattr(chosen, option)), str(sentence))
        for option, sentence in chosen.sentences().items()
    ]
    print_table(("column.option", "column.value", "column.in-words"), rows)


def _values_of(option: str) -> Iterator[tuple[str, str, str]]:
    """Rows for the values of an option, the English one first; one number stands for all."""
    values = [*choices_of(option), *(number_range(option) or ())[2:]]
    values.sort(key=lambda value: value != getattr(ENGLISH, option))
    for number, value in enumerate(values):
        sentence = option_sentence(option, value)
        yield "" if number else option, option_text(value), str(sentence)

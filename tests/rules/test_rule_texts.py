"""Rule sets as values and as text: equal, frozen, copied, written and read."""

from __future__ import annotations

import pickle
from copy import copy, deepcopy
from dataclasses import FrozenInstanceError
from itertools import product
from typing import Any

import pytest
from rule_values import ONE_OF_EACH, PRESET_CHANGES, VALUES, options_of

from cases import each
from crownhead import BLACK, ENGLISH, PRESETS, WHITE, Rules, RulesError
from crownhead.messages import Message
from crownhead.rules import OPTIONS, option_text
from refused import refused

EVERY_COMBINATION = [
    Rules(**dict(zip(VALUES, chosen, strict=True))) for chosen in product(*VALUES.values())
]


# ---- values


@each("option", OPTIONS)
def test_rules_are_frozen(option: str) -> None:
    with pytest.raises(FrozenInstanceError):
        setattr(Rules(), option, getattr(ENGLISH, option))


@each("option", OPTIONS)
def test_no_option_can_be_deleted(option: str) -> None:
    with pytest.raises(FrozenInstanceError):
        delattr(Rules(), option)


def test_equal_rules_are_equal_and_hash_alike() -> None:
    again = [Rules(**options_of(rules)) for rules in EVERY_COMBINATION]
    assert again == EVERY_COMBINATION
    assert list(map(hash, again)) == list(map(hash, EVERY_COMBINATION))


def test_different_rules_are_different() -> None:
    assert len(set(EVERY_COMBINATION)) == len(EVERY_COMBINATION)


@pytest.mark.parametrize("other", ["english", None, options_of(ENGLISH)], ids=type)
def test_rules_are_not_equal_to_other_things(other: object) -> None:
    assert other != ENGLISH


@each("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
@each("name", PRESETS)
def test_rules_are_picklable(name: str, protocol: int) -> None:
    rules = Rules.preset(name).replace(first_to_move="white")
    assert pickle.loads(pickle.dumps(rules, protocol)) == rules


def test_a_pickled_side_is_still_the_side() -> None:
    assert pickle.loads(pickle.dumps(Rules())).first_to_move is BLACK


@pytest.mark.parametrize("duplicate", [copy, deepcopy])
def test_rules_can_be_copied(duplicate: Any) -> None:
    assert duplicate(Rules.preset("casual")) == Rules.preset("casual")


def test_repr_makes_the_same_rules() -> None:
    names = {"Rules": Rules}
    for rules in PRESETS.values():
        text = repr(rules).replace(repr(rules.first_to_move), repr(rules.first_to_move.value))
        assert eval(text, names) == rules, text


# ---- text


def test_str_and_parse_go_round_for_every_combination() -> None:
    different = [rules for rules in EVERY_COMBINATION if Rules.parse(str(rules)) != rules]
    assert not different, f"{len(different)} of {len(EVERY_COMBINATION)}: {different[0]}"


@each("seconds", [1.000000000000001, 4 / 3, 2 / 3 + 1, 86_399.999, 30.0, 1e3, 0.1 + 0.2 + 1, 59.94])
def test_str_and_parse_go_round_for_any_time(seconds: float) -> None:
    rules = Rules(move_seconds=seconds)
    assert Rules.parse(str(rules)) == rules


def test_different_rules_are_written_differently() -> None:
    assert len(set(map(str, EVERY_COMBINATION))) == len(EVERY_COMBINATION)


def test_english_is_written_as_its_name() -> None:
    assert str(ENGLISH) == "english"


def test_other_rules_are_written_as_their_differences_from_english() -> None:
    rules = Rules(regicide=True, quiet_limit=None, first_to_move=WHITE)
    assert str(rules) == "english regicide=on first_to_move=white quiet_limit=none"


def test_differences_are_the_options_that_are_not_english() -> None:
    for name, changes in PRESET_CHANGES.items():
        assert Rules.preset(name).differences() == changes, name


@each("name", PRESETS)
def test_a_presets_name_is_read(name: str) -> None:
    assert Rules.parse(name) == PRESETS[name]


@each(
    "text",
    [
        "casual regicide=on quiet_limit=40",
        "casual,regicide=on,quiet_limit=40",
        "casual; regicide=on; quiet_limit=40",
        "  CASUAL   Regicide=ON\n\tQUIET_LIMIT=40 ",
        "casual regicide=true quiet-limit=40",
        "casual quiet_limit=040 regicide=True",
    ],
)
def test_rules_are_read_as_people_write_them(text: str) -> None:
    assert Rules.parse(text) == Rules.preset("casual").replace(regicide=True, quiet_limit=40)


def test_options_alone_change_the_english_rules() -> None:
    assert Rules.parse("regicide=on") == Rules(regicide=True)


@each(("option", "value"), ONE_OF_EACH)
def test_every_value_is_read_from_its_text(option: str, value: Any) -> None:
    assert getattr(Rules.parse(f"{option}={option_text(value)}"), option) == value


@each(
    ("text", "sentence"),
    [
        ("", "ruleset.empty"),
        (" \n\t", "ruleset.empty"),
        (",;,", Message("unknown.all", {"unknown": "unknown.rule-set"})),
        ("englsh", Message("unknown.near", {"unknown": "unknown.rule-set", "near": "english"})),
        (
            "english regicide",
            Message("ruleset.no-value", {"option": "regicide", "example": "regicide=on"}),
        ),
        ("regicide=on casual", Message("ruleset.not-first", {"word": "casual"})),
        ("regicide=on english", Message("ruleset.not-first", {"word": "english"})),
        ("english casual", Message("ruleset.not-first", {"word": "casual"})),
        (
            "regcide=on",
            Message("unknown.near", {"unknown": "unknown.rule-option", "near": "regicide"}),
        ),
        ("english =", Message("unknown.all", {"unknown": "unknown.rule-option"})),
        ("regicide=", Message("ruleset.switch", {"option": "regicide"})),
        ("regicide=yes", Message("ruleset.switch", {"option": "regicide", "value": "yes"})),
        ("regicide=1", Message("ruleset.switch", {"option": "regicide", "value": "1"})),
        ("regicide==on", Message("ruleset.switch", {"option": "regicide", "value": "=on"})),
        (
            "capture=forced",
            Message(
                "ruleset.choice",
                {"option": "capture", "value": "forced", "choices": "mandatory or optional"},
            ),
        ),
        (
            "continuation=x",
            Message(
                "ruleset.choice",
                {"option": "continuation", "value": "x", "choices": "mandatory, optional or none"},
            ),
        ),
        (
            "first_to_move=red",
            Message(
                "ruleset.choice",
                {"option": "first_to_move", "value": "red", "choices": "black or white"},
            ),
        ),
        (
            "quiet_limit=0",
            Message("ruleset.number", {"option": "quiet_limit", "value": "0", "least": 1}),
        ),
        ("quiet_limit=-1", Message("ruleset.number", {"option": "quiet_limit"})),
        ("quiet_limit=1.5", Message("ruleset.number", {"option": "quiet_limit"})),
        ("quiet_limit=1e3", Message("ruleset.number", {"option": "quiet_limit"})),
        ("quiet_limit=0x50", Message("ruleset.number", {"option": "quiet_limit"})),
        ("quiet_limit=8_0", Message("ruleset.number", {"option": "quiet_limit"})),
        ("quiet_limit=\u0663", Message("ruleset.number", {"option": "quiet_limit"})),
        ("quiet_limit=" + "9" * 900, Message("ruleset.number", {"option": "quiet_limit"})),
        (
            "repetition_limit=1",
            Message(
                "ruleset.number",
                {"option": "repetition_limit", "value": "1", "least": 2, "most": 100},
            ),
        ),
        ("move_seconds=nan", Message("ruleset.number", {"option": "move_seconds"})),
        ("move_seconds=inf", Message("ruleset.number", {"option": "move_seconds"})),
        (
            "move_seconds=0",
            Message("ruleset.number", {"option": "move_seconds", "value": "0", "least": 1}),
        ),
        ("english quiet_limit=80\0", Message("ruleset.number", {"option": "quiet_limit"})),
        ("\0", Message("unknown.all", {"unknown": "unknown.rule-set"})),
        ("x" * 1_001, Message("ruleset.too-long", {"count": 1001})),
        ("regicide=on " * 1_000_000, Message("ruleset.too-long", {"count": 12000000})),
    ],
)
def test_rules_that_cannot_be_read_are_refused_with_a_sentence(
    text: str, sentence: str | Message
) -> None:
    with refused(RulesError, sentence) as caught:
        Rules.parse(text)
    assert len(str(caught.value)) < 300
    assert str(caught.value).isprintable()

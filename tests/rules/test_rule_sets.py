"""Rule sets: the presets of the specification, every option, what is refused, and sentences for people."""

from __future__ import annotations

from typing import Any

import pytest
from rule_values import ENGLISH_OPTIONS, ONE_OF_EACH, PRESET_CHANGES, VALUES, options_of

from cases import each
from crownhead import BLACK, ENGLISH, PRESETS, WHITE, CrownheadError, Position, Rules, RulesError
from crownhead.rules import OPTIONS, choices_of, idle_when, number_range, preset_sentence
from refused import refused

BAD_VALUES = [
    ("capture", "forced"),
    ("capture", "none"),
    ("capture", "MANDATORY"),
    ("capture", ""),
    ("capture", None),
    ("capture", True),
    ("capture", ["mandatory"]),
    ("continuation", "sometimes"),
    ("continuation", None),
    ("continuation", 0),
    ("regicide", "on"),
    ("regicide", 1),
    ("regicide", 0),
    ("regicide", None),
    ("crowning_ends_move", "off"),
    ("crowning_ends_move", 2),
    ("quiet_counts_men", "true"),
    ("quiet_counts_men", None),
    ("first_to_move", "red"),
    ("first_to_move", "Black"),
    ("first_to_move", None),
    ("first_to_move", 0),
    ("quiet_limit", 0),
    ("quiet_limit", -80),
    ("quiet_limit", 10_001),
    ("quiet_limit", 10**400),
    ("quiet_limit", 1 << 40_000),
    ("quiet_limit", 80.0),
    ("quiet_limit", "80"),
    ("quiet_limit", True),
    ("quiet_limit", [80]),
    ("repetition_limit", 1),
    ("repetition_limit", 0),
    ("repetition_limit", -3),
    ("repetition_limit", 101),
    ("repetition_limit", 3.0),
    ("repetition_limit", "3"),
    ("repetition_limit", True),
    ("move_seconds", 0),
    ("move_seconds", 0.5),
    ("move_seconds", -30),
    ("move_seconds", 86_401),
    ("move_seconds", float("nan")),
    ("move_seconds", float("inf")),
    ("move_seconds", 10**400),
    ("move_seconds", "30"),
    ("move_seconds", True),
]


def shown(value: Any) -> str:
    """Name a case; Python does not write numbers of thousands of digits."""
    large = isinstance(value, int) and value.bit_length() > 1_000
    return "large" if large else repr(value)


# ---- presets


def test_the_options_are_those_of_the_specification_in_its_order() -> None:
    assert tuple(ENGLISH_OPTIONS) == OPTIONS


def test_the_presets_are_those_of_the_specification() -> None:
    assert list(PRESETS) == list(PRESET_CHANGES)


@each("name", PRESET_CHANGES)
def test_a_preset_is_as_the_specification_says(name: str) -> None:
    assert options_of(Rules.preset(name)) == ENGLISH_OPTIONS | PRESET_CHANGES[name]


@each("name", PRESET_CHANGES)
def test_a_preset_knows_its_name(name: str) -> None:
    assert Rules.preset(name).name == name


@each("name", PRESET_CHANGES)
def test_a_preset_has_a_sentence_for_people(name: str) -> None:
    assert str(preset_sentence(name)).endswith(".")


def test_the_defaults_are_english() -> None:
    assert Rules() == ENGLISH == Rules.preset("english")


def test_no_two_presets_are_the_same() -> None:
    assert len(set(PRESETS.values())) == len(PRESETS)


def test_nobody_can_add_a_preset() -> None:
    with pytest.raises(TypeError):
        PRESETS["mine"] = ENGLISH  # type: ignore[index]


def test_the_name_does_not_depend_on_how_the_rules_were_made() -> None:
    rules = Rules(capture="optional", quiet_limit=None, repetition_limit=None)
    assert rules.name == "free-capture"


def test_changed_rules_have_no_name() -> None:
    assert Rules.preset("casual").replace(regicide=True).name is None


@each(
    ("wrong", "meant"),
    [
        ("englsh", "english"),
        ("casul", "casual"),
        ("regicid", "regicide"),
        ("single jump", "single-jump"),
        ("single_jump", "single-jump"),
        ("freecapture", "free-capture"),
        ("tournament", "tournament-30"),
    ],
)
def test_an_unknown_preset_gets_a_suggestion(wrong: str, meant: str) -> None:
    with refused(RulesError, "unknown.near", near=meant):
        Rules.preset(wrong)


@pytest.mark.parametrize("text", ["English", " CASUAL ", "Tournament-30"])
def test_a_presets_name_may_be_written_in_capitals(text: str) -> None:
    assert Rules.preset(text).name == text.strip().lower()


@pytest.mark.parametrize("wrong", [None, 5, b"english", ("english",)])
def test_a_presets_name_is_a_text(wrong: Any) -> None:
    with pytest.raises((RulesError, TypeError)):
        Rules.preset(wrong)


@pytest.mark.parametrize("wrong", ["", "go", "\0", "x" * 100_000, "\ud800"])
def test_an_unknown_preset_like_no_other_lists_them_all(wrong: str) -> None:
    with pytest.raises(RulesError) as caught:
        Rules.preset(wrong)
    sentence = str(caught.value)
    assert all(name in sentence for name in PRESETS), sentence
    assert len(sentence) < 300, sentence[:300]


# ---- changing options


@each(("option", "value"), ONE_OF_EACH)
def test_replace_changes_one_option_and_no_other(option: str, value: Any) -> None:
    replaced = Rules.preset("tournament-30").replace(**{option: value})
    assert options_of(replaced) == options_of(Rules.preset("tournament-30")) | {option: value}


def test_replace_leaves_the_original_alone() -> None:
    ENGLISH.replace(regicide=True)
    assert not ENGLISH.regicide


def test_replace_of_nothing_gives_the_same_rules() -> None:
    assert ENGLISH.replace() == ENGLISH


@pytest.mark.parametrize("first", ["white", WHITE])
def test_the_first_side_may_be_given_as_text(first: Any) -> None:
    assert Rules(first_to_move=first).first_to_move is WHITE


@each(("option", "value"), BAD_VALUES)
def test_a_bad_value_is_refused_when_rules_are_made(option: str, value: Any) -> None:
    with refused(RulesError, _kind_of(option), option=option):
        Rules(**{option: value})


@each(("option", "value"), BAD_VALUES)
def test_a_bad_value_is_refused_when_rules_are_replaced(option: str, value: Any) -> None:
    with refused(RulesError, _kind_of(option), option=option):
        ENGLISH.replace(**{option: value})


def _kind_of(option: str) -> str:
    """What is said of a value that an option cannot have."""
    if number_range(option):
        return "ruleset.number"
    return "ruleset.switch" if True in choices_of(option) else "ruleset.choice"


@each(
    ("option", "value"),
    [
        ("quiet_limit", 1),
        ("quiet_limit", 10_000),
        ("repetition_limit", 2),
        ("repetition_limit", 100),
        ("move_seconds", 1),
        ("move_seconds", 86_400),
        ("move_seconds", 1.5),
    ],
)
def test_the_ends_of_a_range_are_allowed(option: str, value: Any) -> None:
    assert getattr(Rules(**{option: value}), option) == value


@each(
    ("wrong", "meant"),
    [
        ("regcide", "regicide"),
        ("captures", "capture"),
        ("continue", "continuation"),
        ("first_move", "first_to_move"),
        ("quiet_limits", "quiet_limit"),
        ("quiet_count_men", "quiet_counts_men"),
        ("repetitions", "repetition_limit"),
        ("seconds", "move_seconds"),
        ("crowning_ends", "crowning_ends_move"),
    ],
)
def test_an_unknown_option_gets_a_suggestion(wrong: str, meant: str) -> None:
    with refused(RulesError, "unknown.near", near=meant):
        ENGLISH.replace(**{wrong: True})


def test_an_unknown_option_like_no_other_lists_them_all() -> None:
    with refused(RulesError, "unknown.all", names=", ".join(OPTIONS)):
        ENGLISH.replace(zzz=True)


def test_a_rules_error_is_a_crownhead_error() -> None:
    assert issubclass(RulesError, CrownheadError)


# ---- sentences for people


@each(("option", "value"), ONE_OF_EACH)
def test_every_option_and_value_has_a_sentence(option: str, value: Any) -> None:
    sentences = Rules(**{option: value}).sentences()
    assert list(sentences) == list(OPTIONS)
    text = str(sentences[option])
    assert text[0].isupper(), text
    assert text.endswith("."), text


@each("option", OPTIONS)
def test_different_values_have_different_sentences(option: str) -> None:
    sentences = [str(Rules(**{option: value}).sentences()[option]) for value in VALUES[option]]
    assert len(set(sentences)) == len(sentences), sentences


@pytest.mark.parametrize(
    ("option", "value"),
    [("quiet_limit", 40), ("repetition_limit", 5), ("move_seconds", 2.5)],
)
def test_a_sentence_tells_the_number(option: str, value: Any) -> None:
    sentence = Rules(**{option: value}).sentences()[option]
    assert sentence.values == {"count": value}
    assert str(value) in str(sentence)


def test_a_long_time_is_told_as_people_write_it() -> None:
    told = str(Rules(move_seconds=86_399.5).sentences()["move_seconds"])
    assert "86399.5" in told.replace(",", ""), told


# ---- options that change nothing


@each("option", OPTIONS)
def test_an_option_is_idle_with_one_value_of_another(option: str) -> None:
    other, value = idle_when(option) or (None, None)
    assert other is None or value in choices_of(other)
    idle = [rules for rules in PRESETS.values() if not rules.matters(option)]
    assert idle == [rules for rules in PRESETS.values() if other and getattr(rules, other) == value]


# ---- what the rules do to a position


@pytest.mark.parametrize("side", [BLACK, WHITE])
def test_the_first_side_moves_first(side: Any) -> None:
    assert Position.start(Rules(first_to_move=side)).turn is side

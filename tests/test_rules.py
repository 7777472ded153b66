"""Rule sets as values: the presets of the specification, every option, and what is refused."""

from __future__ import annotations

import pickle
from copy import copy, deepcopy
from dataclasses import FrozenInstanceError
from itertools import product
from typing import Any

import pytest

from cases import each
from crownhead import BLACK, ENGLISH, PRESETS, WHITE, CrownheadError, Position, Rules, RulesError
from crownhead.rules import OPTIONS, PRESET_SENTENCES, option_text

# The last column of the table of options, and what each preset changes in it, as the
# specification says them.
ENGLISH_OPTIONS: dict[str, Any] = {
    "capture": "mandatory",
    "continuation": "mandatory",
    "regicide": False,
    "crowning_ends_move": True,
    "first_to_move": "black",
    "quiet_limit": 80,
    "quiet_counts_men": True,
    "repetition_limit": 3,
    "move_seconds": None,
}
NO_DRAW_RULE: dict[str, Any] = {"quiet_limit": None, "repetition_limit": None}
PRESET_CHANGES: dict[str, dict[str, Any]] = {
    "english": {},
    "casual": {"capture": "optional", "continuation": "none", **NO_DRAW_RULE},
    "regicide": {
        "continuation": "optional",
        "crowning_ends_move": False,
        "regicide": True,
        **NO_DRAW_RULE,
    },
    "single-jump": {"continuation": "none", "regicide": True, **NO_DRAW_RULE},
    "free-capture": {"capture": "optional", **NO_DRAW_RULE},
    "tournament-30": {"quiet_counts_men": False, "repetition_limit": 2, "move_seconds": 30},
}

# Every choice and switch, and of each number some telling values.
VALUES: dict[str, tuple[Any, ...]] = {
    "capture": ("mandatory", "optional"),
    "continuation": ("mandatory", "optional", "none"),
    "regicide": (False, True),
    "crowning_ends_move": (True, False),
    "first_to_move": ("black", "white"),
    "quiet_limit": (80, 1, None),
    "quiet_counts_men": (True, False),
    "repetition_limit": (3, 2, None),
    "move_seconds": (None, 30, 2.5),
}
EVERY_COMBINATION = [
    Rules(**dict(zip(VALUES, chosen, strict=True))) for chosen in product(*VALUES.values())
]

ONE_OF_EACH = [(option, value) for option, values in VALUES.items() for value in values]

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


def options_of(rules: Rules) -> dict[str, Any]:
    return {option: getattr(rules, option) for option in OPTIONS}


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
    assert PRESET_SENTENCES[name].endswith(".")


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
    with pytest.raises(RulesError, match=f"did you mean '{meant}'"):
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
    with pytest.raises(RulesError, match=f"^{option} is "):
        Rules(**{option: value})


@each(("option", "value"), BAD_VALUES)
def test_a_bad_value_is_refused_when_rules_are_replaced(option: str, value: Any) -> None:
    with pytest.raises(RulesError, match=f"^{option} is "):
        ENGLISH.replace(**{option: value})


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
    with pytest.raises(RulesError, match=f"did you mean '{meant}'"):
        ENGLISH.replace(**{wrong: True})


def test_an_unknown_option_like_no_other_lists_them_all() -> None:
    with pytest.raises(RulesError) as caught:
        ENGLISH.replace(zzz=True)
    assert all(option in str(caught.value) for option in OPTIONS), caught.value


def test_a_rules_error_is_a_crownhead_error() -> None:
    assert issubclass(RulesError, CrownheadError)


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
        ("", "the rules are empty"),
        (" \n\t", "the rules are empty"),
        (",;,", "no rule set named ''"),
        ("englsh", "no rule set named 'englsh'; did you mean 'english'"),
        ("english regicide", "regicide needs a value, such as regicide=on"),
        ("regicide=on casual", "'casual' is not an option; a rule set comes first"),
        ("regicide=on english", "'english' is not an option"),
        ("english casual", "'casual' is not an option"),
        ("regcide=on", "no rule option named 'regcide'; did you mean 'regicide'"),
        ("english =", "no rule option named 'english'"),
        ("regicide=", "regicide is on or off"),
        ("regicide=yes", "regicide is on or off, not 'yes'"),
        ("regicide=1", "regicide is on or off, not '1'"),
        ("regicide==on", "regicide is on or off, not '=on'"),
        ("capture=forced", "capture is mandatory or optional, not 'forced'"),
        ("continuation=x", "continuation is mandatory or optional or none, not 'x'"),
        ("first_to_move=red", "first_to_move is black or white, not 'red'"),
        ("quiet_limit=0", "quiet_limit is a number from 1 to 10000 or none, not '0'"),
        ("quiet_limit=-1", "quiet_limit is a number"),
        ("quiet_limit=1.5", "quiet_limit is a number"),
        ("quiet_limit=1e3", "quiet_limit is a number"),
        ("quiet_limit=0x50", "quiet_limit is a number"),
        ("quiet_limit=8_0", "quiet_limit is a number"),
        ("quiet_limit=\u0663", "quiet_limit is a number"),
        ("quiet_limit=" + "9" * 900, "quiet_limit is a number"),
        ("repetition_limit=1", "repetition_limit is a number from 2 to 100 or none, not '1'"),
        ("move_seconds=nan", "move_seconds is a number"),
        ("move_seconds=inf", "move_seconds is a number"),
        ("move_seconds=0", "move_seconds is a number from 1 to 86400 or none, not '0'"),
        ("english quiet_limit=80\0", "quiet_limit is a number"),
        ("\0", "no rule set named"),
        ("x" * 1_001, "1001 letters"),
        ("regicide=on " * 1_000_000, "12000000 letters"),
    ],
)
def test_rules_that_cannot_be_read_are_refused_with_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(RulesError) as caught:
        Rules.parse(text)
    assert sentence in str(caught.value)
    assert len(str(caught.value)) < 300
    assert str(caught.value).isprintable()


# ---- sentences for people


@each(("option", "value"), ONE_OF_EACH)
def test_every_option_and_value_has_a_sentence(option: str, value: Any) -> None:
    sentences = Rules(**{option: value}).sentences()
    assert list(sentences) == list(OPTIONS)
    assert sentences[option][0].isupper(), sentences[option]
    assert sentences[option].endswith("."), sentences[option]


@each("option", OPTIONS)
def test_different_values_have_different_sentences(option: str) -> None:
    sentences = [Rules(**{option: value}).sentences()[option] for value in VALUES[option]]
    assert len(set(sentences)) == len(sentences), sentences


@pytest.mark.parametrize(
    ("option", "value", "told"),
    [("quiet_limit", 40, "40"), ("repetition_limit", 5, "5"), ("move_seconds", 2.5, "2.5")],
)
def test_a_sentence_tells_the_number(option: str, value: Any, told: str) -> None:
    assert told in Rules(**{option: value}).sentences()[option]


def test_a_long_time_is_told_as_people_write_it() -> None:
    told = Rules(move_seconds=86_399.5).sentences()["move_seconds"]
    assert "86399.5" in told.replace(",", ""), told


# ---- what the rules do to a position


@pytest.mark.parametrize("side", [BLACK, WHITE])
def test_the_first_side_moves_first(side: Any) -> None:
    assert Position.start(Rules(first_to_move=side)).turn is side

"""A rule set as a value: English checkers and every common house rule.

Games on disk and in PDN files name the options that differ from English rules, never a preset: a
preset may change, a game may not. The core has two instances of its generator, one with English
options as constants and one with options as values.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Any, Final, Literal

from crownhead.errors import RulesError, excerpt, quoted, unknown_name
from crownhead.messages import Listed, Message
from crownhead.numeric import as_number, as_whole
from crownhead.pieces import BLACK, Side

CaptureOption = Literal["mandatory", "optional"]
ContinuationOption = Literal["mandatory", "optional", "none"]
OptionPart = Literal["moves", "start", "end", "clock"]

_CHOICES: Final = MappingProxyType(
    {
        "capture": ("mandatory", "optional"),
        "continuation": ("mandatory", "optional", "none"),
        "first_to_move": ("black", "white"),
    }
)
# The lowest, the highest and the usual value; None switches the rule off.
_NUMBERS: Final = MappingProxyType(
    {
        "quiet_limit": (1, 10_000, 80),
        "repetition_limit": (2, 100, 3),
        "move_seconds": (1, 86_400, 30),
    }
)
# An option changes nothing while another has this value.
_IDLE: Final[Mapping[str, tuple[str, Any]]] = MappingProxyType(
    {"crowning_ends_move": ("continuation", "none"), "quiet_counts_men": ("quiet_limit", None)}
)
_LONGEST_TEXT: Final = 1000


@dataclass(frozen=True, slots=True)
class Rules:
    """The options of a game; the defaults are English checkers.

    >>> Rules.preset("casual").capture
    'optional'
    >>> Rules().replace(regicide=True).regicide
    True
    """

    # The options of moves come first; the core knows them by these names.
    capture: CaptureOption = "mandatory"
    continuation: ContinuationOption = "mandatory"
    regicide: bool = False
    crowning_ends_move: bool = True
    # How a game begins and ends.
    first_to_move: Side = BLACK
    quiet_limit: int | None = 80
    quiet_counts_men: bool = True
    repetition_limit: int | None = 3
    move_seconds: float | None = None

    def __post_init__(self) -> None:
        for option in OPTIONS:
            _check(option, getattr(self, option))
        object.__setattr__(self, "first_to_move", Side(self.first_to_move))
        for option in _NUMBERS:  # those of other libraries become Python's own
            object.__setattr__(self, option, as_number(getattr(self, option)))

    @classmethod
    def preset(cls, name: str) -> Rules:
        """Look up a rule set by name.

        >>> Rules.preset("englsh")
        Traceback (most recent call last):
        crownhead.errors.RulesError: no rule set named 'englsh'; did you mean 'english'?
        """
        try:
            return PRESETS[name.strip().lower()]
        except (KeyError, AttributeError):
            raise RulesError(unknown_name("rule-set", name, PRESETS)) from None

    @classmethod
    def parse(cls, text: str) -> Rules:
        """Read what `str` writes: a preset's name, options, or a name followed by options.

        >>> Rules.parse("casual repetition_limit=3").repetition_limit
        3
        """
        if not isinstance(text, str):
            raise RulesError("ruleset.not-text", kind=type(text).__name__)
        if len(text) > _LONGEST_TEXT:
            raise RulesError("ruleset.too-long", count=len(text), most=_LONGEST_TEXT)
        tokens = re.split(r"[\s,;]+", re.sub(r"\s*=\s*", "=", text.strip()))
        if tokens == [""]:
            raise RulesError("ruleset.empty")
        start = ENGLISH if "=" in tokens[0] else cls.preset(tokens.pop(0))
        options: dict[str, Any] = {}
        for option, value in map(_read_option, tokens):
            if option in options:
                raise RulesError("ruleset.twice", option=option)
            options[option] = value
        return start.replace(**options)

    def replace(self, /, **options: Any) -> Rules:
        """Return the same rules with some options changed."""
        for option in options:
            if option not in OPTIONS:
                raise RulesError(unknown_name("rule-option", option, OPTIONS))
        return replace(self, **options)

    @property
    def name(self) -> str | None:
        """The preset that these rules are, if any.

        >>> Rules().name, Rules(regicide=True).name
        ('english', None)
        """
        return next((name for name, rules in PRESETS.items() if rules == self), None)

    @property
    def moves_as_english(self) -> bool:
        """Whether pieces move and capture as in English checkers, whatever else differs.

        >>> Rules(quiet_limit=None).moves_as_english, Rules(regicide=True).moves_as_english
        (True, False)
        """
        return all(getattr(self, name) == getattr(ENGLISH, name) for name in MOVE_OPTIONS)

    def matters(self, option: str) -> bool:
        """Whether an option changes anything, given the others.

        >>> Rules(quiet_limit=None).matters("quiet_counts_men")
        False
        """
        idle = idle_when(option)
        return idle is None or getattr(self, idle[0]) != idle[1]

    def differences(self) -> dict[str, Any]:
        """Options that are not as in English checkers."""
        return {
            option: getattr(self, option)
            for option in OPTIONS
            if getattr(self, option) != getattr(ENGLISH, option)
        }

    def __str__(self) -> str:
        tokens = [f"{option}={option_text(value)}" for option, value in self.differences().items()]
        return " ".join(["english", *tokens])

    def sentences(self) -> dict[str, Message]:
        """Each option of these rules in plain words.

        >>> print(Rules().sentences()["capture"])
        If you can capture, you must. You choose which capture.
        """
        return {option: option_sentence(option, getattr(self, option)) for option in OPTIONS}


OPTIONS: Final = tuple(field.name for field in fields(Rules))
#: The options that decide which moves are legal.
MOVE_OPTIONS: Final = OPTIONS[: OPTIONS.index("first_to_move")]
_PARTS: Final[Mapping[str, OptionPart]] = MappingProxyType(
    {"first_to_move": "start", "move_seconds": "clock"}
)
_SWITCHES: Final = tuple(field.name for field in fields(Rules) if field.type == "bool")


def checked_rules(rules: Rules) -> Rules:
    """Take rules, and nothing that only names them."""
    if not isinstance(rules, Rules):
        raise RulesError("ruleset.wanted", value=quoted(rules))
    return rules


def choices_of(option: str) -> tuple[Any, ...]:
    """The values of an option that are not numbers.

    >>> choices_of("capture"), choices_of("regicide"), choices_of("quiet_limit")
    (('mandatory', 'optional'), (True, False), (None,))
    """
    if option in _SWITCHES:
        return (True, False)
    return _CHOICES.get(option, (None,))


def number_range(option: str) -> tuple[int, int, int] | None:
    """The least, the greatest and the usual number of an option, or None if it takes none.

    >>> number_range("quiet_limit")
    (1, 10000, 80)
    """
    return _NUMBERS.get(option)


def idle_when(option: str) -> tuple[str, Any] | None:
    """Another option, and its value that leaves this option without effect.

    >>> idle_when("quiet_counts_men"), idle_when("capture")
    (('quiet_limit', None), None)
    """
    return _IDLE.get(option)


def part_of(option: str) -> OptionPart:
    """The part of a game that an option is about.

    >>> part_of("capture"), part_of("quiet_limit")
    ('moves', 'end')
    """
    if option in MOVE_OPTIONS:
        return "moves"
    return _PARTS.get(option, "end")


def preset_title(name: str | None) -> Message:
    """What the rules of a preset are called; those of none are house rules.

    >>> str(preset_title("single-jump")), str(preset_title(None))
    ('Single jump', 'House rules')
    """
    return Message(f"rules.preset.{name}.title" if name else "rules.house")


def preset_sentence(name: str) -> Message:
    """What a preset is, for people who choose one."""
    return Message(f"rules.preset.{name}.sentence")


def option_title(option: str) -> Message:
    """What an option is about.

    >>> str(option_title("quiet_limit"))
    'Draw when nothing happens'
    """
    return Message(f"rules.{option}.title")


def option_label(option: str, value: Any) -> Message:
    """A value of an option in a word or two; numbers are their own label.

    >>> str(option_label("capture", "mandatory")), str(option_label("first_to_move", BLACK))
    ('You must', 'Black')
    """
    if option == "first_to_move":
        return Side(value).message
    return Message(f"rules.{option}.{option_text(value)}.label")


def option_sentence(option: str, value: Any) -> Message:
    """What a value of an option means for a game.

    >>> str(option_sentence("first_to_move", BLACK))
    'Black moves first.'
    """
    if option == "first_to_move":
        return Message("rules.first_to_move.sentence", {"side": Side(value)})
    if option in _NUMBERS and value is not None:
        return Message(f"rules.{option}.number.sentence", {"count": value})
    return Message(f"rules.{option}.{option_text(value)}.sentence")


def _check(option: str, value: Any) -> None:
    """Refuse a value that an option cannot have."""
    said = {"option": option, "value": excerpt(value)}
    if option in _CHOICES:
        if not (isinstance(value, str) and value in _CHOICES[option]):
            raise RulesError("ruleset.choice", **said, choices=Listed(_CHOICES[option]))
    elif option in _SWITCHES:
        if not isinstance(value, bool):
            raise RulesError("ruleset.switch", **said)
    elif value is not None:
        least, most, _ = _NUMBERS[option]
        number = as_number(value) if option == "move_seconds" else as_whole(value)
        if number is None or not least <= number <= most:
            raise RulesError("ruleset.number", **said, least=least, most=most)


def _read_option(token: str) -> tuple[str, Any]:
    option, equals, value = token.partition("=")
    option, value = option.lower().replace("-", "_"), value.lower()
    if not equals:
        if option in OPTIONS:
            *_, example = _CHOICES.get(option) or _NUMBERS.get(option) or ("on",)
            raise RulesError("ruleset.no-value", option=option, example=f"{option}={example}")
        key = "ruleset.not-first" if option in PRESETS else "ruleset.no-option"
        raise RulesError(key, word=excerpt(token))
    if option in _SWITCHES:
        return option, {"on": True, "true": True, "off": False, "false": False}.get(value, value)
    if option in _NUMBERS:
        return option, _read_number(value)
    return option, value


def _read_number(value: str) -> Any:
    if value == "none":
        return None
    if re.fullmatch(r"[0-9]{1,9}", value):
        return int(value)
    return float(value) if re.fullmatch(r"[0-9]{1,9}\.[0-9]{1,20}", value) else value


def option_text(value: Any) -> str:
    """Write the value of an option as `Rules.parse` reads it.

    >>> option_text(True), option_text(None), option_text(80)
    ('on', 'none', '80')
    """
    if isinstance(value, bool):
        return "on" if value else "off"
    return "none" if value is None else str(value)


ENGLISH: Final = Rules()

_NO_DRAWS: Final = {"quiet_limit": None, "repetition_limit": None}

PRESETS: Final[Mapping[str, Rules]] = MappingProxyType(
    {
        "english": ENGLISH,
        "casual": ENGLISH.replace(capture="optional", continuation="none", **_NO_DRAWS),
        "regicide": ENGLISH.replace(
            continuation="optional", crowning_ends_move=False, regicide=True, **_NO_DRAWS
        ),
        "single-jump": ENGLISH.replace(continuation="none", regicide=True, **_NO_DRAWS),
        "free-capture": ENGLISH.replace(capture="optional", **_NO_DRAWS),
        "tournament-30": ENGLISH.replace(
            quiet_limit=80, quiet_counts_men=False, repetition_limit=2, move_seconds=30
        ),
    }
)

"""What can be chosen for a game: opponents, rules, ballots."""

from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.metadata import version
from types import MappingProxyType
from typing import Final

from crownhead.errors import CrownheadError, EngineError, excerpt, unknown_name
from crownhead.messages import say
from crownhead.openings import ballots
from crownhead.players import (
    NAMES,
    Player,
    levels,
    player,
    rated_opponents,
    read_opponent,
    spelt_out,
)
from crownhead.players.names import kind_of
from crownhead.rules import (
    OPTIONS,
    PRESETS,
    Rules,
    choices_of,
    idle_when,
    number_range,
    option_label,
    option_sentence,
    option_title,
    part_of,
    preset_sentence,
    preset_title,
)
from crownhead.service.contract import (
    BallotView,
    NumberView,
    OffersView,
    OpponentView,
    OptionView,
    view_of,
)
from crownhead.session.seating import PERSON

NEWCOMER: Final = "level:2"

# Opponents that a person may name. None of them starts a program.
_PLAYABLE: Final = (*NAMES, "scale")
# Deeper searches of these kinds take minutes a move.
_DEEPEST: Final = MappingProxyType({"minimax": 9, "lookahead": 5, "alphabeta": 12})


@dataclass(frozen=True, slots=True)
class Seat:
    """The player of a side, for display."""

    opponent: str
    name: str
    rating: int | None = None
    character: str = ""

    @property
    def is_person(self) -> bool:
        """Whether a person plays this side."""
        return self.opponent == PERSON

    @property
    def portrait(self) -> str:
        """The name of the player's picture; each level has its own."""
        return str(read_opponent(self.opponent).options["level"]) if self.is_level else "classic"

    @property
    def is_level(self) -> bool:
        """Whether this is a level."""
        return kind_of(self.opponent) == "level"

    def offer(self, number: int | None = None) -> OpponentView:
        """The opponent in a list of choices."""
        return view_of(OpponentView, self, number=number)


@lru_cache(maxsize=500)
def seat(opponent: str) -> Seat:
    """Look up the player that a name such as `person`, `level:4` or `alphabeta:depth=6` stands for.

    >>> seat("level:4").name
    'Park Regular'
    >>> seat("hub:something")
    Traceback (most recent call last):
    crownhead.errors.EngineError: no opponent named 'hub'; choose from: person, level, random, ...
    """
    if opponent == PERSON:
        return Seat(PERSON, "")
    for one in _seats():
        if one.opponent == opponent:
            return one
    name = kind_of(opponent)
    if name not in _PLAYABLE:
        raise EngineError(unknown_name("opponent", name, (PERSON, *_PLAYABLE)))
    read = read_opponent(opponent)
    deepest = _DEEPEST.get(read.kind)
    if deepest and read.options.get("depth", 0) > deepest:
        raise EngineError("begin.too-deep", kind=read.kind, count=deepest)
    known = next((one for one in _seats() if one.opponent == read.name), Seat(opponent, opponent))
    return replace(known, opponent=opponent) if "seed" in read.options else known


@lru_cache(maxsize=500)
def known_seat(opponent: str) -> Seat | None:
    """The player of this name; None if this version does not know it."""
    try:
        return seat(opponent)
    except CrownheadError:
        return None


def name_of(opponent: str) -> str:
    """The display name of an opponent; for one of another version, its stored name.

    >>> name_of("level:4"), name_of("level:99")
    ('Park Regular', 'level:99')
    """
    known = known_seat(opponent)
    return known.name if known else opponent


def opponent(text: str) -> str:
    """Resolve what a person types for an opponent: a level's number or name, or any opponent's name.

    >>> opponent("4"), opponent("Park Regular"), opponent("hard"), opponent("greedy")
    ('level:4', 'level:4', 'alphabeta:depth=5', 'greedy')
    >>> opponent("level 4"), opponent("very-hard")
    ('level:4', 'alphabeta:depth=7')
    """
    name = text.strip().lower()
    if name == PERSON:
        return PERSON
    if name not in [one.opponent for one in _seats()]:
        name = spelt_out(text)
    kind = kind_of(name)
    if kind not in _PLAYABLE:
        raise EngineError(unknown_name("opponent", kind, opponent_names()))
    return seat(name).opponent


def opponent_names() -> list[str]:
    """The names that a person may type for an opponent, without options, each a single word.

    >>> opponent_names()[:3], "very-hard" in opponent_names()
    (['person', '1', '2'], True)
    """
    numbers = [str(one.number) for one in levels()]
    named = [one.name for one in rated_opponents() if one.name]
    others = [name for name in NAMES if name not in (*named, "level")]
    return [PERSON, *numbers, *named, *others]


def make_player(opponent: str, seed: int | None) -> Player:
    """Make the player for a checked name."""
    return player(seat(opponent).opponent, seed=seed)


def _seats() -> list[Seat]:
    ladder = [Seat(f"level:{one.number}", one.name, one.rating, one.character) for one in levels()]
    titled = [(at, title, one) for one in rated_opponents() for at, title in enumerate(one.titles)]
    titled.sort(key=lambda row: row[1].scale)
    # An opponent with two names is itself by the first and `scale:3` by the second.
    return ladder + [
        Seat(
            title.words if at else one.opponent, str(title.message), one.rating, str(one.character)
        )
        for at, title, one in titled
    ]


def choices(*, book: bool = True) -> OffersView:
    """Everything that can be chosen, with texts for display.

    `book` says whether there is an opening book.
    """
    seats = _seats()
    ladder = [one for one in seats if one.is_level]
    return {
        "version": version("crownhead"),
        "presets": [
            {
                "name": name,
                "title": str(preset_title(name)),
                "sentence": str(preset_sentence(name)),
                "options": {option: getattr(rules, option) for option in OPTIONS},
            }
            for name, rules in PRESETS.items()
        ],
        "options": [_option(name) for name in OPTIONS],
        "levels": [one.offer(number) for number, one in enumerate(ladder, start=1)],
        "classic": [one.offer() for one in seats if not one.is_level],
        "newcomer": NEWCOMER,
        "book": book,
        "ballots": [
            view_of(BallotView, one, moves=" ".join(one.moves), barred=one.is_barred)
            for one in ballots()
        ],
    }


def _option(name: str) -> OptionView:
    numbers = number_range(name)
    number: NumberView | None = None
    if numbers is not None:
        least, most, usual = numbers
        sentence = str(option_sentence(name, usual)).replace(str(usual), "{number}")
        number = {
            "least": least,
            "most": most,
            "usual": usual,
            "label": say(f"rules.{name}.number.label"),
            "question": say(f"rules.{name}.number.question"),
            "sentence": sentence,
        }
    idle = idle_when(name)
    return {
        "name": name,
        "part": part_of(name),
        "title": str(option_title(name)),
        "values": [
            {
                "value": value,
                "label": str(option_label(name, value)),
                "sentence": str(option_sentence(name, value)),
            }
            for value in choices_of(name)
        ],
        "number": number,
        "idle": {"option": idle[0], "value": idle[1]} if idle else None,
    }


def read_rules(preset: object, options: object) -> Rules:
    """Make rules from a preset's name and options of any type; raises if they are wrong."""
    if not isinstance(preset, str):
        raise EngineError("begin.unnamed-rules", value=excerpt(preset))
    rules = Rules.preset(preset)
    return rules.replace(**options) if isinstance(options, dict) and options else rules

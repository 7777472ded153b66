"""What a person can choose for a game: opponents, rules, ballots."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

from crownhead.errors import EngineError, excerpt, unknown_name
from crownhead.openings import ballots
from crownhead.players import CLASSIC_NAMES, Player, levels, player, rated
from crownhead.rules import OPTIONS, PRESET_SENTENCES, PRESETS, Rules, choices_of, number_range

PERSON: Final = "person"
NEWCOMER: Final = "level:2"

# Opponents that a person may ask for by name. None of them starts a program.
_PLAYABLE: Final = (
    "level",
    "random",
    "greedy",
    "lookahead",
    "minimax",
    "alphabeta",
    "last-stand",
    "engine",
)
# Plies beyond which a search of this kind takes minutes a move.
_DEEPEST: Final = MappingProxyType({"minimax": 9, "lookahead": 5, "alphabeta": 12})

_CLASSIC_CHARACTERS: Final = MappingProxyType(
    {
        "easy": "Makes any legal move.",
        "medium": "Looks 2 moves ahead, yours among them, and counts pieces.",
        "hard": "Looks 5 moves ahead and counts pieces. Scale 3 of 6.",
        "very hard": "Looks 7 moves ahead and counts pieces. Scale 5 of 6.",
        "last stand": "Looks deeper the fewer pieces it has left: 7 to 12 moves ahead.",
    }
)
_TITLES: Final = MappingProxyType(
    {
        "capture": "Capturing",
        "continuation": "Going on capturing",
        "regicide": "Capturing a king",
        "crowning_ends_move": "Crowning in a capture",
        "first_to_move": "First move",
        "quiet_limit": "Draw by quiet moves",
        "quiet_counts_men": "What counts as quiet",
        "repetition_limit": "Draw by repetition",
        "move_seconds": "Time for a move",
    }
)

# A word or two for a button; the sentence beside it says the rest.
_LABELS: Final[Mapping[tuple[str, object], str]] = MappingProxyType(
    {
        ("capture", "mandatory"): "Forced",
        ("capture", "optional"): "Optional",
        ("continuation", "mandatory"): "To its end",
        ("continuation", "optional"): "May stop",
        ("continuation", "none"): "One jump",
        ("regicide", True): "Crowns the captor",
        ("regicide", False): "Like a man",
        ("crowning_ends_move", True): "Ends the move",
        ("crowning_ends_move", False): "Goes on",
        ("first_to_move", "black"): "Black",
        ("first_to_move", "white"): "White",
        ("quiet_limit", None): "Never",
        ("quiet_counts_men", True): "No capture, no man moved",
        ("quiet_counts_men", False): "No capture",
        ("repetition_limit", None): "Never",
        ("move_seconds", None): "No limit",
    }
)


@dataclass(frozen=True, slots=True)
class Seat:
    """Who plays a side, as people are told."""

    opponent: str
    name: str
    rating: int | None = None
    character: str = ""

    @property
    def is_person(self) -> bool:
        """Whether a person sits here."""
        return self.opponent == PERSON

    def as_dict(self) -> dict[str, Any]:
        """The seat as JSON can hold it."""
        if self.is_person:
            return {"kind": "person", "name": self.name}
        return {
            "kind": "computer",
            "opponent": self.opponent,
            "name": self.name,
            "rating": self.rating,
            "character": self.character,
        }


@lru_cache(maxsize=500)
def seat(opponent: str) -> Seat:
    """Tell who plays by a name such as `person`, `level:4` or `alphabeta:depth=6`.

    >>> seat("level:4").name
    'Park Regular'
    >>> seat("hub:something")
    Traceback (most recent call last):
    crownhead.errors.EngineError: no opponent named 'hub'; there are: person, level, random, ...
    """
    if opponent == PERSON:
        return Seat(PERSON, "Person")
    for one in _seats():
        if one.opponent == opponent:
            return one
    name = opponent.partition(":")[0]
    if name not in _PLAYABLE:
        raise EngineError(unknown_name("opponent", name, (PERSON, *_PLAYABLE)))
    made = player(opponent)
    if hasattr(made, "close"):
        made.close()
    _refuse_endless(opponent)
    known = next((one for one in _seats() if one.opponent == made.name), Seat(opponent, opponent))
    return replace(known, opponent=opponent) if "seed=" in opponent else known


def opponent(text: str) -> str:
    """Name the opponent that a person means: a level's number or name, or any opponent's name.

    >>> opponent("4"), opponent("Park Regular"), opponent("hard"), opponent("greedy")
    ('level:4', 'level:4', 'alphabeta:depth=5', 'greedy')
    >>> opponent("level 4"), opponent("very-hard")
    ('level:4', 'alphabeta:depth=7')
    """
    name = re.sub(r"^level\s+", "", text.strip(), flags=re.IGNORECASE)
    wanted = name.lower().replace("-", " ")
    if wanted == "level":
        raise EngineError(f"which level? They go from 1 to {len(levels())}")
    if wanted.isdigit() or wanted in [one.name.lower() for one in levels()]:
        name = f"level:{wanted}"
    elif wanted == PERSON:
        name = PERSON
    kind, colon, options = CLASSIC_NAMES.get(wanted, name).partition(":")
    name = kind.lower() + colon + options
    if name.partition(":")[0] not in (PERSON, *_PLAYABLE):
        raise EngineError(unknown_name("opponent", name.partition(":")[0], opponent_names()))
    return seat(name).opponent


def opponent_names() -> list[str]:
    """What a person may write for an opponent, without options: one word each.

    >>> opponent_names()[:3], "very-hard" in opponent_names()
    (['person', '1', '2'], True)
    """
    numbers = [str(one.number) for one in levels()]
    named = [name.replace(" ", "-") for name in _CLASSIC_CHARACTERS]
    others = [name for name in _PLAYABLE if name not in (*named, "level")]
    return [PERSON, *numbers, *named, *others]


def make_player(opponent: str, seed: int | None) -> Player:
    """Make the player of a seat that was checked."""
    return player(seat(opponent).opponent, seed=seed)


def _refuse_endless(opponent: str) -> None:
    name, _, options = opponent.partition(":")
    deepest = _DEEPEST.get(name)
    for word in options.split(","):
        option, _, value = word.partition("=")
        if deepest and option == "depth" and value.isdigit() and int(value) > deepest:
            raise EngineError(f"in a game {name} looks at most {deepest} plies ahead")


def _seats() -> list[Seat]:
    ladder = [Seat(f"level:{one.number}", one.name, one.rating, one.character) for one in levels()]
    classic = [
        Seat(CLASSIC_NAMES[name], name.title(), _rating(CLASSIC_NAMES[name]), character)
        for name, character in _CLASSIC_CHARACTERS.items()
    ]
    named = {one.opponent for one in classic}  # a depth that has a name already is listed once
    scale = [
        Seat(
            opponent,
            f"Scale {name.partition(':')[2]} of 6",
            _rating(opponent),
            _depth_in_words(opponent),
        )
        for name, opponent in CLASSIC_NAMES.items()
        if name.startswith("scale:") and opponent not in named
    ]
    return ladder + classic + scale


def _rating(opponent: str) -> int | None:
    found = rated(opponent)
    return found.rating if found else None


def _depth_in_words(opponent: str) -> str:
    return f"Looks {opponent.partition('=')[2]} moves ahead and counts pieces."


def choices() -> dict[str, Any]:
    """Everything that can be chosen, in words, for a front end to show."""
    seats = _seats()
    ladder = [one for one in seats if one.opponent.startswith("level:")]
    return {
        "presets": [
            {"name": name, "sentence": PRESET_SENTENCES[name], "options": _options(rules)}
            for name, rules in PRESETS.items()
        ],
        "options": [_option(name) for name in OPTIONS],
        "levels": [
            {**one.as_dict(), "number": number} for number, one in enumerate(ladder, start=1)
        ],
        "classic": [one.as_dict() for one in seats if one not in ladder],
        "newcomer": NEWCOMER,
        "ballots": [
            {
                "number": one.number,
                "moves": " ".join(one.moves),
                "name": one.name,
                "note": "barred in tournaments" if one.is_barred else "",
            }
            for one in ballots()
        ],
    }


def _options(rules: Rules) -> dict[str, Any]:
    return {option: getattr(rules, option) for option in OPTIONS}


def _option(name: str) -> dict[str, Any]:
    values = [
        {
            "value": value,
            "label": _LABELS[name, value],
            "sentence": Rules().replace(**{name: value}).sentences()[name],
        }
        for value in choices_of(name)
    ]
    found: dict[str, Any] = {"name": name, "title": _TITLES[name], "values": values}
    numbers = number_range(name)
    if numbers is not None:
        least, most, usual = numbers
        words = Rules().replace(**{name: usual}).sentences()[name]
        sentence = words.replace(str(usual), "{number}")
        found["number"] = {"least": least, "most": most, "usual": usual, "sentence": sentence}
    return found


def read_rules(preset: object, options: object) -> Rules:
    """Make rules from a preset's name and options of any kind; what is wrong is said."""
    if not isinstance(preset, str):
        raise EngineError(f"a rule set is named by a text, not by '{excerpt(preset)}'")
    rules = Rules.preset(preset)
    return rules.replace(**options) if isinstance(options, dict) and options else rules

"""Reads the names of opponents, such as `alphabeta:depth=6,evaluation=advance`."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any, Final

from crownhead.book import OpeningBook
from crownhead.custom.player import (
    SECONDS,
    Factory,
    OwnPlayer,
    factory_of,
    is_own,
    refuse_what_makes_no_player,
)
from crownhead.endgame.tables import MOST_PIECES
from crownhead.engine.limits import Limit
from crownhead.engine.network import ENGINE_EVALUATIONS
from crownhead.engine.textbook import EVALUATIONS
from crownhead.errors import EngineError, excerpt, unknown_name
from crownhead.numeric import whole_of, whole_within
from crownhead.players.base import Player
from crownhead.players.engine import EnginePlayer
from crownhead.players.levels import LevelPlayer, called, level, levels
from crownhead.players.ratings import rated_opponents
from crownhead.players.textbook import (
    GreedyPlayer,
    LastStandPlayer,
    LookaheadPlayer,
    RandomPlayer,
    TextbookPlayer,
)

_DEEPEST: Final = 30
_SWITCH: Final = ("on", "off")
_HUB: Final = re.compile(r"hub(\[.*\])?")
_SECONDS: Final = re.compile(r"[0-9]{1,6}(\.[0-9]{1,6})?", re.ASCII)
_MILLISECONDS: Final = re.compile(r"\bmilliseconds=([0-9]{1,9})\b")

#: Opponents by their classic names and their numbers on the scale.
CLASSIC_NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {title.words: one.opponent for one in rated_opponents() for title in one.titles}
)


@dataclass(frozen=True, slots=True)
class Opponent:
    """A parsed and checked name of an opponent. `make` makes the player, which may start a program.

    >>> read_opponent("Very Hard").name, read_opponent("level:park regular").name
    ('alphabeta:depth=7', 'level:4')
    """

    #: The canonical name with its options, without a seed or defaults.
    name: str
    #: The kind: one of `NAMES`, `hub`, or `own`.
    kind: str
    options: Mapping[str, Any]
    #: Gets a seed for random choices, unless the name has one.
    make: Callable[[int | None], Player]


def read_opponent(text: str, *, programs: bool = False) -> Opponent:
    """Read an opponent's name, such as `level:4`, `hard` or `alphabeta:depth=6,evaluation=advance`.

    `programs` also allows `hub:COMMAND LINE`, which starts any program, and `FILE.py:NAME` or
    `MODULE:NAME`, which run any code: never use it with untrusted text.

    >>> read_opponent("engine:depth=0")
    Traceback (most recent call last):
    crownhead.errors.EngineError: depth must be a whole number from 1 to 30, not 0
    """
    text = spelt_out(text)
    kind, _, rest = text.partition(":")
    if kind == "level":
        number = level(rest).number
        return Opponent(f"level:{number}", kind, {"level": number}, partial(LevelPlayer, number))
    if _HUB.fullmatch(kind):
        return _program(text, kind, rest, allowed=programs)
    if kind in _MAKERS:
        return _named(kind, rest)
    if is_own(text):
        if not programs:
            raise EngineError("opponent.program", name=excerpt(text))
        return own_opponent(factory_of(text), text)
    raise EngineError(unknown_name("opponent", kind, NAMES))


def kind_of(name: str) -> str:
    """The part of an opponent's name before its options, which need not be a known kind.

    >>> kind_of("alphabeta:depth=6"), kind_of("greedy")
    ('alphabeta', 'greedy')
    """
    return name.partition(":")[0]


def spelt_out(text: str) -> str:
    """The full name for what a person typed: a level's number or name, a classic name, or any name.

    >>> [spelt_out(text) for text in ("4", "Park Regular", "level 4", "very-hard", "Greedy")]
    ['level:4', 'level:4', 'level:4', 'alphabeta:depth=7', 'greedy']
    >>> spelt_out("engine:milliseconds=500")  # in stored games
    'engine:seconds=0.5'
    """
    if not isinstance(text, str):
        raise EngineError("opponent.not-text", value=excerpt(text))
    text = text.strip()
    wanted = re.sub(r"^level\s+", "", text.lower()).replace("-", " ")
    if wanted in ("level", "level:"):
        raise EngineError("level.missing", most=len(levels()))
    found = called(wanted)
    if found is not None:
        return f"level:{found.number}"
    if wanted.isdigit():
        return f"level:{wanted}"
    if wanted in CLASSIC_NAMES:
        return CLASSIC_NAMES[wanted]
    kind, colon, options = text.partition(":")
    options = _MILLISECONDS.sub(lambda old: f"seconds={int(old[1]) / 1000:g}", options)
    return kind.lower() + colon + options if kind.lower() in NAMES else text


def player(text: str, *, seed: int | None = None, programs: bool = False) -> Player:
    """Make an opponent from its name and options.

    >>> player("lookahead:depth=3").name
    'lookahead:depth=3'
    >>> player("greddy")
    Traceback (most recent call last):
    crownhead.errors.EngineError: no opponent named 'greddy'; did you mean 'greedy'?
    """
    return read_opponent(text, programs=programs).make(seed)


def with_limits(text: str, limits: Mapping[str, float]) -> str:
    """Add limits to the name of an engine or a program without limits.

    >>> with_limits("engine", {"nodes": 300}), with_limits("hub:scan hub", {"nodes": 300})
    ('engine:nodes=300', 'hub[nodes=300]:scan hub')
    >>> with_limits("engine:depth=9", {"nodes": 300}), with_limits("random", {"nodes": 300})
    ('engine:depth=9', 'random')
    >>> with_limits("engine:evaluation=classic", {"nodes": 300})
    'engine:evaluation=classic,nodes=300'
    """
    options = ",".join(f"{option}={value}" for option, value in limits.items())
    name = text.strip()
    kind, _, own = name.partition(":")
    has_limits = any(token.partition("=")[0] in _ENGINE_OPTIONS for token in own.split(","))
    if options and kind == "engine" and not has_limits:
        return f"engine:{','.join(filter(None, (own, options)))}"
    return f"hub[{options}]{name[3:]}" if options and name.startswith("hub:") else text


def _named(kind: str, text: str) -> Opponent:
    """Read the options of a built-in opponent."""
    make, known = _MAKERS[kind]
    options = _options(kind, text, known)
    shown = ",".join(
        f"{option}={options[option]}"
        for option in known
        if option in options and option != "seed" and options[option] not in _USUAL.get(option, ())
    )

    def made(seed: int | None) -> Player:
        chance = {"seed": seed} if "seed" in known else {}
        return make(**{**chance, **options})

    return Opponent(f"{kind}:{shown}" if shown else kind, kind, MappingProxyType(options), made)


def _options(kind: str, text: str, known: Mapping[str, type]) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for token in filter(None, text.split(",")):
        option, _, value = token.partition("=")
        if option not in known:
            if not known:
                raise EngineError("opponent.no-options", kind=kind)
            why = unknown_name("option", option, known)
            raise EngineError("opponent.unknown-option", kind=kind, why=why)
        evaluations = ENGINE_EVALUATIONS if kind == "engine" else EVALUATIONS
        if option == "evaluation" and value not in evaluations:
            raise EngineError(unknown_name("evaluation", value, evaluations))
        if option == "book" and value not in _SWITCH:
            raise EngineError("ruleset.switch", option=option, value=excerpt(value))
        options[option] = _READ[known[option]](option, value)
    return options


def _program(text: str, kind: str, command: str, *, allowed: bool) -> Opponent:
    """Read `hub:COMMAND` or `hub[nodes=300]:COMMAND`."""
    from crownhead.engine.hub import HubEngine  # slow to import

    if not allowed:
        raise EngineError("opponent.program", name=excerpt(text))
    limits = _options("hub", kind[4:-1], _ENGINE_OPTIONS)

    def made(_: int | None = None) -> Player:
        return HubEngine(command, limit=_limit(**limits), name=text)

    made()  # raises an error if there is no such program, and starts none
    return Opponent(text, "hub", MappingProxyType(limits), made)


def own_opponent(make: Factory, name: str, seconds: float = SECONDS) -> Opponent:
    """A user's class or function as an opponent."""
    refuse_what_makes_no_player(make, name)
    options = MappingProxyType({"factory": make})
    return Opponent(
        name, "own", options, lambda seed: OwnPlayer(make, name, seed=seed, seconds=seconds)
    )


def _number(option: str, value: str) -> int:
    lowest = 0 if option == "tables" else 1
    highest = {"depth": _DEEPEST, "tables": MOST_PIECES}.get(option, 10**12)
    return whole_within(EngineError, option, whole_of(value), lowest, highest)


def _seconds(option: str, value: str) -> float:
    if not _SECONDS.fullmatch(value) or float(value) == 0:
        raise EngineError("opponent.seconds", option=option, value=excerpt(value))
    number = float(value)
    return int(number) if number.is_integer() else number  # as in a name: 2 seconds, not 2.0


def _engine(
    tables: int | None = None,
    evaluation: str = "best",
    book: str | None = None,
    seed: int | None = None,
    **limits: Any,
) -> Player:
    made = EnginePlayer(_limit(**limits), evaluation=evaluation, seed=seed)
    made.table_pieces = tables
    made.takes_book = book != "off"
    if book == "on":
        made.book = OpeningBook.open()
    return made


def _limit(
    nodes: int | None = None, depth: int | None = None, seconds: float | None = None
) -> Limit:
    """Turn options into a limit; the default is a second a move."""
    if nodes is depth is seconds is None:
        seconds = 1.0
    return Limit(nodes=nodes, depth=depth, seconds=seconds)


# Defaults that names leave out.
_USUAL: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType({"evaluation": ("pieces", "best")})
_SEARCH_OPTIONS: Final[Mapping[str, type]] = MappingProxyType({"depth": int, "evaluation": str})
_ENGINE_OPTIONS: Final[Mapping[str, type]] = MappingProxyType(
    {"nodes": int, "depth": int, "seconds": float}
)
_READ: Final[Mapping[type, Callable[[str, str], Any]]] = MappingProxyType(
    {int: _number, float: _seconds, str: lambda _, value: value}
)
_OUR_ENGINE: Final[Mapping[str, type]] = MappingProxyType(
    {**_ENGINE_OPTIONS, "tables": int, "evaluation": str, "book": str, "seed": int}
)
_MAKERS: Final[Mapping[str, tuple[Callable[..., Player], Mapping[str, type]]]] = MappingProxyType(
    {
        "random": (RandomPlayer, {"seed": int}),
        "greedy": (GreedyPlayer, {"seed": int}),
        "lookahead": (LookaheadPlayer, {"depth": int, "seed": int}),
        "minimax": (partial(TextbookPlayer, "minimax", depth=4), _SEARCH_OPTIONS),
        "alphabeta": (partial(TextbookPlayer, "alphabeta", depth=6), _SEARCH_OPTIONS),
        "last-stand": (LastStandPlayer, {"evaluation": str}),
        "engine": (_engine, _OUR_ENGINE),
    }
)
NAMES: Final = ("level", *_MAKERS)

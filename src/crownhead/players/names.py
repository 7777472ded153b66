"""Opponents by name, such as `alphabeta:depth=6,evaluation=advance` or `hub:PROGRAM`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from crownhead.engine.limits import Limit
from crownhead.errors import EngineError, excerpt, unknown_name
from crownhead.players.base import Player
from crownhead.players.engine import EnginePlayer
from crownhead.players.levels import LevelPlayer
from crownhead.players.simple import GreedyPlayer, RandomPlayer
from crownhead.players.textbook import LastStandPlayer, LookaheadPlayer, TextbookPlayer

_DEEPEST: Final = 30
_HUB: Final = re.compile(r"hub(\[.*\])?")

# The classic names of the levels, and the numbered scale.
CLASSIC_NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "easy": "random",
        "medium": "alphabeta:depth=2",
        "hard": "alphabeta:depth=5",
        "very hard": "alphabeta:depth=7",
        "last stand": "last-stand",
        **{f"scale:{number}": f"alphabeta:depth={number + 2}" for number in range(1, 7)},
    }
)


def player(text: str, *, seed: int | None = None, programs: bool = False) -> Player:
    """Make an opponent from its name and options.

    `programs` allows `hub:COMMAND LINE`, which starts any program: never with a stranger's text.

    >>> player("lookahead:depth=3").name
    'lookahead:depth=3'
    >>> player("greddy")
    Traceback (most recent call last):
    crownhead.errors.EngineError: no opponent named 'greddy'; did you mean 'greedy'?
    """
    text = CLASSIC_NAMES.get(text.strip().lower(), text.strip())
    name, _, rest = text.partition(":")
    if name == "level":
        return LevelPlayer(rest, seed)
    if _HUB.fullmatch(name):
        return _program(text, name, rest, allowed=programs)
    if name not in NAMES:
        raise EngineError(unknown_name("opponent", name, NAMES))
    make, known = _MAKERS[name]
    options = _options(name, rest, known)
    if "seed" in known and "seed" not in options:
        options["seed"] = seed
    return make(**options)


def with_limits(text: str, limits: Mapping[str, float]) -> str:
    """Write limits into the name of an engine or a program that has none of its own.

    >>> with_limits("engine", {"nodes": 300}), with_limits("hub:scan hub", {"nodes": 300})
    ('engine:nodes=300', 'hub[nodes=300]:scan hub')
    >>> with_limits("engine:depth=9", {"nodes": 300}), with_limits("random", {"nodes": 300})
    ('engine:depth=9', 'random')
    """
    options = ",".join(f"{option}={value}" for option, value in limits.items())
    name = text.strip()
    if options and name == "engine":
        return f"engine:{options}"
    return f"hub[{options}]{name[3:]}" if options and name.startswith("hub:") else text


def _options(name: str, text: str, known: Mapping[str, type]) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for word in filter(None, text.split(",")):
        option, _, value = word.partition("=")
        if option not in known:
            why = unknown_name("option", option, known) if known else "it has no options"
            raise EngineError(f"the opponent {name}: {why}")
        options[option] = _number(option, value) if known[option] is int else value
    return options


def _program(text: str, name: str, command: str, *, allowed: bool) -> Player:
    """Make an opponent of `hub:COMMAND` or `hub[nodes=300]:COMMAND`."""
    from crownhead.engine.hub import HubEngine  # seldom wanted

    if not allowed:
        raise EngineError("the opponent hub starts a program, which only the arena may do")
    limits = _options("hub", name[4:-1], _ENGINE_OPTIONS)
    return HubEngine(command, limit=_limit(**limits), name=text)


def _number(option: str, value: str) -> int:
    highest = _DEEPEST if option == "depth" else 10**12
    if not (value.isascii() and value.isdigit() and len(value) <= 13 and 0 < int(value) <= highest):
        raise EngineError(f"{option} is a number from 1 to {highest}, not '{excerpt(value)}'")
    return int(value)


def _minimax(depth: int = 4, evaluation: str = "pieces") -> Player:
    return TextbookPlayer("minimax", depth, evaluation)


def _alphabeta(depth: int = 6, evaluation: str = "pieces") -> Player:
    return TextbookPlayer("alphabeta", depth, evaluation)


def _engine(**limits: Any) -> Player:
    return EnginePlayer(_limit(**limits))


def _limit(nodes: int | None = None, depth: int | None = None, seconds: str | None = None) -> Limit:
    """Turn options into a limit: a second a move where none is given."""
    if seconds is None:
        return Limit(nodes=nodes, depth=depth, seconds=None if nodes or depth else 1.0)
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", seconds, re.ASCII) or float(seconds) == 0:
        raise EngineError(f"seconds is a number above 0, such as 0.5, not '{excerpt(seconds)}'")
    return Limit(nodes=nodes, depth=depth, seconds=float(seconds))


_SEARCH_OPTIONS: Final[Mapping[str, type]] = MappingProxyType({"depth": int, "evaluation": str})
_ENGINE_OPTIONS: Final[Mapping[str, type]] = MappingProxyType(
    {"nodes": int, "depth": int, "seconds": str}
)
_MAKERS: Final[Mapping[str, tuple[Callable[..., Player], Mapping[str, type]]]] = MappingProxyType(
    {
        "random": (RandomPlayer, {"seed": int}),
        "greedy": (GreedyPlayer, {"seed": int}),
        "lookahead": (LookaheadPlayer, {"depth": int, "seed": int}),
        "minimax": (_minimax, _SEARCH_OPTIONS),
        "alphabeta": (_alphabeta, _SEARCH_OPTIONS),
        "last-stand": (LastStandPlayer, {"evaluation": str}),
        "engine": (_engine, _ENGINE_OPTIONS),
    }
)
NAMES: Final = (*_MAKERS, "level")

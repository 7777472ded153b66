"""A person's results against computers: by opponent, colour, opening and time, and a rating."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping
from datetime import date
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple, TypeVar

from crownhead.errors import CrownheadError
from crownhead.openings import named_openings, opening_at
from crownhead.players import levels, rated, read_opponent
from crownhead.position import Position
from crownhead.rules import Rules
from crownhead.service.games.choices import known_seat, seat
from crownhead.service.games.storing import person_of
from crownhead.service.games.view import time_text
from crownhead.service.results.periods import Unit, begin_of, date_of, periods, unit_for
from crownhead.service.results.results_contract import (
    OpeningTallyView,
    OpponentTallyView,
    PeriodView,
    ResultsView,
    SideTallyView,
    StrengthAfterView,
    TallyView,
)
from crownhead.service.results.strength import Strength
from crownhead.session.seating import Visitor
from crownhead.store import FinishedGame, GameStore
from crownhead.text.moves import find_move

_K = TypeVar("_K", bound=Hashable)
_POINTS: Final[Mapping[str, float]] = MappingProxyType({"won": 1.0, "drawn": 0.5, "lost": 0.0})
_MOST_POINTS: Final = 240  # of the rating's curve: more would overlap


class _Rated(NamedTuple):
    """A game that counts for the rating, and the strength after it."""

    game: FinishedGame
    strength: Strength


def results_view(store: GameStore, by: Visitor | None = None) -> ResultsView:
    """The results of a browser's person; a host's include all games at the host's own screens.

    Without a browser, only the latter. Finished games between a person and a computer count; no moves
    are replayed.
    """
    games = store.finished(_deepest_opening())
    person = person_of(by)
    return results_of([game for game in games if person.owns(game.owner)])


def results_of(games: Iterable[FinishedGame]) -> ResultsView:
    """The results of these games, which are in playing order."""
    games = [game for game in games if known_seat(game.opponent)]
    course = _course(games)
    days = {game.id: date_of(game.ended) for game in games}
    unit = unit_for(days.values())
    return {
        "total": _tally(game.state for game in games),
        "opponents": _by_opponent(games),
        "sides": _by_side(games),
        "openings": _by_opening(games),
        "period": unit,
        "periods": _by_time(games, course, days, unit),
        "rated": len(course),
        "strength": course[-1].strength.view() if course else None,
        "course": _thinned(course),
        "levels": [seat(f"level:{one.number}").offer(one.number) for one in levels()],
    }


# ---- counting


def _tally(states: Iterable[str]) -> TallyView:
    counted = Counter(states)
    return {"won": counted["won"], "drawn": counted["drawn"], "lost": counted["lost"]}


def _grouped(pairs: Iterable[tuple[_K, FinishedGame]]) -> list[tuple[_K, TallyView]]:
    """Tallies by key, the largest first."""
    found: dict[_K, list[str]] = defaultdict(list)
    for key, game in pairs:
        found[key].append(game.state)
    groups = sorted(found.items(), key=lambda group: -len(group[1]))
    return [(key, _tally(states)) for key, states in groups]


def _by_opponent(games: list[FinishedGame]) -> list[OpponentTallyView]:
    """The weakest opponent first, unrated ones last."""
    numbers = {f"level:{one.number}": one.number for one in levels()}
    views: list[OpponentTallyView] = []
    for name, tally in _grouped((game.opponent, game) for game in games):
        found = known_seat(name)
        assert found is not None  # others were filtered out
        offer = found.offer(numbers.get(name))
        offer["rating"] = _rating_of(name)
        views.append({**tally, "opponent": offer})
    return sorted(views, key=_by_rating)


def _by_rating(one: OpponentTallyView) -> tuple[bool, int, str]:
    rating = one["opponent"]["rating"]
    return rating is None, rating or 0, one["opponent"]["name"]


def _by_side(games: list[FinishedGame]) -> list[SideTallyView]:
    return [
        {**_tally(game.state for game in games if game.side == "black"), "side": "black"},
        {**_tally(game.state for game in games if game.side == "white"), "side": "white"},
    ]


def _by_opening(games: list[FinishedGame]) -> list[OpeningTallyView]:
    """The most frequent opening first; games without a named one last."""
    groups = _grouped((_opening(game), game) for game in games)
    groups.sort(key=lambda group: group[0] is None)
    return [{**tally, "opening": name} for name, tally in groups]


def _by_time(
    games: list[FinishedGame], course: list[_Rated], days: Mapping[str, date], unit: Unit
) -> list[PeriodView]:
    """Every period from the first game to the last, also empty ones."""
    tallies = dict(_grouped((begin_of(days[game.id], unit), game) for game in games))
    last = {begin_of(days[one.game.id], unit): one.strength for one in course}
    views: list[PeriodView] = []
    known: Strength | None = None
    for begins in periods(days.values(), unit):
        known = last.get(begins, known)
        tally = tallies.get(begins) or _tally([])
        strength = known.view() if known else None
        views.append({**tally, "begins": begins.isoformat(), "strength": strength})
    return views


# ---- the rating


def _course(games: list[FinishedGame]) -> list[_Rated]:
    """The person's strength after each game that counts."""
    known, course = Strength(), []
    for game in games:
        rating = _rating_of(game.opponent)
        if rating is not None and _is_equal(game.start, game.rules):
            known = known.after(rating, _POINTS[game.state])
            course.append(_Rated(game, known))
    return course


def _thinned(course: list[_Rated]) -> list[StrengthAfterView]:
    """As many points as can be seen, including the first and the last."""
    count = min(len(course), _MOST_POINTS)
    indices = {round(at * (len(course) - 1) / max(count - 1, 1)) for at in range(count)}
    return [
        {
            **course[index].strength.view(),
            "games": index + 1,
            "ended": time_text(course[index].game.ended),
        }
        for index in sorted(indices)
    ]


@lru_cache(maxsize=500)
def _is_equal(start: str, rules: str) -> bool:
    """Whether a game was played as the rating games were: from the standard start, by the usual moves.

    >>> usual = Position.start().fen
    >>> _is_equal(usual, "english"), _is_equal(usual, "casual"), _is_equal("B:W18:B14", "english")
    (True, False, False)
    """
    try:
        chosen = Rules.parse(rules)
        return chosen.moves_as_english and Position.from_fen(start, chosen) == Position.start(
            chosen
        )
    except CrownheadError:
        return False


@lru_cache(maxsize=500)
def _rating_of(opponent: str) -> int | None:
    """An opponent's measured rating, if any.

    >>> _rating_of("level:1"), _rating_of("random:seed=7"), _rating_of("engine:seconds=3")
    (500, 223, None)
    """
    found = known_seat(opponent)
    if found is None or found.rating is not None:
        return found.rating if found else None
    measured = rated(read_opponent(opponent).name)
    return measured.rating if measured else None


# ---- openings


@lru_cache(maxsize=1)
def _deepest_opening() -> int:
    """How many moves decide the opening."""
    return max(len(one.moves) for one in named_openings())


def _opening(game: FinishedGame) -> str | None:
    return opening_after(game.line) if _is_equal(game.start, game.rules) else None


@lru_cache(maxsize=50_000)
def opening_after(line: str) -> str | None:
    """Name the opening of a game by its first moves; cached.

    >>> opening_after("11 15/23 19/8 11"), opening_after("11 15"), opening_after("11 99")
    ('Old Faithful', None, None)
    """
    position, name = Position.start(), None
    try:
        for path in filter(None, line.split("/")):
            position = position.play(find_move([int(square) for square in path.split()], position))
            found = opening_at(position)
            name = found.name if found else name
    except (CrownheadError, ValueError):
        return None  # unreadable; opening the game will say why
    return name

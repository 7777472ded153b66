"""Generates collections of any size: games between our weakest players, under invented names.

Measured: a game of level 1 takes ten times as long as one of `greedy`, so each of three players
plays under a third of the names. A hopeless side resigns; otherwise half of all moves would be
wandering kings.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Final

from crownhead.game import Game
from crownhead.notation.pdn import write_game
from crownhead.openings import ballots
from crownhead.parallel import Tick, Work, pool
from crownhead.pieces import BLACK, WHITE, Side
from crownhead.players import Player, Thinker, player
from crownhead.tables import rows_of

PLAYERS: Final = ("random", "greedy", "level:1")
_AT_ONCE: Final = 50  # games in a task
_LONGEST: Final = 160  # plies; then a draw is agreed
_HOPELESS: Final = 4  # men; a king counts one and a half
_KING: Final = 1.5
_EVENTS: Final = ("Open", "Cup", "Championship", "Club Match", "Friendly")
_TOWNS: Final = ("Ashford", "Brookton", "Casterly", "Dunmore", "Elmsworth", "Fairhaven", "Glenrock")
_FIRST_YEAR: Final = 1900
_YEARS: Final = 120
_Pairs = dict[str, tuple[Player, Player]]


@dataclass(frozen=True, slots=True)
class Block:
    """Games that are made together: the first number, the count, and the seed of all."""

    first: int
    count: int
    seed: int


def generated(
    games: int,
    seed: int = 0,
    *,
    jobs: int | None = None,
    watch: Callable[[int], None] | None = None,
) -> Iterator[str]:
    """Make games and yield them as PDN, some at a time, always in the same order.

    A seed makes the same games on any number of cores. `watch` gets the number made so far.
    """
    blocks = [
        Block(first, min(_AT_ONCE, games - first), seed) for first in range(0, games, _AT_ONCE)
    ]
    waiting: dict[int, str] = {}
    following = 0
    with pool(Work(nullcontext, _play_block), jobs=jobs, watch=watch) as workers:
        for block, text in workers.results(blocks):
            waiting[block.first] = text
            while following in waiting:
                yield ("\n" if following else "") + waiting.pop(following)
                following += _AT_ONCE


@contextmanager
def _players(seed: int) -> Iterator[_Pairs]:
    """Two of each player for a block of games, depending only on the seed."""
    with ExitStack() as kept:
        made: _Pairs = {}
        for name in PLAYERS:
            pair = (player(name, seed=seed), player(name, seed=seed + 1))
            for one in pair:
                if isinstance(one, Thinker):
                    kept.callback(one.close)
            made[name] = pair
        yield made


def _play_block(_: None, block: Block, tick: Tick) -> str:
    texts = []
    chance = Random(f"{block.seed} {block.first}")
    with _players(chance.randrange(1 << 30)) as players:
        for number in range(block.first, block.first + block.count):
            texts.append(write_game(_play(players, number, chance)))
            tick()
    return "\n".join(texts)


def _play(players: _Pairs, number: int, chance: Random) -> Game:
    names = chance.sample(people(), 2)
    ballot = chance.choice(ballots())
    game = Game.from_moves(ballot.moves, tags=_tags(number, names, chance))
    seats: dict[Side, Player] = {}
    for index, (side, name) in enumerate(zip((BLACK, WHITE), names, strict=True)):
        seats[side] = players[PLAYERS[people().index(name) % len(PLAYERS)]][index]
    while game.outcome is None:
        if game.ply >= _LONGEST:
            game.agree_draw()
        elif _is_hopeless(game):
            game.resign()
        else:
            game.push(seats[game.turn].choose(game))
    return game


def _is_hopeless(game: Game) -> bool:
    """Whether the side to move is far behind, with no capture pending."""
    position = game.position
    if position.must_capture:
        return False
    mine, theirs = (
        (position.black, position.white) if game.turn is BLACK else (position.white, position.black)
    )
    return _worth(theirs, position.kings) - _worth(mine, position.kings) >= _HOPELESS


def _worth(pieces: int, kings: int) -> float:
    crowned = (pieces & kings).bit_count()
    return pieces.bit_count() - crowned + _KING * crowned


def _tags(number: int, names: list[str], chance: Random) -> dict[str, str]:
    year = _FIRST_YEAR + chance.randrange(_YEARS)
    town = chance.choice(_TOWNS)
    return {
        "Event": f"{town} {chance.choice(_EVENTS)} {year}",
        "Site": town,
        "Date": f"{year}.{chance.randint(1, 12):02}.{chance.randint(1, 28):02}",
        "Round": str(number + 1),
        "Black": names[0],
        "White": names[1],
    }


@cache
def people() -> tuple[str, ...]:
    """Invented people: all first names with all last names.

    >>> len(people()), people()[0]
    (900, 'Ada Marsh')
    """
    rows = rows_of(__file__, "people.csv")
    return tuple(f"{one['first']} {two['last']}" for one in rows for two in rows)

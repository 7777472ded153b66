"""Plays a match: every opening twice with colours swapped, many games at once."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import combinations
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Final

from crownhead.arena.openings import start_positions
from crownhead.arena.rating import Sprt, Tally
from crownhead.errors import CrownheadError, EngineError
from crownhead.game import Game
from crownhead.notation import pdn
from crownhead.outcome import Outcome, Reason
from crownhead.pieces import BLACK, WHITE, Side
from crownhead.players import Player, player
from crownhead.position import Position
from crownhead.rules import ENGLISH, Rules

_EVENT: Final = "Crownhead arena"
# The tag that says how an opponent failed; the game is lost by it.
_FORFEIT: Final = "Forfeit"
_LONGEST_GAME: Final = 400  # plies; then it is a draw, for rules without draws of their own

Results = dict[tuple[str, str], Tally]


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game to play: who has which side, from where, and the seed of chance in it."""

    number: int
    black: str
    white: str
    start: Position
    seed: int


class Match:
    """A match between two opponents, or a round robin of more.

    With a PDN file, every finished game is written to it at once, and a match that was interrupted
    goes on with the games that are missing.
    """

    def __init__(
        self,
        opponents: tuple[str, ...],
        *,
        games: int,
        openings: str = "ballots",
        rules: Rules = ENGLISH,
        seed: int = 0,
        file: Path | None = None,
        sprt: Sprt | None = None,
    ) -> None:
        if len(opponents) < 2 or len(set(opponents)) < len(opponents):
            raise CrownheadError("a match needs two opponents or more, all different")
        if games < 1:
            raise CrownheadError(f"a match has at least one game, not {games}")
        for opponent in opponents:
            _close(player(opponent, programs=True))  # refuses bad names before anything is played
        self._opponents = opponents
        self._games = games
        self._starts = start_positions(openings, rules)
        self._seed = seed
        self._file = file
        self._sprt = sprt
        self.results: Results = {pair: Tally() for pair in combinations(opponents, 2)}
        #: How often each opponent lost a game by failing, and the sentence that says how.
        self.forfeits: Counter[tuple[str, str]] = Counter()

    def pairings(self) -> list[Pairing]:
        """All games in the order in which they are begun; both of an opening stand together."""
        order = list(range(len(self._starts)))
        Random(self._seed).shuffle(order)
        found: list[Pairing] = []
        for index in range(self._games):
            start = self._starts[order[index // 2 % len(order)]]
            for one, two in self.results:
                black, white = (one, two) if index % 2 == 0 else (two, one)
                number = len(found) + 1
                found.append(Pairing(number, black, white, start, self._seed + number))
        return found

    def play(
        self, *, jobs: int | None = None, watch: Callable[[Match], None] | None = None
    ) -> Results:
        """Play the games that are missing; `watch` is called after each."""
        waiting = self._missing()
        if watch is not None:
            watch(self)
        for pairing, text in self._played(waiting, jobs or os.cpu_count() or 1):
            self._count(pairing, Game.from_pdn(text))
            if self._file is not None:
                with self._file.open("a", encoding="utf-8", newline="\n") as file:
                    file.write(text + "\n")
            if watch is not None:
                watch(self)
            if self.verdict is not None:
                break
        return self.results

    @property
    def played(self) -> int:
        """How many games are finished."""
        return sum(tally.games for tally in self.results.values())

    @property
    def verdict(self) -> str | None:
        """What the sequential test has decided about the first pair, if there is one."""
        return self._sprt.verdict(next(iter(self.results.values()))) if self._sprt else None

    def _played(self, waiting: list[Pairing], jobs: int) -> Iterator[tuple[Pairing, str]]:
        if jobs == 1:
            yield from ((pairing, play_pairing(pairing)) for pairing in waiting)
            return
        # Fresh processes: a forked engine would have no threads.
        with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
            futures = {pool.submit(play_pairing, pairing): pairing for pairing in waiting}
            try:
                for future in as_completed(futures):
                    yield futures[future], future.result()
            finally:
                pool.shutdown(wait=True, cancel_futures=True)

    def _missing(self) -> list[Pairing]:
        """Count the games that the file has already, and return the others."""
        wanted = {pairing.number: pairing for pairing in self.pairings()}
        if self._file is None or not self._file.exists():
            return list(wanted.values())
        for game in pdn.read_games(self._file):
            pairing = wanted.get(_number(game.tags))
            names = [game.tags.get("Black"), game.tags.get("White")]
            if pairing is None or names != _as_tags(pairing) or game.errors:
                raise CrownheadError(
                    f"{self._file} holds games of another match; name another file or remove it"
                )
            del wanted[pairing.number]
            self._count(pairing, game)
        return list(wanted.values())

    def _count(self, pairing: Pairing, game: Game) -> None:
        names = dict(_sides(pairing))
        pair = (pairing.black, pairing.white)
        pair = pair if pair in self.results else pair[::-1]
        side = game.ending.winner if game.ending else None
        winner = names[side] if side else None
        one = Tally(
            wins=int(winner == pair[0]), draws=int(winner is None), losses=int(winner == pair[1])
        )
        self.results[pair] += one
        if side and _FORFEIT in game.tags:
            self.forfeits[names[side.other], game.tags[_FORFEIT]] += 1


def play_pairing(pairing: Pairing) -> str:
    """Play one game to its end and return it as PDN. An opponent that fails loses it."""
    tags = {"Event": _EVENT, "Round": str(pairing.number)}
    game = Game(pairing.start, tags={**tags, "Black": pairing.black, "White": pairing.white})
    with ExitStack() as closing:
        players: dict[Side, Player] = {}
        for seed, (side, name) in enumerate(_sides(pairing), pairing.seed):
            players[side] = player(name, seed=seed, programs=True)
            closing.callback(_close, players[side])
        try:
            while game.outcome is None and game.ply < _LONGEST_GAME:
                game.push(players[game.turn].choose(game))
        except EngineError as error:
            game.tags[_FORFEIT] = str(error)
            game.record_outcome(Outcome(game.turn.other, Reason.RECORDED))
    if game.ending is None:
        game.record_outcome(Outcome(None, Reason.RECORDED))
    return game.pdn


def _sides(pairing: Pairing) -> tuple[tuple[Side, str], ...]:
    return ((BLACK, pairing.black), (WHITE, pairing.white))


def _close(one: Player) -> None:
    """Give back what an opponent holds, if anything."""
    if hasattr(one, "close"):
        one.close()


def _as_tags(pairing: Pairing) -> list[str]:
    """Both names as a file has them: PDN keeps one space of several."""
    return [" ".join(name.split()) for name in (pairing.black, pairing.white)]


def _number(tags: Mapping[str, str]) -> int:
    text = tags.get("Round", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0

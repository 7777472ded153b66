"""Plays a match: every opening twice with colours swapped, many games at once."""

from __future__ import annotations

import os
import pickle
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from functools import partial
from itertools import combinations
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Final

from crownhead.arena.gamefile import GameFile
from crownhead.arena.openings import start_positions
from crownhead.arena.opponents import Notes, Opponents
from crownhead.arena.pairing import FORFEIT, Pairing, forfeited, play_pairing
from crownhead.arena.rating import Tally
from crownhead.arena.sprt import Sprt
from crownhead.custom import SECONDS, Factory, name_of_factory, refuse_what_makes_no_player
from crownhead.errors import CrownheadError, excerpt, quoted
from crownhead.files import path_of, shown
from crownhead.game import Game
from crownhead.numeric import as_number, as_whole
from crownhead.parallel import Pool, Tick, Work, WorkersLostError, pool
from crownhead.rules import ENGLISH, Rules

_SECONDS_AFTER_INTERRUPTION: Final = 1.0
_LONGEST_NUMBER: Final = 18  # digits
_NUMBERS: Final = MappingProxyType({2: "two", 3: "three", 4: "four", 5: "five"})
#: As many games as a match has unless it is told otherwise.
USUAL_GAMES: Final = 100

Results = dict[tuple[str, str], Tally]


class Match:
    """A match between two opponents, or a round robin of more.

    An opponent is a name, or a class or function that makes a player of one's own; such players have
    `timeout` seconds for a move. Each game gets a new player.

    With a PDN file, every finished game is written to it at once, and a match that was interrupted
    goes on with the games that are missing.
    """

    def __init__(
        self,
        opponents: Sequence[str | Factory],
        *,
        games: int = USUAL_GAMES,
        openings: str | Path = "ballots",
        rules: Rules = ENGLISH,
        seed: int = 0,
        file: str | Path | None = None,
        sprt: Sprt | None = None,
        timeout: float = SECONDS,
        tables: str | Path | None = None,
    ) -> None:
        if isinstance(opponents, str) or not isinstance(opponents, Sequence):
            raise CrownheadError(
                f"opponents are a list or a tuple, such as ('level:4', 'greedy'), not {quoted(opponents)}"
            )
        games, seed = _whole("games", games), _whole("seed", seed)
        if games < 1:
            raise CrownheadError(f"a match needs at least one game, not {games}")
        if sprt is not None and not isinstance(sprt, Sprt):
            raise CrownheadError(f"sprt is a test, such as Sprt(0, 5), not {quoted(sprt)}")
        if sprt and len(opponents) > 2:
            raise CrownheadError(
                f"a sequential test (SPRT) compares two opponents, not {len(opponents)}"
            )
        self._own = _own_factories(opponents)
        self._names = _names_of(opponents)
        if not (as_number(timeout) or 0) > 0:
            raise CrownheadError(f"timeout must be more than 0 seconds, not {quoted(timeout)}")
        if tables is not None:
            tables = path_of(tables, "tables")
        self._seating = partial(Opponents, self._own, timeout, tables)
        self._here = self._seating()
        for name in self._names:
            self._here.read(name)  # refuses what cannot be
        self._rules = rules
        self._starts = start_positions(openings, rules)
        Random(seed).shuffle(self._starts)
        self._seed = seed
        self._file = GameFile(path_of(file, "match")) if file is not None else None
        self.sprt = sprt
        self._pairs = tuple(combinations(self._names, 2))
        self.results: Results = {pair: Tally() for pair in self._pairs}
        #: How many games there will be, if no test ends the match before.
        self.wanted = games * len(self._pairs)
        # The points of the first opponent in games whose pair is not complete.
        self._halves: dict[int, float] = {}
        #: How often each opponent lost a game by failing, and the sentence that says how.
        self.forfeits: Counter[tuple[str, str]] = Counter()

    def pairings(self) -> Iterator[Pairing]:
        """All games in the order in which they are begun; both of an opening stand together."""
        return map(self._pairing, range(1, self.wanted + 1))

    def _pairing(self, number: int) -> Pairing:
        """Tell who plays a game, and from where: the same however many games are wanted."""
        index, pair = divmod(number - 1, len(self._pairs))
        start = self._starts[index // 2 % len(self._starts)]
        one, two = self._pairs[pair]
        black, white = (one, two) if index % 2 == 0 else (two, one)
        return Pairing(number, black, white, start, self._seed + number)

    def play(
        self,
        *,
        jobs: int | None = None,
        cluster: str | None = None,
        watch: Callable[[Match], None] | None = None,
    ) -> Results:
        """Play the games that are missing; `watch` is called after each.

        After an interruption, games that end within moments are kept; another one ends it at once.
        """
        on_file = self._on_file()
        if watch is not None:
            watch(self)
        left = self.wanted - self.played
        if self.verdict is not None or not left:
            return self.results
        if cluster is None:
            jobs = min(self._jobs(jobs), left)
        with self._here as here, ExitStack() as during:
            for name in self._names:
                here.call(name, self._rules)
            if self._file is not None:
                during.enter_context(self._file.growing())
            # Code of files that are named may end its process, which must not be ours.
            named = [name for name in self._names if name not in self._own]
            has_files = any(here.read(name).kind == "own" for name in named)
            at_home = jobs == 1 and cluster is None and not has_files
            if not at_home:
                here.close()  # the programs that play are started by those who play
            with TemporaryDirectory(prefix="crownhead-") as folder:
                notes = Notes(Path(folder))
                seating = partial(self._seating, notes=notes if cluster is None else None)
                work = Work(partial(nullcontext, here) if at_home else seating, _play)
                done, pooled = on_file, partial(pool, work, jobs=jobs, cluster=cluster)
                while not self._played_all(partial(pooled, apart=not at_home), done, watch, notes):
                    pass
        return self.results

    def _played_all(
        self,
        pooled: Callable[[], AbstractContextManager[Pool[Pairing, str]]],
        done: set[int],
        watch: Callable[[Match], None] | None,
        notes: Notes,
    ) -> bool:
        """Play what is not done; false where a player has ended its process, and so lost a game."""
        waiting = (one for one in self.pairings() if one.number not in done)
        try:
            with pooled() as workers:
                try:
                    self._take(workers.results(waiting), watch, done)
                except KeyboardInterrupt:
                    self._take(workers.finish(_SECONDS_AFTER_INTERRUPTION), watch, done)
                    raise
        except WorkersLostError:
            thoughts = [one for one in notes.left_behind() if one.game not in done]
            if not thoughts:
                raise
            lost = [(self._pairing(one.game), one.side) for one in thoughts]
            self._take(((pairing, forfeited(pairing, side)) for pairing, side in lost), watch, done)
            return self.verdict is not None
        return True

    def _jobs(self, wanted: int | None) -> int:
        """How many games to play at once: one, where a player cannot be sent to another process."""
        if wanted is not None and (as_whole(wanted) or 0) < 1:
            raise CrownheadError(f"jobs must be 1 or more, not {quoted(wanted)}")
        stuck = [name for name, make in self._own.items() if not _can_travel(make)]
        if stuck and wanted is not None and wanted > 1:
            raise CrownheadError(
                f"{stuck[0]} cannot be sent to other processes: define it at the top of a module or "
                "script, or play one game at a time (jobs=1)"
            )
        return 1 if stuck else wanted or os.cpu_count() or 1

    def _take(
        self,
        played: Iterable[tuple[Pairing, str]],
        watch: Callable[[Match], None] | None,
        done: set[int],
    ) -> None:
        """Count games as they end, and keep them on file, until the test has decided."""
        for pairing, text in played:
            done.add(pairing.number)
            if self._file is not None:
                self._file.add(text)
            self._count(pairing, Game.from_pdn(text))
            if watch is not None:
                watch(self)
            if self.verdict is not None:
                return

    @property
    def played(self) -> int:
        """How many games are finished."""
        return sum(tally.games for tally in self.results.values())

    @property
    def verdict(self) -> str | None:
        """What the sequential test has decided, if there is one."""
        return self.sprt.verdict(self.results[self._pairs[0]]) if self.sprt else None

    def _on_file(self) -> set[int]:
        """Count the games that the file has already, and return their numbers.

        A file with more games than are wanted is one of the same match; they do not count.
        """
        seen: set[int] = set()
        for game in self._file.games() if self._file else ():
            number = _number(game.tags)
            self._refuse_other(game, number, again=number in seen)
            seen.add(number)
            if number <= self.wanted:
                self._count(self._pairing(number), game)
        return seen

    def _refuse_other(self, game: Game, number: int, *, again: bool) -> None:
        """Refuse a game of another match, or one that is in the file twice."""
        assert self._file is not None
        if again:
            why = f"it has game {number} twice"
        elif not number:
            why = f"a game's Round is {excerpt(game.tags.get('Round', 'missing'))}, not a number"
        else:
            other = self._pairing(number).difference(game)
            if other is None:
                return
            why = f"in game {number} {other}"
        raise CrownheadError(
            f"{shown(self._file.path)} belongs to another match: {why}; name another file, or remove this one"
        )

    def _count(self, pairing: Pairing, game: Game) -> None:
        index, which = divmod(pairing.number - 1, len(self._pairs))
        pair = self._pairs[which]
        side = game.ending.winner if game.ending else None
        points = 0.5 if side is None else float(pairing.names[side] == pair[0])
        key = index // 2 * len(self._pairs) + which
        before = self._halves.pop(key, None)
        if before is None:
            self._halves[key] = points
        self.results[pair] += Tally.of_game(points, before)
        if side and FORFEIT in game.tags:
            self.forfeits[pairing.names[side.other], game.tags[FORFEIT]] += 1


def _play(opponents: Opponents, pairing: Pairing, _: Tick) -> str:
    """Play a game where the opponents are."""
    try:
        return play_pairing(pairing, opponents)
    except CrownheadError as error:
        raise CrownheadError(str(error)) from None  # of a kind that travels


def _number(tags: Mapping[str, str]) -> int:
    text = tags.get("Round", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER else 0


def _whole(name: str, given: int) -> int:
    number = as_whole(given)
    if number is None:
        raise CrownheadError(f"{name} must be a whole number, not {quoted(given)}")
    return number


def _names_of(opponents: Sequence[str | Factory]) -> tuple[str, ...]:
    """What opponents are called in a match; two of one name are refused."""
    if len(opponents) < 2:
        raise CrownheadError("a match needs two opponents or more")
    names = [one if isinstance(one, str) else name_of_factory(one) for one in opponents]
    name, times = Counter(names).most_common(1)[0]
    if times > 1:
        raise CrownheadError(
            f"a match needs different opponents, but {_NUMBERS.get(times, times)} are called "
            f"'{excerpt(name, 80)}'"
            + ("" if name in opponents else "; a class can have a `name` of its own")
        )
    return tuple(names)


def _own_factories(opponents: Sequence[str | Factory]) -> dict[str, Factory]:
    """The classes and functions among opponents, by the names of what they make."""
    own = {}
    for one in opponents:
        if not isinstance(one, str):
            refuse_what_makes_no_player(one, getattr(one, "name", None) or repr(one))
            own[name_of_factory(one)] = one
    return own


def _can_travel(make: Factory) -> bool:
    """Whether another process can find what makes a player.

    Processes load the module that it is in; what was typed at a prompt is in none.
    """
    try:
        pickle.dumps(make)
    except Exception:  # of many kinds
        return False
    main = sys.modules.get("__main__")
    return getattr(make, "__module__", "") != "__main__" or hasattr(main, "__file__")

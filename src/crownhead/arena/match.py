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
from typing import Final

from crownhead.arena.gamefile import GameFile
from crownhead.arena.openings import start_positions
from crownhead.arena.opponents import Notes, Opponents
from crownhead.arena.pairing import FORFEIT, Pairing, forfeited, play_pairing
from crownhead.arena.rating import Tally
from crownhead.arena.sprt import Sprt
from crownhead.custom.player import SECONDS, Factory, name_of_factory, refuse_what_makes_no_player
from crownhead.errors import CrownheadError, excerpt, quoted
from crownhead.files import path_of, shown
from crownhead.game import Game
from crownhead.messages import Message
from crownhead.numeric import as_number, whole_within
from crownhead.parallel import Pool, Tick, Work, WorkersLostError, pool
from crownhead.rules import ENGLISH, Rules

_SECONDS_AFTER_INTERRUPTION: Final = 1.0
_LONGEST_NUMBER: Final = 18  # digits
#: The default number of games.
USUAL_GAMES: Final = 100

Results = dict[tuple[str, str], Tally]


class Match:
    """A match between two opponents, or a round robin of more.

    An opponent is a name, or a class or function that makes players; these have `timeout` seconds for a
    move. Each game gets a new player.

    With a PDN file, each finished game is written to it at once, and an interrupted match continues with
    the missing games.
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
            raise CrownheadError("arena.opponents-wanted", value=quoted(opponents))
        games = whole_within(CrownheadError, "games", games, 1)
        seed = whole_within(CrownheadError, "seed", seed)
        if sprt is not None and not isinstance(sprt, Sprt):
            raise CrownheadError("arena.sprt.wanted", value=quoted(sprt))
        if sprt and len(opponents) > 2:
            raise CrownheadError("arena.sprt.opponents", count=len(opponents))
        self._own = _own_factories(opponents)
        self._names = _names_of(opponents)
        if not (as_number(timeout) or 0) > 0:
            raise CrownheadError("arena.timeout", value=quoted(timeout))
        if tables is not None:
            tables = path_of(tables, "tables")
        self._seating = partial(Opponents, self._own, timeout, tables)
        self._here = self._seating()
        for name in self._names:
            self._here.read(name)  # raises an error for a wrong name
        self._rules = rules
        self._starts = start_positions(openings, rules)
        Random(seed).shuffle(self._starts)
        self._seed = seed
        self._file = GameFile(path_of(file, "match")) if file is not None else None
        self.sprt = sprt
        self._pairs = tuple(combinations(self._names, 2))
        self.results: Results = {pair: Tally() for pair in self._pairs}
        #: The number of games, if no test ends the match earlier.
        self.wanted = games * len(self._pairs)
        # The points of the first opponent in games of incomplete pairs.
        self._halves: dict[int, float] = {}
        #: The numbers of games that opponents lost by failing, by name and reason.
        self.forfeits: Counter[tuple[str, str]] = Counter()

    def pairings(self) -> Iterator[Pairing]:
        """All games in the order in which they begin; both games of an opening are together."""
        return map(self._pairing, range(1, self.wanted + 1))

    def _pairing(self, number: int) -> Pairing:
        """The players and the start of a game, which do not depend on the number of games."""
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
        """Play the missing games; `watch` is called after each.

        After Ctrl-C, games that end within a moment are kept; a second Ctrl-C ends it at once.
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
            # Users' files may end their process, which must not be this one.
            named = [name for name in self._names if name not in self._own]
            has_files = any(here.read(name).kind == "own" for name in named)
            at_home = jobs == 1 and cluster is None and not has_files
            if not at_home:
                here.close()  # workers start the programs
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
        """Play the missing games; returns False after a player has lost a game by ending its process."""
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
        """The number of games at once: one if a player cannot be sent to other processes."""
        if wanted is not None:
            wanted = whole_within(CrownheadError, "jobs", wanted, 1)
        stuck = [name for name, make in self._own.items() if not _can_travel(make)]
        if stuck and wanted is not None and wanted > 1:
            raise CrownheadError("arena.stuck", name=stuck[0])
        return 1 if stuck else wanted or os.cpu_count() or 1

    def _take(
        self,
        played: Iterable[tuple[Pairing, str]],
        watch: Callable[[Match], None] | None,
        done: set[int],
    ) -> None:
        """Count and store games as they end, until the test decides."""
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
        """The number of finished games."""
        return sum(tally.games for tally in self.results.values())

    @property
    def verdict(self) -> Message | None:
        """The decision of the sequential test, if any."""
        return self.sprt.verdict(self.results[self._pairs[0]]) if self.sprt else None

    def _on_file(self) -> set[int]:
        """Count the games in the file, and return their numbers.

        A longer match begins with the same games, so the file may have more; these do not count.
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
        """Raise an error for a game of another match, or one that is in the file twice."""
        assert self._file is not None
        if again:
            why = Message("arena.other.twice", {"number": number})
        elif not number:
            why = Message("arena.other.round", {"round": excerpt(game.tags.get("Round", ""))})
        else:
            difference = self._pairing(number).difference(game)
            if difference is None:
                return
            why = Message("arena.other.game", {"number": number, "difference": difference})
        raise CrownheadError("arena.other-match", file=shown(self._file.path), why=why)

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
    return play_pairing(pairing, opponents)


def _number(tags: Mapping[str, str]) -> int:
    text = tags.get("Round", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER else 0


def _names_of(opponents: Sequence[str | Factory]) -> tuple[str, ...]:
    """The names of opponents in a match, which must differ."""
    if len(opponents) < 2:
        raise CrownheadError("arena.too-few")
    names = [one if isinstance(one, str) else name_of_factory(one) for one in opponents]
    name, times = Counter(names).most_common(1)[0]
    if times > 1:
        key = "arena.same-name" if name in opponents else "arena.same-class"
        raise CrownheadError(key, count=times, name=excerpt(name, 80))
    return tuple(names)


def _own_factories(opponents: Sequence[str | Factory]) -> dict[str, Factory]:
    """The classes and functions among opponents, by the names of their players."""
    own = {}
    for one in opponents:
        if not isinstance(one, str):
            refuse_what_makes_no_player(one, getattr(one, "name", None) or repr(one))
            own[name_of_factory(one)] = one
    return own


def _can_travel(make: Factory) -> bool:
    """Whether another process can import a class or function; code typed at a prompt has no module."""
    try:
        pickle.dumps(make)
    except Exception:  # of many kinds
        return False
    main = sys.modules.get("__main__")
    return getattr(make, "__module__", "") != "__main__" or hasattr(main, "__file__")

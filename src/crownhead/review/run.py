"""Reviews a file of games from its beginning to its end, on all cores, as often as it is stopped."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from crownhead.endgame import EndgameTables
from crownhead.engine import Engine, Limit
from crownhead.engine.limits import checked_limit
from crownhead.errors import CrownheadError, PdnError, StoreError
from crownhead.files import (
    drafts,
    explained,
    new_file,
    path_of,
    reading,
    refuse_unreadable,
    shown,
    writable_file,
)
from crownhead.game import Game
from crownhead.messages import Listed
from crownhead.notation import pdn
from crownhead.parallel import Tick, Work, pool
from crownhead.review.game_review import GameReview, Mistake, new_engine, review_game
from crownhead.review.report import page
from crownhead.review.workfile import WorkFile

# Changes when a work file has other lines than before.
_FORMAT: Final = 3
_BLOCK: Final = 2**20

Watch = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class FileReview:
    """The review of a file of games: what to read, how long to think, and what to write.

    Finished games are kept beside `out` until all are; the outputs appear when everything is done.
    """

    source: Path
    out: Path
    html: Path
    limit: Limit
    tables: Path | None = None  # a folder of endgame tables
    replace: bool = False  # outputs that are there already

    def __post_init__(self) -> None:
        paths = ("source", "out", "html") + (("tables",) if self.tables is not None else ())
        for name in paths:  # which may have been given as text
            object.__setattr__(self, name, path_of(getattr(self, name), name))
        checked_limit(self.limit, ends=True)
        self._refuse_no_games()
        outputs = [writable_file(path) for path in (self.out, self.html)]
        if len({Path(os.path.realpath(self.source)), self.work, *outputs}) < 4:
            raise CrownheadError(
                "the games, the annotated games and the page must be three different files"
            )
        for path in (self.out, self.html):
            new_file(path, replace=self.replace)

    @property
    def work(self) -> Path:
        """The file of what is finished, while something is not."""
        real = writable_file(self.out)
        return real.with_name(f"{real.name}.unfinished")

    def run(
        self, *, jobs: int | None = None, cluster: str | None = None, watch: Watch | None = None
    ) -> Summary:
        """Review the games that are missing and write the outputs.

        `watch` is told how many positions of how many have been looked at: one for each move, and
        where the game begins.
        """
        games, positions = self._counted()
        names = Listed([shown(self.out), shown(self.html)], "and")
        writing = explained(StoreError, "file.unwritable", path=names)
        with writing, closing(WorkFile(self.work, self._task())) as kept:
            if len(kept) < games:
                self._review(kept, positions, jobs, cluster, watch)
            if len(kept) != games:
                raise StoreError(
                    f"{self.source} has changed since the review began; remove {kept.path}"
                )
            summary = Summary.of(kept)
            self._write(kept, games)
            kept.remove()
        return summary

    def _counted(self) -> tuple[int, int]:
        """How many games and positions there are; a file without any that can be read is refused."""
        games = positions = 0
        readable = False
        first: PdnError | None = None
        for game in self._games():
            moves = sum(1 for _ in game.main_line())
            games += 1
            positions += 1 + moves
            readable = readable or moves > 0 or not game.errors
            first = first or (game.errors[0] if game.errors else None)
        if not games:
            raise CrownheadError(f"there is no game in {self.source}")
        if not readable and first is not None:
            place = f"{self.source}:{first.line}:{first.column}"
            raise CrownheadError(f"no game in {self.source} can be read: {place}: {first.sentence}")
        return games, positions

    def _refuse_no_games(self) -> None:
        if str(self.source) == "-" and not self.source.exists():
            raise CrownheadError(
                "cannot read the standard input: a review reads its games more than once, so it "
                "needs a file"
            )
        refuse_unreadable(self.source)

    def _games(self) -> Iterator[Game]:
        self._refuse_no_games()
        with reading(self.source):
            yield from pdn.read_games(self.source)

    def _task(self) -> dict[str, Any]:
        """What a work file must agree with."""
        with reading(self.source), self.source.open("rb") as file:
            digest = hashlib.sha256()
            while block := file.read(_BLOCK):
                digest.update(block)
        about = {"format": _FORMAT, "crownhead": version("crownhead"), "games": digest.hexdigest()}
        tables = None if self.tables is None else os.path.realpath(self.tables)
        return {**about, "limit": asdict(self.limit), "tables": tables}

    def _review(
        self,
        kept: WorkFile,
        positions: int,
        jobs: int | None,
        cluster: str | None,
        watch: Watch | None,
    ) -> None:
        before = kept.positions

        def tell(looked_at: int) -> None:
            if watch is not None:
                watch(before + looked_at, positions)

        tell(0)
        missing = (item for item in enumerate(self._games(), start=1) if item[0] not in kept)
        if self.tables is not None:  # what is wrong with them is said here, not by each worker
            EndgameTables.open(self.tables)
        work = Work(partial(new_engine, self.tables), partial(_review_numbered, self.limit))
        with pool(work, jobs=jobs, cluster=cluster, watch=tell) as workers:
            for _, review in workers.results(missing):
                kept.add(review)

    def _write(self, kept: WorkFile, games: int) -> None:
        readable = (review.pdn for review in kept if not review.is_unreadable)
        annotated = ("\n" + game if number else game for number, game in enumerate(readable))
        report = page(self.source.name, self.limit, kept, games)
        with drafts(self.out, self.html, replace=self.replace) as parts:
            for part, texts in zip(parts, (annotated, report), strict=True):
                with part.open("w", encoding="utf-8", newline="\n") as file:
                    file.writelines(texts)


def _review_numbered(
    limit: Limit, engine: Engine, numbered: tuple[int, Game], tick: Tick
) -> GameReview:
    number, game = numbered
    return review_game(game, limit, number, watch=tick, engine=engine)


@dataclass(frozen=True, slots=True)
class Summary:
    """What a review found in all games together."""

    games: int
    marks: dict[str, int]
    #: The number of a game, then line, column and sentence of something that could not be read.
    errors: tuple[tuple[int, int, int, str], ...]
    #: The numbers of the games of which nothing could be read: they are not among the annotated ones.
    left_out: tuple[int, ...] = ()
    #: Each with the number of its game and of its move as PDN writes that.
    mistakes: tuple[tuple[int, str, Mistake], ...] = ()

    @property
    def reviewed(self) -> int:
        """How many games could be read, wholly or to an error."""
        return self.games - len(self.left_out)

    @classmethod
    def of(cls, reviews: Iterable[GameReview]) -> Summary:
        """Count."""
        games = 0
        errors: list[tuple[int, int, int, str]] = []
        left_out: list[int] = []
        mistakes: list[tuple[int, str, Mistake]] = []
        for review in reviews:
            games += 1
            numbered = ((review.move_number(one.ply), one) for one in review.mistakes)
            mistakes += [(review.number, *one) for one in numbered]
            errors += [(review.number, *error) for error in review.errors]
            left_out += [review.number] if review.is_unreadable else []
        marks = {mark: sum(one.mark == mark for *_, one in mistakes) for mark in ("??", "?", "?!")}
        return cls(games, marks, tuple(errors), tuple(left_out), tuple(mistakes))

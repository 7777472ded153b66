"""Reviews a file of games on all cores. A stopped review can be continued."""

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
from crownhead.messages import Listed, Message
from crownhead.notation import pdn
from crownhead.parallel import Tick, Work, pool
from crownhead.review.game_review import GameReview, Mistake, new_engine, review_game
from crownhead.review.judge import MARKS
from crownhead.review.report import page
from crownhead.review.workfile import WorkFile

# Changes with the format of a work file.
_FORMAT: Final = 3
_BLOCK: Final = 2**20

Watch = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class FileReview:
    """The review of a file of games: the input, the limit of a search, and the outputs.

    Finished games go to a work file beside `out`. The outputs appear when all games are done.
    """

    source: Path
    out: Path
    html: Path
    limit: Limit
    tables: Path | None = None  # a folder of endgame tables
    replace: bool = False  # existing outputs

    def __post_init__(self) -> None:
        paths = ("source", "out", "html") + (("tables",) if self.tables is not None else ())
        for name in paths:  # a caller may have given text
            object.__setattr__(self, name, path_of(getattr(self, name), name))
        checked_limit(self.limit, ends=True)
        self._refuse_no_games()
        outputs = [writable_file(path) for path in (self.out, self.html)]
        if len({Path(os.path.realpath(self.source)), self.work, *outputs}) < 4:
            raise CrownheadError("review.same-file")
        for path in (self.out, self.html):
            new_file(path, replace=self.replace)

    @property
    def work(self) -> Path:
        """The work file, which exists until the review is done."""
        real = writable_file(self.out)
        return real.with_name(f"{real.name}.unfinished")

    def run(
        self, *, jobs: int | None = None, cluster: str | None = None, watch: Watch | None = None
    ) -> Summary:
        """Review the games that are missing and write the outputs.

        `watch` is called with the number of positions that have been searched and of all positions: one
        for each move and one for the start of each game.
        """
        games, positions = self._counted()
        names = Listed([shown(self.out), shown(self.html)], "and")
        writing = explained(StoreError, "file.unwritable", path=names)
        with writing, closing(WorkFile(self.work, self._task())) as kept:
            if len(kept) < games:
                self._review(kept, positions, jobs, cluster, watch)
            if len(kept) != games:
                raise StoreError("review.source-changed", source=self.source, work=kept.path)
            summary = Summary.of(kept)
            self._write(kept, games)
            kept.remove()
        return summary

    def _counted(self) -> tuple[int, int]:
        """Count the games and positions; raises an error if no game is readable."""
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
            raise CrownheadError("cli.empty-file", name=self.source)
        if not readable and first is not None:
            where = {"name": self.source, "line": first.line, "column": first.column}
            fault = Message("cli.error-at", {**where, "error": first.fault})
            raise CrownheadError("review.unreadable", source=self.source, fault=fault)
        return games, positions

    def _refuse_no_games(self) -> None:
        if str(self.source) == "-" and not self.source.exists():
            raise CrownheadError("review.standard-input")
        refuse_unreadable(self.source)

    def _games(self) -> Iterator[Game]:
        self._refuse_no_games()
        with reading(self.source):
            yield from pdn.read_games(self.source)

    def _task(self) -> dict[str, Any]:
        """The first line of the work file: the games and the settings of this review."""
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

        def searched(number: int) -> None:
            if watch is not None:
                watch(before + number, positions)

        searched(0)
        missing = (item for item in enumerate(self._games(), start=1) if item[0] not in kept)
        if self.tables is not None:  # so that errors appear here, not in each worker
            EndgameTables.open(self.tables)
        work = Work(partial(new_engine, self.tables), partial(_review_numbered, self.limit))
        with pool(work, jobs=jobs, cluster=cluster, watch=searched) as workers:
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
    """The findings of a review in all games together."""

    games: int
    marks: dict[str, int]
    #: Errors in the file: the number of the game, the line, the column and a sentence.
    errors: tuple[tuple[int, int, int, str], ...]
    #: The numbers of games without a readable move, which are not in the annotated file.
    left_out: tuple[int, ...] = ()
    #: Each with the number of its game and the number of its move in PDN.
    mistakes: tuple[tuple[int, str, Mistake], ...] = ()

    @property
    def reviewed(self) -> int:
        """The number of games that could be read, at least up to an error."""
        return self.games - len(self.left_out)

    @classmethod
    def of(cls, reviews: Iterable[GameReview]) -> Summary:
        """Sum up reviews."""
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
        marks = {mark: sum(one.mark == mark for *_, one in mistakes) for mark in MARKS}
        return cls(games, marks, tuple(errors), tuple(left_out), tuple(mistakes))

"""Reviews a file of games from its beginning to its end, on all cores, as often as it is stopped."""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import crownhead
from crownhead.engine import Limit
from crownhead.errors import CrownheadError, StoreError
from crownhead.game import Game
from crownhead.notation import pdn
from crownhead.review.record import GameReview
from crownhead.review.report import page
from crownhead.review.workers import workers
from crownhead.review.workfile import WorkFile

# Changes when a work file has other lines than before.
_FORMAT: Final = 1


@dataclass(frozen=True, slots=True)
class FileReview:
    """The review of a file of games: what to read, how long to think, and what to write.

    Finished games are kept beside `out` until all are; the outputs appear when everything is done.
    """

    source: Path
    out: Path
    html: Path
    limit: Limit

    def __post_init__(self) -> None:
        if len({path.resolve() for path in (self.source, self.out, self.html)}) < 3:
            raise CrownheadError(
                "the games, the annotated games and the page must be three different files"
            )
        for path in (self.out, self.html):
            if not path.parent.is_dir():
                raise StoreError(f"cannot write {path}: there is no folder {path.parent}")

    @property
    def work(self) -> Path:
        """The file of what is finished, while something is not."""
        return self.out.with_name(f"{self.out.name}.unfinished")

    def run(
        self,
        *,
        jobs: int | None = None,
        cluster: str | None = None,
        watch: Callable[[int, int], None] | None = None,
    ) -> Summary:
        """Review the games that are missing and write the outputs; `watch` is told how many of how many."""
        total = sum(1 for _ in self._games())
        if not total:
            raise CrownheadError(f"there is no game in {self.source}")
        try:
            kept = WorkFile(self.work, self._task())
            self._review(kept, total, jobs, cluster, watch)
            return self._write(kept, total)
        except OSError as error:
            raise StoreError(f"cannot write {self.out} and {self.html}: {error.strerror}") from None

    def _games(self) -> Iterator[Game]:
        try:
            yield from pdn.read_games(self.source)
        except OSError as error:
            raise CrownheadError(f"cannot read {self.source}: {error.strerror}") from None

    def _task(self) -> dict[str, Any]:
        """What a work file must agree with."""
        digest = hashlib.sha256(self.source.read_bytes()).hexdigest()
        about = {"format": _FORMAT, "crownhead": crownhead.__version__, "games": digest}
        return {**about, "limit": asdict(self.limit)}

    def _review(
        self,
        kept: WorkFile,
        total: int,
        jobs: int | None,
        cluster: str | None,
        watch: Callable[[int, int], None] | None,
    ) -> None:
        tell = watch or (lambda _finished, _total: None)
        tell(len(kept), total)
        missing = (item for item in enumerate(self._games(), start=1) if item[0] not in kept)
        if len(kept) == total:
            return
        with workers(jobs, cluster) as at_work:
            for review in at_work.review(missing, self.limit):
                kept.add(review)
                tell(len(kept), total)
        if len(kept) < total:
            raise StoreError(
                f"{self.source} has changed since the review began; remove {kept.path}"
            )

    def _write(self, kept: WorkFile, total: int) -> Summary:
        summary = Summary.of(kept)
        with ExitStack() as unfinished:
            outputs = (
                (self.out, _with_blank_lines(review.pdn for review in kept)),
                (self.html, page(self.source.name, self.limit, kept, total)),
            )
            written = []
            for path, texts in outputs:
                part = path.with_name(f"{path.name}.{os.getpid()}.part")
                unfinished.callback(part.unlink, missing_ok=True)
                with part.open("w", encoding="utf-8", newline="\n") as file:
                    file.writelines(texts)
                written.append((part, path))
            for part, path in written:
                part.replace(path)
        kept.remove()
        return summary


@dataclass(frozen=True, slots=True)
class Summary:
    """What a review found in all games together."""

    games: int
    marks: dict[str, int]
    #: The number of a game, then line, column and sentence of something that could not be read.
    errors: tuple[tuple[int, int, int, str], ...]

    @classmethod
    def of(cls, reviews: Iterable[GameReview]) -> Summary:
        """Count."""
        games = 0
        marks = Counter({"??": 0, "?": 0, "?!": 0})
        errors: list[tuple[int, int, int, str]] = []
        for review in reviews:
            games += 1
            marks.update(mistake.mark for mistake in review.mistakes)
            errors += [(review.number, *error) for error in review.errors]
        return cls(games, dict(marks), tuple(errors))


def _with_blank_lines(games: Iterable[str]) -> Iterator[str]:
    for number, game in enumerate(games):
        yield "\n" + game if number else game

"""All analyses: begun from a game, a position or a text, stored, listed and opened again."""

import re
import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import islice
from threading import Lock
from typing import Final

from crownhead.endgame import EndgameTables
from crownhead.errors import BusyError, FenError, GameError
from crownhead.game import Game
from crownhead.messages import say
from crownhead.node import Node
from crownhead.notation.pdn import parse_games
from crownhead.position import Position
from crownhead.rules import ENGLISH, Rules
from crownhead.service.analysis.analysis import (
    LONGEST_NAME,
    KeptAnalysis,
    merge_twins,
    refuse_too_large,
    stored_of,
)
from crownhead.service.analysis.analyst import Analyst, Limits
from crownhead.service.contract import AnalysisSummaryView, FoundView, view_of
from crownhead.service.games.view import time_text
from crownhead.service.letters import clean_text, shortened
from crownhead.store import AnalysisStore, StoredAnalysis

_MOST_OPEN: Final = 32
_MOST_ANALYSTS: Final = 16
_FEN: Final = "B:W18,24,K10:B12,16"  # examples of readable texts
_PDN: Final = "1. 11-15 23-19 2. 8-11"
_SECONDS_KEPT: Final = 7 * 24 * 3600.0  # for analyses that were never changed
_LONGEST_PLAYER: Final = (LONGEST_NAME - len(" v ")) // 2  # leaves room for both players
# Dashes of typesetters, in moves.
_DASH: Final = re.compile("(?<=[0-9])[\u2010-\u2015\u2212](?=[0-9])")


class Analyses:
    """The analyses of a data folder, and their engines. Any thread may call."""

    def __init__(self, store: AnalysisStore, tables: Callable[[], EndgameTables | None]) -> None:
        self._store = store
        self._tables = tables
        self._lock = Lock()
        self._beginning = Lock()
        self._watchers: dict[str, list[Callable[[int | None], None]]] = {}
        self._opened = lru_cache(_MOST_OPEN)(self._open)
        #: How much of this machine they may use.
        self.limits = Limits(_MOST_ANALYSTS)
        self._analysts: set[Analyst] = set()

    # ---- beginning

    def of_start(self, rules: Rules = ENGLISH) -> KeptAnalysis:
        """Begin at the start position."""
        return self._begin(Game(rules=rules, automatic_draws=False), say("analyses.new"))

    def of_text(self, text: str, rules: Rules = ENGLISH) -> KeptAnalysis:
        """Begin from pasted text: a FEN, or the first game of a PDN.

        `rules` apply if the text names none. Of a PDN with mistakes, the part before the first is
        kept, and a comment says what is wrong.
        """
        text = _DASH.sub("-", clean_text(text).strip())
        if not text:
            raise GameError("analyses.empty-text")
        try:
            position = Position.from_fen(text, rules)
        except FenError as not_a_position:
            return self._of_pdn(text, rules, not_a_position)
        if not (position.black and position.white):
            raise GameError("analyses.one-sided")
        return self._begin(Game(position, automatic_draws=False), say("analyses.position"))

    def _of_pdn(self, text: str, rules: Rules, not_a_position: FenError) -> KeptAnalysis:
        games = list(islice(parse_games(text, rules), 1))
        if not games or (not games[0].root.children and "FEN" not in games[0].tags):
            wrong = games[0].errors[0] if games and games[0].errors else None
            if wrong is not None and "[" in text:
                raise wrong
            if text[:2].upper() in ("B:", "W:"):
                raise not_a_position
            raise GameError("analyses.unreadable", fen=_FEN, pdn=_PDN)
        game = games[0]
        if game.errors:
            last = game.root.last()
            said = say("analyses.mistake", fault=game.errors[0])
            last.comment = f"{last.comment} {said}".strip()
        return self._begin(game, _players(game) or say("analyses.game"))

    def of_game(
        self, game_id: str, game: Game, names: Sequence[str | None] = (None, None)
    ) -> KeptAnalysis:
        """The analysis of a stored game: the one that exists, or a new one named after the players.

        A None among `names` is a person without a name.
        """
        with self._beginning:  # two who ask at once share one
            return self._known(self._store.latest("game", game_id), game) or self._begin(
                game, _name(names), game_id=game_id
            )

    def of_library(self, number: int, game: Game) -> KeptAnalysis:
        """The analysis of a library game; it is listed once it has been changed."""
        self._store.forget_unchanged(time.time() - _SECONDS_KEPT)
        with self._beginning:
            return self._known(self._store.latest("library", number), game) or self._begin(
                game, _players(game) or say("analyses.game"), library=number
            )

    def _known(self, found: StoredAnalysis | None, game: Game) -> KeptAnalysis | None:
        """The analysis that was found, if it has all moves of the game."""
        known = self.get(found.id) if found is not None else None
        return known if known is not None and _contains(known.game(), game) else None

    def _begin(
        self, game: Game, name: str, *, game_id: str | None = None, library: int | None = None
    ) -> KeptAnalysis:
        merge_twins(game)
        refuse_too_large(game)
        blank = StoredAnalysis(name, "", "", game=game_id, library=library)
        stored = stored_of(game, blank)
        KeptAnalysis(stored, self._store).view()  # refuses what cannot be shown
        return self.get(self._store.add(stored).id)

    # ---- storing

    def get(self, analysis_id: str) -> KeptAnalysis:
        """An analysis by its name, up to date."""
        with self._lock:  # everybody gets the same one
            found = self._opened(analysis_id)
        found.refresh()
        return found

    def _open(self, analysis_id: str) -> KeptAnalysis:
        stored = self._store.load(analysis_id)
        return KeptAnalysis(stored, self._store, lambda one: self._tell(one.id, one.version))

    def delete(self, analysis_id: str) -> None:
        """Delete an analysis."""
        self._store.delete(analysis_id)
        self._tell(analysis_id, None)

    def page(self, limit: int, offset: int = 0) -> tuple[list[AnalysisSummaryView], bool]:
        """Analyses for a list, last changed first, and whether there are more."""
        found, more = self._store.page(limit, offset)
        return [
            view_of(AnalysisSummaryView, one, updated=time_text(one.updated), moves=one.move_count)
            for one in found
        ], more

    # ---- watching

    def watch(self, analysis_id: str, told: Callable[[int | None], None]) -> None:
        """Call `told` with the version of an analysis after each change until `unwatch`; None: deleted.

        `told` runs in the thread of the change and must return at once.
        """
        with self._lock:
            self._watchers.setdefault(analysis_id, []).append(told)

    def unwatch(self, analysis_id: str, told: Callable[[int | None], None]) -> None:
        """Stop calling."""
        with self._lock:
            left = self._watchers[analysis_id]
            left.remove(told)
            if not left:
                del self._watchers[analysis_id]

    def _tell(self, analysis_id: str, version: int | None) -> None:
        with self._lock:
            watchers = list(self._watchers.get(analysis_id, ()))
        for told in watchers:
            told(version)

    # ---- thinking

    def analyst(self, tell: Callable[[FoundView], None]) -> Analyst:
        """An engine for a page; `dismiss` returns it."""
        with self._lock:
            if len(self._analysts) >= _MOST_ANALYSTS:
                raise BusyError("analyses.too-many-open")
            made = Analyst(self.limits, self._tables, tell)
            self._analysts.add(made)
        return made

    def dismiss(self, analyst: Analyst) -> None:
        """Return an engine."""
        with self._lock:
            self._analysts.discard(analyst)
        analyst.close()

    def close(self) -> None:
        """Stop all engines."""
        with self._lock:
            leaving = list(self._analysts)
            self._analysts.clear()
        for one in leaving:
            one.close()


def has_more_games(text: str) -> bool:
    """Whether a text has more than one game."""
    return len(list(islice(parse_games(text), 2))) > 1


def _players(game: Game) -> str:
    names = [game.tags.get(side, "") for side in ("Black", "White")]
    return _name(names) if all(names) else ""


def _name(players: Sequence[str | None]) -> str:
    """The first name of an analysis.

    >>> _name([None, "Sprout"]), _name([None, None])
    ('You v Sprout', 'Two people')
    """
    if not any(players):
        return say("analyses.two-people")
    black, white = [
        say("game.you") if one is None else shortened(one, _LONGEST_PLAYER) for one in players
    ]
    return say("game.players", black=black, white=white)


def _contains(tree: Game, game: Game) -> bool:
    """Whether a tree has all moves of a game's main line."""
    here: Node | None = tree.root
    if tree.start != game.start:
        return False
    for node in game.main_line():
        assert node.move is not None
        here = here.child(node.move) if here is not None else None
    return here is not None

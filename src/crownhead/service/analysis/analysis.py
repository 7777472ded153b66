"""An analysis: a game with variations, in which anybody may try any move. Every change is stored."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from threading import RLock
from typing import Final, TypeVar

from crownhead.book import OpeningBook
from crownhead.cursor import Cursor
from crownhead.endgame import EndgameTables
from crownhead.errors import ConflictError, GameError, NotFoundError
from crownhead.game import Game
from crownhead.node import Node
from crownhead.outcome import Outcome
from crownhead.pdn.reader import DEEPEST
from crownhead.service.contract import AnalysisView, NodeDetailsView, NodeView, TablesView, view_of
from crownhead.service.games import view
from crownhead.service.letters import LONGEST_NAME as LONGEST_PERSON
from crownhead.service.letters import clean_text
from crownhead.store import AnalysisStore, StoredAnalysis
from crownhead.text.moves import chosen_move

_T = TypeVar("_T")
#: The ID of the root, before the first move.
START: Final = "start"
MARKS: Final = ("", "!!", "!", "!?", "?!", "?", "??")
_MOST_MOVES: Final = 5_000
LONGEST_NAME: Final = 2 * LONGEST_PERSON + len(" v ")
_MOST_CUTS: Final = 50
LONGEST_REMARK: Final = 2_000
_TAGS: Final = ("Event", "Date", "Black", "White", "Result", "Opening")


@dataclass(frozen=True, slots=True)
class _Cut:
    """A removed move with everything that follows it: its parent, and its index among the moves there.

    `ending` is how the game ended, if the end was removed too.
    """

    parent: str
    index: int
    node: Node
    ending: Outcome | None

    @property
    def moves(self) -> int:
        return 1 + sum(1 for _ in self.node.walk())


class KeptAnalysis:
    """A stored analysis. Any thread may call; a change is on disk when its call returns.

    The IDs of nodes come from the moves that lead to them, so a page finds them again after a restart.
    """

    def __init__(
        self,
        stored: StoredAnalysis,
        store: AnalysisStore,
        changed: Callable[[StoredAnalysis], None] = lambda _: None,
    ) -> None:
        self._store = store
        self._changed = changed  # called after each change with the lock held; must return at once
        self._lock = RLock()
        self._cuts: list[_Cut] = []  # the last is restored first
        self._offers_cut = False  # until somebody plays on
        self._take(stored)

    @property
    def id(self) -> str:
        """Its name in the store."""
        return self.stored.id

    def _take(self, stored: StoredAnalysis) -> None:
        self.stored = stored  # what is on disk
        self._game = Game.from_pdn(stored.pdn)
        merge_twins(self._game)  # stored by versions that did not refuse them
        self._nodes = dict(_with_ids(self._game))

    def refresh(self) -> None:
        """Read it again if another program changed it."""
        version = self._store.version(self.id)
        with self._lock:
            if version > self.stored.version:
                self._take(self._store.load(self.id))

    # ---- looking

    def game(self) -> Game:
        """A copy of the game with its variations."""
        with self._lock:
            return self._game.copy()

    def cursor(self, node_id: str) -> Cursor:
        """A cursor at a node, with the history before it."""
        with self._lock:
            return self._game.cursor(self._node(node_id))

    def view(self) -> AnalysisView:
        """The whole tree."""
        with self._lock:
            game, stored = self._game, self.stored
            ids = {node: node_id for node_id, node in self._nodes.items()}
            nodes: list[NodeView] = []
            start = view.position_view(game.start)
            openings = {game.root: start["opening"]}
            for node in game.root.walk():
                move, parent = node.move, node.parent
                assert move is not None
                assert parent is not None
                shown = view.move_view(parent.position, move, openings[parent])
                openings[node] = shown["after"]["opening"]
                nodes.append(
                    {
                        **shown,
                        "id": ids[node],
                        "parent": ids[parent],
                        "ply": node.ply,
                        "side": view.side_name(parent.position.turn),
                        "mark": node.strength,
                        "comment": node.comment,
                    }
                )
            return {
                "id": stored.id,
                "version": stored.version,
                "name": stored.name,
                "game": stored.game,
                "library": stored.library,
                "updated": view.time_text(stored.updated),
                "rules": view.rules_view(game.rules),
                "first": view.side_name(game.rules.first_to_move),
                "start": start,
                "comment": game.root.comment,
                "tags": {tag: game.tags[tag] for tag in _TAGS if tag in game.tags},
                "result": game.result,
                "cut": self._cuts[-1].moves if self._cuts and self._offers_cut else None,
                "nodes": nodes,
            }

    def details(
        self, node_id: str, tables: EndgameTables | None, book: OpeningBook | None
    ) -> NodeDetailsView:
        """What can be done at a node, and what is known about it."""
        with self._lock:
            node = self._node(node_id)
            cursor = self._game.cursor(node)
            openings = [view.opening_name(one.position) for one in node.line()]
        position = node.position
        draw = None if position.is_over else cursor.node.draw_reason()
        known = tables.probe(position) if tables else None
        return {
            "node": node_id,
            "fen": position.fen,
            "choices": view.choices_view(
                Game(position, automatic_draws=False),
                next(filter(None, reversed(openings)), None),
                person=True,
            ),
            "over": position.is_over,
            "draw": draw,
            "tables": None if known is None else view_of(TablesView, known),
            "book": [view.book_view(one) for one in (book.probe(position) if book else [])],
        }

    def _node(self, node_id: str) -> Node:
        found = self._nodes.get(node_id)
        if found is None:
            raise NotFoundError("analyses.not-there")
        return found

    # ---- changing

    def play(self, node_id: str, move: list[int] | str) -> str:
        """Play a move at a node, and return the node after it; an existing move is only found."""
        with self._lock:
            node = self._node(node_id)
            known = node.child(chosen_move(move, node.position))
            return self._id_of(known) if known else self.add_line(node_id, [move])

    def add_line(self, node_id: str, moves: Sequence[list[int] | str]) -> str:
        """Play a line at a node, and return its last node; all of it or nothing."""
        with self._lock:
            node = self._node(node_id)

            def added(_: Game) -> Node:
                end = node
                for move in moves:
                    found = chosen_move(move, end.position)
                    end = end.child(found) or end.add(found)
                return end

            end = self._change(added)
            self._offers_cut = False
            return self._id_of(end)

    def promote(self, node_id: str, *, to_main: bool) -> None:
        """Move a variation up by one, or make it the main line."""
        with self._lock:
            node = self._branch(node_id)
            change = self._game.promote_to_main if to_main else self._game.promote
            self._change(lambda _: change(node))

    def cut(self, node_id: str) -> str:
        """Remove a move with everything that follows it; return its parent."""
        with self._lock:
            node = self._node(node_id)
            if node.parent is None:
                raise GameError("analyses.start-cut")
            parent = self._id_of(node.parent)
            index, ending = node.parent.children.index(node), self._game.declared_ending
            self._change(lambda game: game.remove(node))
            cut = _Cut(parent, index, node, None if self._game.declared_ending else ending)
            self._cuts = [*self._cuts[-_MOST_CUTS + 1 :], cut]
            self._offers_cut = True
            return parent

    def restore(self) -> str:
        """Restore what was last cut, and return its node; call again for earlier cuts."""
        with self._lock:
            if not self._cuts:
                raise ConflictError("analyses.nothing-cut")
            cut = self._cuts[-1]
            parent = self._nodes.get(cut.parent)
            if parent is None:
                self._cuts.pop()
                raise ConflictError("analyses.cut-gone")
            self._change(lambda game: _put_back(game, parent, cut))
            self._cuts.pop()
            self._offers_cut = True
            return _child_id(cut.parent, cut.node)

    def remark(
        self,
        node_id: str,
        *,
        comment: str | None = None,
        mark: str | None = None,
        instead_of: str | None = None,
    ) -> None:
        """Comment on a move, or mark it.

        With `instead_of`, the comment that somebody saw, no other comment is replaced.
        """
        with self._lock:
            node = self._node(node_id)
            if mark is not None and mark not in MARKS:
                raise GameError("analyses.unknown-mark", marks=", ".join(MARKS[1:]))
            if mark and node.parent is None:
                raise GameError("analyses.start-mark")
            text = None if comment is None else _plain(clean_text(comment))
            if text == node.comment and mark is None:
                return
            if text is not None and instead_of not in (None, node.comment):
                raise ConflictError("analyses.other-comment")

            def change(_: Game) -> None:
                node.strength = node.strength if mark is None else mark
                node.comment = node.comment if text is None else text

            self._change(change)

    def rename(self, name: str) -> None:
        """Call it something else."""
        text = " ".join(clean_text(name).split())[:LONGEST_NAME]
        if not text:
            raise GameError("analyses.nameless")
        with self._lock:
            self._store_as(replace(self.stored, name=text))

    def _branch(self, node_id: str) -> Node:
        """The move where the line to a node leaves its main line: the one to promote."""
        node = self._node(node_id)
        while node.parent is not None and node.parent.children[0] is node:
            node = node.parent
        if node.parent is None:
            raise GameError("analyses.main-line")
        return node

    def _change(self, change: Callable[[Game], _T]) -> _T:
        """Change and store the game; if it cannot be stored, nothing changes."""
        try:
            done = change(self._game)
            refuse_too_large(self._game)
        except BaseException:
            self._take(self.stored)
            raise
        self._store_as(stored_of(self._game, self.stored))
        self._nodes = dict(_with_ids(self._game))
        return done

    def _store_as(self, stored: StoredAnalysis) -> None:
        try:
            self.stored = self._store.save(stored)
        except ConflictError:
            self._take(self._store.load(self.id))
            raise
        except BaseException:
            self._take(self.stored)
            raise
        self._changed(self.stored)

    def _id_of(self, node: Node) -> str:
        return next(node_id for node_id, one in self._nodes.items() if one is node)


def _put_back(game: Game, parent: Node, cut: _Cut) -> None:
    """Attach a removed move to its parent again, even in a tree that was read anew."""
    cut.node.parent = parent
    parent.children.insert(cut.index, cut.node)
    merge_twins(game)  # it may have been played again meanwhile
    if cut.ending and not game.declared_ending:
        game.record_outcome(cut.ending)


def merge_twins(game: Game) -> None:
    """Merge repeated moves after a position: one move keeps what follows each, and the comments.

    Files may repeat a move to begin a variation, but the IDs of nodes come from their moves.

    >>> game = Game.from_pdn("1. 11-15 (1. 11-15 {as usual} 22-17) 23-19 *")
    >>> merge_twins(game)
    >>> print(game.pdn.splitlines()[-1])
    1. 11-15 {as usual} 1... 23-19 (1... 22-17) *
    """
    waiting = [game.root]
    while waiting:
        node = waiting.pop()
        kept: list[Node] = []
        for child in node.children:
            twin = next((one for one in kept if one.move == child.move), None)
            if twin is None:
                kept.append(child)
            else:
                _take_over(twin, child)
        node.children = kept
        waiting.extend(kept)


def _take_over(twin: Node, other: Node) -> None:
    """Move the children and comments of a twin to a move."""
    for child in other.children:
        child.parent = twin
    twin.children = [*twin.children, *other.children]
    for name in ("comment", "comment_before"):
        said = dict.fromkeys(filter(None, (getattr(twin, name), getattr(other, name))))
        setattr(twin, name, " ".join(said))
    twin.strength = twin.strength or other.strength
    twin.clock = other.clock if twin.clock is None else twin.clock
    twin.nags = [*dict.fromkeys([*twin.nags, *other.nags])]


def refuse_too_large(game: Game) -> None:
    """Refuse a tree that takes too long to show, or that PDN cannot hold."""
    depths = {game.root: 0}
    for node in game.root.walk():
        depths[node] = depths[node.before] + (node.before.children[0] is not node)
    if len(depths) > _MOST_MOVES + 1:
        raise GameError("analyses.too-many-moves", count=_MOST_MOVES)
    if max(depths.values()) > DEEPEST:
        raise GameError("analyses.too-deep", most=DEEPEST)


def stored_of(game: Game, stored: StoredAnalysis) -> StoredAnalysis:
    """An analysis for the store."""
    last = game.root.last()
    return replace(stored, pdn=game.pdn, board=view.board_text(last.position), move_count=last.ply)


def _with_ids(game: Game) -> Iterator[tuple[str, Node]]:
    """All nodes of a tree with their IDs."""
    ids = {game.root: START}
    yield START, game.root
    for node in game.root.walk():
        node_id = _child_id(ids[node.before], node)
        ids[node] = node_id
        yield node_id, node


def _child_id(parent: str, node: Node) -> str:
    assert node.move is not None
    way = f"{parent} {' '.join(map(str, node.move.path))}"
    return hashlib.blake2b(way.encode(), digest_size=6).hexdigest()


def _plain(comment: str) -> str:
    """A comment without characters that PDN cannot hold."""
    text = " ".join(comment.replace("{", "(").replace("}", ")").split())
    if len(text) > LONGEST_REMARK:
        raise GameError("analyses.long-comment", most=LONGEST_REMARK, count=len(text))
    return text

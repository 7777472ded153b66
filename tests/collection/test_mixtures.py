"""Searches in any mixture and order find what a plain filter in Python finds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

import pytest

from collection.shelves import add, tinsley_games
from crownhead import Game, Position, Rules
from crownhead.library.entry import entry_of
from crownhead.library.finding import numbers_of, search
from crownhead.library.importing import add_games
from crownhead.library.query import Query
from crownhead.notation.pdn import write_game
from crownhead.openings import named_openings
from crownhead.service.games.view import board_text
from crownhead.store import GameStore
from crownhead.store.library import selection
from crownhead.store.library.entries import LibraryEntry, Result
from crownhead.store.library.folding import folded
from crownhead.store.library.library_store import LibraryStore

SEED: Final = 20261118
MIXTURES: Final = 120
OPENINGS: Final = frozenset(folded(one.name) for one in named_openings())
RULES: Final = ("english", "english regicide=on", "english crowning_ends_move=off")
NAMES: Final = ("M.F. Tinsley", "Éva Nagy", "Smith, Bob", "Bob Smith", "Al", None)
EVENTS: Final = ("Ohio State Ty 1946", "Cup", "Čapek Memorial 1987", "1900 Open", None)
DATES: Final = ("1954.03.21", "1954.03.??", "1954", "1987-05-02", None)
SITES: Final = ("Leeds", "Cup town", None)
REMARKS: Final = ("A shot: beware", "shots fired", "")
RESULTS: Final = {"black": Result.BLACK, "white": Result.WHITE, "draw": Result.DRAW}
SWAPPED: Final = str.maketrans("bBwW", "wWbB")


@dataclass(frozen=True)
class Plain:
    """A game as the plain filter sees it: its entry, its import, and each board with whose turn it is."""

    number: int
    entry: LibraryEntry
    batch: int | None
    boards: tuple[tuple[str, str], ...]


Condition = tuple[dict[str, str], Callable[[Plain], bool]]
Board = Callable[[str, str], bool]


def made_games(chance: Random, count: int) -> Iterator[Game]:
    """Short games under several rules, some of them from the middle of another."""
    for number in range(count):
        rules = Rules.parse(chance.choice(RULES))
        start = Position.start(rules)
        for _ in range(chance.choice((0, 0, 8, 40))):
            if moves := start.legal_moves():
                start = start.play(chance.choice(moves))
        game = Game(start, automatic_draws=False)
        for _ in range(chance.choice((0, 1, 2, 5, 20))):
            if moves := game.position.legal_moves():
                game.push(chance.choice(moves[:3]))
                game.node.comment = chance.choice(REMARKS) if chance.random() < 0.1 else ""
        fields = (
            ("Black", NAMES),
            ("White", NAMES),
            ("Event", EVENTS),
            ("Date", DATES),
            ("Site", SITES),
        )
        given = {tag: chance.choice(values) for tag, values in fields}
        game.tags |= {tag: value for tag, value in given.items() if value} | {"Round": str(number)}
        if game.outcome is None and chance.random() < 0.5:
            game.resign() if chance.random() < 0.7 else game.agree_draw()
        yield game


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[LibraryStore, list[Plain]]]:
    """A library of Tinsley's games and others, of which the first are indexed, and the same as a list."""
    store = GameStore(tmp_path_factory.mktemp("mixed"))
    library, chance = store.library, Random(SEED)
    games = [*tinsley_games()[:150], *made_games(chance, 150)]
    add_games(library, library.make_target("All"), games[:200])
    assert library.positions.make_run(least=1)
    done = add(library, "More", "\n".join(map(write_game, games[200:])))
    assert done.added == 100
    plain = [
        Plain(number, entry_of(game.record), done.number if number > 200 else None, boards_of(game))
        for number, game in enumerate(games, start=1)
    ]
    yield library, plain
    store.close()


def boards_of(game: Game) -> tuple[tuple[str, str], ...]:
    nodes = [game.root, *game.root.main_line()]
    return tuple((board_text(node.position), node.position.turn.value) for node in nodes)


# ---- conditions: each is made from a game that it should find


def is_part(text: str, name: str | None) -> bool:
    """Whether the words of a text are in a name, in their order."""
    rest = folded(name or "")
    for word in folded(text).split():
        _, found, rest = rest.partition(word)
        if not found:
            return False
    return True


def a_player(chance: Random, one: Plain) -> Condition:
    names = (one.entry.black, one.entry.white)
    way = chance.choice((0, 1))
    given = {"player": chance.choice(folded(names[way] or "al").split())}
    if chance.random() < 0.4:
        given["opponent"] = chance.choice(folded(names[1 - way] or "bob").split())
    if chance.random() < 0.4:
        given["colour"] = ("black", "white")[way]
    if chance.random() < 0.4:
        given["result"] = chance.choice(("won", "lost"))

    def fits(game: Plain) -> bool:
        sides = (("black", "white"), ("white", "black"))
        wins = {"won": 0, "lost": 1}
        return any(
            is_part(given["player"], getattr(game.entry, sides_of[0]))
            and is_part(given.get("opponent", ""), getattr(game.entry, sides_of[1]))
            and given.get("colour") in (None, sides_of[0])
            and (
                "result" not in given
                or game.entry.result is RESULTS[sides_of[wins[given["result"]]]]
            )
            for sides_of in sides
        )

    return given, fits


def a_result(chance: Random, _: Plain) -> Condition:
    wanted = chance.choice([*RESULTS, "unknown"])
    result = RESULTS.get(wanted, Result.UNKNOWN)
    return {"result": wanted}, lambda game: game.entry.result is result


def some_years(chance: Random, _: Plain) -> Condition:
    begin, end = sorted(chance.choices((1900, 1946, 1950, 1954, 1987, 1994), k=2))

    def fits(game: Plain) -> bool:
        return game.entry.day is not None and begin <= game.entry.day // 10_000 <= end

    return {"since": str(begin), "until": str(end)}, fits


def an_event(chance: Random, one: Plain) -> Condition:
    text = chance.choice(folded(one.entry.event or one.entry.site or "cup").split())
    return {"event": text}, lambda game: any(
        is_part(text, name) for name in (game.entry.event, game.entry.site) if name
    )


def an_opening(chance: Random, one: Plain) -> Condition:
    name = one.entry.opening or "Cross"
    text = chance.choice((name, name.split()[0], name.lower()))

    def fits(game: Plain) -> bool:
        found = game.entry.opening
        whole = folded(text) in OPENINGS
        return found is not None and (
            folded(found) == folded(text) if whole else is_part(text, found)
        )

    return {"opening": text}, fits


def a_ballot(_: Random, one: Plain) -> Condition:
    wanted = one.entry.ballot or 7
    return {"ballot": str(wanted)}, lambda game: game.entry.ballot == wanted


def a_length(chance: Random, one: Plain) -> Condition:
    moves = (one.entry.plies + 1) // 2
    if chance.random() < 0.5:
        return {"shortest": str(moves)}, lambda game: (game.entry.plies + 1) // 2 >= moves
    return {"longest": str(moves)}, lambda game: (game.entry.plies + 1) // 2 <= moves


def a_comment(chance: Random, _: Plain) -> Condition:
    text = chance.choice(("shot", "beware", "shots fired", "zz"))
    return {"comment": text}, lambda game: text in game.entry.remarks


def some_rules(_: Random, one: Plain) -> Condition:
    rules = one.entry.rules or "english"
    return {"rules": rules}, lambda game: (game.entry.rules or "english") == rules


def an_import(chance: Random, _: Plain) -> Condition:
    if chance.random() < 0.5:
        return {"collections": "All"}, lambda game: game.batch is None
    return {"batch": "1"}, lambda game: game.batch == 1


CONDITIONS: Final = (
    *(a_player, a_result, some_years, an_event, an_opening, a_ballot, a_length),
    *(a_comment, some_rules, an_import),
)


# ---- what stood on the board


def a_position(chance: Random, one: Plain) -> tuple[dict[str, str], Board]:
    board, turn = chance.choice(one.boards)
    pieces = {
        side: ",".join(
            f"{'K' if letter.isupper() else ''}{square}"
            for square, letter in enumerate(board, start=1)
            if letter.lower() == side
        )
        for side in "wb"
    }
    fen = f"{turn[0].upper()}:W{pieces['w']}:B{pieces['b']}"
    return {"fen": fen}, lambda letters, mover: (letters, mover) == (board, turn)


def a_pattern(chance: Random, one: Plain) -> tuple[dict[str, str], Board]:
    board, turn = chance.choice(one.boards)
    kept = set(chance.sample(range(32), chance.choice((1, 2, 4))))
    pattern = "".join(letter if at in kept else "?" for at, letter in enumerate(board))
    kings = board.count("B")

    def fits(letters: str, mover: str) -> bool:
        same = all(wanted in ("?", letter) for wanted, letter in zip(pattern, letters, strict=True))
        return same and mover == turn and letters.count("B") == kings

    return {"pattern": pattern, "turn": turn, "material": f"B{kings}"}, fits


def moment_in(game: Plain, board: Board, *, turned: bool) -> int | None:
    for ply, (letters, turn) in enumerate(game.boards):
        other = "white" if turn == "black" else "black"
        if board(letters, turn) or (turned and board(letters[::-1].translate(SWAPPED), other)):
            return ply
    return None


# ---- order

KEYS: Final[dict[str, Callable[[Plain], tuple[object, ...]]]] = {
    "added": lambda game: (game.number,),
    "date": lambda game: (game.entry.day, game.number),
    "black": lambda game: (name_key(game.entry.black), game.number),
    "white": lambda game: (name_key(game.entry.white), game.number),
    "event": lambda game: (name_key(game.entry.event), game.entry.day, game.number),
    "length": lambda game: (game.entry.plies, game.number),
    "result": lambda game: (int(game.entry.result), game.number),
    "opening": lambda game: (name_key(game.entry.opening), game.entry.ballot, game.number),
}


def name_key(name: str | None) -> str | None:
    return None if name is None else folded(name)


def in_order(games: list[Plain], sort: str, *, descending: bool) -> list[int]:
    """By each key in turn, the last first; what is not known comes last, whichever way."""
    ordered = list(games)
    for index in reversed(range(len(KEYS[sort](games[0])))) if games else ():
        known = [one for one in ordered if KEYS[sort](one)[index] is not None]
        unknown = [one for one in ordered if KEYS[sort](one)[index] is None]
        known.sort(key=lambda one: KEYS[sort](one)[index], reverse=descending)  # type: ignore[arg-type, return-value]
        ordered = known + unknown
    return [one.number for one in ordered]


# ---- mixtures


def test_mixtures_find_and_sort_as_a_plain_filter_does(
    mixed: tuple[LibraryStore, list[Plain]], monkeypatch: pytest.MonkeyPatch
) -> None:
    library, games = mixed
    monkeypatch.setattr(selection, "_FEW", 5)  # many hits are found in another way than few
    chance, hits = Random(SEED), 0
    for _ in range(MIXTURES):
        one = chance.choice(games)
        made: list[Condition] = []
        given: dict[str, str] = {}
        for make in chance.sample(CONDITIONS, chance.randint(0, 3)):
            condition = make(chance, one)
            if not given.keys() & condition[0].keys():
                made.append(condition)
                given |= condition[0]
        boards = [make(chance, one) for make in (a_position, a_pattern) if chance.random() < 0.3]
        for parameters, _board in boards:
            given |= parameters
        turned = bool(boards) and chance.random() < 0.5
        moments = {
            game.number: [moment_in(game, board, turned=turned) for _, board in boards]
            for game in games
            if all(fits(game) for _, fits in made)
        }
        wanted = [one for one in games if None not in moments.get(one.number, [None])]
        sort, descending = chance.choice(list(KEYS)), chance.random() < 0.5
        given |= {"sort": sort, "descending": str(int(descending)), "reversed": str(int(turned))}
        order = in_order(wanted, sort, descending=descending)
        assert numbers_of(library, Query.parse(given)) == order, given
        size = chance.choice((3, 7, 200))
        page = chance.randint(1, len(order) // size + 1)
        found = search(library, Query.parse({**given, "page": page, "size": size}))
        assert found.count == len(order), given
        part = order[(page - 1) * size : page * size]
        assert [hit.row.id for hit in found.hits] == part, (given, page)
        assert [hit.ply for hit in found.hits] == [(moments[at] or [None])[0] for at in part], given
        hits += bool(order)
    assert hits > MIXTURES // 2

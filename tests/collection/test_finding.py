"""Searches find what a plain scan through all games finds, and say when it was."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from cases import each
from collection.shelves import add, reached, tinsley_games
from crownhead import BLACK, Position
from crownhead.errors import LibraryError
from crownhead.library.counting import Tally, statistics
from crownhead.library.entry import position_at
from crownhead.library.exploring import Explorer
from crownhead.library.finding import search
from crownhead.library.importing import add_games
from crownhead.library.pattern import LETTERS, Pattern
from crownhead.library.query import Query
from crownhead.service.games.view import board_text
from crownhead.store.library.library_store import LibraryStore
from crownhead.store.library.positions import Moments
from refused import refused

SEED = 20261117
SCANNED = 100  # games that are compared with patterns, slowly


def as_dict(moments: Moments) -> dict[int, int]:
    return dict(zip(moments.games, moments.plies, strict=True))


def random_positions(count: int) -> list[Position]:
    """Positions of Tinsley's games, some one move aside, some with colours reversed."""
    chance = Random(SEED)
    known = list(reached())
    found: list[Position] = []
    while len(found) < count:
        position = chance.choice(known)
        way = chance.randrange(4)
        if way == 1 and position.legal_moves():
            position = position.play(chance.choice(position.legal_moves()))
        elif way == 2:
            position = position.mirrored
        found.append(position)
    return found


def test_a_thousand_positions_are_found_as_by_a_plain_scan(tinsley: LibraryStore) -> None:
    tinsley.positions.look_through(Pattern.read(None, None, "b1").wanted)  # takes all into memory
    hits = 0
    for position in random_positions(1000):
        wanted = reached().get(position, {})
        assert as_dict(tinsley.positions.find(position)) == wanted, position.fen
        turned = reached().get(position.mirrored, {})
        both = {
            game: min(wanted.get(game, 1000), turned.get(game, 1000)) for game in wanted | turned
        }
        found = as_dict(tinsley.positions.find(position, reversed_too=True))
        assert found == both, position.fen
        hits += bool(wanted) + bool(turned)
    assert hits > 700


def test_positions_are_found_before_all_games_are_in_memory(library: LibraryStore) -> None:
    add_games(library, library.make_target("A few"), tinsley_games()[:6])
    position = tinsley_games()[4].root.last().position
    assert as_dict(library.positions.find(position)) == {5: tinsley_games()[4].root.last().ply}
    assert library.positions.make_run(least=1)
    assert as_dict(library.positions.find(position)) == {5: tinsley_games()[4].root.last().ply}
    assert not library.positions.make_run(least=1)


def boards() -> Iterator[tuple[int, int, Position]]:
    """Every position of some of Tinsley's games, with the number of the game and the ply."""
    for number, game in enumerate(tinsley_games()[:SCANNED], start=1):
        for node in (game.root, *game.root.main_line()):
            yield number, node.ply, node.position


def drawn(**squares: str) -> str:
    letters = ["?"] * 32
    for name, letter in squares.items():
        letters[int(name[1:]) - 1] = letter
    return "".join(letters)


@each(
    ("squares", "turn", "material", "reversed_too"),
    [
        (drawn(s14="b", s18="w", s15="."), None, None, False),
        (drawn(s14="x", s19="o", s10="a"), "white", None, True),
        (drawn(s32="B"), "black", "W1-2 B1", False),
        (None, None, "B2 W1 b0-1 w0-2", True),
        (None, "black", "b3 w3 B0 W0", False),
        (drawn(s32="B", s28="W"), None, "b12", False),
    ],
)
def test_patterns_and_material_are_found_as_by_a_plain_scan(
    tinsley: LibraryStore,
    squares: str | None,
    turn: str | None,
    material: str | None,
    reversed_too: bool,
) -> None:
    pattern = Pattern.read(squares, turn, material)  # type: ignore[arg-type]

    def fits(position: Position) -> bool:
        """The slow and obvious comparison."""
        letters = board_text(position)
        return (
            all(one in LETTERS[want] for one, want in zip(letters, pattern.squares, strict=True))
            and turn in (None, position.turn.value)
            and all(
                low <= letters.count(one) <= high for one, (low, high) in pattern.counts.items()
            )
        )

    wanted: dict[int, int] = {}
    for number, ply, position in boards():
        if number not in wanted and (fits(position) or (reversed_too and fits(position.mirrored))):
            wanted[number] = ply
    found = tinsley.positions.look_through(pattern.wanted, reversed_too=reversed_too)
    assert {game: ply for game, ply in as_dict(found).items() if game <= SCANNED} == wanted
    assert bool(wanted) != (material == "b12")


def test_the_moment_is_told_with_each_game(tinsley: LibraryStore) -> None:
    game = tinsley_games()[99]
    node = list(game.root.main_line())[20]
    answer = search(tinsley, Query.parse({"fen": node.position.fen}))
    (hit,) = [one for one in answer.hits if one.row.id == 100]
    assert hit.ply == 21
    assert position_at(tinsley.load(100), 21) == node.position


def plainly(**wanted: object) -> int:
    """Count Tinsley's games by their tags and results."""
    count = 0
    for game in tinsley_games():
        black, white = game.tags["Black"], game.tags["White"]
        ending = game.ending
        winner = ending.winner if ending else None
        colour = wanted.get("colour")
        sides = [(black, white, BLACK), (white, black, BLACK.other)]
        ways = [
            ("Tinsley" in own)
            and (colour in (None, side.value))
            and (str(wanted.get("opponent", "")) in other)
            and {"won": winner is side, "lost": winner is side.other}.get(
                str(wanted.get("result")), True
            )
            for own, other, side in sides
        ]
        drawn_too = wanted.get("result") != "draw" or (ending is not None and winner is None)
        moves = (game.root.last().ply + 1) // 2
        fits = int(str(wanted.get("shortest", 0))) <= moves
        fits = fits and str(wanted.get("event", "")) in game.tags["Event"]
        count += any(ways) and drawn_too and fits
    return count


@each(
    "wanted",
    [
        {},
        {"opponent": "Chinook"},
        {"colour": "white", "result": "won"},
        {"result": "lost"},
        {"result": "draw", "event": "1946"},
        {"shortest": 50, "opponent": "Long"},
    ],
)
def test_players_results_lengths_and_events_are_counted_right(
    tinsley: LibraryStore, wanted: dict[str, object]
) -> None:
    answer = search(tinsley, Query.parse({"player": "tinsley", **wanted, "size": "5"}))
    assert answer.count == plainly(**wanted)
    assert len(answer.hits) == min(5, answer.count)


def test_lists_are_sorted_and_paged(tinsley: LibraryStore) -> None:
    for sort in ("date", "length", "black", "event", "result", "opening", "added"):
        seen: list[int] = []
        for page in (1, 2, 3, 4):
            query = Query.parse({"sort": sort, "size": 200, "page": page, "descending": "0"})
            seen += [hit.row.id for hit in search(tinsley, query).hits]
        assert len(seen) == len(set(seen)) == 724, sort
    days = [
        hit.row.day or 0 for hit in search(tinsley, Query.parse({"sort": "date", "size": 200})).hits
    ]
    assert days == sorted(days, reverse=True)
    assert days[0] == 19940000
    years = search(tinsley, Query.parse({"since": "1947", "until": "1950.05"}))
    wanted = [game for game in tinsley_games() if game.tags["Event"][-4:] in "1947 1948 1949 1950"]
    assert years.count == len([one for one in wanted if one.tags["Event"][-4:].isdigit()])


def test_a_search_is_the_same_after_its_address() -> None:
    given = {"player": "Tinsley", "result": "won", "fen": "start", "reversed": "1"}
    given |= {"collections": "A,B", "ballot": "7", "sort": "date", "descending": "0", "page": "3"}
    query = Query.parse(given)
    assert query.collections == ("A", "B")
    assert query.parameters() == given
    assert Query.parse(query.parameters()) == query


@each(
    ("given", "code", "values"),
    [
        ({"plyer": "x"}, "unknown.near", {"near": "player"}),
        ({"result": "won"}, "query.result-needs-player", {"result": "won"}),
        ({"colour": "black"}, "query.colour-needs-player", {}),
        ({"player": "x", "colour": "green"}, "unknown.all", {"names": "black, white"}),
        ({"player": "..."}, "query.no-letters", {"name": "query.field.player"}),
        ({"since": "soon"}, "dates.unreadable", {"text": "soon"}),
        ({"since": "1960", "until": "1950"}, "query.backwards", {"since": "1960", "until": "1950"}),
        ({"since": "19540"}, "dates.unreadable", {}),
        ({"since": "1954.03.21x"}, "dates.unreadable", {}),
        ({"until": "1954 to 1960"}, "dates.unreadable", {}),
        ({"until": "0000"}, "dates.unreadable", {}),
        ({"since": "1954.13"}, "dates.no-such-day", {"text": "1954.13"}),
        ({"until": "1954.02.31"}, "dates.no-such-day", {"text": "1954.02.31"}),
        ({"until": "1954.??.12"}, "dates.no-such-day", {}),
        ({"shortest": "50", "longest": "20"}, "query.no-length", {"shortest": 50, "longest": 20}),
        (
            {"shortest": "x"},
            "query.number",
            {"name": "query.field.shortest", "least": 0, "most": 10_000},
        ),
        ({"ballot": "175"}, "query.number", {"least": 1, "most": 174}),
        ({"pattern": "b"}, "pattern.length", {"wanted": 32, "count": 1}),
        ({"pattern": "?" * 31 + "q"}, "pattern.letter", {"square": 32, "letter": "q"}),
        ({"material": "K1"}, "pattern.count", {"text": "K1"}),
        ({"turn": "black"}, "query.turn-needs-pattern", {}),
        ({"fen": "B:W1"}, "fen.with-example", {}),
        ({"rules": "chess"}, "unknown.all", {"unknown": "unknown.rule-set"}),
        ({"page": "0"}, "query.number", {"name": "query.field.page", "least": 1}),
        ({"reversed": "maybe"}, "query.switch", {"name": "query.field.reversed"}),
        ({"comment": "x" * 300}, "query.too-long", {"count": 300, "most": 200}),
    ],
)
def test_nonsense_is_refused(given: dict[str, str], code: str, values: dict[str, Any]) -> None:
    with refused(LibraryError, code, **values):
        Query.parse(given)


def test_every_field_that_is_wrong_is_named() -> None:
    with refused(LibraryError, "query.number") as failed:
        Query.parse({"since": "soon", "ballot": "175", "player": "Ann", "turn": "black"})
    assert list(failed.value.fields) == ["ballot", "turn", "since"]
    assert failed.value.field == "ballot"


def test_games_that_both_lost_are_counted_and_found(library: LibraryStore) -> None:
    add(
        library,
        "Mine",
        '[Black "Ann"] 1. 11-15 0-0 [Black "Bob"] 1. 11-15 * [Black "Cat"] 1. 9-13 1-0',
    )
    counts = statistics(library, Query())
    assert (counts.games, counts.both_lost, counts.unknown) == (3, 1, 1)
    for result, name in [("both lost", "Ann"), ("unknown", "Bob"), ("black", "Cat")]:
        found = search(library, Query.parse({"result": result}))
        assert [hit.row.black for hit in found.hits] == [name]
    assert Explorer(library).explore(Position.start()).tally == Tally(3, 1, 0, 0, 1)

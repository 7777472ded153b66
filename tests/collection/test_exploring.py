"""The explorer counts what was played, by whom and when, and a person's own games."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from collection.shelves import add, tinsley_games
from crownhead import BLACK, WHITE, Position
from crownhead.library.counting import statistics
from crownhead.library.exploring import Explorer
from crownhead.library.generating import generated
from crownhead.library.query import Query
from crownhead.notation.pdn import parse_games
from crownhead.service import NewGame, Service
from crownhead.service.results.results import results_view
from crownhead.session.endings import Resign
from crownhead.session.moves import Move, Undo
from crownhead.session.seating import Visitor
from crownhead.store import GameStore
from crownhead.store.library.library_store import LibraryStore


def test_moves_and_results_are_counted(tinsley: LibraryStore) -> None:
    position = Position.start().play("11-15").play("23-18")
    found = Explorer(tinsley).explore(position)
    played: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for game in tinsley_games():
        nodes = [game.root, *game.root.main_line()]
        reached = [node for node in nodes if node.position == position]
        if reached and reached[0].children:
            move = str(reached[0].children[0].move)
            played[move] += 1
            won[move] += bool(game.ending) and game.ending.winner is WHITE  # type: ignore[union-attr]
    assert {str(one.move): one.tally.games for one in found.moves} == played
    assert {str(one.move): one.tally.white for one in found.moves} == won
    assert [one.tally.games for one in found.moves] == sorted(played.values(), reverse=True)
    first = found.moves[0]
    assert first.after == position.play(first.move)
    assert first.first_year is not None
    assert first.last_year is not None
    assert 1946 <= first.first_year <= first.last_year <= 1994
    names = [name for name, _ in first.players]
    assert names[0] == "M Tinsley"


def test_filters_choose_among_the_games(tinsley: LibraryStore) -> None:
    explorer = Explorer(tinsley)
    query = Query.parse({"player": "tinsley", "colour": "black", "until": "1950"})
    found = explorer.explore(Position.start(), query)
    assert 0 < found.tally.games < explorer.explore(Position.start()).tally.games
    assert all(one.last_year is not None and one.last_year <= 1950 for one in found.moves)
    assert explorer.explore(Position.start(), query) is found  # until a collection changes
    nowhere = Position.from_fen("B:W32:B1")
    assert (explorer.explore(nowhere).tally.games, explorer.explore(nowhere).moves) == (0, ())


def test_a_change_is_seen_at_once(library: LibraryStore) -> None:
    explorer = Explorer(library)
    add(library, "Mine", "1. 11-15 *")
    assert explorer.explore(Position.start()).tally.games == 1
    add(library, "Mine", "1. 11-16 *")
    assert explorer.explore(Position.start()).tally.games == 2
    library.delete([1])
    assert [str(one.move) for one in explorer.explore(Position.start()).moves] == ["11-16"]


def test_the_version_of_the_library_only_grows(tmp_path: Path) -> None:
    now = [1000.0]
    store = GameStore(tmp_path, now=lambda: now[0])
    versions = [store.library.version()]
    add(store.library, "Mine", "1. 11-15 *")
    versions.append(store.library.version())
    store.library.remove_collection(store.library.collection_id("Mine"))
    versions.append(store.library.version())
    now[0] += 8 * 24 * 3600
    store.library.purge()
    assert len(store.library.names_of_collections()) == 1
    add(store.library, "Mine", "1. 11-16 *")
    versions.append(store.library.version())
    store.close()
    assert versions == sorted(set(versions))


def test_games_played_here_are_in_the_library_while_they_are_over(tmp_path: Path) -> None:
    service = Service(tmp_path, seed=1)
    try:
        game = service.begin(NewGame(black="person", white="level:3"))
        game.do(Move("11-15"))
        assert service.library.search({})["count"] == 0
        game.do(Resign())
        other = service.begin(NewGame(black="level:5", white="person"))
        other.do(Resign())
        found = service.library.search({"fen": "start", "sort": "added"})
        assert {hit["game"]["game"] for hit in found["hits"]} == {game.id, other.id}
        explored = service.library.explore("start", {"own": "1"})
        scores = {(one["opponent"], one["colour"]): one["lost"] for one in explored["own"]}
        assert scores == {("level:3", "black"): 1, ("level:5", "white"): 1}
        assert explored["moves"][0]["move"]["notation"] == "11-15"
        assert explored["moves"][0]["own"][0]["name"] == "Porch Player"
        assert service.library.view()["collections"][0]["games"] == 2
        service.library.delete([hit["game"]["id"] for hit in found["hits"]], {})
        assert service.library.search({})["count"] == 2  # they belong to the list of games
        game.do(Undo())  # takes the resignation back
        assert service.library.search({})["count"] == 1
        service.delete(other.id)
        assert service.library.search({})["count"] == 0
    finally:
        service.close()


def test_one_s_own_games_are_chosen_by_colour_and_opponent_and_guests_have_theirs(
    tmp_path: Path,
) -> None:
    service = Service(tmp_path, seed=1)
    host, guest = Visitor("the host", True), Visitor("a guest", False)
    try:
        for black, white, owner in (
            ("person", "level:3", None),
            ("person", "level:3", guest),
            ("person", "level:5", host),
            ("level:3", "person", None),
        ):
            game = service.begin(NewGame(black=black, white=white))
            if owner is not None:
                assert game.sit(BLACK, owner.id, game.invite(BLACK, by=host))
            game.do(Resign())
        library = service.library

        def counts(by: Visitor | None, **chosen: str) -> tuple[int, int, int]:
            """Results, searches and the explorer, which count the same games."""
            asked = {"own": "1", **chosen}
            explored = library.explore("start", asked, by)
            assert explored["tally"]["games"] == sum(one["lost"] for one in explored["own"])
            found = library.search({**asked, "result": "lost"}, by)["count"]
            everything = results_view(service.store, by)["total"]["lost"]
            return everything, found, explored["tally"]["games"]

        assert counts(host) == (3, 3, 3)
        assert counts(None) == (2, 2, 2)
        assert counts(guest) == (1, 1, 1)
        assert counts(host, colour="black")[1:] == (2, 2)
        assert counts(host, colour="black", opponent="level:3")[1:] == (1, 1)
        assert counts(host, opponent="level:5")[1:] == (1, 1)
        assert library.search({"own": "1", "opponent": "porch"})["count"] == 2  # by its name
        narrowed = library.explore("start", {"own": "1", "opponent": "level:5"}, host)
        assert [one["opponent"] for one in narrowed["opponents"]] == ["level:3", "level:5"]
        assert library.search({"own": "1", "result": "won"}, host)["count"] == 0
    finally:
        service.close()


def test_statistics_count_what_is_there(tinsley: LibraryStore) -> None:
    found = statistics(tinsley, Query())
    assert (found.games, found.black, found.white, found.draws) == (724, 66, 125, 533)
    assert (found.first_year, found.last_year) == (1946, 1994)
    assert found.players[0] == ("M Tinsley", 724)
    assert sum(count for _, count in found.events) < 724
    assert statistics(tinsley, Query.parse({"player": "nobody at all"})).games == 0


def test_generated_games_are_whole_and_the_same_for_the_same_seed() -> None:
    text = "".join(generated(3, seed=5, jobs=1))
    assert text == "".join(generated(3, seed=5, jobs=1))
    assert text != "".join(generated(3, seed=6, jobs=1))
    games = list(parse_games(text))
    assert len(games) == 3
    for game in games:
        assert game.errors == []
        assert game.ending is not None
        assert game.tags["Black"] != game.tags["White"]

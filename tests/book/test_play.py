"""Players with a book: which of its moves they play, when they leave it, and which have none."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from book.books import OPENINGS, bytes_of, write_book
from crownhead import PRESETS, Game, OpeningBook, Position
from crownhead.book import EQUAL, usual_book
from crownhead.book.format import MOST_BYTES, pack
from crownhead.engine.limits import Score
from crownhead.errors import EngineError
from crownhead.openings import ballots
from crownhead.players import equip, levels, player, read_opponent
from crownhead.players.engine import EnginePlayer
from crownhead.players.levels import LevelPlayer
from refused import refused

BOOK = OpeningBook(bytes_of(OPENINGS))


def first_moves(name: str, count: int = 40, book: OpeningBook | None = BOOK) -> Counter[str]:
    """The first moves of a player, each of a new player with its own seed."""
    found: Counter[str] = Counter()
    for seed in range(count):
        one = equip(player(name, seed=seed), None, book)
        assert isinstance(one, EnginePlayer | LevelPlayer)
        found[str(one.choose(Game()))] += 1
        found["book"] += one.from_book
        one.close()
    return found


def test_a_book_tells_its_moves_best_first() -> None:
    found = BOOK.probe(Position.start())
    assert [str(one.move) for one in found] == ["11-15", "9-14", "10-15", "12-16"]
    assert [one.score for one in found] == [Score(4), Score(2), Score(-10), Score(-36)]
    assert [one.is_best for one in found] == [True, False, False, False]
    assert found[0].score.side is Position.start().turn
    assert BOOK.probe(Position.start().play("12-16")) == []
    assert BOOK.choose(Position.start().play("12-16"), Random(1)) is None


def test_a_book_is_for_rules_that_move_as_in_english_checkers() -> None:
    for name, rules in PRESETS.items():
        known = bool(BOOK.probe(Position.start(rules)))
        black_first = Position.start(rules).key == Position.start().key
        assert known == (rules.moves_as_english and black_first), name


def test_a_key_that_another_position_has_does_no_harm() -> None:
    book = OpeningBook(pack([(Position.start().key, [(7, 0)])]))  # there are seven moves, 0 to 6
    assert book.probe(Position.start()) == []


def test_good_moves_are_drawn_more_often_and_bad_ones_never() -> None:
    drawn = Counter(str(BOOK.choose(Position.start(), Random(seed), 20)) for seed in range(600))
    assert drawn.keys() == {"11-15", "9-14", "10-15"}
    assert drawn["11-15"] > drawn["10-15"] * 2 > 0  # 21 and 7 times out of 47


def test_the_engine_varies_between_equal_moves() -> None:
    assert 2 <= EQUAL < 14
    found = first_moves("engine:nodes=100")
    assert found.keys() == {"11-15", "9-14", "book"}
    assert found["book"] == 40
    assert min(found.values()) > 5


def test_levels_play_the_book_as_well_as_they_judge() -> None:
    best = {"11-15", "9-14"}
    wanted = {
        "level:11": best,
        "level:10": best,
        "level:9": best,
        "level:8": {*best, "10-15"},
        "level:7": {*best, "10-15", "12-16"},
    }
    for name, moves in wanted.items():
        found = first_moves(name, 60)
        assert found.keys() - {"book"} == moves, name
        assert found["book"] == 60, name
    for one in levels():
        reads = first_moves(f"level:{one.number}", 1)["book"]
        assert reads == (one.number >= 7), one


def test_a_player_leaves_the_book_where_it_ends() -> None:
    one = equip(player("engine:nodes=100"), None, BOOK)
    assert isinstance(one, EnginePlayer)
    game = Game.from_moves(["11-15"])
    assert str(one.choose(game)) == "23-19"
    assert one.from_book
    for line in (["12-16"], ["11-15", "23-19"]):
        assert one.choose(Game.from_moves(line)) in Game.from_moves(line).legal_moves()
        assert not one.from_book
    one.choose(Game())
    assert one.from_book
    one.choose(Game(Position.from_fen("B:W18:B14")))  # forced
    assert not one.from_book
    one.close()


def test_a_book_can_be_switched_off_and_on_by_name(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert first_moves("engine:nodes=100,book=off", 1)["book"] == 0
    assert first_moves("engine:nodes=100", 1, None)["book"] == 0
    monkeypatch.setenv("CROWNHEAD_BOOK", str(write_book(tmp_path)))
    assert first_moves("engine:nodes=100,book=on", 1, None)["book"] == 1
    assert first_moves("engine:nodes=100", 1, None)["book"] == 0  # as in the arena
    assert read_opponent("engine:book=off,seed=3").name == "engine:book=off"
    with refused(EngineError, "ruleset.switch", option="book", value="maybe"):
        read_opponent("engine:book=maybe")


def test_the_environment_names_another_book_or_none(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert usual_book() is None  # as all tests have it
    monkeypatch.setenv("CROWNHEAD_BOOK", str(write_book(tmp_path)))
    another = usual_book()
    assert another is not None
    assert len(another) == len(OPENINGS)
    monkeypatch.delenv("CROWNHEAD_BOOK")
    assert usual_book() is OpeningBook.open()  # read once


def test_the_same_seed_draws_the_same_moves() -> None:
    def drawn(seed: int) -> list[str]:
        one = equip(player("level:8", seed=seed), None, BOOK)
        assert isinstance(one, LevelPlayer)
        moves = [str(one.choose(Game())) for _ in range(8)]
        one.close()
        return moves

    assert drawn(1) == drawn(1)
    assert len({tuple(drawn(seed)) for seed in range(4)}) > 1


# ---- the book of the package


def test_our_book_fits_the_package_and_knows_every_ballot() -> None:
    book = OpeningBook.open()
    assert book.bytes < MOST_BYTES
    unknown = [
        one.number for one in ballots() if not one.is_barred and not book.probe(one.position)
    ]
    assert not unknown
    assert book.moves >= len(book)


def test_every_line_of_our_book_is_legal_and_its_values_follow_from_each_other() -> None:
    """All reachable positions: the value of a move is that of the position after it, if known."""
    book = OpeningBook.open()
    waiting = [Position.start(), *(one.position for one in ballots())]
    seen: set[int] = set()
    while waiting:
        position = waiting.pop()
        if position.key in seen:
            continue
        seen.add(position.key)
        for one in book.probe(position):
            after = position.play(one.move)
            replies = book.probe(after)
            if replies:
                assert replies[0].score.points == -one.score.points, (position.fen, one)
            waiting.append(after)
    known = sum(bool(key) for key in seen)
    assert known >= len(book) * 0.9  # few positions stand behind moves that lose too much

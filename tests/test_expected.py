"""Names that users of other libraries expect, and hints where something works differently."""

from __future__ import annotations

import pickle
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import crownhead
import programs
from crownhead import (
    BLACK,
    WHITE,
    AmbiguousMoveError,
    CrownheadError,
    EndgameError,
    Engine,
    EngineError,
    Game,
    Info,
    Limit,
    Move,
    MoveSyntaxError,
    Position,
    PositionError,
    Score,
    ballot,
    ballot_of,
    opening_of,
)
from crownhead.arena import Match
from crownhead.book import OpeningBook
from crownhead.endgame import Build, EndgameTables, HomeTables, tables_of
from crownhead.engine import read_network
from crownhead.engine.network import usual_network
from crownhead.errors import quoted
from crownhead.messages import Message
from crownhead.review import FileReview
from crownhead.store import GameStore
from refused import refused
from saying import pattern, says

TWO_WAYS = Position.from_fen("B:W6,7,14,15:B2")
SHOT = Position.from_fen("B:W6,7,15,32:B2,12")


def test_the_engine_is_at_the_top_and_is_loaded_when_it_is_asked_for() -> None:
    code = (
        "import sys, crownhead\n"
        "assert 'Engine' in dir(crownhead)\n"
        "assert not any(name.startswith('crownhead.engine') for name in sys.modules)\n"
        "from crownhead import BusyError, Engine, Info, Limit, PositionBuilder, Score\n"
        "assert 'crownhead.engine' in sys.modules and 'Engine' in vars(crownhead)\n"
    )
    programs.run([sys.executable, "-c", code], check=True, timeout=60)
    with pytest.raises(AttributeError, match="no attribute 'Motor'"):
        _ = crownhead.Motor


def test_a_path_may_be_text_and_anything_else_is_told_from_it(tmp_path: Path) -> None:
    source = tmp_path / "games.pdn"
    source.write_text("1. 11-15 *\n")
    out, html = str(tmp_path / "out.pdn"), str(tmp_path / "out.html")
    review = FileReview(str(source), out, html, Limit(nodes=1))  # type: ignore[arg-type]
    assert (review.source, review.out) == (source, Path(out))
    assert Build(str(tmp_path), 2).folder == tmp_path  # type: ignore[arg-type]
    uses: list[Callable[[Any], object]] = [
        OpeningBook.open,
        read_network,
        EndgameTables.open,
        lambda path: Build(path, 2),
        lambda path: FileReview(path, Path(out), Path(html), Limit(nodes=1)),
        lambda path: Match(("greedy", "random"), games=2, file=path),
        lambda path: Match(("greedy", "random"), games=2, tables=path),
        tables_of,
        HomeTables,
        GameStore,
    ]
    assert tables_of(str(tmp_path)) is None
    GameStore(str(tmp_path)).close()
    for number, use in enumerate(uses):
        for wrong in (0, b"x"):
            with pytest.raises(CrownheadError) as failed:
                use(wrong)
            assert says(str(failed.value), "file.no-path", value=repr(wrong)), number
    with pytest.raises(EngineError) as unread:
        read_network("a\0b")
    assert unread.value.code == "file.unreadable"
    with refused(EndgameError, "endgame.no-folder") as nowhere:
        EndgameTables.open("a" * 5000)
    assert str(nowhere.value.values["path"]).startswith("aaa")


def test_a_network_is_made_from_bytes_and_values_positions() -> None:
    network: Any = usual_network()
    assert isinstance(network.value(Position.start()), int)
    for wrong, code in ((Game(), "has-one"), (5, "wanted"), (None, "wanted")):
        for use in (network.value, network.accumulate):
            with refused(PositionError, f"position.{code}"):
                use(wrong)
        with refused(EngineError, "network.bytes"):
            type(network)(wrong)


# ---- moves and positions


def test_a_move_is_read_without_a_position() -> None:
    assert Move.parse("11-15") == Move((11, 15))
    assert Move.parse("22x15x8").captured == (18, 11)
    assert Move.parse("2x18", SHOT).path == (2, 11, 18)
    with refused(MoveSyntaxError, "move.too-far", to=8, **{"from": 22}):
        Move.parse("22x8")


def test_what_is_made_in_another_way_says_in_which() -> None:
    calls: list[tuple[Any, Message]] = [
        (Position, Message("position.masks")),
        (lambda: Position("B:W18:B9"), Message("position.masks")),  # type: ignore[call-arg, arg-type]
        (lambda: Position(1 << 40, 0, 0, BLACK, crownhead.ENGLISH), Message("position.masks")),
        (
            lambda: Position(1, 2, 0, None, crownhead.ENGLISH),  # type: ignore[arg-type]
            Message("position.turn", {"turn": "None"}),
        ),
        (lambda: Move("11-15"), Message("move.text-for-squares")),  # type: ignore[arg-type]
        (Move, Message("move.no-squares", {"kind": "NoneType"})),
        (lambda: Move(5), Message("move.several-arguments")),  # type: ignore[arg-type]
        (lambda: Move((1.5, 2)), Message("move.no-numbers")),  # type: ignore[arg-type]
        (lambda: Move(11, 15), Message("move.several-arguments")),  # type: ignore[arg-type]
        (lambda: Move((11, 15), 3), Message("move.whether-in-full")),  # type: ignore[arg-type]
        (lambda: Move.parse(None), Message("move.not-text", {"kind": "NoneType"})),  # type: ignore[arg-type]
        (lambda: Position.from_fen(None), Message("fen.not-text", {"kind": "NoneType"})),  # type: ignore[arg-type]
        (
            lambda: Position.start().perft("x"),  # type: ignore[arg-type]
            Message("position.depth", {"most": 99, "depth": str(quoted("x"))}),
        ),
        (lambda: ballot("1"), Message("ballot.unknown", {"number": "1", "most": 174})),  # type: ignore[arg-type]
        (lambda: Game.from_moves(5), Message("record.moves", {"value": "5"})),  # type: ignore[arg-type]
        (lambda: opening_of("11-15"), Message("position.or-game", {"value": "11-15"})),  # type: ignore[arg-type]
    ]
    for call, message in calls:
        with refused(CrownheadError, message):
            call()


def test_lists_of_moves_know_texts() -> None:
    legal: Any = Position.start().legal_moves()
    assert (legal.index("11-15"), legal.count("11-15"), legal.count("9-5")) == (4, 1, 0)
    assert (legal.index(legal[2]), legal.count(legal[2]), legal.index("11-15", 3)) == (2, 1, 4)
    assert ("11-15" in legal[4:], "11-15" in legal[:4], legal[:0]) == (True, False, [])
    wrong: Any
    not_among = pattern("move.not-among", move="'9-5'")
    for wrong, words in (
        (lambda: legal.index("9-5"), not_among),
        (lambda: legal.remove("9-5"), not_among),
        (lambda: legal.index("11-15", 5), "is not in list"),  # as lists say it
    ):
        with pytest.raises(ValueError, match=words):
            wrong()
    with refused(CrownheadError, "move.unreadable", text="castle"):
        legal.count("castle")
    legal.remove("11-15")
    assert "11-15" not in legal
    game: Any = Game.from_moves("11-15 22-18 15x22 25x18")
    assert ("15x22" in game.moves, "9-14" in game.moves, game.moves.index("25x18")) == (
        True,
        False,
        3,
    )
    assert pickle.loads(pickle.dumps(game.moves)) == game.moves


def test_a_game_shows_how_long_it_is() -> None:
    assert [repr(Game.from_moves(moves)) for moves in ("", "11-15", "11-15 23-19")] == [
        f"<Game ? v ?, ply {ply}, *>" for ply in range(3)
    ]


def test_a_text_can_be_looked_for_among_legal_moves() -> None:
    legal = Position.start().legal_moves()
    assert ("11-15" in legal, "9-5" in legal) == (True, False)
    assert (Move((11, 15)) in legal, Move((9, 5)) in legal, 5 in legal) == (True, False, False)
    assert "2x9x18" in TWO_WAYS.legal_moves()
    assert "2x18" in SHOT.captures()
    for text, error in (("e2e4", MoveSyntaxError), ("2x18", AmbiguousMoveError)):
        with pytest.raises(error):
            _ = text in TWO_WAYS.legal_moves()
    assert "11-15" not in Game(Position.from_fen("B:W18:B")).legal_moves()


def test_a_move_can_be_asked_about_before_it_is_played() -> None:
    start = Position.start()
    for move, legal in (
        ("11-15", True),
        ("9-5", False),
        (Move((11, 15)), True),
        (Move((9, 5)), False),
    ):
        assert start.is_legal(move) is legal, move
    for text, error in (("e2e4", MoveSyntaxError), ("2x18", AmbiguousMoveError)):
        with pytest.raises(error):
            TWO_WAYS.is_legal(text)


def test_squares_of_a_side() -> None:
    position = Position.from_fen("B:W18,24,K10:B12,K22")
    assert (position.squares(BLACK), position.squares(WHITE)) == ([12, 22], [10, 18, 24])
    assert (position.squares(), position.squares(king=True)) == ([10, 12, 18, 22, 24], [10, 22])
    assert position.squares(BLACK, king=False) == [12]
    with refused(CrownheadError, "side.unknown", side="red"):
        position.squares("red")


# ---- openings and the engine


def test_openings_of_a_position() -> None:
    position = Position.start().play("9-13").play("22-18").play("6-9")
    opening, ballot = opening_of(position), ballot_of(position)
    assert opening is not None
    assert ballot is not None
    assert (opening.name, ballot.number) == ("Dreaded Edinburgh", 5)
    assert opening_of(position.play("18-15")) is None
    assert opening_of(Game.from_moves("9-13 22-18 6-9 18-15").cursor()) is not None


def test_a_score_is_seen_from_either_side() -> None:
    with Engine(hash_mb=1, evaluation="classic") as engine:
        info = engine.analyse(Position.from_fen("W:W18:B15,K1"), Limit(depth=4))[0]
        hint = engine.hint(SHOT, Limit(depth=6))
        assert engine.play(SHOT, Limit(depth=4)) == hint.move
    assert info.score.side is WHITE
    assert info.score.pov(WHITE) == info.score == -info.score.pov(BLACK)
    assert hint.score.pov("black").points > 0 > hint.score.pov(WHITE).points
    with refused(EngineError, "score.no-side"):
        Score(35).pov(BLACK)


def test_a_search_without_end_goes_on_until_it_is_stopped() -> None:
    deep = threading.Event()

    def watch(info: Info) -> None:
        if info.depth >= 8:
            deep.set()

    with Engine(hash_mb=1) as engine:

        def stop() -> None:
            deep.wait(60)
            engine.stop()

        stopper = threading.Thread(target=stop)
        stopper.start()
        infos = engine.analyse(Position.start(), Limit(), watch=watch)
        stopper.join()
    assert infos[0].depth >= 8


def test_a_cursor_is_searched_with_its_history() -> None:
    """A position that would occur for the third time is a draw, and only its history says so."""
    shuffle = "1-6 32-27 6-1 27-32 1-6 32-27 6-1"
    game = Game.from_moves(shuffle, Position.from_fen("B:WK32:BK1,K2"))
    cursor = game.cursor(game.node)
    with Engine(hash_mb=1) as engine:
        alone = engine.analyse(cursor.position, Limit(depth=1), lines=9)
        engine.forget()
        placed = engine.analyse(cursor, Limit(depth=1), lines=9)
    back = {str(info.pv[0]): info.score.points for info in placed}["27-32"]
    assert back == 0 != {str(info.pv[0]): info.score.points for info in alone}["27-32"]

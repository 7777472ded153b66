"""What users of other libraries reach for, and the sentences where a thing is done another way."""

from __future__ import annotations

import copy
import pickle
import re
import subprocess
import sys
import threading
from collections.abc import Callable
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

import crownhead
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
    Outcome,
    Piece,
    Position,
    PositionBuilder,
    PositionError,
    Reason,
    Score,
    ballot,
    ballot_of,
    opening_of,
)
from crownhead.arena import Match, Sprt
from crownhead.book import OpeningBook
from crownhead.endgame import Build, EndgameTables, HomeTables, tables_of
from crownhead.engine import read_network, winning_chance
from crownhead.engine.hub import HubEngine
from crownhead.engine.network import usual_network
from crownhead.notation import pdn
from crownhead.players import player
from crownhead.review import FileReview, review_game
from crownhead.store import GameStore

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
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
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
        for wrong, words in ((0, "must be a path, not 0"), (b"x", "must be a path, not b'x'")):
            with pytest.raises(CrownheadError) as refused:
                use(wrong)
            assert str(refused.value).endswith(words), number
    with pytest.raises(EngineError, match="cannot read the network"):
        read_network("a\0b")
    with pytest.raises(EndgameError, match="there is no folder aaa"):
        EndgameTables.open("a" * 5000)


def test_a_network_is_made_from_bytes_and_values_positions() -> None:
    network: Any = usual_network()
    assert isinstance(network.value(Position.start()), int)
    for wrong in (Game(), 5, None):
        for use in (network.value, network.accumulate):
            with pytest.raises(PositionError, match="this needs a Position, not "):
                use(wrong)
        with pytest.raises(EngineError, match="read_network takes its path"):
            type(network)(wrong)


# ---- moves and positions


def test_a_move_is_read_without_a_position() -> None:
    assert Move.parse("11-15") == Move((11, 15))
    assert Move.parse("22x15x8").captured == (18, 11)
    assert Move.parse("2x18", SHOT).path == (2, 11, 18)
    with pytest.raises(MoveSyntaxError, match="from 22 to 8 at once; write all squares"):
        Move.parse("22x8")


def test_what_is_made_in_another_way_says_in_which() -> None:
    calls: list[tuple[Any, str]] = [
        (Position, r"made by Position.start\(\), Position.from_fen\(text\)"),
        (lambda: Position("B:W18:B9"), r"Position.from_fen\(text\)"),  # type: ignore[call-arg, arg-type]
        (lambda: Position(1 << 40, 0, 0, BLACK, crownhead.ENGLISH), "masks of Black's pieces"),
        (lambda: Position(1, 2, 0, None, crownhead.ENGLISH), "side to move is 'black' or 'white'"),  # type: ignore[arg-type]
        (lambda: Move("11-15"), r"Move\(\(11, 15\)\); Move.parse reads it from text"),  # type: ignore[arg-type]
        (Move, "made from its squares"),
        (lambda: Move(5), r"one tuple: Move\(\(11, 15\)\)"),  # type: ignore[arg-type]
        (lambda: Move((1.5, 2)), "squares of a move are whole numbers, 1 to 32"),  # type: ignore[arg-type]
        (lambda: Move(11, 15), r"one tuple: Move\(\(11, 15\)\)"),  # type: ignore[arg-type]
        (lambda: Move((11, 15), 3), r"such as Move\(\(11, 15\)\) or"),  # type: ignore[arg-type]
        (lambda: Move.parse(None), "a move is read from text, not from NoneType"),  # type: ignore[arg-type]
        (lambda: Position.from_fen(None), "a position is read from text, not from NoneType"),  # type: ignore[arg-type]
        (lambda: Position.start().perft("x"), "perft counts 0 to 99 plies, not 'x'"),  # type: ignore[arg-type]
        (lambda: ballot("1"), "there is no ballot 1; they are numbered 1 to 174"),  # type: ignore[arg-type]
        (lambda: Game.from_moves(5), "a game is made of moves, .* not 5"),  # type: ignore[arg-type]
        (lambda: opening_of("11-15"), "for a Game or a Position, not for '11-15'"),  # type: ignore[arg-type]
    ]
    for call, words in calls:
        with pytest.raises(CrownheadError, match=words):
            call()


def test_lists_of_moves_know_texts() -> None:
    legal: Any = Position.start().legal_moves()
    assert (legal.index("11-15"), legal.count("11-15"), legal.count("9-5")) == (4, 1, 0)
    assert (legal.index(legal[2]), legal.count(legal[2]), legal.index("11-15", 3)) == (2, 1, 4)
    assert ("11-15" in legal[4:], "11-15" in legal[:4], legal[:0]) == (True, False, [])
    wrong: Any
    for wrong, kind, words in (
        (lambda: legal.index("9-5"), ValueError, "'9-5' is not one of these moves"),
        (lambda: legal.remove("9-5"), ValueError, "'9-5' is not one of these moves"),
        (lambda: legal.index("11-15", 5), ValueError, "is not in list"),
        (lambda: legal.count("castle"), CrownheadError, "'castle' is not a move"),
    ):
        with pytest.raises(kind, match=words):
            wrong()
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
        f"<Game ? v ?, {plies}, *>" for plies in ("0 plies", "1 ply", "2 plies")
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
    with pytest.raises(CrownheadError, match="not 'red'"):
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
    with pytest.raises(EngineError, match="has no side; use"):
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


# ---- what a newcomer tried


def test_cursors_and_builders_are_copied_apart() -> None:
    shuffle = "10-15 32-28 15-10 28-32 10-15 32-28 15-10"
    game = Game.from_moves(shuffle, Position.from_fen("B:WK32:BK10"))
    cursor = game.cursor(list(game.main_line())[3])
    assert cursor.repetitions == 2
    for twin in (copy.copy(cursor), cursor.copy()):
        assert (twin.game is game, twin.repetitions, twin.back()) == (True, 2, Move((28, 32)))
    for twin in (copy.deepcopy(cursor), pickle.loads(pickle.dumps(cursor))):
        assert (twin.ply, twin.repetitions, twin.game.root is twin.root) == (4, 2, True)
        assert twin.game is not game
    assert (cursor.ply, cursor.repetitions, cursor.claimable_draw) == (4, 2, None)
    assert [here.ply for here in list(game.walk())] == list(range(8))
    builder = PositionBuilder().place(18, "w")
    copy.copy(builder).place(9, "b").turn_of("white")
    assert (builder.fen, builder.rules) == ("B:W18:B", crownhead.ENGLISH)


def test_every_list_of_moves_knows_texts() -> None:
    legal: Any = Position.start().legal_moves()
    again = pickle.loads(pickle.dumps(legal))
    for moves in (legal.copy(), copy.copy(legal), copy.deepcopy(legal), again, legal + legal[:1]):
        assert ("11-15" in moves, "9-5" in moves, moves[:7]) == (True, False, legal)
    over: Any = Game(Position.from_fen("B:W18:B"))
    for empty in (over.legal_moves(), over.moves):
        with pytest.raises(MoveSyntaxError):
            _ = "zzz" in empty
    root = Game.from_moves("11-15 23-19").root
    found = root.child("11-15")
    assert found is not None
    assert (found.add("22-18").number, root.child("9-14")) == ("1...", None)
    assert found.after("24-20").move == Move((24, 20))
    with Engine(hash_mb=1) as engine:
        info = engine.analyse(Position.start(), Limit(depth=3), root_moves=["9-14"])[0]
        assert engine.play(Position.start(), Limit(depth=3), root_moves=["9-14"]) == info.pv[0]
        two = engine.play(Position.start(), Limit(depth=3), root_moves=iter(["12-16", "10-14"]))
    assert ("9-14" in info.pv, info.pv.index("9-14"), info.pv.count("9-14")) == (True, 0, 1)
    assert str(two) in ("12-16", "10-14")


def test_players_and_programs_move_in_positions_too() -> None:
    for name in (
        "random",
        "greedy",
        "lookahead",
        "alphabeta",
        "last-stand",
        "level:1",
        "engine:nodes=9",
    ):
        chosen = player(name, seed=1).choose(SHOT)  # type: ignore[arg-type]
        assert chosen.from_square == 2, name
        with pytest.raises(PositionError, match="a Position, a Game or a Cursor, not 5"):
            player(name).choose(5)  # type: ignore[arg-type]


class Whole(int):
    """A whole number of another library's."""


class Unspeakable:
    """Cannot be written."""

    def __str__(self) -> str:
        raise ZeroDivisionError


def test_numbers_of_other_libraries_are_numbers_and_truth_values_are_not() -> None:
    five = Whole(5)
    assert Position.start().piece_at(five) is Piece.BLACK_MAN
    assert ballot(five) == ballot(5)
    assert type(Limit(depth=five).depth) is int
    assert Limit(seconds=Fraction(1, 2)).seconds == 0.5  # type: ignore[arg-type]
    assert type(crownhead.Rules(quiet_limit=five).quiet_limit) is int
    with Engine(threads=Whole(1), hash_mb=Whole(1)) as engine:
        assert len(engine.analyse(SHOT, Limit(depth=2), lines=Whole(1))) == 1
    uses: list[Callable[[Any], object]] = [
        ballot,
        Position.start().piece_at,
        lambda number: Limit(depth=number),
        lambda number: Engine(threads=number),
        lambda number: Engine(hash_mb=number),
        lambda number: Match(("greedy", "random"), games=number),
        lambda number: Game().push("11-15", clock=number),
        Score,
        lambda number: crownhead.Rules(quiet_limit=number),
    ]
    for number, use in enumerate(uses):
        for wrong in (True, "5", None, Unspeakable()):
            if wrong is None and number in (2, 6, 8):
                continue  # which leaves it out
            with pytest.raises(CrownheadError):
                use(wrong)


def test_what_is_wrong_is_told_where_it_is_given() -> None:
    game = Game.from_moves("11-15")
    over = Game.from_moves("11-15")
    over.resign()
    anything: Any = 5
    calls: list[tuple[Callable[[], object], str]] = [
        (lambda: game.resign(""), "the sides are black and white, not ''"),
        (lambda: game.lose_on_time(anything), "the sides are black and white, not '5'"),
        (lambda: Piece.of("BLACK", king=False), "not 'BLACK'"),
        (lambda: Outcome(BLACK, Reason.TIME).result("junk"), "not 'junk'"),
        (
            lambda: Outcome(BLACK, anything),
            "'5' cannot be the reason for a win; it can be no pieces",
        ),
        (lambda: Outcome(anything, Reason.TIME), "not '5'"),
        (lambda: over.push("9" * 5000), r"^9{37}\.\.\. cannot be played: the game is over"),
        (lambda: Score(35, anything), "not '5'"),
        (lambda: winning_chance(anything), "that of a Score"),
        (lambda: Limit(depth=2).within(anything), "a limit is a Limit"),
        (lambda: crownhead.Cursor(anything), "a place in a Game, not in 5"),
        (lambda: Game(tags=anything), "tags are names with texts"),
        (lambda: pdn.write_game(anything), "a Game is written as PDN, not 5"),
        (lambda: pdn.write_games(game, "x.pdn"), r"a list of games, such as \[game\], not Game"),  # type: ignore[arg-type]
        (lambda: pdn.write_games([game], anything), "a path or an open text file, not to 5"),
        (lambda: pdn.write_games([game], BytesIO()), "a path or an open text file"),  # type: ignore[arg-type]
        (lambda: pdn.write_games([game], "/no/such/x.pdn"), "there is no folder /no/such$"),
        (lambda: review_game(anything, Limit(depth=1)), "a review is of a Game, not of 5"),
        (lambda: review_game(game, Limit()), "a limit that ends it"),
        (lambda: HubEngine("cat", limit=Limit()), "a limit that ends it"),
        (lambda: HubEngine("cat", limit=anything), "a limit is a Limit"),
        (lambda: HubEngine("cat", parameters=anything), "parameters are names with values"),
        (lambda: Engine(hash_mb=1).play(SHOT, anything), "a limit is a Limit"),
        (lambda: Engine(hash_mb=1).hint(SHOT, 0), "a limit is a Limit"),  # type: ignore[arg-type]
        (lambda: PositionBuilder(rules=anything), "this needs Rules"),
        (lambda: Move((11, 15), None), r"such as Move\(\(11, 15\)\) or"),  # type: ignore[arg-type]
        (lambda: Move.parse("11-15-18"), "from 11 to 15 nothing is jumped, and .* is a capture$"),
        (lambda: game.root.add_text(anything), "moves are read from text, not from int"),
        (lambda: Match({"random", "greedy"}), "opponents are a list or a tuple"),  # type: ignore[arg-type]
        (lambda: Sprt(0, anything, risk=0), "the risk of a test is between 0 and 0.5, not 0"),
        (lambda: Sprt("a", "b"), "the lower of a test must be a number, not the text 'a'"),  # type: ignore[arg-type]
        (lambda: Position.start().piece_at(Unspeakable()), "not an object of type Unspeakable"),  # type: ignore[arg-type]
    ]
    for number, (call, words) in enumerate(calls):
        with pytest.raises(CrownheadError) as refused:
            call()
        assert re.search(words, str(refused.value)), (number, str(refused.value))
    assert Match(("random", "greedy")).wanted == 100


def test_what_anybody_wrote_into_a_record_or_a_builder_is_checked_when_it_is_used() -> None:
    builder = PositionBuilder().place(18, "w").turn_of("white")
    broken: Any = builder.copy()
    broken.pieces[5], broken.turn = "b", "white"
    assert (broken.fen, broken.problem) == ("W:W18:B5", None)
    for square, piece, words in ((5, "x", "not 'x'"), (40, "b", "there is no square 40")):
        broken = builder.copy()
        broken.pieces[square] = piece
        assert words in broken.problem
        assert repr(broken).startswith("<PositionBuilder ")
    for name, wrong in (
        ("comment", None),
        ("comment_before", 5),
        ("strength", None),
        ("strength", 0),
        ("nags", None),
        ("nags", ["!"]),
        ("clock", "5"),
    ):
        game = Game.from_moves("11-15")
        setattr(game.node, name, wrong)
        with pytest.raises(crownhead.PdnError, match="after 11-15"):
            _ = game.pdn
    game = Game(tags={"White": None})  # type: ignore[dict-item]
    assert repr(game) == "<Game ? v None, 0 plies, *>"
    with pytest.raises(crownhead.PdnError, match="the tag White needs a text, not None"):
        _ = game.pdn

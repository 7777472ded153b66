"""What newcomers to the library try: copies, numbers, wrong values."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from fractions import Fraction
from io import BytesIO
from numbers import Integral
from typing import Any

import pytest

import crownhead
from crownhead import (
    BLACK,
    CrownheadError,
    Engine,
    Game,
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
)
from crownhead.arena import Match, Sprt
from crownhead.engine import winning_chance
from crownhead.engine.hub import HubEngine
from crownhead.messages import Message, say
from crownhead.notation import pdn
from crownhead.players import player
from crownhead.review import review_game
from refused import refused

SHOT = Position.from_fen("B:W6,7,15,32:B2,12")


def test_cursors_and_builders_are_copied_apart() -> None:
    shuffle = "10-15 32-28 15-10 28-32 10-15 32-28 15-10"
    game = Game.from_moves(shuffle, Position.from_fen("B:WK32:BK10"))
    cursor = game.cursor(list(game.main_line())[3])
    assert cursor.repetitions == 2
    for twin in (copy.copy(cursor), cursor.copy()):
        assert (twin.record is game.record, twin.repetitions) == (True, 2)
        assert twin.back() == Move((28, 32))
    for twin in (copy.deepcopy(cursor), pickle.loads(pickle.dumps(cursor))):
        assert (twin.ply, twin.repetitions, twin.record is game.record) == (4, 2, False)
    study = Game.from_pdn("1. 11-15 (1. 9-14 22-18) 23-19 *")
    aside = study.cursor(study.root.children[1].children[0])
    other, there = pickle.loads(pickle.dumps((study, aside)))
    other.promote(other.root.children[1])
    for twin in (there, there.copy()):
        assert (twin.ply, twin.node.move, twin.record) == (2, Move((22, 18)), other.record)
    game.here = cursor  # type: ignore[attr-defined]
    marked: Any = game
    for again in (copy.deepcopy(marked), pickle.loads(pickle.dumps(marked))):
        assert (again.here.ply, again.here.record is again.record) == (4, True)
        assert again.record is not game.record
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
    for part in (info.pv[:1], info.pv + info.pv, pickle.loads(pickle.dumps(info.pv))):
        assert ("9-14" in part, "9-5" in part, part[0]) == (True, False, info.pv[0])
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
        with refused(PositionError, "position.or-game", value="5"):
            player(name).choose(5)  # type: ignore[arg-type]


class Whole:
    """An integer type of another library, such as NumPy's."""

    def __init__(self, value: int) -> None:
        self._value = value

    def __int__(self) -> int:
        return self._value

    __index__ = __int__


Integral.register(Whole)


class Unspeakable:
    """Cannot be written."""

    def __str__(self) -> str:
        raise ZeroDivisionError


def test_numbers_of_other_libraries_are_numbers_and_truth_values_are_not() -> None:
    five: Any = Whole(5)
    one: Any = Whole(1)
    assert Position.start().piece_at(five) is Piece.BLACK_MAN
    assert ballot(five) == ballot(5)
    assert type(Limit(depth=five).depth) is int
    assert Limit(seconds=Fraction(1, 2)).seconds == 0.5  # type: ignore[arg-type]
    assert type(crownhead.Rules(quiet_limit=five).quiet_limit) is int
    with Engine(threads=one, hash_mb=one) as engine:
        assert len(engine.analyse(SHOT, Limit(depth=2), lines=one)) == 1
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
    calls: list[tuple[Callable[[], object], Message]] = [
        (lambda: game.resign(""), Message("side.unknown", {"side": ""})),
        (lambda: game.lose_on_time(anything), Message("side.unknown", {"side": "5"})),
        (lambda: Piece.of("BLACK", king=False), Message("side.unknown", {"side": "BLACK"})),
        (
            lambda: Outcome(BLACK, Reason.TIME).result("junk"),
            Message("side.unknown", {"side": "junk"}),
        ),
        (
            lambda: Outcome(BLACK, anything),
            Message("outcome.unknown-win", {"reason": "5"}),
        ),
        (lambda: Outcome(anything, Reason.TIME), Message("side.unknown", {"side": "5"})),
        (
            lambda: over.push("9" * 5000),
            Message(
                "refusal.tried",
                {"tried": "9" * 37 + "...", "reason": "refusal.over"},
            ),
        ),
        (lambda: Score(35, anything), Message("side.unknown", {"side": "5"})),
        (lambda: winning_chance(anything), Message("score.wanted", {"value": "5"})),
        (lambda: Limit(depth=2).within(anything), Message("limit.wanted", {"value": "5"})),
        (lambda: crownhead.Cursor(anything), Message("record.cursor", {"value": "5"})),
        (lambda: Game(tags=anything), Message("record.tags", {"value": "5"})),
        (lambda: pdn.write_game(anything), Message("pdn.writes-game", {"value": "5"})),
        (lambda: pdn.write_games(game, "x.pdn"), Message("pdn.writes-list", {"kind": "Game"})),  # type: ignore[arg-type]
        (lambda: pdn.write_games([game], anything), Message("pdn.writes-to", {"value": "5"})),
        (lambda: pdn.write_games([game], BytesIO()), Message("pdn.writes-to")),  # type: ignore[arg-type]
        (
            lambda: pdn.write_games([game], "/no/such/x.pdn"),
            Message("file.unwritable", {"path": "/no/such/x.pdn", "why": "file.why.no-folder"}),
        ),
        (
            lambda: review_game(anything, Limit(depth=1)),
            Message("review.game-wanted", {"value": "5"}),
        ),
        (lambda: review_game(game, Limit()), Message("limit.endless")),
        (lambda: HubEngine("cat", limit=Limit()), Message("limit.endless")),
        (lambda: HubEngine("cat", limit=anything), Message("limit.wanted", {"value": "5"})),
        (lambda: HubEngine("cat", parameters=anything), Message("hub.parameters", {"value": "5"})),
        (lambda: Engine(hash_mb=1).play(SHOT, anything), Message("limit.wanted", {"value": "5"})),
        (lambda: Engine(hash_mb=1).hint(SHOT, 0), Message("limit.wanted", {"value": "0"})),  # type: ignore[arg-type]
        (lambda: PositionBuilder(rules=anything), Message("ruleset.wanted", {"value": "5"})),
        (lambda: Move((11, 15), None), Message("move.whether-in-full")),  # type: ignore[arg-type]
        (lambda: Move.parse("11-15-18"), Message("move.no-jump", {"from": 11, "to": 15})),
        (lambda: game.root.add_text(anything), Message("move.moves-not-text", {"kind": "int"})),
        (lambda: Match({"random", "greedy"}), Message("arena.opponents-wanted")),  # type: ignore[arg-type]
        (lambda: Sprt(0, anything, risk=0), Message("arena.sprt.risk")),
        (
            lambda: Sprt("a", "b"),  # type: ignore[arg-type]
            Message(
                "number.real",
                {"name": "lower", "value": "value.text", "least": -2000, "most": 2000},
            ),
        ),
        (
            lambda: Position.start().piece_at(Unspeakable()),  # type: ignore[arg-type]
            Message("square.wanted", {"value": say("value.object", type="Unspeakable")}),
        ),
    ]
    for call, message in calls:
        with refused(CrownheadError, message):
            call()
    assert Match(("random", "greedy")).wanted == 100


def test_what_anybody_wrote_into_a_record_or_a_builder_is_checked_when_it_is_used() -> None:
    builder = PositionBuilder().place(18, "w").turn_of("white")
    broken: Any = builder.copy()
    broken.pieces[5], broken.turn = "b", "white"
    assert (broken.fen, broken.problem) == ("W:W18:B5", None)
    for square, piece, problem in (
        (5, "x", say("builder.piece", value="x")),
        (40, "b", say("square.unknown", square=40)),
    ):
        broken = builder.copy()
        broken.pieces[square] = piece
        assert broken.problem == problem
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
    assert repr(game) == "<Game ? v None, ply 0, *>"
    with refused(crownhead.PdnError, "pdn.tag-value", tag="White", value="None"):
        _ = game.pdn

"""The engine with tables: it plays perfectly in them, and plays for a win in drawn positions."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from crownhead import CrownheadError, Engine, Game, Limit, Position, Rules
from crownhead.cli import app
from crownhead.endgame import EndgameResult, EndgameTables
from crownhead.messages import Message, counted, say
from crownhead.review.annotate import annotate, forget_review
from crownhead.review.judge import judge
from saying import says

LIMIT = Limit(nodes=2000)


def random_position(random: Random, pieces: int) -> Position:
    """A position with a number of pieces, on both sides."""
    while True:
        squares = random.sample(range(1, 33), pieces)
        words = [f"{random.choice(('K', ''))}{square}" for square in squares]
        middle = random.randint(1, pieces - 1)
        text = f"{random.choice('BW')}:W{','.join(words[:middle])}:B{','.join(words[middle:])}"
        try:
            return Position.from_fen(text)
        except CrownheadError:
            continue


def best_defence(tables: EndgameTables, position: Position, random: Random) -> object:
    """Any of the moves that last longest."""
    moves = tables.moves(position)
    best = next(iter(moves.values()))
    return random.choice([move for move, result in moves.items() if result == best])


def test_a_hundred_won_positions_are_won_in_exactly_so_many_plies(tables: EndgameTables) -> None:
    random, won = Random(7), 0
    with Engine(hash_mb=8, tables=tables) as engine:
        while won < 100:
            position = random_position(random, 4)
            result = tables.probe(position)
            assert result is not None
            if result.outcome != "win":
                continue
            won += 1
            game = Game(position)
            while game.outcome is None:
                ours = game.turn is position.turn
                game.push(
                    engine.play(game, LIMIT)
                    if ours
                    else best_defence(tables, game.position, random)  # type: ignore[arg-type]
                )
            assert game.ply == result.plies, position.fen
            assert game.outcome.winner is position.turn, position.fen


def test_drawn_positions_are_held_and_lost_ones_last_longest(tables: EndgameTables) -> None:
    random = Random(8)
    with Engine(hash_mb=8, tables=tables) as engine:
        for _ in range(200):
            position = random_position(random, random.choice((3, 4)))
            moves = tables.moves(position)
            if not moves:
                continue
            chosen = moves[engine.play(position, LIMIT)]
            best = next(iter(moves.values()))
            assert chosen == best, position.fen


def test_of_drawn_moves_the_one_is_chosen_that_asks_most(tables: EndgameTables) -> None:
    random, seen = Random(9), 0

    def losing(position: Position) -> float:
        results = tables.moves(position).values()
        return sum(one is not None and one.outcome == "loss" for one in results) / len(results)

    with Engine(hash_mb=8, tables=tables) as engine:
        while seen < 20:
            position = random_position(random, 4)
            drawn = [
                move
                for move, result in tables.moves(position).items()
                if result == EndgameResult("draw")
            ]
            demands = {move: losing(position.play(move)) for move in drawn}
            if tables.probe(position) != EndgameResult("draw") or len(set(demands.values())) < 2:
                continue
            seen += 1
            chosen = engine.play(position, LIMIT)
            assert demands[chosen] == pytest.approx(max(demands.values()), abs=0.001), position.fen


def test_analysis_says_exact_results_for_every_line(tables: EndgameTables) -> None:
    position = Position.from_fen("B:WK10:B2,3")
    with Engine(hash_mb=8, tables=tables) as engine:
        infos = engine.analyse(position, LIMIT, lines=9)
    told = {str(info.pv[0]): str(info.score) for info in infos}
    assert told == {
        "2-7": "wins in 31 moves",
        "3-8": "wins in 31 moves",
        "2-6": "loses in 6 moves",
        "3-7": "loses in 5 moves",
    }
    assert len(infos[0].pv) == 61
    game = Game(position)
    for move in infos[0].pv:
        game.push(move)
    assert game.outcome is not None
    assert game.outcome.winner is position.turn


def test_a_search_sees_into_the_tables(tables: EndgameTables) -> None:
    """Three kings against two: after an exchange the position is in the tables."""
    position = Position.from_fen("W:WK18,K22,K23:BK4,K29")
    with Engine(hash_mb=8, tables=tables) as engine:
        info = engine.analyse(position, Limit(nodes=30_000))[0]
    assert info.score.plies is not None
    assert 0 < info.score.plies == len(info.pv)


def test_other_rules_and_larger_positions_are_not_looked_up(tables: EndgameTables) -> None:
    lone = "W:WK3,K4:BK32"
    with (
        Engine(hash_mb=8, tables=tables, table_pieces=2) as small,
        Engine(hash_mb=8, tables=tables) as engine,
        Engine(hash_mb=8) as plain,
    ):
        for position, asked in (
            (Position.from_fen(lone, Rules.preset("casual")), engine),
            (Position.from_fen("B:W29,30,32:B2,15"), small),
        ):
            assert tables.probe(position) is None
            with_tables = asked.analyse(position, Limit(nodes=3000))[0]
            without = plain.analyse(position, Limit(nodes=3000))[0]
            plain.forget()
            assert (with_tables.score, with_tables.pv) == (without.score, without.pv)


DRAWN = "W:WK15,K18:BK1,K28"


def test_hints_analyses_and_reviews_say_what_is_known(
    tables: EndgameTables, four: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    position = Position.from_fen(DRAWN)
    with Engine(hash_mb=8, tables=tables) as engine:
        assert engine.hint(position, LIMIT).reason.code == "draws"
        game = Game(position)
        game.push("18-23")
        game.push("28-24")
        _, judged = judge(game, LIMIT, engine)
        engine.use_tables(tables, 3)
        assert engine.known(position) is None
    annotate(game, judged, "")
    assert [node.comment for node in game.main_line()] == [say("review.draw.tables")] * 2
    for node in game.main_line():
        node.comment = f"Hm; {node.comment}; White wins" if node.ply == 2 else node.comment
    forget_review(game)
    assert [node.comment for node in game.main_line()] == ["", f"Hm; {say('review.draw.tables')}"]
    found = {
        DRAWN: (
            headline("white", Message("endgame.draw")),
            {"outcome": "draw", "plies": None},
        ),
        "B:WK32:BK1,K2": (
            headline("black", Message("endgame.win-in", {"moves": counted("move", 17)})),
            {"outcome": "win", "plies": 33},
        ),
        "B:W21,22,30:B1,2": (headline("black", None), None),
    }
    for fen, (told, values) in found.items():
        run("analyse", fen, "--nodes", "1000", "--tables", str(four))
        assert capsys.readouterr().out.startswith(told)
        run("analyse", fen, "--nodes", "1000", "--tables", str(four), "--json")
        assert json.loads(capsys.readouterr().out)["tables"] == values
    run("analyse", DRAWN, "--rules", "casual", "--nodes", "1000", "--tables", str(four))
    said = capsys.readouterr()
    assert says(said.err, "cli.analyse.other-rules")
    assert said.out.startswith(headline("white", None))


def headline(side: str, known: Message | None) -> str:
    """The beginning of an analysis, up to its depth."""
    found = "depth \0"
    if known is not None:
        found = say("cli.analyse.known", result=known, found=found)
    text = say("cli.analyse.headline", side=Message(f"side.{side}"), found=found)
    return text.partition("\0")[0]


def run(*words: str) -> None:
    assert app(words, standalone_mode=False, prog_name="crownhead") in (None, 0)

"""The engine: limits, reports, proofs, draws and threads. Nothing here depends on a clock."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cases import each
from crownhead import ENGLISH, PRESETS, Game, GameError, Move, Position, _core
from crownhead.engine import Engine, Info, Limit, Score, search
from crownhead.errors import EngineError, IllegalMoveError, PositionError
from refused import refused


def random_game(seed: int, plies: int, preset: str = "english") -> Game:
    rng = Random(seed)
    game = Game(rules=PRESETS[preset])
    while game.ply < plies and game.legal_moves():
        game.push(rng.choice(game.legal_moves()))
    return game


def check_line(position: Position, info: Info) -> None:
    assert info.pv, info
    for move in info.pv:
        assert move in position.legal_moves(), f"{move} in {info.pv} at {position.fen}"
        position = position.play(move)


# ---- lines, limits and reports


@each("preset", PRESETS)
def test_lines_are_legal_to_their_end_under_every_preset(preset: str) -> None:
    with Engine(hash_mb=4) as engine:
        for seed in range(25):
            game = random_game(seed, 5 + 3 * seed, preset)
            if game.outcome:
                continue
            for info in engine.analyse(game, Limit(nodes=3_000), lines=3):
                check_line(game.position, info)
            assert engine.play(game, Limit(nodes=500)) in game.legal_moves()


def test_the_same_nodes_give_the_same_search() -> None:
    found = []
    for _ in range(2):
        with Engine(hash_mb=4) as engine:
            infos = list(engine.analysis(Position.start(), Limit(nodes=50_000)))
            found.append([(info.depth, info.score, info.nodes, info.pv) for info in infos])
    assert found[0] == found[1]


def test_an_engine_that_forgets_is_as_new() -> None:
    with Engine(hash_mb=4) as engine:
        first = engine.analyse(Position.start(), Limit(nodes=30_000))[0]
        engine.forget()
        second = engine.analyse(Position.start(), Limit(nodes=30_000))[0]
    assert (first.score, first.nodes, first.pv) == (second.score, second.nodes, second.pv)


@pytest.mark.parametrize("nodes", [100, 777, 20_000])
def test_no_more_nodes_than_allowed(nodes: int) -> None:
    with Engine(hash_mb=4) as engine:
        infos = engine.analyse(Position.start(), Limit(nodes=nodes))
    assert all(info.nodes <= nodes for info in infos)


@each("limit", [Limit(nodes=1), Limit(seconds=0), Limit(cpu_seconds=0)])
@each("lines", [1, 20])
def test_the_smallest_limit_still_gives_an_answer(limit: Limit, lines: int) -> None:
    with Engine(hash_mb=4) as engine:
        infos = engine.analyse(Position.start(), limit, lines=lines)
        assert engine.play(Game(), limit) in Game().legal_moves()
    assert len(infos) == min(lines, 7)
    assert all(info.depth >= 1 for info in infos)


def test_lines_come_best_first_however_early_the_search_is_broken_off() -> None:
    with Engine(hash_mb=4) as engine:
        for position in [random_game(seed, 3 * seed + 2).position for seed in range(25)]:
            for nodes in (32, 100, 700, 3500):
                engine.forget()
                infos = engine.analyse(position, Limit(nodes=nodes), lines=4)
                points = [info.score.points for info in infos]
                assert points == sorted(points, reverse=True), f"{position!r}, {nodes} nodes"
                assert all(abs(one) < 30_000 for one in points), f"{position!r}, {nodes} nodes"
                assert len({info.pv[0] for info in infos}) == len(infos)


def test_a_proven_end_has_its_whole_line_however_the_search_ends() -> None:
    position = Position.from_fen("B:WK7:B11,K22,K28,K31")
    proven = 0
    with Engine(hash_mb=4) as engine:
        for nodes in range(100, 15_000, 100):
            engine.forget()
            info = engine.analyse(position, Limit(nodes=nodes))[0]
            if info.score.plies is not None:
                assert len(info.pv) >= min(abs(info.score.plies), 5), f"{nodes} nodes: {info}"
                proven += 1
    assert proven >= 30


def test_stopping_while_a_search_begins_does_no_harm() -> None:
    done = threading.Event()
    with Engine(hash_mb=1) as engine:

        def stop() -> None:
            while not done.is_set():
                engine.stop()

        other = threading.Thread(target=stop)
        other.start()
        for _ in range(500):
            engine.analyse(Position.start(), Limit(nodes=50))
        done.set()
        other.join()
        assert engine.analyse(Position.start(), Limit(depth=5))[0].depth == 5


def test_closing_while_a_search_begins_ends_it() -> None:
    engine = Engine(hash_mb=1)
    session: Any = engine._session

    class ClosedMeanwhile:
        is_inherited = False

        def start(self, *args: Any, **limits: Any) -> Any:
            engine.close()
            return session.start(*args, **limits)

        def stop(self) -> None:
            """Nothing is running that could be stopped."""

    engine._session = ClosedMeanwhile()  # type: ignore[assignment]
    searching = threading.Thread(
        target=engine.analyse, args=(Position.start(), Limit(nodes=10**15)), daemon=True
    )
    searching.start()
    searching.join(20)
    ended = not searching.is_alive()
    session.stop()
    assert ended


def test_what_was_learned_under_other_rules_is_not_believed() -> None:
    position = Position.from_fen("B:W6,21,23:B1,5,12,K25,K31")
    casual = position.with_rules(PRESETS["casual"])
    with Engine(hash_mb=4) as engine:
        cold = engine.analyse(casual, Limit(depth=9))[0].score
        engine.forget()
        engine.analyse(position, Limit(depth=15))
        warm = engine.analyse(casual, Limit(depth=9))[0].score
    assert cold.plies is None
    assert warm.plies is None


@pytest.mark.parametrize("quiet", [60, 68, 72, 76])
def test_a_win_beyond_the_draw_by_quiet_moves_is_not_believed(quiet: int) -> None:
    game = Game(Position.from_fen("B:WK10:BK1,K8"), rules=ENGLISH.replace(repetition_limit=None))
    with Engine(hash_mb=4) as engine:
        engine.analyse(game.position, Limit(depth=20))  # knows how to win without a count
        game.root.quiet_plies = quiet
        plies = engine.analyse(game, Limit(depth=20))[0].score.plies
    assert plies is None or plies <= 80 - quiet


def test_the_threads_own_time_is_counted_together() -> None:
    with Engine(threads=2, hash_mb=4) as engine:
        begin = time.process_time()
        engine.analyse(Position.start(), Limit(cpu_seconds=1))
        spent = time.process_time() - begin
    assert spent < 1.8  # not twice 1: the first thread may notice late if others have its core


@pytest.mark.parametrize(
    "wrong",
    [
        {"depth": 10**30},
        {"nodes": 2**70},
        {"seconds": float("nan")},
        {"seconds": 1e300},
        {"seconds": "1"},
    ],
)
def test_limits_beyond_all_measure_are_refused(wrong: dict[str, float]) -> None:
    (name,) = wrong
    key = "number.real" if name == "seconds" else "number.whole.between"
    with refused(EngineError, key, name=name, most=10**15):
        Limit(**wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("lines", [0, 10**12, 1.5, "two"])
def test_lines_that_are_no_number_are_refused(lines: int) -> None:
    with (
        Engine(hash_mb=1) as engine,
        refused(EngineError, "number.whole.between", name="lines", least=1, most=400),
    ):
        engine.analyse(Position.start(), Limit(depth=1), lines=lines)


def test_what_is_no_position_or_limit_is_refused() -> None:
    with Engine(hash_mb=1) as engine:
        with refused(PositionError, "position.or-game"):
            engine.analyse("start", Limit(depth=1))  # type: ignore[arg-type]
        with refused(EngineError, "limit.wanted", value="5"):
            engine.analyse(Position.start(), 5)  # type: ignore[arg-type]


def test_reports_go_deeper_one_by_one() -> None:
    with Engine(hash_mb=4) as engine:
        depths = [info.depth for info in engine.analysis(Position.start(), Limit(depth=9))]
    assert depths == list(range(1, 10))


def test_several_lines_begin_differently_and_come_best_first() -> None:
    with Engine(hash_mb=4) as engine:
        infos = engine.analyse(Position.start(), Limit(depth=8), lines=9)
    assert [info.line for info in infos] == list(range(1, 8))
    assert len({info.pv[0] for info in infos}) == 7
    assert [info.score for info in infos] == sorted((info.score for info in infos), reverse=True)


def test_only_the_chosen_root_moves_are_looked_at() -> None:
    start = Position.start()
    with Engine(hash_mb=4) as engine:
        chosen: list[Move | str] = ["12-16", start.legal_moves()[0]]
        infos = engine.analyse(start, Limit(depth=6), lines=5, root_moves=chosen)
        assert sorted(str(info.pv[0]) for info in infos) == ["12-16", str(chosen[1])]
        with pytest.raises(IllegalMoveError, match="12x20"):
            engine.analyse(start, Limit(depth=6), root_moves=["12-20"])
        with refused(EngineError, "engine.no-root-moves"):
            engine.analyse(start, Limit(depth=6), root_moves=[])
        with refused(EngineError, "engine.root-moves", value="value.text"):
            engine.analyse(start, Limit(depth=6), root_moves="11-15")


def test_what_comes_after_an_only_move_is_analysed() -> None:
    forced = Position.start().play("12-16").play("23-19")
    assert len(forced.legal_moves()) == 1
    with Engine(hash_mb=8) as engine:
        [info] = engine.analyse(forced, Limit(seconds=600, nodes=100_000))
    assert info.depth > 5


def test_a_forced_move_needs_no_search() -> None:
    game = Game(Position.from_fen("B:W18,32:B15,1"))
    told: list[Info] = []
    with Engine(hash_mb=4) as engine:
        assert str(engine.play(game, Limit(depth=50), watch=told.append)) == "15x22"
    assert told == []


def test_a_game_that_is_over_has_no_move() -> None:
    game = Game()
    game.resign()
    with Engine(hash_mb=4) as engine, refused(GameError, "record.nothing-to-choose"):
        engine.play(game, Limit(nodes=10))


def test_the_clock_is_shared_out() -> None:
    hard, soft = Limit(clock=100, increment=1).hard_and_soft_seconds()
    assert 0 < soft < hard <= 40
    assert Limit(seconds=2).hard_and_soft_seconds() == (2, 0)
    assert Limit(seconds=0).hard_and_soft_seconds()[0] > 0


@each(
    "options",
    [
        {"increment": 1},
        {"moves": 5, "depth": 3},
        {"depth": 0},
        {"nodes": -1},
        {"seconds": -1},
        {"seconds": float("nan")},
        {"depth": 1.5},
        {"seconds": "1"},
        {"clock": float("inf")},
        {"depth": True},
    ],
)
def test_a_limit_that_is_none_is_refused(options: dict[str, object]) -> None:
    with pytest.raises(EngineError):
        Limit(**options)  # type: ignore[arg-type]


def test_an_engine_that_cannot_be_is_refused() -> None:
    odd: list[dict[str, Any]] = [
        {"threads": 0},
        {"hash_mb": 0},
        {"threads": 10**6},
        {"threads": 10**5000},
        {"hash_mb": 10**5000},
        {"threads": "a" * 300},
        {"hash_mb": "16"},
    ]
    for options in odd:
        (name,) = options
        with refused(EngineError, "number.whole.between", name=name, least=1) as failed:
            Engine(**options)
        assert len(str(failed.value)) < 120
    with refused(EngineError, "engine.tables-wanted", value="value.text"):
        Engine(hash_mb=1, tables="folder")  # type: ignore[arg-type]


# ---- stopping


def test_a_search_without_end_is_stopped_by_leaving_it() -> None:
    with Engine(hash_mb=4) as engine:
        with engine.analysis(Position.start(), Limit(depth=90)) as stream:
            first = next(iter(stream))
        assert first.depth == 1
        assert not list(stream)


def test_another_thread_can_stop_a_search() -> None:
    with Engine(hash_mb=4) as engine:
        seen: list[Info] = []

        def stop_when_it_has_begun() -> None:
            begun.wait()
            engine.stop()

        begun = threading.Event()
        stopper = threading.Thread(target=stop_when_it_has_begun)
        stopper.start()
        for info in engine.analysis(Position.start(), Limit(depth=90)):
            seen.append(info)
            begun.set()
        stopper.join()
    assert 1 <= len(seen) < 90


def test_no_thread_is_left_behind() -> None:
    tasks = Path("/proc/self/task")
    before = set(tasks.glob("*"))
    for _ in range(3):
        with Engine(threads=3, hash_mb=4) as engine:
            engine.analyse(Position.start(), Limit(depth=6))
            engine.analysis(Position.start(), Limit(depth=90))
    end = time.monotonic() + 60
    # A joined thread is still listed for a moment.
    while left := set(tasks.glob("*")) - before:
        assert time.monotonic() < end, left
        time.sleep(0.01)


def test_a_closed_engine_says_so() -> None:
    engine = Engine(hash_mb=4)
    engine.close()
    engine.close()
    with refused(EngineError, "engine.closed"):
        engine.analyse(Position.start(), Limit(depth=1))


def test_several_threads_find_moves_too() -> None:
    with Engine(threads=min(4, 2 * (os.cpu_count() or 1)), hash_mb=8) as engine:
        for seed in range(5):
            game = random_game(seed, 20)
            if game.outcome is None:
                check_line(game.position, engine.analyse(game, Limit(nodes=40_000))[0])


# ---- what it knows


def test_the_evaluation_does_not_care_about_colours() -> None:
    for seed in range(200):
        position = random_game(seed, seed % 80).position
        assert _core.evaluate(position) == _core.evaluate(position.mirrored), position.fen


def endgames(seed: int, count: int) -> list[Position]:
    """Positions of a few pieces, from the ends of random games."""
    found: list[Position] = []
    number = seed
    while len(found) < count:
        number += 1
        game = random_game(number, 400)
        for node in reversed(game.node.line()[:-1]):
            if 2 <= len(node.position.pieces) <= 8:
                found.append(node.position)
                break
    return found


def test_wins_and_losses_are_announced_at_their_distance() -> None:
    proven = 0
    with Engine(hash_mb=8) as engine:
        for position in endgames(1000, 120):
            truth = search(position, 7, method="table")
            if truth.plies is None or not position.legal_moves():
                continue
            proven += 1
            engine.forget()
            score = engine.analyse(position, Limit(depth=abs(truth.plies) + 8))[0].score
            assert score.plies == truth.plies, f"{position.fen}: {score} instead of {truth.plies}"
    assert proven >= 40


@pytest.mark.parametrize(
    ("points", "plies"), [(0, None), (29_999, 1), (-29_998, -2), (12_000, None), (-30_000, 0)]
)
def test_scores_know_their_distance(points: int, plies: int | None) -> None:
    assert Score(points).plies == plies
    assert (-Score(points)).points == -points


# ---- draws


def test_a_repetition_that_saves_the_game_is_seen() -> None:
    """White is a king down, but Black must avoid a third repetition."""
    game = Game(Position.from_fen("W:WK32:BK1"))
    for move in ["32-28", "1-5", "28-32", "5-1", "32-28", "1-5", "28-32"]:
        game.push(move)
    assert game.outcome is None
    with Engine(hash_mb=4) as engine:
        infos = engine.analyse(game, Limit(depth=6), lines=4)
    scores = {str(info.pv[0]): info.score.points for info in infos}
    assert scores["5-1"] == 0, scores


def test_the_draw_by_quiet_moves_is_seen_in_the_tree() -> None:
    """Three kings against one win in seven plies, but not with two plies left before the draw."""
    rules = ENGLISH.replace(quiet_limit=10, repetition_limit=None)
    game = Game(Position.from_fen("B:WK2:BK1,K14,K25", rules))
    for move in ("1-5", "2-6", "5-1", "6-2") * 2:
        game.push(move)
    assert game.quiet_plies == 8
    with Engine(hash_mb=4) as engine:
        assert engine.analyse(game.position, Limit(depth=9))[0].score.plies == 7
        engine.forget()
        assert engine.analyse(game, Limit(depth=9))[0].score.points == 0

"""The network in the core: its file, its sums compared with NumPy's, and the engine that uses it."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import networks
import numpy as np
import pytest

from crownhead import BLACK, PRESETS, WHITE, Game, Position, _core
from crownhead.engine import Engine, Limit
from crownhead.engine.bench import run_bench
from crownhead.engine.network import read_network, usual_network
from crownhead.errors import EngineError
from crownhead.messages import Message
from crownhead.players import read_opponent
from refused import refused
from walks import walk

# Weights like trained ones, units that are nearly all active or inactive, and the ends of all ranges.
KINDS = {
    "plausible": networks.random_numbers(1),
    "busy": networks.random_numbers(2, bias=120, gain=0.5),
    "idle": networks.random_numbers(3, bias=-90),
    "coarse": networks.random_numbers(4, spread=3000, gain=4),
    "largest": networks.largest_numbers(1),
    "smallest": networks.largest_numbers(-1),
}
PLAUSIBLE = networks.network_file(KINDS["plausible"])


def positions_of_random_games(games: int, seed: int) -> list[Position]:
    rng = Random(seed)
    return [one for _ in range(games) for one in walk(rng, rng.randrange(20, 160))]


def arrays_of(positions: list[Position]) -> tuple[np.ndarray, ...]:
    masks = [[one.black, one.white, one.kings] for one in positions]
    black, white, kings = (np.array(column, np.uint32) for column in zip(*masks, strict=True))
    return black, white, kings, np.array([one.turn is WHITE for one in positions])


# ---- sums


def test_values_are_those_of_numpy() -> None:
    positions = positions_of_random_games(40, seed=7)
    assert len(positions) > 2000
    assert any(one.kings for one in positions)
    for kind, numbers in KINDS.items():
        network = _core.Network(networks.network_file(numbers))
        expected = [networks.value(numbers, one) for one in positions]
        found = network.values(*arrays_of(positions))
        for position, known, value in zip(positions, expected, found, strict=True):
            assert value == known, f"{kind}: {position.fen}"
        assert [network.value(one) for one in positions[:50]] == expected[:50]
        if kind == "plausible":
            assert len(set(expected)) > 100, "these weights say the same of every position"


def test_accumulators_are_those_of_numpy() -> None:
    numbers = KINDS["coarse"]  # whose sums wrap
    network = _core.Network(networks.network_file(numbers))
    for position in positions_of_random_games(3, seed=8):
        for view, found in zip((BLACK, WHITE), network.accumulate(position), strict=True):
            expected = networks.accumulators(numbers, position, view)
            assert (found == expected).all(), f"{view}: {position.fen}"


def test_sums_brought_up_to_date_and_both_versions_agree_over_random_games() -> None:
    for kind, numbers in KINDS.items():
        network = _core.Network(networks.network_file(numbers))
        assert network.check(games=40, seed=9) > 3000, kind


def test_a_network_sees_a_position_and_its_mirror_image_alike() -> None:
    network = _core.Network(PLAUSIBLE)
    for position in positions_of_random_games(3, seed=10):
        assert network.value(position) == network.value(position.mirrored), position.fen


def test_positions_that_cannot_be_are_refused() -> None:
    network = _core.Network(PLAUSIBLE)
    black, white, kings, turns = arrays_of([Position.start(), Position.start()])
    black[1] |= 1 << 31
    with refused(EngineError, "network.position", number=1, fault="position.both-sides"):
        network.values(black, white, kings, turns)
    with refused(EngineError, "network.lengths"):
        network.values(black[:1], white, kings, turns)


# ---- files


def test_wrong_files_are_refused_in_a_sentence() -> None:
    numbers = KINDS["plausible"]
    changed = bytearray(PLAUSIBLE)
    changed[5000] ^= 1
    heavy = networks.random_numbers(1)
    heavy.heads[3].b2[7] = 2**24 + 1

    def shaped(**shape: int) -> bytes:
        return networks.with_check(networks.body(numbers, **shape))

    wrong: list[tuple[Any, ...]] = [
        (
            Message("network.other-file", {"magic": "CHEADNET"}),
            b"",
            b"CHEAD",
            networks.with_check(networks.body(numbers, magic=b"CROWNEND")),
        ),
        (Message("network.truncated", {"count": 20}), PLAUSIBLE[:20]),
        (Message("network.version", {"found": 2, "wanted": 1}), shaped(version=2)),
        (Message("network.hidden-units", {"found": 128, "wanted": 256}), shaped(hidden=128)),
        (Message("network.heads", {"found": 9}), shaped(heads=9)),
        (Message("network.first-layer", {"found": 8}), shaped(first=8)),
        (Message("network.second-layer", {"found": 1}), shaped(second=1)),
        (Message("network.reserved", {"found": 5}), shaped(reserved=5)),
        ("network.size", PLAUSIBLE[:-1], networks.with_check(PLAUSIBLE)),
        ("network.damaged", bytes(changed), PLAUSIBLE[:-1] + b"?"),
        ("network.bias", networks.network_file(heavy)),
    ]
    for words, *files in wrong:
        for data in files:
            with refused(EngineError, words):
                _core.Network(data)


def test_a_file_that_is_missing_or_damaged_is_named(tmp_path: Path) -> None:
    none, half = tmp_path / "none.bin", tmp_path / "half.bin"
    with refused(EngineError, "file.unreadable", path=str(none), why="file.why.missing"):
        read_network(none)
    half.write_bytes(PLAUSIBLE[:1000])
    with refused(EngineError, "file.unusable", path=str(half), why="network.size"):
        read_network(half)


def test_the_environment_names_another_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "network.bin"
    path.write_bytes(PLAUSIBLE)
    monkeypatch.setenv("CROWNHEAD_NETWORK", str(path))
    network = usual_network()
    assert network is not None
    start = Position.start()
    assert network.value(start) == networks.value(KINDS["plausible"], start)
    scores = {}
    for evaluation in ("best", "network", "classic", network):
        with Engine(hash_mb=1, evaluation=evaluation) as engine:
            scores[evaluation] = engine.analyse(start, Limit(depth=5))[0]
    assert scores["best"].nodes == scores["network"].nodes == scores[network].nodes
    assert scores["best"].score != scores["classic"].score


def test_a_damaged_package_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "network.bin"
    monkeypatch.delenv("CROWNHEAD_NETWORK", raising=False)
    monkeypatch.setattr("crownhead.engine.network._IN_THE_PACKAGE", path)
    assert usual_network() is None
    with refused(EngineError, "engine.no-network"):
        Engine(evaluation="network")
    path.write_bytes(b"rubbish")
    with refused(EngineError, "network.reinstall", fault="file.unusable"):
        Engine()
    Engine(evaluation="classic").close()


# ---- the engine with it


def test_the_usual_network_evaluates_under_every_rule_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "network.bin"
    path.write_bytes(PLAUSIBLE)
    monkeypatch.setenv("CROWNHEAD_NETWORK", str(path))
    for name, rules in PRESETS.items():
        found = {}
        for evaluation in ("best", "network", "classic"):
            with Engine(hash_mb=1, evaluation=evaluation) as engine:
                info = engine.analyse(Position.start(rules), Limit(depth=6))[0]
                found[evaluation] = (info.score, info.nodes)
        assert found["network"] != found["classic"], name
        assert found["best"] == found["network"], name


def test_it_plays_legal_games_to_their_end() -> None:
    network = _core.Network(PLAUSIBLE)
    for threads in (1, 3):
        with Engine(threads, hash_mb=4, evaluation=network) as engine:
            for seed in range(2):
                game = Game()
                rng = Random(seed)
                while not game.outcome and game.ply < 200:
                    moves = game.legal_moves()
                    best = engine.play(game, Limit(nodes=400))
                    assert best in moves
                    game.push(best if game.ply > 4 else rng.choice(moves))


def test_the_same_nodes_give_the_same_search_and_a_stop_ends_one() -> None:
    network = _core.Network(PLAUSIBLE)
    with Engine(hash_mb=4, evaluation=network) as engine:
        first = engine.analyse(Position.start(), Limit(nodes=30_000))[0]
        engine.forget()
        second = engine.analyse(Position.start(), Limit(nodes=30_000))[0]
        assert (first.score, first.nodes, first.pv) == (second.score, second.nodes, second.pv)
    with (
        Engine(2, hash_mb=4, evaluation=network) as engine,
        engine.analysis(Position.start(), Limit()) as stream,
    ):
        for info in stream:
            if info.depth >= 6:
                stream.stop()


def test_scores_stay_clear_of_proven_results() -> None:
    for sign in (1, -1):
        with Engine(
            hash_mb=1,
            evaluation=_core.Network(networks.network_file(networks.largest_numbers(sign))),
        ) as one:
            score = one.analyse(Position.start(), Limit(depth=6))[0].score
        assert abs(score.points) <= 2000
        assert not score.is_won
        assert not score.is_lost


def test_the_classic_search_is_the_same_with_and_without_a_network_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = run_bench().nodes
    path = tmp_path / "network.bin"
    path.write_bytes(PLAUSIBLE)
    monkeypatch.setenv("CROWNHEAD_NETWORK", str(path))
    assert run_bench().nodes == before


def test_names_say_which_evaluation() -> None:
    assert read_opponent("engine:nodes=50,evaluation=classic").name == (
        "engine:nodes=50,evaluation=classic"
    )
    assert read_opponent("engine:evaluation=best").name == "engine"
    with refused(EngineError, "unknown.all", unknown="unknown.evaluation"):
        read_opponent("engine:evaluation=pieces")
    with refused(EngineError, "unknown.near", near="classic"):
        Engine(evaluation="clasic")

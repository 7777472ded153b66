"""Values and costs of a growing book, compared with slow and obvious algorithms."""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random

from crownhead.book.graph import POINTS_A_PLY, START_AHEAD, Graph, progress
from crownhead.openings import ballot
from crownhead.position import Position


def expand(graph: Graph, key: int, random: Random) -> None:
    position = graph.entries[key].position
    moves = position.legal_moves()
    for index in graph.unknown_moves(position):
        graph.add(position.play(moves[index]), random.randrange(-80, 80))
    graph.expand(key)


def grown(seed: int, count: int) -> Graph:
    """A graph with random scores: the most important leaf is expanded, or any other."""
    random, graph = Random(seed), Graph()
    for _ in range(count):
        graph.weigh()
        leaves = graph.leaves()
        expand(graph, leaves[0] if random.random() < 0.7 else random.choice(leaves), random)
    graph.weigh()
    return graph


def value_of(graph: Graph, position: Position) -> int:
    entry = graph.entries[position.key]
    if entry.successors is None:
        return entry.score or 0
    return max(-value_of(graph, position.play(move)) for move in position.legal_moves())


def lines(graph: Graph, position: Position, cost: float) -> Iterator[tuple[int, float]]:
    """All positions of all lines from here, with the costs of the lines."""
    yield position.key, cost
    if graph.entries[position.key].successors is None:
        return
    moves, best = position.legal_moves(), value_of(graph, position)
    for move in moves:
        after = position.play(move)
        loss = best + value_of(graph, after)
        yield from lines(graph, after, cost + (len(moves) > 1) + loss / POINTS_A_PLY)


def test_values_are_minimax_and_costs_those_of_the_cheapest_line() -> None:
    for seed in range(3):
        graph = grown(seed, 60)
        costs: dict[int, float] = {}
        for root, begin in graph.roots.items():
            for key, cost in lines(graph, root, begin):
                costs[key] = min(cost, costs.get(key, math.inf))
        for key, entry in graph.entries.items():
            assert entry.value == value_of(graph, entry.position), (seed, entry.position.fen)
            assert math.isclose(entry.cost, costs[key], abs_tol=1e-9), (seed, entry.position.fen)
        order = [costs[key] for key in graph.leaves()]
        assert order == sorted(order), seed


def test_the_start_comes_first_and_the_best_move_next() -> None:
    graph = Graph()
    graph.weigh()
    start = Position.start()
    assert graph.leaves()[0] == start.key
    for move in start.legal_moves():
        graph.add(start.play(move), 0 if str(move) == "11-16" else 25)
    graph.expand(start.key)
    graph.weigh()
    best = start.play("11-16")
    assert graph.leaves()[0] == best.key
    assert graph.entries[best.key].cost == 1 - START_AHEAD
    worse = graph.entries[start.play("9-13").key]
    assert worse.cost == 1 - START_AHEAD + 25 / POINTS_A_PLY


def test_lines_that_transpose_share_what_is_known() -> None:
    graph, random = Graph(), Random(1)
    start = Position.start()
    one = start.play("11-15").play("22-18")
    for position in (start, start.play("11-15"), start.play("11-15").play("23-19")):
        if position.key not in graph.entries:
            graph.add(position, 0)
        expand(graph, position.key, random)
    assert one.key in graph.entries
    # A ballot is a root, and its moves from the start also lead to it.
    before = start.play("9-13").play("21-17")
    graph.add(before, 0)
    first = ballot(1)
    assert [str(before.play(first.moves[-1]).key)] == [str(first.position.key)]
    entry = graph.entries[first.position.key]
    expand(graph, before.key, random)
    assert graph.entries[first.position.key] is entry
    assert entry.score is not None


def test_what_is_decided_or_has_a_king_is_not_expanded() -> None:
    graph = Graph()
    graph.weigh()
    leaf = graph.leaves()[0]
    graph.entries[leaf].score = 29_990
    graph.weigh()
    assert leaf not in graph.leaves()
    graph.add(Position.from_fen("B:W18,K24:B1"), 0)
    graph.weigh()
    assert not any(graph.entries[key].position.kings for key in graph.leaves())


def test_progress_grows_with_every_move_of_a_man() -> None:
    for seed in range(20):
        random, position = Random(seed), Position.start()
        while not position.kings and (moves := position.legal_moves()):
            after = position.play(random.choice(moves))
            if not after.kings:
                assert progress(after) > progress(position), (seed, position.fen, after.fen)
            position = after


def test_a_book_has_moves_that_were_looked_into_and_lose_little() -> None:
    graph, margin = grown(7, 120), 40
    rows = list(graph.book(margin))
    assert rows
    left_out = 0
    for _, key, moves in rows:
        entry = graph.entries[key]
        after = [graph.entries[one] for one in entry.successors or ()]
        assert entry.value in [value for _, value in moves], entry.position.fen
        for index, one in enumerate(after):
            is_good = entry.value + one.value <= margin and not one.can_be_expanded
            assert ((index, -one.value) in moves) == is_good, entry.position.fen
            left_out += not is_good
    assert left_out
    known = {key for _, key, _ in rows}
    unsettled = [
        entry
        for key, entry in graph.entries.items()
        if entry.successors is not None and key not in known
    ]
    assert unsettled
    for entry in unsettled:
        best = [graph.entries[key] for key in entry.successors or ()]
        assert all(one.can_be_expanded for one in best if -one.value == entry.value)

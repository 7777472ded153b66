"""Copies of games, and games that are long and deep."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from copy import copy, deepcopy
from random import Random
from typing import ClassVar

import pytest
from played_games import NO_DRAWS, OPENING, played, shuffled

from crownhead import ENGLISH, PRESETS, WHITE, Game, Node, Position, Rules

# ---- copies


def annotated_game() -> Game:
    game = played(OPENING, Game(tags={"Black": "Ann"}, rules=Rules(regicide=True)))
    for number, node in enumerate(game.main_line()):
        node.comment, node.clock, node.nags, node.strength = f"move {number}", number, [1], "!"
    game.undo()
    game.go_to(game.add_variation("3-8"))
    game.node.comment_before = "or"
    game.push("25-22")
    return game


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_a_game_is_picklable_with_all_that_is_in_it(protocol: int) -> None:
    game = annotated_game()
    again = pickle.loads(pickle.dumps(game, protocol))
    assert (again.pdn, again.tags, again.moves) == (game.pdn, game.tags, game.moves)
    assert (again.position, again.rules, again.start) == (game.position, game.rules, game.start)
    assert (again.repetitions, again.quiet_plies) == (game.repetitions, game.quiet_plies)


@pytest.mark.parametrize("duplicate", [copy, deepcopy])
def test_a_copy_goes_its_own_way(duplicate: Callable[[Game], Game]) -> None:
    game = annotated_game()
    before = game.pdn
    again = duplicate(game)
    again.push("8-11" if again.position.turn is WHITE else again.legal_moves()[0])
    assert game.pdn == before
    assert game.ply == 6


def test_a_deep_copy_shares_no_tags_and_notes() -> None:
    game = annotated_game()
    again = deepcopy(game)
    again.tags["Black"] = "Bob"
    again.root.children[0].nags.append(4)
    assert (game.tags["Black"], game.root.children[0].nags) == ("Ann", [1])


def test_a_game_is_picklable_after_a_variation_was_deleted() -> None:
    game = played(["11-15"])
    game.undo()
    game.go_to(game.add_variation("9-13"))
    del game.root.children[1]
    assert [str(node.move) for node in pickle.loads(pickle.dumps(game)).main_line()] == ["11-15"]


def test_a_game_is_picklable_after_its_ended_line_was_deleted() -> None:
    game = played(["11-15"])
    game.resign()
    game.root.children.clear()
    assert list(pickle.loads(pickle.dumps(game)).main_line()) == []


def test_a_cursor_in_a_line_that_was_deleted_comes_back_where_the_record_ends() -> None:
    game = played(["11-15", "23-19", "8-11"])
    cursor = game.cursor(game.node)
    game.root.children[0].children.clear()
    again = pickle.loads(pickle.dumps(cursor))
    assert (cursor.ply, again.ply, again.moves) == (3, 1, game.moves[:1])


def test_automatic_draws_survive_pickling() -> None:
    game = pickle.loads(pickle.dumps(shuffled(9, automatic_draws=False)))
    assert (game.automatic_draws, game.outcome) == (False, None)


# ---- long and deep games


def test_a_game_of_3000_plies_with_variations_is_picklable() -> None:
    game = shuffled(3_000, NO_DRAWS)
    for node in list(game.main_line())[::10]:
        game.go_to(node)
        game.add_variation(game.position.legal_moves()[-1]).comment = "else"
    game.go_to_end()
    again = pickle.loads(pickle.dumps(game))
    assert (again.ply, again.position) == (3_000, game.position)
    assert again.pdn == game.pdn


def test_variations_may_nest_a_thousand_deep() -> None:
    # The main line's move and the variation's, from 6 and 27 and from 2 and 31 by turns.
    steps = (("6-1", "6-2"), ("27-32", "27-31"), ("2-7", "2-6"), ("31-26", "31-27"))
    game = Game(Position.from_fen("B:WK27:BK6", NO_DRAWS))
    for depth in range(1_000):
        main, other = steps[depth % 4]
        game.push(main)
        game.undo()
        game.go_to(game.add_variation(other))
    again = pickle.loads(pickle.dumps(game))
    assert (again.ply, again.position) == (1_000, game.position)
    assert deepcopy(game).ply == 1_000


def test_many_variations_of_one_move() -> None:
    game = Game()
    for move in game.legal_moves() * 100:
        game.add_variation(move)
    assert len(game.root.children) == 7


def test_a_game_of_20000_plies() -> None:
    game = shuffled(20_000, NO_DRAWS)
    assert (game.ply, len(game.moves), game.outcome) == (20_000, 20_000, None)
    game.go_to_start()
    game.go_to_end()
    for _ in range(20_000):
        game.undo()
    assert game.position == game.start


class Counted(Position):
    """A position that counts how often positions are compared."""

    __slots__ = ()
    comparisons: ClassVar[list[int]] = [0]

    def __eq__(self, other: object) -> bool:
        self.comparisons[0] += 1
        return super().__eq__(other)

    __hash__ = Position.__hash__


def comparisons_of_a_wandering_game(plies: int) -> int:
    """Let six kings wander so that hardly a position comes back, and count the comparisons."""
    rules = Rules(capture="optional", quiet_limit=None, repetition_limit=100)
    game = Game(Counted.from_fen("B:WK28,K31,K32:BK1,K2,K5", rules))
    rng = Random(1)
    Counted.comparisons[0] = 0
    while game.ply < plies:
        game.push(rng.choice([move for move in game.position.legal_moves() if not move.is_capture]))
    return Counted.comparisons[0]


def test_looking_for_repetitions_takes_work_in_proportion_to_the_game() -> None:
    short, long = map(comparisons_of_a_wandering_game, (1_000, 2_000))
    assert long <= 3 * short + 1_000, f"{short:,} comparisons in 1000 plies, {long:,} in 2000"


def test_every_node_of_a_random_game_counts_as_the_rules_say() -> None:
    for seed in range(30):
        rng = Random(seed)
        rules = rng.choice([ENGLISH, PRESETS["tournament-30"], PRESETS["free-capture"]])
        game = Game(rules=rules, automatic_draws=False)
        while game.ply < 150 and game.legal_moves():
            game.push(rng.choice(game.legal_moves()))
        check_counts([game.root, *game.main_line()])


def check_counts(nodes: list[Node]) -> None:
    """Count repetitions and quiet plies from the record alone."""
    quiet = 0
    for number, node in enumerate(nodes):
        if node.move is not None:
            before = nodes[number - 1].position
            man = not before.pieces[node.move.from_square].is_king
            resets = node.move.is_capture or (man and node.position.rules.quiet_counts_men)
            quiet = 0 if resets else quiet + 1
        times = sum(earlier.position == node.position for earlier in nodes[: number + 1])
        assert (node.quiet_plies, node.repetitions()) == (quiet, times), node.position.fen

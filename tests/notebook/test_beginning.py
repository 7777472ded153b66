"""How a game in a notebook begins: who has which side, and what does not count there."""

from __future__ import annotations

from typing import Any

import pytest

from crownhead import BLACK, PRESETS, WHITE, CrownheadError, Position, Rules, RulesError, Side
from crownhead.messages import Message
from crownhead.notebook import play
from refused import refused


@pytest.mark.parametrize(
    ("arguments", "side"),
    [
        ({}, BLACK),
        ({"rules": Rules(first_to_move=WHITE)}, WHITE),
        ({"start": Position.from_fen("W:W27,32:B9,10")}, WHITE),
        ({"start": Position.from_fen("B:W27,32:B9,10")}, BLACK),
    ],
)
def test_you_have_the_side_to_move_and_sit_at_the_bottom(
    arguments: dict[str, Any], side: Side
) -> None:
    game = play("greedy", seed=1, widgets=False, **arguments)
    assert (game.game.ply, game.side, game.flipped) == (0, side, side is BLACK)


def test_with_a_side_of_your_own_the_opponent_may_begin() -> None:
    start = Position.from_fen("W:W27,32:B9,10")
    game = play("greedy", seed=1, side="black", start=start, widgets=False)
    assert (game.game.ply, game.game.turn) == (1, BLACK)


def test_the_first_message_says_that_no_clock_runs() -> None:
    game = play(None, rules=PRESETS["tournament-30"], widgets=False)
    turn = Message("game.to-move", {"player": BLACK})
    assert game.said == [Message("notebook.no-clock"), turn]
    assert game.message == " ".join(f"{one}".rstrip(".") + "." for one in game.said)
    assert game.move("11-15").said == [Message("game.to-move", {"player": WHITE})]


@pytest.mark.parametrize("rules", [{}, 0, [], "casual"])
def test_what_are_no_rules_is_refused(rules: Any) -> None:
    with refused(RulesError, "ruleset.wanted"):
        play(None, rules=rules, widgets=False)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"opponent": -1}, "unknown.all"),
        ({"opponent": 0}, "level.unknown"),
        ({"opponent": 10**5000}, "unknown.all"),
        ({"seed": True}, "notebook.seed"),
    ],
)
def test_numbers_that_cannot_be_are_refused(arguments: dict[str, Any], code: str) -> None:
    with refused(CrownheadError, code):
        play(**arguments, widgets=False)


def test_a_theme_is_named_in_any_case() -> None:
    assert play(None, theme="Wood", widgets=False).theme == "wood"

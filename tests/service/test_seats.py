"""The seats of a new game that names no players."""

from __future__ import annotations

import pytest

from crownhead import PRESETS, WHITE, Rules
from crownhead.service import NewGame, Start


@pytest.mark.parametrize(
    ("rules", "start", "persons_side"),
    [
        (PRESETS["english"], "standard", "black"),
        (Rules(first_to_move=WHITE), "standard", "white"),
        (PRESETS["english"], "17", "black"),
        (PRESETS["english"], "B:W27,32:B9,10", "black"),
        (PRESETS["english"], "W:W27,32:B9,10", "white"),
    ],
)
def test_the_person_has_the_side_that_moves_first(
    rules: Rules, start: str, persons_side: str
) -> None:
    stored = NewGame(rules=rules, start=Start.parse(start)).stored()
    assert getattr(stored, persons_side) == "person"
    assert sorted([stored.black, stored.white]) == ["level:2", "person"]


def test_a_named_player_keeps_the_side_whoever_moves_first() -> None:
    stored = NewGame(black="person", start=Start.parse("W:W27,32:B9,10")).stored()
    assert (stored.black, stored.white) == ("person", "level:2")


@pytest.mark.parametrize(
    ("black", "white", "start", "players"),
    [
        (None, None, "standard", ("person", "level:5")),
        (None, None, "W:W27,32:B9,10", ("level:5", "person")),
        ("person", None, "W:W27,32:B9,10", ("person", "level:5")),
        (None, "person", "standard", ("level:5", "person")),
        ("random", None, "standard", ("random", "level:5")),
    ],
)
def test_a_level_takes_the_side_that_nobody_is_named_for(
    black: str | None, white: str | None, start: str, players: tuple[str, str]
) -> None:
    stored = NewGame(black, white, start=Start.parse(start), level="level:5").stored()
    assert (stored.black, stored.white) == players

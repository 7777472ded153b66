"""New games from text: clocks, starts and opponents in a few letters."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from cases import each
from crownhead.errors import CrownheadError, GameError
from crownhead.pieces import BLACK, WHITE, Side
from crownhead.rules import Rules
from crownhead.service import ClockSetting, NewGame, Service, Start, choices, opponent
from refused import refused


@pytest.mark.parametrize(
    ("text", "setting"),
    [
        ("none", ClockSetting()),
        ("30/move", ClockSetting("move", 30)),
        ("5", ClockSetting("game", 300)),
        (" 5+3 ", ClockSetting("game", 300, 3)),
        ("0.5+0.5", ClockSetting("game", 30, 0.5)),
    ],
)
def test_a_clock_is_read(text: str, setting: ClockSetting) -> None:
    assert ClockSetting.parse(text) == setting


@pytest.mark.parametrize(
    ("clock", "seconds"), [(None, 45.0), (ClockSetting("move", 10.0), 10.0), (ClockSetting(), None)]
)
def test_the_time_for_a_move_is_kept_by_the_clock_alone(
    tmp_path: Path, clock: ClockSetting | None, seconds: float | None
) -> None:
    """The rules' view shows the clock's time."""
    new = NewGame(rules=Rules(move_seconds=45), clock=clock)
    assert new.stored().rules == "english"
    with closing(Service(tmp_path)) as service:
        view = service.begin(new).view()
        listed = service.games().games[0]
        assert "error" not in listed
        for shown in (view["rules"], listed["rules"]):
            assert shown["options"]["move_seconds"] == seconds
            assert shown["name"] == "english"


@each("text", ["", "5+", "+3", "30/game", "five", "0", "9999999", "5 + 3", "\u0665"])
def test_what_is_no_clock_is_refused(text: str) -> None:
    with pytest.raises(GameError) as failed:
        ClockSetting.parse(text)
    assert failed.value.code in ("clock.unreadable", "clock.too-long")


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("standard", Start()),
        ("17", Start("ballot", number=17)),
        ("random", Start("random-ballot")),
        ("B:W18:B1", Start("fen", fen="B:W18:B1")),
    ],
)
def test_a_start_is_read(text: str, start: Start) -> None:
    assert Start.parse(text) == start


@pytest.mark.parametrize("text", ["0", "175", "here"])
def test_what_is_no_start_is_refused_when_the_game_begins(text: str) -> None:
    with pytest.raises(CrownheadError):
        NewGame(start=Start.parse(text)).stored()


@each(
    ("text", "name"),
    [
        ("4", "level:4"),
        ("park regular", "level:4"),
        ("level:4", "level:4"),
        ("Very Hard", "alphabeta:depth=7"),
        ("scale:1", "alphabeta:depth=3"),
        ("random:seed=3", "random:seed=3"),
        ("Person", "person"),
    ],
)
def test_an_opponent_is_found_by_any_of_its_names(text: str, name: str) -> None:
    assert opponent(text) == name


@pytest.mark.parametrize("text", ["99", "greddy"])
def test_an_opponent_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(CrownheadError):
        opponent(text)


def test_ballots_by_lot_repeat_with_the_seed(tmp_path: Path) -> None:
    drawn = []
    for folder in ("one", "two"):
        service = Service(tmp_path / folder, seed=5)
        new = NewGame(start=Start("random-ballot"))
        drawn.append([service.begin(new).view()["fen"] for _ in range(4)])
        service.close()
    assert drawn[0] == drawn[1]
    assert len(set(drawn[0])) > 1


def test_a_position_in_which_the_game_is_over_says_why() -> None:
    with refused(GameError, "begin.over", outcome="outcome.win"):
        NewGame(start=Start("fen", fen="B:W9,14:B5")).stored()


@pytest.mark.parametrize(("fen", "side"), [("B:W18:B", BLACK), ("B:W:B9", WHITE)])
def test_a_position_with_one_side_is_refused(fen: str, side: Side) -> None:
    with refused(GameError, "begin.no-pieces", side=side.message.key):
        NewGame(start=Start("fen", fen=fen)).stored()


@pytest.mark.parametrize(
    "text", ['[FEN "W:W27,32:B9,10"]', ' [ fen  "W:W27,32:B9,10" ] ', '[FEN "W:W27,32:B9,10"']
)
def test_a_position_is_read_in_the_tag_in_which_it_was_pasted(text: str) -> None:
    assert NewGame(start=Start.parse(text)).stored().start == "W:W27,32:B9,10"


def test_the_steps_of_the_scale_without_a_name_of_their_own_can_be_chosen() -> None:
    classic = {one["opponent"]: one for one in choices()["classic"]}
    for number, depth in ((3, 5), (5, 7)):
        one = classic[f"scale:{number}"]
        assert one["name"] == f"Scale {number} of 6"
        assert f"Looks {depth} moves ahead" in one["character"]
        assert NewGame(white=one["opponent"]).stored().white == one["opponent"]
        assert opponent(f"scale:{number}") == one["opponent"]

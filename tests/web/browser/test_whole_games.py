"""A whole game to its end under each preset, clicked on the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.table import Table
from crownhead import Game, Position, Rules
from crownhead.players import player
from crownhead.rules import PRESETS

MOST_PLIES = 120  # a strong player beats a random one in 30 to 55


@pytest.mark.parametrize("preset", PRESETS)
def test_whole_game(table: Table, preset: str) -> None:
    view = table.open(white="random:seed=3", rules={"preset": preset})
    me = player("engine:nodes=2000")
    game = Game(Position.start(Rules.preset(preset)))
    while not view["outcome"]:
        assert view["ply"] < MOST_PLIES, view["fen"]
        path = list(me.choose(game).path)
        table.play(path, view["legal"])
        table.reaches(view["ply"] + 1, turn="black")
        view = table.view()
        assert table.shown == table.drawn() == view["board"], view["fen"]
        for move in view["moves"][game.ply :]:
            game.push(move["notation"])
        assert list(game.main_line())[-1].position == game.position, view["fen"]
    assert str(game.outcome) == view["outcome"]["sentence"]
    expect(table.by("result")).to_be_visible()
    expect(table.by("result")).to_have_attribute("data-winner", view["outcome"]["winner"] or "none")
    expect(table.by("result-title")).to_have_text("You won")
    reason = view["outcome"]["sentence"].partition(": ")[2]
    expect(table.by("result-reason")).to_have_text(f"{reason}.")
    expect(table.by("turn")).to_be_hidden()

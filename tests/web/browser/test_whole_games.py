"""A whole game to its end under each preset, clicked on the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.table import Table
from crownhead import Game, Position, Rules
from crownhead.players import player
from crownhead.rules import PRESETS

WHY = {"no pieces": "White has no pieces left.", "no moves": "White cannot move."}
MOST_PLIES = 120  # a strong player beats a random one in 30 to 55


@pytest.mark.parametrize(
    "preset",
    [name if name == "english" else pytest.param(name, marks=pytest.mark.long) for name in PRESETS],
)
def test_whole_game(table: Table, preset: str) -> None:
    view = table.open(white="random:seed=3", rules={"preset": preset})
    me = player("engine:nodes=2000")
    game = Game(Position.start(Rules.preset(preset)))
    while not view["outcome"]:
        assert view["ply"] < MOST_PLIES, view["fen"]
        path = list(me.choose(game).path)
        table.play(path, view["choices"]["legal"])
        table.reaches(view["ply"] + 1, turn="black")
        view = table.view()
        assert table.shown == table.drawn() == view["position"]["board"], view["fen"]
        for move in view["record"][game.ply :]:
            game.push(move["notation"])
        assert list(game.main_line())[-1].position == game.position, view["fen"]
    assert game.outcome is not None
    assert view["outcome"]["winner"] == "black"
    assert view["outcome"]["reason"] == game.outcome.reason.value
    for place in ("end", "result"):
        expect(table.by(place)).to_be_visible()
        expect(table.by(f"{place}-title")).to_have_text("You won")
        expect(table.by(f"{place}-reason")).to_have_text(WHY[view["outcome"]["reason"]])
    expect(table.by("turn")).to_be_hidden()

"""Whole games, clicked on the page: a short one, and one under each preset."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from browser.said import WHITE, said, sentence
from browser.table import Table
from crownhead import Game, Position, Rules
from crownhead.players import player
from crownhead.rules import PRESETS

WHY = {
    reason: sentence(f"outcome.reason.{reason.replace(' ', '-')}", loser=WHITE)
    for reason in ("no pieces", "no moves")
}
MOST_PLIES = 120  # a strong player beats a random one in 30 to 55 plies
SHORT = "B:W25,26,30:B17,18,19,K5"  # has captures, kings and a crowning


def test_short_game(table: Table) -> None:
    view = table.position(SHORT, white="random:seed=3")
    won_by_clicks(table, view, Game(Position.from_fen(SHORT)))


@pytest.mark.long
@pytest.mark.parametrize("preset", PRESETS)
def test_whole_game(table: Table, preset: str) -> None:
    view = table.open(white="random:seed=3", rules={"preset": preset})
    won_by_clicks(table, view, Game(Position.start(Rules.preset(preset))))


def won_by_clicks(table: Table, view: dict[str, Any], game: Game) -> None:
    """Play Black to the end, and check the board after every move."""
    me = player("engine:nodes=2000")
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
    for part in ("end", "result"):
        expect(table.by(part)).to_be_visible()
        expect(table.by(f"{part}-title")).to_have_text(said("game.you-won"))
        expect(table.by(f"{part}-reason")).to_have_text(WHY[view["outcome"]["reason"]])
    expect(table.by("turn")).to_be_hidden()

"""Tables that are built in the background, once, and used as soon as they are complete."""

from __future__ import annotations

import io
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from crownhead import Limit, Position
from crownhead.endgame import EndgameTables, HomeTables, tables_of
from crownhead.endgame.home import folder_of
from crownhead.engine.hub import HubEngine
from crownhead.engine.hub.session import HubSession
from crownhead.game import Game
from crownhead.players import equip
from crownhead.players.levels import LevelPlayer
from crownhead.service import Service
from saying import says


@pytest.fixture
def switched_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CROWNHEAD_ENDGAME")


def waited_for(home: HomeTables) -> EndgameTables:
    while (tables := home.get()) is None:
        time.sleep(0.01)
    return tables


@pytest.mark.usefixtures("switched_on")
def test_tables_to_four_pieces_are_built_once(tmp_path: Path, four: Path) -> None:
    with closing(HomeTables(tmp_path)) as home:
        assert waited_for(home).most_pieces >= 4
    for path in (tmp_path / "endgame").iterdir():  # of five, those that were done meanwhile
        if path.name not in {one.name for one in four.iterdir()}:
            path.unlink()
    built = {path.name: path for path in (tmp_path / "endgame").iterdir()}
    assert {name: path.read_bytes() for name, path in built.items()} == {
        path.name: path.read_bytes() for path in four.iterdir()
    }
    before = {name: path.stat().st_mtime_ns for name, path in built.items()}
    with closing(HomeTables(tmp_path)) as home:
        waited_for(home)
    assert {name: path.stat().st_mtime_ns for name, path in built.items()} == before


@pytest.mark.usefixtures("switched_on")
def test_building_stops_with_the_program(tmp_path: Path) -> None:
    with closing(HomeTables(tmp_path)) as home:
        while not list(tmp_path.glob("endgame/*.plies")):
            time.sleep(0.001)
    assert home.get() is None or len(list(tmp_path.glob("endgame/*.plies"))) >= 41
    assert not list(tmp_path.glob("endgame/.*.part"))


def test_they_can_be_switched_off_or_elsewhere(
    tmp_path: Path, four: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(HomeTables(tmp_path)) as home:
        pass
    assert (home.get(), list(tmp_path.iterdir()), folder_of(tmp_path)) == (None, [], None)
    monkeypatch.setenv("CROWNHEAD_ENDGAME", str(four))
    found = tables_of(tmp_path)
    assert found is not None
    assert found.most_pieces == 4


def test_hints_and_draws_of_the_game_know_them(
    tmp_path: Path, four: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CROWNHEAD_ENDGAME", str(four))
    game = Game(Position.from_fen("B:WK10:B2,3"))
    with closing(Service(tmp_path, endgame=True)) as service:
        while service.tables() is None:
            time.sleep(0.01)
        hint = service.hint(game)
    assert (hint.reason.code, hint.reason.count) == ("wins-in", 31)
    assert len(hint.line) == 61


def test_a_level_uses_what_it_is_given(tables: EndgameTables) -> None:
    player = equip(LevelPlayer(11), tables)
    assert isinstance(player, LevelPlayer)
    with closing(player):
        game = Game(Position.from_fen("W:WK3,K4:BK32"))
        while game.outcome is None:
            if game.turn is game.start.turn:
                game.push(player.choose(game))
            else:
                game.push(next(iter(tables.moves(game.position))))
        assert game.ply == 33


def test_hub_programs_set_them_by_a_parameter(four: Path) -> None:
    answers = io.BytesIO()
    words = ["hub", "set-param name=tables value=/nowhere", "init", "quit"]
    HubSession(io.BytesIO("\n".join(words).encode()), answers).run()
    told = answers.getvalue().decode().splitlines()
    assert 'param name=tables value="" type=string' in told
    assert any(
        line.startswith("error") and says(line, "endgame.no-folder", path="/nowhere")
        for line in told
    )
    assert told.count("ready") == 1


def test_hub_programs_play_by_them(four: Path, tables: EndgameTables) -> None:
    command = f"{sys.executable} -m crownhead hub"
    game = Game(Position.from_fen("W:WK3,K4:BK32"))
    limit, parameters = Limit(depth=1), {"tables": str(four)}
    with HubEngine(command, limit=limit, parameters=parameters) as program:
        while game.outcome is None:
            if game.turn is game.start.turn:
                game.push(program.choose(game))
            else:
                game.push(next(iter(tables.moves(game.position))))
    assert game.ply == 33

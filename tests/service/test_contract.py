"""Every view fits the contract and is true of its positions."""

from __future__ import annotations

import random
from typing import Final

import pytest
from pydantic import TypeAdapter

from crownhead.pieces import WHITE
from crownhead.rules import PRESETS, Rules
from crownhead.service import ClockSetting, LiveGame, NewGame, Service, Start, choices
from crownhead.service.contract import (
    BrokenGameView,
    GameSummaryView,
    GameView,
    HintView,
    MoveView,
    OffersView,
    PositionView,
)
from crownhead.service.games import view as views
from crownhead.session.endings import Resign
from crownhead.session.moves import Move, Undo
from service.watching import Listener, people
from store.writing import execute

GAME: Final = TypeAdapter(GameView)
MOST_PLIES: Final = 60
PLIES_BETWEEN_TRIALS: Final = 7


def checked(service: Service, game: LiveGame) -> GameView:
    """A view that has exactly what the contract says."""
    # In a writer job, so that no computer moves in between.
    view, text = service.store.run(lambda: (game.view(), game.shown().json))
    assert GAME.validate_python(view, strict=True) == view  # drops what is not in the contract
    assert GAME.validate_json(text, strict=True) == view
    return view


def try_every_move(game: LiveGame, view: GameView) -> None:
    """Play each legal move, compare, and take it back."""
    for move in view["choices"]["legal"]:
        game.do(Move(move["path"], view["ply"]))
        after = game.view()
        assert after["position"] == move["after"], f"{move['notation']} in {view['fen']}"
        made = after["record"][view["ply"]]
        side = view["position"]["turn"]
        assert made == {**move, "ply": view["ply"] + 1, "side": side, "book": False}
        game.do(Undo())


@pytest.mark.parametrize("preset", PRESETS)
def test_random_games_are_shown_as_the_contract_says(service: Service, preset: str) -> None:
    chance = random.Random(preset)
    game = people(service, rules=PRESETS[preset])
    view = checked(service, game)
    seen: list[PositionView] = []
    while view["choices"]["legal"] and view["ply"] < MOST_PLIES:
        if view["ply"] % PLIES_BETWEEN_TRIALS == 0:
            try_every_move(game, view)
        chosen: MoveView = chance.choice(view["choices"]["legal"])
        before = views.board_text(game.session.game().position)
        assert view["position"]["board"] == before, view["fen"]
        game.do(Move(chosen["path"], view["ply"]))
        view = checked(service, game)
        assert view["position"] == chosen["after"], view["fen"]
        seen.append(view["position"])
    assert [move["after"] for move in view["record"]] == seen, f"{preset}: {view['fen']}"
    assert (view["outcome"] is None) == (view["to_move"] == "person")


def test_what_a_list_shows_fits_the_contract_too(service: Service) -> None:
    for new in (
        NewGame(name="Ada"),
        NewGame(black="person", white="person", rules=Rules(first_to_move=WHITE)),
        NewGame(white="scale:3", clock=ClockSetting("move", 30), start=Start("ballot", number=9)),
    ):
        game = service.begin(new)
        if game.view()["to_move"] == "person":
            game.do(Move(game.view()["choices"]["legal"][0]["path"]))
        game.do(Resign())
    broken = people(service)
    broken.do(Move("11-15"))
    execute(service.store, "UPDATE games SET rules = 'chess' WHERE id = ?", broken.id)
    *_, first, second, third = found = service.games().games
    assert TypeAdapter(BrokenGameView).validate_python(found[0], strict=True) == found[0]
    for one in (first, second, third):
        assert TypeAdapter(GameSummaryView).validate_python(one, strict=True) == one
    offers = choices()
    assert TypeAdapter(OffersView).validate_python(offers, strict=True) == offers


def test_hints_fit_the_contract(service: Service) -> None:
    game = people(service)
    copy = game.session.game()
    hint = views.hint_view(copy, service.hint(copy))
    assert TypeAdapter(HintView).validate_python(hint, strict=True) == hint


@pytest.mark.parametrize("clock", [ClockSetting(), ClockSetting("game", 60, 2)])
def test_a_game_with_a_computer_is_shown_as_the_contract_says(
    service: Service, clock: ClockSetting
) -> None:
    game = service.begin(NewGame(white="random:seed=1", clock=clock, name="Ada"))
    listener = Listener(game)
    for ply in (0, 2):
        game.do(Move(checked(service, game)["choices"]["legal"][0]["path"], ply))
        checked(service, game)
        listener.wait(lambda view, ply=ply: view["ply"] == ply + 2)  # type: ignore[misc]
    game.do(Resign())
    assert checked(service, game)["outcome"] is not None
    service.rematch(game.id, swap=True)
    assert checked(service, game)["next"] is not None

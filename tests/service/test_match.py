"""Several games between the same players: their score, and what PDN says of it."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from crownhead.game import Game
from crownhead.pieces import BLACK, WHITE
from crownhead.service import ClockSetting, LiveGame, NewGame, Service, Start, Visitor
from crownhead.service.contract import MatchView
from crownhead.session.endings import Resign
from crownhead.session.moves import Move, Undo
from service.watching import people


def score(game: LiveGame) -> MatchView:
    return game.view()["match"]


def draw(game: LiveGame) -> None:
    game.offer_draw(lambda _game, _side: None)


def test_a_first_game_has_no_score_before_it_ends(service: Service) -> None:
    game = service.begin(NewGame(white="level:3"))
    assert score(game) == {"games": 0, "black": 0, "white": 0}
    game.do(Resign())
    assert score(game) == {"games": 1, "black": 0, "white": 1}
    game.do(Undo())
    assert score(game) == {"games": 0, "black": 0, "white": 0}


def test_the_score_follows_the_players_when_they_change_sides(service: Service) -> None:
    first = service.begin(NewGame(white="level:3"))
    first.do(Resign())  # the computer wins as White
    second = service.rematch(first.id, swap=True)
    assert score(second) == {"games": 1, "black": 1, "white": 0}
    draw(second)
    assert score(second) == {"games": 2, "black": 1.5, "white": 0.5}
    third = service.rematch(second.id, swap=True)
    assert score(third) == {"games": 2, "black": 0.5, "white": 1.5}
    fourth = service.rematch(third.id, swap=False)  # the third was never ended
    fourth.do(Resign())
    assert score(fourth) == {"games": 3, "black": 0.5, "white": 2.5}


def test_the_score_is_the_same_after_a_restart(service: Service, tmp_path: Path) -> None:
    first = service.begin(NewGame(white="level:3"))
    first.do(Resign())
    second = service.rematch(first.id, swap=True)
    before = second.view()["match"]
    second.close()
    assert score(service.game(second.id)) == before == {"games": 1, "black": 1, "white": 0}


def test_two_people_without_names_count_from_anew_when_they_change_sides(
    service: Service,
) -> None:
    first = people(service)
    first.do(Resign(WHITE))
    again = service.rematch(first.id, swap=False)
    assert score(again) == {"games": 1, "black": 1, "white": 0}
    assert score(service.rematch(again.id, swap=True)) == {"games": 0, "black": 0, "white": 0}


def test_two_people_with_names_keep_their_score_when_they_change_sides(service: Service) -> None:
    first = people(service)
    first.sit(WHITE, "guest", first.invite(WHITE, by=Visitor("host", is_host=True)), "Grace")
    first.do(Resign(WHITE))  # Grace loses as White
    swapped = service.rematch(first.id, swap=True)
    assert score(swapped) == {"games": 1, "black": 0, "white": 1}
    service.rename("guest", "Hopper")
    swapped.do(Resign(BLACK))  # and as Black
    assert score(swapped) == {"games": 2, "black": 0, "white": 2}


def test_another_game_is_another_match(service: Service) -> None:
    first = service.begin(NewGame(white="level:3"))
    first.do(Resign())
    assert score(service.begin(NewGame(white="level:3")))["games"] == 0


# ---- the record


@pytest.mark.parametrize(
    ("clock", "written"),
    [
        (None, "-"),
        (ClockSetting("game", 300), "300"),
        (ClockSetting("game", 300, 3), "300+3"),
        (ClockSetting("move", 30), "1/30"),
    ],
)
def test_a_record_tells_the_day_the_opening_and_the_clock(
    service: Service, clock: ClockSetting | None, written: str
) -> None:
    game = people(service, clock=clock)
    days = {datetime.now().strftime("%Y.%m.%d")}
    assert "Opening" not in Game.from_pdn(game.pdn()).tags
    for move in ("11-15", "23-19", "8-11", "22-17", "4-8"):
        game.do(Move(move))
    days.add(datetime.now().strftime("%Y.%m.%d"))
    tags = Game.from_pdn(game.pdn()).tags
    assert tags["Date"] in days
    assert tags["Opening"] == game.view()["position"]["opening"] == "Old Fourteenth"
    assert tags["TimeControl"] == written


def test_a_record_has_the_persons_name(service: Service) -> None:
    named = service.begin(NewGame(white="level:3", name="Ada"))
    tags = Game.from_pdn(named.pdn()).tags
    assert (tags["Black"], tags["White"]) == ("Ada", "Porch Player")
    assert Game.from_pdn(named.pdn("Grace")).tags["Black"] == "Grace"  # the asker's present name
    unnamed = service.begin(NewGame(black="level:3", white="person"))
    assert Game.from_pdn(unnamed.pdn()).tags["White"] == "Person"
    assert Game.from_pdn(unnamed.pdn("Ada")).tags["White"] == "Ada"


def test_of_two_people_nobody_gets_the_askers_name(service: Service) -> None:
    tags = Game.from_pdn(people(service).pdn("Ada")).tags
    assert (tags["Black"], tags["White"]) == ("Person", "Person")


def test_a_position_that_was_set_up_is_in_the_record(service: Service) -> None:
    game = people(service, start=Start("fen", fen='[FEN "B:W27,32:B9,10"]'))
    assert Game.from_pdn(game.pdn()).start.fen == "B:W27,32:B9,10"


def test_two_who_ask_for_a_rematch_get_the_same_one(service: Service) -> None:
    host, guest = Visitor("host", is_host=True), Visitor("guest", is_host=False)
    first = people(service)
    first.sit(WHITE, guest.id, first.invite(WHITE, by=host))
    first.do(Resign(by=guest))
    second = service.rematch(first.id, swap=False, by=host)
    assert service.rematch(first.id, swap=True, by=guest) is second
    assert service.latest(first.id) is second
    second.do(Resign(by=host))
    third = service.rematch(first.id, swap=False, by=guest)
    assert third.id not in (first.id, second.id)


def test_a_rematch_against_a_computer_can_be_had_again(service: Service) -> None:
    first = service.begin(NewGame(white="level:1"))
    first.do(Resign())
    second = service.rematch(first.id, swap=False)
    assert service.rematch(first.id, swap=False).id != second.id

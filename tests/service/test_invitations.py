"""Seats on several devices: who may do what, and who only watches."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from crownhead.errors import ConflictError, CrownheadError, GameError
from crownhead.pieces import BLACK, WHITE
from crownhead.service import LiveGame, NewGame, Service, Visitor, public_id
from crownhead.service.seating import INVITED
from service.watching import outcome_of, people

HOST = Visitor("host-browser", is_host=True)
GUEST, LATE = (Visitor(f"{name}-browser", is_host=False) for name in ("guest", "late"))


@pytest.fixture
def seated(service: Service) -> LiveGame:
    """A game in which the host has Black and a guest White."""
    game = people(service)
    game.invite(WHITE, by=HOST)
    assert game.sit(WHITE, GUEST.id, "Grace")
    return game


def owners(game: LiveGame) -> tuple[str | None, str | None]:
    players = game.view()["players"]
    return players["black"]["owner"], players["white"]["owner"]


def test_an_invitation_keeps_the_seat_until_somebody_follows_it(service: Service) -> None:
    game = people(service)
    assert owners(game) == (None, None)
    game.invite(WHITE, by=HOST)
    assert owners(game) == (public_id(HOST.id), INVITED)
    game.move("11-15", by=HOST)
    with pytest.raises(ConflictError, match="White has not joined yet"):
        game.move("23-19", by=HOST)
    assert game.sit(WHITE, GUEST.id, "Grace")
    view = game.view()
    assert owners(game) == (public_id(HOST.id), public_id(GUEST.id))
    assert view["players"]["white"]["name"] == "Grace"
    assert view["message"] == {"code": "seat-taken", "side": "white", "why": None, "detail": None}
    game.move("23-19", by=GUEST)
    assert game.view()["ply"] == 2


def test_nobody_learns_the_name_of_a_browser(seated: LiveGame) -> None:
    shown = seated.view_json().decode()
    assert HOST.id not in shown
    assert GUEST.id not in shown


def test_nobody_moves_for_the_other_side(seated: LiveGame) -> None:
    with pytest.raises(ConflictError, match="not your turn"):
        seated.move("11-15", by=GUEST)
    seated.move("11-15", by=HOST)
    with pytest.raises(ConflictError, match="not your turn"):
        seated.move("23-19", by=HOST)
    assert seated.view()["ply"] == 1


def test_a_program_of_the_hosts_own_plays_both_sides(seated: LiveGame) -> None:
    seated.move("11-15")
    seated.move("23-19")
    seated.undo()
    assert seated.view()["ply"] == 1


def test_the_second_who_follows_a_link_watches_and_can_do_nothing(
    service: Service, seated: LiveGame
) -> None:
    seated.move("11-15", by=HOST)
    before = seated.view()
    assert seated.sit(WHITE, LATE.id) is False
    assert seated.sit(WHITE, GUEST.id) is True  # who opens the link once more
    deeds: list[Callable[[], object]] = [
        lambda: seated.move("23-19", by=LATE),
        lambda: seated.undo(by=LATE),
        lambda: seated.redo(by=LATE),
        lambda: seated.resign(by=LATE),
        lambda: seated.resign(WHITE, by=LATE),
        lambda: seated.offer_draw(service.judge_draw, by=LATE),
        lambda: seated.answer_draw(accept=True, by=LATE),
        lambda: service.rematch(seated.id, swap=False, by=LATE),
    ]
    for deed in deeds:
        with pytest.raises(GameError, match="you are watching this game"):
            deed()
    assert seated.view() is before


def test_undo_takes_back_to_the_askers_own_turn(seated: LiveGame) -> None:
    for move, by in (("11-15", HOST), ("23-19", GUEST), ("8-11", HOST), ("22-17", GUEST)):
        seated.move(move, by=by)
    assert seated.view()["can_undo"] == ["black", "white"]
    seated.undo(by=GUEST)
    assert (seated.view()["ply"], seated.view()["position"]["turn"]) == (3, "white")
    seated.redo(by=HOST)
    assert seated.view()["ply"] == 4
    seated.undo(by=HOST)
    assert (seated.view()["ply"], seated.view()["position"]["turn"]) == (2, "black")
    seated.undo(by=HOST)
    assert seated.view()["ply"] == 0
    seated.move("11-15", by=HOST)
    assert seated.view()["can_undo"] == ["black"]
    with pytest.raises(GameError, match="no move to take back"):
        seated.undo(by=GUEST)


def test_each_gives_up_for_themselves_even_when_it_is_not_their_turn(seated: LiveGame) -> None:
    with pytest.raises(CrownheadError):
        seated.resign(BLACK, by=GUEST)
    assert seated.view()["outcome"] is None
    seated.resign(by=GUEST)
    assert outcome_of(seated.view())["winner"] == "black"


def test_nobody_accepts_the_draw_that_they_offered(service: Service, seated: LiveGame) -> None:
    seated.offer_draw(service.judge_draw, by=GUEST)  # while it is the other's turn
    assert seated.view()["draw_offer"] == "white"
    with pytest.raises(GameError, match="you offered the draw"):
        seated.answer_draw(accept=True, by=GUEST)
    seated.answer_draw(accept=True, by=HOST)
    assert outcome_of(seated.view())["reason"] == "agreement"


def test_freed_seats_belong_to_everybody_again(seated: LiveGame) -> None:
    seated.free_seats()
    assert owners(seated) == (None, None)
    seated.move("11-15", by=HOST)
    seated.move("23-19", by=HOST)
    assert seated.view()["ply"] == 2


def test_seats_outlive_the_program(service: Service, seated: LiveGame) -> None:
    seated.close()
    again = service.game(seated.id)
    assert again is not seated
    assert again.owners() == {"black": HOST.id, "white": GUEST.id}
    with pytest.raises(ConflictError, match="not your turn"):
        again.move("11-15", by=GUEST)


def test_seats_that_are_taken_elsewhere_are_seen_here(service: Service, seated: LiveGame) -> None:
    other = Service(service.store.path.parent)
    other.game(seated.id).free_seats()
    other.close()
    service.game(seated.id)
    assert owners(seated) == (None, None)


@pytest.mark.parametrize(
    ("new", "why"),
    [(NewGame(), "played by the computer"), (NewGame(black="level:1"), "somebody has that seat")],
)
def test_a_seat_that_is_not_free_is_not_offered(service: Service, new: NewGame, why: str) -> None:
    game = service.begin(new)
    if why.startswith("somebody"):
        game.invite(WHITE, by=HOST)
        game.sit(WHITE, GUEST.id)
    with pytest.raises(GameError, match=why):
        game.invite(WHITE, by=HOST)


def test_the_computers_seat_is_given_to_nobody(service: Service) -> None:
    game = service.begin(NewGame())
    assert game.sit(WHITE, GUEST.id) is False
    assert owners(game) == (None, None)


@pytest.mark.parametrize("swap", [False, True])
def test_a_rematch_keeps_the_seats_with_their_people(
    service: Service, seated: LiveGame, swap: bool
) -> None:
    seated.resign(by=GUEST)
    again = service.rematch(seated.id, swap=swap, by=GUEST)
    assert service.game(seated.id).view()["next"] == again.id
    black, white = (GUEST, HOST) if swap else (HOST, GUEST)
    assert again.owners() == {"black": black.id, "white": white.id}
    names = [again.view()["players"][side]["name"] for side in ("black", "white")]
    assert names == (["Grace", None] if swap else [None, "Grace"])
    with pytest.raises(ConflictError, match="not your turn"):
        again.move("11-15", by=white)
    again.move("11-15", by=black)


def test_a_seat_that_nobody_owns_is_not_a_guests(service: Service) -> None:
    game = people(service)
    with pytest.raises(GameError, match="you are watching"):
        game.move("11-15", by=LATE)
    game.move("11-15", by=HOST)

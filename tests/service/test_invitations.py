"""Seats on several devices: who may do what, and who only watches."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from crownhead.errors import ConflictError, CrownheadError, GameError
from crownhead.pieces import BLACK, WHITE
from crownhead.service import LiveGame, NewGame, Service, Visitor, public_id
from crownhead.service.games import series
from crownhead.session.endings import AnswerDraw, Resign
from crownhead.session.moves import AnswerUndo, Move, Redo, Undo
from crownhead.session.seats import FreeSeats
from refused import refused
from service.watching import outcome_of, people

HOST = Visitor("host-browser", is_host=True)
GUEST, LATE = (Visitor(f"{name}-browser", is_host=False) for name in ("guest", "late"))


@pytest.fixture
def seated(service: Service) -> LiveGame:
    """A game in which the host has Black and a guest White."""
    game = people(service)
    assert game.sit(WHITE, GUEST.id, game.invite(WHITE, by=HOST, name="Ada"), "Grace")
    return game


def owners(game: LiveGame) -> tuple[str | None, str | None]:
    players = game.view()["players"]
    return players["black"]["owner"], players["white"]["owner"]


def is_white_invited(game: LiveGame) -> bool:
    return game.view()["players"]["white"]["invited"]


def test_an_invitation_keeps_the_seat_until_somebody_follows_it(service: Service) -> None:
    game = people(service)
    assert owners(game) == (None, None)
    code = game.invite(WHITE, by=HOST)
    assert game.invite(WHITE, by=HOST) == game.session.seating.invitations.get(WHITE) == code
    assert owners(game) == (public_id(HOST.id), None)
    assert is_white_invited(game)
    game.do(Move("11-15", by=HOST))
    with refused(ConflictError, "session.not-joined", side="side.white"):
        game.do(Move("23-19", by=HOST))
    assert game.sit(WHITE, GUEST.id, code, "Grace")
    view = game.view()
    assert owners(game) == (public_id(HOST.id), public_id(GUEST.id))
    assert not is_white_invited(game)
    assert view["players"]["white"]["name"] == "Grace"
    assert view["message"] == {"code": "seat-taken", "side": "white", "why": None, "detail": None}
    game.do(Move("23-19", by=GUEST))
    assert game.view()["ply"] == 2


def test_nobody_learns_the_name_of_a_browser(seated: LiveGame) -> None:
    shown = seated.shown().json.decode()
    assert HOST.id not in shown
    assert GUEST.id not in shown


def test_nobody_moves_for_the_other_side(seated: LiveGame) -> None:
    with refused(ConflictError, "session.not-your-turn"):
        seated.do(Move("11-15", by=GUEST))
    seated.do(Move("11-15", by=HOST))
    with refused(ConflictError, "session.not-your-turn"):
        seated.do(Move("23-19", by=HOST))
    assert seated.view()["ply"] == 1


def test_a_program_of_the_hosts_own_plays_both_sides(seated: LiveGame) -> None:
    seated.do(Move("11-15"))
    seated.do(Move("23-19"))
    seated.do(Undo())
    assert seated.view()["ply"] == 1


def test_the_second_who_follows_a_link_only_watches(service: Service) -> None:
    game = people(service)
    code = game.invite(WHITE, by=HOST)
    assert game.sit(WHITE, GUEST.id, code) is True
    assert game.sit(WHITE, LATE.id, code) is False
    assert game.sit(WHITE, GUEST.id, code) is True  # they open the link again
    assert game.sit(WHITE, HOST.id, code) is True  # and already have a seat
    assert owners(game) == (public_id(HOST.id), public_id(GUEST.id))


def test_a_link_is_void_once_the_seats_are_free_again(service: Service) -> None:
    game = people(service)
    old = game.invite(WHITE, by=HOST)
    game.do(FreeSeats())
    message = game.view()["message"]
    assert message is not None
    assert message["code"] == "seats-freed"
    assert game.sit(WHITE, LATE.id, old) is False
    new = game.invite(WHITE, by=HOST)
    assert game.sit(WHITE, LATE.id, old) is False
    assert owners(game) == (public_id(HOST.id), None)
    assert is_white_invited(game)
    assert game.sit(WHITE, GUEST.id, new) is True


def test_who_changes_their_name_is_called_by_it(service: Service, seated: LiveGame) -> None:
    service.rename(GUEST.id, "Hopper")
    service.rename(LATE.id, "Nobody")
    players = seated.view()["players"]
    assert (players["black"]["name"], players["white"]["name"]) == ("Ada", "Hopper")
    assert '[Black "Ada"]\n[White "Hopper"]' in seated.pdn("Grace", by=GUEST)


def test_who_watches_a_game_does_nothing_in_it(service: Service, seated: LiveGame) -> None:
    seated.do(Move("11-15", by=HOST))
    before = seated.view()
    deeds: list[Callable[[], object]] = [
        lambda: seated.do(Move("23-19", by=LATE)),
        lambda: seated.do(Undo(by=LATE)),
        lambda: seated.do(Redo(by=LATE)),
        lambda: seated.do(Resign(by=LATE)),
        lambda: seated.do(Resign(WHITE, by=LATE)),
        lambda: seated.offer_draw(service.judge_draw, by=LATE),
        lambda: seated.do(AnswerDraw(accept=True, by=LATE)),
        lambda: service.rematch(seated.id, swap=False, by=LATE),
    ]
    for deed in deeds:
        with refused(GameError, "session.watching"):
            deed()
    assert seated.view() is before


def test_a_guest_who_watches_two_computers_does_not_end_their_game(service: Service) -> None:
    game = service.begin(NewGame(black="random", white="random"))
    deeds: list[Callable[[], object]] = [
        lambda: game.do(Undo(by=LATE)),
        lambda: game.offer_draw(service.judge_draw, by=LATE),
        lambda: service.rematch(game.id, swap=False, opponent="level:11", by=LATE),
    ]
    for deed in deeds:
        with refused(GameError, "session.watching"):
            deed()
    game.offer_draw(service.judge_draw, by=HOST)
    assert outcome_of(game.view())


def test_the_name_of_a_watcher_is_not_the_players(service: Service) -> None:
    game = service.begin(NewGame(black="person", white="level:1"))
    assert '[Black "Ada"]' in game.pdn("Ada", by=HOST)
    assert "Mallory" not in game.pdn("Mallory", by=LATE)


def four_plies(game: LiveGame) -> None:
    for move, by in (("11-15", HOST), ("23-19", GUEST), ("8-11", HOST), ("22-17", GUEST)):
        game.do(Move(move, by=by))


def test_on_two_devices_the_other_player_is_asked_before_a_move_is_taken_back(
    seated: LiveGame,
) -> None:
    four_plies(seated)
    assert seated.view()["can_undo"] == ["black", "white"]
    seated.do(Undo(by=GUEST))
    assert (seated.view()["ply"], seated.view()["undo_request"]) == (4, "white")
    with refused(GameError, "session.no-undo-request"):
        seated.do(AnswerUndo(accept=True, by=GUEST))
    seated.do(AnswerUndo(accept=False, by=HOST))
    view = seated.view()
    assert (view["ply"], view["undo_request"]) == (4, None)
    assert view["message"] == {
        "code": "undo-declined",
        "side": "black",
        "why": None,
        "detail": None,
    }
    seated.do(Undo(by=GUEST))
    seated.do(AnswerUndo(accept=True, by=HOST))
    view = seated.view()
    assert (view["ply"], view["position"]["turn"], view["can_redo"]) == (3, "white", False)
    with refused(GameError, "record.no-redo"):
        seated.do(Redo(by=HOST))


def test_a_move_answers_a_request_and_so_does_the_same_request(seated: LiveGame) -> None:
    four_plies(seated)
    seated.do(Undo(by=GUEST))
    seated.do(Move("4-8", by=HOST))
    assert (seated.view()["ply"], seated.view()["undo_request"]) == (5, None)
    seated.do(Undo(by=HOST))
    seated.do(Undo(by=GUEST))
    assert (seated.view()["ply"], seated.view()["undo_request"]) == (3, None)


def test_who_has_not_moved_yet_has_nothing_to_take_back(seated: LiveGame) -> None:
    seated.do(Move("11-15", by=HOST))
    assert seated.view()["can_undo"] == ["black"]
    with refused(GameError, "record.no-undo"):
        seated.do(Undo(by=GUEST))


def test_nobody_begins_again_while_a_friend_plays(service: Service, seated: LiveGame) -> None:
    for by in (HOST, GUEST, None):
        with refused(GameError, "games.not-over"):
            service.rematch(seated.id, swap=False, by=by)


def test_each_gives_up_for_themselves_even_when_it_is_not_their_turn(seated: LiveGame) -> None:
    with pytest.raises(CrownheadError):
        seated.do(Resign(BLACK, by=GUEST))
    assert seated.view()["outcome"] is None
    seated.do(Resign(by=GUEST))
    assert outcome_of(seated.view())["winner"] == "black"


def test_nobody_accepts_the_draw_that_they_offered(service: Service, seated: LiveGame) -> None:
    seated.offer_draw(service.judge_draw, by=GUEST)  # on the other side's turn
    assert seated.view()["draw_offer"] == "white"
    with refused(GameError, "session.own-draw-offer"):
        seated.do(AnswerDraw(accept=True, by=GUEST))
    seated.do(AnswerDraw(accept=True, by=HOST))
    assert outcome_of(seated.view())["reason"] == "agreement"


def test_freed_seats_belong_to_everybody_again(seated: LiveGame) -> None:
    seated.do(FreeSeats())
    assert owners(seated) == (None, None)
    seated.do(Move("11-15", by=HOST))
    seated.do(Move("23-19", by=HOST))
    assert seated.view()["ply"] == 2


def test_seats_outlive_the_program(service: Service, seated: LiveGame) -> None:
    seated.close()
    again = service.game(seated.id)
    assert again is not seated
    assert again.session.seating.owners == {BLACK: HOST.id, WHITE: GUEST.id}
    with refused(ConflictError, "session.not-your-turn"):
        again.do(Move("11-15", by=GUEST))


def test_seats_that_are_taken_elsewhere_are_seen_here(service: Service, seated: LiveGame) -> None:
    other = Service(service.store.path.parent)
    other.game(seated.id).do(FreeSeats())
    other.close()
    service.game(seated.id)
    assert owners(seated) == (None, None)


def test_the_way_to_a_rematch_with_another_opponent_outlives_the_program(
    service: Service, tmp_path: Path
) -> None:
    first = service.begin(NewGame(white="level:1"))
    watcher = Visitor("watcher", is_host=False, games=(first.series,))
    stranger = Visitor("stranger", is_host=False, games=("another",))
    second = service.rematch(first.id, swap=False, opponent="level:2")
    third = service.rematch(second.id, swap=False, opponent="level:3")
    late = Visitor("late", is_host=False, games=(second.series,))
    again = Service(tmp_path)
    try:
        assert again.may_see(watcher, third.id)
        assert again.may_see(late, third.id)
        assert not again.may_see(late, first.id)
        assert not again.may_see(stranger, third.id)
    finally:
        again.close()


def test_few_ways_are_kept_and_damage_is_no_way(service: Service) -> None:
    for number in range(300):
        series.link(service.store, str(number + 1), str(number))
    assert len(service.store.setting("series")) == 256
    assert series.leads_from(service.store, ("44",), "300")
    assert not series.leads_from(service.store, ("43",), "300")
    values: list[Any] = [[], {"b": 1}, {"b": ["a"]}, {"b": "c", "c": "b"}]
    for damaged in values:
        service.store.store_setting("series", damaged)
        assert not series.leads_from(service.store, ("a",), "b"), damaged


@pytest.mark.parametrize(
    ("new", "code"),
    [(NewGame(), "session.computers-seat"), (NewGame(black="level:1"), "session.seat-taken")],
)
def test_a_seat_that_is_not_free_is_not_offered(service: Service, new: NewGame, code: str) -> None:
    game = service.begin(new)
    if code == "session.seat-taken":
        game.sit(WHITE, GUEST.id, game.invite(WHITE, by=HOST))
    with refused(GameError, code):
        game.invite(WHITE, by=HOST)


def test_the_computers_seat_is_given_to_nobody(service: Service) -> None:
    game = service.begin(NewGame())
    assert game.sit(WHITE, GUEST.id, "") is False
    assert owners(game) == (None, None)


@pytest.mark.parametrize("swap", [False, True])
def test_a_rematch_keeps_the_seats_with_their_people(
    service: Service, seated: LiveGame, swap: bool
) -> None:
    seated.do(Resign(by=GUEST))
    again = service.rematch(seated.id, swap=swap, by=GUEST)
    assert service.game(seated.id).view()["next"] == again.id
    black, white = (GUEST, HOST) if swap else (HOST, GUEST)
    assert again.session.seating.owners == {BLACK: black.id, WHITE: white.id}
    names = [again.view()["players"][side]["name"] for side in ("black", "white")]
    assert names == (["Grace", "Ada"] if swap else ["Ada", "Grace"])
    with refused(ConflictError, "session.not-your-turn"):
        again.do(Move("11-15", by=white))
    again.do(Move("11-15", by=black))


def test_a_seat_that_nobody_owns_is_not_a_guests(service: Service) -> None:
    game = people(service)
    with refused(GameError, "session.watching"):
        game.do(Move("11-15", by=LATE))
    game.do(Move("11-15", by=HOST))


def test_a_guest_begins_only_so_many_games_a_day(
    service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("crownhead.service.service.MOST_A_DAY", 3)
    game = service.begin(NewGame(white="level:1"))
    game.sit(BLACK, GUEST.id, game.invite(BLACK, by=HOST))
    begun = [game]
    while len(begun) < 3:
        begun[-1].do(Resign(by=GUEST))
        begun.append(service.rematch(begun[-1].id, swap=False, by=GUEST))
    begun[-1].do(Resign(by=GUEST))
    with refused(GameError, "games.too-many-a-day", count=3):
        service.rematch(begun[-1].id, swap=False, by=GUEST)
    begun.append(service.rematch(begun[-1].id, swap=False))  # the host may
    begun[-1].do(Resign(by=GUEST))
    with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as file, file:
        file.execute("UPDATE games SET created = created - 86400")
    assert service.rematch(begun[-1].id, swap=False, by=GUEST).id not in [one.id for one in begun]

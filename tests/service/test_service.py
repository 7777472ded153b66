"""What a person can do in a game: real engines, a real file, and a clock that the tests move."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from crownhead.errors import ConflictError, CrownheadError, GameError, IllegalMoveError
from crownhead.game import Game
from crownhead.pieces import BLACK, WHITE, Side
from crownhead.players import RandomPlayer
from crownhead.rules import PRESETS, Rules
from crownhead.service import ClockSetting, LiveGame, NewGame, Service, Start

LONG = 60  # seconds after which a test gives up waiting; none needs more than a few


class Time:
    """A clock that stands still until it is told."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


class Listener:
    """Somebody who looks at a game and waits for what they want to see."""

    def __init__(self, game: LiveGame) -> None:
        self._game = game
        self._changed = threading.Condition()
        self.heard: list[str] = []
        game.watch(self.hear)

    def hear(self, what: str) -> None:
        with self._changed:
            self.heard.append(what)
            self._changed.notify_all()

    def wait(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        for _ in range(LONG * 10):
            view = self._game.view()
            if wanted(view):
                return view
            with self._changed:
                self._changed.wait(0.1)
        raise AssertionError(f"this was never seen; the last was {view}")

    def leave(self) -> None:
        self._game.leave(self.hear)


@pytest.fixture
def now() -> Time:
    return Time()


@pytest.fixture
def service(tmp_path: Path, now: Time) -> Iterator[Service]:
    made = Service(tmp_path, seed=1, now=now)
    yield made
    made.close()


def people(service: Service, **named: Any) -> LiveGame:
    return service.begin(NewGame(black="person", white="person", **named))


def test_the_quick_start_lets_the_person_begin_against_a_computer(service: Service) -> None:
    view = service.begin(NewGame()).view()
    assert (view["players"]["black"]["kind"], view["players"]["white"]["kind"]) == (
        "person",
        "computer",
    )
    assert view["turn"] == view["first"] == "black"
    assert view["to_move"] == "person"
    assert len(view["legal"]) == 7


def test_under_rules_where_white_begins_the_person_is_white(service: Service) -> None:
    view = service.begin(NewGame(rules=Rules(first_to_move=WHITE))).view()
    assert view["players"]["white"]["kind"] == "person"
    assert (view["turn"], view["to_move"]) == ("white", "person")


def test_the_computer_answers_when_somebody_looks(service: Service) -> None:
    game = service.begin(NewGame(white="level:3"))
    game.move([11, 15], 0)
    assert game.view()["ply"] == 1
    listener = Listener(game)
    view = listener.wait(lambda view: view["ply"] == 2)
    assert view["to_move"] == "person"
    assert view["thinking"] is None


def test_a_move_is_on_disk_when_it_is_answered(service: Service) -> None:
    game = people(service)
    game.move("11-15")
    assert [move.path for move in service.store.load(game.id).moves] == [(11, 15)]


def test_a_move_for_another_ply_is_refused(service: Service) -> None:
    game = people(service)
    game.move([11, 15], 0)
    with pytest.raises(ConflictError, match="moved on"):
        game.move([23, 19], 0)
    assert game.view()["ply"] == 1


def test_nobody_moves_for_the_computer(service: Service) -> None:
    game = service.begin(NewGame(white="level:1"))
    game.move("11-15")
    with pytest.raises(ConflictError, match="computer's turn"):
        game.move("23-19")


@pytest.mark.parametrize(
    ("text", "why"), [("11-20", "can play"), ("hello", "is no move"), ("1-5", "occupied")]
)
def test_a_move_that_cannot_be_played_is_explained(service: Service, text: str, why: str) -> None:
    with pytest.raises(CrownheadError, match=why):
        people(service).move(text)


def test_own_pieces_that_may_not_move_say_why(service: Service) -> None:
    game = people(service, start=Start("fen", fen="B:W18,27,32:B15,12,1,5,6"))
    view = game.view()
    assert view["must_capture"]
    assert view["why_not"]["12"] == "You must capture: 15x22."
    assert "15" not in view["why_not"]


# ---- undo and redo


def test_undo_against_the_computer_goes_back_to_the_persons_turn(service: Service) -> None:
    game = service.begin(NewGame(white="level:2"))
    listener = Listener(game)
    for ply in (0, 2):
        view = listener.wait(lambda view, ply=ply: view["ply"] == ply)  # type: ignore[misc]
        game.move(view["legal"][0]["path"], ply)
    before = listener.wait(lambda view: view["ply"] == 4)
    game.undo()
    assert (game.view()["ply"], game.view()["to_move"]) == (2, "person")
    game.undo()
    assert game.view()["ply"] == 0
    with pytest.raises(GameError, match="no move to take back"):
        game.undo()
    game.redo()
    assert game.view()["ply"] == 2
    game.redo()
    assert game.view()["board"] == before["board"]
    with pytest.raises(GameError, match="no move to make again"):
        game.redo()


def test_another_move_after_undo_replaces_what_was_undone(service: Service) -> None:
    game = people(service)
    for move in ("11-15", "23-19", "8-11"):
        game.move(move)
    game.undo()
    game.undo()
    assert game.view()["can_redo"]
    game.move("24-19")
    view = service.game(game.id).view()
    assert [move["notation"] for move in view["moves"]] == ["11-15", "24-19"]
    assert not view["can_redo"]
    assert len(service.store.load(game.id).moves) == 2


def test_undo_while_the_computer_thinks_stops_it(service: Service) -> None:
    game = service.begin(NewGame(white="engine:nodes=999999999999"))
    listener = Listener(game)
    game.move("11-15")
    listener.wait(lambda view: view["thinking"] is not None and view["thinking"]["depth"] > 3)
    game.undo()
    view = game.view()
    assert (view["ply"], view["thinking"], view["to_move"]) == (0, None, "person")


def test_a_ballot_is_not_taken_back(service: Service) -> None:
    game = people(service, start=Start("ballot", number=1))
    view = game.view()
    assert view["ply"] == 3
    assert not view["can_undo"]
    game.move(view["legal"][0]["path"], 3)
    game.undo()
    assert game.view()["ply"] == 3


def test_undo_takes_back_a_resignation(service: Service) -> None:
    game = people(service)
    game.move("11-15")
    game.resign()
    assert game.view()["outcome"]["sentence"] == "Black wins: White resigned"
    game.undo()
    assert game.view()["outcome"] is None
    game.redo()
    assert game.view()["outcome"]["reason"] == "resignation"


# ---- clocks


def test_time_for_the_game_runs_for_the_side_to_move(service: Service, now: Time) -> None:
    game = people(service, clock=ClockSetting("game", 60, 2))
    Listener(game)
    now.seconds += 10
    assert game.view()["clock"]["black"] == 50
    game.move("11-15")
    now.seconds += 5
    view = game.view()
    assert (view["clock"]["black"], view["clock"]["white"]) == (52, 55)
    assert view["clock"]["running"] == "white"


def test_clocks_stand_while_nobody_looks_and_are_kept(
    service: Service, now: Time, tmp_path: Path
) -> None:
    game = people(service, clock=ClockSetting("game", 60, 0))
    listener = Listener(game)
    now.seconds += 10
    listener.leave()
    now.seconds += 1000
    assert game.view()["clock"]["black"] == 50
    assert service.store.load(game.id).black_left == 50


def test_running_out_of_time_loses(service: Service, now: Time) -> None:
    game = people(service, rules=PRESETS["tournament-30"])
    listener = Listener(game)
    game.move("11-15")
    now.seconds += 31
    view = listener.wait(lambda view: view["outcome"] is not None)
    assert view["outcome"]["sentence"] == "Black wins: White ran out of time"
    assert service.store.load(game.id).ending == {"winner": "black", "reason": "time"}


def test_a_move_that_comes_too_late_does_not_count(service: Service, now: Time) -> None:
    game = people(service, clock=ClockSetting("move", 30))
    game.watch(lambda _what: None)
    with game._lock:  # so that the ticker does not see it first
        now.seconds += 31
        with pytest.raises((ConflictError, IllegalMoveError), match="time"):
            game.move("11-15")
    assert game.view()["ply"] == 0
    assert game.view()["outcome"]["winner"] == "white"


def test_undo_gives_the_time_back(service: Service, now: Time) -> None:
    game = people(service, clock=ClockSetting("game", 60, 0))
    Listener(game)
    now.seconds += 10
    game.move("11-15")
    now.seconds += 20
    game.move("23-19")
    game.undo()
    clock = game.view()["clock"]
    assert (clock["black"], clock["white"]) == (50, 60)


def test_a_computer_does_not_think_longer_than_its_clock_allows(service: Service) -> None:
    game = service.begin(NewGame(white="engine:nodes=999999999999", clock=ClockSetting("game", 2)))
    listener = Listener(game)
    game.move("11-15")
    assert listener.wait(lambda view: view["ply"] == 2)["outcome"] is None


# ---- endings


def test_the_computer_takes_a_draw_only_when_it_is_not_better(service: Service) -> None:
    even = Game()
    assert not service.accepts_draw(even, WHITE)  # far too early
    game = people(service)
    for _ in range(12):
        for move in ("11-15", "22-17"):
            if game.view()["outcome"]:
                break
            legal = [one["notation"] for one in game.view()["legal"]]
            game.move(move if move in legal else legal[0])
    copy = game.snapshot()
    better = BLACK if copy.position.black.bit_count() > copy.position.white.bit_count() else WHITE
    if copy.ply >= 20 and copy.position.black.bit_count() != copy.position.white.bit_count():
        assert service.accepts_draw(copy, better.other)
        assert not service.accepts_draw(copy, better)


def test_a_person_answers_the_other_persons_draw(service: Service) -> None:
    game = people(service)
    with pytest.raises(GameError, match="no draw has been offered"):
        game.answer_draw(accept=True)
    game.offer_draw(service.accepts_draw)
    assert game.view()["draw_offer"] == "black"
    game.answer_draw(accept=False)
    assert (game.view()["draw_offer"], game.view()["outcome"]) == (None, None)
    game.offer_draw(service.accepts_draw)
    game.answer_draw(accept=True)
    assert game.view()["outcome"]["sentence"] == "Draw: the players agreed"


def test_the_computer_declines_a_draw_in_words(service: Service) -> None:
    game = service.begin(NewGame())
    game.offer_draw(lambda _game, _side: False)
    assert game.view()["message"] == "White declines the draw."
    game.offer_draw(lambda _game, _side: True)
    assert game.view()["outcome"]["reason"] == "agreement"


def test_the_person_resigns_even_when_it_is_not_their_turn(service: Service) -> None:
    game = service.begin(NewGame())
    game.move("11-15")
    game.resign()
    assert game.view()["outcome"]["winner"] == "white"
    with pytest.raises(GameError, match="the game is over"):
        game.resign()
    with pytest.raises(IllegalMoveError, match="the game is over"):
        game.move("23-19")


def test_nobody_resigns_for_the_computer(service: Service) -> None:
    with pytest.raises(GameError, match="does not resign"):
        service.begin(NewGame()).resign(WHITE)


@pytest.mark.parametrize("preset", PRESETS)
def test_two_computers_play_to_an_end_or_are_paused(service: Service, preset: str) -> None:
    game = service.begin(
        NewGame(black="level:4", white="greedy:seed=1", rules=PRESETS[preset], pace=0)
    )
    listener = Listener(game)
    view = listener.wait(lambda view: view["outcome"] is not None or view["paused"])
    assert view["outcome"] or "neither side makes progress" in view["message"]
    assert service.store.load(game.id).ply == view["ply"]


# ---- two computers, and changes


def test_two_computers_are_paused_and_go_step_by_step(service: Service) -> None:
    game = service.begin(NewGame(black="random:seed=1", white="random:seed=2", pace=0))
    game.change(paused=True)
    listener = Listener(game)
    assert game.view()["ply"] == 0
    game.step()
    listener.wait(lambda view: view["ply"] == 1)
    game.step()
    listener.wait(lambda view: view["ply"] == 2)
    assert game.view()["thinking"] is None
    game.change(paused=False)
    listener.wait(lambda view: view["ply"] > 5)


def test_a_pace_is_kept(service: Service, now: Time) -> None:
    game = service.begin(NewGame(black="random:seed=1", white="random:seed=2", pace=5))
    listener = Listener(game)
    listener.wait(lambda view: view["ply"] == 1)
    now.seconds += 4
    assert game.view()["ply"] == 1
    now.seconds += 2
    listener.wait(lambda view: view["ply"] == 2)


def test_the_opponent_can_be_changed_while_it_thinks(service: Service) -> None:
    game = service.begin(NewGame(white="engine:nodes=999999999999"))
    listener = Listener(game)
    game.move("11-15")
    listener.wait(lambda view: view["thinking"] is not None and view["thinking"]["depth"] > 3)
    game.change(white="level:1")
    view = listener.wait(lambda view: view["ply"] == 2)
    assert view["players"]["white"]["name"] == "Hatchling"
    assert service.store.load(game.id).white == "level:1"


def test_no_program_is_started_for_a_person(service: Service) -> None:
    for name in ("hub:echo", "hub", "level:99", "nobody", ""):
        with pytest.raises(CrownheadError):
            service.begin(NewGame(white=name or " "))


def test_leaving_stops_the_computer(service: Service) -> None:
    game = service.begin(NewGame(white="engine:nodes=999999999999"))
    listener = Listener(game)
    game.move("11-15")
    listener.wait(lambda view: view["thinking"] is not None and view["thinking"]["depth"] > 3)
    listener.leave()
    assert game.view()["thinking"] is None
    assert game.view()["ply"] == 1


# ---- coming back


def test_a_game_comes_back_from_disk_as_it_was(tmp_path: Path) -> None:
    first = Service(tmp_path)
    game = first.begin(
        NewGame(
            black="person",
            white="person",
            rules=PRESETS["regicide"].replace(quiet_limit=50),
            clock=ClockSetting("game", 300, 2),
        )
    )
    for move in ("11-15", "23-19", "8-11"):
        game.move(move)
    game.undo()
    before = game.view()
    first.close()
    second = Service(tmp_path)
    assert second.game(game.id).view() == before
    assert [one["id"] for one in second.recent()] == [game.id]
    second.close()


def test_an_ended_game_comes_back_ended(tmp_path: Path) -> None:
    first = Service(tmp_path)
    game = people(first)
    game.move("11-15")
    game.resign(BLACK)
    before = game.view()
    first.close()
    second = Service(tmp_path)
    assert second.game(game.id).view() == before
    assert second.recent()[0]["outcome"]["winner"] == "white"
    second.close()


def test_two_services_on_one_file_do_not_overwrite_each_other(tmp_path: Path) -> None:
    one, two = Service(tmp_path), Service(tmp_path)
    game = people(one)
    other = two.game(game.id)
    game.move("11-15")
    with pytest.raises(ConflictError, match="elsewhere"):
        other.move("9-13")
    assert other.view()["moves"][0]["notation"] == "11-15"
    other.move("23-19")
    assert one.store.load(game.id).ply == 2
    one.close()
    two.close()


def test_a_rematch_keeps_the_set_up_and_can_swap_sides(service: Service) -> None:
    game = service.begin(
        NewGame(white="level:3", clock=ClockSetting("game", 60), start=Start("ballot", number=7))
    )
    game.resign()
    again = service.rematch(game.id, swap=True).view()
    assert again["players"]["black"]["name"] == "Porch Player"
    assert again["players"]["white"]["kind"] == "person"
    assert (again["ply"], again["outcome"]) == (3, None)
    assert again["clock"]["black"] == 60
    assert service.game(game.id).view()["outcome"] is not None


def test_the_pdn_of_a_game_reads_back(service: Service) -> None:
    game = people(service, clock=ClockSetting("game", 60))
    for move in ("11-15", "23-19"):
        game.move(move)
    again = Game.from_pdn(game.pdn)
    assert [str(move) for move in again.main_line() if move] != []
    assert again.tags["Black"] == "Person"


def test_deleting_tells_those_who_look(service: Service) -> None:
    game = people(service)
    listener = Listener(game)
    service.delete(game.id)
    assert listener.heard[-1] == "gone"
    with pytest.raises(CrownheadError, match="there is no game"):
        service.game(game.id)


def test_a_hint_is_a_legal_move_with_a_reason(service: Service) -> None:
    game = people(service)
    hint = service.hint(game.snapshot())
    assert hint.move in game.snapshot().legal_moves()
    assert hint.sentence.endswith(".")


@pytest.mark.parametrize("side", [BLACK, WHITE])
def test_the_computer_begins_where_it_has_the_first_move(service: Service, side: Side) -> None:
    rules = Rules(first_to_move=side)
    names = {side.value: "level:1", side.other.value: "person"}
    game = service.begin(NewGame(rules=rules, **names))  # type: ignore[arg-type]
    view = Listener(game).wait(lambda view: view["ply"] == 1)
    assert view["turn"] == side.other.value
    assert not view["can_undo"]


# ---- trouble


def test_one_games_trouble_does_not_stop_the_clocks_of_others(
    service: Service, now: Time, tmp_path: Path
) -> None:
    other = Service(tmp_path)
    changed = people(service, clock=ClockSetting("game", 5))
    sound = people(service, clock=ClockSetting("game", 50))
    Listener(changed)
    listener = Listener(sound)
    other.game(changed.id).move("11-15")  # so that the flag that falls meets a conflict
    other.close()
    now.seconds += 6
    now.seconds += 50
    assert listener.wait(lambda view: view["outcome"] is not None)["outcome"]["reason"] == "time"


def test_a_thought_does_not_outlive_a_game_that_was_read_again(
    service: Service, tmp_path: Path
) -> None:
    game = service.begin(NewGame(white="engine:nodes=999999999999"))
    listener = Listener(game)
    game.move("11-15")
    listener.wait(lambda view: view["thinking"] is not None)
    other = Service(tmp_path)
    elsewhere = other.game(game.id)
    elsewhere.undo()
    elsewhere.change(white="person")
    elsewhere.move("9-13")
    other.close()
    with pytest.raises(ConflictError):
        game.change(pace=2)
    view = game.view()
    assert (view["ply"], view["to_move"], view["thinking"]) == (1, "person", None)


def test_undo_and_move_again_and_again_leaves_no_search_behind(tmp_path: Path) -> None:
    service = Service(tmp_path, workers=2)
    game = service.begin(NewGame(white="engine:nodes=999999999999"))
    Listener(game)
    for _ in range(30):
        game.move("11-15")
        game.undo()
    service.close()  # waits for every search that still runs; none may


def test_a_full_pool_delays_the_computer_and_loses_nothing(service: Service) -> None:
    held = threading.Event()
    while True:
        try:
            service.pool.submit(held.wait)
        except CrownheadError:
            break
    game = service.begin(NewGame(white="level:1"))
    listener = Listener(game)
    game.move("11-15")
    assert game.view()["ply"] == 1
    held.set()
    listener.wait(lambda view: view["ply"] == 2)


def test_slow_opponents_do_not_keep_a_quick_one_waiting(service: Service) -> None:
    for _ in range(2):
        slow = service.begin(NewGame(white="engine:nodes=999999999999"))
        Listener(slow)
        slow.move("11-15")
    quick = service.begin(NewGame(white="random:seed=1"))
    listener = Listener(quick)
    quick.move("11-15")
    listener.wait(lambda view: view["ply"] == 2)
    assert service.helpers.submit(service.hint, quick.snapshot()).result(timeout=LONG).sentence


def test_waiting_between_moves_costs_two_computers_no_time(service: Service, now: Time) -> None:
    game = service.begin(
        NewGame(
            black="random:seed=1", white="random:seed=2", clock=ClockSetting("move", 30), pace=60
        )
    )
    listener = Listener(game)
    listener.wait(lambda view: view["ply"] == 1 and view["thinking"] is None)
    now.seconds += 59
    assert game.view()["outcome"] is None
    now.seconds += 2
    assert listener.wait(lambda view: view["ply"] == 2)["outcome"] is None


def test_a_computer_that_fails_does_not_lose_on_time(
    service: Service, now: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: RandomPlayer, game: Game) -> Any:
        raise ValueError("no idea")

    monkeypatch.setattr(RandomPlayer, "choose", fail)
    game = service.begin(NewGame(white="random:seed=1", clock=ClockSetting("game", 10)))
    listener = Listener(game)
    game.move("11-15")
    view = listener.wait(lambda view: view["message"] is not None)
    assert view["message"] == "White could not move because of an error."
    now.seconds += 100
    game.tick()
    assert game.view()["outcome"] is None
    game.change(white="level:1")
    assert listener.wait(lambda view: view["ply"] == 2)["outcome"] is None


def test_redo_does_not_give_time_back(service: Service, now: Time) -> None:
    game = people(service, clock=ClockSetting("game", 60))
    Listener(game)
    for move in ("11-15", "23-19", "8-11"):
        now.seconds += 1
        game.move(move)
    for _ in range(3):
        game.undo()
    now.seconds += 30
    game.move("11-15")
    assert not game.view()["can_redo"]
    assert game.view()["clock"]["black"] == 30


def test_a_loss_on_time_shows_no_time_when_it_is_redone(service: Service, now: Time) -> None:
    game = people(service, clock=ClockSetting("game", 60))
    listener = Listener(game)
    game.move("11-15")
    now.seconds += 61
    listener.wait(lambda view: view["outcome"] is not None)
    game.undo()
    game.redo()
    assert game.view()["clock"]["white"] == 0


def test_a_draw_offer_ends_with_the_player_who_made_it(service: Service) -> None:
    game = people(service)
    game.offer_draw(service.accepts_draw)
    game.change(white="level:11")
    with pytest.raises(GameError, match="no draw has been offered"):
        game.answer_draw(accept=True)


def test_records_that_cannot_be_read_do_not_hide_the_others(service: Service) -> None:
    good, *bad = [people(service) for _ in range(6)]
    for game in (good, *bad):
        game.move("11-15")
    faults = (
        "ending = '{}'",
        "clock = '[]'",
        "black = 'hub:something'",
        "rules = 'chess'",
        "start = 'nonsense'",
    )
    for game, fault in zip(bad, faults, strict=True):
        with service.store._database.transaction() as connection:
            connection.execute(f"UPDATE games SET {fault} WHERE id = ?", (game.id,))
        game.close()
    listed = {one["id"]: one for one in service.recent()}
    assert "error" not in listed[good.id]
    for game in bad:
        assert listed[game.id]["error"]
        with pytest.raises(CrownheadError):
            service.game(game.id)
        service.delete(game.id)
    assert [one["id"] for one in service.recent()] == [good.id]


def test_a_game_deleted_elsewhere_is_gone_here(service: Service, tmp_path: Path) -> None:
    game = people(service)
    listener = Listener(game)
    other = Service(tmp_path)
    other.delete(game.id)
    other.close()
    with pytest.raises(ConflictError):
        game.move("11-15")
    assert listener.heard[-1] == "gone"


def test_many_games_are_open_at_once_and_those_that_are_watched_stay(service: Service) -> None:
    game = people(service, clock=ClockSetting("game", 60))
    listener = Listener(game)
    for _ in range(70):
        people(service)
    assert service.game(game.id) is game
    game.move("11-15")
    assert listener.heard[-1] == "view"


def test_of_the_games_that_nobody_has_begun_only_the_newest_is_listed(service: Service) -> None:
    begun = people(service)
    begun.move("11-15")
    games = [people(service) for _ in range(3)]
    assert {one["id"] for one in service.recent()} == {begun.id, games[-1].id}


@pytest.mark.parametrize(
    "text",
    ["11 15", "11\N{EN DASH}15", "11 \N{MINUS SIGN} 15", "11\N{MULTIPLICATION SIGN}15", "3,6 4,5"],
)
def test_moves_are_read_as_people_type_and_paste_them(service: Service, text: str) -> None:
    game = people(service)
    game.move(text)
    assert game.view()["moves"][0]["notation"] == "11-15"

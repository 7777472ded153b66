"""What a person can do in a game: move, undo, end it."""

from __future__ import annotations

import pytest

from crownhead.errors import (
    ConflictError,
    CrownheadError,
    GameError,
    IllegalMoveError,
    MoveSyntaxError,
)
from crownhead.game import Game
from crownhead.pieces import BLACK, WHITE, Side
from crownhead.rules import PRESETS, Rules
from crownhead.service import ClockSetting, LiveGame, NewGame, Service, Start
from crownhead.session.endings import AnswerDraw, Resign
from crownhead.session.moves import Move, Redo, Undo
from refused import refused
from service.watching import Listener, outcome_of, people, read


def message_of(game: LiveGame) -> tuple[str, str | None, str | None]:
    """The note that players get: its code, its side, and why."""
    message = game.view()["message"]
    assert message is not None
    return message["code"], message["side"], message["why"]


def test_the_quick_start_lets_the_person_begin_against_a_computer(service: Service) -> None:
    view = service.begin(NewGame()).view()
    assert (view["players"]["black"]["kind"], view["players"]["white"]["kind"]) == (
        "person",
        "computer",
    )
    assert view["position"]["turn"] == view["first"] == "black"
    assert view["to_move"] == "person"
    assert len(view["choices"]["legal"]) == 7


def test_under_rules_where_white_begins_the_person_is_white(service: Service) -> None:
    view = service.begin(NewGame(rules=Rules(first_to_move=WHITE))).view()
    assert view["players"]["white"]["kind"] == "person"
    assert (view["position"]["turn"], view["to_move"]) == ("white", "person")


def test_the_computer_answers_when_somebody_looks(service: Service) -> None:
    game = service.begin(NewGame(white="level:3"))
    game.do(Move([11, 15], 0))
    assert game.view()["ply"] == 1
    listener = Listener(game)
    view = listener.wait(lambda view: view["ply"] == 2)
    assert view["to_move"] == "person"
    assert view["thinking"] is None


def test_a_move_is_on_disk_when_it_is_answered(service: Service) -> None:
    game = people(service)
    game.do(Move("11-15"))
    assert [move.path for move in service.store.load(game.id).moves] == [(11, 15)]


def test_a_move_for_another_ply_is_refused(service: Service) -> None:
    game = people(service)
    game.do(Move([11, 15], 0))
    with refused(ConflictError, "session.changed"):
        game.do(Move([23, 19], 0))
    assert game.view()["ply"] == 1


def test_what_is_sent_twice_is_done_once(service: Service) -> None:
    game = people(service)
    game.do(Move([11, 15], 0))
    game.do(Move([11, 15], 0))
    game.do(Move([23, 19], 1))
    game.do(Move([11, 15], 0))  # even after an answer
    assert [move.path for move in service.store.load(game.id).moves] == [(11, 15), (23, 19)]
    game.do(Undo(2))
    game.do(Undo(2))
    assert game.view()["ply"] == 1
    game.do(Redo(1))
    game.do(Redo(1))
    assert game.view()["ply"] == 2
    with refused(ConflictError, "session.changed"):
        game.do(Undo(1))
    with refused(ConflictError, "session.changed"):
        game.do(Redo(3))
    game.do(Resign())
    game.do(Undo(2, over=True))
    game.do(Undo(2, over=True))
    assert game.view()["ply"] == 2
    assert game.view()["outcome"] is None
    game.do(Move([8, 11], 2))
    with refused(ConflictError, "session.changed"):
        game.do(Move([11, 15], 0))  # too long ago


def test_nobody_moves_for_the_computer(service: Service) -> None:
    game = service.begin(NewGame(white="level:1"))
    game.do(Move("11-15"))
    with refused(ConflictError, "session.computers-turn"):
        game.do(Move("23-19"))


@pytest.mark.parametrize(
    ("text", "reason"), [("11-20", "refusal.nothing-to-jump"), ("1-5", "refusal.occupied")]
)
def test_a_move_that_cannot_be_played_is_explained(
    service: Service, text: str, reason: str
) -> None:
    with refused(IllegalMoveError, "refusal.tried", reason=reason):
        people(service).do(Move(text))
    with pytest.raises(MoveSyntaxError):
        people(service).do(Move("hello"))


def test_own_pieces_that_may_not_move_say_why(service: Service) -> None:
    game = people(service, start=Start("fen", fen="B:W18,27,32:B15,12,1,5,6"))
    choices = game.view()["choices"]
    assert choices["must_capture"]
    assert choices["why_not"]["12"] == "must-capture"
    assert "15" not in choices["why_not"]
    blocked = people(service).view()["choices"]["why_not"]
    assert blocked == dict.fromkeys(map(str, range(1, 9)), "blocked")


# ---- undo and redo


def test_undo_against_the_computer_goes_back_to_the_persons_turn(service: Service) -> None:
    game = service.begin(NewGame(white="level:2"))
    listener = Listener(game)
    for ply in (0, 2):
        view = listener.wait(lambda view, ply=ply: view["ply"] == ply)  # type: ignore[misc]
        game.do(Move(view["choices"]["legal"][0]["path"], ply))
    before = listener.wait(lambda view: view["ply"] == 4)
    with refused(ConflictError, "session.changed"):
        game.do(Undo(2))
    game.do(Undo(3))  # sent before the computer's answer arrived
    assert (game.view()["ply"], game.view()["to_move"]) == (2, "person")
    game.do(Undo())
    assert game.view()["ply"] == 0
    with refused(GameError, "record.no-undo"):
        game.do(Undo())
    game.do(Redo())
    assert game.view()["ply"] == 2
    game.do(Redo())
    assert game.view()["position"] == before["position"]
    with refused(GameError, "record.no-redo"):
        game.do(Redo())


def test_another_move_after_undo_replaces_what_was_undone(service: Service) -> None:
    game = people(service)
    for move in ("11-15", "23-19", "8-11"):
        game.do(Move(move))
    game.do(Undo())
    game.do(Undo())
    assert game.view()["can_redo"]
    game.do(Move("24-19"))
    view = service.game(game.id).view()
    assert [move["notation"] for move in view["record"]] == ["11-15", "24-19"]
    assert not view["can_redo"]
    assert len(service.store.load(game.id).moves) == 2


def test_undo_while_the_computer_thinks_stops_it(service: Service) -> None:
    game = service.begin(NewGame(white="engine:nodes=999999999999"))
    listener = Listener(game)
    game.do(Move("11-15"))
    listener.wait_for_depth(4)
    game.do(Undo())
    view = game.view()
    assert (view["ply"], view["thinking"], view["to_move"]) == (0, None, "person")


def test_a_ballot_is_not_taken_back(service: Service) -> None:
    game = people(service, start=Start("ballot", number=1))
    view = game.view()
    assert view["ply"] == 3
    assert not view["can_undo"]
    game.do(Move(view["choices"]["legal"][0]["path"], 3))
    game.do(Undo())
    assert game.view()["ply"] == 3


def test_undo_takes_back_a_resignation(service: Service) -> None:
    game = people(service)
    game.do(Move("11-15"))
    game.do(Resign())
    ending = outcome_of(game.view())
    assert (ending["winner"], ending["reason"]) == ("black", "resignation")
    assert game.view()["can_undo"]
    game.do(Undo())
    view = game.view()
    assert (view["outcome"], view["ply"], view["can_redo"]) == (None, 1, False)
    game.do(Undo())
    assert game.view()["ply"] == 0


def test_a_resignation_before_the_first_move_and_an_agreed_draw_are_taken_back(
    service: Service,
) -> None:
    game = service.begin(NewGame())
    game.do(Resign())
    game.do(Undo())
    assert game.view()["outcome"] is None
    two = people(service)
    two.offer_draw(service.judge_draw)
    two.do(AnswerDraw(accept=True))
    two.do(Undo())
    view = service.game(two.id).view()
    assert (view["outcome"], view["ply"]) == (None, 0)
    two.do(Move("11-15"))
    assert service.store.load(two.id).ending is None


def test_two_computers_wait_after_their_draw_is_taken_back(service: Service) -> None:
    game = service.begin(NewGame(black="random", white="random"))
    game.offer_draw(service.judge_draw)
    assert game.view()["outcome"]
    game.do(Undo())
    view = game.view()
    assert (view["outcome"], view["paused"]) == (None, True)


# ---- endings


def test_a_person_answers_the_other_persons_draw(service: Service) -> None:
    game = people(service)
    with refused(GameError, "session.no-draw-offer"):
        game.do(AnswerDraw(accept=True))
    game.offer_draw(service.judge_draw)
    assert game.view()["draw_offer"] == "black"
    game.do(AnswerDraw(accept=False))
    assert (game.view()["draw_offer"], game.view()["outcome"]) == (None, None)
    assert message_of(game) == ("draw-declined", "white", None)
    game.offer_draw(service.judge_draw)
    game.do(AnswerDraw(accept=True))
    assert game.view()["outcome"] == {
        "winner": None,
        "reason": "agreement",
        "result": "1/2-1/2",
    }


def test_the_computer_says_why_it_declines_a_draw(service: Service) -> None:
    game = service.begin(NewGame())
    game.offer_draw(lambda _game, _side: "better")
    assert message_of(game) == ("draw-declined", "white", "better")
    game.offer_draw(lambda _game, _side: None)
    assert outcome_of(game.view())["reason"] == "agreement"


def test_the_person_resigns_even_when_it_is_not_their_turn(service: Service) -> None:
    game = service.begin(NewGame())
    game.do(Move("11-15"))
    game.do(Resign())
    assert outcome_of(game.view())["winner"] == "white"
    with refused(GameError, "record.over", outcome="outcome.win"):
        game.do(Resign())
    with refused(IllegalMoveError, "record.over", outcome="outcome.win"):
        game.do(Move("23-19"))


def test_nobody_resigns_for_the_computer(service: Service) -> None:
    with refused(GameError, "session.computer-resigns"):
        service.begin(NewGame()).do(Resign(WHITE))
    with refused(GameError, "session.computer-resigns"):
        service.begin(NewGame(black="random", white="random")).do(Resign())


def test_nobody_moves_for_two_computers(service: Service) -> None:
    with refused(ConflictError, "session.computers-game"):
        service.begin(NewGame(black="random", white="random")).do(Move("11-15"))


def test_a_record_has_no_moves_that_were_taken_back(service: Service) -> None:
    game = people(service, start=Start("fen", fen="B:W18:B15,9"))
    game.do(Move("15x22"))
    assert outcome_of(game.view())["winner"] == "black"
    game.do(Undo())
    assert game.pdn().rstrip().endswith("*")
    assert "15x22" not in game.pdn()
    assert game.view()["can_redo"]


def test_a_clock_of_their_own_leaves_the_rules_their_name(service: Service) -> None:
    for clock in (ClockSetting("move", 30), ClockSetting("game", 60), None):
        assert people(service, clock=clock).view()["rules"]["name"] == "english"
        assert read(service, 1)[0]["rules"]["name"] == "english"
        tournament = people(service, rules=PRESETS["tournament-30"], clock=clock)
        assert tournament.view()["rules"]["name"] == "tournament-30"
    assert people(service, rules=PRESETS["casual"]).view()["rules"]["name"] == "casual"


@pytest.mark.parametrize("preset", PRESETS)
def test_two_computers_play_to_an_end_or_are_paused(service: Service, preset: str) -> None:
    game = service.begin(
        NewGame(black="level:4", white="greedy:seed=1", rules=PRESETS[preset], pace=0)
    )
    listener = Listener(game)
    view = listener.wait(lambda view: view["outcome"] is not None or view["paused"])
    assert view["outcome"] or message_of(game) == ("stalled", None, None)
    assert service.store.load(game.id).ply == view["ply"]


def test_a_rematch_keeps_the_set_up_and_can_swap_sides(service: Service) -> None:
    game = service.begin(
        NewGame(white="level:3", clock=ClockSetting("game", 60), start=Start("ballot", number=7))
    )
    game.do(Resign())
    again = service.rematch(game.id, swap=True).view()
    assert again["players"]["black"]["name"] == "Porch Player"
    assert again["players"]["white"]["kind"] == "person"
    assert (again["ply"], again["outcome"]) == (3, None)
    assert again["clock"]["black"] == 60
    assert service.game(game.id).view()["outcome"] is not None


def test_the_pdn_of_a_game_reads_back(service: Service) -> None:
    game = people(service, clock=ClockSetting("game", 60))
    for move in ("11-15", "23-19"):
        game.do(Move(move))
    again = Game.from_pdn(game.pdn())
    assert [str(node.move) for node in again.main_line()] == ["11-15", "23-19"]
    assert again.tags["Black"] == "Person"


def test_deleting_tells_those_who_look(service: Service) -> None:
    game = people(service)
    listener = Listener(game)
    service.delete(game.id)
    assert listener.heard[-1] == "gone"
    with refused(CrownheadError, "games.missing"):
        service.game(game.id)


def test_a_hint_is_a_legal_move_with_a_reason(service: Service) -> None:
    game = people(service)
    hint = service.hint(game.session.game())
    assert hint.move in game.session.game().legal_moves()
    assert hint.sentence.endswith(".")


@pytest.mark.parametrize("side", [BLACK, WHITE])
def test_the_computer_begins_where_it_has_the_first_move(service: Service, side: Side) -> None:
    rules = Rules(first_to_move=side)
    names = {side.value: "level:1", side.other.value: "person"}
    game = service.begin(NewGame(rules=rules, **names))  # type: ignore[arg-type]
    view = Listener(game).wait(lambda view: view["ply"] == 1)
    assert view["position"]["turn"] == side.other.value
    assert not view["can_undo"]

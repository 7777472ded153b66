"""What each command of a session does, and who may give it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from crownhead import BLACK, WHITE, Outcome, Position
from crownhead.errors import ConflictError, GameError, IllegalMoveError
from crownhead.messages import Message
from crownhead.outcome import Reason
from crownhead.session.clock import ClockSetting
from crownhead.session.commands import Command, DrawAsked, apply
from crownhead.session.endings import AnswerDraw, OfferDraw, Resign, SettleDraw
from crownhead.session.moves import AnswerUndo, Move, Redo, Undo
from crownhead.session.seating import Visitor
from crownhead.session.seats import Invite, Rename, Sit
from crownhead.session.state import Session
from crownhead.session.thinking import Change, Chosen, Failed, Step, Think, Watch

HOST, GUEST, LATE = Visitor("host", True), Visitor("guest", False), Visitor("late", False)
AGREED = Outcome(None, Reason.AGREEMENT)


def after(session: Session, *commands: Command, now: float = 0.0) -> Session:
    for command in commands:
        session, _ = apply(session, command, now)
    return session


def watched(clock: ClockSetting | None = None, **players: str) -> Session:
    return after(Session.of(Position.start(), clock=clock, **players), Watch())


def apart() -> Session:
    """A game of two people on two devices: the host has Black."""
    invited = after(watched(), Invite(WHITE, HOST, "c0de"))
    return after(invited, Sit(WHITE, GUEST.id, "c0de"))


def refused(session: Session, *commands: Command, error: type[Exception] = GameError) -> None:
    for command in commands:
        with pytest.raises(error):
            apply(session, command, 0.0)


def clocks(session: Session, now: float) -> Sequence[float]:
    return [session.clock.left(side, now) for side in (BLACK, WHITE)]


# ---- who may do what


def test_only_the_player_to_move_moves() -> None:
    refused(apart(), Move("11-15", by=GUEST), error=ConflictError)
    refused(apart(), Move("11-15", by=LATE))
    assert after(apart(), Move("11-15", by=HOST)).ply == 1


def test_those_who_only_watch_change_nothing() -> None:
    session = after(apart(), Move("11-15", by=HOST), OfferDraw(HOST))
    commands = (Undo(by=LATE), Redo(by=LATE), Resign(by=LATE), Resign(WHITE, LATE), OfferDraw(LATE))
    refused(session, *commands, AnswerDraw(accept=True, by=LATE))


def test_nobody_resigns_for_the_other() -> None:
    refused(apart(), Resign(BLACK, GUEST), Resign(WHITE, HOST))
    assert after(apart(), Resign(by=GUEST)).outcome == Outcome(BLACK, Reason.RESIGNATION)


def test_a_seat_needs_the_code_of_its_link() -> None:
    invited = after(watched(), Invite(WHITE, HOST, "c0de"))
    assert after(invited, Sit(WHITE, GUEST.id, "0ther")).seating == invited.seating
    seated = after(invited, Sit(WHITE, GUEST.id, "c0de"))
    assert seated.seating.owners == {BLACK: HOST.id, WHITE: GUEST.id}
    assert after(seated, Sit(WHITE, LATE.id, "c0de")).seating == seated.seating


def test_an_undo_on_two_devices_is_for_the_other_to_allow() -> None:
    moved = after(apart(), Move("11-15", by=HOST))
    asked = after(moved, Undo(by=HOST))
    assert (asked.ply, asked.undo_request) == (1, BLACK)
    assert asked.version > moved.version, "an older view must not replace the question"
    refused(asked, AnswerUndo(accept=True, by=HOST))
    assert after(asked, AnswerUndo(accept=True, by=GUEST)).ply == 0
    assert after(asked, AnswerUndo(accept=False, by=GUEST)).undo_request is None
    for kept in (Rename(HOST.id, "Holly"), OfferDraw(HOST)):
        assert after(asked, kept).undo_request is BLACK


# ---- draws


def test_a_draw_is_for_the_other_to_accept() -> None:
    offered = after(apart(), OfferDraw(HOST))
    assert offered.draw_offer is BLACK
    refused(offered, AnswerDraw(accept=True, by=HOST))
    assert after(offered, AnswerDraw(accept=True, by=GUEST)).outcome == AGREED
    declined = after(offered, AnswerDraw(accept=False, by=GUEST))
    assert (declined.outcome, declined.draw_offer) == (None, None)
    assert after(offered, OfferDraw(GUEST)).outcome == AGREED, "both have offered it"


def test_a_computer_answers_for_the_position_that_it_was_asked_about() -> None:
    session = watched(white="level:1")
    same, events = apply(session, OfferDraw(), 0.0)
    assert events == (DrawAsked(WHITE, same.version),)
    assert after(same, SettleDraw(events[0], None)).outcome == AGREED
    later = after(same, Move("11-15"))
    refused(later, SettleDraw(events[0], None), error=ConflictError)


# ---- what somebody sees who is late


def test_a_command_for_another_ply_is_refused() -> None:
    session = after(watched(), Move("11-15"), Move("23-19"), Move("8-11"))
    refused(session, Move("22-18", 1), Move("22-18", 4), Redo(4), Undo(0), error=ConflictError)
    assert after(session, Move("22-17", 3)).ply == 4


def test_what_was_done_already_is_not_done_twice() -> None:
    session = after(watched(), Move([11, 15], 0), Move([11, 15], 0))
    assert session.ply == 1
    session = after(session, Move("23-19"))
    assert after(session, Undo(2), Undo(2)).ply == 1
    assert after(session, Undo(2), Redo(1), Redo(1)).ply == 2
    assert after(session, Resign(), Undo(2, over=True), Undo(2, over=True)).ply == 2


def test_moves_taken_back_are_gone_when_the_game_ends() -> None:
    session = after(watched(), Move("11-15"), Undo(), Resign())
    assert (session.moves, session.outcome) == ((), Outcome(WHITE, Reason.RESIGNATION))


# ---- clocks


def test_a_move_adds_the_increment_to_what_is_left() -> None:
    session = after(watched(ClockSetting("game", 60, 2)), Move("11-15"), now=5.0)
    assert clocks(session, 5.0) == [57.0, 60.0]
    session = after(session, Move("23-19"), now=15.0)
    assert clocks(session, 18.0) == [54.0, 52.0]


def test_a_clock_for_each_move_begins_anew() -> None:
    session = after(watched(ClockSetting("move", 30)), Move("11-15"), now=20.0)
    assert clocks(session, 25.0) == [30.0, 25.0]


def test_undo_shows_the_clocks_of_that_moment_and_redo_gives_no_time_back() -> None:
    session = after(watched(ClockSetting("game", 60)), Move("11-15"), now=5.0)
    session = after(session, Move("23-19"), now=15.0)
    assert clocks(session, 35.0) == [35.0, 50.0]
    back = after(session, Undo(), now=35.0)
    assert clocks(back, 35.0) == [55.0, 60.0]
    again = after(back, Redo(), now=40.0)
    assert clocks(again, 40.0) == [35.0, 50.0]
    played = after(back, Move("23-19"), now=45.0)
    assert clocks(played, 45.0) == [55.0, 50.0]


def test_a_move_made_again_on_a_clock_begins_a_new_future() -> None:
    moves = (Move("11-15"), Move("23-19"), Undo(), Undo(), Move("11-15"))
    assert after(after(watched(), *moves), Redo()).ply == 2
    refused(after(watched(ClockSetting("game", 60)), *moves), Redo())


@pytest.mark.parametrize(
    "command",
    [Resign(), OfferDraw(), Undo(9), Change(pace=3.0), Move("11-15")],
    ids=lambda command: type(command).__name__,
)
def test_a_clock_that_has_run_out_comes_first(command: Command) -> None:
    session = watched(ClockSetting("move", 30))
    late, _ = apply(session, command, 30.0)
    assert late.outcome == Outcome(WHITE, Reason.TIME)


# ---- computers


def thinking() -> Session:
    return after(watched(black="level:1", white="level:1"), Think())


def test_a_computer_that_failed_begins_again_when_it_is_asked_to() -> None:
    failed = after(thinking(), Failed(Message("service.fault"), 1))
    assert failed.failed
    assert not failed.wants_thought(9.0)
    for again in (Step(), Change(paused=False), Change(black="level:2")):
        assert after(failed, again).wants_thought(9.0), again


def test_a_computer_makes_only_legal_moves() -> None:
    session = thinking()
    illegal = Position.start().play("11-15").legal_moves()[0]
    refused(session, Chosen(illegal, session.thought), error=IllegalMoveError)

"""Random command sequences: whatever people, clocks and computers do, a game stays sound."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crownhead import BLACK, WHITE, Game, Outcome, Position, Side
from crownhead.errors import ConflictError, CrownheadError
from crownhead.messages import Message
from crownhead.outcome import Reason
from crownhead.session.clock import ClockSetting
from crownhead.session.commands import Command, DrawAsked, Refused, apply
from crownhead.session.endings import AnswerDraw, OfferDraw, Resign, SettleDraw
from crownhead.session.moves import AnswerUndo, Move, Redo, Undo
from crownhead.session.seating import PERSON, Visitor
from crownhead.session.seats import FreeSeats, Invite, LeadTo, Rename, Sit
from crownhead.session.state import Session
from crownhead.session.thinking import (
    Change,
    Chosen,
    Failed,
    Rest,
    Rethink,
    Step,
    Think,
    Tick,
    Watch,
)

HOST, GUEST, OTHER = Visitor("host", True), Visitor("guest", False), Visitor("other", False)
CLOCKS: Final = (ClockSetting(), ClockSetting("move", 30), ClockSetting("game", 60, 2))
# Few pieces, so that games end by themselves too.
STARTS: Final = (Position.start(), Position.from_fen("B:W27,32,K30:B9,10,K1"))

askers = st.sampled_from([None, HOST, GUEST, OTHER])
sides = st.sampled_from([BLACK, WHITE])
plies = st.none() | st.integers(-1, 12)
players = st.sampled_from([PERSON, "level:1"])
squares = st.lists(st.integers(1, 32), min_size=2, max_size=2)

# A move is named by its number among the legal ones, so that most of them can be played.
numbers = st.integers(0, 40)
commands: st.SearchStrategy[Command | tuple[str, int]] = st.one_of(
    st.tuples(st.just("move"), numbers),
    st.tuples(st.just("move"), numbers),
    st.tuples(st.just("move"), numbers),
    st.tuples(st.just("choose"), numbers),
    st.tuples(st.just("settle"), numbers),
    st.builds(Move, squares, plies, askers),
    st.builds(Undo, plies, st.none() | st.booleans(), askers),
    st.builds(AnswerUndo, st.booleans(), askers),
    st.builds(Redo, plies, askers),
    st.builds(Resign, st.none() | sides, askers),
    st.builds(OfferDraw, askers),
    st.builds(AnswerDraw, st.booleans(), askers),
    st.builds(
        Change,
        st.none() | players,
        st.none() | players,
        st.none() | st.booleans(),
        st.none() | st.floats(-1, 70),
    ),
    st.builds(Invite, sides, st.just(HOST), st.sampled_from(["c0de", "c1de"])),
    st.builds(Sit, sides, st.sampled_from(["guest", "other"]), st.sampled_from(["c0de", "c1de"])),
    st.builds(Rename, st.sampled_from(["host", "guest"]), st.sampled_from([None, "Ada"])),
    st.builds(Failed, st.just("why"), st.integers(0, 5)),
    st.builds(Rethink, st.integers(0, 5)),
    st.builds(LeadTo, st.just("next")),
    st.sampled_from([FreeSeats(), Step(), Watch(), Watch(), Rest(), Think(), Think(), Tick()]),
)
sequences = st.lists(st.tuples(commands, st.sampled_from([0.0, 0.5, 3.0, 20.0])), max_size=40)


def spelt_out(
    session: Session, made: Command | tuple[str, int], asked: DrawAsked | None
) -> Command:
    """Fill in what only the session knows."""
    if not isinstance(made, tuple):
        return made
    what, number = made
    legal = session.position.legal_moves()
    if what == "settle" or not legal:
        return SettleDraw(
            asked or DrawAsked(WHITE, session.version), None if number % 2 else "better"
        )
    move = legal[number % len(legal)]
    if what == "choose":
        return Chosen(move, session.thought - (number == 40), book=number % 2 == 0)
    by = [None, None, HOST, GUEST][number % 4]
    return Move(move.path, session.ply if number % 3 else None, by)


def check(session: Session, before: Session, now: float) -> None:
    """What is true of every session."""
    assert 0 <= session.opening_plies <= session.ply <= len(session.moves)
    assert session.version - before.version in (0, 1, 2)
    nodes = [session.start, *(played.node for played in session.moves)]
    assert all(after.parent is one for one, after in pairwise(nodes))
    # The same game, played by the library's own rules, stands at the same node.
    game = session.game()
    assert (game.position, game.ply, game.outcome) == (
        session.position,
        session.ply,
        session.outcome,
    )
    assert len(list(game.main_line())) == len(session.moves)
    running = session.clock.running
    if running is not None:
        assert session.watched
        assert session.outcome is None
        assert running is session.turn
        assert session.clock.exists
    if session.thinking is not None:
        assert session.thinking is session.turn
        assert not session.seating.is_person(session.turn)
        assert session.watched
        assert not session.wants_thought(now)
    if session.failed:
        assert running is None
        assert session.thinking is None
    seating = session.seating
    assert not set(seating.owners) & set(seating.invitations)
    assert len(session.who_can_undo()) <= 2
    assert len({*seating.owners.values()}) == len(seating.owners), "one browser has both seats"


def check_clocks(session: Session, before: Session, now: float, then: float) -> None:
    """Time only runs, and only for the side whose clock ran."""
    clock, old = session.clock, before.clock
    if not clock.exists:
        assert session.moves == () or session.moves[0].left is None
        return
    lefts, olds = clock.lefts(now), old.lefts(then)
    assert all(left >= 0 for left in lefts.values())
    if session.ply == before.ply:
        passed = now - then
        assert sum(lefts.values()) >= sum(olds.values()) - passed - 1e-6
        if session.outcome == before.outcome:
            assert sum(lefts.values()) <= sum(olds.values()) + 1e-6


def check_actor(session: Session, before: Session, command: Command) -> None:
    """People change only what is theirs to change."""
    by = getattr(command, "by", None)
    if (
        by is None
        or session.version == before.version
        or (session.ending is not None and session.ending.reason is Reason.TIME)
    ):
        return
    mine = before.seating.of_visitor(by)
    if isinstance(command, Move):
        assert before.turn in mine
    if isinstance(command, Resign) and session.ending is not None:
        assert session.ending.winner is not None
        assert session.ending.winner.other in mine
    if isinstance(command, AnswerDraw):
        assert before.draw_offer is not None
        assert before.draw_offer.other in mine
    if isinstance(command, (Undo, Redo)) and before.persons:
        assert mine
        if before.seating.is_apart and session.ply != before.ply:
            assert before.undo_request not in (None, *mine), "nobody has agreed"


@settings(max_examples=400, deadline=None)
@given(sequences, st.sampled_from(STARTS), st.sampled_from(CLOCKS), players, players)
def test_any_commands_in_any_order_leave_a_sound_game(
    sequence: list[tuple[Command | tuple[str, int], float]],
    start: Position,
    clock: ClockSetting,
    black: str,
    white: str,
) -> None:
    session = Session.of(start, black=black, white=white, clock=clock)
    now, asked = 1000.0, None
    for made, passed in sequence:
        command = spelt_out(session, made, asked)
        then, now = now, now + passed
        before, shown = session, repr(session)
        try:
            session, events = apply(session, command, now)
        except CrownheadError:
            events = ()
        assert repr(before) == shown, "a session was changed"
        check(session, before, now)
        check_clocks(session, before, now, then)
        if before.outcome is not None and session.outcome not in (None, before.outcome):
            assert isinstance(command, (Undo, Redo, AnswerUndo)), "a game has two results"
        check_actor(session, before, command)
        asked = next((one for one in events if isinstance(one, DrawAsked)), asked)


@settings(max_examples=100, deadline=None)
@given(st.lists(numbers, min_size=1, max_size=30), st.data())
def test_undo_and_redo_come_back_to_the_same_place(chosen: list[int], data: st.DataObject) -> None:
    session = Session.of(Position.start())
    for number in chosen:
        legal = session.position.legal_moves()
        session, _ = apply(session, Move(legal[number % len(legal)].path), 0.0)
    end, back = session, data.draw(st.integers(1, len(chosen)))
    for _ in range(back):
        session, _ = apply(session, Undo(), 0.0)
    assert session.ply == end.ply - back
    assert session.moves == end.moves
    for _ in range(back):
        session, _ = apply(session, Redo(), 0.0)
    assert (session.position, session.moves, session.ply) == (end.position, end.moves, end.ply)


def test_a_late_answer_is_refused() -> None:
    session = Session.of(Position.start(), white="level:1")
    session, _ = apply(session, Watch(), 0.0)
    session, _ = apply(session, Move("11-15"), 0.0)
    thinking, _ = apply(session, Think(), 0.0)
    answer = Chosen(thinking.position.legal_moves()[0], thinking.thought)
    assert apply(thinking, answer, 1.0)[0].ply == 2
    taken_back, _ = apply(thinking, Undo(), 1.0)
    again, _ = apply(taken_back, Move("9-13"), 1.0)
    again, _ = apply(again, Think(), 1.0)
    redone, _ = apply(taken_back, Redo(), 1.0)
    redone, _ = apply(redone, Think(), 1.0)
    replaced, _ = apply(thinking, Change(white="level:9"), 1.0)
    replaced, _ = apply(replaced, Think(), 1.0)
    for late in (taken_back, again, redone, replaced, replace(thinking, thinking=None)):
        with pytest.raises(ConflictError):
            apply(late, answer, 2.0)
        failed = apply(late, Failed(Message("service.fault"), answer.thought), 2.0)[0].failed
        assert failed == (late.thought == answer.thought and late.turn is WHITE)
        assert not apply(late, Rethink(thinking.thought), 2.0)[0].stepping


def test_a_flag_that_falls_ends_the_game_and_refuses_the_move() -> None:
    session = Session.of(Position.start(), clock=ClockSetting("move", 30))
    session, _ = apply(session, Watch(), 0.0)
    late, events = apply(session, Move("11-15"), 31.0)
    assert late.outcome == Outcome(Side.WHITE, Reason.TIME)
    assert [type(one) for one in events] == [Refused]
    assert late.ply == 0
    assert Game(late.position).outcome is None

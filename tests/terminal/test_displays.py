"""What the two displays write, without a program around them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from cases import each
from crownhead.messages import Message, say
from crownhead.outcome import Reason
from crownhead.pieces import Side
from crownhead.service import ClockSetting, NewGame, Service, Start
from crownhead.service.contract import ClockView, GameView, OutcomeView
from crownhead.session.moves import Move
from crownhead.terminal import words
from crownhead.terminal.board import NARROW, Scene, draw
from crownhead.terminal.colours import palette
from crownhead.terminal.display import Look, Window
from crownhead.terminal.lines import LineDisplay
from crownhead.terminal.screen import ScreenDisplay
from crownhead.themes import THEMES, Theme

THREE_JUMPS = "B:W32,29:B25,18,11,1,12"  # for White, after 1-5
ROUTES = ["22x13x6x15x22x29", "22x13x6x15x22x31x24", "22x15x6x13x22x29", "22x15x6x13x22x31x24"]
STATUS = Message("game.must-capture.you", {"moves": "15x22"})
_CODES = re.compile(r"\x1b(?:\[[0-9;?]*[A-Za-z]|[78])")


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    made = Service(tmp_path)
    yield made
    made.close()


@pytest.fixture
def view(service: Service) -> GameView:
    return service.begin(NewGame(black="person", white="person")).view()


class Captured:
    """A display, and what it writes."""

    def __init__(
        self,
        kind: type[ScreenDisplay | LineDisplay],
        width: int = 80,
        height: int = 24,
        theme: Theme | None = None,
    ) -> None:
        self._written = StringIO()
        self.pauses: list[float] = []
        console = Console(file=self._written, force_terminal=True, width=width, height=height)
        self.display = kind(Window(console, theme, True, self._pause))

    def _pause(self, seconds: float) -> bool:
        self.pauses.append(seconds)
        return False

    def after(self, act: Callable[[], object]) -> str:
        """What an act writes."""
        self._written.seek(0)
        self._written.truncate()
        act()
        return _CODES.sub("\n", self._written.getvalue())


# ---- below the board


@pytest.mark.parametrize("count", [4, 20])
def test_every_choice_can_be_read(view: GameView, count: int) -> None:
    choices = [
        f"{'abcdefghijklmnopqrstuvwxyz'[number]}: {ROUTES[number % 4]}" for number in range(count)
    ]
    captured = Captured(ScreenDisplay)
    text = captured.after(
        lambda: captured.display.show(view, Look(False, Message("terminal.which-way"), (), choices))
    )
    assert say("terminal.which-way") in text
    for choice in choices:
        assert choice in text, text


def test_choices_leave_room_for_what_was_said(view: GameView) -> None:
    captured = Captured(ScreenDisplay)
    look = Look(False, Message("terminal.which-way"), (), [f"a: {route}" for route in ROUTES])
    captured.display.say("Somebody said this.")
    text = captured.after(lambda: captured.display.show(view, look))
    assert "Somebody said this." in text
    assert all(f"a: {route}" in text for route in ROUTES)


def test_a_sentence_that_does_not_fit_below_the_board_gets_a_page(view: GameView) -> None:
    captured = Captured(ScreenDisplay)
    captured.display.say("word " * 100)
    text = captured.after(lambda: captured.display.show(view, Look(False, STATUS)))
    assert text.count("word") + text.count("Word") == 100
    assert str(STATUS) in text
    assert say("terminal.enter") in text
    assert max(map(len, text.split("\n"))) < 80
    captured.display.heard()
    assert "b 1" in captured.after(lambda: captured.display.show(view, Look(False, STATUS)))


@pytest.mark.parametrize("kind", [ScreenDisplay, LineDisplay])
def test_what_is_said_and_asked_is_written_once(view: GameView, kind: type) -> None:
    captured = Captured(kind)
    captured.display.show(view, Look(False, STATUS))
    captured.display.heard()

    def refuse() -> None:
        captured.display.say("12-16 is wrong", STATUS)
        captured.display.show(view, Look(False, STATUS))

    text = captured.after(refuse)
    assert text.count(str(STATUS)) == 1
    assert "12-16 is wrong." in text
    assert "> " in text


def test_a_wide_window_has_room_for_names_with_ratings(service: Service) -> None:
    view = service.begin(NewGame(white="level:6")).view()
    seat = view["players"]["white"]
    named = f"White: {seat['name']} ({seat['rating']})"
    narrow, wide = Captured(ScreenDisplay), Captured(ScreenDisplay, 120, 50)
    look = Look(False, "")
    assert named not in narrow.after(lambda: narrow.display.show(view, look))
    assert named in wide.after(lambda: wide.display.show(view, look))


# ---- pages


def test_a_page_leaves_out_its_oldest_rows_and_says_so(view: GameView) -> None:
    rows = [f"{number}. 11-15    22-18" for number in range(1, 101)]
    captured = Captured(ScreenDisplay)
    captured.display.page(["Red can play 9-13."], rows)
    text = captured.after(lambda: captured.display.show(view, Look(False, STATUS)))
    shown = sorted(int(number) for number in re.findall(r"([0-9]+)\. 11-15", text))
    assert shown == list(range(101 - len(shown), 101))
    assert say("terminal.left-out", count=100 - len(shown)) in text
    assert "Red can play 9-13." in text


def test_lines_have_all_rows(view: GameView) -> None:
    rows = [f"{number}. 11-15    22-18" for number in range(1, 301)]
    captured = Captured(LineDisplay, 40)
    text = captured.after(lambda: captured.display.page([], rows))
    assert all(row in text for row in rows)
    assert max(map(len, text.split("\n"))) < 40


# ---- words of a theme


@pytest.mark.parametrize("kind", [ScreenDisplay, LineDisplay])
@each("name", THEMES)
def test_a_theme_names_the_sides_and_nobody_else(view: GameView, kind: type, name: str) -> None:
    theme, captured = THEMES[name], Captured(kind, theme=THEMES[name])
    players = {side: {**view["players"][side], "name": "Jack Black"} for side in words.SIDES}
    named: GameView = {**view, "players": players}  # type: ignore[typeddict-item]
    collection = Message("collections.name-taken", {"name": "Black Hole"})
    flipped = Message("terminal.flipped", {"side": Side.BLACK})
    shown = captured.after(lambda: captured.display.show(named, Look(False, "")))
    shown += captured.after(lambda: captured.display.say(collection))
    shown += captured.after(lambda: captured.display.show(named, Look(False, "")))
    assert "Jack Black" in shown
    assert "Black Hole" in shown
    shown = captured.after(lambda: captured.display.say(flipped))
    shown += captured.after(lambda: captured.display.show(named, Look(False, "")))
    assert say("terminal.flipped", side=theme.sides[0]) in shown


# ---- captures that are shown


@pytest.mark.parametrize(("seconds", "most"), [(3, 0.15), (300, 1.8)])
def test_showing_a_capture_costs_little_of_a_clock_and_shows_it(
    service: Service, seconds: float, most: float
) -> None:
    game = service.begin(
        NewGame(
            black="person",
            white="person",
            start=Start("fen", fen=THREE_JUMPS),
            clock=ClockSetting("game", seconds),
        )
    )
    before = game.view()
    game.do(Move("1-5"))
    game.do(Move("29x8"))
    game.change(white="greedy")
    after = game.view()
    clock: ClockView = {
        **after["clock"],
        "running": "black",
        "black": float(seconds),
        "white": 7.0,
    }
    captured = Captured(ScreenDisplay)
    captured.display.show(before, Look(False, ""))
    text = captured.after(lambda: captured.display.show({**after, "clock": clock}, Look(False, "")))
    assert len(captured.pauses) == 4
    assert sum(captured.pauses) == pytest.approx(most)
    assert "> White" not in text  # whose move it was
    assert text.count("> Black: You") == 5
    if seconds == 300:
        assert re.findall("4:59|5:00", text) == ["5:00", "5:00", "5:00", "4:59", "4:59"]


# ---- lines


def test_a_computer_that_thinks_is_waited_for_without_a_prompt(view: GameView) -> None:
    captured = Captured(LineDisplay)
    status = Message("game.thinking", {"player": Side.WHITE})
    thinking: GameView = {**view, "thinking": {"side": "white", "depth": 1}}
    text = captured.after(lambda: captured.display.show(thinking, Look(False, status)))
    assert text.endswith(f"{status}.\n")


def test_a_result_is_told_once(view: GameView) -> None:
    captured = Captured(LineDisplay)
    captured.display.show(view, Look(False, ""))
    captured.display.heard()
    outcome: OutcomeView = {"winner": "white", "reason": Reason.RESIGNATION, "result": "0-1"}
    ended: GameView = {**view, "outcome": outcome}
    won = words.ending(outcome)
    look = Look(False, Message("terminal.again", {"outcome": won}))
    assert captured.after(lambda: captured.display.show(ended, look)).count(str(won)) == 1


def test_a_window_that_is_too_narrow_says_how_wide_it_must_be(view: GameView) -> None:
    captured = Captured(LineDisplay, NARROW - 1)
    text = captured.after(lambda: captured.display.show(view, Look(False, "")))
    assert say("terminal.too-narrow", least=NARROW, width=NARROW - 1)[:20] in text
    assert "b 1" not in text


def test_marks_of_the_narrow_board_are_whole() -> None:
    scene = Scene("b" * 32, trail=[4, 5], marked=[8, 12])
    lines = [str(line) for line in draw(scene, narrow=True)]
    text = "\n".join(lines)
    for mark in ("[b 4]", "[b 5]", "*b 8*", "*b12*"):
        assert mark in text
    assert max(map(len, lines)) == NARROW


# ---- colours


@each("system", ["truecolor", "256", "standard", "windows"])
@each("name", THEMES)
def test_squares_and_discs_can_be_told_apart(name: str, system: str) -> None:
    colours = palette(THEMES[name], system)
    grounds = [colours.light, colours.dark, colours.trail, colours.mark]
    assert len(set(grounds)) == 4
    assert not {colours.black, colours.white} & set(grounds[1:])
    assert len({colours.black, colours.white, colours.black_crown}) == 3
    assert colours.white_crown != colours.white
    assert all(("color(" in colour) == (system != "truecolor") for colour in grounds)

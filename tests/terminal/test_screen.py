"""The game on a screen of 80 by 24, behind a pty."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path

import pytest
from fake_terminal import COLUMNS, ROWS, FakeTerminal
from rich.console import Console
from sitting import PEOPLE, THINKING, WHICH_GAME, YOUR_MOVE, asked, ended, plays, stored

from crownhead.messages import Listed, say
from crownhead.pieces import BLACK, WHITE
from crownhead.service import NewGame, Service, Start
from crownhead.session.moves import Move, Undo
from crownhead.terminal.display import Look, Window
from crownhead.terminal.inbox import Inbox
from crownhead.terminal.screen import ScreenDisplay
from saying import begun, said

Open = Callable[..., FakeTerminal]
NO_PIECE = said("refusal.no-piece", square=14)
SAVED = begun("terminal.saved")
TITLE = (
    f"Crownhead  {begun('terminal.rules', preset=say('rules.preset.english.title')).rstrip('.')}"
)
THREE_JUMPS = "B:W32,29:B25,18,11,1,12"  # for White, after 1-5
JUMPS = tuple(
    said("game.jumped", jump=jump, square=square)
    for jump, square in (("29x22", 25), ("22x15", 18), ("15x8", 11))
)
ENDLESS = "engine:nodes=999999999999"  # thinks until it is stopped


@pytest.fixture
def opened_terminal(tmp_path: Path) -> Iterator[Open]:
    opened: list[FakeTerminal] = []

    def open_one(*options: str, **named: object) -> FakeTerminal:
        opened.append(FakeTerminal(tmp_path, *options, **named))  # type: ignore[arg-type]
        return opened[-1]

    yield open_one
    for one in opened:
        one.close()


def test_board_turn_message_and_prompt_fit(opened_terminal: Open) -> None:
    screen = opened_terminal("--seed", "1", "--clock", "5+3")
    screen.wait(said("terminal.your-move", "classic", side=BLACK, example="9-13"))
    screen.type("14-18\n")
    screen.wait(NO_PIECE)
    lines = screen.lines
    assert lines[0].startswith(TITLE)
    for square in range(1, 33):
        assert str(square) in " ".join(lines[1:18])
    assert "White: Sprout" in lines[1]
    assert "> ● Red: You" in lines[16]
    assert re.search(r"12 men +[0-5]:[0-9]{2}$", lines[17])
    assert lines[22] == ">"
    screen.wait_for_cursor((22, 2))
    assert screen.scrolled == 0


def test_a_long_name_leaves_its_rating_out(opened_terminal: Open) -> None:
    screen = opened_terminal("--level", "tournament player")
    screen.wait(YOUR_MOVE)
    assert screen.lines[1].endswith("White: Tournament Player")


def test_a_move_is_answered_and_both_are_seen(opened_terminal: Open) -> None:
    screen = opened_terminal("--seed", "1")
    screen.wait(YOUR_MOVE)
    screen.type("11\n")
    screen.wait(said("terminal.where-to", square=11, squares=Listed([15, 16])))
    screen.type("15\n")
    screen.wait(begun("game.moved", side=WHITE))
    assert "1. 11-15" in screen.text
    screen.type("quit\n")
    assert screen.end() == 0
    assert "\x1b[?1049l" in screen.raw  # the screen is given back
    assert SAVED in screen.raw.split("\x1b[?1049l")[1]


def test_a_computers_capture_is_shown_jump_by_jump(opened_terminal: Open) -> None:
    screen = opened_terminal("--white", "greedy", "--start", THREE_JUMPS)
    screen.wait(YOUR_MOVE)
    screen.type("1-5\n")
    screen.wait(plays("white", "29x8", 25, 18, 11))
    offsets = [screen.raw.index(leg) for leg in JUMPS]
    assert offsets == sorted(offsets)


def test_a_capture_is_shown_even_if_the_next_move_is_there_already(tmp_path: Path) -> None:
    service = Service(tmp_path)
    game = service.begin(
        NewGame(black="person", white="person", start=Start("fen", fen=THREE_JUMPS))
    )
    before = game.view()
    for move in ("1-5", "29x8", "5-9"):
        game.do(Move(move))
    game.change(black="greedy", white="greedy")
    written, inbox = StringIO(), Inbox()
    inbox.hear("view")  # as the next move does while the one before is shown
    console = Console(file=written, force_terminal=True, width=COLUMNS, height=ROWS)
    display = ScreenDisplay(Window(console, None, True, lambda _: inbox.pause(0)))
    for view in (before, game.view()):
        display.show(view, Look(False, ""))
    service.close()
    offsets = [written.getvalue().index(leg) for leg in JUMPS]
    assert offsets == sorted(offsets)


# Every jump is shown for no time, but the first until something happens.
UNHURRIED = """
from crownhead.__main__ import main
from crownhead.terminal.inbox import Inbox
pause, seconds = Inbox.pause, iter([0, 1000])
Inbox.pause = lambda inbox, _: pause(inbox, next(seconds))
main()
"""


def test_ctrl_c_does_not_wait_for_a_capture_to_be_shown(opened_terminal: Open) -> None:
    command = (sys.executable, "-c", UNHURRIED, "terminal")
    screen = opened_terminal("--white", "greedy", "--start", THREE_JUMPS, command=command)
    screen.wait(YOUR_MOVE)
    screen.type("1-5\n")
    screen.wait(JUMPS[0])
    screen.type("\x03")
    assert screen.end() == 130
    assert JUMPS[2] not in screen.raw


def test_typing_ahead_waits_for_its_turn(opened_terminal: Open) -> None:
    screen = opened_terminal(*PEOPLE)
    screen.wait(asked())
    screen.type("11-15\n23-19\n8-11\n")
    screen.wait("2. 8-11")
    screen.wait(asked("white"))


@pytest.mark.parametrize(("typed", "code"), [("quit\n", 0), ("\x04", 0)])
def test_commands_overtake_a_move_that_waits(opened_terminal: Open, typed: str, code: int) -> None:
    screen = opened_terminal("--white", ENDLESS)
    screen.wait(YOUR_MOVE)
    screen.type("11-15\n")
    screen.wait(THINKING)
    screen.type("22-18\n")
    screen.type(typed)
    assert screen.end() == code


@pytest.mark.parametrize("command", ["undo", "again", "resign"])
def test_moves_that_wait_are_dropped_when_the_game_changes(
    opened_terminal: Open, command: str
) -> None:
    screen = opened_terminal("--white", ENDLESS)
    screen.wait(YOUR_MOVE)
    screen.type("11-15\n")
    screen.wait(THINKING)
    screen.type("9-13\n12-16\n")
    screen.type(f"{command}\n")
    screen.wait(said("terminal.dropped", moves=Listed(["9-13", "12-16"], "and")))
    assert "9-13   " not in screen.text


def test_a_move_typed_after_an_undo_is_meant(opened_terminal: Open) -> None:
    screen = opened_terminal("--white", ENDLESS)
    screen.wait(YOUR_MOVE)
    screen.type("11-15\n")
    screen.wait(THINKING)
    screen.type("undo\n9-13\n")
    screen.wait("1. 9-13")


def test_what_is_taken_back_elsewhere_is_not_played_or_told_on(
    opened_terminal: Open, tmp_path: Path
) -> None:
    screen = opened_terminal("--white", "greedy", "--start", THREE_JUMPS)
    screen.wait(YOUR_MOVE)
    screen.type("1-5\n")
    screen.wait(plays("white", "29x8", 25, 18, 11))
    service = Service(tmp_path)
    service.game(service.games(1).games[0]["id"]).do(Undo())
    screen.wait(begun("terminal.your-move", "classic", side=BLACK, example="1-5"))
    assert begun("game.moved", side=WHITE) not in screen.text
    service.close()


def test_a_refusal_is_seen_though_the_game_went_on(opened_terminal: Open, tmp_path: Path) -> None:
    screen = opened_terminal("--black", "person", "--white", "greedy", "--start", THREE_JUMPS)
    screen.wait(YOUR_MOVE)
    screen.type("14\n")
    screen.wait(NO_PIECE)
    service = Service(tmp_path)
    service.game(service.games(1).games[0]["id"]).do(Move("1-5"))
    screen.wait(plays("white", "29x8", 25, 18, 11))
    assert NO_PIECE in screen.text
    service.close()


def test_a_move_typed_in_a_game_of_two_computers_is_refused(opened_terminal: Open) -> None:
    screen = opened_terminal("--black", "random", "--white", "random", "--pace", "60")
    screen.wait("  1. ")
    screen.type("pause\n")
    screen.wait(said("terminal.paused"))
    screen.type("11-15\n")
    screen.wait(said("session.computers-game"))
    screen.type("quit\n")
    assert screen.end() == 0


def test_a_page_stays_while_the_computer_moves(opened_terminal: Open, tmp_path: Path) -> None:
    screen = opened_terminal("--white", ENDLESS)
    screen.wait(YOUR_MOVE)
    screen.type("11-15\n")
    screen.wait(THINKING)
    screen.type("rules\n")
    screen.wait(said("terminal.enter"))
    service = Service(tmp_path)
    game = service.game(service.games(1).games[0]["id"])
    game.change(white="greedy")  # which moves at once, here or there
    screen.wait(begun("game.moved", side=WHITE))
    assert say("rules.capture.mandatory.sentence") in screen.text
    screen.type("\n")
    screen.wait("● Red: You")
    service.close()


def test_another_size_gets_another_drawing(opened_terminal: Open) -> None:
    screen = opened_terminal(*PEOPLE)
    screen.wait(asked())
    screen.resize(20, 60)
    screen.wait(begun("terminal.game"))  # line by line from here on
    screen.type("11-15\n")
    screen.wait(plays("black", "11-15", theme="classic"))
    screen.resize(24, 80)
    screen.wait(TITLE)
    screen.wait("1. 11-15")
    screen.type("quit\n")
    assert screen.end() == 0
    assert screen.raw.count("\x1b[?1049h") == screen.raw.count("\x1b[?1049l") == 2


def test_a_terminated_game_gives_the_screen_back(opened_terminal: Open) -> None:
    screen = opened_terminal()
    screen.wait(YOUR_MOVE)
    screen.process.terminate()
    assert screen.end() == 143
    assert "crownhead terminal --continue " in screen.raw.split("\x1b[?1049l")[1]


def test_after_again_swap_the_person_is_still_at_the_bottom(opened_terminal: Open) -> None:
    screen = opened_terminal("--level", "1")
    screen.wait("> ● Red: You")
    screen.type("resign\nagain swap\n")
    screen.wait("● White: You")
    assert "White: You" in screen.lines[16]


def test_arrow_keys_are_not_part_of_a_line(opened_terminal: Open) -> None:
    screen = opened_terminal(*PEOPLE)
    screen.wait(asked())
    screen.type("\x1b[A\x1b[D11-15\x1bOC\n")
    screen.wait("1. 11-15")


def test_the_name_of_a_file_is_the_same_in_every_theme(
    opened_terminal: Open, tmp_path: Path
) -> None:
    screen = opened_terminal(*PEOPLE, "--theme", "classic")
    screen.wait(asked())
    name = tmp_path / "Black.pdn"
    screen.type(f"save {name}\n")
    screen.wait("Black.pdn.")
    assert name.exists()
    screen.type(f"save {name}\n")
    screen.wait(say("terminal.file-exists", path="Black.pdn")[9:30])


def test_what_is_being_typed_survives_a_clock(opened_terminal: Open) -> None:
    screen = opened_terminal(*PEOPLE, "--clock", "1/move")
    screen.wait_for_writing(asked())
    screen.type("11-1")
    screen.wait(ended("white", "time", "classic"))
    screen.wait("> 11-1")
    assert screen.lines[22] == "> 11-1"


def test_pages_take_the_place_of_the_board_and_give_it_back(opened_terminal: Open) -> None:
    screen = opened_terminal()
    screen.wait(YOUR_MOVE)
    for word, text in (
        ("help", "quit  "),
        ("level", say("level.champion.name")),
        ("rules", say("rules.capture.mandatory.sentence")),
    ):
        screen.type(f"{word}\n")
        screen.wait(text)
        screen.wait(said("terminal.enter"))
        screen.type("\n")
        screen.wait("Red: You")


def test_a_forced_capture_and_a_choice_are_asked_for(opened_terminal: Open) -> None:
    screen = opened_terminal(*PEOPLE, "--start", "B:W6,7,14,15,32:B2")
    screen.wait(
        said("game.must-capture", "classic", side=BLACK, moves=Listed(["2x9x18", "2x11x18"]))
    )
    screen.type("2x18\n")
    screen.wait(f"{say('terminal.which-way')} a: 2x9x18  b: 2x11x18")
    screen.type("b\n")
    screen.wait(asked("white"))
    screen.type("resign\n")
    screen.wait(
        said("terminal.again-or-undo", outcome=ended("black", "resignation", "classic").rstrip("."))
    )


def test_the_colours_are_those_of_the_browser_and_name_the_sides(
    opened_terminal: Open, tmp_path: Path
) -> None:
    service = Service(tmp_path)
    service.store.store_setting("preferences", {"theme": "wood"})
    service.close()
    opened_terminal().wait("● Dark: You")
    screen = opened_terminal("--theme", "red-black", *PEOPLE)
    screen.wait(asked(theme="red-black"))
    screen.type("22\n")
    screen.wait(said("refusal.not-yours", "red-black", square=22, owner=WHITE, mover=BLACK))
    screen.type("level red hard\n")
    screen.wait(said("terminal.plays-now", "red-black", side=WHITE, player="Hard"))
    screen.type("resign\n")
    screen.wait(ended("white", "resignation", "red-black"))


def test_an_opening_keeps_its_name_whatever_the_colours(opened_terminal: Open) -> None:
    screen = opened_terminal("--start", "60", "--theme", "wood", size=(20, 60))
    screen.wait(said("terminal.opening", name="Black Hole"))


def test_without_colour_letters_are_drawn(opened_terminal: Open) -> None:
    for options, changes in ((("--no-colour",), {}), ((), {"NO_COLOR": "1"})):
        screen = opened_terminal(*options, **changes)
        screen.wait("| b11 |")
        screen.wait(YOUR_MOVE)
        assert screen.lines[22] == ">"
        assert "m" not in {part[:1] for part in screen.raw.split("\x1b[")[1:]}
        assert "38;" not in screen.raw
        assert screen.scrolled == 0


@pytest.mark.parametrize("small", [{"size": (20, 60)}, {"TERM": "dumb"}])
def test_a_small_or_dumb_terminal_is_written_line_by_line(
    opened_terminal: Open, small: dict[str, object]
) -> None:
    screen = opened_terminal(*PEOPLE, **small)
    screen.wait(asked(theme="classic" if "size" in small else None))
    screen.wait("\n>")
    screen.type("11-15\n")
    screen.wait(asked("white"))
    assert "\x1b[?1049h" not in screen.raw


def test_a_narrow_terminal_has_a_narrow_board(opened_terminal: Open) -> None:
    screen = opened_terminal(*PEOPLE, size=(15, 40))
    screen.wait(asked(theme=None))
    screen.type("11-15\n")
    screen.wait(asked("white"))
    assert "[b15]" in screen.text
    assert max(len(line) for line in screen.text.splitlines() if "b 1" in line) <= 35


def test_what_comes_while_somebody_is_asked_begins_a_line(opened_terminal: Open) -> None:
    screen = opened_terminal("--seed", "1", size=(20, 60))
    screen.wait("\n>")  # what is typed before stands before it
    screen.type("11-15\n")
    screen.wait(begun("game.moved", side=WHITE))
    assert f"> {begun('game.moved', side=WHITE)}" not in screen.text


@pytest.mark.parametrize(("key", "code"), [("\x03", 130), ("\x04", 0)])
def test_ctrl_c_and_ctrl_d_keep_the_game(
    opened_terminal: Open, tmp_path: Path, key: str, code: int
) -> None:
    screen = opened_terminal("--white", ENDLESS)
    screen.wait(YOUR_MOVE)
    screen.type("11-15\n")
    screen.wait(THINKING)
    screen.type(key)
    assert screen.end() == code
    assert SAVED in screen.raw
    assert "Traceback" not in screen.raw
    service = Service(tmp_path)
    game_id = service.games(1).games[0]["id"]
    service.close()
    assert stored(tmp_path, game_id)["ply"] == 1


def test_a_thinking_computer_can_be_left_alone(opened_terminal: Open) -> None:
    screen = opened_terminal("--white", ENDLESS)
    screen.wait(YOUR_MOVE)
    screen.type("11-15\n")
    screen.wait(THINKING)
    screen.type("undo\n")
    screen.wait(begun("terminal.your-move", "classic", side=BLACK))
    screen.type("quit\n")
    assert screen.end() == 0


def test_two_computers_are_watched_paused_and_stepped(opened_terminal: Open) -> None:
    screen = opened_terminal(
        "--black", "random", "--white", "random", "--seed", "1", "--pace", "60"
    )
    screen.wait("  1. ")
    screen.type("pause\n")
    screen.wait(said("terminal.paused"))
    screen.type("step\n")
    screen.wait("> ● Red: Easy")
    screen.type("quit\n")
    assert screen.end() == 0


def test_a_game_is_chosen_on_the_screen(opened_terminal: Open) -> None:
    first = opened_terminal(*PEOPLE)
    first.wait(asked())
    first.type("11-15\nquit\n")
    assert first.end() == 0
    second = opened_terminal("--continue")
    second.wait(f"{WHICH_GAME} >")
    second.type("\n")
    second.wait("1. 11-15")

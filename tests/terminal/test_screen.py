"""The game on a screen of 80 by 24, behind a pty."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from glass import Glass
from sitting import PEOPLE, stored

from crownhead.service import Service

Open = Callable[..., Glass]
ENDLESS = "engine:nodes=999999999999"  # thinks until it is stopped


@pytest.fixture
def glass(tmp_path: Path) -> Iterator[Open]:
    opened: list[Glass] = []

    def open_one(*options: str, **named: object) -> Glass:
        opened.append(Glass(tmp_path, *options, **named))  # type: ignore[arg-type]
        return opened[-1]

    yield open_one
    for one in opened:
        if one.process.poll() is None:
            one.process.kill()
            one.process.wait()


def test_board_turn_message_and_prompt_fit(glass: Open) -> None:
    screen = glass("--seed", "1", "--clock", "5+3")
    screen.wait("Your move, Red: such as 9-13, or help.")
    screen.type("14-18\n")
    screen.wait("There is no piece on 14.")
    lines = screen.lines
    assert lines[0].startswith("Crownhead  English rules")
    for square in range(1, 33):
        assert str(square) in " ".join(lines[1:18])
    assert "White: Sprout" in lines[1]
    assert "> ● Red: You" in lines[16]
    assert re.search(r"12 men +[0-5]:[0-9]{2}$", lines[17])
    assert lines[22] == ">"
    assert (screen.cursor, screen.scrolled) == ((22, 2), 0)


def test_a_long_name_leaves_its_rating_out(glass: Open) -> None:
    screen = glass("--level", "tournament player")
    screen.wait("Your move")
    assert screen.lines[1].endswith("White: Tournament Player")


def test_a_move_is_answered_and_both_are_seen(glass: Open) -> None:
    screen = glass("--seed", "1")
    screen.wait("Your move")
    screen.type("11\n")
    screen.wait("From 11 to 15 or 16? Enter lets go.")
    screen.type("15\n")
    screen.wait("White plays ")
    assert "1. 11-15" in screen.text
    screen.type("quit\n")
    assert screen.end() == 0
    assert "\x1b[?1049l" in screen.raw  # the screen is given back
    assert "The game is kept." in screen.raw.split("\x1b[?1049l")[1]


def test_a_computers_capture_is_shown_jump_by_jump(glass: Open) -> None:
    screen = glass("--black", "person", "--white", "level:1", "--start", "B:W27,31:B19,10,12,1")
    screen.wait("Your move")
    screen.type("19-24\n")
    screen.wait("White plays 27x20 and takes 24.")
    assert "White: 27x20 takes 24" in screen.raw


def test_typing_ahead_waits_for_its_turn(glass: Open) -> None:
    screen = glass(*PEOPLE)
    screen.wait("Red to move")
    screen.type("11-15\n23-19\n8-11\n")
    screen.wait("2. 8-11")
    screen.wait("White to move")


def test_what_is_being_typed_survives_a_clock(glass: Open) -> None:
    screen = glass(*PEOPLE, "--clock", "1/move")
    screen.wait("Red to move")
    screen.type("11-1")
    screen.wait("White wins: Red ran out of time.")
    assert screen.lines[22] == "> 11-1"


def test_pages_take_the_place_of_the_board_and_give_it_back(glass: Open) -> None:
    screen = glass()
    screen.wait("Your move")
    for word, text in (("help", "quit  "), ("level", "Champion"), ("rules", "must; which")):
        screen.type(f"{word}\n")
        screen.wait(text)
        screen.wait("Enter shows the board again.")
        screen.type("\n")
        screen.wait("Red: You")


def test_a_forced_capture_and_a_choice_are_asked_for(glass: Open) -> None:
    screen = glass(*PEOPLE, "--start", "B:W6,7,14,15,32:B2")
    screen.wait("Red must capture: 2x9x18 or 2x11x18.")
    screen.type("2x18\n")
    screen.wait("Which way? a: 2x9x18  b: 2x11x18")
    screen.type("b\n")
    screen.wait("White to move")
    screen.type("resign\n")
    screen.wait("Red wins: White resigned. again, undo, save FILE or quit?")


def test_the_colours_are_those_of_the_browser_and_name_the_sides(
    glass: Open, tmp_path: Path
) -> None:
    service = Service(tmp_path)
    service.store.store_setting("preferences", {"theme": "wood"})
    service.close()
    glass().wait("● Dark: You")
    screen = glass("--theme", "red-black", *PEOPLE)
    screen.wait("Black to move")
    screen.type("22\n")
    screen.wait("The piece on 22 is Red's, and it is Black's turn.")
    screen.type("level red hard\n")
    screen.wait("Red is played by Hard now.")
    screen.type("resign\n")
    screen.wait("Red wins: Black resigned.")


def test_an_opening_keeps_its_name_whatever_the_colours(glass: Open) -> None:
    screen = glass("--start", "60", "--theme", "wood", size=(20, 60))
    screen.wait("Opening: Black Hole.")


def test_without_colour_letters_are_drawn(glass: Open) -> None:
    for options, changes in ((("--no-colour",), {}), ((), {"NO_COLOR": "1"})):
        screen = glass(*options, **changes)
        screen.wait("| b11 |")
        screen.wait("Your move")
        assert screen.lines[22] == ">"
        assert "m" not in {part[:1] for part in screen.raw.split("\x1b[")[1:]}
        assert "38;" not in screen.raw
        assert screen.scrolled == 0


@pytest.mark.parametrize("small", [{"size": (20, 60)}, {"TERM": "dumb"}])
def test_a_small_or_dumb_terminal_is_written_line_by_line(
    glass: Open, small: dict[str, object]
) -> None:
    screen = glass(*PEOPLE, **small)
    screen.wait(" to move: such as 9-13, or help.")
    screen.wait("\n>")
    screen.type("11-15\n")
    screen.wait("White to move: such as")
    assert "\x1b[?1049h" not in screen.raw


@pytest.mark.parametrize(("key", "code"), [("\x03", 130), ("\x04", 0)])
def test_ctrl_c_and_ctrl_d_keep_the_game(glass: Open, tmp_path: Path, key: str, code: int) -> None:
    screen = glass("--white", ENDLESS)
    screen.wait("Your move")
    screen.type("11-15\n")
    screen.wait("White is thinking ...")
    screen.type(key)
    assert screen.end() == code
    assert "The game is kept." in screen.raw
    assert "Traceback" not in screen.raw
    service = Service(tmp_path)
    game_id = service.recent(1)[0]["id"]
    service.close()
    assert stored(tmp_path, game_id)["ply"] == 1


def test_a_thinking_computer_can_be_left_alone(glass: Open) -> None:
    screen = glass("--white", ENDLESS)
    screen.wait("Your move")
    screen.type("11-15\n")
    screen.wait("White is thinking ...")
    screen.type("undo\n")
    screen.wait("Your move, Red")
    screen.type("quit\n")
    assert screen.end() == 0


def test_two_computers_are_watched_paused_and_stepped(glass: Open) -> None:
    screen = glass("--black", "random", "--white", "random", "--seed", "1", "--pace", "60")
    screen.wait("  1. ")
    screen.type("pause\n")
    screen.wait("Paused. go, step, or quit?")
    screen.type("step\n")
    screen.wait("> ● Red: Easy")
    screen.type("quit\n")
    assert screen.end() == 0


def test_a_game_is_chosen_on_the_screen(glass: Open) -> None:
    first = glass(*PEOPLE)
    first.wait("Red to move")
    first.type("11-15\nquit\n")
    assert first.end() == 0
    second = glass("--continue")
    second.wait("Which game? Enter takes the first. >")
    second.type("\n")
    second.wait("1. 11-15")

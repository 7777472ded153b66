"""Every command of the terminal game, through a pipe."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from sitting import PEOPLE, ended, plays, sit, stored

from crownhead.game import Game
from crownhead.messages import Listed, Message, counted, say
from crownhead.pieces import BLACK, WHITE
from crownhead.service import NewGame, Service, Start
from crownhead.terminal.commands import COMMANDS
from saying import begun, said

OVER = said("record.over", outcome=ended("white", "resignation").rstrip("."))


def test_help_tells_every_command(tmp_path: Path) -> None:
    done = sit(tmp_path, ["help", "?"])
    assert done.out.count(say("terminal.help.move")[:40]) == 2
    for name in COMMANDS:
        assert name in done.out


def test_hint_is_a_move_with_a_reason(tmp_path: Path) -> None:
    done = sit(tmp_path, ["hint"], *PEOPLE, "--start", "B:W18,32:B15")
    assert said("hint.sentence", move="15x22", does=Message("hint.only")) in done.lines


def test_a_hint_needs_a_game_that_goes_on(tmp_path: Path) -> None:
    done = sit(tmp_path, ["resign", "hint"])
    assert done.last == OVER


def test_undo_and_redo_go_back_to_the_persons_turn(tmp_path: Path) -> None:
    done = sit(tmp_path, ["undo", "11-15", "undo", "redo", "redo"], "--seed", "1")
    told = done.moves
    first, second = told[:2]
    assert told == [first, second] * 2
    assert said("terminal.taken-back", moves=f"{first} {second}") in done.lines
    assert said("record.no-undo") in done.lines
    assert done.lines[-3] == said("record.no-redo")
    assert stored(tmp_path, done.game_id)["ply"] == 2


def test_moves_lists_what_can_be_played_and_what_was(tmp_path: Path) -> None:
    first = ["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"]
    done = sit(tmp_path, ["moves", "11-15", "23-19", "8-11", "moves"], *PEOPLE)
    assert said("terminal.can-play", side=BLACK, moves=Listed(first)) in done.lines
    assert said("terminal.no-moves") in done.lines
    assert "  1. 11-15    23-19" in done.out
    assert "  2. 8-11" in done.out


def test_moves_lists_every_move_of_a_long_game(tmp_path: Path) -> None:
    players = ("--black", "random", "--white", "random", "--rules", "casual", "--seed", "5")
    done = sit(tmp_path, ["moves"], *players)
    plies = len(done.moves)
    assert plies > 200
    for number in range(1, (plies + 1) // 2 + 1):
        assert f"{number:>3}. " in done.out


def test_rules_are_told_in_words(tmp_path: Path) -> None:
    done = sit(tmp_path, ["rules"], "--rules", "casual")
    assert say("terminal.rules", preset=say("rules.preset.casual.title")) in done.lines
    assert f"- {say('rules.capture.optional.sentence')}" in done.lines
    english = sit(tmp_path, ["rules"])
    for option in (
        "quiet_counts_men",
        "crowning_ends_move",
    ):  # of no use without a limit and in one jump
        told = say(f"rules.{option}.on.sentence")
        assert (told in done.out, told in english.out) == (False, True), option


def test_the_board_is_drawn_and_turned(tmp_path: Path) -> None:
    done = sit(tmp_path, ["board", "flip"])
    top_rows = [line for line in done.lines if "w32" in line or "b 1" in line]
    assert len(top_rows) == 6  # three boards
    assert done.out.index("w32") < done.out.index("b 1")  # the person, Black, is at the bottom
    turned = done.out.split(said("terminal.flipped", side=WHITE))[1]
    assert turned.index("b 1") < turned.index("w32")


def test_a_board_can_be_turned_from_the_start(tmp_path: Path) -> None:
    done = sit(tmp_path, [], "--flip")
    assert done.out.index("b 1") < done.out.index("w32")


def test_the_last_move_and_forced_pieces_are_marked(tmp_path: Path) -> None:
    done = sit(tmp_path, ["11-15", "22-18", "board"], *PEOPLE)
    assert "[ 22]" in done.out
    assert "[w18]" in done.out
    assert "*b15*" in done.out


def test_another_opponent_plays(tmp_path: Path) -> None:
    lines = ["level", "level 4", "level hard", "level nobody", "level 99"]
    done = sit(tmp_path, lines)
    assert "  4  Park Regular" in done.out
    assert said("terminal.plays-now", side=WHITE, player="Park Regular") in done.lines
    assert said("terminal.plays-now", side=WHITE, player="Hard") in done.lines
    assert said("unknown.opponent", name="nobody").rstrip(".") in done.out
    assert "99" in done.out
    assert stored(tmp_path, done.game_id)["players"]["white"]["opponent"] == "alphabeta:depth=5"


def test_between_two_people_a_level_needs_a_side(tmp_path: Path) -> None:
    done = sit(tmp_path, ["level 3", "level white 3", "11-15"], *PEOPLE, "--seed", "1")
    assert said("terminal.which-side") in done.lines
    assert stored(tmp_path, done.game_id)["ply"] == 2


def test_a_computer_declines_an_early_draw_each_time(tmp_path: Path) -> None:
    done = sit(tmp_path, ["draw", "draw"])
    assert done.lines.count(said("message.draw-declined.early", player=WHITE)) == 2


def test_two_people_agree_to_a_draw(tmp_path: Path) -> None:
    done = sit(tmp_path, ["accept", "draw", "draw", "decline", "draw", "accept"], *PEOPLE)
    assert said("session.no-draw-offer") in done.lines
    assert done.lines.count(said("terminal.draw-offered", side=BLACK)) == 3
    assert said("message.draw-declined", player=WHITE) in done.lines
    assert done.last == said("outcome.draw", reason=Message("outcome.reason.agreement"))


def test_resigning_ends_the_game(tmp_path: Path) -> None:
    done = sit(tmp_path, ["resign", "11-15", "undo", "11-15"])
    assert ended("white", "resignation") in done.lines
    assert OVER in done.lines


def test_a_game_is_saved_and_never_over_another_file(tmp_path: Path) -> None:
    path = tmp_path / "my game.pdn"
    lines = ["11-15", f"save {path}", f"save {path}", "save", f"save {tmp_path / 'no' / 'x'}"]
    done = sit(tmp_path, lines, *PEOPLE)
    assert said("terminal.saved-as", path=path) in done.lines
    assert said("terminal.file-exists", path=path) in done.lines
    assert said("terminal.no-file-name") in done.lines
    assert begun("file.unwritable") in done.out
    assert [str(node.move) for node in Game.from_pdn(path.read_text("utf-8")).main_line()] == [
        "11-15"
    ]


def test_a_file_that_cannot_be_written_is_named_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    os.mkfifo("a")
    done = sit(tmp_path / "data", ["11-15", "save a"], *PEOPLE)
    assert said("file.unwritable", path="a", why=Message("file.why.not-regular")) in done.lines


def test_the_same_game_begins_again_with_sides_changed(tmp_path: Path) -> None:
    done = sit(tmp_path, ["again sometimes", "resign", "again swap"], "--level", "3", "--seed", "1")
    assert said("terminal.again-or-swap") in done.lines
    assert any(": Porch Player (" in line for line in done.lines)
    assert done.moves


@pytest.mark.parametrize("command", ["pause", "go", "step"])
def test_a_person_is_not_paused(tmp_path: Path, command: str) -> None:
    done = sit(tmp_path, [command])
    assert said("terminal.no-pause") in done.lines


def test_two_computers_go_on_after_their_game_was_taken_back(tmp_path: Path) -> None:
    players = ("--black", "engine:nodes=500", "--white", "random", "--seed", "1")
    done = sit(tmp_path, ["undo", "step", "undo", "undo", "go", "pause"], *players)
    assert done.lines.count(ended("black", "no pieces")) >= 2


@pytest.mark.parametrize("word", ["hlep", "r", "xyzzy", "é", "hub:echo"])
def test_a_word_that_is_no_command_is_refused_with_help(tmp_path: Path, word: str) -> None:
    done = sit(tmp_path, [word, "11-15"], *PEOPLE)
    several = said("terminal.several-commands", word="r", names=Listed(["redo", "rules", "resign"]))
    assert begun("unknown.command") in done.out or several in done.out
    assert done.moves == ["11-15"]


@pytest.mark.parametrize("text", ["1" * 5000, "11-15-", "11--15", "11-15 23-19", "\x00", "3,6"])
def test_what_cannot_be_read_does_no_harm(tmp_path: Path, text: str) -> None:
    done = sit(tmp_path, [text, "", "11-15"], *PEOPLE)
    assert done.code == 0
    assert done.moves == ["11-15"]


def test_commands_can_be_begun_and_end_with_quit(tmp_path: Path) -> None:
    done = sit(tmp_path, ["ru", "QUIT", "11-15"])
    assert say("terminal.rules", preset=say("rules.preset.english.title")) in done.lines
    assert not done.moves
    assert done.last.strip() == f"crownhead terminal --continue {done.game_id}"


def test_a_saved_game_has_no_moves_that_were_taken_back(tmp_path: Path) -> None:
    file = tmp_path / "game.pdn"
    sit(tmp_path, ["11-15", "undo", f'save "{file}"'], *PEOPLE)
    assert "11-15" not in file.read_text()


def test_a_name_that_cannot_be_does_not_end_the_game(tmp_path: Path) -> None:
    done = sit(tmp_path, [f"save {tmp_path}/{'x' * 300}.pdn", "11-15"], *PEOPLE)
    assert begun("file.unwritable") in done.out
    assert done.moves == ["11-15"]


@pytest.mark.parametrize("name", ["", '""', "''", '" "'])
def test_a_file_needs_a_name(tmp_path: Path, name: str) -> None:
    assert said("terminal.no-file-name") in sit(tmp_path, [f"save {name}"], *PEOPLE).lines


def test_a_home_that_is_nobodys_does_not_end_the_game(tmp_path: Path) -> None:
    done = sit(tmp_path, ["save ~nobody-of-that-name/x.pdn", "11-15"], *PEOPLE)
    assert (
        said("file.unwritable", path="~nobody-of-that-name/x.pdn", why=Message("file.why.user"))
        in done.lines
    )
    assert done.moves == ["11-15"]


def test_a_folder_is_no_file_to_save_in(tmp_path: Path) -> None:
    done = sit(tmp_path, [f"save {tmp_path}", f"save {tmp_path}/new/"], *PEOPLE)
    assert done.out.count(say("file.why.folder")) == 2


def test_undo_takes_back_only_a_resignation(tmp_path: Path) -> None:
    done = sit(tmp_path, ["11-15", "resign", "undo"], "--seed", "7")
    assert ended("white", "resignation") in done.lines
    assert said("terminal.result-undone") in done.lines
    assert begun("terminal.taken-back") not in done.out
    view = stored(tmp_path, done.game_id)
    assert (view["ply"], view["outcome"]) == (2, None)


def test_a_comment_may_follow_a_move(tmp_path: Path) -> None:
    done = sit(tmp_path, ["11-15 # a good beginning", "# nothing", "23-19"], *PEOPLE)
    assert stored(tmp_path, done.game_id)["ply"] == 2


def test_the_rules_tell_of_the_clock(tmp_path: Path) -> None:
    done = sit(tmp_path, ["rules"], "--rules", "casual", "--clock", "5+3")
    clock = said("clock.game-increment", time="5:00", more=counted("second", 3))
    assert f"- {clock}" in done.lines


def test_a_script_waits_for_two_computers_that_take_their_time(tmp_path: Path) -> None:
    service = Service(tmp_path, seed=1)
    game = service.begin(
        NewGame(black="greedy", white="greedy", start=Start("fen", fen="B:W15,23,27:B11"), pace=0.5)
    )
    service.close()
    done = sit(tmp_path, [], "--continue", game.id)
    assert plays("black", "11x18", 15) in done.lines
    assert done.last == ended("white", "no pieces")


def test_undo_and_redo_take_a_number(tmp_path: Path) -> None:
    moves = ["11-15", "23-19", "8-11", "22-17"]
    done = sit(tmp_path, [*moves, "undo 3", "redo 2"], *PEOPLE)
    back = begun("terminal.taken-back")
    assert [line for line in done.lines if line.startswith(back)] == [f"{back} 23-19 8-11 22-17."]
    assert stored(tmp_path, done.game_id)["ply"] == 3


def test_undo_of_more_than_there_is_says_how_many_it_was(tmp_path: Path) -> None:
    done = sit(tmp_path, ["11-15", "23-19", "undo 3", "undo 0", "undo x", "redo 9"], *PEOPLE)
    assert said("terminal.undo-some", count=2, wanted=3) in done.lines
    assert said("terminal.redo-some", count=2, wanted=9) in done.lines
    for word in ("0", "x"):
        assert said("terminal.takes-number", name="undo", most=999, text=word) in done.lines


def test_no_command_ignores_what_follows_it(tmp_path: Path) -> None:
    alone = [name for name, command in COMMANDS.items() if not command.argument]
    done = sit(tmp_path, [*(f"{name} 3" for name in alone), "11-15"], *PEOPLE)
    for name in alone:
        assert said("terminal.no-argument", command=name, rest="3") in done.lines
    assert done.moves == ["11-15"]

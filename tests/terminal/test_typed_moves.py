"""What a person types for a move: every way to say it, and a sentence for what cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest
from sitting import PEOPLE, Sitting, plays, sit

from crownhead.errors import MoveSyntaxError
from crownhead.messages import Listed, Message, say
from crownhead.pieces import BLACK, WHITE
from crownhead.terminal.reading import squares_of
from saying import said

#   15x22 is forced; 12 cannot move for that reason
FORCED = "B:W18,27,32:B15,12,1,5,6"
#   two captures of one piece, and both end there
TWO_CAPTURES = "W:W22,32:B18,17,1"
#   two ways round with the same ends
TWO_ROUTES = "B:W6,7,14,15,32:B2"
#   two jumps, one after the other
TWO_JUMPS = "B:W10,19,32:B6,1"


def typed(data: Path, *lines: str, start: str = "standard", rules: str = "english") -> Sitting:
    done = sit(data, lines, *PEOPLE, "--start", start, "--rules", rules)
    assert done.code == 0
    return done


WAYS = (
    ["11-15"],
    ["11x15"],
    ["11:15"],
    ["11 15"],
    [" 11 - 15 "],
    ["11", "15"],
    ["3,6 4,5"],
    ["3,6", "4,5"],
    ["11", "4,5"],
    ["11", "11", "15"],
    ["10", "", "11", "15"],
    ["10", "11-15"],
    ["11to15"],
    ["11->15"],
    ["11\N{RIGHTWARDS ARROW}15"],
    ["1. 11-15"],
    ["1.11-15"],
    ["\N{FULLWIDTH DIGIT ONE}" * 2 + "-15"],
)


def test_a_move_can_be_typed_in_many_ways(tmp_path: Path) -> None:
    done = typed(tmp_path, *(line for way in WAYS for line in (*way, "undo")))
    assert done.moves == ["11-15"] * len(WAYS), done.out


# ---- the three things that a newcomer tries first


def test_a_wrong_square_is_explained(tmp_path: Path) -> None:
    done = typed(
        tmp_path, "14-18", "14", "22-18", "22", "40", "1,1", "11-14", "11-20", "2-7", "11-15"
    )
    can = Message("refusal.can", {"square": 11, "moves": Listed(["11-15", "11-16"])})
    for sentence in (
        said("refusal.no-piece", square=14),
        said("refusal.not-yours", square=22, owner=WHITE, mover=BLACK),
        said("square.unknown", square=40),
        said("move.light-square", down=1, across=1),
        said("refusal.tried", tried="11-14", reason=can),
        said(
            "refusal.tried",
            tried="11x20",
            reason=Message("refusal.nothing-to-jump", {"square": 11, "to": 20, "options": can}),
        ),
        said("refusal.blocked", square=2),
    ):
        assert sentence in done.out
    assert done.moves == ["11-15"]


def test_the_computers_piece_is_the_computers(tmp_path: Path) -> None:
    done = sit(tmp_path, ["22-18", "22"])
    why = said("refusal.not-yours", square=22, owner=WHITE, mover=BLACK)
    assert done.lines.count(why) == 2


def test_a_man_that_moves_backwards_is_explained(tmp_path: Path) -> None:
    done = typed(tmp_path, "11-15", "23-19", "15-11", "15-18")
    can = Message("refusal.can", {"square": 15, "moves": "15-18"})
    why = Message("refusal.backwards", {"options": can})
    assert said("refusal.tried", tried="15-11", reason=why) in done.lines
    assert done.moves[-1] == "15-18"


def test_a_forced_capture_is_explained(tmp_path: Path) -> None:
    done = typed(tmp_path, "12-16", "12", "15-19", "15x22", start=FORCED)
    must = said("game.must-capture", side=BLACK, moves="15x22")
    assert done.lines.count(f"{said('terminal.no-capture', square=12)} {must}") == 2
    assert f"{said('terminal.not-a-capture', move='15-19')} {must}" in done.lines
    assert plays("black", "15x22", 18) in done.lines


def test_all_captures_are_named(tmp_path: Path) -> None:
    done = typed(tmp_path, "32-28", start=TWO_CAPTURES)
    assert said("game.must-capture", side=WHITE, moves=Listed(["22x13", "22x15"])) in done.out


# ---- captures


@pytest.mark.parametrize("answer", ["a", "A", "2x9x18", "9"])
def test_a_capture_with_two_ways_round_is_asked_for(tmp_path: Path, answer: str) -> None:
    done = typed(tmp_path, "2x18", answer, start=TWO_ROUTES)
    assert said("terminal.several-ways", moves=Listed(["2x9x18", "2x11x18"])) in done.lines
    assert done.moves == ["2x9x18"]


@pytest.mark.parametrize("typed_moves", [["2x9"], ["2", "9"], ["2x2", "9"], ["2x9x18"]])
def test_the_first_jump_settles_which_way_round_a_circle_goes(
    tmp_path: Path, typed_moves: list[str]
) -> None:
    done = typed(tmp_path, *typed_moves, start="B:W6,7,14,15:BK2")
    assert done.moves == ["2x9x18x11x2"]


def test_an_answer_is_one_letter(tmp_path: Path) -> None:
    done = typed(tmp_path, "2x18", "ab", start=TWO_ROUTES)
    assert (
        said("terminal.unknown-command", unknown=Message("unknown.command", {"name": "ab"}))
        in done.lines
    )
    assert done.moves == []


def test_another_piece_can_be_chosen_instead_of_a_way(tmp_path: Path) -> None:
    done = typed(tmp_path, "2", "18", "c", "b", start=TWO_ROUTES)
    assert "'c'" in done.out
    assert done.moves == ["2x11x18"]


@pytest.mark.parametrize("text", ["6x15x24", "6x24", "6x15"])
def test_a_capture_that_can_go_one_way_only_is_played_to_its_end(tmp_path: Path, text: str) -> None:
    done = typed(tmp_path, text, start=TWO_JUMPS)
    assert plays("black", "6x24", 10, 19) in done.lines
    assert f"  {say('game.jumped', jump='6x15', square=10)}" in done.lines
    assert f"  {say('game.jumped', jump='15x24', square=19)}" in done.lines


@pytest.mark.parametrize(("text", "taken"), [("6x15", "10"), ("6x24", "10 and 19")])
def test_where_a_capture_may_stop_it_stops_where_it_is_typed(
    tmp_path: Path, text: str, taken: str
) -> None:
    done = typed(tmp_path, text, start=TWO_JUMPS, rules="regicide")
    assert done.moves == [text]


def test_a_crown_is_told(tmp_path: Path) -> None:
    done = typed(tmp_path, "25-29", start="B:W18:B25")
    assert f"{plays('black', '25-29')} {say('game.crowned')}" in done.lines


@pytest.mark.parametrize("text", ["9.14", "9. 14", "1.11"])
def test_two_numbers_are_not_a_numbered_square(text: str) -> None:
    with pytest.raises(MoveSyntaxError):
        squares_of(text)


@pytest.mark.parametrize(
    ("answer", "played"), [("29", "22x15x6x13x22x29"), ("24", "22x15x6x13x22x31x24")]
)
def test_a_square_chooses_only_among_the_ways_that_are_asked_for(
    tmp_path: Path, answer: str, played: str
) -> None:
    start = "B:BK22:W9,10,16,17,18,20,25,26,27"
    done = typed(tmp_path, "22x15x6x13x22", answer, start=start)
    assert done.moves[0] == played


def test_a_square_on_none_of_the_ways_is_refused(tmp_path: Path) -> None:
    done = typed(tmp_path, "22x22", "30", "a", start="B:BK22:W9,10,16,17,18,20,25,26,27")
    assert said("terminal.no-way", square=30) in done.lines
    assert len(done.moves) == 1

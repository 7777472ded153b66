"""The board to click in a notebook: what a click does, what is drawn, and what is said."""

from __future__ import annotations

import re
from typing import Any

import ipywidgets
from first_player import First

from cases import each
from crownhead import BLACK, PRESETS, WHITE, Position, svg
from crownhead.errors import as_sentence
from crownhead.messages import Message, Words, say
from crownhead.notebook import NotebookGame
from crownhead.notebook.widget import BoardWidget
from crownhead.text.diagram import square_at
from crownhead.text.moves import why_illegal
from crownhead.themes import THEMES, contrast
from pseudo import english, read_out, spoken
from saying import said

ANSWERED = " ".join(
    [
        said("game.moved", "classic", side=WHITE, move="21-17"),
        said("game.to-move", "classic", player=BLACK),
    ]
)


RESIGNED = said(
    "outcome.win",
    "classic",
    winner=WHITE,
    reason=Message("outcome.reason.resignation", {"loser": BLACK}),
)


def click(board: BoardWidget, *squares: int) -> None:
    """Click as the browser does."""
    for square in squares:
        board.squares[square].click()


# ---- clicking


def board(fen: str | None = None, opponent: Any = None, preset: str = "english") -> BoardWidget:
    start = Position.from_fen(fen, PRESETS[preset]) if fen else None
    return BoardWidget(NotebookGame(opponent, start=start, rules=PRESETS[preset]))


def marks(made: BoardWidget) -> dict[int, str]:
    """The colours of the rings in the picture, by the squares that they stand on."""
    rings = re.findall(r'<circle cx="(\d+)" cy="(\d+)" r="22" fill="(#\w+)"', made.picture.value)
    found = {}
    for x, y, colour in rings:
        column, row = int(x) // svg.SQUARE + 1, int(y) // svg.SQUARE + 1
        square = square_at(9 - row, 9 - column) if made.sitting.flipped else square_at(row, column)
        assert square is not None
        found[square] = colour
    return found


def ringed(made: BoardWidget) -> set[int]:
    return set(marks(made))


def test_two_clicks_make_a_move_and_the_opponent_answers() -> None:
    made = board(opponent=First())
    click(made, 11, 15)
    assert str(made.sitting.game.moves[0]) == "11-15"
    assert made.sitting.game.ply == 2
    assert made.message.value == ANSWERED


def test_the_chosen_piece_shows_where_it_can_go() -> None:
    made = board()
    click(made, 11)
    assert ringed(made) == {11, 15, 16}
    click(made, 10)  # another piece is chosen instead
    assert made.chosen == [10]
    assert ringed(made) == {10, 14, 15}
    click(made, 15)
    assert ringed(made) == set()


def test_the_pieces_that_must_capture_are_ringed_until_one_is_chosen() -> None:
    made = board("B:W18,19,27,32:B15,14,12,1")
    assert ringed(made) == {14, 15}
    click(made, 15)
    assert ringed(made) == {15, 22, 24}


def test_the_board_is_the_picture_with_numbers_trail_and_hint() -> None:
    made = board(opponent=First())
    click(made, 11, 15)
    made.controls["hint"].click()
    game = made.sitting
    assert game.hinted is not None
    assert game._repr_svg_().count(">5</text>") == made.picture.value.count(">5</text>") == 1
    drawn = svg.board(
        game.game.position,
        flipped=True,
        last_move=game.game.node.move,
        arrows=[game.hinted],
        size=svg.PICTURE,
    )
    assert drawn in made.picture.value


def test_marks_are_seen_on_every_board() -> None:
    for name, theme in THEMES.items():
        made = BoardWidget(NotebookGame(None, theme=name))
        for move in ("11-15", "22-18"):
            made.sitting.move(move)
        made.show()
        assert ringed(made) == {15}, name
        click(made, 15)
        for square, colour in marks(made).items():
            under = theme.trail if square in (22, 18) else theme.dark
            assert contrast(colour, under) >= 3, (name, square, colour)
        assert 22 in marks(made)


def test_a_piece_that_may_not_move_says_why() -> None:
    made = board("B:W18,27,32:B15,12,1,5,6")
    click(made, 12)
    assert made.message.value == said("refusal.must-capture", moves="15x22")


@each(
    ("squares", "code"),
    [
        ((12, 15), "cannot"),
        ((18,), "no-piece"),
        ((22,), "not-yours"),
        ((11, 22), "occupied"),
        ((11, 15, 22, 17, 15, 11), "backwards"),
        ((2,), "cannot"),
    ],
)
def test_a_click_that_does_nothing_says_why(squares: tuple[int, ...], code: str) -> None:
    made = board()
    click(made, *squares)
    chosen = made.chosen
    why = why_illegal([*chosen, squares[-1]], made.sitting.game.position)
    assert why.code == code
    told = Words("classic").text(why if chosen else why.reason)
    assert made.message.value == as_sentence(told)


def test_a_refusal_is_forgotten_by_the_next_click() -> None:
    made = board()
    click(made, 12, 15)
    assert made.chosen == [12]
    assert ringed(made) == {12, 16}
    click(made, 11)
    assert made.message.value == said("game.to-move", "classic", player=BLACK)


def test_the_board_calls_the_sides_by_their_colours() -> None:
    made = BoardWidget(NotebookGame(None, theme="wood"))
    assert made.message.value == said("game.to-move", "wood", player=BLACK)
    man = Words("wood").text(made.sitting.game.position.pieces[1])
    assert made.squares[1].tooltip == say("notebook.square", square=1, piece=man)


def test_an_ambiguous_capture_goes_leg_by_leg() -> None:
    made = board("B:W6,7,14,15:B2")
    click(made, 2, 18)
    assert made.sitting.game.ply == 0
    assert made.message.value == said("notebook.several-routes", square=18)
    click(made, 11)
    assert str(made.sitting.game.moves[0].path) == "(2, 11, 18)"


def test_a_long_capture_is_one_click_on_its_end() -> None:
    made = board("B:W6,15,32:B2,12")
    made.show()
    legal = made.sitting.game.legal_moves()[0]
    click(made, legal.path[0], legal.path[-1])
    assert made.sitting.game.moves == [legal]


def test_the_buttons_work_and_refusals_are_said() -> None:
    made = board()
    made.controls["undo"].click()
    assert made.message.value == said("record.no-undo")
    made.controls["hint"].click()
    assert made.sitting.hinted is not None
    assert made.controls["flip"].description == say("notebook.flip")
    flipped = made.sitting.flipped
    made.controls["flip"].click()
    assert made.sitting.flipped is not flipped
    made.controls["resign"].click()
    assert made.message.value == RESIGNED
    click(made, 11)
    assert made.message.value == RESIGNED


def test_drawing_again_makes_no_new_widgets() -> None:
    board = BoardWidget(NotebookGame(None))
    before = set(vars(ipywidgets.widgets.widget)["_instances"])
    for _ in range(3):
        board.show()
    assert set(vars(ipywidgets.widgets.widget)["_instances"]) == before


def test_the_board_is_in_the_language() -> None:
    with spoken():
        made = board("B:W18,30:B1,14", opponent="level:1")
        shown = [words_of(made)]
        for act in (
            lambda: click(made, 1),  # refused: there is a capture
            made.controls["hint"].click,
            made.controls["flip"].click,
            lambda: click(made, 14, 23),
            made.controls["resign"].click,
            made.controls["undo"].click,
        ):
            act()
            shown += [words_of(made), made.sitting._repr_html_()]
    assert english(read_out(" ".join(shown))) == []


def words_of(made: BoardWidget) -> str:
    """All that the widget says."""
    buttons = (*made.controls.values(), *made.squares.values())
    labels = [text for one in buttons for text in (one.description, one.tooltip) if text]
    return " ".join([made.message.value, made.picture.value, *labels])

"""Playing in a notebook: the plain game, the board to click, and the example that people copy."""

from __future__ import annotations

import builtins
from pathlib import Path
from typing import Any

import nbclient
import nbformat
import pytest

from crownhead import BLACK, PRESETS, WHITE, CrownheadError, Game, IllegalMoveError, Move, Position
from crownhead.notebook import NotebookGame, play
from crownhead.notebook.widget import BoardWidget

EXAMPLE = Path(__file__).parents[2] / "docs" / "example.ipynb"


class First:
    """An opponent that plays the first legal move."""

    name = "first"

    def choose(self, game: Game) -> Move:
        return game.legal_moves()[0]


def click(board: BoardWidget, *squares: int) -> None:
    """Click as the browser does."""
    for square in squares:
        board.squares[square].click()


def test_the_opponent_answers_and_the_board_is_drawn() -> None:
    game = play(First(), widgets=False)
    assert game.record.ply == 0
    assert game.move("11-15").record.ply == 2
    assert "<svg" in game._repr_svg_()
    assert "Black to move." in game._repr_html_()


def test_an_opponent_that_moves_first_has_moved() -> None:
    game = play(First(), side="white", widgets=False)
    assert (game.record.ply, game.record.turn) == (1, WHITE)
    assert not game.flipped


def test_two_people_take_turns() -> None:
    game = play(None, widgets=False)
    game.move("11-15").move("23-19")
    assert game.record.turn is BLACK
    assert game.undo().record.ply == 1


def test_undo_goes_back_to_the_persons_turn() -> None:
    game = play(First(), widgets=False).move("11-15").move("8-11")
    assert game.undo().record.ply == 2
    assert game.undo().record.ply == 0


def test_a_hint_is_drawn_and_said() -> None:
    game = play(None, widgets=False, start=Position.from_fen("B:W6,7,15,32:B2,12")).hint()
    assert "2x18" in game.message
    assert game.hinted is not None


def test_the_result_is_said() -> None:
    game = play(None, widgets=False, start=Position.from_fen("B:W18:BK15")).move("15x22")
    assert game.is_over
    assert game.message == "Black wins: White has no pieces left."


def test_text_on_the_page_is_only_text() -> None:
    game = play(None, widgets=False)
    game.message = "<script>alert(1)</script>"
    assert "<script" not in game._repr_html_()


def test_a_bad_move_raises_as_everywhere() -> None:
    with pytest.raises(IllegalMoveError):
        play(None, widgets=False).move("11-20")


@pytest.mark.parametrize("preset", PRESETS)
def test_every_rule_set_can_be_played(preset: str) -> None:
    game = play(First(), rules=PRESETS[preset], widgets=False)
    for _ in range(5):
        if not game.is_over:
            game.move(game.record.legal_moves()[0])
    assert game.record.rules == PRESETS[preset]


# ---- clicking


def board(fen: str | None = None, opponent: Any = None, preset: str = "english") -> BoardWidget:
    start = Position.from_fen(fen, PRESETS[preset]) if fen else None
    return BoardWidget(NotebookGame(opponent, start=start, rules=PRESETS[preset]))


def test_two_clicks_make_a_move_and_the_opponent_answers() -> None:
    made = board(opponent=First())
    click(made, 11, 15)
    assert str(made.game.record.moves[0]) == "11-15"
    assert made.game.record.ply == 2
    assert made.message.value == made.game.message


def test_the_chosen_piece_shows_where_it_can_go() -> None:
    made = board()
    click(made, 11)
    assert made.squares[15].description == made.squares[16].description == "\N{MIDDLE DOT}"
    click(made, 10)  # another piece is chosen instead
    assert made.chosen == [10]
    assert made.squares[16].description == ""


def test_a_piece_that_may_not_move_says_why() -> None:
    made = board("B:W18,27,32:B15,12,1,5,6")
    click(made, 12)
    assert made.message.value == "You must capture: 15x22."


def test_an_ambiguous_capture_goes_leg_by_leg() -> None:
    made = board("B:W6,7,14,15:B2")
    click(made, 2, 18)
    assert made.game.record.ply == 0  # two ways lead there
    click(made, 11)
    assert str(made.game.record.moves[0].path) == "(2, 11, 18)"


def test_a_long_capture_is_one_click_on_its_end() -> None:
    made = board("B:W6,15,32:B2,12")
    made.show()
    legal = made.game.record.legal_moves()[0]
    click(made, legal.path[0], legal.path[-1])
    assert made.game.record.moves == [legal]


def test_the_buttons_work_and_refusals_are_said() -> None:
    made = board()
    made.controls["Undo"].click()
    assert "no move to take back" in made.message.value
    made.controls["Hint"].click()
    assert made.game.hinted is not None
    assert made.controls["Flip"].description == "Flip"
    flipped = made.game.flipped
    made.controls["Flip"].click()
    assert made.game.flipped is not flipped


def test_without_ipywidgets_the_plain_game_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    original = builtins.__import__

    def without(name: str, *rest: Any, **named: Any) -> Any:
        if name.startswith(("ipywidgets", "crownhead.notebook.widget")):
            raise ImportError(name)
        return original(name, *rest, **named)

    monkeypatch.setattr("crownhead.notebook.games.find_spec", lambda _name: None)
    assert isinstance(play(None), NotebookGame)
    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(CrownheadError, match="pip install"):
        play(None, widgets=True)


def test_with_ipywidgets_a_board_to_click_is_shown() -> None:
    shown = play("greedy", seed=1)
    assert len(shown.children[0].children) == 64


def test_the_example_runs(tmp_path: Path) -> None:
    notebook = nbformat.reads(EXAMPLE.read_text("utf-8"), as_version=4)  # type: ignore[no-untyped-call]
    client = nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3")
    client.execute(cwd=str(tmp_path))
    shown = [
        kind
        for cell in notebook.cells
        for output in cell.get("outputs", [])
        for kind in output.get("data", {})
    ]
    assert "image/svg+xml" in shown
    assert "application/vnd.jupyter.widget-view+json" in shown

"""Playing in a notebook: the plain game, what is asked for, and the example that people copy."""

from __future__ import annotations

import builtins
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

import ipywidgets
import nbclient
import nbformat
import pytest
from first_player import First
from traitlets.config import Config

from cases import each
from crownhead import (
    BLACK,
    PRESETS,
    WHITE,
    AmbiguousMoveError,
    CrownheadError,
    Game,
    GameError,
    IllegalMoveError,
    Move,
    Position,
    Side,
)
from crownhead.errors import EngineError
from crownhead.messages import Message, say
from crownhead.notebook import NotebookGame, play
from crownhead.notebook.widget import BoardWidget
from crownhead.outcome import Outcome, Reason
from refused import refused
from saying import said

TO_MOVE = [Message("game.to-move", {"player": BLACK})]
EXAMPLE = Path(__file__).parents[2] / "docs" / "example.ipynb"


def test_the_opponent_answers_and_the_board_is_drawn() -> None:
    game = play(First(), widgets=False)
    assert game.game.ply == 0
    assert game.move("11-15").game.ply == 2
    assert "<svg" in game._repr_svg_()
    assert said("game.moved", "classic", side=WHITE, move="21-17") in game._repr_html_()
    assert said("game.to-move", "classic", player=BLACK) in game._repr_html_()


def test_a_player_of_the_arena_plays_too() -> None:
    class Nameless:
        def choose(self, game: Game) -> Move:
            return game.legal_moves()[0]

    opponents: list[Any] = [Nameless, Nameless()]
    for opponent in opponents:
        game = play(opponent, widgets=False)
        assert str(game.move("11-15").game.moves[-1]) == "21-17"


def test_an_opponent_that_moves_first_has_moved() -> None:
    game = play(First(), side="white", widgets=False)
    assert (game.game.ply, game.game.turn) == (1, WHITE)
    assert not game.flipped


def test_two_people_take_turns() -> None:
    game = play(None, widgets=False)
    game.move("11-15").move("23-19")
    assert game.game.turn is BLACK
    assert game.undo().game.ply == 1


def test_undo_goes_back_to_the_persons_turn() -> None:
    game = play(First(), widgets=False).move("11-15").move("8-11")
    assert game.undo().game.ply == 2
    assert game.undo().game.ply == 0


def test_a_hint_is_drawn_and_said() -> None:
    game = play(None, widgets=False, start=Position.from_fen("B:W6,7,15,32:B2,12")).hint()
    assert "2x18" in game.message
    assert game.hinted is not None


def test_the_result_is_said() -> None:
    game = play(None, widgets=False, start=Position.from_fen("B:W18:BK15")).move("15x22")
    assert game.is_over
    assert game.said == [Outcome(BLACK, Reason.NO_PIECES).message]


def test_a_resignation_is_said_and_taken_back_without_the_moves_before_it() -> None:
    game = play(First(), widgets=False).move("11-15").resign()
    assert game.said == [Outcome(WHITE, Reason.RESIGNATION).message]
    assert [one.key for one in game.undo().said] == ["game.moved", "game.to-move"]
    people = play(None, widgets=False).move("11-15").resign()
    assert people.said == [Outcome(BLACK, Reason.RESIGNATION).message]


def test_an_opponents_first_move_is_not_taken_back() -> None:
    game = play(First(), side="white", widgets=False)
    with refused(GameError, "record.no-undo"):
        game.undo()
    assert game.game.ply == 1


def test_a_python_prompt_shows_what_a_person_needs() -> None:
    """Black sits at the bottom; the board's letters are called Black and White."""
    start = Position.from_fen("B:W31:B7")
    game = play(First(), start=start, widgets=False).move("7-10")
    lines = repr(game).splitlines()
    assert (len(lines), str(game)) == (19, repr(game))
    assert lines[1] == "|    | 32 |    | 31 |    | 30 |    | 29 |"
    assert lines[3] == "| 28 |    | 27 |    |  w |    | 25 |    |"
    assert lines[-2:] == [game.message, say("cli.show.moves", moves="10-14 10-15")]


def test_turning_the_board_ends_a_hint() -> None:
    game = play(None, widgets=False).hint().flip()
    assert (game.hinted, game.said) == (None, TO_MOVE)


def test_moves_are_read_as_people_type_them() -> None:
    assert play(None, widgets=False).move("11 15").game.ply == 1


def test_the_beginning_of_a_capture_is_enough_where_it_can_go_on_in_one_way() -> None:
    game = play(None, widgets=False, start=Position.from_fen("B:W6,7,14,15:BK2"))
    with pytest.raises(AmbiguousMoveError):
        game.move("2x2")  # it is the same round both ways
    assert game.move("2x9x18").game.moves[0].path == (2, 9, 18, 11, 2)


def test_text_on_the_page_is_only_text() -> None:
    game = play(None, widgets=False)
    game.said = [Message("<script>alert(1)</script>")]
    assert "<script" not in game._repr_html_()
    assert "<script" not in BoardWidget(game).message.value


def test_a_bad_move_raises_as_everywhere() -> None:
    with pytest.raises(IllegalMoveError):
        play(None, widgets=False).move("11-20")


@each("preset", PRESETS)
def test_every_rule_set_can_be_played(preset: str) -> None:
    game = play(First(), rules=PRESETS[preset], widgets=False)
    for _ in range(5):
        if not game.is_over:
            game.move(game.game.legal_moves()[0])
    assert game.game.rules == PRESETS[preset]


# ---- what is asked for


@each(
    ("asked", "name"),
    [
        (3, "level:3"),
        ("3", "level:3"),
        ("level 2", "level:2"),
        ("Level Park Regular", "level:4"),
        ("hard", "alphabeta:depth=5,evaluation=pieces"),
        ("easy", "random"),
    ],
)
def test_an_opponent_is_named_as_in_the_terminal(asked: int | str, name: str) -> None:
    game = play(asked, widgets=False)
    assert game._opponent.name == name
    assert game.move("11-15").game.ply == 2


def test_a_person_is_no_computer() -> None:
    assert play("person", widgets=False).move("11-15").game.turn is WHITE


@each(
    ("arguments", "code"),
    [
        ({"opponent": 12}, "level.unknown"),
        ({"opponent": "foo"}, "unknown.all"),
        ({"opponent": "level"}, "level.missing"),
        ({"opponent": [3]}, "notebook.opponent"),
        ({"opponent": True}, "notebook.opponent"),
        ({"theme": "foo"}, "unknown.all"),
        ({"theme": ["wood"]}, "unknown.near"),
        ({"side": "green"}, "unknown.all"),
        ({"side": 1}, "unknown.all"),
        ({"widgets": "maybe"}, "notebook.widgets"),
        ({"seed": [1]}, "notebook.seed"),
        ({"rules": "casual"}, "ruleset.wanted"),
        ({"start": Position.from_fen("B:W18:B")}, "begin.over"),
    ],
)
def test_what_cannot_be_is_said_at_once(arguments: dict[str, Any], code: str) -> None:
    with refused(CrownheadError, code):
        play(**{"widgets": False, **arguments})


@each(
    ("side", "theme", "meant"),
    [
        ("Black", "classic", BLACK),
        ("WHITE", "classic", WHITE),
        ("Red", "classic", BLACK),
        ("red", "red-black", WHITE),
        ("light", "wood", WHITE),
        (WHITE, "wood", WHITE),
    ],
)
def test_a_side_is_called_by_its_name_or_its_colour(side: str, theme: str, meant: Side) -> None:
    assert play(None, side=side, theme=theme, widgets=False).side is meant


def test_rules_hold_from_any_position() -> None:
    start = Position.from_fen("B:W18,27:B15,12")
    assert play(None, start=start, rules=PRESETS["casual"], widgets=False).move("12-16")


# ---- with widgets and without


def test_without_ipywidgets_the_plain_game_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    original = builtins.__import__

    def without(name: str, *rest: Any, **named: Any) -> Any:
        if name.startswith(("ipywidgets", "crownhead.notebook.widget")):
            raise ImportError(name)
        return original(name, *rest, **named)

    in_a_notebook = SimpleNamespace(get_ipython=lambda: SimpleNamespace(kernel=object()))
    monkeypatch.setitem(sys.modules, "IPython", in_a_notebook)
    monkeypatch.setattr("crownhead.notebook.games.find_spec", lambda _name: None)
    assert isinstance(play(None), NotebookGame)
    monkeypatch.setattr(builtins, "__import__", without)
    with refused(CrownheadError, "notebook.needs-widgets"):
        play(None, widgets=True)


def test_with_ipywidgets_a_board_to_click_is_shown() -> None:
    shown = play("greedy", seed=1, widgets=True)
    picture, squares = shown.children[0].children
    assert picture.value.startswith("<div")
    assert len(squares.children) == 64
    assert shown.game.ply == 0


@pytest.mark.parametrize(("kernel", "kind"), [(None, NotebookGame), (object(), ipywidgets.VBox)])
def test_only_a_notebook_shows_widgets_by_itself(
    monkeypatch: pytest.MonkeyPatch, kernel: object, kind: type
) -> None:
    shell = SimpleNamespace(kernel=kernel)
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    assert isinstance(play(None), kind)


def test_the_example_runs(tmp_path: Path) -> None:
    notebook = nbformat.reads(EXAMPLE.read_text("utf-8"), as_version=4)  # type: ignore[no-untyped-call]
    # Sockets with names, which are short: ports could be taken before the kernel listens on them.
    with TemporaryDirectory() as folder:
        sockets = Config(KernelManager={"transport": "ipc", "ip": f"{folder}/kernel"})
        client = nbclient.NotebookClient(
            notebook, timeout=120, kernel_name="python3", config=sockets
        )
        client.execute(cwd=str(tmp_path))
    shown = [
        kind
        for cell in notebook.cells
        for output in cell.get("outputs", [])
        for kind in output.get("data", {})
    ]
    assert "image/svg+xml" in shown
    assert "application/vnd.jupyter.widget-view+json" in shown


class Tired:
    """A player that fails when it is told to."""

    name = "tired"
    failure: BaseException | None = None

    def choose(self, game: Game) -> Move:
        if self.failure:
            raise self.failure
        return game.legal_moves()[0]


@pytest.mark.parametrize("failure", [EngineError("too tired"), KeyboardInterrupt()])
def test_if_the_opponent_fails_the_move_is_not_made(failure: BaseException) -> None:
    player = Tired()
    game = NotebookGame(player)
    player.failure = failure
    with pytest.raises(type(failure)):
        game.move("11-15")
    assert (game.game.ply, game.said) == (0, TO_MOVE)
    assert "11-15" not in game.game.pdn
    player.failure = None
    game.move("9-13")
    assert game.game.ply == 2
    assert str(game.game.moves[0]) == "9-13"

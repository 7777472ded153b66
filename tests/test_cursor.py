"""Independent cursors in a record; promoting, removing and copying lines."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from crownhead import Cursor, Game, GameError, Move, Node, Outcome, Position, Reason, Side
from refused import refused

RECORD = "1. 11-15 {good} (1. 9-14! $3 22-18 (1... 22-17) 2. 5-9) 23-19 2. 8-11 (2. 9-14) 0-1"
SHUFFLE = "1-6 32-27 6-1 27-32 1-6 32-27 6-1 27-32"


def test_a_cursor_moves_and_the_game_stays() -> None:
    game = Game.from_pdn(RECORD)
    cursor = game.cursor()
    assert [cursor.forward() for _ in range(3)] == game.moves
    assert (cursor.ply, cursor.outcome) == (3, Outcome(Side.WHITE, Reason.RECORDED))
    assert [cursor.back() for _ in range(3)] == game.moves[::-1]
    assert cursor.forward("9-14") == Move((9, 14))
    assert (cursor.moves, cursor.node.strength) == ([Move((9, 14))], "!")
    assert (cursor.forward(Move((22, 17))), cursor.position.turn) == (Move((22, 17)), Side.BLACK)
    assert (game.ply, cursor.record is game.record) == (3, True)


def test_a_cursor_knows_the_history_of_its_own_place() -> None:
    game = Game.from_moves(SHUFFLE, Position.from_fen("B:WK32,21:BK1,13"), automatic_draws=False)
    assert [here.repetitions for here in game.walk()] == [1, 1, 1, 1, 2, 2, 2, 2, 3]
    assert [here.quiet_plies for here in game.walk()] == list(range(9))
    assert [here.claimable_draw is not None for here in game.walk()][-2:] == [True, True]
    end = game.cursor(game.node)
    assert (end.repetitions, game.cursor().repetitions, game.repetitions) == (3, 1, 3)
    end.go_to(game.root.children[0])
    assert (end.ply, end.repetitions) == (1, 1)


def test_a_long_walk_counts_repetitions_as_it_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    line = Node.line
    asked: list[Node] = []

    def counted(node: Node) -> list[Node]:
        asked.append(node)
        return line(node)

    start = Position.from_fen("B:WK32,21:BK1,13")
    game = Game.from_moves("1-6 32-27 6-1 27-32 " * 50, start, automatic_draws=False)
    monkeypatch.setattr(Node, "line", counted)
    assert [here.repetitions for here in game.walk()][-1] == 51
    assert len(asked) < 5, "the whole line is counted again at each step"


def test_two_cursors_and_the_game_stand_in_different_places() -> None:
    game = Game.from_moves("11-15 23-19 8-11")
    one, other = game.cursor(), game.cursor(game.node)
    one.forward()
    game.undo()
    assert (one.ply, other.ply, game.ply) == (1, 3, 2)


def test_a_cursor_says_what_it_cannot_do() -> None:
    game = Game.from_moves("11-15 23-19")
    cursor = game.cursor()
    with refused(GameError, "record.start"):
        cursor.back()
    with refused(GameError, "record.other-moves", move="9-14", moves="11-15"):
        cursor.forward("9-14")
    cursor.go_to_end()
    with refused(GameError, "record.end"):
        cursor.forward()
    strangers: list[Any] = [1, None, "11-15", Game().root, Node(Position.start())]
    for stranger in strangers[:3]:
        with refused(GameError, "record.go-to"):
            game.go_to(stranger)
    for stranger in strangers[3:]:
        with refused(GameError, "record.strange-node"):
            cursor.go_to(stranger)
        with refused(GameError, "record.strange-node"):
            Cursor(game, stranger)


# ---- variations


def line(game: Game) -> str:
    return game.pdn.splitlines()[-1]


def test_a_variation_is_promoted_by_one_place() -> None:
    game = Game.from_pdn("1. 11-15 (1. 9-14) (1. 10-14) (1. 12-16) *")
    last = game.root.children[3]
    game.promote(last)
    assert [str(child.move) for child in game.root.children] == ["11-15", "9-14", "12-16", "10-14"]
    for _ in range(5):  # the main line stays where it is
        game.promote(last)
    assert [str(child.move) for child in game.root.children] == ["12-16", "11-15", "9-14", "10-14"]


def test_a_line_inside_a_variation_becomes_the_main_line() -> None:
    game = Game.from_pdn(RECORD)
    deep = game.root.children[1].children[1]
    game.promote_to_main(deep)
    assert [str(node.move) for node in game.main_line()] == ["9-14", "22-17"]
    assert (game.ply, game.result) == (3, "0-1")
    assert Game.from_pdn(game.pdn).pdn == game.pdn


def test_a_move_is_removed_with_what_follows() -> None:
    game = Game.from_pdn(RECORD)
    game.remove(game.root.children[1])
    assert line(game) == "1. 11-15 {good} 1... 23-19 2. 8-11 (2. 9-14) 0-1"
    game.remove(list(game.main_line())[1])
    assert (line(game), game.ply, game.outcome) == ("1. 11-15 {good} *", 1, None)
    game.remove(game.root.children[0])
    assert (game.ply, game.moves, game.position) == (0, [], Position.start())


def test_what_is_no_variation_is_refused() -> None:
    game = Game.from_pdn(RECORD)
    changes = (game.promote, game.promote_to_main, game.remove)
    for change in changes:
        with refused(GameError, "record.start-is-no-variation"):
            change(game.root)
        with refused(GameError, "record.strange-node"):
            change(Game.from_moves("11-15").node)
        with refused(GameError, "record.variation", value="1"):
            change(1)  # type: ignore[arg-type]


# ---- from moves, and copies


def test_a_game_is_made_of_moves_however_they_are_given() -> None:
    texts = ["11-15", "23-19", "8-11"]
    games = [
        Game.from_moves(texts, tags={"Event": "x"}),
        Game.from_moves(" ".join(texts)),
        Game.from_moves(iter([Move.parse(text) for text in texts])),
    ]
    assert {tuple(game.moves) for game in games} == {tuple(map(Move.parse, texts))}
    assert games[0].tags == {"Event": "x"}
    start = Position.from_fen("W:W18:B9")
    assert Game.from_moves(["18-15"], start).start == start


def test_a_copy_is_equal_and_apart() -> None:
    game = Game.from_pdn(RECORD)
    game.go_to(game.root.children[1])
    for twin in (game.copy(), copy.copy(game), copy.deepcopy(game)):
        assert (twin.pdn, twin.ply, twin.node.nags) == (game.pdn, 1, [3])
        twin.tags["Event"] = "copy"
        twin.node.nags.append(7)
        twin.remove(twin.root.children[0])
        twin.push("22-17")
    assert (game.tags, game.node.nags, line(game)) == ({}, [3], line(Game.from_pdn(RECORD)))

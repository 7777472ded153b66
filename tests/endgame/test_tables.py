"""Endgame tables in the core, compared with the oracle and the documented format."""

from __future__ import annotations

import os
import shutil
from functools import reduce
from math import comb
from pathlib import Path
from random import Random

import pytest

import oracle
import table_reader
from crownhead import Position, Rules
from crownhead._core import (
    EndgameTables,
    endgame_file,
    endgame_memory,
    endgame_needs,
    endgame_positions,
    endgame_slices,
    endgame_solve,
    endgame_twin,
    endgame_verify,
)
from crownhead.errors import EndgameError
from refused import refused

PUBLISHED = {2: 6_972, 3: 261_224, 4: 7_092_774, 5: 148_688_232, 6: 2_503_611_964}
FOUR_KINGS = "0202"
ENGLISH = oracle.OracleRules()


def in_order(pieces: int) -> list[str]:
    """One slice of each pair of twins, after its dependencies."""
    done: list[str] = []
    names = [name for name in endgame_slices(pieces) if name <= endgame_twin(name)]
    for name in sorted(names, key=lambda name: int(name[0]) + int(name[2])):
        same_size = [need for need in endgame_needs(name) if sum(map(int, need)) == pieces]
        assert {min(need, endgame_twin(need)) for need in same_size} <= set(done)
        done.append(name)
    return done


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Distances to three pieces and of two kings against two, and also results to three pieces."""
    made = tmp_path_factory.mktemp("tables")
    for distance in (True, False):
        for name in [*in_order(2), *in_order(3)]:
            endgame_solve(made, name, distance, None)
    endgame_solve(made, FOUR_KINGS, True, None)
    return made


def masked(squares: frozenset[int]) -> int:
    return reduce(lambda mask, square: mask | 1 << square - 1, squares, 0)


def test_every_position_of_so_many_pieces_is_in_one_slice() -> None:
    for pieces, published in PUBLISHED.items():
        names = endgame_slices(pieces)
        assert len(set(names)) == len(names)
        one_side_only = 2 * sum(
            comb(28, men) * comb(32 - men, pieces - men) for men in range(pieces + 1)
        )
        assert sum(map(endgame_positions, names)) + one_side_only == published, pieces


def test_a_slice_needs_what_captures_and_crowning_lead_to() -> None:
    assert endgame_needs("0101") == []
    assert endgame_needs("0201") == ["0101"]
    assert endgame_needs("1001") == ["0101"]
    assert endgame_needs("1010") == ["1001"]
    assert endgame_needs("1101") == ["0101", "0102", "1001"]
    assert endgame_twin("1021") == "2110"


def test_kings_against_kings_are_as_published(folder: Path) -> None:
    slices = {(name, distance): facts for name, distance, *facts in EndgameTables(folder).slices()}
    assert slices["0101", True][:5] == [992, 230, 654, 108, 11]
    assert slices["0101", False][:6] == [992, 230, 654, 108, None, None]


def test_distances_agree_with_the_rules_of_the_oracle(folder: Path) -> None:
    """By induction on plies, values that agree with all their successors are right."""
    tables, random = EndgameTables(folder), Random(12)
    names = [FOUR_KINGS, *endgame_slices(3), *endgame_slices(2)]
    for _ in range(1_500):
        board = random_board(random.choice(names), random)
        stored = probed(tables, board)
        successors = [
            probed(tables, oracle.play(board, move, ENGLISH))
            for move in oracle.legal_moves(board, ENGLISH)
        ]
        assert stored == expected(successors), board.fen()


def random_board(name: str, random: Random) -> oracle.Board:
    """A position of a slice with either side to move."""
    turn = random.choice(oracle.SIDES)
    while True:
        squares = random.sample(range(1, 33), sum(map(int, name)))
        pieces = "".join(
            piece * int(count)
            for piece, count in zip("bBwW" if turn == "black" else "wWbB", name, strict=True)
        )
        board = oracle.Board(dict(zip(squares, pieces, strict=True)), turn)
        if oracle.is_valid(board):
            return board


def probed(tables: EndgameTables, board: oracle.Board) -> tuple[str, int | None] | None:
    return tables.probe(Position.from_fen(board.fen()))


def expected(successors: list[tuple[str, int | None] | None]) -> tuple[str, int | None]:
    known = [one for one in successors if one is not None]
    assert len(known) == len(successors)
    lost = [plies for outcome, plies in known if outcome == "loss" and plies is not None]
    if lost:
        return "win", min(lost) + 1
    if any(outcome == "draw" for outcome, _ in known):
        return "draw", None
    return "loss", max((plies + 1 for _, plies in known if plies is not None), default=0)


def test_another_program_can_read_the_files_from_the_document(folder: Path) -> None:
    tables = EndgameTables(folder)
    for name, distance in (("0110", True), ("0110", False), ("1011", False), ("0102", True)):
        table = table_reader.read(folder / endgame_file(name, distance))
        assert "".join(map(str, table.material)) == name
        for number, (men, kings, enemy_men, enemy_kings) in enumerate(
            table_reader.positions(table.material)
        ):
            if number % 7 and number != table.longest_index:
                continue
            own, enemies = masked(men | kings), masked(enemy_men | enemy_kings)
            position = Position(own, enemies, masked(kings | enemy_kings), "black", Rules())
            outcome, plies = tables.probe(position) or ("unknown", None)
            if distance and number == table.longest_index:
                assert plies == table.longest, (name, position.fen)
            if not position.must_capture:
                code = table.codes[number]
                assert outcome == ("draw" if code == 0 else "loss" if code % 2 else "win"), (
                    position.fen
                )
                assert not distance or code == (0 if plies is None else plies + 1), position.fen


def test_verifying_looks_at_all_or_at_a_sample(folder: Path) -> None:
    told: list[float] = []
    assert endgame_verify(folder, "0201", True, 0, 1, told.append) == (
        14880,
        True,
        None,
        None,
        None,
    )
    assert endgame_verify(folder, "0201", False, 500, 1, None) == (500, True, None, None, None)
    assert told[0] == 0
    # Here a quiet move would often win faster, but captures are mandatory.
    assert endgame_verify(folder, FOUR_KINGS, True, 0, 1, None) == (215760, True, None, None, None)


def test_the_same_slice_gives_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    for name in in_order(2):
        endgame_solve(tmp_path, name, True, None)
    for path in tmp_path.iterdir():
        assert path.read_bytes() == (folder / path.name).read_bytes(), path.name


def test_an_error_of_the_progress_ends_the_work_and_leaves_nothing(tmp_path: Path) -> None:
    def enough(share: float) -> None:
        raise InterruptedError(share)

    with pytest.raises(InterruptedError):
        endgame_solve(tmp_path, "0101", True, enough)
    assert list(tmp_path.iterdir()) == []
    told: list[float] = []
    endgame_solve(tmp_path, "0101", True, told.append)
    assert told == sorted(told)
    assert told[-1] == 1


def test_other_rules_and_too_many_pieces_are_not_answered(folder: Path) -> None:
    tables = EndgameTables(folder)
    assert tables.most_pieces == 3
    text = "W:WK1:BK32,K31"
    assert tables.probe(Position.from_fen(text)) == ("loss", 30)
    assert tables.probe(Position.from_fen(text, Rules(capture="optional"))) is None
    assert tables.probe(Position.start()) is None


def test_bad_files_and_names_are_refused_in_words(folder: Path, tmp_path: Path) -> None:
    whole = (folder / "0101.plies").read_bytes()
    (tmp_path / "notes.txt").write_text("not a table")
    table = tmp_path / "0101.plies"
    for damaged, code, values in (
        (b"", "truncated", {}),
        (whole[:-1], "size", {}),
        (whole[:8] + b"\x07" + whole[9:], "version", {"found": 7, "wanted": 1}),
        (whole[:-12] + b"\xaa" + whole[-11:], "checksum", {}),
    ):
        table.write_bytes(damaged)
        with refused(EndgameError, f"endgame.{code}", path=str(table), **values):
            EndgameTables(tmp_path, thorough=True)
    for make in (Path.mkdir, os.mkfifo):
        (tmp_path / "special").mkdir(exist_ok=True)
        special = tmp_path / "special" / "0101.plies"
        make(special)
        with refused(EndgameError, "endgame.not-regular"):
            EndgameTables(special.parent)
        special.rmdir() if special.is_dir() else special.unlink()
    with refused(EndgameError, "endgame.no-slice"):
        endgame_memory("0000", False)
    with pytest.raises(EndgameError, match=r"0101\.plies .*crownhead endgame build"):
        endgame_solve(tmp_path, "0201", True, None)
    with pytest.raises(EndgameError, match="0301"):
        endgame_verify(folder, "0301", True, 0, 1, None)


@pytest.mark.parametrize("thorough", [True, False])
@pytest.mark.parametrize("change", ["cut short", "written over"])
def test_a_table_that_is_changed_while_it_is_open_gives_no_wrong_answer(
    folder: Path, tmp_path: Path, change: str, thorough: bool
) -> None:
    changed = Path(shutil.copytree(folder, tmp_path / "tables"))
    for file in changed.iterdir():
        os.utime(file, (1, 1))  # any change is later, however coarse the file system's clock is
    tables = EndgameTables(changed, thorough)
    for file in changed.iterdir():
        with file.open("r+b") as opened:
            if change == "cut short":
                opened.truncate(200)
            else:
                opened.write(Random(1).randbytes(file.stat().st_size))
    unchanged = EndgameTables(folder)
    random = Random(2)
    for _ in range(2000):
        kings = [1 << square for square in random.sample(range(32), 4)]
        black, white = sum(kings[:2]), sum(kings[2:])
        position = Position(black, white, black | white, "black", Rules())
        expected = unchanged.probe(position)
        assert expected is not None
        right = {expected} if thorough else {expected, (expected[0], None), None}
        assert tables.probe(position) in right, position.fen

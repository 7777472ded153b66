"""Reading PDN from files: encodings, line ends, long lines, memory, and a real collection."""

from __future__ import annotations

import codecs
import gc
import io
import itertools
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pdn_texts import content, locations, moves, read, tree

from cases import each
from crownhead import Game, PdnError
from crownhead.library.tinsley import tinsley_pdn
from crownhead.notation.pdn import parse_games, read_games, write_games
from crownhead.pdn.lines import LONGEST_PIECE
from refused import refused
from saying import says

# One of everything that a game may hold.
RICH = (
    '[Event "Été"] [Black "A \\"Ace\\" B"] [FEN "B:W21-32:B1-12"]\n'
    "{Où?} 1. 11-15! {[%clk 0:09:58] good} 23-19(?) $4 $132 (1... 22-18 2. 15x22 25x18 "
    "(2... 26x17!? {naïve})) 2. 8-11 {ends} 22-17 (2... 26-23 *) 1/2-1/2\n"
    '[Event "zwei"]\n1. 9-14 22x18 2. 5-9 0-1\n'
)


class Stream(io.RawIOBase):
    """A file that is made up while it is read."""

    def __init__(self, chunks: Iterator[bytes]) -> None:
        self._chunks = chunks
        self._rest = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        self._rest = self._rest or next(self._chunks, b"")
        count = min(len(buffer), len(self._rest))
        buffer[:count], self._rest = self._rest[:count], self._rest[count:]
        return count


# ---- files


def test_a_path_is_read(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    path.write_text(RICH, encoding="utf-8")
    expected = content(read(RICH))
    assert content(list(read_games(path))) == expected
    assert content(list(read_games(str(path)))) == expected
    with path.open(encoding="utf-8") as file:
        assert content(list(read_games(file))) == expected


def test_the_rich_example_has_no_errors() -> None:
    games = read(RICH)
    assert [(game.errors, len(moves(game)), game.result) for game in games] == [
        ([], 4, "1/2-1/2"),
        ([], 3, "0-1"),
    ]


def test_reading_is_lazy() -> None:
    def chunks() -> Iterator[bytes]:
        yield b"1. 11-15 *\n" * 1000
        raise AssertionError("read on after the first game")

    game = next(read_games(io.BufferedReader(Stream(chunks()), 1000)))
    assert moves(game) == ["11-15"]


@each("encoding", ["utf-8", "utf-8-sig", "latin-1", "utf-16", "utf-16-le", "utf-16-be"])
def test_encodings(encoding: str) -> None:
    mark = {"utf-16-le": codecs.BOM_UTF16_LE, "utf-16-be": codecs.BOM_UTF16_BE}.get(encoding, b"")
    assert content(read(mark + RICH.encode(encoding))) == content(read(RICH))


def test_a_byte_order_mark_in_text_is_skipped() -> None:
    assert content(read("\ufeff" + RICH)) == content(read(RICH))


def test_a_byte_order_mark_where_files_were_joined_is_skipped() -> None:
    data = RICH.encode("utf-8-sig")
    assert content(read(data + data)) == content(read(RICH + RICH))


def test_each_line_has_its_own_encoding() -> None:
    data = '[Event "Été"]\n'.encode() + '[Site "Été"]\n*\n'.encode("latin-1")
    (game,) = read(data)
    assert game.tags == {"Event": "Été", "Site": "Été"}


@each("newline", ["\n", "\r\n", "\r"])
@each("encoding", ["utf-8", "utf-16"])
def test_line_ends(newline: str, encoding: str) -> None:
    text = '% not read\n[Event "a"]\n1. 11-15 ; but this\n23-19 1-0\n\n1. 9-14\n 1-6 *\n'
    expected = content(read(text))
    games = read(text.replace("\n", newline).encode(encoding))
    assert content(games) == expected
    assert [locations(game) for game in games] == [[], [(7, 2)]]


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"], ids=ascii)
def test_line_ends_in_text(newline: str) -> None:
    text = '% not read\n[Event "a"]\n1. 11-15 ; but this\n23-19 1-0\n\n1. 9-14\n 1-6 *\n'
    games = read(text.replace("\n", newline))
    assert content(games) == content(read(text))
    assert [locations(game) for game in games] == [[], [(7, 2)]]


@pytest.mark.parametrize("source", [b"1. 11-15 *", 5, None])
def test_what_is_no_file_is_refused(source: Any) -> None:
    with refused(PdnError, "pdn.source"):
        list(read_games(source))


# ---- long lines


def test_a_collection_on_one_line_reads_the_same() -> None:
    text = RICH.replace("\n", "\n" * 2000) * 50
    assert len(text) > 3 * LONGEST_PIECE
    wanted = content(read(text))
    for encoding in ("utf-8", "latin-1", "utf-16"):
        line = text.replace("\n", " ").encode(encoding)
        assert content(read(line)) == wanted, encoding


def test_a_piece_may_end_anywhere() -> None:
    line = RICH.replace("\n", " ")
    expected = content(read(line + "\n"))
    for cut in range(1, len(line)):
        text = " " * (LONGEST_PIECE - cut) + line + "\n"
        assert content(read(text)) == expected, f"cut between {line[:cut]!r} and {line[cut:]!r}"


def test_a_piece_may_end_within_a_letter() -> None:
    line = RICH.replace("\n", " ").replace("Ace", "A♔東\U0001f3c1ce")
    expected = content(read(line + "\n"))
    data = line.encode()
    for cut in range(1, len(data)):
        long_line = b" " * (LONGEST_PIECE - cut) + data + b"\n"
        assert content(read(long_line)) == expected, f"cut before {data[cut:]!r}"


def test_a_long_latin_1_line_may_end_a_piece_with_a_lead_byte() -> None:
    text = " " * (LONGEST_PIECE - 4) + "{caf\u00e9s} 1. 11-15 *\n"
    for shift in range(8):
        (game,) = read(text[shift:].encode("latin-1"))
        assert (game.root.comment, moves(game)) == ("caf\u00e9s", ["11-15"])


def test_locations_on_a_long_line_count_on() -> None:
    text = "1. 11-15 " + " " * (3 * LONGEST_PIECE) + "@ {" + "x" * LONGEST_PIECE + "} @ *\n"
    (game,) = read(text)
    second = text.rindex("@") + 1
    assert locations(game) == [(1, text.index("@") + 1), (1, second)]


def test_a_comment_and_what_is_skipped_go_over_pieces() -> None:
    words, more_words = "word " * (LONGEST_PIECE // 4), "word " * LONGEST_PIECE
    (game,) = read(f"1. 11-15 {{{words}}} 23-19 ; {more_words}\n% {more_words}\n 8-11 *\n")
    assert moves(game) == ["11-15", "23-19", "8-11"]
    assert game.root.children[0].comment == words.strip()


# ---- memory


@pytest.mark.parametrize("line_end", [b"\n", b" "], ids=["lines", "one line"])
def test_reading_keeps_no_more_than_a_game(line_end: bytes) -> None:
    count = 4_000  # if all were kept, twice what is allowed
    text = b'[Event "%b"] 1. 11-15 {%b} 23-19 *' % (b"e" * 50, b"c" * 50) + line_end
    file = io.BufferedReader(Stream(itertools.repeat(text, count)))
    gc.collect()
    tracemalloc.start()
    try:
        assert sum(1 for _ in read_games(file)) == count
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 3_000_000, f"{peak} bytes at the peak for games of {len(text)} bytes"


# ---- a real collection


@pytest.fixture(scope="module")
def tinsley() -> list[Game]:
    """The games that are shipped."""
    games = list(parse_games(tinsley_pdn().getvalue().decode()))
    assert len(games) == 724
    assert [error for game in games for error in game.errors] == []
    return games


def test_a_wrong_move_in_a_collection_costs_the_rest_of_its_game(
    tinsley: list[Game], tmp_path: Path
) -> None:
    right, wrong = "8. 18-23 27x18 9. 14x23 25-22", "8. 18-23 32-28 9. 14x23 25-22"
    text = tinsley_pdn().getvalue().decode()
    assert text.count(right) == 1
    offset = text.index(right) + len("8. 18-23 ")
    line, column = text.count("\n", 0, offset) + 1, offset - text.rindex("\n", 0, offset)
    path = tmp_path / "wrong.pdn"
    path.write_text(text.replace(right, wrong), encoding="utf-8", newline="\n")
    games = list(read_games(path))
    (spoiled,) = (index for index, game in enumerate(games) if game.errors)
    (error,) = games[spoiled].errors
    assert (error.line, error.column) == (line, column)
    assert says(error.sentence, "refusal.tried", tried="32-28")
    assert len(list(games[spoiled].main_line())) == 15
    for number, (game, whole) in enumerate(zip(games, tinsley, strict=True), 1):
        assert number == spoiled + 1 or tree(game.root) == tree(whole.root), f"game {number}"


def test_the_tinsley_collection_is_written_and_read_back(
    tinsley: list[Game], tmp_path: Path
) -> None:
    path = tmp_path / "tinsley.pdn"
    write_games(tinsley, path)
    for number, (game, again) in enumerate(zip(tinsley, read_games(path), strict=True), 1):
        where = f"game {number}, {game.tags}"
        assert again.errors == [], where
        assert tree(again.root) == tree(game.root), where
        assert again.result == game.result, where
        added = {"GameType": "21,B,8,8,N1,0", "Result": game.result}
        assert again.tags == {**game.tags, **added}, where

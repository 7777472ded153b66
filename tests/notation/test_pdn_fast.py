"""Runs of plain moves are read by the core. Read token by token instead, every file is the same."""

from __future__ import annotations

import io
from random import Random

import pytest

from crownhead import Game, _core
from crownhead.notation import pdn
from crownhead.pdn import tokens
from made_up import EXAMPLES

WORDS = (
    *(
        "1.",
        "2...",
        "12 .",
        "...",
        "1.11-15",
        "11-15",
        "11x15",
        "11:15",
        "23-19",
        "22-18",
        "15x22",
        "25x18",
    ),
    *(
        "1-1",
        "1-0",
        "0-1",
        "2-0",
        "1/2-1/2",
        "½-½",
        "*",
        "1-15",
        "11-15!",
        "23-19?!",
        "(",
        ")",
        "8-11)",
    ),
    *(
        "{a}",
        "{[%clk 0:01:02]}",
        "; end\n",
        "$7",
        "!",
        "40-50",
        "11-",
        "-15",
        "11-15-",
        "111-15",
        "x",
        "é",
    ),
    *('[Event "x"]\n', '[FEN "B:W18,24:B15,12"]\n', "% skipped\n", "\n", "\t", "\ufeff", "  "),
)


def told(text: str) -> list[tuple[object, ...]]:
    """Everything that reading a text gives."""
    return [
        (game.tags, game.pdn, [str(error) for error in game.errors], state(game))
        for game in pdn.read_games(io.StringIO(text))
    ]


def state(game: Game) -> list[tuple[int, int, int, str]]:
    nodes = [game.root, *game.main_line()]
    return [(one.ply, one.quiet_plies, one.reversible_plies, one.position.fen) for one in nodes]


def test_runs_of_moves_are_read_as_their_tokens_are(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(3)
    texts = [" ".join(rng.choices(WORDS, k=rng.randrange(1, 30))) for _ in range(6 * EXAMPLES)]
    texts += ["".join(rng.choices(WORDS, k=rng.randrange(1, 12))) for _ in range(4 * EXAMPLES)]
    texts += [random_game(rng) for _ in range(20)]
    fast = [told(text) for text in texts]
    monkeypatch.setattr(_core, "end_of_moves", lambda _text, at: at)
    for text, found in zip(texts, fast, strict=True):
        assert told(text) == found, text


def test_the_moves_of_a_plain_game_are_one_token_and_read_in_one_call(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = "1. 11-15 23-19 2. 8-11 22-17 *"
    assert [token.kind for token in tokens.tokens_of(io.StringIO(text))] == ["moves", "result"]
    # What reads a move by itself is not there.
    monkeypatch.delattr("crownhead.pdn.reader.find_move")
    (game,) = pdn.read_games(io.StringIO(text))
    assert (game.root.last().ply, game.errors) == (4, [])


def random_game(rng: Random) -> str:
    """A long game whose moves are written in one of the ways that are read, with one letter wrong."""
    game = Game(automatic_draws=False)
    while game.ply < 150 and (moves := game.legal_moves()):
        game.push(rng.choice(moves))
    text = game.pdn
    offset = rng.randrange(len(text))
    return text[:offset] + rng.choice("0123x-. {") + text[offset + 1 :]


def test_a_long_line_in_pieces_is_read_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """A piece may end anywhere: inside a number, a move, or between them."""
    game = random_game(Random(1)).replace("\n", " ")
    whole = told(game)
    for size in range(5, 60):
        monkeypatch.setattr("crownhead.pdn.lines.LONGEST_PIECE", size)
        assert told(game) == whole, size

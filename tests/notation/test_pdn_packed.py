"""Games that the core packs make the same entries as the reader of whole games."""

from __future__ import annotations

import io
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import random_game

from crownhead import ENGLISH, Game, Move, Rules
from crownhead.library.entry import entry_of
from crownhead.library.tinsley import tinsley_pdn
from crownhead.notation.pdn import read_games
from crownhead.openings import ballot_of, opening_of
from crownhead.pdn import packed, reader
from crownhead.pdn.packed import PackedGame, read_packed
from made_up import EXAMPLES, SETTINGS
from walks import walked

RULES = (
    ENGLISH,
    Rules.parse("english regicide=on first_to_move=white"),
    Rules.parse("english crowning_ends_move=off continuation=optional"),
    Rules.parse("english capture=optional quiet_limit=2 repetition_limit=2"),
)
RESULTS = ("1-0", "0-1", "1/2-1/2", "0-0", "2-0", "1-1", "½-½", "*", "1/2", "won")
LETTERS = '0123456789x-.{}()[]";*!?\n\r $%½é\ufeff/'


def assert_same_entries(content: bytes) -> None:
    """Compare the entries of both readers, field by field, and the names with those of the game."""
    whole = list(read_games(io.BytesIO(content)))
    quick = list(read_packed(io.BytesIO(content)))
    assert len(quick) == len(whole), content
    for number, (game, other) in enumerate(zip(whole, quick, strict=True), start=1):
        wanted = entry_of(game.record, number)
        assert entry_of(other, number) == wanted, content
        opening, ballot = opening_of(game), ballot_of(game)
        assert wanted.opening == (opening and opening.name), content
        assert wanted.ballot == (ballot and ballot.number), content


def are_packed(text: str) -> list[bool]:
    return [isinstance(game, PackedGame) for game in read_packed(io.StringIO(text))]


def move_text(move: Move, rng: Random) -> str:
    """A move in one of the ways that people write it: as we do, in full, or as short as it may be."""
    ends = f"{move.from_square}{'x' if move.is_capture else '-'}{move.to_square}"
    text = rng.choice((str(move), str(move), ends, str(Move(move.path, True))))
    return text.replace("x", rng.choice("xxX:-"))


def game_text(rng: Random) -> str:
    """A game of tags, moves and a result, some of which may be wrong."""
    rules = rng.choice(RULES)
    start = walked(rng, rng.choice((0, 0, 10, 60)), rules)
    game = Game(start, tags={"Black": "Ann", "White": f"Bob {rng.randrange(3)}"})
    game.automatic_draws = False
    game.tags |= {"Date": "1954.??.??"} if rng.random() < 0.5 else {}
    words = []
    for _ in range(rng.choice((0, 3, 40, 200))):
        if game.outcome:
            break
        move = rng.choice(game.legal_moves())
        words.append(move_text(move, rng))
        if rng.random() < 0.4:
            words.append(f"{game.ply // 2 + 1}{rng.choice(('.', '...'))}")
        game.push(move)
    pdn = game.pdn
    tags = pdn[: pdn.rindex("]\n") + 2]
    if rng.random() < 0.3:
        tags = tags.replace(f'"{game.result}"', f'"{rng.choice(RESULTS)}"')
    result = game.result if rng.random() < 0.7 else rng.choice((*RESULTS, ""))
    blank = rng.choice((" ", "\n"))
    return f"{tags}{blank.join(words)} {result}\n\n"


def damaged(text: str, rng: Random) -> str:
    for _ in range(rng.choice((0, 0, 1, 4))):
        offset = rng.randrange(len(text))
        text = text[:offset] + rng.choice(LETTERS) + text[offset + rng.randrange(3) :]
    return text


def test_tinsleys_games_are_packed_and_the_same() -> None:
    content = tinsley_pdn().getvalue()
    assert_same_entries(content)
    assert are_packed(content.decode()).count(True) == 724


@pytest.mark.parametrize("seed", range(4))
def test_what_is_written_around_tinsleys_games_changes_nothing(seed: int) -> None:
    rng = Random(seed)
    text = tinsley_pdn().getvalue().decode()
    offset = rng.randrange(len(text) - 4000)
    for _ in range(EXAMPLES // 10):
        assert_same_entries(damaged(text[offset : offset + 4000], rng).encode())


@SETTINGS
@given(st.integers(0, 2**32))
def test_made_up_games_have_the_same_entries(seed: int) -> None:
    """Under several rules, from positions, in short or ambiguous notation, with wrong results, damaged."""
    rng = Random(seed)
    text = "".join(game_text(rng) for _ in range(rng.randrange(1, 4)))
    assert_same_entries(text.encode())
    assert_same_entries(damaged(text, rng).encode("utf-8", "replace"))


@settings(SETTINGS, max_examples=EXAMPLES // 3)
@given(st.integers(0, 2**32))
def test_games_with_comments_and_variations_have_the_same_entries(seed: int) -> None:
    rng = Random(seed)
    text = random_game(rng).pdn
    assert_same_entries(text.encode())
    assert_same_entries(damaged(text, rng).encode("utf-8", "replace"))


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("1. 11-15 23-19 1-0", [True]),
        ('[Event "A"]\n1. 11-15 *\n\n[Event "B"]\n1. 9-14 22-18\n2. 5-9 0-1\n', [True, True]),
        ('[GameType "21,W,8,8,N1,0"]\n1. 23-19 11-15 1/2-1/2\n', [True]),
        ('[FEN "W:WK1:BK10"]\n1. 1-6 10x1 *\n', [True]),
        # What needs a closer look, and the game after it.
        ("1. 11-15 {Good} * 1. 9-14 *", [False, True]),
        ("1. 11-15 (1. 9-14) * 1. 9-14 *", [False, True]),
        ("1. 11-15! * 1. 9-14 *", [False, True]),
        ("1. 11-15 23-20 * 1. 9-14 *", [False, True]),
        ("; about it\n1. 11-15 * 1. 9-14 *", [False, True]),
        ('[Result "1-0"] 1. 11-15 0-1 1. 9-14 *', [False, True]),
        ('[Result "won"] 1. 11-15 * 1. 9-14 *', [False, True]),
        ('[Event "A"] [Event "B"] 1. 11-15 * 1. 9-14 *', [False, True]),
        ('[FEN "nowhere"] 1. 11-15 * 1. 9-14 *', [False, True]),
        ('[FEN "B:WK1:BK6"] 1. 6-9 1/2-1/2 1. 9-14 *', [True, True]),
        ('[FEN "B:WK6:BK10"] 1. 10x1 1-0 1. 9-14 *', [True, True]),
        ('[FEN "B:WK6:BK10"] 1. 10x1 1/2-1/2 1. 9-14 *', [False, True]),
        ('[Event "A"] * 1. 9-14 *', [False, True]),
        ('[Event "A"] 1. 11-15 [Event "B"] 1. 9-14 *', [False, False]),
        ("1. 11-15 23-19", [False]),
        ("hello 1. 11-15 * 1. 9-14 *", [False, True]),
    ],
)
def test_only_plain_games_are_packed(text: str, plain: list[bool]) -> None:
    assert are_packed(text) == plain
    assert_same_entries(text.encode())


def test_a_game_has_so_many_moves_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "1. 11-15 23-19 2. 8-11 22-17 3. 4-8 *"
    for most in (4, 5):
        for module in (reader, packed):
            monkeypatch.setattr(module, "MOST_MOVES", most)
        assert are_packed(text) == [most == 5]
        assert_same_entries(text.encode())


def test_endless_tags_are_not_kept() -> None:
    text = '[Event "A"]\n' * 2000 + "1. 11-15 *\n"
    assert are_packed(text) == [False]
    assert_same_entries(text.encode())

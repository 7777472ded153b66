"""Writing PDN: what it looks like, and that reading it gives the same game again."""

from __future__ import annotations

import io
import math
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cases import each
from crownhead import (
    BLACK,
    PRESETS,
    WHITE,
    CrownheadError,
    Game,
    Node,
    Outcome,
    Position,
    Reason,
    Rules,
)
from crownhead.notation.pdn import parse_games, read_games, write_game, write_games
from crownhead.notation.pdn.tokens import LONGEST_COMMENT
from walks import walked

SETTINGS = settings(derandomize=True, deadline=None, max_examples=300, database=None)
WIDTH = 80
WORDS = [
    "good",
    "a",
    "bad!",
    "%",
    "5%",
    ";",
    "[x]",
    "$1",
    "1-0",
    "*",
    "été",
    "東京",
    "11-15",
    "(so)",
    "\\",
]
STRENGTHS = ["!", "?", "!!", "??", "!?", "?!", "(!)", "(?)", "(!?)"]
OWN_TAGS = ("Result", "Termination", "GameType", "Rules", "SetUp", "FEN")
OPTIONS: dict[str, list[Any]] = {
    "capture": ["mandatory", "optional"],
    "continuation": ["mandatory", "optional", "none"],
    "regicide": [False, True],
    "crowning_ends_move": [False, True],
    "first_to_move": [BLACK, WHITE],
    "quiet_limit": [None, 1, 80, 10_000],
    "quiet_counts_men": [False, True],
    "repetition_limit": [None, 2, 3, 100],
    "move_seconds": [None, 1, 30, 2.5, 86_400],
}


# ---- games made up at random


def random_game(rng: Random) -> Game:
    """A game of random moves with everything that PDN can hold."""
    game = Game(random_start(rng), tags=random_tags(rng), automatic_draws=rng.random() < 0.5)
    for _ in range(rng.randint(0, 40)):
        if game.outcome:
            break
        game.push(rng.choice(game.position.legal_moves()))
    main = list(game.main_line())
    for node in main:
        annotate(rng, node)
        if rng.random() < 0.2:
            add_variation(rng, game, node)
    game.root.comment = random_comment(rng)
    game.go_to_end()
    end(rng, game)
    return game


def random_start(rng: Random) -> Position:
    rules = random_rules(rng)
    return walked(rng, rng.randint(0, 60) if rng.random() < 0.5 else 0, rules)


def random_rules(rng: Random) -> Rules:
    if rng.random() < 0.3:
        return Rules()
    return Rules(**{option: rng.choice(values) for option, values in OPTIONS.items()})


def random_tags(rng: Random) -> dict[str, str]:
    names = ["Event", "Site", "Date", "Round", "Black", "White", "Annotator", "Zürich", "x_1"]
    return {
        name: " ".join(rng.choices(WORDS, k=rng.randint(0, 3))) for name in rng.sample(names, 4)
    }


def random_comment(rng: Random) -> str:
    return " ".join(rng.choices(WORDS, k=rng.randint(1, 30))) if rng.random() < 0.3 else ""


def annotate(rng: Random, node: Node) -> None:
    node.comment = random_comment(rng)
    node.nags = (
        [rng.randint(0, 255) for _ in range(rng.randint(1, 3))] if rng.random() < 0.2 else []
    )
    node.strength = rng.choice(STRENGTHS) if rng.random() < 0.2 else ""
    node.clock = rng.randint(0, 99_999) / 8 if rng.random() < 0.3 else None


def add_variation(rng: Random, game: Game, instead_of: Node, depth: int = 0) -> None:
    """Record another line than the one of a node, itself with variations."""
    assert instead_of.parent is not None
    node = instead_of.parent
    known = [child.move for child in node.children]
    moves = [move for move in node.position.legal_moves() if move not in known]
    if not moves:
        return
    game.go_to(node)
    node = game.add_variation(rng.choice(moves))
    node.comment_before = random_comment(rng)
    annotate(rng, node)
    for _ in range(rng.randint(0, 6)):
        moves = node.position.legal_moves()
        if not moves:
            break
        node = node.add(rng.choice(moves))
        annotate(rng, node)
        if depth < 4 and rng.random() < 0.4:
            add_variation(rng, game, node, depth + 1)


def end(rng: Random, game: Game) -> None:
    """Give the game any result that it may have, if it has none yet."""
    if game.outcome:
        return
    side = rng.choice([BLACK, WHITE])
    outcomes = [
        Outcome(side, Reason.RESIGNATION),
        Outcome(side, Reason.TIME),
        Outcome(side, Reason.RECORDED),
        Outcome(None, Reason.AGREEMENT),
        Outcome(None, Reason.REPETITION),
        Outcome(None, Reason.QUIET),
        Outcome(None, Reason.RECORDED),
        Outcome(None, Reason.BOTH_LOST),
        None,
    ]
    game.record_outcome(rng.choice(outcomes))


# ---- comparing games


def tree(node: Node) -> tuple[object, ...]:
    """All that a record says from a node on."""
    notes = (node.comment_before, node.comment, node.nags, node.strength, node.clock)
    return (node.move, notes, [tree(child) for child in node.children])


def read_back(text: str) -> Game:
    (game,) = parse_games(text)
    assert game.errors == [], text
    return game


def assert_same(game: Game, again: Game, about: str) -> None:
    assert again.errors == [], about
    assert again.start == game.start, about
    assert again.rules == game.rules, about
    assert tree(again.root) == tree(game.root), about
    assert again.ending == game.ending, about
    assert again.result == game.result, about
    kept = {name: value for name, value in again.tags.items() if name not in OWN_TAGS}
    assert kept == {name: value for name, value in game.tags.items() if name not in OWN_TAGS}, about


def game_with(*moves: str, **tags: str) -> Game:
    game = Game(tags=tags)
    for move in moves:
        game.push(move)
    return game


def movetext(game: Game) -> str:
    """The moves of a game as they are written, in one line."""
    return " ".join(line for line in game.pdn.splitlines() if not line.startswith("["))


# ---- round trips


@each("batch", range(10))
def test_a_game_is_read_back_as_it_was_written(batch: int) -> None:
    for seed in range(batch * 30, batch * 30 + 30):
        game = random_game(Random(seed))
        text = write_game(game)
        again = read_back(text)
        assert_same(game, again, f"seed {seed}\n{text}")
        assert write_game(again) == text, f"seed {seed}"


def test_a_collection_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    games = [random_game(Random(seed)) for seed in range(1000, 1050)]
    path = tmp_path / "games.pdn"
    write_games(games, path)
    for number, (game, again) in enumerate(zip(games, read_games(path), strict=True)):
        assert_same(game, again, f"seed {1000 + number}")


@each("name", PRESETS)
def test_the_rules_are_read_back(name: str) -> None:
    game = Game(rules=PRESETS[name])
    assert read_back(game.pdn).rules == game.rules


@each("seconds", [1, 1.5, 30.000000001, 100 / 3, 0.1 + 1, 86_400.0])
def test_any_time_for_a_move_is_read_back(seconds: float) -> None:
    rules = Rules(move_seconds=seconds)
    assert Rules.parse(str(rules)) == rules


@each(
    ("winner", "reason", "result"),
    [
        (BLACK, Reason.RESIGNATION, "1-0"),
        (WHITE, Reason.RESIGNATION, "0-1"),
        (BLACK, Reason.TIME, "1-0"),
        (WHITE, Reason.TIME, "0-1"),
        (BLACK, Reason.RECORDED, "1-0"),
        (WHITE, Reason.RECORDED, "0-1"),
        (None, Reason.AGREEMENT, "1/2-1/2"),
        (None, Reason.REPETITION, "1/2-1/2"),
        (None, Reason.QUIET, "1/2-1/2"),
        (None, Reason.RECORDED, "1/2-1/2"),
        (None, Reason.BOTH_LOST, "0-0"),
    ],
)
def test_every_result_and_reason_is_read_back(winner: Any, reason: Reason, result: str) -> None:
    game = game_with("11-15", "23-19")
    game.record_outcome(Outcome(winner, reason))
    assert f'[Result "{result}"]' in game.pdn
    assert game.pdn.endswith(f" {result}\n")
    assert read_back(game.pdn).outcome == Outcome(winner, reason)


@pytest.mark.parametrize(
    ("fen", "move", "reason"),
    [
        pytest.param("W:W22:B18", "22x15", Reason.NO_PIECES, id="nothing left"),
        #  The man on 21 has 25 before it and 30 behind that.
        pytest.param("W:W29,30:B21", "29-25", Reason.NO_MOVES, id="shut in"),
    ],
)
def test_a_result_of_the_position_is_read_back(fen: str, move: str, reason: Reason) -> None:
    game = Game(Position.from_fen(fen))
    game.push(move)
    assert game.outcome == Outcome(WHITE, reason)
    assert read_back(game.pdn).outcome == game.outcome


@each("termination", ["agreement", "both lost", "time", "no moves", "nonsense"])
@each(
    "outcome",
    [
        Outcome(None, Reason.BOTH_LOST),
        Outcome(None, Reason.RECORDED),
        Outcome(BLACK, Reason.RECORDED),
    ],
)
def test_a_termination_tag_of_old_changes_no_result(termination: str, outcome: Outcome) -> None:
    game = game_with("11-15", Termination=termination)
    game.record_outcome(outcome)
    assert read_back(game.pdn).result == game.result


@given(st.text(max_size=200), st.text(max_size=50))
@example("see ( note ) there", "( a )")
@example("( ( ) )", ")")
@example("a %b \\ ; [c] $1 {d} \x00", "\x85\u2028\x1c")
@SETTINGS
def test_any_comment_is_read_back(comment: str, before: str) -> None:
    game = game_with("11-15")
    game.node.comment = comment
    game.go_to_start()
    game.add_variation("9-14").comment_before = before
    main, variation = read_back(game.pdn).root.children
    assert main.comment == plain(comment)
    assert variation.comment_before == plain(before)


@each("comment", ["( a", "a )", "see ( note )", "a ( ", "f( x )", "( )", ") ("])
def test_a_bracket_in_a_comment_keeps_its_spaces(comment: str) -> None:
    game = game_with("11-15")
    game.node.comment = comment
    (node,) = read_back(game.pdn).main_line()
    assert node.comment == plain(comment)


def test_a_comment_that_quotes_tags_is_read_back() -> None:
    game = game_with("11-15")
    game.node.comment = 'write [Event "x"] or [Site "y"] ' * 20
    (node,) = read_back(game.pdn).main_line()
    assert node.comment == plain(game.node.comment)


def plain(comment: str) -> str:
    """What PDN can keep of a comment: no braces, no two spaces."""
    return " ".join(comment.replace("{", "(").replace("}", ")").split())


@given(st.from_regex(r"\A\w{1,30}\Z"), st.text(max_size=200))
@example("Event", 'a "quoted" \\ word\\')
@example("Site", '"] 1. 11-15 {')
@SETTINGS
def test_any_tag_is_read_back(name: str, value: str) -> None:
    game = Game(tags={name: value})
    if name not in OWN_TAGS:
        assert read_back(game.pdn).tags[name] == " ".join(value.split())


@each("seconds", [0, 0.5, 0.001, 59.9994, 59.9996, 60, 3599.999, 3600, 86_399.123, 359_999_999])
def test_a_clock_is_read_back_to_the_millisecond(seconds: float) -> None:
    game = Game()
    game.push("11-15", clock=seconds)
    (node,) = read_back(game.pdn).main_line()
    assert node.clock == pytest.approx(seconds, abs=0.00051)


@pytest.mark.parametrize("seconds", [61.096, 61.404, 62.279, 3661.001])
def test_a_clock_in_milliseconds_is_read_back_exactly(seconds: float) -> None:
    game = Game()
    game.push("11-15", clock=seconds)
    (node,) = read_back(game.pdn).main_line()
    assert node.clock == seconds


def test_a_clock_at_the_start_is_read_back() -> None:
    game = read_back("{[%clk 0:05:00] go} 1. 11-15 *\n")
    assert game.root.clock == 300
    assert read_back(game.pdn).root.clock == 300


def test_variations_a_thousand_deep_are_written() -> None:
    game = Game(Position.from_fen("B:WK32:BK1"))
    node = game.root
    for _ in range(1000):
        moves = node.position.legal_moves()
        node.add(moves[0])
        node = node.add(moves[-1]) if len(moves) > 1 else node.children[0]
    assert write_game(game).count("(") > 400


@pytest.mark.parametrize(
    "note",
    ["{" + "x" * LONGEST_COMMENT + "} {y}", "{[%clk 99999:99:99]}"],
    ids=["comments", "clock"],
)
def test_what_was_read_can_be_written(note: str) -> None:
    (game,) = parse_games(f"1. 11-15 {note} *\n")
    again = read_back(game.pdn)
    assert tree(again.root) == tree(game.root)


# ---- what it looks like


def test_a_game_in_full() -> None:
    game = Game(tags={"White": "Bob", "Black": 'Ann "A"', "Note": "x", "Event": "Home"})
    game.push("11-15", clock=599.5)
    game.push("22-18")
    game.node.strength, game.node.nags, game.node.comment = "(?)", [4, 132], "weak"
    game.push("15x22")
    game.push("25x18")
    game.go_to(game.root.children[0])
    game.add_variation("23-19").comment_before = "better"
    game.go_to_end()
    game.resign(WHITE)
    assert game.pdn == (
        '[Event "Home"]\n'
        '[Black "Ann \\"A\\""]\n'
        '[White "Bob"]\n'
        '[Result "1-0"]\n'
        '[Termination "resignation"]\n'
        '[GameType "21,B,8,8,N1,0"]\n'
        '[Note "x"]\n'
        "1. 11-15 {[%clk 0:09:59.5]} 1... 22-18(?) $4 $132 {weak} ({better} 1... 23-19)\n"
        "2. 15x22 25x18 1-0\n"
    )


def test_a_position_that_was_set_up() -> None:
    game = Game(Position.from_fen("W:W22:B1,18"))
    game.push("22x15")
    assert game.pdn == (
        '[Result "*"]\n[GameType "21,B,8,8,N1,0"]\n[SetUp "1"]\n[FEN "W:W22:B1,18"]\n1... 22x15 *\n'
    )


def test_house_rules_stand_in_a_tag() -> None:
    text = Game(rules=PRESETS["casual"].replace(first_to_move=WHITE)).pdn
    assert '[GameType "21,W,8,8,N1,0"]' in text
    assert (
        '[Rules "english capture=optional continuation=none first_to_move=white '
        'quiet_limit=none repetition_limit=none"]'
    ) in text


def test_english_rules_need_no_tag() -> None:
    assert "Rules" not in Game().pdn


def test_tags_that_the_game_itself_decides_are_not_copied() -> None:
    old = {"Result": "0-1", "FEN": "B:W1:B2", "SetUp": "1", "GameType": "20", "Rules": "casual"}
    assert Game(tags=old).pdn == '[Result "*"]\n[GameType "21,B,8,8,N1,0"]\n*\n'


@pytest.mark.parametrize(
    ("first_to_move", "result"),
    [(BLACK, "1-0"), (WHITE, "0-1")],
    ids=["Black first", "White first"],
)
def test_one_nil_says_that_the_side_that_moves_first_won(first_to_move: Any, result: str) -> None:
    game = Game(rules=Rules(first_to_move=first_to_move))
    game.resign(WHITE)
    assert game.result == result
    assert game.pdn.endswith(f"\n{result}\n")


def test_a_move_that_follows_words_has_its_number_again() -> None:
    game = game_with("11-15", "23-19", "8-11")
    game.root.children[0].comment = "so"
    assert movetext(game) == "1. 11-15 {so} 1... 23-19 2. 8-11 *"


def test_a_move_that_follows_a_variation_has_its_number_again() -> None:
    game = game_with("11-15", "23-19", "8-11")
    game.go_to_start()
    game.add_variation("9-14")
    assert movetext(game) == "1. 11-15 (1. 9-14) 1... 23-19 2. 8-11 *"


def test_moves_with_the_same_ends_are_written_in_full() -> None:
    game = Game(Position.from_fen("B:W6,7,14,15:B2"))
    game.push("2x11x18")
    assert movetext(game) == "1. 2x11x18 *"


def test_a_blank_line_stands_between_games() -> None:
    file = io.StringIO()
    write_games([game_with("11-15"), game_with("9-14")], file)
    head = '[Result "*"]\n[GameType "21,B,8,8,N1,0"]\n'
    assert file.getvalue() == f"{head}1. 11-15 *\n\n{head}1. 9-14 *\n"


def test_no_games_are_an_empty_file(tmp_path: Path) -> None:
    path = tmp_path / "none.pdn"
    write_games([], path)
    assert path.read_bytes() == b""


def test_files_are_utf_8_with_plain_line_ends(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    write_games([Game(tags={"Event": "Été"})], str(path))
    assert path.read_bytes().startswith('[Event "Été"]\n[Result "*"]\n'.encode())


def test_lines_are_no_longer_than_eighty_letters() -> None:
    for seed in range(200):
        text = write_game(random_game(Random(seed)))
        wide = [line for line in text.splitlines() if len(line) > WIDTH and line[0] != "["]
        assert wide == [], f"seed {seed}"


def test_closing_brackets_do_not_make_a_line_longer_than_eighty_letters() -> None:
    game = game_with("11-15")
    game.go_to_start()
    for length in range(30, 75):
        game.add_variation("9-14").comment = f"so {'x' * length}"
        wide = [line for line in game.pdn.splitlines() if len(line) > WIDTH]
        assert wide == []


def test_a_word_with_a_percent_sign_begins_no_line() -> None:
    game = game_with("11-15")
    game.node.comment = "% " * 200
    lines = game.pdn.splitlines()
    assert [line for line in lines if line.startswith("%")] == []
    assert [line for line in lines if len(line) > WIDTH and "% %" not in line] == []


# ---- strict: what is written can be read


@each(
    ("note", "value"),
    [
        ("nags", [256]),
        ("nags", [-1]),
        ("nags", [10**6]),
        ("strength", "!!!"),
        ("strength", "good"),
        ("strength", ") 1-0 ("),
        ("strength", "(!"),
        ("clock", math.inf),
        ("clock", math.nan),
        ("clock", 1e9),
        ("clock", 1e300),
        ("comment", "x" * (LONGEST_COMMENT + 1)),
    ],
)
def test_a_note_that_pdn_cannot_hold_is_refused_or_read_back(note: str, value: Any) -> None:
    game = game_with("11-15")
    setattr(game.node, note, value)
    try:
        text = write_game(game)
    except CrownheadError:
        return
    (again,) = parse_games(text)
    assert again.errors == []
    assert [getattr(node, note) for node in again.main_line()] == [value]


@pytest.mark.parametrize(
    "tags",
    [{"White Elo": "1"}, {"": "1"}, {"a" * 101: "1"}, {"Event": "x" * 10_001}],
    ids=lambda t: str(t)[:12],
)
def test_a_tag_that_pdn_cannot_hold_is_refused_or_read_back(tags: dict[str, str]) -> None:
    try:
        text = write_game(Game(tags=tags))
    except CrownheadError:
        return
    (again,) = parse_games(text)
    assert again.errors == []
    assert {**again.tags, **tags} == again.tags


def test_half_a_letter_is_refused_or_written(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    try:
        write_games([Game(tags={"Event": "\ud800"})], path)
    except CrownheadError:
        return
    assert len(list(read_games(path))) == 1

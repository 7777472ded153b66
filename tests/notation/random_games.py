"""Games to write as PDN: of given moves, and made up at random with everything that PDN can hold."""

from __future__ import annotations

from random import Random
from typing import Any

from crownhead import BLACK, WHITE, Game, Node, Outcome, Position, Reason, Rules
from walks import walked

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


def game_with(*moves: str, **tags: str) -> Game:
    game = Game(tags=tags)
    for move in moves:
        game.push(move)
    return game

"""Explained evaluations: correct sums and squares, and terms that players know."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from random import Random

import pytest

from crownhead import BLACK, ENGLISH, PRESETS, WHITE, Position, Rules, Side
from crownhead.coach import Explanation, Share, Term, explained
from crownhead.engine.classic import classic_parts, classic_value
from crownhead.engine.network import usual_network
from walks import walk

# Programs use these keys: terms may be added, but keys never change.
KEYS = (
    "men",
    "kings",
    "places",
    "back-row",
    "backed",
    "room",
    "runaways",
    "dog-hole",
    "attacked",
    "kings-room",
    "trapped-kings",
    "only-king",
    "lopsided",
    "the-move",
    "turn",
)


def positions(games: int, seed: int) -> Iterator[Position]:
    """Random games under every preset, long enough for kings."""
    rng = Random(seed)
    for rules in PRESETS.values():
        for _ in range(games):
            yield from walk(rng, 150, rules)


def term_of(explanation: Explanation, key: str) -> Term:
    return next(term for term in explanation.terms if term.key == key)


# ---- sums


def test_the_terms_add_up_to_the_classic_value_under_all_rules() -> None:
    for position in positions(2, seed=2):
        explanation = explained(position)
        total = sum(term.black.points - term.white.points for term in explanation.terms)
        assert total == sum(term.points for term in explanation.terms)
        assert total == classic_value(position).pov(BLACK).points, repr(position)
        assert explanation.classic.side is position.turn


def test_rounding_moves_nothing_by_a_whole_point() -> None:
    for position in positions(2, seed=3):
        explanation = explained(position)
        for side in (BLACK, WHITE):
            exact = dict.fromkeys(KEYS, 0.0)
            for part in classic_parts(position):
                if part.side is side:
                    exact[part.name] += float(part.worth)
            for key in set(KEYS) - {"men", "places", "back-row"}:
                points = term_of(explanation, key).of(side).points
                assert abs(points - exact[key]) < 1, (repr(position), key)
            men = sum(term_of(explanation, key).of(side).points for key in KEYS[0:4:2])
            men += term_of(explanation, "back-row").of(side).points
            assert abs(men - exact["men"] - exact["back-row"]) < 2, repr(position)


def test_what_is_worth_the_same_to_both_sides_is_shown_so() -> None:
    for position in positions(2, seed=7):
        # Each count of men or kings that step, and of backed men, has one weight: equal counts, equal worth.
        explanation = explained(position)
        for key in ("backed", "room", "kings-room", "attacked", "lopsided"):
            term = term_of(explanation, key)
            if term.black.count == term.white.count:
                assert term.black.points == term.white.points, (repr(position), key)


def test_exchanged_colours_exchange_the_shares() -> None:
    def turned(share: Share) -> Share:
        return Share(
            share.count, tuple(33 - square for square in share.squares[::-1]), share.points
        )

    for position in positions(2, seed=4):
        one, other = explained(position), explained(position.mirrored)
        for term, mirrored in zip(one.terms, other.terms, strict=True):
            assert mirrored.black == turned(term.white), (repr(position), term.key)
            assert mirrored.white == turned(term.black), (repr(position), term.key)
        assert (one.classic, one.network) == (other.classic, other.network), repr(position)
        assert one.cautions == other.cautions


def test_what_a_side_does_not_have_is_worth_nothing_to_it() -> None:
    for position in positions(2, seed=5):
        for term in explained(position).terms:
            for share in (term.black, term.white):
                # An empty back row has a negative worth of its own.
                assert share.count or term.key == "back-row" or not share.points, repr(position)


# ---- squares


@pytest.mark.parametrize(
    ("key", "fen", "black", "white"),
    [
        ("men", "B:W29,18,K3:B1,9,K30", (2, (1, 9)), (2, (18, 29))),
        ("kings", "B:W29,18,K3:B1,9,K30", (1, (30,)), (1, (3,))),
        ("places", "B:W29,31,18:B1,3,9", (1, (9,)), (1, (18,))),
        ("back-row", "B:W29,31,18:B1,3,4,9", (3, (1, 3, 4)), (2, (29, 31))),
        ("back-row", "B:W18:B9", (0, ()), (0, ())),
        # 14 has 10 behind it, 19 has 23, and 28 stands on the edge.
        ("backed", "B:W19,23,28:B10,14", (1, (14,)), (2, (19, 28))),
        ("room", "B:W19,24:B10,14", (3, (15, 17, 18)), (3, (15, 16, 20))),
        # White's 19 has four rows to go, and Black's 22 would meet 26.
        ("runaways", "W:W13,19,26:B21,22", (1, (21,)), (1, (13,))),
        ("runaways", "W:W5:B28", (1, (28,)), (1, (5,))),
        ("dog-hole", "B:W5,32:B1,28", (1, (28,)), (1, (5,))),
        ("dog-hole", "B:W5,K32:BK1,28", (0, ()), (0, ())),
        ("attacked", "B:W18:B14", (1, (14,)), (1, (18,))),
        # A man jumps forwards only, a king both ways.
        ("attacked", "B:W9:B14", (0, ()), (0, ())),
        ("attacked", "B:WK9:B14", (1, (14,)), (0, ())),
        ("kings-room", "B:WK29:BK1", (2, (5, 6)), (1, (25,))),
        ("trapped-kings", "W:W25,K18:BK29", (1, (29,)), (0, ())),
        ("only-king", "B:W21,22:BK1,K2,10", (1, (1, 2)), (0, ())),
        ("only-king", "B:WK21:BK1", (0, ()), (0, ())),
        ("lopsided", "B:W19,20:B9,10,14,12", (2, (9, 10, 14)), (2, (19, 20))),
        ("lopsided", "B:W19,18:B9,12", (0, ()), (0, ())),
        # Face to face, the side to move gives way: both 10 and 19 are in Black's system.
        ("the-move", "B:W19:B10", (0, (10,)), (1, (19,))),
        ("the-move", "W:W19:B10", (1, ()), (0, ())),
        ("the-move", "B:W24,27,18:B10", (1, (10,)), (0, (18, 27))),
        ("turn", "W:W18:B9", (0, ()), (1, ())),
    ],
)
def test_the_squares_are_those_that_count(
    key: str, fen: str, black: tuple[int, tuple[int, ...]], white: tuple[int, tuple[int, ...]]
) -> None:
    term = term_of(explained(Position.from_fen(fen)), key)
    assert [(one.count, one.squares) for one in (term.black, term.white)] == [black, white]


def moves_of(position: Position, side: Side, rules: Rules) -> Position:
    """The same pieces with that side to move."""
    return Position(position.black, position.white, position.kings, side, rules)


def test_room_and_attacks_are_what_the_moves_say() -> None:
    either = Rules(capture="optional")  # so that quiet moves can be seen beside captures
    for position in positions(2, seed=6):
        explanation = explained(position)
        for side in (BLACK, WHITE):
            own = moves_of(position, side, either)
            quiet = [move for move in own.legal_moves() if not move.is_capture]
            kings = set(position.squares(side, king=True))
            steps = {king: set[int]() for king in (True, False)}
            for move in quiet:
                steps[move.from_square in kings].add(move.to_square)
            enemy = moves_of(position, side.other, ENGLISH)
            attacked = {move.captured[0] for move in enemy.captures()}
            wanted = {"room": steps[False], "kings-room": steps[True], "attacked": attacked}
            for key, squares in wanted.items():
                share = term_of(explanation, key).of(side)
                assert share.squares == tuple(sorted(squares)), (repr(position), side, key)
                assert share.count == len(squares)


# ---- words


def test_the_terms_have_lasting_keys_and_words_for_people() -> None:
    terms = explained(Position.start()).terms
    assert tuple(term.key for term in terms) == KEYS
    assert len({str(term.title) for term in terms}) == len(KEYS)
    for term in terms:
        assert re.fullmatch(r"[A-Z][^.]*\.", str(term.explanation)), term.explanation
        assert len(str(term.title)) <= 26, term.title


def test_a_side_is_asked_for_by_name() -> None:
    men = explained(Position.from_fen("B:W18,29:B9")).terms[0]
    assert (men.of("black").count, men.of(WHITE).count, men.points) == (1, 2, -100)


# ---- what it says besides


def test_the_network_is_asked_about_the_same_position() -> None:
    network = usual_network()
    assert network is not None
    position = Position.from_fen("W:W18,23,K31:B10,12,21")
    explanation = explained(position)
    assert explanation.network is not None
    assert explanation.network.points == network.value(position) != 0
    assert explanation.network.side is WHITE


def test_a_package_without_a_network_explains_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[explained.__module__], "usual_network", lambda: None)
    explanation = explained(Position.from_fen("W:W18,23,31:B10,12"))
    assert (explanation.network, explanation.chances(WHITE)[1]) == (None, None)
    assert explanation.terms[0].points == -100


def test_the_chances_of_both_sides_make_one_by_both_evaluations() -> None:
    explanation = explained(Position.from_fen("W:W18,23,31:B10,12"))
    for black, white in zip(*map(explanation.chances, (BLACK, WHITE)), strict=True):
        assert black is not None
        assert white is not None
        assert black + white == pytest.approx(1)
        assert white > 0.6


@pytest.mark.parametrize(
    ("fen", "preset", "cautions"),
    [
        ("B:W32:B1", "english", ()),
        ("B:W32:B1", "tournament-30", ()),
        ("B:W18:B14", "english", ("capture",)),
        ("B:W32:B1", "casual", ("rules",)),
        ("B:W18:B14", "regicide", ("capture", "rules")),
        ("W:W:B1", "english", ("over",)),
        ("B:W5,6,9,10:B1", "english", ("over",)),
    ],
)
def test_it_says_why_counts_may_mislead(fen: str, preset: str, cautions: tuple[str, ...]) -> None:
    explanation = explained(Position.from_fen(fen, PRESETS[preset]))
    assert explanation.cautions == cautions
    keys = tuple(warning.key for warning in explanation.warnings)
    assert keys == tuple(f"coach.caution.{caution}" for caution in cautions)

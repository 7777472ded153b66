"""Long perft runs: estimates, refusals, progress and interrupts."""

from __future__ import annotations

import math

import pytest

from command_line import refused_for, run
from crownhead import CrownheadError, Position
from crownhead.cli import perft
from crownhead.messages import Message
from saying import pattern, says

MANY_YEARS = Message("time.about", {"time": Message("time.powers-of-years")})


def test_a_count_beyond_64_bits_is_refused_and_a_smaller_one_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    beyond = {"depth": 99, "time": MANY_YEARS, "plies": Message("count.ply")}
    refused_for(run("perft", "99", "--force"), "cli.perft.beyond", **beyond)
    monkeypatch.setattr(perft, "SECONDS_TO_LOOK", 0.01)
    with pytest.raises(CrownheadError, match=pattern("cli.perft.beyond", **beyond)):
        perft.perft(["99"], standalone_mode=False)


def test_a_count_of_years_needs_an_explicit_option() -> None:
    guess = perft.Estimate(nodes=1e7, plies=10, growth=5.0, speed=1e8)
    days = Message("time.about", {"time": Message("count.day")})
    with pytest.raises(CrownheadError, match=pattern("cli.perft.too-long", time=days)):
        perft._refuse_for_ever(guess, 19, force=False)
    perft._refuse_for_ever(guess, 19, force=True)
    perft._refuse_for_ever(guess, 14, force=False)


def test_a_tree_that_ends_is_counted_however_deep_it_is_asked_for() -> None:
    assert run("perft", "99", "--fen", "B:W25,30:B21").lines == ["perft(99) = 0"]


def test_a_slice_takes_a_moment() -> None:
    guess = perft.Estimate(nodes=5.0**10, plies=10, growth=5.0, speed=1e8)
    assert guess.seconds(guess.slice_plies) <= perft._SECONDS_A_SLICE
    assert guess.seconds(guess.slice_plies + 1) > perft._SECONDS_A_SLICE


def test_slices_add_up_to_the_whole() -> None:
    for fen in ("B:W6,7,14,15:B2", Position.start().fen):
        position = Position.from_fen(fen)
        for plies in (1, 2, 4):
            shares: list[float] = []
            nodes = perft._in_slices(position, 6, plies, 1.0, shares.append)
            assert nodes == position.perft(6), (fen, plies)
            assert math.isclose(sum(shares), 1.0), (fen, plies)


def test_a_long_count_says_how_long_it_takes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(perft, "SECONDS_TO_LOOK", 0.0)
    monkeypatch.setattr(perft, "SECONDS_WITHOUT_A_WORD", 0.0)
    perft.perft(["7"], standalone_mode=False)
    out, err = capsys.readouterr()
    assert out == "perft(7) = 179740\n"
    assert says(err, "cli.perft.takes", depth=7, time=Message("time.about")), err


def test_the_estimate_is_of_the_right_size() -> None:
    guess = perft.estimate(Position.start(), 30)
    assert guess.plies < 30  # it stops checking after a moment
    counted = Position.start().perft(9)
    shallow = perft.Estimate(845931, 8, guess.growth, guess.speed)
    assert abs(shallow.log_nodes(9) - math.log10(counted)) < 1

"""Perft: an estimate first, then the count in slices that can be interrupted."""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from crownhead import CrownheadError, Position
from crownhead.cli.command import Number, argument, command, option
from crownhead.cli.shared import (
    position_of,
    print_json,
    progress_bar,
    warn,
    with_fen,
    with_json,
    with_rules,
)
from crownhead.messages import Message, counted

SECONDS_TO_LOOK: Final = 0.1  # spent on shallow depths for an estimate
_SECONDS_A_SLICE: Final = 0.25
SECONDS_WITHOUT_A_WORD: Final = 2.0
LONGEST: Final = 24 * 3600.0  # seconds; --force allows more
_PLIES_OF_GROWTH: Final = 4
_LARGEST: Final = 2**64 - 1  # the limit of the core's counters
_UNITS: Final = (
    ("year", 31_557_600),
    ("day", 86_400),
    ("hour", 3600),
    ("minute", 60),
    ("second", 1),
)


@command("help.perft")
@argument("depth", "help.perft.depth", type=Number(0, 99))
@with_fen
@with_rules
@option("--divide", "help.perft.divide")
@option("--force", "help.perft.force")
@with_json
def perft(depth: int, fen: str, rules: str, divide: bool, force: bool, as_json: bool) -> None:
    """Count the ways to play a number of plies."""
    position = position_of(fen, rules)
    counts = _count(position, depth, force=force)
    total = sum(counts.values()) if depth else 1
    if as_json:
        answer = {"fen": position.fen, "rules": str(position.rules), "depth": depth, "nodes": total}
        print_json(answer | ({"divide": counts} if divide else {}))
        return
    if divide:
        for move, nodes in counts.items():
            print(f"{move}: {nodes}")
    print(f"perft({depth}) = {total}")


@dataclass(frozen=True, slots=True)
class Estimate:
    """The growth of a count, estimated from shallow depths."""

    nodes: float  # at the deepest counted ply
    plies: int
    growth: float  # from one ply to the next
    speed: float  # nodes a second

    def log_nodes(self, depth: int) -> float:
        """The decimal logarithm of a count, which may itself exceed the range of floats."""
        return math.log10(max(self.nodes, 1)) + (depth - self.plies) * math.log10(self.growth)

    def log_seconds(self, depth: int) -> float:
        """The decimal logarithm of the seconds to count."""
        return self.log_nodes(depth) - math.log10(self.speed)

    def seconds(self, depth: int) -> float:
        """The seconds to count, capped at 1e300."""
        return 10 ** min(self.log_seconds(depth), 300)

    def deepest(self, depth: int) -> int:
        """The greatest depth, up to a limit, whose count does not take too long."""
        return next(ply for ply in range(depth, -1, -1) if not ply or self.seconds(ply) <= LONGEST)

    @property
    def slice_plies(self) -> int:
        """The depth of a subtree that is counted in a moment."""
        if self.growth <= 1.01:
            return 99
        return max(1, int(math.log(self.speed * _SECONDS_A_SLICE) / math.log(self.growth)))


def estimate(position: Position, depth: int) -> Estimate:
    """Count shallow depths for a moment, and extrapolate."""
    counts, begun, taken = [1], time.perf_counter(), 0.0
    while len(counts) <= depth and counts[-1] and taken < SECONDS_TO_LOOK:
        before = time.perf_counter()
        counts.append(position.perft(len(counts)))
        taken = time.perf_counter() - begun
        last = time.perf_counter() - before
    if len(counts) < 2 or not counts[-1]:
        return Estimate(counts[-1], len(counts) - 1, 1.0, 1.0)
    return grown(counts, last)


def grown(counts: Sequence[int], seconds: float) -> Estimate:
    """Estimate the growth from the counts of shallow depths; the last one took some seconds.

    >>> round(grown([1, 5, 25], 1.0).seconds(3))
    5
    """
    plies = len(counts) - 1
    back = min(plies, _PLIES_OF_GROWTH)
    growth = max((counts[-1] / counts[-1 - back]) ** (1 / back), 1.0)
    return Estimate(counts[-1], plies, growth, counts[-1] / max(seconds, 1e-9))


def _count(position: Position, depth: int, *, force: bool) -> dict[str, int]:
    """Count for each first move, with a progress bar if it takes long."""
    if depth < 1:
        return {}
    moves = position.legal_moves()
    guess = estimate(position, depth)
    _refuse_for_ever(guess, depth, force=force)
    long = guess.plies < depth and guess.seconds(depth) > SECONDS_WITHOUT_A_WORD
    slices = guess.slice_plies if guess.plies < depth else depth

    def counted_by_moves(done: Callable[[float], None]) -> dict[str, int]:
        return {
            str(move): _in_slices(position.play(move), depth - 1, slices, 1 / len(moves), done)
            for move in moves
        }

    if not long:
        return counted_by_moves(lambda _: None)
    with progress_bar() as progress:
        task = progress.add_task(f"perft({depth})", total=1.0)
        if progress.disable:
            warn("cli.perft.takes", depth=depth, time=roughly(guess.log_seconds(depth)))
        return counted_by_moves(lambda share: progress.advance(task, share))


def _in_slices(
    position: Position, depth: int, plies: int, share: float, done: Callable[[float], None]
) -> int:
    """Count a tree in subtrees that take a moment each."""
    moves = position.legal_moves() if depth > plies else []
    if not moves:
        nodes = position.perft(depth)
        done(share)
        return nodes
    part = share / len(moves)
    return sum(_in_slices(position.play(move), depth - 1, plies, part, done) for move in moves)


def _refuse_for_ever(guess: Estimate, depth: int, *, force: bool) -> None:
    """Refuse counts that take too long or exceed 64 bits."""
    if guess.plies >= depth or not guess.nodes:
        return
    digits = guess.log_nodes(depth)
    long = {"depth": depth, "time": roughly(guess.log_seconds(depth))}
    fewer = counted("ply", guess.deepest(depth))
    if digits > math.log10(_LARGEST):
        raise CrownheadError("cli.perft.beyond", **long, count=round(digits + 1), plies=fewer)
    if not force and guess.seconds(depth) > LONGEST:
        raise CrownheadError("cli.perft.too-long", **long, plies=fewer)


def roughly(log_seconds: float) -> Message:
    """A rough duration, from the decimal logarithm of its seconds.

    >>> str(roughly(0.7)), str(roughly(4)), str(roughly(9.5)), str(roughly(40))
    ('about 5 seconds', 'about 3 hours', 'about 100 years', 'about 10^33 years')
    """
    if log_seconds > 12:
        power = round(log_seconds - math.log10(_UNITS[0][1]))
        return Message("time.about", {"time": Message("time.powers-of-years", {"power": power})})
    seconds = max(10**log_seconds, 1)
    units = ((counted(name, round(seconds / length)), length) for name, length in _UNITS)
    return Message(
        "time.about", {"time": next(told for told, length in units if seconds >= length)}
    )

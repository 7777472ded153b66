"""Compare move generation with py-draughts and OpenSpiel: perft, legal moves from Python, playing.

Every contender runs in its own process (see peers.py). They take turns round by round, so that noise
affects all of them equally. Each figure is the best of the rounds.

perft        Leaf nodes a second from the start position; the moves of the last ply are counted,
             not played. py-draughts has no perft for 8x8, so it uses the loop over `legal_moves`,
             `push` and `pop` from its own tests, with that shortcut added. OpenSpiel is included
             for information: it must play the last ply too, to learn whether a capture continues.
legal_moves  Calls a second over the same positions for all: one position from each of many random
             games. No cache can help: a pass asks each object once, and the objects are created
             afresh before the clock starts.
play         Successors a second, for information: `position.play(move)`, `push` with `pop`, and
             `state.child(action)`. The moves are known before the clock starts.

Some differences remain. Keep them in mind when you read the ratios:

- In py-draughts, captures are optional in American checkers, so its tree is different and wider and
  it has more legal moves. The targets are set against it as it is. The row "captures forced" is a
  subclass that turns the rule on through a private method; it plays the true rules.
- OpenSpiel moves leg by leg: an action is one integer for one jump, while Crownhead and py-draughts
  build objects with the whole path. It cannot set up a position from Python, so it replays the
  games, each path leg by leg. Its first player sits at the bottom, so its board is ours rotated by
  half a turn: its g1 is our square 1. It declares a draw after 40 plies without a capture, so the
  games are shorter than that.

Before measuring, the first legs of the legal moves are compared with Crownhead's in every position,
and differences are printed.
"""

from __future__ import annotations

import platform
import random
import sys
from collections.abc import Iterable
from importlib import import_module
from itertools import pairwise, starmap
from typing import Any

import peers

# From the start position, routes counted separately; the index is the depth.
PUBLISHED_PERFT = [1, 7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564, 85242128]
# Depths that each contender finishes in a few tenths of a second.
PERFT_DEPTH = {
    "crownhead": 11,
    "py-draughts": 6,
    "py-draughts (captures forced)": 7,
    "open_spiel": 6,
}
KNOWN_DIFFERENCES = {"py-draughts": "it holds captures to be optional"}
TARGETS = [
    ("perft", "py-draughts", 400.0),
    ("legal_moves", "py-draughts", 10.0),
    ("legal_moves", "open_spiel", 1.0),
]
MEASURES = {"perft": "nodes", "legal_moves": "calls", "play": "moves"}
POSITIONS = 400
PASSES = 20
ROUNDS = 12
SEED = 174
LONGEST_PLAYOUT = 70
SPIEL_QUIET_LIMIT = 40

Leg = tuple[int, int]
Sample = dict[str, Any]
Measured = tuple[int, float]  # the number of operations, and the seconds
Rates = dict[str, dict[str, float]]  # operations a second, by contender and measure


def _asked(answers: Iterable[object]) -> Measured:
    """Count the items of a lazy iterable."""
    return peers.timed(lambda: sum(1 for _ in answers))


class Contender:
    """The base class of the contenders."""

    def passes(self, measure: str, count: int) -> Measured:
        """Run a measure over all positions several times, and return the sums."""
        measured: list[Measured] = [getattr(self, measure)() for _ in range(count)]
        return sum(done for done, _ in measured), sum(seconds for _, seconds in measured)


class Crownhead(Contender):
    """Crownhead, through its public API."""

    def __init__(self) -> None:
        self.position_class: Any = import_module("crownhead").Position
        self.fens: list[str] = []

    def sample(self, count: int, seed: int) -> list[Sample]:
        """Positions that are not over, each with the paths of the random game that led to it."""
        rng = random.Random(seed)
        samples: list[Sample] = []
        while len(samples) < count:
            sample = self._playout(rng, rng.randint(2, LONGEST_PLAYOUT))
            if sample is not None:
                samples.append(sample)
        return samples

    def _playout(self, rng: random.Random, plies: int) -> Sample | None:
        position, quiet = self.position_class.start(), 0
        line = []
        for _ in range(plies):
            moves = position.legal_moves()
            if not moves or quiet == SPIEL_QUIET_LIMIT - 1:
                return None
            move = rng.choice(moves)
            quiet = 0 if move.is_capture else quiet + 1
            line.append(move.path)
            position = position.play(move)
        return None if position.is_over else {"fen": position.fen, "line": line}

    def load(self, samples: list[Sample]) -> None:
        """Take the positions to measure on."""
        self.fens = [sample["fen"] for sample in samples]

    def _fresh(self) -> list[Any]:
        return [self.position_class.from_fen(fen) for fen in self.fens]

    def first_legs(self) -> list[list[Leg]]:
        """List the distinct first legs of the legal moves of each position."""
        moves = [position.legal_moves() for position in self._fresh()]
        return [sorted({move.path[:2] for move in choice}) for choice in moves]

    def perft(self, depth: int) -> Measured:
        start = self.position_class.start()
        return peers.timed(lambda: start.perft(depth))

    def legal_moves(self) -> Measured:
        return _asked(map(self.position_class.legal_moves, self._fresh()))

    def play(self) -> Measured:
        pairs = [(position, move) for position in self._fresh() for move in position.legal_moves()]
        return _asked(starmap(self.position_class.play, pairs))


class PyDraughts(Contender):
    """py-draughts' American checkers as it is: captures are optional."""

    def __init__(self) -> None:
        self.board_class: Any = import_module("draughts").AmericanBoard
        self.boards: list[Any] = []

    def load(self, samples: list[Sample]) -> None:
        """Take the positions to measure on."""
        self.boards = [self.board_class.from_fen(sample["fen"]) for sample in samples]

    def _fresh(self) -> list[Any]:
        return [board.copy() for board in self.boards]

    def first_legs(self) -> list[list[Leg]]:
        """List the distinct first legs of the legal moves of each position."""
        squares = [[move.square_list for move in board.legal_moves] for board in self._fresh()]
        return [sorted({(path[0] + 1, path[1] + 1) for path in paths}) for paths in squares]

    def perft(self, depth: int) -> Measured:
        start = self.board_class()

        def leaves(board: Any, depth: int) -> int:
            if depth == 1:
                return len(board.legal_moves)
            total = 0
            for move in board.legal_moves:
                board.push(move)
                total += leaves(board, depth - 1)
                board.pop()
            return total

        return peers.timed(lambda: leaves(start, depth))

    def legal_moves(self) -> Measured:
        boards = self._fresh()

        def ask() -> int:
            for board in boards:
                _ = board.legal_moves
            return len(boards)

        return peers.timed(ask)

    def play(self) -> Measured:
        pairs = [(board, move) for board in self._fresh() for move in board.legal_moves]

        def play() -> int:
            for board, move in pairs:
                board.push(move)
                board.pop()
            return len(pairs)

        return peers.timed(play)


class PyDraughtsForced(PyDraughts):
    """py-draughts, changed to play the English rules: Black moves first and must capture."""

    def __init__(self) -> None:
        super().__init__()
        core = import_module("draughts.boards._core").CORE_AMERICAN

        def legal_moves(board: Any) -> Any:
            return board._legal_moves_from_core(core, max_capture=False)

        rules = {
            "__slots__": (),
            "STARTING_COLOR": import_module("draughts").Color.BLACK,
            "legal_moves": property(legal_moves),
        }
        self.board_class = type("EnglishBoard", (self.board_class,), rules)


class OpenSpiel(Contender):
    """OpenSpiel's checkers."""

    def __init__(self) -> None:
        self.game: Any = import_module("pyspiel").load_game("checkers")
        self.states: list[Any] = []

    def load(self, samples: list[Sample]) -> None:
        """Reach the positions by replaying their games."""
        self.states = [self._replay(sample["line"]) for sample in samples]

    def _replay(self, line: list[list[int]]) -> Any:
        state = self.game.new_initial_state()
        for path in line:
            for origin, landing in pairwise(path):
                state.apply_action(state.string_to_action(spiel_cell(origin) + spiel_cell(landing)))
        return state

    def _fresh(self) -> list[Any]:
        return [state.clone() for state in self.states]

    def first_legs(self) -> list[list[Leg]]:
        """List the first legs of the legal moves of each position."""
        return [
            sorted(spiel_leg(state.action_to_string(action)) for action in state.legal_actions())
            for state in self._fresh()
        ]

    def perft(self, depth: int) -> Measured:
        """Count a capture of many legs as one move."""
        start = self.game.new_initial_state()

        def leaves(state: Any, depth: int) -> int:
            mover, total = state.current_player(), 0
            for action in state.legal_actions():
                after = state.child(action)
                if after.current_player() == mover:
                    total += leaves(after, depth)
                else:
                    total += leaves(after, depth - 1) if depth > 1 else 1
            return total

        return peers.timed(lambda: leaves(start, depth))

    def legal_moves(self) -> Measured:
        fresh = self._fresh()
        return _asked(map(type(fresh[0]).legal_actions, fresh))

    def play(self) -> Measured:
        pairs = [(state, action) for state in self._fresh() for action in state.legal_actions()]
        return _asked(starmap(type(pairs[0][0]).child, pairs))


CONTENDERS = {
    "crownhead": Crownhead,
    "py-draughts": PyDraughts,
    "py-draughts (captures forced)": PyDraughtsForced,
    "open_spiel": OpenSpiel,
}


def spiel_cell(square: int) -> str:
    """Name a square 1..32 as OpenSpiel does, on the board rotated by half a turn."""
    row, index = divmod(square - 1, 4)
    column = 2 * index + (1 if row % 2 == 0 else 0)
    return "hgfedcba"[column] + str(row + 1)


def spiel_leg(text: str) -> Leg:
    """Read the squares of an action such as `g3f4`."""
    return SQUARE_OF_CELL[text[:2]], SQUARE_OF_CELL[text[2:]]


SQUARE_OF_CELL = {spiel_cell(square): square for square in range(1, 33)}


# --- the run


def measure(contenders: dict[str, peers.Worker]) -> tuple[Rates, list[str]]:
    """Find every contender's best rate in every measure, and note wrong counts."""
    best = {name: dict.fromkeys(MEASURES, 0.0) for name in contenders}
    nodes: dict[str, int] = {}
    for number in range(ROUNDS):
        peers.progress(f"round {number + 1} of {ROUNDS}")
        for task in MEASURES:
            for name, worker in contenders.items():
                if task == "perft":
                    done, taken = worker.ask("perft", depth=PERFT_DEPTH[name])
                    nodes[name] = done
                else:
                    done, taken = worker.ask("passes", measure=task, count=PASSES)
                best[name][task] = max(best[name][task], done / taken)
    return best, perft_notes(nodes)


def perft_notes(nodes: dict[str, int]) -> list[str]:
    """Note peers' counts that differ from the published ones; for Crownhead that is an error."""
    notes = []
    for name, counted in nodes.items():
        depth = PERFT_DEPTH[name]
        published = PUBLISHED_PERFT[depth]
        if counted != published:
            notes.append(f"{name}: perft({depth}) counts {counted}, the published is {published}")
    if nodes["crownhead"] != PUBLISHED_PERFT[PERFT_DEPTH["crownhead"]]:
        sys.exit(notes[0])
    return notes


def load(contenders: dict[str, peers.Worker]) -> list[str]:
    """Give every contender the same positions, and note those whose first legs differ."""
    samples = contenders["crownhead"].ask("sample", count=POSITIONS, seed=SEED)
    legs = {}
    for name, worker in contenders.items():
        worker.ask("load", samples=samples)
        legs[name] = worker.ask("first_legs")
    notes = []
    for name in contenders:
        pairs = zip(legs["crownhead"], legs[name], strict=True)
        differing = sum(ours != theirs for ours, theirs in pairs)
        if differing:
            why = f" ({KNOWN_DIFFERENCES[name]})" if name in KNOWN_DIFFERENCES else ""
            notes.append(f"{name}: other legal moves in {differing} of {POSITIONS} positions{why}")
    return notes


def table(best: Rates) -> list[str]:
    """Lay out the rates, a line for each contender."""
    width = max(map(len, best))
    heads = [f"{task} {unit}/s" for task, unit in MEASURES.items()]
    lines = [" ".join([" " * width, *(f"{head:>20}" for head in heads)])]
    for name, rates in best.items():
        cells = [f"{rates[task]:>20,.0f}" for task in MEASURES]
        lines.append(" ".join([f"{name:{width}}", *cells]))
    return lines


def targets(best: Rates) -> list[peers.Target]:
    """Crownhead's rates as multiples of the peers', with the targets."""
    return [
        peers.Target(task, best["crownhead"][task] / best[peer][task], peer, needs)
        for task, peer, needs in TARGETS
    ]


def same_tree_note(best: Rates) -> str:
    """The perft ratio against the peer that counts the same tree."""
    peer = "py-draughts (captures forced)"
    ratio = best["crownhead"]["perft"] / best[peer]["perft"]
    return f"perft of the same tree: {ratio:.1f} x {peer}"


def main() -> int:
    """Measure and report, and return 1 if a target is missed."""
    options = peers.arguments(__doc__).parse_args()
    if options.worker:
        return peers.serve(CONTENDERS[options.worker]())
    with peers.workers(__file__, list(CONTENDERS)) as contenders:
        notes = load(contenders)
        best, counted = measure(contenders)
        notes += [*counted, same_tree_note(best)]
    peers.progress_done()
    python = platform.python_version()
    title = f"best of {ROUNDS} rounds in turn, {POSITIONS} positions, Python {python}"
    figures = {"benchmark": "movegen", "python": python, "best": best, "notes": notes}
    lines = [title, *table(best), *notes]
    return peers.report(lines, targets(best), figures, options.json)


if __name__ == "__main__":
    sys.exit(main())

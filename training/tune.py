"""Fits the weights of the evaluation to games that the engine plays against itself.

The games are played by `crownhead-bench selfplay`, one process for each core, in batches that are
kept in `build/training`: an interrupted run goes on where it stopped. Then the results of the games
are predicted from what the evaluation counts (logistic regression, mixed with the search's own
scores), and the weights are written to `native/evaluation/weights.hpp`. Build and play a match
against the old weights before you keep them.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.progress import Progress, track

from crownhead import ENGLISH, Position, _core

ROOT = Path(__file__).resolve().parents[1]
WEIGHTS = ROOT / "native" / "evaluation" / "weights.hpp"
FOLDER = ROOT / "build" / "training"
UNIT = 16
GAMES_A_BATCH = 500
SAMPLE = np.dtype(
    [
        ("black", "<u4"),
        ("white", "<u4"),
        ("kings", "<u4"),
        ("score", "<i2"),
        ("white_to_move", "u1"),
        ("result", "i1"),
    ]
)
# The weight of the game's result in the target; the rest is the score of the search.
RESULT_SHARE = 0.7
EPOCHS = 30
BATCH = 16_384
RATE = 1.0
RATE_DECAY = 0.9
HELD_BACK = 20  # one in so many positions is not trained on, to see whether the fit is real

Floats = npt.NDArray[np.floating[Any]]


def play(bench: Path, games: int, nodes: int) -> list[Path]:
    """Play the missing batches on all cores."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    batches = [FOLDER / f"{nodes}-{seed}.bin" for seed in range(1, -(-games // GAMES_A_BATCH) + 1)]

    def play_batch(item: tuple[int, Path]) -> None:
        seed, path = item
        if path.exists():
            return
        unfinished = path.with_suffix(".part")
        command = [
            str(bench),
            "selfplay",
            str(GAMES_A_BATCH),
            str(nodes),
            str(seed),
            str(unfinished),
        ]
        subprocess.run(command, check=True, capture_output=True)
        unfinished.replace(path)

    with Progress() as progress, ThreadPoolExecutor(os.cpu_count()) as pool:
        work = pool.map(play_batch, enumerate(batches, start=1))
        for _ in progress.track(work, total=len(batches), description="self-play"):
            pass
    return batches


def load(paths: list[Path]) -> tuple[Floats, Floats, Floats, Floats]:
    """Read counts, phase (1 with all pieces), result and search score, all for the side to move."""
    samples = np.concatenate([np.fromfile(path, SAMPLE) for path in paths])
    samples = np.unique(samples)
    counts = np.zeros((len(samples), _core.FEATURES), np.float32)
    pieces = np.zeros(len(samples), np.float32)
    for number, sample in enumerate(track(samples, description="counting")):
        black, white, kings = (int(sample[name]) for name in ("black", "white", "kings"))
        turn = "white" if sample["white_to_move"] else "black"
        board = Position(black, white, kings, turn, ENGLISH)
        counts[number] = np.frombuffer(_core.feature_counts(board), np.int8)
        pieces[number] = (black | white).bit_count()
    sign = np.where(samples["white_to_move"] == 1, -1, 1)
    result = (samples["result"] * sign).astype(np.float32)
    return counts, pieces / 24, (result + 1) / 2, samples["score"].astype(np.float32)


def chance(value: Floats, scale: float) -> Floats:
    """The expected result for a value in hundredths of a man."""
    return np.asarray(1 / (1 + np.exp(-scale * value)), np.float32)


def fit(counts: Floats, phase: Floats, result: Floats, score: Floats) -> Floats:
    """Fit opening and endgame weights by stochastic gradient descent with Adam's step sizes."""
    weights = read_weights()
    value = values(weights, counts, phase)
    scales = np.linspace(0.002, 0.03, 57)
    scale = float(min(scales, key=lambda s: float(np.mean((chance(value, s) - result) ** 2))))
    target = RESULT_SHARE * result + (1 - RESULT_SHARE) * chance(score, scale)
    rng = np.random.default_rng(1)
    order = rng.permutation(len(result))
    held, train = order[: len(order) // HELD_BACK], order[len(order) // HELD_BACK :]
    mean, square, step = np.zeros_like(weights), np.zeros_like(weights), 0
    for epoch in range(EPOCHS):
        rng.shuffle(train)
        for start in range(0, len(train), BATCH):
            some = train[start : start + BATCH]
            x, opening = counts[some], phase[some]
            error = chance(values(weights, x, opening), scale) - target[some]
            slope = np.stack([x.T @ (error * opening), x.T @ (error * (1 - opening))], axis=1)
            step += 1
            mean = 0.9 * mean + 0.1 * slope / len(some)
            square = 0.999 * square + 0.001 * (slope / len(some)) ** 2
            size = np.sqrt(square / (1 - 0.999**step)) + 1e-8
            weights = weights - RATE * RATE_DECAY**epoch * (mean / (1 - 0.9**step)) / size
        loss = [
            float(
                np.mean(
                    (chance(values(weights, counts[part], phase[part]), scale) - result[part]) ** 2
                )
            )
            for part in (train, held)
        ]
        print(f"epoch {epoch + 1}: squared error {loss[0]:.5f}, held out {loss[1]:.5f}")
    # A man, averaged over its squares and both phases, is worth 100.
    return np.asarray(weights * (100 / weights[:28].mean()), np.float32)


def values(weights: Floats, counts: Floats, phase: Floats) -> Floats:
    """Evaluate positions like the engine."""
    return np.asarray(
        (counts @ weights[:, 0]) * phase + (counts @ weights[:, 1]) * (1 - phase), np.float32
    )


def read_weights() -> Floats:
    rows = re.findall(r"\{(-?\d+), (-?\d+)\}", WEIGHTS.read_text())
    return np.array(rows, np.float32) / UNIT


def write_weights(weights: Floats) -> None:
    text = WEIGHTS.read_text()
    start = text.index("COUNT] = {\n") + len("COUNT] = {\n")
    rows = "".join(f"    {{{round(o * UNIT)}, {round(e * UNIT)}}},\n" for o, e in weights.tolist())
    WEIGHTS.write_text(text[:start] + rows + text[text.index("};", start) :])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--bench", type=Path, required=True, help="the built crownhead-bench")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--nodes", type=int, default=3_000, help="for each move, on average")
    options = parser.parse_args()
    try:
        data = load(play(options.bench.resolve(), options.games, options.nodes))
    except KeyboardInterrupt:
        sys.exit("interrupted; finished batches are kept")
    print(f"{len(data[0]):,} positions")
    write_weights(fit(*data))
    print(f"wrote {WEIGHTS.relative_to(ROOT)}; build, and play a match before you keep it")


if __name__ == "__main__":
    main()

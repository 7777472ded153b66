"""A whole generation on one GPU: build, check, play, train and export, in one command.

    python3 training/gpu_run.py --play-seconds 90 --train-seconds 240 --out "$OUT"

It needs nvcc, PyTorch and numpy, and nothing else of Crownhead. Records never leave the GPU; what is
kept is `network.bin`, `curves.csv`, `figures.json` and, for experiments elsewhere, a few records.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

import gpu_library
import numpy as np
import torch
from dataset import Dataset, prepared
from learning import BATCH, Point, Trainer, export, write_curves
from torch import Tensor

STEPS = 1 << 18  # of a launch
CHECKED_GAMES = 96
CHECKED_STEPS = 30_000


class Player:
    """The games on the GPU, carried on from launch to launch."""

    def __init__(self, how: gpu_library.Settings, games: int, capacity: int, seed: int) -> None:
        self.library = gpu_library.load(gpu=True)
        self.sizes = gpu_library.Sizes(self.library)
        self.number = games or self.library.crownhead_gpu_games()
        if self.number <= 0:
            raise SystemExit(f"There is no GPU to play on: CUDA says {-self.number}.")
        self.how, self.capacity = how, capacity
        self.games = _bytes(self.number * self.sizes.game)
        self.tables = _bytes(self.number * self.sizes.table)
        self.records = torch.empty((capacity, 4), dtype=torch.int32, device="cuda")
        self.counters = torch.zeros(self.sizes.counters, dtype=torch.int64, device="cuda")
        self._checked(
            self.library.crownhead_gpu_found(
                self.games.data_ptr(), self.number, ctypes.byref(how), seed
            )
        )

    def drive(self, steps: int) -> dict[str, int]:
        """Play on for so many steps of every game; returns what has been counted so far."""
        torch.cuda.synchronize()
        self._checked(
            self.library.crownhead_gpu_drive(
                self.games.data_ptr(),
                self.tables.data_ptr(),
                self.number,
                ctypes.byref(self.how),
                self.records.data_ptr(),
                self.capacity,
                self.counters.data_ptr(),
                steps,
            )
        )
        return dict(zip(gpu_library.COUNTERS, self.counters.tolist(), strict=True))

    def finished(self) -> Tensor:
        """The records of finished games."""
        number = int(self.counters[0] - self.counters[-1])
        return self.records[: min(number, self.capacity)]

    @staticmethod
    def _checked(error: int) -> None:
        if error:
            raise SystemExit(f"The GPU failed: CUDA error {error}.")


def _bytes(number: int) -> Tensor:
    return torch.zeros(number, dtype=torch.uint8, device="cuda")


def self_check(how: gpu_library.Settings, seed: int) -> None:
    """Play the same games on the GPU and on the processor, and compare every byte of them."""
    player = Player(how, CHECKED_GAMES, 100_000, seed)
    player.drive(CHECKED_STEPS)
    library, sizes = player.library, player.sizes
    games = np.zeros(CHECKED_GAMES * sizes.game, np.uint8)
    tables = np.zeros(CHECKED_GAMES * sizes.table, np.uint8)
    records = np.zeros((100_000, 4), np.int32)
    counters = np.zeros(sizes.counters, np.int64)
    library.crownhead_found(games.ctypes.data, CHECKED_GAMES, ctypes.byref(how), seed)
    library.crownhead_drive(
        games.ctypes.data,
        tables.ctypes.data,
        CHECKED_GAMES,
        ctypes.byref(how),
        records.ctypes.data,
        len(records),
        counters.ctypes.data,
        CHECKED_STEPS,
        None,
    )
    equal = {
        "games": np.array_equal(player.games.cpu().numpy(), games),
        "tables": np.array_equal(player.tables.cpu().numpy(), tables),
        "counters": np.array_equal(player.counters.cpu().numpy(), counters),
        "records": np.array_equal(
            _sorted(player.finished().cpu().numpy()), _sorted(records[: int(counters[0])])
        ),
    }
    print(f"self-check: {dict(zip(gpu_library.COUNTERS, counters.tolist(), strict=True))}, {equal}")
    if not all(equal.values()):
        raise SystemExit("The GPU plays other games than the processor; nothing was trained.")


def _sorted(records: Any) -> Any:
    return records[np.lexsort(records.T)]


def play(player: Player, seconds: float) -> dict[str, float]:
    """Play for some seconds, or until there is no room for more records."""
    begin = time.monotonic()
    counted = player.drive(1 << 12)
    while True:
        counted = player.drive(STEPS)
        took = time.monotonic() - begin
        speed = counted["nodes"] / took
        print(
            f"play: {took:5.1f} s, {counted['games']:,} games, {counted['records']:,} records,"
            f" {speed / 1e9:.2f} G nodes/s, depth {counted['depths'] / max(1, counted['moves']):.2f}",
            flush=True,
        )
        full = counted["records"] > 0.97 * player.capacity
        if took > seconds or full:
            return {**counted, "play_seconds": took, "nodes_a_second": speed}


def speed_of(data: Dataset) -> float:
    """Steps a second of the training, measured on a network that is thrown away."""
    trainer = Trainer(data, 10_000, "cuda")
    for rounding in (False, True):
        trainer.step(0, rounding)
    torch.cuda.synchronize()
    times = []
    for rounding in (False, True):
        begin = time.monotonic()
        for number in range(300):
            trainer.step(number, rounding)
        torch.cuda.synchronize()
        times.append((time.monotonic() - begin) / 300)
    print(
        f"train: {BATCH / times[0] / 1e6:.1f} M positions/s, rounded {BATCH / times[1] / 1e6:.1f}"
    )
    return 1 / (0.7 * times[0] + 0.3 * times[1])


def train(data: Dataset, options: argparse.Namespace) -> dict[str, Any]:
    """Train for some seconds, export, and say how it went."""
    steps = options.steps or int(0.95 * options.train_seconds * speed_of(data))
    trainer = Trainer(data, steps, "cuda")

    def tell(point: Point) -> None:
        print(
            f"train: step {point.step:,}, {point.seconds:.0f} s, {point.train:.5f},"
            f" held out {point.held_out:.5f}, results {point.held_out_result:.5f}",
            flush=True,
        )
        write_curves(trainer.progress.points, options.out / "curves.csv")

    trainer.run(tell=tell)
    figures = export(trainer.network, data.held_out, options.out / f"{options.name}.bin")
    return {"steps": steps, "batch": BATCH, **figures, **asdict(trainer.progress.points[-1])}


def parsed() -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--name", default="network")
    parser.add_argument("--play-seconds", type=float, default=90)
    parser.add_argument("--train-seconds", type=float, default=240)
    parser.add_argument("--steps", type=int, default=0, help="of the training, instead of seconds")
    parser.add_argument("--records", type=int, default=600_000_000, help="room for so many")
    parser.add_argument("--games", type=int, default=0, help="at once; 0 fills the GPU")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--result-share", type=float, default=0.6)
    parser.add_argument(
        "--keep", type=int, default=1_000_000, help="records for experiments elsewhere"
    )
    parser.add_argument("--check-only", action="store_true")
    for name, value in gpu_library.DEFAULTS.items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=int, default=value)
    return parser.parse_args()


def main() -> None:
    """Do everything, and write what came of it."""
    options = parsed()
    options.out.mkdir(parents=True, exist_ok=True)
    torch.set_float32_matmul_precision("high")
    torch.manual_seed(options.seed)
    begin = time.monotonic()
    how = gpu_library.settings(**{name: getattr(options, name) for name in gpu_library.DEFAULTS})
    self_check(gpu_library.settings(nodes=500), options.seed)
    print(f"built and checked after {time.monotonic() - begin:.1f} s", flush=True)
    if options.check_only:
        return
    player = Player(how, options.games, options.records, options.seed)
    figures: dict[str, Any] = {"options": {**vars(options), "out": ""}}
    figures |= play(player, options.play_seconds)
    records = player.finished()
    some = torch.randint(len(records), (options.keep,), device="cuda")
    records[some].cpu().numpy().tofile(options.out / "records.bin")
    del player.tables, player.games
    data = prepared(records, options.result_share)
    del records, player
    torch.cuda.empty_cache()
    figures |= {
        "distinct": data.distinct,
        "duplicates": 1 - data.distinct / data.records,
        "train": len(data.train),
        "held_out": len(data.held_out),
        "scale": data.scale,
        "mean_result": float(data.train.result.mean()),
    }
    print(json.dumps(figures), flush=True)
    (options.out / "figures.json").write_text(json.dumps(figures, indent=1))
    figures["training"] = train(data, options)
    figures["seconds"] = time.monotonic() - begin
    (options.out / "figures.json").write_text(json.dumps(figures, indent=1))
    print(json.dumps(figures["training"]), f"all in {figures['seconds']:.0f} s", flush=True)


if __name__ == "__main__":
    main()

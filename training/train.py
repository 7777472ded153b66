"""Trains a network on games that the engine plays against itself on this machine: small, but complete.

    make train

Games come from `crownhead-bench selfplay` on all cores, in batches that are kept in `build/training`;
training writes checkpoints there. An interrupted run goes on where it stopped. `gpu_run.py` does the
same steps on a GPU, a thousand times larger; docs/network.md has its figures.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import numpy as np
import torch
from dataset import prepared
from learning import Point, Trainer, export, write_curves
from rich.progress import Progress
from torch import Tensor
from tune import FOLDER, HELD_BACK, play

EPOCHS = 8
BATCH = 4096
HELD_OUT_MARK = 2 << 16  # in the last word of a record


def records_of(paths: list[Path]) -> Tensor:
    """The records of all batches. The last games of each batch are held out."""
    batches = []
    for path in paths:
        records = np.fromfile(path, np.int32).reshape(-1, 4)
        records[len(records) - len(records) // HELD_BACK :, 3] |= HELD_OUT_MARK
        batches.append(records)
    return torch.from_numpy(np.concatenate(batches))


def main() -> None:
    """Play, train, export and compare."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--bench", type=Path, required=True, help="the built crownhead-bench")
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--nodes", type=int, default=500, help="for each move, on average")
    parser.add_argument("--epochs", type=int, default=EPOCHS)
    parser.add_argument("--result-share", type=float, default=0.6)
    parser.add_argument("--out", type=Path, default=FOLDER / "network.bin")
    options = parser.parse_args()
    torch.manual_seed(1)
    try:
        data = prepared(
            records_of(play(options.bench.resolve(), options.games, options.nodes)),
            options.result_share,
        )
        print(
            f"{data.records:,} records, {data.distinct:,} positions, {data.scale:.0f} points a logit"
        )
        steps = max(1, options.epochs * len(data.train) // BATCH)
        trainer = Trainer(data, steps, "cpu", BATCH)
        checkpoint = FOLDER / f"network-{options.games}-{options.nodes}.pt"
        with Progress() as progress:
            task = progress.add_task("training", total=steps)

            def tell(point: Point) -> None:
                progress.print(
                    f"step {point.step}: {point.train:.4f}, held out {point.held_out:.4f},"
                    f" results {point.held_out_result:.4f}"
                )

            trainer.run(checkpoint, tell, lambda step: progress.update(task, completed=step), 10)
    except KeyboardInterrupt:
        sys.exit("interrupted; finished games and the last checkpoint are kept")
    write_curves(trainer.progress.points, options.out.with_suffix(".csv"))
    print(json.dumps(export(trainer.network, data.held_out, options.out), indent=1))
    print(f"wrote {options.out}")


if __name__ == "__main__":
    main()

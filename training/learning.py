"""Training: batches, learning rate, curves, rounding, and the file."""

from __future__ import annotations

import csv
import math
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import network as files
import numpy as np
import torch
from dataset import Dataset, Positions
from model import Network
from small_model import SmallNetwork
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits as entropy

BATCH = 16_384
RATE = 1.5e-3
LAST_RATE = 1e-5
WARM_UP = 200  # steps until the rate is full, at most; a twentieth of a short run
ROUNDED_PART = 0.3  # of the steps, the last ones, that are made with rounded weights
DECAY = 1e-5
MULTIPLIERS = (1_000_000_007, 1_000_000_009, 998_244_353, 754_974_721, 1_224_736_769)
HELD_OUT_SEEN = 2_000_000  # held-out positions that the loss is measured on, at most


@dataclass
class Point:
    """A point of the curves; losses are cross-entropies a position."""

    step: int
    seconds: float
    rate: float
    rounded: int
    train: float
    held_out: float
    held_out_result: float


@dataclass
class Progress:
    """The state of the training, which is the checkpoint."""

    step: int = 0
    seconds: float = 0.0
    points: list[Point] = field(default_factory=list)


class Trainer:
    """Trains a network, by default the large one, on a dataset."""

    def __init__(
        self,
        data: Dataset,
        steps: int,
        device: str,
        batch: int = BATCH,
        network: Network | SmallNetwork | None = None,
    ) -> None:
        self.data, self.steps, self.batch = data, steps, batch
        self.device = torch.device(device)
        self.network = (network or Network()).to(self.device)
        on_gpu = self.device.type == "cuda"
        # Rarely used weights get denormal moments, which are slow on a CPU.
        torch.set_flush_denormal(True)
        self.rate = torch.tensor(RATE, device=self.device) if on_gpu else RATE
        self.optimizer = torch.optim.AdamW(
            self.network.parameters(), lr=self.rate, weight_decay=DECAY, capturable=on_gpu
        )
        self.offset = torch.zeros((), dtype=torch.int64, device=self.device)
        self.multiplier = torch.tensor(MULTIPLIERS[0], dtype=torch.int64, device=self.device)
        self.sum = torch.zeros((), device=self.device)
        self.summed = torch.zeros((), device=self.device)
        self.span = torch.arange(batch, device=self.device)
        self.progress = Progress()
        self._graphs: dict[bool, Any] = {}

    def _step(self, rounding: bool) -> None:
        positions = self.data.train
        # Multiplying by a prime visits all positions before any repeats.
        index = (self.offset + self.span) % len(positions) * self.multiplier % len(positions)
        logits = self.network(positions.boards[index], rounding)
        loss = entropy(logits, positions.target[index])
        loss.backward()
        self.optimizer.step()
        self.network.clip()
        self.sum += loss.detach()
        self.summed += 1
        self.offset += self.batch

    def _captured(self, rounding: bool) -> Any:
        """The step as a graph that the GPU replays without the CPU."""
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(3):
                self.optimizer.zero_grad(set_to_none=True)
                self._step(rounding)
        torch.cuda.current_stream().wait_stream(stream)
        graph = torch.cuda.CUDAGraph()
        self.optimizer.zero_grad(set_to_none=True)
        with torch.cuda.graph(graph):
            self._step(rounding)
        return graph

    def step(self, number: int, rounding: bool) -> None:
        """Train on one batch, with the learning rate for its number."""
        if self.device.type != "cuda":
            self.optimizer.param_groups[0]["lr"] = rate_at(number, self.steps)
            self.optimizer.zero_grad(set_to_none=True)
            self._step(rounding)
            return
        assert isinstance(self.rate, Tensor)
        self.rate.fill_(rate_at(number, self.steps))
        if rounding not in self._graphs:
            try:
                self._graphs[rounding] = self._captured(rounding)
            except RuntimeError as error:  # slower, but it trains
                print(f"no graph of the training step: {error}")
                self._graphs[rounding] = None
        if self._graphs[rounding] is not None:
            self._graphs[rounding].replay()
        else:
            self.optimizer.zero_grad(set_to_none=True)
            self._step(rounding)

    def run(
        self,
        checkpoint: Path | None = None,
        tell: Callable[[Point], None] = lambda _: None,
        tick: Callable[[int], None] = lambda _: None,
        points: int = 40,
    ) -> None:
        """Train to the last step, from the checkpoint if there is one."""
        if checkpoint and checkpoint.exists():
            self.load(checkpoint)
        every = max(1, self.steps // points)
        begin = time.monotonic() - self.progress.seconds
        for number in range(self.progress.step, self.steps):
            epoch = number * self.batch // max(1, len(self.data.train))
            self.multiplier.fill_(MULTIPLIERS[epoch % len(MULTIPLIERS)])
            rounding = number >= self.steps * (1 - ROUNDED_PART)
            self.step(number, rounding)
            tick(number + 1)
            if (number + 1) % every == 0 or number + 1 == self.steps:
                self.progress.step = number + 1
                point = self._point(number, rounding, time.monotonic() - begin)
                tell(point)
                if checkpoint:
                    self.save(checkpoint)

    def _point(self, number: int, rounding: bool, seconds: float) -> Point:
        train = float(self.sum) / max(1, float(self.summed))
        self.sum.zero_()
        self.summed.zero_()
        held, result = losses(self.network, self.data.held_out, rounding)
        rate = rate_at(number, self.steps)
        self.progress.seconds = seconds
        point = Point(number + 1, round(seconds, 2), rate, int(rounding), train, held, result)
        self.progress.points.append(point)
        return point

    def save(self, path: Path) -> None:
        """Write a checkpoint atomically."""
        state = {
            "network": self.network.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "place": int(self.offset),
            "step": self.progress.step,
            "steps": self.steps,
            "seconds": self.progress.seconds,
            "points": [asdict(point) for point in self.progress.points],
        }
        unfinished = path.with_suffix(".part")
        torch.save(state, unfinished)
        unfinished.replace(path)

    def load(self, path: Path) -> None:
        """Resume from a checkpoint, if it is of a run with the same number of steps."""
        state = torch.load(path, map_location=self.device, weights_only=True)
        if state["steps"] != self.steps:
            return
        self.network.load_state_dict(state["network"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.offset.fill_(state["place"])
        points = [Point(**point) for point in state["points"]]
        self.progress = Progress(state["step"], state["seconds"], points)


def rate_at(number: int, steps: int) -> float:
    """The learning rate: a short warm-up, then cosine decay."""
    rise = min(1.0, (number + 1) / max(1, min(WARM_UP, steps // 20)))
    return rise * (LAST_RATE + (RATE - LAST_RATE) * (1 + math.cos(math.pi * number / steps)) / 2)


@torch.no_grad()  # type: ignore[untyped-decorator]
def losses(
    network: Network | SmallNetwork, held_out: Positions, rounding: bool
) -> tuple[float, float]:
    """The loss on held-out positions, against the targets and against the results alone."""
    target, result, count = 0.0, 0.0, min(len(held_out), HELD_OUT_SEEN)
    for at in range(0, count, 1 << 16):
        span = slice(at, min(at + (1 << 16), count))
        logits = network(held_out.boards[span], rounding)
        target += float(entropy(logits, held_out.target[span], reduction="sum"))
        result += float(entropy(logits, held_out.result[span], reduction="sum"))
    return target / max(1, count), result / max(1, count)


def write_curves(points: list[Point], path: Path) -> None:
    """The curves as a table."""
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, Point.__dataclass_fields__)
        writer.writeheader()
        writer.writerows(asdict(point) for point in points)


@torch.no_grad()  # type: ignore[untyped-decorator]
def export(network: Network, held_out: Positions, path: Path) -> dict[str, float]:
    """Write the file, read it back, and compare its integers with the floats on held-out positions."""
    files.write(network.quantised(), path)
    read = files.Quantised.from_bytes(path.read_bytes())
    some = held_out.part(torch.arange(min(len(held_out), 20_000), device=held_out.target.device))
    masks = some.boards.cpu().numpy().view(np.uint32)
    outputs = read.outputs(masks[:, 0], masks[:, 1], masks[:, 2])
    logits = torch.from_numpy(outputs / files.UNIT).float()
    floats = network(some.boards).cpu()
    exact = network(some.boards, rounding=True).cpu()
    return {
        "mean_difference_logits": float((logits - floats).abs().mean()),
        "most_difference_logits": float((logits - floats).abs().max()),
        "mean_difference_rounded": float((logits - exact).abs().mean()),
        "held_out_integers": float(entropy(logits, some.target.cpu())),
        "held_out_floats": float(entropy(floats, some.target.cpu())),
        "features_largest": float(network.features.abs().max()),
        "mean_logit": float(logits.abs().mean()),
    }

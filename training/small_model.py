"""The small network in PyTorch, and how it learns from a larger one.

As in `model.py` all numbers are kept at the scale of the integers.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch
from dataset import Positions
from model import Network, TwoViews, floored, rounded, same
from network import HEADS, Quantised
from small import FEATURE, HIGHEST, INPUT, UNIT, UNITS, WEIGHT, SmallIntegers
from torch import Tensor, nn

CHUNK = 1 << 18  # positions that a teacher is asked about together


class SmallNetwork(TwoViews):
    """Two views through one first layer, one small layer, and one of eight outputs."""

    def __init__(self, hidden: int) -> None:
        super().__init__(hidden)
        self.second = nn.Parameter(torch.empty(UNITS, 2 * hidden).uniform_(-0.12, 0.12))
        self.unit_bias = nn.Parameter(torch.full((UNITS,), 0.2))
        self.last = nn.Parameter(torch.empty(UNITS).uniform_(-0.3, 0.3).repeat(HEADS, 1))
        self.head_bias = nn.Parameter(torch.zeros(HEADS))

    def forward(self, boards: Tensor, rounding: bool = False) -> Tensor:
        """The logit of each position for its side to move."""
        near, down = (rounded, floored) if rounding else (same, same)
        views, head = self.views(boards)
        sums = views @ near(self.features * FEATURE) * INPUT + near(self.bias * HIGHEST)
        hidden = sums.clamp(0, HIGHEST).flatten(1)
        units = hidden @ near(self.second * WEIGHT).T + near(self.unit_bias * UNIT)
        units = down(units / WEIGHT).clamp(0, HIGHEST)
        every = units @ near(self.last * WEIGHT).T + near(self.head_bias * UNIT)
        return every.gather(1, head[:, None]).squeeze(1) / UNIT

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def clip(self) -> None:
        """Clamp all weights to the range of their integers."""
        self.features.clamp_(-127 / FEATURE, 127 / FEATURE)
        for part in (self.second, self.last):
            part.clamp_(-127 / WEIGHT, 127 / WEIGHT)

    def integers(self) -> SmallIntegers:
        """The integers for the kernel."""

        def whole(part: Tensor, unit: float, kind: Any) -> Any:
            return (part.detach().cpu().float() * unit).round().numpy().astype(kind)

        return SmallIntegers(
            whole(self.features, FEATURE, np.int8),
            whole(self.bias, HIGHEST, np.int32),
            whole(self.second, WEIGHT, np.int8),
            whole(self.unit_bias, UNIT, np.int32),
            whole(self.last, WEIGHT, np.int8),
            whole(self.head_bias, UNIT, np.int32),
        )


def teacher_of(path: Path, device: str) -> Network:
    """Load a network from its file."""
    teacher = Network()
    teacher.take(Quantised.from_bytes(path.read_bytes()))
    teacher.to(device)
    return teacher


@torch.no_grad()  # type: ignore[untyped-decorator]
def taught(positions: Positions, teacher: Network, result_share: float) -> Positions:
    """The same positions, with targets mixed from their results and a teacher's evaluation."""
    target = torch.empty_like(positions.target)
    for at in range(0, len(positions), CHUNK):
        span = slice(at, at + CHUNK)
        chance = torch.sigmoid(teacher(positions.boards[span], rounding=True))
        target[span] = result_share * positions.result[span] + (1 - result_share) * chance
    return Positions(positions.boards, target, positions.result)

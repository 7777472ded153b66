"""The network in PyTorch: its training form, and its conversion to the integers of the file.

All numbers are kept at the scale of the integers, so that the network with rounded weights computes
exactly what the engine computes; gradients pass through the rounding as if it were not there.
"""

from __future__ import annotations

from typing import Any

import torch
from network import EXCHANGED, FEATURES, FIRST, HEADS, INPUTS, ONE, SECOND, UNIT, WEIGHT, Quantised
from torch import Tensor, nn

LARGEST_FEATURE = 8.0  # 24 of them and a bias fit into 16 bits at scale 127
LARGEST_WEIGHT = 127 / WEIGHT


def rounded(values: Tensor) -> Tensor:
    """Round to the nearest integers, with a straight-through gradient."""
    return values + (values.round() - values).detach()


def floored(values: Tensor) -> Tensor:
    """Round down, with a straight-through gradient."""
    return values + (values.floor() - values).detach()


def same(values: Tensor) -> Tensor:
    """The values, unchanged."""
    return values


def inputs_of(boards: Tensor) -> Tensor:
    """The inputs of the mover's view, from masks: own pieces, other pieces, kings."""
    own, other, kings = boards.unbind(1)
    squares = torch.arange(32, device=boards.device, dtype=torch.int32)
    parts = [own & ~kings, other & ~kings, own & kings, other & kings]
    bits = [part[:, None] >> squares & 1 for part in parts]
    return torch.cat([bits[0][:, :28], bits[1][:, 4:], bits[2], bits[3]], dim=1).float()


class TwoViews(nn.Module):  # type: ignore[misc]
    """The first layer of a network, shared by the views of both sides."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.features = nn.Parameter(torch.empty(INPUTS, width).uniform_(-0.15, 0.15))
        self.bias = nn.Parameter(torch.full((width,), 0.3))
        self.register_buffer("exchanged", torch.from_numpy(EXCHANGED.copy()))

    def views(self, boards: Tensor) -> tuple[Tensor, Tensor]:
        """The mover's view, the other view, and the head for the number of pieces."""
        mover = inputs_of(boards)
        head = ((mover.sum(1) - 1) / 3).long().clamp(0, HEADS - 1)
        return torch.stack([mover, mover[:, self.exchanged]], dim=1), head  # [n, 2, INPUTS], [n]


class Network(TwoViews):
    """Two views through one first layer, then one of eight heads, chosen by the number of pieces."""

    def __init__(self) -> None:
        super().__init__(FEATURES)
        self.w1 = nn.Parameter(
            torch.empty(FIRST, 2 * FEATURES).uniform_(-0.06, 0.06).repeat(HEADS, 1)
        )
        self.b1 = nn.Parameter(torch.full((HEADS * FIRST,), 0.2))
        self.w2 = nn.Parameter(torch.empty(SECOND, FIRST).uniform_(-0.35, 0.35).repeat(HEADS, 1))
        self.b2 = nn.Parameter(torch.full((HEADS * SECOND,), 0.2))
        self.w3 = nn.Parameter(torch.empty(SECOND).uniform_(-0.3, 0.3).repeat(HEADS, 1))
        self.b3 = nn.Parameter(torch.zeros(HEADS))

    def forward(self, boards: Tensor, rounding: bool = False) -> Tensor:
        """The logit of each position for its side to move."""
        near, down = (rounded, floored) if rounding else (same, same)
        views, head = self.views(boards)
        sums = views @ near(self.features * ONE) + near(self.bias * ONE)
        hidden = sums.clamp(0, ONE).flatten(1)
        first = hidden @ near(self.w1 * WEIGHT).T + near(self.b1 * UNIT)
        first = down(_of_head(first, head, FIRST) / WEIGHT).clamp(0, ONE)
        second = first @ near(self.w2 * WEIGHT).T + near(self.b2 * UNIT)
        second = down(_of_head(second, head, SECOND) / WEIGHT).clamp(0, ONE)
        last = second @ near(self.w3 * WEIGHT).T + near(self.b3 * UNIT)
        return last.gather(1, head[:, None]).squeeze(1) / UNIT

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def clip(self) -> None:
        """Clamp all weights to the range of their integers."""
        for part in (self.features, self.bias):
            part.clamp_(-LARGEST_FEATURE, LARGEST_FEATURE)
        for part in (self.w1, self.w2, self.w3):
            part.clamp_(-LARGEST_WEIGHT, LARGEST_WEIGHT)

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def take(self, integers: Quantised) -> None:
        """Load the weights of a network file."""
        parts: list[tuple[Any, Any, int]] = [
            (self.features, integers.features, ONE),
            (self.bias, integers.bias, ONE),
            (self.w1, integers.w1, WEIGHT),
            (self.b1, integers.b1, UNIT),
            (self.w2, integers.w2, WEIGHT),
            (self.b2, integers.b2, UNIT),
            (self.w3, integers.w3, WEIGHT),
            (self.b3, integers.b3, UNIT),
        ]
        for part, values, unit in parts:
            part.copy_(torch.from_numpy(values.astype("f4") / unit).reshape(part.shape))

    def quantised(self) -> Quantised:
        """The integers of the file."""

        def integers(part: Tensor, unit: int, kind: str, *shape: int) -> Any:
            values = (part.detach().cpu().float() * unit).round().numpy()
            return values.astype(kind).reshape(shape)

        return Quantised(
            integers(self.features, ONE, "i2", INPUTS, FEATURES),
            integers(self.bias, ONE, "i2", FEATURES),
            integers(self.w1, WEIGHT, "i1", HEADS, FIRST, 2 * FEATURES),
            integers(self.b1, UNIT, "i4", HEADS, FIRST),
            integers(self.w2, WEIGHT, "i1", HEADS, SECOND, FIRST),
            integers(self.b2, UNIT, "i4", HEADS, SECOND),
            integers(self.w3, WEIGHT, "i1", HEADS, SECOND),
            integers(self.b3, UNIT, "i4", HEADS),
        )


def _of_head(values: Tensor, head: Tensor, width: int) -> Tensor:
    every = values.unflatten(1, (HEADS, width))
    return every.gather(1, head[:, None, None].expand(-1, 1, width)).squeeze(1)

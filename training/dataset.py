"""Turns records of games into training data: each position once, from the mover's point of view.

A record is four 32-bit words, as `native/training/selfplay.hpp` and `training/gpu/game.hpp` write it.
Everything stays on the device where the records are.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

CHUNK = 1 << 24  # records that are worked at together, so that memory suffices
SCALES = range(30, 401, 10)  # points a logit that are tried
SAMPLE = 2_000_000  # records that the scale is fitted to


@dataclass
class Positions:
    """Positions from the mover's point of view: own, other and kings; target and result, 0 to 1."""

    boards: Tensor  # int32 [n, 3]
    target: Tensor  # float32 [n]
    result: Tensor  # float32 [n]

    def __len__(self) -> int:
        return len(self.target)

    def part(self, which: Tensor) -> Positions:
        """A selection of the positions."""
        return Positions(self.boards[which], self.target[which], self.result[which])


@dataclass
class Dataset:
    """The training data, the held-out data, and how they were made."""

    train: Positions
    held_out: Positions
    records: int
    distinct: int
    scale: float  # points of the search's score that are one logit


def reversed_bits(words: Tensor) -> Tensor:
    """The board rotated by 180 degrees: square n becomes 33 - n."""
    for shift, mask in ((1, 0x55555555), (2, 0x33333333), (4, 0x0F0F0F0F), (8, 0x00FF00FF)):
        words = (words & mask) << shift | words >> shift & mask
    return words << 16 | words >> 16 & 0xFFFF


def for_mover(records: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Boards, scores, results (1, 0 or -1) and held-out marks of records, for the side to move."""
    black, white, kings, rest = records.unbind(1)
    score = (rest << 16 >> 16).float()
    marks = rest >> 16 & 255
    result = (rest >> 24).float()
    turn = (marks & 1).bool()
    own = torch.where(turn, reversed_bits(white), black)
    other = torch.where(turn, reversed_bits(black), white)
    kings = torch.where(turn, reversed_bits(kings), kings)
    boards = torch.stack([own, other, kings], dim=1)
    return boards, score, torch.where(turn, -result, result), marks >> 1 & 1


def fitted_scale(score: Tensor, result: Tensor) -> float:
    """The points per logit that best predict results from scores."""
    share = (result + 1) / 2
    losses = {
        float(scale): float(
            torch.nn.functional.binary_cross_entropy_with_logits(score / scale, share)
        )
        for scale in SCALES
    }
    return min(losses, key=lambda scale: losses[scale])


def keys_of(boards: Tensor) -> Tensor:
    """A 64-bit number for each position."""
    own, other, kings = boards.long().unbind(1)
    key = own * -7046029254386353131 + other * -4658895280553007687 + kings * -3000558943108301421
    key = (key ^ key >> 32) * -7723592293110705685
    return key ^ key >> 29


def prepared(records: Tensor, result_share: float, scale: float | None = None) -> Dataset:
    """Turn records into positions, each once, with the mean of its labels."""
    step = max(1, len(records) // SAMPLE)
    _, score, result, _ = for_mover(records[::step])
    scale = scale or fitted_scale(score.clamp(-2000, 2000), result)
    count = len(records)
    boards = torch.empty((count, 3), dtype=torch.int32, device=records.device)
    labels = torch.empty((count, 2), dtype=torch.float32, device=records.device)
    held = torch.empty(count, dtype=torch.bool, device=records.device)
    keys = torch.empty(count, dtype=torch.int64, device=records.device)
    for at in range(0, count, CHUNK):
        span = slice(at, at + CHUNK)
        boards[span], score, result, mark = for_mover(records[span])
        share = (result + 1) / 2
        labels[span, 0] = result_share * share + (1 - result_share) * torch.sigmoid(score / scale)
        labels[span, 1] = share
        held[span] = mark.bool()
        keys[span] = keys_of(boards[span])
    return _without_duplicates(boards, labels, held, keys, scale)


def _without_duplicates(
    boards: Tensor, labels: Tensor, held: Tensor, keys: Tensor, scale: float
) -> Dataset:
    keys, order = keys.sort()
    first = torch.ones(len(keys), dtype=torch.bool, device=keys.device)
    first[1:] = keys[1:] != keys[:-1]
    del keys
    starts = first.nonzero().squeeze(1)
    ends = torch.cat([starts[1:], torch.tensor([len(order)], device=order.device)])
    numbers = ends - starts

    def means(values: Tensor) -> Tensor:
        sums = torch.nn.functional.pad(values[order].double().cumsum(0), (1, 0))
        return ((sums[ends] - sums[starts]) / numbers).float()

    some = order[starts]
    found = Positions(boards[some], means(labels[:, 0]), means(labels[:, 1]))
    # A position of a held-out game is held out only if no other game has it.
    apart = means(held.float()) == 1
    return Dataset(found.part(~apart), found.part(apart), len(order), len(found), scale)

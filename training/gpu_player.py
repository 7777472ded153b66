"""Games on the GPU: played, counted, and compared with the same games on the CPU.

Where a test wants it, all of it happens on the processor.
"""

from __future__ import annotations

import ctypes
import time
from dataclasses import dataclass
from typing import Any

import gpu_library
import numpy as np
import numpy.typing as npt
import torch
from small import SmallIntegers
from torch import Tensor

STEPS = {"cuda": 1 << 18, "cpu": 1 << 15}  # of a launch
GAMES_OF_CPU = 32
WARP = 32  # games come in whole warps
CHECKED_GAMES = 96
CHECKED_STEPS = {"cuda": 20_000, "cpu": 500}
CHECKED_RECORDS = 100_000


@dataclass
class Means:
    """The means of players: endgame tables, and a network instead of the classic evaluation."""

    endgame: npt.NDArray[np.uint32] | None = None
    network: SmallIntegers | None = None

    @property
    def hidden(self) -> int:
        """The sums of the network for each view."""
        return len(self.network.bias) if self.network else gpu_library.HIDDEN


class Player:
    """The games on the GPU, which continue from launch to launch."""

    def __init__(
        self,
        how: gpu_library.Settings,
        means: Means,
        games: int,
        capacity: int,
        seed: int,
        device: str = "cuda",
    ) -> None:
        self.on_gpu = device == "cuda"
        self.library = gpu_library.load(gpu=self.on_gpu, hidden=means.hidden)
        self.sizes = gpu_library.Sizes(self.library)
        self.number = (games or self._filling(means)) // WARP * WARP
        self.how, self.capacity, self.launch = how, capacity, STEPS[device]
        self.endgame = None if means.endgame is None else _words(means.endgame, device)
        packed = None if means.network is None else means.network.packed(self.library)
        self.weights = None if packed is None else _words(packed, device)
        self.games = _bytes(self.number * self.sizes.game, device)
        self.tables = _bytes(self.number * self.sizes.table, device)
        self.records = torch.empty((capacity, 4), dtype=torch.int32, device=device)
        self.counters = torch.zeros(self.sizes.counters, dtype=torch.int64, device=device)
        found = self.library.crownhead_gpu_found if self.on_gpu else self.library.crownhead_found
        self._checked(found(self.games.data_ptr(), self.number, ctypes.byref(how), seed))

    def _filling(self, means: Means) -> int:
        """The number of games that keeps the GPU busy."""
        if not self.on_gpu:
            return GAMES_OF_CPU
        filling = int(self.library.crownhead_gpu_games(int(means.network is not None)))
        if filling <= 0:
            raise SystemExit(f"There is no GPU to play on: CUDA says {-filling}.")
        return filling

    def drive(self, steps: int) -> dict[str, int]:
        """Play a number of steps in every game, and return the counters."""
        arguments = [
            self.games.data_ptr(),
            self.tables.data_ptr(),
            self.number,
            ctypes.byref(self.how),
            None if self.endgame is None else self.endgame.data_ptr(),
            None if self.weights is None else self.weights.data_ptr(),
            self.records.data_ptr(),
            self.capacity,
            self.counters.data_ptr(),
            steps,
        ]
        if self.on_gpu:
            torch.cuda.synchronize()
            self._checked(self.library.crownhead_gpu_drive(*arguments))
        else:
            self.library.crownhead_drive(*arguments, None)
        return dict(zip(gpu_library.COUNTERS, self.counters.tolist(), strict=True))

    def finished(self) -> Tensor:
        """The records of finished games."""
        number = int(self.counters[0] - self.counters[-1])
        return self.records[: min(number, self.capacity)]

    def _checked(self, error: int) -> None:
        if self.on_gpu and error:
            raise SystemExit(f"The GPU failed: CUDA error {error}.")


def _words(part: npt.NDArray[Any], device: str) -> Tensor:
    return torch.from_numpy(part.view(np.int32)).to(device)


def _bytes(number: int, device: str) -> Tensor:
    return torch.zeros(number, dtype=torch.uint8, device=device)


def self_check(how: gpu_library.Settings, means: Means, seed: int, device: str = "cuda") -> None:
    """Play the same games on the GPU and the CPU, and compare all bytes."""
    players = [
        Player(how, means, CHECKED_GAMES, CHECKED_RECORDS, seed, where) for where in (device, "cpu")
    ]
    begin = time.monotonic()
    counters = [player.drive(CHECKED_STEPS[device]) for player in players][1]
    one, two = players
    equal = {
        "games": torch.equal(one.games.cpu(), two.games),
        "tables": torch.equal(one.tables.cpu(), two.tables),
        "counters": torch.equal(one.counters.cpu(), two.counters),
        "records": np.array_equal(_sorted(one.finished()), _sorted(two.finished())),
    }
    print(f"self-check in {time.monotonic() - begin:.1f} s: {counters}, {equal}", flush=True)
    if not all(equal.values()):
        raise SystemExit("The GPU and the CPU play different games; nothing was trained.")


def _sorted(records: Tensor) -> Any:
    rows = records.cpu().numpy()
    return rows[np.lexsort(rows.T)]


def play(player: Player, seconds: float) -> dict[str, float]:
    """Play for some seconds, or until the records are full."""
    begin = time.monotonic()
    counted = player.drive(player.launch >> 6)
    while True:
        counted = player.drive(player.launch)
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

"""Games on the GPU: played, counted, and compared with the same games on the processor."""

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

STEPS = 1 << 18  # of a launch
WARP = 32  # games come in whole warps
CHECKED_GAMES = 96
CHECKED_STEPS = 20_000
CHECKED_RECORDS = 100_000


@dataclass
class Means:
    """What players think with: endgame tables, and a network in place of the hand-made evaluation."""

    endgame: npt.NDArray[np.uint32] | None = None
    network: SmallIntegers | None = None

    @property
    def hidden(self) -> int:
        """Sums of the network for each view."""
        return len(self.network.bias) if self.network else gpu_library.HIDDEN


class Player:
    """The games on the GPU, carried on from launch to launch."""

    def __init__(
        self, how: gpu_library.Settings, means: Means, games: int, capacity: int, seed: int
    ) -> None:
        self.library = gpu_library.load(gpu=True, hidden=means.hidden)
        self.sizes = gpu_library.Sizes(self.library)
        filling = self.library.crownhead_gpu_games(int(means.network is not None))
        if filling <= 0:
            raise SystemExit(f"There is no GPU to play on: CUDA says {-filling}.")
        self.number = (games or filling) // WARP * WARP
        self.how, self.capacity = how, capacity
        self.endgame = None if means.endgame is None else _on_gpu(means.endgame)
        self.weights = (
            None if means.network is None else _on_gpu(means.network.packed(self.library))
        )
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
                None if self.endgame is None else self.endgame.data_ptr(),
                None if self.weights is None else self.weights.data_ptr(),
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


def _on_gpu(part: npt.NDArray[Any]) -> Tensor:
    return torch.from_numpy(part.view(np.int32)).cuda()


def _bytes(number: int) -> Tensor:
    return torch.zeros(number, dtype=torch.uint8, device="cuda")


def self_check(how: gpu_library.Settings, means: Means, seed: int) -> None:
    """Play the same games on the GPU and on the processor, and compare every byte of them."""
    player = Player(how, means, CHECKED_GAMES, CHECKED_RECORDS, seed)
    player.drive(CHECKED_STEPS)
    library, sizes = player.library, player.sizes
    games = np.zeros(CHECKED_GAMES * sizes.game, np.uint8)
    tables = np.zeros(CHECKED_GAMES * sizes.table, np.uint8)
    records = np.zeros((CHECKED_RECORDS, 4), np.int32)
    counters = np.zeros(sizes.counters, np.int64)
    weights = None if means.network is None else means.network.packed(library)
    library.crownhead_found(games.ctypes.data, CHECKED_GAMES, ctypes.byref(how), seed)
    library.crownhead_drive(
        games.ctypes.data,
        tables.ctypes.data,
        CHECKED_GAMES,
        ctypes.byref(how),
        None if means.endgame is None else means.endgame.ctypes.data,
        None if weights is None else weights.ctypes.data,
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

"""The small network of the GPU kernel: its integer arithmetic in NumPy.

`gpu/network.hpp` describes it. Nothing here needs PyTorch.
"""

from __future__ import annotations

import ctypes
from dataclasses import astuple, dataclass
from pathlib import Path

import gpu_library
import numpy as np
import numpy.typing as npt
from network import Masks, views_of

UNITS = 32
HIGHEST = 255  # what an activation of 1 is as an integer
INPUT = 4  # what an input that is set counts
FEATURE = HIGHEST / INPUT  # what a weight of 1 is in the first layer
WEIGHT = 64  # and in the others
UNIT = HIGHEST * WEIGHT  # what a logit of 1 is at the end


@dataclass
class SmallIntegers:
    """The integers of the network, in the order of the library."""

    features: npt.NDArray[np.int8]  # [INPUTS, hidden]
    bias: npt.NDArray[np.int32]  # [hidden]
    second: npt.NDArray[np.int8]  # [UNITS, 2 * hidden]
    unit_bias: npt.NDArray[np.int32]  # [UNITS]
    last: npt.NDArray[np.int8]  # [HEADS, UNITS]
    head_bias: npt.NDArray[np.int32]  # [HEADS]

    def outputs(self, own: Masks, other: Masks, kings: Masks) -> npt.NDArray[np.int64]:
        """The output for each position, for its side to move."""
        views = [view.astype(np.int64) for view in views_of(own, other, kings)]
        sums = [INPUT * (view @ self.features.astype(np.int64)) + self.bias for view in views]
        hidden = np.clip(np.concatenate(sums, axis=1), 0, HIGHEST)
        units = hidden @ self.second.astype(np.int64).T + self.unit_bias
        units = np.clip(units >> 6, 0, HIGHEST)
        head = (views[0].sum(axis=1) - 1) // 3
        results = (units * self.last[head]).sum(axis=1) + self.head_bias[head]
        return np.asarray(results, np.int64)

    def packed(self, library: ctypes.CDLL) -> npt.NDArray[np.uint8]:
        """The memory for the library, which must be built for the same number of sums."""
        sizes = gpu_library.Sizes(library)
        assert sizes.hidden == len(self.bias), "the library was built for another network"
        memory = np.zeros(sizes.weights, np.uint8)
        parts = [np.ascontiguousarray(part) for part in astuple(self)]
        library.crownhead_pack(*(part.ctypes.data for part in parts), memory.ctypes.data)
        return memory

    def save(self, path: Path) -> None:
        """Write the integers as a NumPy archive."""
        np.savez_compressed(path, **vars(self))

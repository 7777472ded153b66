"""Checking tables: every stored value must be what its successors say."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from crownhead._native import core
from crownhead.endgame.tables import EndgameResult, SliceFacts, position_of
from crownhead.position import Position


class Finding(NamedTuple):
    """How many positions were checked, and the first that is wrong, where one is."""

    checked: int
    counts_agree: bool
    position: Position | None
    stored: EndgameResult | None
    expected: EndgameResult | None


def verify_slice(
    folder: Path,
    facts: SliceFacts,
    sample: int,
    seed: int,
    watch: Callable[[float], object] | None = None,
) -> Finding:
    """Check a sample of a table's positions, or all of them where the sample is 0."""
    checked, counts_agree, masks, stored, expected = core.endgame_verify(
        folder, facts.name, facts.has_distance, sample, seed, watch
    )
    return Finding(
        checked,
        counts_agree,
        position_of(masks),
        stored and EndgameResult(*stored),  # type: ignore[arg-type]
        expected and EndgameResult(*expected),  # type: ignore[arg-type]
    )

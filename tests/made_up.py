"""Hypothesis settings: the number of examples, and whether runs differ (`make soak`, `make stress`)."""

from __future__ import annotations

import os

from hypothesis import settings

EXAMPLES = 2000 if os.environ.get("CROWNHEAD_SOAK") else 100
SETTINGS = settings(
    derandomize="CROWNHEAD_SEED" not in os.environ,
    deadline=None,
    max_examples=EXAMPLES,
    database=None,
)

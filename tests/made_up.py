"""How many examples hypothesis makes up: some in every run, and many in `make soak`."""

from __future__ import annotations

import os

from hypothesis import settings

EXAMPLES = 2000 if os.environ.get("CROWNHEAD_SOAK") else 100
SETTINGS = settings(derandomize=True, deadline=None, max_examples=EXAMPLES, database=None)

"""The options and presets of the rules as the specification says them, and telling values of each."""

from __future__ import annotations

from typing import Any

from crownhead import Rules
from crownhead.rules import OPTIONS

# The last column of the table of options, and what each preset changes in it, as the
# specification says them.
ENGLISH_OPTIONS: dict[str, Any] = {
    "capture": "mandatory",
    "continuation": "mandatory",
    "regicide": False,
    "crowning_ends_move": True,
    "first_to_move": "black",
    "quiet_limit": 80,
    "quiet_counts_men": True,
    "repetition_limit": 3,
    "move_seconds": None,
}
NO_DRAW_RULE: dict[str, Any] = {"quiet_limit": None, "repetition_limit": None}
PRESET_CHANGES: dict[str, dict[str, Any]] = {
    "english": {},
    "casual": {"capture": "optional", "continuation": "none", **NO_DRAW_RULE},
    "regicide": {
        "continuation": "optional",
        "crowning_ends_move": False,
        "regicide": True,
        **NO_DRAW_RULE,
    },
    "single-jump": {"continuation": "none", "regicide": True, **NO_DRAW_RULE},
    "free-capture": {"capture": "optional", **NO_DRAW_RULE},
    "tournament-30": {"quiet_counts_men": False, "repetition_limit": 2, "move_seconds": 30},
}

# Every choice and switch, and of each number some telling values.
VALUES: dict[str, tuple[Any, ...]] = {
    "capture": ("mandatory", "optional"),
    "continuation": ("mandatory", "optional", "none"),
    "regicide": (False, True),
    "crowning_ends_move": (True, False),
    "first_to_move": ("black", "white"),
    "quiet_limit": (80, 1, None),
    "quiet_counts_men": (True, False),
    "repetition_limit": (3, 2, None),
    "move_seconds": (None, 30, 2.5),
}

ONE_OF_EACH = [(option, value) for option, values in VALUES.items() for value in values]


def options_of(rules: Rules) -> dict[str, Any]:
    return {option: getattr(rules, option) for option in OPTIONS}

"""The names of games in the store and in addresses."""

import re
import secrets
from typing import Final

_LETTERS: Final = "abcdefghijkmnpqrstuvwxyz23456789"  # without those that look alike
_LENGTH: Final = 12
_NAME: Final = re.compile("[a-z0-9]{1,40}", re.ASCII)


def new_name() -> str:
    """A new, unique name."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))


def is_name(value: object) -> bool:
    """Whether a value can name a game.

    >>> is_name("k3x9"), is_name("k3/9"), is_name(b"k3x9")
    (True, False, False)
    """
    return isinstance(value, str) and _NAME.fullmatch(value) is not None


def as_text(name: str) -> str:
    """A name as text for SQLite; what is not valid text in a shell's arguments matches nothing."""
    return name.encode(errors="replace").decode()

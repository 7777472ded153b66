"""What this machine has."""

from __future__ import annotations

import os


def memory_bytes() -> int:
    """Bytes of memory, or more than any machine has where the system does not tell."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return 2**62

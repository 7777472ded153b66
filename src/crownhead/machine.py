"""What this machine has."""

from __future__ import annotations

import contextlib
import os
import threading


def memory_bytes() -> int:
    """Bytes of memory, or more than any machine has where the system does not tell."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return 2**62


def be_patient(niceness: int = 19) -> None:
    """Let others on this machine go before this thread, where the system knows threads by number."""
    with contextlib.suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)

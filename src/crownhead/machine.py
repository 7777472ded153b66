"""The resources of this machine."""

import contextlib
import os
import threading


def memory_bytes() -> int:
    """Bytes of memory; a huge number if the system does not tell."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return 2**62


def be_patient(niceness: int = 19) -> None:
    """Lower this thread's priority, on systems that number threads."""
    with contextlib.suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)

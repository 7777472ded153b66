"""File locks, which the system releases however a program ends."""

import os
import sys
from typing import IO


def locked(file: IO[bytes] | int, *, shared: bool = False) -> bool:
    """Lock an open file or folder until it is closed; False if another program has it.

    Any number may share a lock; a shared lock waits for an exclusive one. Raises OSError on file
    systems without locks.
    """
    number = file if isinstance(file, int) else file.fileno()
    if sys.platform == "win32":
        import msvcrt

        os.lseek(number, 2**30, os.SEEK_SET)  # a byte that nobody reads
        try:
            msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
    import fcntl

    try:
        fcntl.flock(number, fcntl.LOCK_SH if shared else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def is_ours(file: IO[bytes]) -> bool:
    """Lock an open file; False if another program has it. True on file systems without locks."""
    try:
        return locked(file)
    except OSError:
        return True

"""Ctrl-C while the program is being loaded: there is nothing yet to put in order, so it ends without a word.

The package itself is much of what is loaded, so this comes first in it; where the package is not the
program but a library in another, it does nothing.
"""

import os
import sys

_SECONDS_LATER = 0.01
INTERRUPTED = 130  # what shells expect of a program that Ctrl-C has ended


def _is_the_program() -> bool:
    """Whether `crownhead` or `python -m crownhead` was started."""
    words = sys.orig_argv
    module = words[words.index("-m") + 1 :][:1] if "-m" in words else []
    started = os.path.basename(sys.argv[0]) if sys.argv else ""  # noqa: PTH119  # pathlib is slow
    return module == ["crownhead"] or started in ("crownhead", "crownhead.exe")


try:
    import signal
    from contextlib import contextmanager, suppress
except KeyboardInterrupt:  # even this takes some milliseconds
    if _is_the_program():
        os._exit(INTERRUPTED)
    raise


def _end(*_: object) -> None:
    os._exit(INTERRUPTED)


def hear_again(told) -> None:  # type: ignore[no-untyped-def]  # its type takes long to import
    """A `sys.unraisablehook`: hear a Ctrl-C again that came where Python drops all exceptions.

    While modules are loaded, much of what runs is such a place.
    """
    if told.exc_type is not KeyboardInterrupt:
        sys.__unraisablehook__(told)
        return
    import _thread  # seldom wanted

    # From another thread, a moment later: what is raised in here is dropped too.
    _thread.start_new_thread(_interrupt, (_thread.get_ident(),))


def _interrupt(thread: int) -> None:
    import time

    time.sleep(_SECONDS_LATER)
    signal.pthread_kill(thread, signal.SIGINT)


def begin() -> None:
    """End without a word on Ctrl-C, unless it is ignored, or heard by somebody else."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        with suppress(ValueError):  # only the main thread may
            signal.signal(signal.SIGINT, _end)


def end() -> None:
    """Hear Ctrl-C as usual."""
    if signal.getsignal(signal.SIGINT) is _end:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def loading():  # type: ignore[no-untyped-def]  # as above
    """Load a part of the program that only some commands need, as the rest of it is loaded."""
    if _is_the_program():
        begin()
    try:
        yield
    finally:
        end()


if _is_the_program():
    begin()

"""Exits silently on Ctrl-C while the program loads: nothing needs cleaning up yet.

Loading the package takes most of that time, so it imports this module first. If the package is
imported as a library, this does nothing.
"""

import os
import sys

_SECONDS_LATER = 0.01
INTERRUPTED = 130  # the exit code that shells expect after Ctrl-C


def _is_the_program() -> bool:
    """Whether `crownhead` or `python -m crownhead` was started."""
    arguments = sys.orig_argv
    module = arguments[arguments.index("-m") + 1 :][:1] if "-m" in arguments else []
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
    """A `sys.unraisablehook` that repeats a Ctrl-C that Python dropped.

    Much of the code that runs during imports drops exceptions.
    """
    if told.exc_type is not KeyboardInterrupt:
        sys.__unraisablehook__(told)
        return
    import _thread  # rarely needed

    # From another thread, a moment later: exceptions raised in here are dropped too.
    _thread.start_new_thread(_interrupt, (_thread.get_ident(),))


def _interrupt(thread: int) -> None:
    import time

    time.sleep(_SECONDS_LATER)
    signal.pthread_kill(thread, signal.SIGINT)


def begin() -> None:
    """Exit silently on Ctrl-C, unless it is ignored or has another handler."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        with suppress(ValueError):  # only the main thread may
            signal.signal(signal.SIGINT, _end)


def end() -> None:
    """Restore the usual handling of Ctrl-C."""
    if signal.getsignal(signal.SIGINT) is _end:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def loading():  # type: ignore[no-untyped-def]  # as above
    """Load a part that only some commands need, with the same handling of Ctrl-C."""
    if _is_the_program():
        begin()
    try:
        yield
    finally:
        end()


if _is_the_program():
    begin()

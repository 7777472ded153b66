"""The program: `crownhead`, and `python -m crownhead`."""

import os
import signal
import sys
from typing import Final

_INTERRUPTED: Final = 130  # what shells expect of a program that Ctrl-C has ended


def main() -> None:
    """Run the command line.

    Much is imported for it. Ctrl-C before that is done ends the program without a word: there is
    nothing yet to put in order, and where it was just then helps nobody.
    """
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:  # not where a shell has us ignore it
        signal.signal(signal.SIGINT, lambda *_: os._exit(_INTERRUPTED))
    from crownhead.cli import main as run

    if before is signal.default_int_handler:
        signal.signal(signal.SIGINT, before)
    try:
        run()
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)


if __name__ == "__main__":
    main()

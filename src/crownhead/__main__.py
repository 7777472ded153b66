"""The program: `crownhead`, and `python -m crownhead`."""

import sys

from crownhead import _quiet


def main() -> None:
    """Run the command line. Ctrl-C while it is loaded ends it without a word, as later on."""
    _quiet.begin()
    from crownhead.cli import main as run

    _quiet.end()
    sys.unraisablehook = _quiet.hear_again
    try:
        run()
    except KeyboardInterrupt:
        sys.exit(_quiet.INTERRUPTED)


if __name__ == "__main__":
    main()

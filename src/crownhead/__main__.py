"""The program: `crownhead`, and `python -m crownhead`."""

import sys

from crownhead import _quiet
from crownhead.errors import MissingPackageError, needing


def main() -> None:
    """Run the command line. Ctrl-C during loading exits silently, as it does later."""
    _quiet.begin()
    try:
        with needing("app", "program"):
            from crownhead.cli import main as run
    except MissingPackageError as error:
        print(f"crownhead: {error}", file=sys.stderr)
        sys.exit(2)
    _quiet.end()
    sys.unraisablehook = _quiet.hear_again
    try:
        run()
    except KeyboardInterrupt:
        sys.exit(_quiet.INTERRUPTED)


if __name__ == "__main__":
    main()

"""Set the environment that tests and their programs inherit, and check that no process is left behind.

Tests never use the developer's own endgame tables, and build none unless they test that. Computers play
without the opening book. Ctrl-C works even if a shell runs the tests in the background and ignores SIGINT.
"""

import os
import signal
from collections.abc import Iterator
from itertools import groupby
from random import Random

import pytest

import programs
import warm

os.environ["CROWNHEAD_ENDGAME"] = "off"
os.environ["CROWNHEAD_BOOK"] = "off"
programs.mark()
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Shuffle the files with the seed of `make stress`."""
    if seed := os.environ.get("CROWNHEAD_SEED"):
        files = [list(group) for _, group in groupby(items, key=lambda item: item.path)]
        Random(int(seed)).shuffle(files)
        items[:] = [item for file in files for item in file]


@pytest.fixture(autouse=True)
def _programs_end_with_their_test() -> Iterator[None]:
    with programs.ended():
        yield


@pytest.fixture(scope="session", autouse=True)
def _no_process_is_left_behind() -> Iterator[None]:
    yield
    warm.close()
    left = programs.end_survivors()
    assert not left, "\n".join(["processes were left behind:", *map(str, left)])

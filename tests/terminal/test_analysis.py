"""The command `crownhead analyse`, live on a terminal."""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path

from fake_terminal import FakeTerminal

ANALYSE = (sys.executable, "-m", "crownhead", "analyse", "start", "--depth", "100")


def test_lines_change_in_place_and_ctrl_c_leaves_the_last(tmp_path: Path) -> None:
    with closing(FakeTerminal(tmp_path, command=ANALYSE)) as screen:
        # Lines are longer than the terminal is wide.
        screen.wait_for_writing("\N{HORIZONTAL ELLIPSIS}")
        screen.type("\x03")
        assert screen.end() == 130
    assert "^C" in screen.raw
    assert "\x1b[1A" in screen.raw
    assert "Traceback" not in screen.raw
    headline, titles, *lines = filter(None, screen.lines)
    assert headline.startswith("Black to move: depth ")
    assert titles.split() == ["score", "chance", "line"]
    assert "".join(lines).count("%") == 3
    assert "\N{HORIZONTAL ELLIPSIS}" not in "".join(lines)

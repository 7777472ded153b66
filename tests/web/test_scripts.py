"""The pure parts of the page's scripts, tested directly by Node's own runner."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

import programs

SCRIPTS = Path(__file__).parent / "scripts"
NODE = Path(sys.executable).with_name("node")


@pytest.mark.parametrize("file", sorted(SCRIPTS.glob("*.test.js")), ids=lambda path: path.stem)
def test_scripts(file: Path) -> None:
    program = str(NODE) if NODE.exists() else "node"
    environment = {**os.environ, "TZ": "UTC"}
    done = programs.run(
        [program, "--test", str(file)], capture_output=True, text=True, check=False, env=environment
    )
    assert done.returncode == 0, done.stdout + done.stderr

"""The page's scripts under Node's test runner: their pure parts and their states."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

import programs
from crownhead.web.messages import scripts

SCRIPTS = Path(__file__).parent / "scripts"
NODE = Path(sys.executable).with_name("node")


@pytest.mark.parametrize("file", sorted(SCRIPTS.glob("*.test.js")), ids=lambda path: path.stem)
def test_scripts(file: Path, tmp_path: Path) -> None:
    program = str(NODE) if NODE.exists() else "node"
    for name, script in scripts().items():
        (tmp_path / name).write_text(script, "utf-8")
    environment = {**os.environ, "TZ": "UTC", "CROWNHEAD_MESSAGES": str(tmp_path)}
    command = [program, "--import", str(SCRIPTS / "catalogue.js"), "--test", str(file)]
    done = programs.run(command, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr

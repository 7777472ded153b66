"""Programs that speak Hub badly, written to a file for one test each."""

from __future__ import annotations

import sys
from pathlib import Path

_GOOD = {
    "hub": 'say("id name=Fake", "wait")',
    "init": 'say("ready")',
    "go": 'say("done move=9-13")',
    "quit": "sys.exit(0)",
}


def fake_hub(folder: Path, *, first: str = "pass", **answers: str) -> list[str]:
    """Write a program that runs `first`, then answers commands by statements; return its command."""
    branches = "".join(
        f"    if word == {command!r}:\n        {statement}\n"
        for command, statement in {**_GOOD, **answers}.items()
    )
    path = folder / "fake.py"
    path.write_text(
        "import os, signal, subprocess, sys, time\n"
        f"folder = {str(folder)!r}\n"
        "def say(*lines):\n"
        "    print(*lines, sep='\\n', flush=True)\n"
        f"{first}\n"
        "for line in sys.stdin:\n"
        "    word = line.split()[0]\n"
        f"{branches}"
    )
    return [sys.executable, str(path)]

"""The errors of `make old`, which builds another commit as an opponent."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

import programs

ROOT = Path(__file__).parents[1]

pytestmark = pytest.mark.skipif(
    not (ROOT / ".git").exists() or shutil.which("make") is None, reason="needs git and make"
)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "Name a commit, such as: make old REF=HEAD~1"),
        (["REF=no-such-branch"], "There is no commit named no-such-branch."),
    ],
)
def test_a_commit_that_is_not_there_is_refused(words: list[str], sentence: str) -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    done = programs.run(
        ["make", "--no-print-directory", "old", *words],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (2, f"{sentence}\n")

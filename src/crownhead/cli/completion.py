"""Shell completion: prints Click's scripts, and installs them where each shell reads them."""

import os
from pathlib import Path
from types import MappingProxyType
from typing import Final

from click.shell_completion import get_completion_class

from crownhead.cli import app
from crownhead.cli.shared import write_files
from crownhead.errors import CrownheadError, excerpt
from crownhead.messages import Listed, say

# For each shell: the script's path, its startup file, and the line to add there.
_FILES: Final = MappingProxyType(
    {
        "bash": (
            ".bash_completions/crownhead.sh",
            ".bashrc",
            "source ~/.bash_completions/crownhead.sh",
        ),
        "zsh": (".zfunc/_crownhead", ".zshrc", "fpath+=~/.zfunc; autoload -Uz compinit; compinit"),
        "fish": (".config/fish/completions/crownhead.fish", None, ""),
    }
)


def show_completion() -> None:
    """Print the script for the user's shell."""
    print(_script(_shell()))


def install_completion() -> None:
    """Install the script for the user's shell."""
    shell = _shell()
    script, start, line = _FILES[shell]
    _write(Path.home() / script, _script(shell))
    if start is not None:
        file = Path.home() / start
        before = file.read_text(encoding="utf-8") if file.exists() else ""
        if line not in before.splitlines():
            _write(file, f"{before.rstrip()}\n{line}\n".lstrip())
    print(say("cli.completion.installed", shell=shell, file=f"~/{script}"))


def _shell() -> str:
    shell = Path(os.environ.get("SHELL", "")).name
    if shell not in _FILES:
        known = Listed(list(_FILES))
        raise CrownheadError("cli.completion.unknown", known=known, shell=excerpt(shell))
    return shell


def _script(shell: str) -> str:
    kind = get_completion_class(shell)
    assert kind is not None
    return kind(app, {}, "crownhead", "_CROWNHEAD_COMPLETE").source()


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_files({path: text}, replace=True)

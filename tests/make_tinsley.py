"""Write the package's collection of Marion Tinsley's games from a PDN file.

Only facts are kept: moves, names, events, dates and results. Usage: make_tinsley.py FILE.pdn
"""

from __future__ import annotations

import io
import lzma
import sys
from collections.abc import Iterator
from pathlib import Path

from crownhead import Game
from crownhead.notation.pdn import read_games, write_games

OUT = Path(__file__).parents[1] / "src" / "crownhead" / "library" / "tinsley.pdn.xz"
FACTS = ("Event", "Site", "Date", "Round", "Black", "White")
# The file has two spellings, which would appear as two players.
ONE_NAME = {"MF Tinsley": "M Tinsley"}


def bare(games: Iterator[Game]) -> Iterator[Game]:
    """The games without comments, marks, variations and non-factual tags."""
    for game in games:
        tags = {name: game.tags[name] for name in FACTS if name in game.tags}
        tags = {name: ONE_NAME.get(text, text) for name, text in tags.items()}
        plain = Game.from_moves(
            [node.move for node in game.root.main_line() if node.move is not None],
            game.start,
            tags=tags,
            automatic_draws=False,
        )
        plain.record_outcome(game.ending)
        yield plain


def main() -> None:
    text = io.StringIO()
    write_games(bare(read_games(sys.argv[1])), text)
    packed = lzma.compress(text.getvalue().encode(), preset=9 | lzma.PRESET_EXTREME)
    OUT.write_bytes(packed)
    print(f"{OUT.name}: {len(packed):,} bytes of {len(text.getvalue()):,}")


if __name__ == "__main__":
    main()

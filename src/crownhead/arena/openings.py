"""Where the games of a match begin."""

from __future__ import annotations

from pathlib import Path

from crownhead.errors import CrownheadError
from crownhead.notation import pdn
from crownhead.openings import ballots
from crownhead.position import Position
from crownhead.rules import Rules


def start_positions(source: str, rules: Rules) -> list[Position]:
    """Give the starts that a word or a file names: ballots, start, a PDN file or one FEN a line."""
    if source == "start":
        return [Position.start(rules)]
    if source == "ballots":
        return [ballot.position.with_rules(rules) for ballot in ballots() if not ballot.is_barred]
    path = Path(source)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise CrownheadError(f"openings are ballots, start or a file; {source}: {error}") from None
    if path.suffix.lower() == ".pdn":
        starts = [game.position.with_rules(rules) for game in pdn.parse_games(text)]
    else:
        starts = [Position.from_fen(line, rules) for line in text.splitlines() if line.strip()]
    if not starts:
        raise CrownheadError(f"there is no opening in {source}")
    return starts

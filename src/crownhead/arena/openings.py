"""Where the games of a match begin."""

from __future__ import annotations

from collections.abc import Iterator
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
    read = _of_games if path.suffix.lower() == ".pdn" else _of_lines
    starts: list[Position] = []
    for place, position in read(source, text, rules):
        if position.is_over:
            raise CrownheadError(f"{place}: nobody can play from here, the game is over")
        starts.append(position)
    if not starts:
        raise CrownheadError(f"there is no opening in {source}")
    return starts


def _of_games(source: str, text: str, rules: Rules) -> Iterator[tuple[str, Position]]:
    """Yield where each game of a file ends, and what to call the place."""
    for number, game in enumerate(pdn.parse_games(text), 1):
        if game.errors:
            raise CrownheadError(f"{source}, {game.errors[0]}")
        yield f"{source}, game {number}", game.position.with_rules(rules)


def _of_lines(source: str, text: str, rules: Rules) -> Iterator[tuple[str, Position]]:
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            place = f"{source}, line {number}"
            try:
                yield place, Position.from_fen(line, rules)
            except CrownheadError as error:
                raise CrownheadError(f"{place}: {getattr(error, 'sentence', error)}") from None

"""A position as a drawing, with its legal moves."""

from pathlib import Path
from typing import Any

from crownhead import svg
from crownhead.cli.command import argument, command, number, option
from crownhead.cli.shared import (
    position_of,
    print_json,
    with_flipped,
    with_json,
    with_pieces,
    with_replace,
    with_rules,
    with_theme,
    write_files,
)
from crownhead.messages import say
from crownhead.pictures.sizes import LEAST, MOST_STILL
from crownhead.text import diagram


@command("help.show")
@argument("fen", "help.option.position")
@with_rules
@option("--svg FILE", "help.show.svg", name="picture", type=Path)
@option("--png FILE", "help.show.png", name="pixels", type=Path)
@number("--size N", "help.show.size", LEAST, MOST_STILL, default=400)
@with_flipped
@with_theme
@with_pieces
@with_replace
@with_json
def show(
    fen: str,
    rules: str,
    picture: Path | None,
    pixels: Path | None,
    flipped: bool,
    replace: bool,
    as_json: bool,
    **look: Any,
) -> None:
    """Draw a position and list its legal moves."""
    position = position_of(fen, rules)
    drawn = svg.board(position, flipped=flipped, **look)
    pictures: dict[Path, str | bytes] = {} if picture is None else {picture: drawn}
    if pixels is not None:
        from crownhead.pictures import png  # slow to import, and only needed here

        pictures[pixels] = png(position, flipped=flipped, **look)
    write_files(pictures, replace=replace)
    moves = [str(move) for move in position.legal_moves()]
    if as_json:
        print_json({"fen": position.fen, "turn": position.turn, "moves": moves})
        return
    print(diagram.draw(position, flipped=flipped))
    kind = "captures" if position.must_capture else "moves"
    print(say(f"cli.show.{kind if moves else 'over'}", moves=" ".join(moves)))

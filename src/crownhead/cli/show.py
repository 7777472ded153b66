"""A position as a drawing, with its legal moves."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from crownhead import svg
from crownhead.cli.shared import (
    FlippedOption,
    JsonOption,
    PiecesOption,
    ReplaceOption,
    RulesOption,
    ThemeOption,
    position_of,
    print_json,
    write_files,
)
from crownhead.notation import diagram
from crownhead.pictures.sizes import LEAST, MOST_STILL


def show(
    fen: Annotated[str, typer.Argument(help="A position, or the word start.", metavar="FEN")],
    rules: RulesOption = "english",
    picture: Annotated[
        Path | None, typer.Option("--svg", help="Write a picture to this file.", metavar="FILE")
    ] = None,
    pixels: Annotated[
        Path | None, typer.Option("--png", help="Write a PNG picture to this file.", metavar="FILE")
    ] = None,
    size: Annotated[
        int,
        typer.Option(help="Width of a picture in pixels.", min=LEAST, max=MOST_STILL, metavar="N"),
    ] = 400,
    flipped: FlippedOption = False,
    theme: ThemeOption = "classic",
    pieces: PiecesOption = "classic",
    replace: ReplaceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Draw a position and list its legal moves."""
    position = position_of(fen, rules)
    drawn = svg.board(position, flipped=flipped, theme=theme, pieces=pieces, size=size)
    pictures: dict[Path, str | bytes] = {} if picture is None else {picture: drawn}
    if pixels is not None:
        from crownhead.pictures import png  # slow to import, and only needed here

        pictures[pixels] = png(position, flipped=flipped, theme=theme, pieces=pieces, size=size)
    write_files(pictures, replace=replace)
    moves = [str(move) for move in position.legal_moves()]
    if as_json:
        print_json({"fen": position.fen, "turn": position.turn, "moves": moves})
        return
    print(diagram.draw(position, flipped=flipped))
    kind = "Captures" if position.must_capture else "Moves"
    print(f"{kind}: {' '.join(moves) or 'none, the game is over'}")

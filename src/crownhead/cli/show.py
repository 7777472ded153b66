"""A position as a drawing, with its legal moves."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from crownhead import svg
from crownhead.cli.shared import (
    JsonOption,
    RulesOption,
    complete_theme,
    position_of,
    print_json,
    write_file,
)
from crownhead.notation import diagram


def show(
    fen: Annotated[str, typer.Argument(help="A position, or the word start.", metavar="FEN")],
    rules: RulesOption = "english",
    picture: Annotated[
        Path | None, typer.Option("--svg", help="Write a picture to this file.", metavar="FILE")
    ] = None,
    flipped: Annotated[bool, typer.Option("--flipped", help="Put Black at the bottom.")] = False,
    theme: Annotated[
        str,
        typer.Option(
            help="The colours of the picture.",
            metavar="NAME",
            autocompletion=complete_theme,
        ),
    ] = "classic",
    as_json: JsonOption = False,
) -> None:
    """Draw a position and list its legal moves."""
    position = position_of(fen, rules)
    drawn = svg.board(position, flipped=flipped, theme=theme)
    if picture is not None:
        write_file(picture, drawn)
    moves = [str(move) for move in position.legal_moves()]
    if as_json:
        print_json({"fen": position.fen, "turn": position.turn, "moves": moves})
        return
    print(diagram.draw(position, flipped=flipped))
    kind = "Captures" if position.must_capture else "Moves"
    print(f"{kind}: {' '.join(moves) or 'none, the game is over'}")

"""A game as a moving picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from crownhead import discs
from crownhead.errors import CrownheadError, unknown_name
from crownhead.game import Game
from crownhead.pictures.film import Film, Watch
from crownhead.pictures.moments import merged, moments_of
from crownhead.pictures.sizes import MOST_MOVING, checked_seconds, checked_size
from crownhead.pictures.writers import write_gif, write_webp
from crownhead.pieces import Side
from crownhead.position import Position
from crownhead.svg import Look
from crownhead.tags import known_tag
from crownhead.themes import Theme

#: What can be written, by name.
KINDS: Final[Mapping[str, Callable[[Film], bytes]]] = MappingProxyType(
    {"gif": write_gif, "webp": write_webp}
)


def animation(
    shown: Game | Iterable[Position],
    kind: str = "gif",
    *,
    flipped: bool = False,
    numbers: bool = True,
    theme: str | Theme = "classic",
    pieces: str = discs.CLASSIC,
    size: int = 400,
    seconds: float = 1.0,
    caption: bool = True,
    watch: Watch | None = None,
) -> bytes:
    """Show the main line of a game, or positions one after the other, as `gif` or `webp`.

    A move lasts so many `seconds`; captures go leg by leg. The `caption` of a game names the players,
    their last moves and the result. `watch` is told how many moments of how many are done; what it
    raises ends the work.

    >>> from crownhead import Game
    >>> animation(Game.from_moves("11-15 23-19"), "mp4")
    Traceback (most recent call last):
    crownhead.errors.CrownheadError: no kind of animation named 'mp4'; there are: gif, webp
    """
    write = KINDS.get(str(kind).lower())
    if write is None:
        raise CrownheadError(unknown_name("kind of animation", str(kind), KINDS))
    look = Look.of(theme, pieces, flipped=flipped, numbers=numbers)
    checked_size(size, MOST_MOVING)
    moments = moments_of(shown, checked_seconds(seconds), look.theme)
    names = names_of(shown, look.theme) if caption and isinstance(shown, Game) else None
    if names is None:
        moments = [replace(moment, said={}) for moment in moments]
    with closing(Film(look, size, list(merged(moments)), names, watch)) as film:
        return write(film)


def names_of(game: Game, theme: Theme) -> dict[Side, str]:
    """What the players are called; one without a name is called by the colour."""
    return {side: known_tag(game.tags, side.label) or theme.translated(side.label) for side in Side}

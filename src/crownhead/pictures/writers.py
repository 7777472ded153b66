"""Pictures as files: PNG, GIF, which every program can show, and WebP, which takes half the space."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypedDict

from PIL import Image, ImageChops
from PIL.GifImagePlugin import getdata, getheader

from crownhead import discs, svg
from crownhead.errors import CrownheadError, unknown_name
from crownhead.game import Game
from crownhead.pictures.film import Film, Scene, Watch
from crownhead.pictures.moments import merged, moments_of
from crownhead.pictures.raster import Pen
from crownhead.pictures.sizes import MOST_MOVING, MOST_STILL, checked_seconds, checked_size
from crownhead.pieces import Side
from crownhead.position import Position
from crownhead.svg import Look
from crownhead.tags import known_tag
from crownhead.themes import Theme

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from crownhead.move import Move
    from crownhead.svg import AnyArrow, Highlights

_UNCHANGED: Final = 255  # the transparent colour of a GIF
_SAME: Final = (255, *[0] * 255)  # turns a difference into a mask


class Options(TypedDict, total=False):
    """The options of `svg.board` besides the position and the size."""

    flipped: bool
    last_move: Move | None
    arrows: Iterable[AnyArrow]
    highlights: Highlights
    numbers: bool
    theme: str | Theme
    pieces: str


def png(position: Position, *, size: int = 400, **options: Unpack[Options]) -> bytes:
    """Draw a position as a PNG, like `svg.board`.

    >>> from crownhead import Position
    >>> png(Position.start(), size=100)
    Traceback (most recent call last):
    crownhead.errors.CrownheadError: the size must be a whole number of pixels from 160 to 1,600, not '100'
    """
    drawing = svg.board(position, size=checked_size(size, MOST_STILL), **options)
    file = io.BytesIO()
    Pen().draw(drawing).save(file, "PNG")
    return file.getvalue()


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
    """Show the main line of a game, or a series of positions, as `gif` or `webp`.

    Each move lasts `seconds`; captures go jump by jump. The `caption` of a game names the players,
    their last moves and the result. `watch` is called with the number of finished moments and their
    total; an exception from it ends the work.

    >>> from crownhead import Game
    >>> animation(Game.from_moves("11-15 23-19"), "mp4")
    Traceback (most recent call last):
    crownhead.errors.CrownheadError: no kind of animation named 'mp4'; choose from: gif, webp
    """
    write = KINDS.get(str(kind).lower())
    if write is None:
        raise CrownheadError(unknown_name("kind-of-animation", str(kind), KINDS))
    look = Look.of(theme, pieces, flipped=flipped, numbers=numbers)
    checked_size(size, MOST_MOVING)
    moments = moments_of(shown, checked_seconds(seconds), look.theme)
    names = names_of(shown, look.theme) if caption and isinstance(shown, Game) else None
    if names is None:
        moments = [moment._replace(said={}) for moment in moments]
    with closing(Film(look, size, list(merged(moments)), names, watch)) as film:
        return write(film)


def names_of(game: Game, theme: Theme) -> dict[Side, str]:
    """The players by name; one without a name by the side."""
    return {side: known_tag(game.tags, side.label) or theme.words.text(side) for side in Side}


def write_gif(film: Film) -> bytes:
    """Write the first moment in full, and only the changed pixels of the others."""
    palette = film.palette()
    used = palette.getpalette() or []
    palette.putpalette([*used, *[0] * (3 * 256 - len(used))])
    fit = partial(Image.Image.quantize, palette=palette, dither=Image.Dither.NONE)
    file = io.BytesIO()
    before: Image.Image | None = None
    for scene, duration in zip(film.play(fit), film.milliseconds, strict=True):
        if before is None:
            file.writelines(getheader(scene.canvas.copy(), info={"loop": 0})[0])
        part, offset = _changes(scene, before)
        how = {"duration": duration, "transparency": _UNCHANGED, "disposal": 1}
        file.writelines(getdata(part, offset, **how))
        before = scene.canvas.copy()
    file.write(b";")
    return file.getvalue()


def _changes(scene: Scene, before: Image.Image | None) -> tuple[Image.Image, tuple[int, int]]:
    """The smallest picture that turns the last canvas into this one, and its offset."""
    lefts, tops, rights, bottoms = zip(*scene.changed, strict=True)
    left, top = min(lefts), min(tops)
    part = Image.new("P", (max(rights) - left, max(bottoms) - top), _UNCHANGED)
    for box in scene.changed:
        new = scene.canvas.crop(box)
        if before is not None:
            same = ImageChops.subtract_modulo(new, before.crop(box)).point(_SAME, "1")
            new.paste(_UNCHANGED, mask=same)
        part.paste(new, (box[0] - left, box[1] - top))
    return part, (left, top)


def write_webp(film: Film) -> bytes:
    """Write a film without loss in few colours; the library finds the changes."""
    palette = film.palette()

    def fit(picture: Image.Image) -> Image.Image:
        return picture.quantize(palette=palette, dither=Image.Dither.NONE).convert("RGB")

    file = io.BytesIO()
    reel = _Reel(film.play(fit), len(film.moments))
    reel.save(
        file,
        "WEBP",
        save_all=True,
        duration=film.milliseconds,
        loop=0,
        lossless=True,
        quality=50,  # how hard it tries
        method=2,
        kmin=0,
        kmax=0,  # no key frames: nobody seeks
    )
    return file.getvalue()


class _Reel(Image.Image):
    """A canvas that moves on to the next moment on request."""

    def __init__(self, scenes: Iterator[Scene], count: int) -> None:
        super().__init__()
        vars(self).update(vars(next(scenes).canvas))  # the same pixels
        self._scenes = scenes
        self._frame = 0
        self.n_frames = count

    def seek(self, frame: int) -> None:
        """Show a moment; seeking backwards does nothing."""
        while self._frame < frame:
            next(self._scenes)
            self._frame += 1

    def tell(self) -> Any:
        """The number of the moment."""
        return self._frame


#: The formats, by name.
KINDS: Final[Mapping[str, Callable[[Film], bytes]]] = MappingProxyType(
    {"gif": write_gif, "webp": write_webp}
)

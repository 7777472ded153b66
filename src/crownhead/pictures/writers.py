"""Films as files: GIF, which every program shows, and WebP, which takes half the space."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any, Final

from PIL import Image, ImageChops
from PIL.GifImagePlugin import getdata, getheader

from crownhead.pictures.film import Film, Scene

_UNCHANGED: Final = 255  # the colour of a GIF in which what was there before is seen
_SAME: Final = (255, *[0] * 255)  # makes a mask of a difference


def write_gif(film: Film) -> bytes:
    """Write the first moment as it is, and of the others only the pixels that change."""
    palette = film.palette()
    used = palette.getpalette() or []
    palette.putpalette([*used, *[0] * (3 * 256 - len(used))])

    def fit(picture: Image.Image) -> Image.Image:
        return picture.quantize(palette=palette, dither=Image.Dither.NONE)

    file = io.BytesIO()
    before: Image.Image | None = None
    for scene, duration in zip(film.play(fit), film.milliseconds, strict=True):
        if before is None:
            file.writelines(getheader(scene.canvas.copy(), info={"loop": 0})[0])
        part, place = _changes(scene, before)
        how = {"duration": duration, "transparency": _UNCHANGED, "disposal": 1}
        file.writelines(getdata(part, place, **how))
        before = scene.canvas.copy()
    file.write(b";")
    return file.getvalue()


def _changes(scene: Scene, before: Image.Image | None) -> tuple[Image.Image, tuple[int, int]]:
    """The smallest picture that makes one canvas of another, and its place."""
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
    """Write a film without loss, in few colours; the library finds out what changes."""
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
        kmax=0,  # nobody looks for a place in the middle
    )
    return file.getvalue()


class _Reel(Image.Image):
    """A canvas that goes to the next moment when it is asked for it."""

    def __init__(self, scenes: Iterator[Scene], count: int) -> None:
        super().__init__()
        vars(self).update(vars(next(scenes).canvas))  # the same pixels
        self._scenes = scenes
        self._frame = 0
        self.n_frames = count

    def seek(self, frame: int) -> None:
        """Show a moment; there is no way back."""
        while self._frame < frame:
            next(self._scenes)
            self._frame += 1

    def tell(self) -> Any:
        """Which moment is shown."""
        return self._frame

"""Moments drawn one after the other on one canvas."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import floor
from typing import Final, NamedTuple, TypeAlias

from PIL import Image

from crownhead import svg
from crownhead.pictures.bars import Bars
from crownhead.pictures.moments import Moment
from crownhead.pictures.raster import Pen
from crownhead.pieces import BLACK, WHITE, Piece, Side
from crownhead.svg import FRAME, PICTURE, SQUARE, Look

#: Called with the number of finished moments and their total.
Watch: TypeAlias = Callable[[int, int], None]
#: Pixels: left, top, right and bottom.
Box: TypeAlias = tuple[int, int, int, int]

SQUARES: Final = range(1, 33)
# Units by which a king's shadow extends onto the light square or the frame below.
_SHADOW: Final = 2
_COLOURS: Final = 128  # more make larger files without a visible difference
_SAMPLE: Final = 400  # the width in pixels of the sample for them
_SOME_PIXELS: Final = Image.Resampling.NEAREST


class Sight(NamedTuple):
    """The content of a square: a piece or none, and whether the last move touched it."""

    piece: Piece | None
    marked: bool


_EMPTY: Final = Sight(None, marked=False)


class Stage:
    """Boards in pixels, from which positions are assembled square by square.

    Each kind of piece is drawn once on all squares, without and with the marks of a last move. What
    stands on a square touches only pixels that no other square touches, so a moment costs no more than
    the squares that change in it.
    """

    def __init__(self, look: Look, size: int, pieces: Iterable[Piece]) -> None:
        self._scale = size / PICTURE
        self._look = look
        pen = Pen()
        self.boards: dict[Sight, Image.Image] = {}
        for marked in (False, True):
            trail = SQUARES if marked else ()
            bare = Image.new("RGBA", (size, size), look.theme.frame)
            bare.alpha_composite(pen.draw(svg.empty_board(look, size, trail)))
            self.boards[Sight(None, marked)] = bare.convert("RGB")
        for piece in pieces:
            alone = pen.draw(svg.pieces_alone(look, size, dict.fromkeys(SQUARES, piece)))
            for marked in (False, True):
                board = self.boards[Sight(None, marked)].copy()
                board.paste(alone, mask=alone)
                self.boards[Sight(piece, marked)] = board

    def box(self, square: int) -> Box:
        """The pixels of a square."""
        x, y = self._look.corner(square)
        ends = (x, y, x + SQUARE, y + SQUARE + _SHADOW)
        left, top, right, bottom = (floor((FRAME + end) * self._scale + 0.5) for end in ends)
        return left, top, right, bottom


class Scene(NamedTuple):
    """The canvas, and the parts of it that have changed."""

    canvas: Image.Image
    changed: Sequence[Box]


class Film:
    """Moments, with the boards and bars that they are assembled from."""

    def __init__(
        self,
        look: Look,
        size: int,
        moments: Sequence[Moment],
        names: Mapping[Side, str] | None = None,
        watch: Watch | None = None,
    ) -> None:
        standing = {piece for moment in moments for piece in moment.pieces.values()}
        self._stage = Stage(look, size, sorted(standing, key=lambda piece: piece.value))
        self._bars = Bars(look, size, names) if names else None
        self._margin = self._bars.height if self._bars else 0
        self._upper = WHITE if look.flipped else BLACK
        self.size = (size, size + 2 * self._margin)
        self.moments = moments
        self._watch = watch

    def close(self) -> None:
        """Release the drawing tools in the thread that made them."""
        if self._bars is not None:
            self._bars.close()

    @property
    def milliseconds(self) -> list[int]:
        """The duration of each moment, in hundredths of a second, as GIF requires."""
        return [round(moment.seconds * 100) * 10 for moment in self.moments]

    def palette(self) -> Image.Image:
        """A picture whose colours suit all others."""
        parts = [
            board.crop((0, 0, board.width, board.height // 3))  # two rows have all there is
            for board in self._stage.boards.values()
        ]
        if self._bars:
            parts += [self._bars.bar(side, "8") for side in Side]
        scale = min(1, _SAMPLE / self.size[0])
        parts = [
            part.resize((round(part.width * scale), round(part.height * scale)), _SOME_PIXELS)
            for part in parts
        ]
        sample = Image.new("RGB", (parts[0].width, sum(part.height for part in parts)))
        top = 0
        for part in parts:
            sample.paste(part, (0, top))
            top += part.height
        return sample.quantize(_COLOURS, dither=Image.Dither.NONE)

    def play(self, fit: Callable[[Image.Image], Image.Image]) -> Iterator[Scene]:
        """Draw each moment on the canvas; `fit` converts pictures to the colours of the file."""
        boards = {sight: fit(board) for sight, board in self._stage.boards.items()}
        canvas = boards[_EMPTY].resize(self.size)  # for its mode and palette
        canvas.paste(boards[_EMPTY], (0, self._margin))
        seen = dict.fromkeys(SQUARES, _EMPTY)
        said: dict[Side, str] = {}
        for number, moment in enumerate(self.moments):
            changed = [
                *self._show_squares(canvas, boards, seen, moment),
                *self._show_bars(canvas, fit, said, moment),
            ]
            yield Scene(canvas, changed if number else [(0, 0, *self.size)])
            if self._watch is not None:
                self._watch(number + 1, len(self.moments))

    def _show_squares(
        self,
        canvas: Image.Image,
        boards: Mapping[Sight, Image.Image],
        seen: dict[int, Sight],
        moment: Moment,
    ) -> Iterator[Box]:
        for square in SQUARES:
            sight = Sight(moment.pieces.get(square), square in moment.trail)
            if sight == seen[square]:
                continue
            seen[square] = sight
            left, top, right, bottom = box = self._stage.box(square)
            target = (left, top + self._margin, right, bottom + self._margin)
            canvas.paste(boards[sight].crop(box), target)
            yield target

    def _show_bars(
        self,
        canvas: Image.Image,
        fit: Callable[[Image.Image], Image.Image],
        said: dict[Side, str],
        moment: Moment,
    ) -> Iterator[Box]:
        if self._bars is None:
            return
        for side in Side:
            text = moment.said.get(side, "")
            if text == said.get(side):
                continue
            said[side] = text
            top = 0 if side is self._upper else self.size[1] - self._margin
            box = (0, top, self.size[0], top + self._margin)
            canvas.paste(fit(self._bars.bar(side, text)), box)
            yield box

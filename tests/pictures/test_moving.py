"""A game as a moving picture: every frame is decoded and compared with the game."""

from __future__ import annotations

import gc
import io
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle, pairwise
from random import Random
from typing import Any

import pytest
from PIL import Image, ImageChops

from cases import each
from crownhead import BLACK, CrownheadError, Game, Outcome, Position, Reason, svg
from crownhead.discs import SETS
from crownhead.pictures import KINDS, LEAST, MOST_MOVING, animation
from crownhead.pictures.bars import Bars
from crownhead.pictures.film import Film
from crownhead.pictures.moments import MOST_MOVES, merged, moments_of
from crownhead.pictures.raster import Pen
from crownhead.pictures.writers import names_of
from crownhead.pieces import Piece, Side
from crownhead.svg import Look
from crownhead.themes import THEMES, Theme
from refused import refused
from seeing import letters, marked, seen

# Black jumps three men, White is left with a king, which Black's new king then takes.
JUMPS = Game.from_moves("1x10x19x28 13-9 28-32 9-5 32-28", Position.from_fen("B:W6,15,24,13:B1"))

flips = pytest.mark.parametrize("flipped", [False, True], ids=["white below", "black below"])
kinds = pytest.mark.parametrize("kind", KINDS)


def random_game(seed: int, plies: int) -> Game:
    game, chance = Game(automatic_draws=False), Random(seed)
    while game.ply < plies and not game.outcome:
        game.push(chance.choice(game.legal_moves()))
    return game


def frames(made: bytes, kind: str) -> list[tuple[Image.Image, int]]:
    """Every frame in full, and how many milliseconds it is shown."""
    film = Image.open(io.BytesIO(made))
    assert film.format == kind.upper()
    count = getattr(film, "n_frames", 1)
    assert count == 1 or film.info["loop"] == 0
    found = []
    for number in range(count):
        film.seek(number)
        film.load()
        found.append((film.convert("RGB"), film.info.get("duration", 0)))
    return found


def distance(one: Image.Image, other: Image.Image) -> int:
    """How far two pictures are apart where they differ most, from 0 to 255."""
    difference = ImageChops.difference(one.convert("RGB"), other.convert("RGB"))
    counts = difference.histogram()  # 256 for each of three colours
    return max(index % 256 for index, count in enumerate(counts) if count)


def states(game: Game) -> Iterator[tuple[dict[int, Piece], frozenset[int]]]:
    """Where pieces should stand, and which squares be marked: captures leg by leg."""
    pieces = game.start.pieces
    yield dict(pieces), frozenset()
    for node in game.main_line():
        assert node.move is not None
        path = node.move.path
        for leg, (start, end) in enumerate(pairwise(path)):
            pieces[end] = pieces.pop(start)
            if node.move.captured:
                del pieces[node.move.captured[leg]]
            if leg == len(path) - 2:
                pieces = node.position.pieces  # with crowns
            yield dict(pieces), frozenset(path[: leg + 2])


def compare(made: bytes, kind: str, game: Game, theme: Theme, **how: Any) -> None:
    shown, expected = frames(made, kind), list(states(game))
    assert len(shown) == len(expected)
    width, height = shown[0][0].size
    top = (height - width) // 2
    for (picture, _), (pieces, trail) in zip(shown, expected, strict=True):
        assert seen(picture, theme, top=top, **how) == letters(pieces)
        assert marked(picture, theme, top=top, **how) == trail


@kinds
@flips
@each("theme", THEMES.values())
def test_every_frame_shows_the_pieces_where_they_stand(
    theme: Theme, kind: str, flipped: bool
) -> None:
    made = animation(JUMPS, kind, theme=theme, flipped=flipped, size=200, caption=False)
    compare(made, kind, JUMPS, theme, flipped=flipped)


@kinds
@each(("pieces", "caption"), zip(SETS, cycle([False, True])))
def test_every_frame_of_a_long_game(kind: str, pieces: str, caption: bool) -> None:
    game = random_game(4, plies=90)
    assert game.ending is None
    assert game.position.kings
    made = animation(game, kind, pieces=pieces, size=200, caption=caption)
    compare(made, kind, game, THEMES["classic"])


@flips
@each(("theme", "size"), zip(THEMES.values(), cycle([213, 300])))
def test_a_frame_is_what_svg_draws(theme: Theme, size: int, flipped: bool) -> None:
    """Put together square by square, it has the same pixels as the whole."""
    look = Look.of(theme, flipped=flipped)
    film = Film(look, size, moments_of(JUMPS, 1, theme), None)
    whole = Image.new("RGBA", film.size, theme.frame)
    move = JUMPS.node.move
    drawn = svg.board(JUMPS.position, theme=theme, flipped=flipped, last_move=move, size=size)
    whole.alpha_composite(Pen().draw(drawn))
    *_, last = film.play(lambda picture: picture)
    assert distance(last.canvas, whole) <= 8  # what is transparent is blended twice


# ---- time


@kinds
def test_the_first_and_the_last_moment_last_longer(kind: str) -> None:
    game = Game.from_moves("11-15 23-19 8-11")
    times = [time for _, time in frames(animation(game, kind, size=LEAST, seconds=0.7), kind)]
    assert times == [1500, 700, 700, 3700]


@kinds
def test_legs_are_shorter_than_moves(kind: str) -> None:
    times = [time for _, time in frames(animation(JUMPS, kind, size=LEAST), kind)]
    assert times == [1800, 400, 400, 1000, 1000, 1000, 1000, 4000]


def test_what_is_said_at_the_end_is_a_moment_of_its_own() -> None:
    game = Game.from_moves("11-15")
    game.record_outcome(Outcome(BLACK, Reason.RESIGNATION))
    with_words = frames(animation(game, size=LEAST), "gif")
    assert [time for _, time in with_words] == [1800, 1000, 4000]
    without = frames(animation(game, size=LEAST, caption=False), "gif")
    assert [time for _, time in without] == [1800, 5000]


@kinds
def test_who_watches_is_told_of_each_moment_and_can_end_it(kind: str) -> None:
    told: list[tuple[int, int]] = []

    def watch(done: int, total: int) -> None:
        told.append((done, total))
        if done == 3:
            raise CrownheadError("enough")

    game = Game.from_moves("11-15 23-19 8-11 22-17")
    with pytest.raises(CrownheadError, match="enough"):
        animation(game, kind, size=LEAST, watch=watch)
    assert told == [(1, 5), (2, 5), (3, 5)]


def test_an_error_may_go_to_another_thread() -> None:
    """What draws belongs to the thread that made it, and must be gone before an error is passed on."""

    def stop(*_: int) -> None:
        raise CrownheadError("enough")

    with ThreadPoolExecutor(1) as threads:
        failed = threads.submit(animation, JUMPS, size=LEAST, watch=stop)
        assert isinstance(failed.exception(), CrownheadError)
    del failed
    gc.collect()


# ---- other things to show


@kinds
def test_a_list_of_positions(kind: str) -> None:
    positions = [Position.from_fen(fen) for fen in ("B:W32:B1", "W:WK32:B1,2", "B:W5:BK10")]
    shown = frames(animation(iter(positions), kind, size=LEAST), kind)
    assert [seen(picture, THEMES["classic"]) for picture, _ in shown] == [
        letters(position.pieces) for position in positions
    ]


@kinds
def test_a_game_without_moves_is_one_picture(kind: str) -> None:
    ((picture, _),) = frames(animation(Game(), kind, size=LEAST, caption=False), kind)
    assert seen(picture, THEMES["classic"]) == letters(Position.start().pieces)


def test_only_the_main_line_is_shown() -> None:
    game = Game.from_pdn("1. 11-15 (1. 9-14 22-18) 23-19 *")
    assert len(frames(animation(game, size=LEAST), "gif")) == 3


# ---- names, moves and results


def bar_of(game: Game, side: Side, frame: int = -1, *, flipped: bool = False) -> Image.Image:
    """A side's bar before it gets the colours of a file, which differ from film to film."""
    look = Look.of(flipped=flipped)
    moments = list(merged(moments_of(game, 1, look.theme)))
    film = Film(look, 400, moments, names_of(game, look.theme))
    pictures = [scene.canvas.copy() for scene in film.play(lambda picture: picture)]
    width, height = film.size
    high = (height - width) // 2
    top = 0 if (side is BLACK) != flipped else height - high
    return pictures[frame].crop((0, top, width, top + high))


def same(one: Image.Image, other: Image.Image) -> bool:
    return distance(one, other) == 0


def played(**tags: str) -> Game:
    return Game.from_moves("11-15 23-19", tags=tags)


@flips
def test_the_bars_name_the_players(flipped: bool) -> None:
    for side in Side:
        ann, bob = (bar_of(played(**{side.label: name}), side, flipped=flipped) for name in "AB")
        assert not same(ann, bob)
        other = bar_of(played(**{side.label: "A"}), side.other, flipped=flipped)
        assert same(other, bar_of(played(**{side.label: "B"}), side.other, flipped=flipped))


def test_a_player_without_a_name_is_called_by_the_colour() -> None:
    called = bar_of(played(Black="Red"), BLACK)
    for unknown in ({}, {"Black": "?"}, {"Black": " "}):
        assert same(bar_of(played(**unknown), BLACK), called)


def test_the_bars_tell_the_moves_and_the_result() -> None:
    game = played()
    before, after = bar_of(game, BLACK, 0), bar_of(game, BLACK, 1)
    assert not same(before, after)
    assert same(after, bar_of(game, BLACK, 2))  # White's move is White's
    won = played()
    won.resign(won.turn.other)
    assert not same(bar_of(won, won.turn), bar_of(game, won.turn))


@each(
    "name",
    ["", "x" * 2000, "Ann\x00\x1b[1m", "\ud800", "<b>&\"'", "Łukasz Ørsted", "王大明", "🙂" * 50],
)
def test_any_name_fits_its_bar(name: str) -> None:
    game = played(Black=name, White=name)
    assert frames(animation(game, size=LEAST), "gif")[0][0].size == (LEAST, LEAST + 26)


@each("name", ["", "\x00", "\u200b", "𒀀𒀁", "王大明"])
def test_a_bar_is_never_without_a_name(name: str) -> None:
    """Where no font has the letters, the colour is named: this machine may have them or not."""
    bars = Bars(Look.of(), 400, dict.fromkeys(Side, name))
    assert distance(bars.bar(BLACK, ""), bars._drawn(BLACK, "", "")) > 100


def test_long_names_are_shortened() -> None:
    bars = Bars(Look.of(), 400, dict.fromkeys(Side, "Wilhelmina " * 20))
    short = bars._shortened(bars._names[BLACK], 250)
    assert short.startswith("Wilhelmina W")
    assert short.endswith("...")
    assert bars._length(short) <= 250


# ---- size, time and refusals


@kinds
def test_files_are_small(kind: str) -> None:
    game = random_game(4, plies=60)
    assert len(animation(game, kind, size=400)) / game.ply < 6_000


@each(
    ("options", "code"),
    [
        *(({"size": size}, "film.size") for size in (LEAST - 1, MOST_MOVING + 1, "x", True)),
        *(({"seconds": time}, "film.seconds") for time in (0, 11, "1", True, float("nan"))),
        ({"kind": "mp4"}, "unknown.all"),
        ({"theme": "wod"}, "unknown.near"),
        ({"pieces": "round"}, "unknown.all"),
        ({"shown": []}, "film.empty"),
        ({"shown": "start"}, "film.wanted"),
        ({"shown": 5}, "film.wanted"),
        ({"shown": ["start"]}, "film.positions"),
        ({"shown": [Position.start()] * (MOST_MOVES + 2)}, "film.too-long"),
    ],
)
def test_what_cannot_be_shown_is_refused(options: dict[str, Any], code: str) -> None:
    with refused(CrownheadError, code):
        animation(**{"shown": JUMPS, **options})

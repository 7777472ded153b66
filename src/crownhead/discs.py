"""SVG drawings of pieces: turned discs with a shine, or flat ones; kings have crowns.

A document defines each drawing once. Lengths are in the board's units: 50 a square.
"""

from typing import Final

from crownhead.errors import CrownheadError, unknown_name
from crownhead.pieces import Piece, Side
from crownhead.themes import Theme

CLASSIC: Final = "classic"
FLAT: Final = "flat"
#: The sets of pieces.
SETS: Final = (CLASSIC, FLAT)

_SHADOW = (
    '<radialGradient id="crownhead-shadow"><stop offset=".78" stop-opacity=".5"/>'
    '<stop offset="1" stop-opacity="0"/></radialGradient>'
)
# Three points with pearls over a band, centred on the origin.
_CROWN = (
    '<g id="crownhead-crown"><path d="M-10.6-4.6-5.4 1.2Q-1.6-3 0-8.2 1.6-3 5.4 1.2L10.6-4.6 8.4 '
    '5.6H-8.4ZM-8.2 7.2H8.2V10H-8.2Z"/><circle cx="-10.6" cy="-5.6" r="1.9"/>'
    '<circle cy="-9" r="2.1"/><circle cx="10.6" cy="-5.6" r="1.9"/></g>'
)


def find_set(name: str) -> str:
    """Find a set of pieces by its name, in any case.

    >>> find_set("Flat")
    'flat'
    """
    found = str(name).strip().lower()
    if found not in SETS:
        raise CrownheadError(unknown_name("set-of-pieces", str(name), SETS))
    return found


# A turned disc seen slightly from below: shadow, edge, face, fluted rim, dished middle. A king is two
# discs with a crown.
_TURNED: Final = """
<linearGradient id="{name}-face" x2="0" y2="1"><stop stop-color="{disc.shine}"/>
<stop offset=".7" stop-color="{disc.face}"/></linearGradient>
<linearGradient id="{name}-dish" x2="0" y2="1"><stop stop-color="{disc.face}"/>
<stop offset="1" stop-color="{disc.shine}"/></linearGradient>
<g id="{name}-disc" fill="none">
<circle cx="25" cy="27.6" r="21.4" fill="url(#crownhead-shadow)"/>
<circle cx="25" cy="26.4" r="19.2" fill="{disc.edge}" stroke="{disc.outline}"/>
<circle cx="25" cy="23.8" r="19.2" fill="url(#{name}-face)" stroke="{disc.outline}"/>
<circle cx="25" cy="23.8" r="17" stroke="{disc.groove}" stroke-width="2.2"
 stroke-dasharray="1.1 1.57" stroke-opacity=".75"/>
<path d="M9.9 13A18.5 18.5 0 0 1 40.1 13" stroke="#fff" stroke-opacity=".45"/>
<circle cx="25" cy="23.8" r="14.6" fill="url(#{name}-dish)" stroke="{disc.groove}"/>
<path d="M11.6 26.6A13.7 13.7 0 0 0 38.4 26.6" stroke="{disc.shine}"/></g>
<g id="{name}-man" fill="none"><use href="#{name}-disc"/>
<circle cx="25" cy="23.8" r="8.6" fill="url(#{name}-face)" stroke="{disc.groove}"/></g>
<g id="{name}-king"><use href="#{name}-disc" y="2.2"/><use href="#{name}-disc" y="-1.4"/>
<use href="#crownhead-crown" x="25" y="22.4" fill="{disc.crown}"/></g>
"""
_FLAT: Final = """
<circle id="{name}-man" cx="25" cy="25" r="18.6" fill="{disc.face}" stroke="{disc.outline}" stroke-width="2"/>
<g id="{name}-king"><use href="#{name}-man"/>
<use href="#crownhead-crown" x="25" y="25.4" fill="{disc.crown}"/></g>
"""


def definitions(theme: Theme, pieces: str) -> list[str]:
    """Define the men and kings of both sides."""
    drawing = (_FLAT if pieces == FLAT else _TURNED).replace("\n", "")
    return [
        *([_SHADOW] if pieces == CLASSIC else []),
        _CROWN,
        *(
            drawing.format(name=_name(theme, pieces, side), disc=disc)
            for side, disc in ((Side.BLACK, theme.black), (Side.WHITE, theme.white))
        ),
    ]


def drawing_of(piece: Piece, theme: Theme, pieces: str) -> str:
    """The id of a piece's drawing."""
    return f"{_name(theme, pieces, piece.side)}-{'king' if piece.is_king else 'man'}"


def _name(theme: Theme, pieces: str, side: Side) -> str:
    return "-".join(["crownhead", theme.name, *([FLAT] if pieces == FLAT else []), side.value])

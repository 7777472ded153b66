"""The bundled collection: games of Marion Tinsley.

Made by `tests/make_tinsley.py`. It has moves, names, events, dates and results, which are facts, and
no commentary.
"""

import lzma
from importlib.resources import files
from io import BytesIO
from typing import Final

from crownhead.errors import StoreError

NAME: Final = "Marion Tinsley"
SOURCE: Final = "tinsley.pdn"
_FILE: Final = "tinsley.pdn.xz"


def tinsley_pdn() -> BytesIO:
    r"""The games as an open PDN file.

    >>> tinsley_pdn().readline()
    b'[Event "Ohio State Ty 1946"]\n'
    """
    try:
        return BytesIO(lzma.decompress(files(__package__).joinpath(_FILE).read_bytes()))
    except (OSError, lzma.LZMAError):
        raise StoreError("imports.tinsley-missing", name=NAME) from None

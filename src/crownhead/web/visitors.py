"""Who asks: the browser's own name, kept in a signed cookie, and the links that give seats."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Final, Literal, get_args

from crownhead.service import Visitor

Place = Literal["black", "white", "watch"]
PLACES: Final = get_args(Place)
_ID_BYTES: Final = 9
_SIGN_LENGTH: Final = 32
_MOST_GAMES: Final = 16  # that a guest's cookie names; seats are found without it


class Signer:
    """Signs what browsers keep, so that nobody can make it up. Any thread may call."""

    def __init__(self, secret: str) -> None:
        self._secret = secret

    def new_name(self) -> str:
        """A name for a browser that has none."""
        return secrets.token_hex(_ID_BYTES)

    def cookie(self, visitor: Visitor) -> str:
        """The cookie of a browser."""
        name = f"{'host' if visitor.is_host else 'guest'}.{visitor.id}"
        if visitor.games:
            name += "." + "~".join(visitor.games[-_MOST_GAMES:])
        return f"{name}.{self._sign('cookie', name)}"

    def read_cookie(self, text: str) -> Visitor | None:
        """Who a cookie belongs to; None if we did not write it.

        >>> signer = Signer("secret")
        >>> signer.read_cookie(signer.cookie(Visitor("a", False, ("g1", "g2"))))
        Visitor(id='a', is_host=False, games=('g1', 'g2'))
        >>> signer.read_cookie("host.a.0123")
        """
        name, _, sign = text.rpartition(".")
        role, _, rest = name.partition(".")
        visitor, _, games = rest.partition(".")
        if not visitor or not same(sign, self._sign("cookie", name)):
            return None
        return Visitor(visitor, role == "host", tuple(games.split("~")) if games else ())

    def invitation(self, game_id: str, place: Place, code: str = "") -> str:
        """The path of a link that gives a seat in a game, or lets somebody watch it."""
        return f"/join/{game_id}/{place}/{code}.{self._sign('join', f'{game_id}/{place}/{code}')}"

    def read_invitation(self, game_id: str, place: str, key: str) -> str | None:
        """The code of a link, which is a seat's; None if we did not write the link."""
        code, _, sign = key.rpartition(".")
        ours = place in PLACES and same(sign, self._sign("join", f"{game_id}/{place}/{code}"))
        return code if ours else None

    def _sign(self, what: str, text: str) -> str:
        return sign(self._secret, what, text)


def sign(secret: str, what: str, text: str) -> str:
    """What only somebody who knows a secret can write below a text."""
    return hmac.new(secret.encode(), f"{what}:{text}".encode(), hashlib.sha256).hexdigest()[
        :_SIGN_LENGTH
    ]


def same(one: str, two: str) -> bool:
    """Whether two secrets are the same, in a time that does not tell where they differ."""
    return hmac.compare_digest(one.encode(), two.encode())

"""Identifies browsers: names in signed cookies, and signed links to seats."""

import hashlib
import hmac
import secrets
from typing import Final, Literal, get_args

import itsdangerous

from crownhead.service import Visitor

Seat = Literal["black", "white", "watch"]
SEATS: Final = get_args(Seat)
_ID_BYTES: Final = 9
_MOST_GAMES: Final = 16  # in a guest's cookie; seats are found without it


class Signer:
    """Signs cookies and links against forgery. Any thread may call."""

    def __init__(self, secret: str) -> None:
        self._secret = secret
        self._cookies = itsdangerous.URLSafeSerializer(secret, salt="cookie")
        self._links = itsdangerous.Signer(secret, salt="join")

    def new_name(self) -> str:
        """A name for a new browser."""
        return secrets.token_hex(_ID_BYTES)

    def cookie(self, visitor: Visitor) -> str:
        """The cookie of a browser."""
        return self._cookies.dumps((visitor.id, visitor.is_host, *visitor.games[-_MOST_GAMES:]))

    def read_cookie(self, text: str) -> Visitor | None:
        """The browser of a cookie; None if we did not sign it.

        >>> signer = Signer("secret")
        >>> signer.read_cookie(signer.cookie(Visitor("a", False, ("g1", "g2"))))
        Visitor(id='a', is_host=False, games=('g1', 'g2'))
        >>> signer.read_cookie("host.a.0123")
        """
        try:
            name, is_host, *games = self._cookies.loads(text)
        except itsdangerous.BadSignature:
            return self._read_earlier_cookie(text)
        return Visitor(name, is_host, tuple(games))

    def _read_earlier_cookie(self, text: str) -> Visitor | None:
        """The browser of a cookie from before itsdangerous; cookies last 400 days."""
        signed, _, sign = text.rpartition(".")
        if not same(sign, fingerprint(self._secret, f"cookie:{signed}")):
            return None
        role, name, *games = signed.replace("~", ".").split(".")
        return Visitor(name, role == "host", tuple(games))

    def invitation(self, game_id: str, seat: Seat, code: str = "") -> str:
        """The path of a link to a seat, or for watching."""
        sign = self._links.get_signature(f"{game_id}/{seat}/{code}").decode()
        return f"/join/{game_id}/{seat}/{code}.{sign}"

    def read_invitation(self, game_id: str, seat: str, key: str) -> str | None:
        """The invitation code of a link; None if we did not sign it."""
        code, _, sign = key.rpartition(".")
        ours = seat in SEATS and self._links.verify_signature(f"{game_id}/{seat}/{code}", sign)
        return code if ours else None


def fingerprint(secret: str, text: str) -> str:
    """A keyed fingerprint of a text: it can be compared, but reveals nothing."""
    return hmac.new(secret.encode(), text.encode(), hashlib.sha256).hexdigest()[:32]


def same(one: str, two: str) -> bool:
    """Compare two secrets in constant time."""
    return hmac.compare_digest(one.encode(), two.encode())

"""A move as a value; the native core makes them."""

from crownhead._core import Move

__all__ = ["Move"]

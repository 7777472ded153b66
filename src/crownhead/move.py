"""A move as a value, and lists of moves; the native core makes them."""

from crownhead._core import Move, move_list

__all__ = ["Move", "move_list"]

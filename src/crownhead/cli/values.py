"""Values of options and arguments, read without Pydantic, which takes longer to load than all else."""

from __future__ import annotations

import math
import types
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, Union, get_args, get_origin

import typer

from crownhead.errors import excerpt

_KINDS: Final = (str, bool, int, float, Path)
_LARGE: Final = 1e6  # from here on, numbers are hard to read without commas
_WANTED: Final = types.MappingProxyType({int: "a whole number", float: "a number"})


class PlainValue:
    """Reads the words of one parameter: text, numbers in a range, paths, or lists of these.

    >>> PlainValue(int, 0, 9).coerce("7")
    7
    """

    def __init__(
        self, kind: Callable[[str], Any], least: float | None = None, most: float | None = None
    ) -> None:
        self._kind = kind
        self._least = least
        self._most = most

    def coerce(self, value: Any, param: Any = None, ctx: Any = None) -> Any:
        """Turn what was typed into a value, or say what is wanted; this is what Typer calls."""
        if value is None:
            several = param.multiple or param.nargs == -1
            return () if several else None
        if isinstance(value, list | tuple):
            return type(value)(self._one(item, param, ctx) for item in value)
        return self._one(value, param, ctx)

    def _one(self, word: Any, param: Any, ctx: Any) -> Any:
        try:
            value = self._kind(word)
        except ValueError:  # which a range refuses too
            value = math.nan
        if self._kind in _WANTED and not self._is_in_range(value):
            wanted = f"{self._wanted()}, not '{excerpt(word)}'"
            raise typer.BadParameter(f"give {wanted}", ctx=ctx, param=param)
        return value

    def _is_in_range(self, number: float) -> bool:
        least = -math.inf if self._least is None else self._least
        most = math.inf if self._most is None else self._most
        return least <= number <= most and not math.isinf(number)

    def _wanted(self) -> str:
        kind = _WANTED.get(self._kind, "a number")  # type: ignore[call-overload]
        if self._least is not None and self._most is not None:
            return f"{kind} from {_shown(self._least)} to {_shown(self._most)}"
        return kind if self._least is None else f"{kind} of at least {_shown(self._least)}"


def _shown(limit: float) -> str:
    """A limit as people write it.

    >>> _shown(0.5), _shown(65535), _shown(10_000_000)
    ('0.5', '65535', '10,000,000')
    """
    return f"{limit:,.0f}" if limit >= _LARGE else f"{limit:g}"


def read_plainly(parameters: Sequence[Any]) -> Sequence[Any]:
    """Let parameters of simple types read their own values; others stay with Typer.

    A Typer that does not ask them reads the values itself, and is only slower.
    """
    for one in parameters:
        descriptor = getattr(one, "type_descriptor", None)
        if descriptor is None:
            continue
        info, kind = descriptor.parameter_info, _simple(descriptor.annotation)
        if info.parser is not None:
            kind = info.parser
        if kind is not None:
            reader = PlainValue(kind, info.min, info.max)
            one.get_runtime_param = lambda reader=reader: reader
    return parameters


def _simple(annotation: Any) -> Any:
    """The one simple type that an annotation speaks of, if there is one."""
    if annotation in _KINDS:
        return annotation
    if get_origin(annotation) in (Union, types.UnionType, list, tuple):
        kinds = {_simple(part) for part in get_args(annotation) if part is not type(None)}
        return kinds.pop() if len(kinds) == 1 else None
    return None

"""Expect errors by their codes and values, regardless of their wording."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

import pytest

from crownhead.errors import CrownheadError
from crownhead.messages import Message

_E = TypeVar("_E", bound=CrownheadError)


@contextmanager
def refused(
    kind: type[_E], what: str | Message, /, **values: Any
) -> Iterator[pytest.ExceptionInfo[_E]]:
    """Expect an error of this class with this code (or a message's), and at least these values.

    Values that are messages, or have one, are compared by key; all others as text.
    """
    code = what if isinstance(what, str) else what.key
    values |= {} if isinstance(what, str) else what.values
    with pytest.raises(kind) as failed:
        yield failed
    found = named(failed.value.code, failed.value.values)
    shown = {name: found.values.get(name) for name in values}
    assert (code, values) == (found.key, shown), repr(failed.value)


def named(code: str, values: Mapping[str, Any]) -> Message:
    """A message with its values as numbers and text; nested messages become their keys."""
    return Message(code, {name: _named(value) for name, value in values.items()})


def _named(value: Any) -> Any:
    message = getattr(value, "message", None)
    if isinstance(message, Message):
        return message.key
    return value if isinstance(value, (bool, int, float)) or value is None else str(value)

"""Errors as tests expect them: by their codes and values, whatever the sentence says."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import pytest

from crownhead.errors import CrownheadError
from crownhead.messages import Message

_E = TypeVar("_E", bound=CrownheadError)


@contextmanager
def refused(kind: type[_E], code: str, /, **values: Any) -> Iterator[pytest.ExceptionInfo[_E]]:
    """Expect an error of this kind and code that has these values among its own.

    A value that is a message, or has one, is named by its key; other things are compared as text.
    """
    with pytest.raises(kind) as failed:
        yield failed
    found = {name: _named(failed.value.values.get(name)) for name in values}
    assert (failed.value.code, found) == (code, values), repr(failed.value)


def _named(value: Any) -> Any:
    message = getattr(value, "message", None)
    if isinstance(message, Message):
        return message.key
    return value if isinstance(value, (bool, int, float)) or value is None else str(value)

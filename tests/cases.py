"""Many cases in one test: a loop that names the case that failed."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any


def each(
    names: str | Sequence[str], cases: Iterable[Any]
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Run a test for every case, in one test.

    Use it for many similar cases: fixtures are made once for all of them, and the first failure ends
    the test. A case is a value, or a tuple if there are several names. A case named with
    `pytest.param` is reported by its name.
    """
    wanted = [names] if isinstance(names, str) else list(names)
    listed = list(cases)
    assert listed, "a test without cases cannot fail"

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        signature = inspect.signature(test)
        fixtures = [one for one in signature.parameters.values() if one.name not in wanted]

        @functools.wraps(test)
        def run(**given: Any) -> None:
            for case in listed:
                values = _values(case, len(wanted))
                try:
                    test(**given, **dict(zip(wanted, values, strict=True)))
                except BaseException as error:
                    if isinstance(error, (KeyboardInterrupt, SystemExit)):
                        raise
                    raise AssertionError(f"{_told(case, wanted, values)}: {error}") from error

        run.__signature__ = signature.replace(parameters=fixtures)  # type: ignore[attr-defined]
        return run

    return decorate


def _values(case: Any, count: int) -> tuple[Any, ...]:
    values = getattr(case, "values", None)
    if isinstance(values, tuple):  # pytest.param
        return values
    return (case,) if count == 1 else tuple(case)


def _told(case: Any, names: Sequence[str], values: Sequence[Any]) -> str:
    name = getattr(case, "id", None)
    if isinstance(name, str):
        return name
    return ", ".join(f"{name}={value!r}"[:200] for name, value in zip(names, values, strict=True))

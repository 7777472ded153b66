"""The result of a PDN game: after its moves, in its tag, and on the board."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from crownhead.messages import Message
from crownhead.outcome import Outcome, Reason, outcome_of_result
from crownhead.record import Record

_DECIDED: Final = ("1-0", "0-1", "1/2-1/2", "0-0")
# Draughts programs that count points write 2-0 and 1-1.
_OTHER_SPELLINGS: Final = {
    "2-0": "1-0",
    "0-2": "0-1",
    "1-1": "1/2-1/2",
    "½-½": "1/2-1/2",
    "1/2": "1/2-1/2",
    "": "*",
}


def settle_result(record: Record, after_moves: str | None) -> list[Message]:
    """Set the result of a game that was read; the messages name contradictions."""
    result, faults = said_result(record.tags, after_moves)
    if result in _DECIDED:
        faults += _settle(record, result)
    else:
        record.automatic_draws = True
        # Otherwise the rules' own draws would end it.
        record.automatic_draws = record.ending is None
    return faults


def said_result(tags: Mapping[str, str], after_moves: str | None) -> tuple[str, list[Message]]:
    """The result after the moves, or else in the tag; the messages name contradictions.

    >>> said_result({"Result": "2-0"}, "*")
    ('1-0', [])
    >>> print(*said_result({"Result": "1-0"}, "0-1")[1])
    the result is 0-1 after the moves, but 1-0 in the Result tag
    """
    tagged = _in_our_spelling(tags.get("Result", "*"))
    result = _in_our_spelling(after_moves or "*")
    if result == "*":
        return tagged, []
    if tagged in _DECIDED and result != tagged:
        return result, [Message("pdn.two-results", {"result": result, "tag": tagged})]
    return result, []


def is_result(text: str) -> bool:
    """Whether a text is a result in any form that we read."""
    return _in_our_spelling(text) in (*_DECIDED, "*")


def _in_our_spelling(result: str) -> str:
    return _OTHER_SPELLINGS.get(result, result)


def _settle(record: Record, result: str) -> list[Message]:
    first = record.root.position.rules.first_to_move
    recorded = outcome_of_result(result, first)
    natural = record.ending
    if recorded is None or (natural is not None and natural.winner is recorded.winner):
        return []
    with suppress(ValueError):  # no reason given, or one in other words
        explained = Outcome(recorded.winner, Reason(record.tags.get("Termination", "").lower()))
        if explained.result(first) == result:
            recorded = explained
    record.declare(recorded)
    if natural is None:
        return []
    return [Message("pdn.other-result", {"result": result, "outcome": natural})]

"""Summaries of stored games for lists. No moves are replayed."""

from dataclasses import dataclass

from crownhead.errors import DamagedError, GameError, excerpt
from crownhead.pieces import BLACK, WHITE, Side
from crownhead.service.contract import BrokenGameView, GameSummaryView, message_view
from crownhead.service.games import view
from crownhead.service.games.choices import seat
from crownhead.service.games.storing import by_side, checked, rules_of
from crownhead.store import GameSummary
from crownhead.store.games.rows import Seats, outcome_of


@dataclass(frozen=True, slots=True)
class GamePage:
    """A page of the list of games, and where the next one begins."""

    games: list[GameSummaryView | BrokenGameView]
    next: str | None


def read_start(text: str | None) -> tuple[float, str] | None:
    """Read where a page begins, from the `next` of the page before."""
    if text is None:
        return None
    updated, _, game_id = text.partition("~")
    try:
        return float(updated), game_id
    except ValueError:
        raise GameError("games.no-page", text=excerpt(text)) from None


def summary_view(found: GameSummary, seats: Seats | None) -> GameSummaryView | BrokenGameView:
    """A stored game in a list."""
    try:
        if found.error is not None:
            raise DamagedError(found.error)
        with checked(found):
            return _summary_view(found, seats or Seats({}, {}))
    except DamagedError as error:
        return {"id": found.id, "error": message_view(error)}


def _summary_view(found: GameSummary, kept: Seats) -> GameSummaryView:
    rules = rules_of(found)
    seats = {BLACK: seat(found.black), WHITE: seat(found.white)}
    names = {BLACK: found.black_name, WHITE: found.white_name}
    return {
        "id": found.id,
        "players": view.players_view(seats, names, *map(by_side, kept)),
        "created": view.time_text(found.created),
        "updated": view.time_text(found.updated),
        "ply": found.ply,
        "position": {
            "board": found.board or "." * 32,
            "turn": view.side_name(Side(found.turn or "black")),
            "opening": None,
        },
        "rules": view.rules_view(rules),
        "outcome": view.outcome_view(outcome_of(found.winner, found.reason), rules),
    }

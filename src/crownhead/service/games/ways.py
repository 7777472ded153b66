"""Where a game can go back to, and where it can go on to again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from crownhead.game import Game
from crownhead.outcome import Reason
from crownhead.pieces import BLACK, WHITE, Side


@dataclass(frozen=True, slots=True)
class Ways:
    """The ways back and forth from where a game stands, for the sides that people play."""

    game: Game
    persons: Sequence[Side]
    opening_plies: int  # which nobody takes back

    @property
    def has_spoken_end(self) -> bool:
        """Whether somebody ended the game by a word; a clock that ran out has no time to go on with."""
        outcome = self.game.outcome
        return (
            outcome is not None
            and outcome == self.game.declared_ending
            and outcome.reason is not Reason.TIME
        )

    def who_can_undo(self) -> list[Side]:
        """The sides that have a move to take back; where only computers play, anybody may do it."""
        sides = self.persons or [BLACK, WHITE]
        free = self.has_spoken_end
        return [side for side in sides if free or self.earlier_ply([side]) is not None]

    def earlier_ply(self, mine: Sequence[Side]) -> int | None:
        """Where one of these sides was last to move; the last move at all, where there are none."""
        return self._ply_of(mine, range(self.game.ply - 1, self.opening_plies - 1, -1))

    def later_ply(self, mine: Sequence[Side]) -> int | None:
        """Where one of these sides is to move next after moves that were taken back, or their end."""
        plies = range(self.game.ply + 1, self.game.node.last().ply + 1)
        found = self._ply_of(mine, plies)
        return plies[-1] if found is None and plies and self.persons else found

    def _ply_of(self, sides: Sequence[Side], plies: range) -> int | None:
        """The first of these plies in which one of these sides is to move; without sides, any."""
        first = self.game.start.turn
        for ply in plies:
            turn = first if ply % 2 == 0 else first.other
            if not sides or turn in sides:
                return ply
        return None

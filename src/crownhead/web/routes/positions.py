"""Positions from the editor."""

from typing import Final

from fastapi import APIRouter
from pydantic import Field

from crownhead.errors import FenError
from crownhead.pieces import SideName
from crownhead.service import read_rules
from crownhead.service.analysis.draft import DraftView, draft, draft_view
from crownhead.web.models import LIMITS, Body, RulesBody
from crownhead.web.routes.common import Host, typed_wrong

router: Final = APIRouter(prefix="/api/positions")


class DraftBody(Body):
    """A board: 32 letters and the side to move, or a FEN; by default the start position."""

    board: str | None = Field(default=None, pattern="^[.bBwW]{32}$")
    turn: SideName | None = None
    fen: str | None = Field(default=None, max_length=LIMITS["fen"])
    rules: RulesBody = Field(default_factory=RulesBody)


@router.post("")
async def judge_board(_: Host, body: DraftBody) -> DraftView:
    """Check a board; nothing is stored."""
    rules = read_rules(body.rules.preset, body.rules.options)
    try:
        return draft_view(draft(body.board, body.turn, body.fen, rules))
    except FenError as error:
        raise typed_wrong(error) from None

"""A person's own results."""

from typing import Final

from fastapi import APIRouter, Request

from crownhead.service.results.results import results_view
from crownhead.service.results.results_contract import ResultsView
from crownhead.web.routes.common import Host, read

router: Final = APIRouter(prefix="/api")


@router.get("/results")
async def get_results(request: Request, host: Host) -> ResultsView:
    """Won, drawn and lost against computers, by opponent, colour, opening and time, and a rating."""
    return await read(request, lambda service: results_view(service.store, host))

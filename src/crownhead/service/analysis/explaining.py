"""The counts of the classic evaluation, as front ends show them."""

from crownhead.coach import explained
from crownhead.coach.explained import Share
from crownhead.pieces import BLACK
from crownhead.position import Position
from crownhead.service.contract import ExplainedView, ShareView, TermView, view_of


def explained_view(position: Position) -> ExplainedView:
    """The counts for both sides, and the value of both evaluations for Black.

    >>> view = explained_view(Position.from_fen("B:W21,32:B1,2,13"))
    >>> view["terms"][0]["key"], view["terms"][0]["black"]["squares"]
    ('men', [1, 2, 13])
    """
    found = explained(position)
    by_counts, by_network = found.chances(BLACK)
    return {
        "terms": [
            view_of(TermView, term, black=_share(term.black), white=_share(term.white))
            for term in found.terms
        ],
        "points": found.classic.pov(BLACK).points,
        "chance": round(by_counts, 4),
        "network_points": None if found.network is None else found.network.pov(BLACK).points,
        "network_chance": None if by_network is None else round(by_network, 4),
        "cautions": list(found.cautions),
    }


def _share(share: Share) -> ShareView:
    return view_of(ShareView, share, squares=list(share.squares))

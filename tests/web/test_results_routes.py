"""Results over HTTP, as the page requests them."""

from __future__ import annotations

from urllib.parse import urlsplit

import httpx
from serving import Server, begin

from crownhead.messages import say


def finished(client: httpx.Client, opponent: str) -> None:
    """A game that the person has resigned at once."""
    game = begin(client, white=opponent)["id"]
    assert client.post(f"/api/games/{game}/resign", json={}).status_code == 200


def lost_to(client: httpx.Client, opponent: str) -> int:
    answer = client.get("/api/results")
    assert answer.status_code == 200, answer.text
    found = [one for one in answer.json()["opponents"] if one["opponent"]["opponent"] == opponent]
    return int(found[0]["lost"]) if found else 0


def test_a_game_counts_as_soon_as_it_is_over(client: httpx.Client) -> None:
    before = lost_to(client, "level:6")
    begin(client, white="level:6")  # not over
    assert lost_to(client, "level:6") == before
    finished(client, "level:6")
    assert lost_to(client, "level:6") == before + 1
    view = client.get("/api/results").json()
    strength = view["strength"]  # many defeats lead to an end of the scale
    assert strength["low"] <= strength["rating"] <= strength["high"] != strength["low"]
    assert [one["number"] for one in view["levels"]] == list(range(1, 12))
    page = client.get("/results")
    assert (page.status_code, "Your results" in page.text) == (200, True)


def test_results_are_nobody_else_s(client: httpx.Client, server: Server) -> None:
    with server.stranger() as guest:
        assert guest.get("/api/results").status_code == 401
        assert guest.get("/results").status_code == 401
        game = begin(client, black="person", white="person")["id"]
        link = client.post(f"/api/games/{game}/invite", json={"seat": "watch"}).json()["link"]
        assert guest.post(f"/api{urlsplit(link).path}", json={}).status_code == 200
        assert guest.get("/api/results").status_code == 403
        assert say("page.guest") in guest.get("/results").text

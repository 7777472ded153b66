"""Unknown addresses: a page for people, JSON for programs."""

from __future__ import annotations

import httpx
import pytest
from serving import Server

from crownhead.messages import say
from crownhead.web.files import document

BROWSER = {"accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}


@pytest.mark.parametrize("address", ["/nosuch", "/game", "/static/nosuch.js"])
def test_browser_is_shown_the_way_home(client: httpx.Client, address: str) -> None:
    answer = client.get(address, headers=BROWSER)
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/html")
    assert say("page.nowhere") in answer.text
    assert '<a href="/">' in answer.text
    assert "{" not in answer.text


@pytest.mark.parametrize(
    ("address", "headers"), [("/nosuch", {}), ("/api/nosuch", BROWSER), ("/api/games/no", BROWSER)]
)
def test_program_is_told_in_json(
    client: httpx.Client, address: str, headers: dict[str, str]
) -> None:
    answer = client.get(address, headers=headers)
    assert answer.status_code == 404
    assert answer.json()["error"]


def test_stranger_learns_no_more_than_others(server: Server) -> None:
    with server.stranger() as stranger:
        assert stranger.get("/nosuch", headers=BROWSER).status_code == 404
        assert stranger.get("/api/nosuch", headers=BROWSER).status_code == 401


def test_what_is_put_into_a_page_is_escaped() -> None:
    assert '<h1 id="title">&lt;b&gt;</h1>' in document("stranger", sentence="<b>")

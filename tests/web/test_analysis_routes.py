"""Analyses as the page asks for them, of the real server."""

from __future__ import annotations

from urllib.parse import urlsplit

import httpx
import pytest
from serving import Server, begin

START = "start"


@pytest.fixture
def analysis(client: httpx.Client) -> str:
    return str(client.post("/api/analyses", json={}).json()["analysis"]["id"])


def test_guests_and_strangers_look_into_nothing(
    server: Server, client: httpx.Client, analysis: str
) -> None:
    path = f"/api/analyses/{analysis}"
    game = begin(client, black="person", white="person")
    link = client.post(f"/api/games/{game['id']}/invite", json={"place": "white"}).json()["link"]
    with httpx.Client(base_url=server.base, follow_redirects=True) as guest:
        for expected in (401, 403):
            for method, address, body in [
                ("GET", "/api/analyses", None),
                ("POST", "/api/analyses", {}),
                ("GET", path, None),
                ("PATCH", path, {"name": "Mine"}),
                ("DELETE", path, None),
                ("GET", f"{path}/places/{START}", None),
                ("GET", f"{path}/places/{START}/explained", None),
                ("POST", f"{path}/moves", {"node": START, "text": "11-15"}),
                ("POST", f"{path}/lines", {"node": START, "paths": [[11, 15]]}),
                ("POST", f"{path}/cut", {"node": START}),
                ("POST", f"{path}/restore", {}),
                ("POST", f"{path}/remark", {"node": START, "comment": "hello"}),
                ("GET", f"{path}/pdn", None),
                ("GET", f"{path}/picture.svg?node={START}", None),
                ("GET", f"{path}/animation.gif", None),
            ]:
                answer = guest.request(method, address, json=body)
                assert answer.status_code == expected, (method, address, answer.text)
                assert answer.json()["error"].endswith("."), answer.text
            assert guest.post(f"/api{urlsplit(link).path}", json={}).is_success
    assert client.get(path).json()["nodes"] == []


def test_what_is_not_there_or_cannot_be_is_told(client: httpx.Client, analysis: str) -> None:
    path = f"/api/analyses/{analysis}"
    for method, address, body, status, said in [
        ("GET", "/api/analyses/nowhere", None, 404, "no analysis"),
        ("DELETE", "/api/analyses/nowhere", None, 404, "no analysis"),
        ("GET", f"{path}/places/abc", None, 404, "not in this analysis"),
        ("POST", f"{path}/moves", {"node": "abc", "text": "11-15"}, 404, "not in this analysis"),
        ("POST", f"{path}/moves", {"node": START, "text": "11-18"}, 422, "11"),
        ("POST", f"{path}/moves", {"node": START}, 422, "either as a path or as text"),
        ("POST", f"{path}/lines", {"node": START, "paths": [[11, 15], [11, 15]]}, 422, "11"),
        ("POST", f"{path}/cut", {"node": START}, 422, "start cannot be cut"),
        ("POST", f"{path}/restore", {}, 409, "Nothing was deleted"),
        ("POST", f"{path}/promote", {"node": START}, 422, "main line already"),
        ("POST", f"{path}/remark", {"node": START, "mark": "!"}, 422, "no move to mark"),
        ("PATCH", path, {"name": "  "}, 422, "name"),
        ("POST", "/api/analyses", {"game": "nowhere"}, 404, "no game"),
        ("POST", "/api/analyses", {"text": "hello"}, 422, "no game or position"),
    ]:
        answer = client.request(method, address, json=body)
        assert answer.status_code == status, (method, address, answer.text)
        assert said in answer.json()["error"], (method, address, answer.text)
    assert client.get(path).json()["nodes"] == []
    assert client.get(path).json()["version"] == 1

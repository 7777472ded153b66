"""The library over HTTP, as the page requests it."""

from __future__ import annotations

import time
from typing import Any
from urllib.parse import urlsplit

import httpx
from serving import Server, begin, code_of

from crownhead.library.tinsley import tinsley_pdn
from crownhead.notation.pdn import parse_games

COLLECTION = "From the page"
BASE = "/api/library"


def finished(client: httpx.Client, job: str) -> dict[str, Any]:
    """Wait for an import."""
    for _ in range(600):
        shown: dict[str, Any] = client.get(f"{BASE}/imports/{job}").json()
        if shown["state"] not in ("waiting", "running"):
            return shown
        time.sleep(0.05)
    raise AssertionError(shown)


def sent(client: httpx.Client, name: str, content: bytes) -> str:
    """Send a file in pieces; return its name on the server."""
    upload = client.post(f"{BASE}/uploads", json={"name": name}).json()
    for at in range(0, len(content), upload["piece"]):
        piece = content[at : at + upload["piece"]]
        for _ in range(2):  # sending a piece again is harmless
            path = f"{BASE}/uploads/{upload['upload']}"
            answer = client.put(path, params={"at": at}, content=piece)
            assert answer.json() == {"received": at + len(piece)}
    return str(upload["upload"])


def test_guests_and_strangers_see_nothing_of_it(server: Server, client: httpx.Client) -> None:
    game = begin(client, black="person", white="person")
    link = client.post(f"/api/games/{game['id']}/invite", json={"seat": "white"}).json()["link"]
    with server.stranger(follow_redirects=True) as guest:
        for expected in (401, 403):
            for method, path, body in [
                ("GET", "", None),
                ("GET", "/games", None),
                ("GET", "/stats", None),
                ("GET", "/games/1", None),
                ("GET", "/games/1/pdn", None),
                ("GET", "/pdn", None),
                ("GET", "/explorer?fen=start", None),
                ("PATCH", "/games/1", {"black": "Me"}),
                ("POST", "/deletions", {"games": [1]}),
                ("POST", "/deletions/1/restore", {}),
                ("POST", "/copies", {"games": [1], "collection": "Mine"}),
                ("POST", "/collections", {"name": "Mine"}),
                ("PATCH", "/collections/2", {"name": "Mine"}),
                ("DELETE", "/collections/2", None),
                ("GET", "/target?name=Mine", None),
                ("POST", "/uploads", {"name": "x.pdn"}),
                ("PUT", "/uploads/abc?at=0", None),
                ("DELETE", "/uploads/abc", None),
                ("POST", "/imports", {"tinsley": True}),
                ("GET", "/imports/abc", None),
                ("DELETE", "/imports/abc", None),
                ("POST", "/imports/1/undo", {}),
            ]:
                answer = guest.request(method, BASE + path, json=body)
                assert answer.status_code == expected, (method, path, answer.text)
            assert "Find games" not in guest.get("/library").text
            assert guest.post(f"/api{urlsplit(link).path}", json={}).is_success


def test_a_file_is_sent_searched_changed_and_given_back(client: httpx.Client) -> None:
    text = tinsley_pdn().getvalue()[:150_000]
    upload = sent(client, "a/b/my games.pdn", text)
    path = f"{BASE}/uploads/{upload}"
    assert client.put(path, params={"at": len(text) + 1}, content=b"x").status_code == 409
    asked = {"upload": upload, "collection": COLLECTION}
    begun = client.post(f"{BASE}/imports", json=asked)
    assert begun.status_code == 202
    done = finished(client, begun.json()["job"])
    games = len(list(parse_games(text.decode())))
    assert (done["state"], done["added"], done["source"]) == ("done", games, "my games.pdn")
    assert client.put(path, params={"at": 0}, content=b"x").status_code == 404

    library = client.get(BASE).json()
    counts = {one["name"]: one["games"] for one in library["collections"]}
    assert counts[COLLECTION] == games
    assert library["imports"][0]["present"] == games
    chosen = {"collections": COLLECTION, "player": "tinsley", "result": "lost"}
    found = client.get(f"{BASE}/games", params=chosen).json()
    assert found["count"] == len(found["hits"]) > 0
    assert found["parameters"] == chosen
    hit = found["hits"][0]["game"]
    counted = client.get(f"{BASE}/stats", params=chosen).json()
    assert counted["tally"]["games"] == found["count"]
    assert "Tinsley" in counted["players"][0]["name"]

    shown = client.get(f"{BASE}/games/{hit['id']}").json()
    assert len(shown["moves"]) == hit["plies"]
    fen = "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15"
    at = client.get(
        f"{BASE}/games", params={"fen": fen, "size": 1, "collections": COLLECTION}
    ).json()
    assert at["hits"][0]["ply"] == 1
    assert at["hits"][0]["position"]["board"][14] == "b"
    explored = client.get(f"{BASE}/explorer", params={"fen": fen, "collections": COLLECTION}).json()
    assert explored["tally"]["games"] == at["count"]
    assert sum(one["tally"]["games"] for one in explored["moves"]) == at["count"]
    assert any(one["points"] is not None for one in explored["moves"])

    changed = client.patch(f"{BASE}/games/{hit['id']}", json={"black": "Nobody", "result": "draw"})
    assert (changed.json()["game"]["black"], changed.json()["result"]) == ("Nobody", "1/2-1/2")
    gone = client.post(f"{BASE}/deletions", json={"search": chosen}).json()
    assert gone["games"] == found["count"] - 1
    assert client.get(f"{BASE}/games", params=chosen).json()["count"] == 0
    assert client.get(BASE).json()["deletions"][0]["games"] == gone["games"]
    back = client.post(f"{BASE}/deletions/{gone['id']}/restore", json={}).json()
    assert back == {"games": gone["games"], "known": 0}
    copied = client.post(
        f"{BASE}/copies", json={"games": [hit["id"], hit["id"]], "collection": "Best"}
    )
    assert copied.json() == {"added": 1}

    given = client.get(f"{BASE}/pdn", params={"collections": COLLECTION})
    assert given.headers["content-disposition"].startswith("attachment")
    assert len(list(parse_games(given.text))) == games
    alone = client.get(f"{BASE}/games/{hit['id']}/pdn").text
    assert '[Black "Nobody"]' in alone
    check_undone(client, done["id"], games)


def check_undone(client: httpx.Client, number: int, games: int) -> None:
    undone = client.post(f"{BASE}/imports/{number}/undo", json={}).json()
    assert undone["games"] == games
    shown = client.get(BASE).json()
    assert COLLECTION not in [one["name"] for one in shown["collections"]]
    assert next(one["state"] for one in shown["imports"] if one["id"] == number) == "undone"


def test_pasted_games_and_tinsleys_come_in(client: httpx.Client) -> None:
    asked = {"text": "1. 11-15 23-20 *", "collection": "Pasted"}
    done = finished(client, client.post(f"{BASE}/imports", json=asked).json()["job"])
    assert (done["added"], done["faulty"]) == (1, 1)
    assert (done["faults"][0]["line"], done["faults"][0]["column"]) == (1, 10)
    if client.get(BASE).json()["tinsley"]:
        job = client.post(f"{BASE}/imports", json={"tinsley": True}).json()["job"]
        assert finished(client, job)["added"] == 724
    assert client.get(BASE).json()["tinsley"] is False
    stopped = client.post(f"{BASE}/imports", json={"tinsley": True}).json()["job"]
    assert client.delete(f"{BASE}/imports/{stopped}").is_success
    assert finished(client, stopped)["state"] in ("stopped", "done")


def test_what_is_not_there_or_cannot_be_is_told(client: httpx.Client) -> None:
    for method, path, body, *expected in [
        ("GET", "/games/999999", None, 404, "collections.no-game"),
        ("GET", "/games?player=%2E%2E", None, 422, "query.no-letters"),
        ("GET", "/games?color=black", None, 422, "unknown.near"),
        ("GET", "/games?collections=Nowhere", None, 404, "collections.unknown"),
        ("GET", "/explorer?fen=nonsense", None, 422, "fen.with-example"),
        ("GET", "/explorer?fen=start&reversed=1", None, 422, "query.not-explored"),
        ("GET", "/imports/nothing", None, 404, "imports.missing"),
        ("POST", "/imports", {}, 422, "request.import"),
        ("POST", "/imports", {"text": "1. 11-15 *"}, 422, "request.collection"),
        ("POST", "/imports", {"upload": "x", "collection": "A"}, 404, "uploads.missing"),
        (
            "POST",
            "/imports",
            {"text": "", "collection": "Played here"},
            422,
            "collections.own-only",
        ),
        ("POST", "/imports/999/undo", {}, 404, "imports.missing"),
        ("POST", "/deletions", {}, 422, "request.deletion"),
        ("POST", "/deletions/999/restore", {}, 404, "deletions.gone"),
        ("POST", "/collections", {"name": "a,b"}, 422, "collections.comma"),
        ("POST", "/collections", {"name": "played  HERE"}, 409, "collections.name-taken"),
        ("GET", "/target?name=a,b", None, 422, "collections.comma"),
        ("GET", "/target?name=played++HERE", None, 422, "collections.own-only"),
        ("PATCH", "/collections/999", {"name": "Mine"}, 404, "collections.missing"),
        ("DELETE", "/collections/1", None, 409, "collections.own-kept"),
        ("PATCH", "/games/999999", {"black": "x"}, 404, "collections.no-game"),
    ]:
        answer = client.request(method, BASE + path, json=body)
        assert [*code_of(answer)] == expected, (method, path, answer.text)


def test_files_that_nobody_goes_on_sending_give_way(client: httpx.Client) -> None:
    paths = [
        f"{BASE}/uploads/{client.post(f'{BASE}/uploads', json={'name': 'x.pdn'}).json()['upload']}"
        for _ in range(8)
    ]
    assert client.put(paths[0], params={"at": 0}, content=b"1. 11-15").is_success
    last = client.post(f"{BASE}/uploads", json={"name": "x.pdn"}).json()["upload"]
    paths.append(f"{BASE}/uploads/{last}")
    found = [client.delete(path).status_code for path in paths]
    assert found == [204, 404, 204, 204, 204, 204, 204, 204, 204]


def test_a_game_of_the_library_is_listed_among_analyses_once_it_is_changed(
    client: httpx.Client,
) -> None:
    text = '[Event "Lone game"]\n[Black "Ida"]\n[White "Jo"]\n1. 11-15 23-19 *'
    begun = client.post(f"{BASE}/imports", json={"text": text, "collection": "Lone"}).json()
    finished(client, begun["job"])
    number = client.get(f"{BASE}/games", params={"player": "ida"}).json()["hits"][0]["game"]["id"]
    view = client.post("/api/analyses", json={"library": number}).json()["analysis"]
    assert (view["library"], view["game"], view["name"]) == (number, None, "Ida v Jo")
    assert client.post("/api/analyses", json={"library": number}).json()["analysis"] == view

    def is_listed() -> bool:
        listed = client.get("/api/analyses").json()["analyses"]
        return view["id"] in [one["id"] for one in listed]

    assert not is_listed()
    remark = {"node": "start", "comment": "Dyke"}
    assert client.post(f"/api/analyses/{view['id']}/remark", json=remark).is_success
    assert is_listed()
    assert client.post("/api/analyses", json={"library": number + 10**9}).status_code == 404
    wrong = client.get(f"{BASE}/games", params={"until": "soon"})
    assert (wrong.status_code, wrong.json()["field"]) == (422, "until")

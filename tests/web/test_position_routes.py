"""Set-up boards over HTTP, as the page requests them."""

from __future__ import annotations

import io
from urllib.parse import urlsplit

import httpx
from PIL import Image
from serving import Server, begin, code_of

from crownhead.messages import say

FEN = "W:W18,24,27,K10:B12,16,K22"


def test_a_board_is_read_and_judged(client: httpx.Client) -> None:
    def judged(**body: object) -> dict[str, object]:
        answer = client.post("/api/positions", json=body)
        assert answer.status_code == 200, answer.text
        found: dict[str, object] = answer.json()
        return found

    start = judged()
    assert start["board"] == 12 * "b" + 8 * "." + 12 * "w"
    assert (start["turn"], start["standing"], start["problem"]) == ("black", "playable", None)
    options = {"first_to_move": "white"}
    assert judged(rules={"preset": "english", "options": options})["turn"] == "white"
    read = judged(fen=f" {FEN} ")
    assert judged(board=read["board"], turn=read["turn"]) == read
    assert read["fen"] == "W:WK10,18,24,27:B12,16,K22"
    wrong = judged(board="w" + 30 * "." + "b", turn="white")
    assert (wrong["fen"], wrong["standing"], wrong["squares"]) == (
        "W:W1:B32",
        "impossible",
        [1, 32],
    )


def test_what_is_no_board_is_told(client: httpx.Client) -> None:
    for body, code in [
        ({"board": 31 * "."}, "request.squares"),
        ({"board": 31 * "." + "x"}, "request.squares"),
        ({"board": 32 * ".", "turn": "red"}, "request.choice"),
        ({"board": 32 * ".", "fen": FEN}, "begin.two-boards"),
        ({"fen": "hello"}, "fen.typed-wrong"),
        ({"fen": "B:W18,40:B1"}, "fen.typed-wrong"),
        ({"fen": "B:" + 1000 * "1"}, "request.too-long"),
        ({"rules": {"preset": "chess"}}, "unknown.all"),
        ({"squares": []}, "request.unknown-field"),
    ]:
        answer = client.post("/api/positions", json=body)
        assert code_of(answer) == (422, code), (body, answer.text)


def test_a_position_has_a_picture(client: httpx.Client) -> None:
    at = "/api/positions/picture"
    drawn = client.get(f"{at}.svg", params={"fen": FEN, "theme": "wood"})
    assert drawn.headers["content-type"] == "image/svg+xml"
    assert drawn.text != client.get(f"{at}.svg", params={"fen": FEN, "flipped": True}).text
    made = client.get(f"{at}.png", params={"fen": FEN, "size": 320})
    with Image.open(io.BytesIO(made.content)) as picture:
        assert picture.size[0] == 320
    assert code_of(client.get(f"{at}.svg")) == (422, "request.missing")
    for wrong in ("B:W1:B2", ""):
        assert client.get(f"{at}.svg", params={"fen": wrong}).status_code == 422, wrong


def test_guests_and_strangers_set_nothing_up(server: Server, client: httpx.Client) -> None:
    game = begin(client, black="person", white="person")
    link = client.post(f"/api/games/{game['id']}/invite", json={"seat": "white"}).json()["link"]
    with server.stranger(follow_redirects=True) as guest:
        for expected, said in ((401, "terminal"), (403, "guest")):
            assert guest.post("/api/positions", json={}).status_code == expected
            picture = guest.get("/api/positions/picture.svg", params={"fen": FEN})
            assert picture.status_code == expected
            assert said in guest.get("/editor").text
            assert guest.post(f"/api{urlsplit(link).path}", json={}).is_success
    assert say("editor.title") in client.get("/editor", params={"fen": FEN}).text

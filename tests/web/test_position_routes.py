"""Boards that are set up, as the page asks the real server about them."""

from __future__ import annotations

import io
from urllib.parse import urlsplit

import httpx
from PIL import Image
from serving import Server, begin

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
    for body, said in [
        ({"board": 31 * "."}, "'board' needs one of . b B w W for each of the 32 squares."),
        ({"board": 31 * "." + "x"}, "'board' needs one of . b B w W for each of the 32 squares."),
        ({"board": 32 * ".", "turn": "red"}, "'turn' must be 'black' or 'white'."),
        ({"board": 32 * ".", "fen": FEN}, "or as FEN"),
        ({"fen": "hello"}, "three parts"),
        ({"fen": "B:W18,40:B1"}, "no square 40"),
        ({"fen": "B:" + 1000 * "1"}, "'fen' can have at most 1,000 characters."),
        ({"rules": {"preset": "chess"}}, "chess"),
        ({"squares": []}, "The request has an unknown field 'squares'."),
    ]:
        answer = client.post("/api/positions", json=body)
        assert answer.status_code == 422, (body, answer.text)
        assert said in answer.json()["error"], (body, answer.text)


def test_a_position_has_a_picture(client: httpx.Client) -> None:
    at = "/api/positions/picture"
    drawn = client.get(f"{at}.svg", params={"fen": FEN, "theme": "wood"})
    assert drawn.headers["content-type"] == "image/svg+xml"
    assert drawn.text != client.get(f"{at}.svg", params={"fen": FEN, "flipped": True}).text
    made = client.get(f"{at}.png", params={"fen": FEN, "size": 320})
    with Image.open(io.BytesIO(made.content)) as picture:
        assert picture.size[0] == 320
    for wrong, said in [
        ({"fen": "B:W1:B2"}, "crowning row"),
        ({}, "The request needs 'fen'."),
        ({"fen": ""}, "empty"),
    ]:
        answer = client.get(f"{at}.svg", params=wrong)
        assert answer.status_code == 422, answer.text
        assert said in answer.json()["error"], answer.text


def test_guests_and_strangers_set_nothing_up(server: Server, client: httpx.Client) -> None:
    game = begin(client, black="person", white="person")
    link = client.post(f"/api/games/{game['id']}/invite", json={"place": "white"}).json()["link"]
    with server.stranger(follow_redirects=True) as guest:
        for expected, said in ((401, "terminal"), (403, "guest")):
            assert guest.post("/api/positions", json={}).status_code == expected
            picture = guest.get("/api/positions/picture.svg", params={"fen": FEN})
            assert picture.status_code == expected
            assert said in guest.get("/editor").text
            assert guest.post(f"/api{urlsplit(link).path}", json={}).is_success
    assert "Set up a position" in client.get("/editor", params={"fen": FEN}).text

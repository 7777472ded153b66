"""The page's JSON from the real server."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from serving import Server, begin, code_of

from crownhead import BLACK, Game, Position
from crownhead.rules import PRESETS
from crownhead.service import Service, Visitor
from crownhead.web.files import STATIC, version
from crownhead.web.routes.people import preferences_of

FOR_EVER = "max-age=31536000, immutable"


def post(client: httpx.Client, game: dict[str, Any], what: str, **body: Any) -> httpx.Response:
    return client.post(f"/api/games/{game['id']}/{what}", json=body)


def test_the_choices_name_every_level_preset_and_option(client: httpx.Client) -> None:
    found = client.get("/api/choices").json()
    assert [preset["name"] for preset in found["presets"]] == list(PRESETS)
    assert len(found["levels"]) >= 10
    assert len(found["ballots"]) == 174
    classic = {one["opponent"]: one["name"] for one in found["classic"]}
    assert set(classic.values()) >= {"Easy", "Medium", "Hard", "Last Stand"}
    assert (classic["scale:3"], classic["scale:5"]) == ("Scale 3 of 6", "Scale 5 of 6")
    for option in found["options"]:
        assert all(value["sentence"] for value in option["values"]), option["name"]
        assert option["number"] is None or "{number}" in option["number"]["sentence"]
    for one in [*found["levels"], *found["classic"]]:
        assert (
            begin(client, white=one["opponent"])["players"]["white"]["opponent"] == one["opponent"]
        )


def test_a_game_is_begun_played_and_found_again(client: httpx.Client) -> None:
    game = begin(client, black="person", white="person")
    view = post(client, game, "moves", ply=0, path=[11, 15]).json()
    assert (view["ply"], view["position"]["turn"]) == (1, "white")
    view = post(client, game, "moves", ply=1, text="23-19").json()
    assert [move["notation"] for move in view["record"]] == ["11-15", "23-19"]
    assert view["position"]["opening"] == "Old Faithful"
    assert client.get(f"/api/games/{game['id']}").json() == view
    listed = client.get("/api/games").json()["games"]
    assert [one["ply"] for one in listed if one["id"] == game["id"]] == [2]
    pdn = client.get(f"/api/games/{game['id']}/pdn")
    assert "attachment" in pdn.headers["content-disposition"]
    assert Game.from_pdn(pdn.text).root.last().ply == 2


def test_a_move_is_not_accepted_when_the_file_of_games_is_gone(
    start: Callable[..., Server],
) -> None:
    server = start()
    with server.client() as client:
        game = begin(client, black="person", white="person")
        assert post(client, game, "moves", ply=0, text="11-15").status_code == 200
        for path in server.data.glob("games.sqlite3*"):
            path.unlink()
        refused = post(client, game, "moves", ply=1, text="23-19")
        assert code_of(refused) == (503, "store.file-gone")
        assert client.get(f"/api/games/{game['id']}").json()["ply"] == 1
        assert client.post("/api/games", json={}).status_code == 503


def test_a_move_on_an_old_board_gets_the_new_one(client: httpx.Client) -> None:
    game = begin(client, black="person", white="person")
    post(client, game, "moves", ply=0, text="11-15")
    answer = post(client, game, "moves", ply=0, text="9-13")
    assert answer.status_code == 409
    assert answer.json()["game"]["ply"] == 1


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"ply": 0, "text": "11-20"}, "refusal.tried"),
        ({"ply": 0, "text": "castle"}, None),
        ({"ply": 0, "path": [11, 20]}, "refusal.tried"),
        ({"ply": 0, "path": [11, 99]}, "request.at-most"),
        ({"ply": 0, "path": [11]}, "request.too-few"),
        ({"ply": 0}, "request.move"),
        ({"ply": "0", "text": "11-15"}, "request.whole-number"),
        ({"ply": 0, "text": "11-15", "more": 1}, "request.unknown-field"),
    ],
)
def test_a_bad_move_is_refused_and_changes_nothing(
    client: httpx.Client, body: dict[str, Any], code: str | None
) -> None:
    game = begin(client, black="person", white="person")
    answer = client.post(f"/api/games/{game['id']}/moves", json=body)
    assert answer.status_code == 422
    assert code in (None, answer.json()["code"])
    assert client.get(f"/api/games/{game['id']}").json() == game


@pytest.mark.parametrize(
    ("fen", "move", "code", "moves"),
    [
        ("B:W32:B11,12", {"text": "11-7"}, "backwards", ["11-15", "11-16"]),
        ("B:W32:B11,12", {"path": [10, 14]}, "no-piece", []),
        ("W:W22,32:B18,10", {"text": "32-28"}, "must-capture", ["22x6"]),
        ("W:W22:B18,10", {"text": "22x15"}, "goes-on", ["22x15x6"]),
    ],
)
def test_a_refused_move_has_the_reason_as_a_code(
    client: httpx.Client, fen: str, move: dict[str, Any], code: str, moves: list[str]
) -> None:
    start = {"kind": "fen", "fen": fen}
    game = begin(client, black="person", white="person", start=start)
    answer = post(client, game, "moves", ply=0, **move).json()
    assert answer["code"] == "refusal.tried"
    reason = answer["values"]["reason"]
    assert reason["code"] == f"refusal.{code}"
    shown = reason["values"].get("options", reason)["values"]["moves"]
    assert shown["things"] == moves


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"white": "hub:/bin/sh"}, "unknown.all"),
        ({"white": "level:77"}, None),
        ({"white": "minimax:depth=25"}, "begin.too-deep"),
        ({"rules": {"preset": "chess"}}, "unknown.all"),
        ({"rules": {"preset": "english", "options": {"capture": "never"}}}, None),
        ({"start": {"kind": "fen", "fen": "nonsense"}}, "fen.typed-wrong"),
        ({"start": {"kind": "fen", "fen": "B:W1:B32"}}, None),
        ({"start": {"kind": "fen", "fen": "B:W:B9"}}, "begin.no-pieces"),
        ({"start": {"kind": "ballot"}}, "begin.no-ballot"),
        ({"start": {"kind": "ballot", "number": 175}}, "ballot.unknown"),
        ({"clock": {"kind": "game"}}, "clock.wrong-seconds"),
        ({"clock": {"kind": "sundial"}}, "request.choice"),
        ({"pace": -1}, "session.wrong-pace"),
    ],
)
def test_a_game_that_cannot_be_begun_is_explained(
    client: httpx.Client, body: dict[str, Any], code: str | None
) -> None:
    answer = client.post("/api/games", json=body)
    assert answer.status_code == 422, answer.text
    assert code in (None, answer.json()["code"])


def test_what_is_wrong_with_a_request_is_said(client: httpx.Client) -> None:
    address = f"/api/games/{begin(client)['id']}/moves"
    for method, path, body, code, wanted in (
        ("PUT", "/api/preferences", b"{}", "missing", {"field": "preferences"}),
        ("PUT", "/api/preferences", b"{", "not-json", {}),
        ("PUT", "/api/preferences", b"", "not-object", {}),
        ("PUT", "/api/preferences", b"[]", "not-object", {}),
        ("PUT", "/api/preferences", b'{"preferences": 7}', "object", {"field": "preferences"}),
        ("POST", address, b'{"ply": "0", "text": "11-15"}', "whole-number", {"field": "ply"}),
        (
            "POST",
            address,
            b'{"ply": -1, "text": "11-15"}',
            "at-least",
            {"field": "ply", "bound": 0},
        ),
        ("POST", address, b'{"ply": 0, "text": ""}', "too-short", {"field": "text", "count": 1}),
        ("POST", address, b'{"ply": 0, "path": [11]}', "too-few", {"field": "path", "count": 2}),
        (
            "POST",
            address,
            b'{"ply": 0, "path": [11, 99]}',
            "at-most",
            {"field": "path.1", "bound": 32},
        ),
        ("POST", address, b'{"ply": 0, "x": 1}', "unknown-field", {"field": "x"}),
        ("POST", "/api/games", b'{"book": 1}', "true-or-false", {"field": "book"}),
        (
            "POST",
            "/api/games",
            b'{"clock": {"kind": "sundial"}}',
            "choice",
            {"field": "clock.kind"},
        ),
        ("GET", "/api/games/A-b", b"", "letters-and-digits", {"field": "game_id"}),
        ("GET", "/api/analyses?after=x", b"", "whole-number", {"field": "after"}),
    ):
        headers = {"content-type": "application/json"}
        answer = client.request(method, path, content=body, headers=headers)
        told = answer.json()
        assert answer.status_code == 422, (path, body)
        values = {name: told["values"].get(name) for name in wanted}
        assert (told["code"], values) == (f"request.{code}", wanted), (path, body)


def test_preferences_are_kept(client: httpx.Client) -> None:
    assert (
        client.put("/api/preferences", json={"preferences": {"theme": "wood"}}).status_code == 200
    )
    assert client.get("/api/preferences").json()["preferences"] == {"theme": "wood"}
    odd = client.put(
        "/api/preferences",
        content=b'{"preferences": {"a": "\\ud800"}}',
        headers={"content-type": "application/json"},
    )
    assert odd.status_code == 422
    large = client.put("/api/preferences", json={"preferences": {"x": "y" * 9000}})
    assert large.status_code == 422


def test_preferences_that_are_nested_too_deep_are_refused(client: httpx.Client) -> None:
    headers = {"content-type": "application/json"}
    for depth in (8, 100, 255, 900, 30_000):
        content = '{"preferences": {"x": ' + "[" * depth + "]" * depth + "}}"
        for method in ("PUT", "PATCH"):
            answer = client.request(method, "/api/preferences", content=content, headers=headers)
            assert answer.status_code == (422 if depth < 1000 else 400), depth
            assert answer.json()["code"] != "request.not-json", depth  # the JSON is valid
            assert client.get("/api/preferences").status_code == 200, depth
    assert answer.json()["code"] == "request.too-deep"
    content = '{"preferences": {"x": ' + "1" * 5000 + "}}"
    answer = client.put("/api/preferences", content=content, headers=headers)
    assert answer.json()["code"] == "request.too-many-digits"
    fits = client.patch("/api/preferences", json={"preferences": {"x": [[[[[[[]]]]]]]}})
    assert fits.status_code == 200


def test_preferences_that_were_stored_too_deep_are_forgotten(tmp_path: Path) -> None:
    service = Service(tmp_path)
    try:
        visitor = Visitor("ada", is_host=True)
        deep: list[Any] = []
        for _ in range(255):
            deep = [deep]
        service.store.store_setting("preferences:ada", {"theme": "wood", "x": deep})
        assert preferences_of(service, visitor) == {}
    finally:
        service.close()


def test_preferences_are_changed_one_by_one(client: httpx.Client) -> None:
    address = "/api/preferences"
    client.put(address, json={"preferences": {"theme": "wood", "leg": 300}})
    changed = client.patch(address, json={"preferences": {"leg": 100, "sound": False}})
    whole = {"theme": "wood", "leg": 100, "sound": False}
    assert changed.json()["preferences"] == whole
    large = client.patch(
        address, json={"preferences": {"x": "y" * 8180}}
    )  # too large together with the others
    assert large.status_code == 422
    assert client.get(address).json()["preferences"] == whole


def test_a_bad_fen_is_explained_to_laymen(client: httpx.Client) -> None:
    answer = client.post("/api/games", json={"start": {"kind": "fen", "fen": "nonsense"}})
    told = answer.json()
    assert told["code"] == "fen.typed-wrong"
    assert Position.from_fen(told["values"]["example"]).turn is BLACK


def test_a_position_may_be_pasted_with_its_tag(client: httpx.Client) -> None:
    game = begin(client, start={"kind": "fen", "fen": '[FEN "W:W27,32:B9,10"]'})
    assert game["fen"] == "W:W27,32:B9,10"


def test_a_record_has_the_name_of_the_browser_that_asks(client: httpx.Client) -> None:
    before = begin(client)
    client.patch("/api/preferences", json={"preferences": {"name": " Ada "}})
    game = begin(client)
    assert game["players"]["black"]["name"] == "Ada"
    for one in (before, game):
        tags = Game.from_pdn(client.get(f"/api/games/{one['id']}/pdn").text).tags
        assert (tags["Black"], tags["White"]) == ("Ada", "Sprout")
    client.patch("/api/preferences", json={"preferences": {"name": ""}})
    assert begin(client)["players"]["black"]["name"] is None


def test_undo_redo_resign_and_rematch(client: httpx.Client) -> None:
    game = begin(client, black="person", white="person")
    post(client, game, "moves", ply=0, text="11-15")
    assert post(client, game, "undo").json()["ply"] == 0
    assert post(client, game, "undo").status_code == 422
    assert post(client, game, "redo").json()["ply"] == 1
    assert post(client, game, "resign", side="white").json()["outcome"]["winner"] == "black"
    again = post(client, game, "rematch", swap=True)
    assert again.status_code == 201
    assert again.json()["ply"] == 0


def test_a_hint_is_a_legal_move(client: httpx.Client) -> None:
    game = begin(client)
    hint = post(client, game, "hint").json()
    assert hint["path"] in [move["path"] for move in game["choices"]["legal"]]
    assert hint["ply"] == 0
    assert hint["reason"]["code"]
    assert hint["line"][0] == hint["notation"]


def test_what_is_not_there_is_said_to_be_missing(client: httpx.Client) -> None:
    for answer in (
        client.get("/api/games/nosuchgame"),
        client.post("/api/games/nosuchgame/undo", json={}),
        client.get("/nowhere"),
    ):
        assert answer.status_code == 404
        assert answer.json()["code"]
    assert code_of(client.delete("/api/choices")) == (405, "request.not-done-here")


def test_a_deleted_game_is_gone(client: httpx.Client) -> None:
    game = begin(client)
    assert client.delete(f"/api/games/{game['id']}").status_code == 204
    assert client.get(f"/api/games/{game['id']}").status_code == 404


def test_files_are_served_as_they_are_but_for_comments(client: httpx.Client) -> None:
    for path in (path for path in STATIC.rglob("*") if path.is_file()):
        name = path.relative_to(STATIC).as_posix()
        for url, kept in (
            (f"/static/{name}", "no-cache"),
            (f"/static/{version()}/{name}", FOR_EVER),
        ):
            answer = client.get(url)
            if path.suffix in (".js", ".css"):
                lines = path.read_text("utf-8").splitlines()
                sent = answer.text.splitlines()
                assert (
                    len(sent) == len(lines) or name == "css/themes.css"
                )  # the boards' styles are appended
                for line, left in zip(lines, sent, strict=False):
                    comment = line.lstrip().startswith(("//", "/*", "*")) or line.endswith("*/")
                    assert left == line or (not left and comment)
                assert any(sent)
            else:
                assert answer.content == path.read_bytes()
            assert answer.headers["cache-control"] == kept


def test_the_page_names_the_version_of_its_files(client: httpx.Client, tmp_path: Path) -> None:
    page = client.get("/").text
    assert set(re.findall('"/static/([^/]+)/', page)) == {version()}
    shutil.copytree(STATIC, tmp_path, dirs_exist_ok=True)
    before = version(tmp_path)
    (tmp_path / "lib" / "dom.js").write_text("// changed")
    assert version(tmp_path) != before

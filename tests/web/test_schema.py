"""Schemathesis sends the real server what the schema allows and what it forbids."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from serving import Server, begin

import programs

# `positive_data_acceptance` and the like are left out: a schema cannot say which moves are legal.
CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "negative_data_rejection",
    "unsupported_method",
    "use_after_free",
)


@pytest.mark.long
@pytest.mark.parametrize("phase", ["examples,coverage", "fuzzing", "stateful"])
def test_the_server_keeps_to_its_schema(
    start: Callable[..., Server], tmp_path: Path, phase: str
) -> None:
    server = start()
    with server.client() as client:
        assert client.get(
            "/api/openapi.json"
        ).is_success  # built in advance: schemathesis times out after 10 s
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        done = programs.run(
            [
                str(Path(sys.executable).with_name("schemathesis")),
                "--config-file",
                str(_config(tmp_path, [begin(client)["id"] for _ in range(4)])),
                "run",
                f"{server.base}/api/openapi.json",
                "--header",
                f"Cookie:{cookie}",
                "--checks",
                ",".join(CHECKS),
                "--phases",
                phase,
                "--max-examples",
                "12",
                "--generation-deterministic",
                "--no-color",
                "--rate-limit",
                "100/s",
            ],
            capture_output=True,
            text=True,
            check=False,
            cwd=tmp_path,
        )
        assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
        assert client.get("/api/games").status_code == 200
    assert server.stop() == 0
    assert "Traceback" not in server.output, server.output


def _config(folder: Path, games: list[str]) -> Path:
    """Use ids of games that exist: random ids would never match one."""
    path = folder / "schemathesis.toml"
    names = ", ".join(f'"{name}"' for name in [*games, "nosuchgame"])
    path.write_text(f'[parameters]\n"path.game_id" = [{names}]\n')
    return path


def test_the_schema_names_every_answer(client: httpx.Client) -> None:
    found = client.get("/api/openapi.json").json()
    for path, methods in found["paths"].items():
        for method, operation in methods.items():
            assert {"401", "422", "429"} <= set(operation["responses"]), f"{method} {path}"

"""The page is served to this machine, to its own page, and below its secret only."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from werkzeug.test import Client, TestResponse

from ppgen.studio.pages import pages_folder
from ppgen.studio.server import Studio
from ppgen.studio.session import Session

HOST = "127.0.0.1:8000"


@pytest.fixture
def client(tmp_path: Path) -> Client:
    studio = Studio(Session(tmp_path), pages_folder(), "secret")
    studio.hosts = frozenset({HOST})
    return Client(studio)


def get(client: Client, path: str, **headers: str) -> TestResponse:
    return client.get(path, base_url=f"http://{headers.pop('Host', HOST)}", headers=headers)


def post(client: Client, data: bytes, **headers: str) -> TestResponse:
    headers.setdefault("Content-Type", "application/json")
    return client.post("/secret/message", base_url=f"http://{HOST}", data=data, headers=headers)


def test_the_page_and_a_message(client: Client) -> None:
    page = get(client, "/secret/")
    assert page.status_code == 200
    assert b"<title>ppgen studio</title>" in page.data
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    answer = post(client, json.dumps({"op": "catalog", "lang": "de"}).encode())
    assert answer.json is not None
    assert answer.json["ok"]


def test_scripts_have_the_type_that_browsers_insist_on(client: Client) -> None:
    assert get(client, "/secret/app.js").mimetype == "text/javascript"


@pytest.mark.parametrize("path", ["/", "/index.html", "/wrong/", "/wrong/app.js", "/secre/"])
def test_not_without_the_secret(client: Client, path: str) -> None:
    assert get(client, path).status_code == 404


@pytest.mark.parametrize(
    "path", ["/secret/../pyproject.toml", "/secret/%2e%2e/pyproject.toml", "/secret//etc/passwd"]
)
def test_no_file_but_the_page(client: Client, path: str) -> None:
    assert get(client, path).status_code == 404


def test_not_under_another_name(client: Client) -> None:
    """A site whose name leads to this machine is refused: its page could read the answers."""
    assert get(client, "/secret/", Host="evil.example:8000").status_code == 403


@pytest.mark.parametrize(
    "headers", [{"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}]
)
def test_not_for_another_sites_page(client: Client, headers: dict[str, str]) -> None:
    assert post(client, b'{"op": "catalog"}', **headers).status_code == 403


def test_a_form_cannot_send_a_message(client: Client) -> None:
    assert post(client, b"{}", **{"Content-Type": "text/plain"}).status_code == 415


@pytest.mark.parametrize("data", [b"", b"[", b"[]", b"3", b"\xff", b"[" * 100_000])
def test_what_is_no_message(client: Client, data: bytes) -> None:
    assert post(client, data).status_code == 400


def test_no_message_is_endless(client: Client) -> None:
    assert post(client, b" " * 50_000_001).status_code == 413

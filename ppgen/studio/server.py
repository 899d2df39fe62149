"""The page served on this machine, for this person only; the engine runs in this process.

Takes HTTP requests; gives the files of the page and answers of a session. Must not know what
messages mean.
"""

from __future__ import annotations

import hmac
import json
import mimetypes
from pathlib import Path
from threading import Lock
from typing import cast

from werkzeug.exceptions import HTTPException, RequestEntityTooLarge
from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server
from werkzeug.wrappers import Request, Response

from ppgen.studio.protocol import Message
from ppgen.studio.session import Session

#: What a message may hold at most: a spreadsheet or an old PDF, in base64.
_MOST_BYTES = 50_000_000
#: The page loads nothing from elsewhere and sends nothing anywhere.
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
        "frame-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}


class Studio:
    """A WSGI application: the page below a secret path, and `message` beside it."""

    def __init__(self, session: Session, pages: Path, secret: str) -> None:
        self._session = session
        self._pages = pages.resolve()
        self._secret = secret
        self._lock = Lock()  # one engine: messages wait for each other
        self.hosts: frozenset[str] = frozenset()

    def __call__(self, environ, start_response):  # type: ignore[no-untyped-def]
        """Answer one request."""
        request = Request(environ)
        request.max_content_length = _MOST_BYTES
        try:
            response = self._respond(request)
        except HTTPException as wrong:
            response = Response(wrong.name, wrong.code)
        response.headers.update(HEADERS)
        return response(environ, start_response)

    def _respond(self, request: Request) -> Response:
        if request.host not in self.hosts or not self._from_here(request):
            return Response("not from here", 403)
        _, secret, *rest = request.path.split("/", 2)
        if not hmac.compare_digest(secret.encode(), self._secret.encode()):
            return Response("no such page", 404)
        name = rest[0] if rest else ""
        if name == "message" and request.method == "POST":
            return self._message(request)
        if request.method not in {"GET", "HEAD"}:
            return Response("no such thing", 405)
        return self._file(name or "index.html")

    def _from_here(self, request: Request) -> bool:
        """Return whether another site's page sent the request."""
        origin = request.headers.get("Origin")
        site = request.headers.get("Sec-Fetch-Site", "same-origin")
        return (origin is None or origin.removeprefix("http://") in self.hosts) and site in {
            "same-origin", "none",
        }  # fmt: skip

    def _message(self, request: Request) -> Response:
        if request.mimetype != "application/json":
            return Response("JSON only", 415)
        try:
            message = json.loads(request.get_data())
        except (ValueError, RecursionError):
            return Response("no JSON", 400)
        except RequestEntityTooLarge:
            return Response("too large", 413)
        if not isinstance(message, dict):
            return Response("not a message", 400)
        with self._lock:
            # Whatever it holds, a session finds out: it is what a stranger sent.
            answer = self._session.answer(cast(Message, message))
        return Response(json.dumps(answer), 200, mimetype="application/json")

    def _file(self, name: str) -> Response:
        path = (self._pages / name).resolve()
        if not path.is_relative_to(self._pages) or not path.is_file():
            return Response("no such page", 404)
        kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        kind = "text/javascript" if path.suffix in {".js", ".mjs"} else kind
        return Response(path.read_bytes(), 200, mimetype=kind)


class _Silent(WSGIRequestHandler):
    """A handler that says nothing of each request."""

    def log(self, type: str, message: str, *args: object) -> None:  # noqa: A002 - its name
        """Say nothing: the secret is in the address."""


def serve(studio: Studio, port: int) -> BaseWSGIServer:
    """Return a server on this machine's own address; port 0 takes a free one."""
    server = make_server("127.0.0.1", port, studio, threaded=True, request_handler=_Silent)
    studio.hosts = frozenset({f"127.0.0.1:{server.port}", f"localhost:{server.port}"})
    return server

"""`ppgen studio`: the page in a browser, with the engine of this machine behind it."""

from __future__ import annotations

import secrets
import shutil
import tempfile
import webbrowser
from pathlib import Path

import click


@click.command("studio", epilog="Example: ppgen studio")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, help="Use this port.  [default: a free one]"
)
@click.option("--no-open", is_flag=True, help="Do not open the browser.")
def command(port: int, no_open: bool) -> None:
    """Open the studio in your browser: type words, see the cards, print.

    It is served to this machine only; words and files stay here. End it with ctrl-C.
    """
    # Help need not wait for fonts, PDF and HTTP.
    from ppgen.studio.pages import pages_folder  # noqa: PLC0415
    from ppgen.studio.server import Studio, serve  # noqa: PLC0415
    from ppgen.studio.session import Session  # noqa: PLC0415

    folder = Path(tempfile.mkdtemp(prefix="ppgen-studio-"))
    try:
        secret = secrets.token_urlsafe(24)
        server = serve(Studio(Session(folder), pages_folder(), secret), port)
        address = f"http://127.0.0.1:{server.port}/{secret}/"
        click.echo(f"The studio is at {address}\nEnd it with ctrl-C.")
        if not no_open:
            webbrowser.open(address)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            click.echo("The studio has ended; nothing of it is left on the disk.")
        finally:
            server.server_close()
    finally:
        shutil.rmtree(folder, ignore_errors=True)

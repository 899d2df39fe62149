"""Makes the faces of a product with less ink, if that is requested.

Takes a request and its faces. Must not know paper or PDF.
"""

from __future__ import annotations

from collections.abc import Mapping

from ppgen.build.faces import Faces
from ppgen.diagnostics import Unsuited
from ppgen.drawing.ink import Inks, is_veiled
from ppgen.geometry import Size
from ppgen.request import Request


def thrift(request: Request, made: Mapping[Size, Faces]) -> None:
    """Replace all faces by such with less ink.

    Raises:
        Unsuited: if words are hidden for red film, which needs colors.
    """
    inks = Inks(request.ink)
    for faces in made.values():
        for side in (faces.fronts, faces.backs):
            if request.ink == "grey" and is_veiled(side):
                name = f"{request.game.name}/{request.product.name}"
                msg = (
                    f"{name}: words hidden for red film need red and cyan ink, so there is no "
                    "--ink grey of it; use --ink low, or an option that prints the words openly"
                )
                raise Unsuited(msg)
            side[:] = [inks.face(face) for face in side]

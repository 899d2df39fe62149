"""Builds the scope shared by all records of a product: options, sizes, banks, labels, `let`.

Takes a request and its models; returns a scope. Must not deal.
"""

from __future__ import annotations

from collections.abc import Mapping

from ppgen.diagnostics import Problem, Refused
from ppgen.geometry import Edges, Rect, Size, portrait
from ppgen.load.workspace import Workspace
from ppgen.model.bank import Bank
from ppgen.model.needs import computed
from ppgen.model.texts import Texts
from ppgen.request import Request


def constants(
    workspace: Workspace, request: Request, banks: Mapping[str, Bank], texts: Texts, margin: Edges
) -> Mapping[str, object]:
    """Return the scope that all records share; `margin` is the unprintable edge of the paper."""
    paper = portrait(request.paper)
    values: dict[str, object] = {
        name: dict(bank.values) if bank.values else list(bank.words) for name, bank in banks.items()
    }
    scope: dict[str, object] = {
        **request.game.values,
        **values,
        **_option_values(workspace, request),
        "lang": request.lang,
        "second_lang": request.dealing.second,
        "count": request.count or request.product.count,
        "face": _known_size(workspace, request),
        "printable": Rect(0, 0, paper.width, paper.height).inset(margin).size,
        "t": texts,
    }
    return computed(request.product.let, scope)


def _known_size(workspace: Workspace, request: Request) -> Size | None:
    """Return the minimum size of faces, if it is known before any record is made."""
    names = [str(size.constant) for size in request.product.sizes]
    known = [
        portrait(request.paper) if name == "paper" else workspace.size(name)
        for name in ([request.size] if request.size else names)
    ]
    sizes = [size for size in known if size]
    if not sizes or len(sizes) < len(known):
        return None
    return Size(min(s.width for s in sizes), min(s.height for s in sizes))


def _option_values(workspace: Workspace, request: Request) -> dict[str, object]:
    """Return the option values of a request, with sizes looked up by name."""
    out = dict(request.options)
    for option in request.product.options.values():
        value = out.get(option.name)
        if option.kind == "size" and isinstance(value, str):
            size = out[option.name] = workspace.size(value)
            if size is None:
                msg = f"there is no size `{value}`; {workspace.near_size(value)}"
                if value is option.default:
                    raise Problem("E202", msg, option.span)
                raise Refused(f"{option.flag}: {msg}")
    return out

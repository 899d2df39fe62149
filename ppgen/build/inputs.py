"""What a request names, looked up in the workspace: labels, banks, sizes, options.

Takes a workspace and a request; gives models. Must not deal or place.
"""

from __future__ import annotations

from ppgen.diagnostics import Problem, Refused, Report
from ppgen.geometry import Size, portrait
from ppgen.load.languages import banks_of, missing_bank, speaks
from ppgen.load.workspace import Workspace
from ppgen.model.bank import Bank
from ppgen.request import Request


def spoken(workspace: Workspace, request: Request) -> tuple[str, tuple[str, ...]]:
    """Return the language of the labels, with what to tell if it is not that of the words.

    Words of one's own are enough for a deck in any language; what else it says may be in another.
    """
    game, product, lang = request.game, request.product, request.lang
    own = product.dealt if request.dealing.own else ()
    usual = workspace.settings.lang
    if not own or speaks(workspace, game, product, lang, own):
        return lang, ()
    if not speaks(workspace, game, product, usual, own):
        return lang, ()
    return usual, (f"there are no labels in `{lang}`: those that are printed are in `{usual}`",)


def banks_for(workspace: Workspace, request: Request, report: Report) -> dict[str, Bank]:
    """Find the banks that a product uses, but for those that it deals from."""
    banks: dict[str, Bank] = {}
    for name in banks_of(workspace, request.game, request.product):
        if name in request.product.dealt:
            continue
        folder = request.game.banks[name]
        if workspace.bank_path(folder, request.lang) is None:
            report.problem(
                missing_bank(workspace, request.game, request.product, request.lang, name)
            )
        elif bank := workspace.bank(folder, request.lang):
            banks[name] = bank
    return banks


def known_size(workspace: Workspace, request: Request) -> Size | None:
    """Return the size that faces have at least, if that is clear before any record is made."""
    names = [str(size.constant) for size in request.product.sizes]
    found = [
        portrait(request.paper) if name == "paper" else workspace.size(name)
        for name in ([request.size] if request.size else names)
    ]
    sizes = [size for size in found if size]
    if not sizes or len(sizes) < len(found):
        return None
    return Size(min(s.width for s in sizes), min(s.height for s in sizes))


def option_values(workspace: Workspace, request: Request) -> dict[str, object]:
    """Return the options of a request, sizes looked up by their names."""
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

"""Joins what products of a game print: on shared leaves, or in one file.

Takes printouts with the requests that their files are named after; returns fewer of them. Must
not write files.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ppgen.build import Printout, gang, join, joint_product
from ppgen.cli.options import MakeOptions
from ppgen.diagnostics import plural
from ppgen.request import Dealing, Request

#: A printout, and the request that its file is named after.
Named = tuple[Request, Printout]

#: What the name of a file with all products of a game says instead of a product.
_ALL = "all"


def joined(options: MakeOptions, placed: Sequence[Named]) -> tuple[list[Named], list[str]]:
    """Return what is to be written, and notes on what sharing leaves has saved."""
    games: dict[str, list[Named]] = {}
    for named in placed:
        games.setdefault(named[0].game.name, []).append(named)
    out: list[Named] = []
    notes: list[str] = []
    for game, own in games.items():
        kept = own
        if options.gang:
            kept = list(_ganged(own))
            notes.append(_saved(game, own, kept))
        out += [_whole(kept)] if options.one_file else kept
    return out, notes


def _ganged(own: Sequence[Named]) -> Iterator[Named]:
    requests = {request.product.name: request for request, _ in own}
    for printout in gang([printout for _, printout in own]):
        product = printout.request.product
        yield requests.get(product.name) or replace(own[0][0], product=product), printout


def _saved(game: str, own: Sequence[Named], kept: Sequence[Named]) -> str:
    before, after = (sum(printout.leaves for _, printout in some) for some in (own, kept))
    if before == after:
        return f"{game}: no last sheets fit on one sheet together, so --gang saves none"
    leaves = plural(after, "leaf", "leaves")
    return f"{game}: {leaves} instead of {before}, as --gang lets products share their last sheets"


def _whole(own: Sequence[Named]) -> Named:
    """Return all products of a game as one file."""
    requests = [request for request, _ in own]
    dealing = next((r for r in requests if r.dealing != Dealing()), requests[0])
    product = joint_product(_ALL, [request.product for request in requests])
    return replace(dealing, product=product), join([printout for _, printout in own])

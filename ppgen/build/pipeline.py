"""Takes one product from its YAML to imposed pages: the stages in order.

Takes a workspace and a request; returns a printout, or None with the problems in the workspace's
report. Must not print or write.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ppgen.build.faces import Side, place_all
from ppgen.build.inputs import banks_for, spoken
from ppgen.build.pads import Cover, with_covers
from ppgen.build.printout import Group, Printout
from ppgen.build.sizing import TooLarge, flip_of, folded, kept_clear, too_large
from ppgen.build.spares import SparePart, chosen_spares, place_spares, wants_spares
from ppgen.deal.pieces import with_products
from ppgen.deal.records import Dealt
from ppgen.deal.records import records as make_records
from ppgen.deal.scope import constants
from ppgen.diagnostics import Diagnostic, Problem, Refused, Report, plural
from ppgen.drawing.bleed import run_on
from ppgen.drawing.face import Face, drawn_edges
from ppgen.geometry import Duplex, Edges, Size
from ppgen.impose.grid import same_size
from ppgen.impose.sheets import Backs, Imposition, facing, impose, leaf_capacity
from ppgen.limits import PIECES
from ppgen.load import check
from ppgen.load.incomplete import without_missing_labels
from ppgen.load.languages import banks_of, check_language, speaks
from ppgen.load.workspace import Workspace
from ppgen.model.game import Product, SideSpec
from ppgen.model.layout import Layout
from ppgen.model.texts import Texts, product_label
from ppgen.place.placer import Placer, SharedWalks
from ppgen.place.walk import Given, Voice
from ppgen.request import Request
from ppgen.source.kinds import Text
from ppgen.text.fonts import Fonts

if TYPE_CHECKING:
    from ppgen.deal.words import Stock


def place(
    workspace: Workspace, request: Request, metrics: Fonts, shared: SharedWalks | None = None
) -> Printout | None:
    """Place and impose a product; None if there are errors, which the workspace's report has.

    Placing the same product in several languages is faster with `shared`.

    Raises:
        Refused: if the request cannot be fulfilled; NoLanguage if only its language is missing.
        TooLarge: if the paper cannot hold a face.
    """
    report = Report()
    printout = place_into(report, workspace, request, metrics, shared)
    for diagnostic in report.sorted():
        workspace.report.add(diagnostic)
    return printout


def place_into(
    report: Report, workspace: Workspace, request: Request, metrics: Fonts,
    shared: SharedWalks | None = None,
) -> Printout | None:  # fmt: skip
    """Place and impose a product; its problems go to a separate report.

    The workspace's report still gets the problems of files, as these are read only once.

    Raises:
        TooLarge: if the paper cannot hold a face.
    """
    printout, problems = None, Report()
    try:
        printout = _prepared(workspace, request, metrics, problems, shared)
    except TooLarge:
        raise
    except Problem as problem:
        problems.problem(problem)
    if problems.errors:
        _refuse_language(workspace, request)
        labels = spoken(workspace, request).labels
        problems = without_missing_labels(workspace, request.game, labels, problems)
    skipped = [d for d in problems.sorted() if d.level == "note"]
    for diagnostic in problems.sorted():
        if diagnostic.level != "note":
            report.add(diagnostic)
    if problems.errors or printout is None:
        return None
    return _noting(printout, skipped) if skipped else printout


def _noting(printout: Printout, skipped: Sequence[Diagnostic]) -> Printout:
    """Add a note on texts that are missing, because no font has their letters."""
    texts = ", ".join(dict.fromkeys(d.note for d in skipped))
    ways = "; ".join(dict.fromkeys(d.help for d in skipped))
    note = f"not printed, as no font has their letters: {texts} ({ways})"
    dealt = printout.dealt
    return printout._replace(dealt=dealt._replace(notes=(*dealt.notes, note)), skipped=skipped)


def _refuse_language(workspace: Workspace, request: Request) -> None:
    """Raise NoLanguage if the product lacks the requested language.

    Listing languages is slow, so this is called only after an error.
    """
    game, product = request.game, request.product
    # The user's own words need no bank in the language.
    dealt = () if request.dealing.own else product.dealt
    said = spoken(workspace, request).lang
    if not (
        speaks(workspace, game, product, said, product.dealt)
        and all(workspace.bank_path(game.banks[name], request.lang) for name in dealt)
    ):
        check_language(workspace, game, product, request.lang)


def _prepared(
    workspace: Workspace, request: Request, metrics: Fonts, report: Report,
    shared: SharedWalks | None,
) -> Printout | None:  # fmt: skip
    game, product = request.game, request.product
    said = spoken(workspace, request)
    if not product.dealt:
        request = replace(request, lang=said.lang)
    if product.kind == "booklet":
        from ppgen.build.binding import page_size  # noqa: PLC0415 - few products are booklets

        request = replace(request, size=page_size(workspace, request))
    texts = workspace.texts(game.name, said.labels)
    check.check_product(game, product, texts, report)
    banks = banks_for(workspace, request, said.lang, report)
    stocks: dict[str, Stock] = {}
    if product.deals:
        from ppgen.deal.deck import deal_product, with_dealing  # noqa: PLC0415 - few products deal
        from ppgen.deal.words import stocks_for  # noqa: PLC0415

        # A deck's code sets seed and count.
        request = with_dealing(request, request.dealing)
        stocks = stocks_for(workspace, request, report)
        banks |= {name: stock.bank for name, stock in stocks.items()}
    specs = [product.front]
    if isinstance(product.back, SideSpec):
        specs.append(product.back)
    layouts = [x for spec in specs if (x := workspace.layout(spec.layout))]
    for layout in {id(x): x for x in layouts}.values():
        check.check_layout(layout, texts, report)
    if len(layouts) < len(specs) or any(x.name in workspace.faulty for x in layouts):
        return None
    # Problems already reported for another language must not stop this one.
    if not all(workspace.report.holds(d) for d in report.sorted()):
        return None
    if len(banks) < len(banks_of(workspace, game, product)):
        return None  # a broken one was reported when it was read
    known = with_products(workspace, request, texts)
    scope = constants(workspace, known, banks, texts, kept_clear(request))
    dealt = deal_product(request, stocks, scope) if product.deals else Dealt()
    dealt = dealt._replace(notes=(*product.remarks, *dealt.notes))
    return _placed(
        workspace, request, metrics, texts, scope, dealt, specs, layouts, report, shared, banks
    )


def _uses_number(side: SideSpec, layout: Layout) -> bool:
    """Return whether the faces of a side depend on the piece's number."""
    if "number" in layout.needs and "number" not in side.given:
        return True
    return any("number" in e.names for e in side.expressions)


def _placed(
    workspace: Workspace, request: Request, metrics: Fonts, texts: Texts,
    scope: Mapping[str, object], dealt: Dealt, specs: Sequence[SideSpec],
    layouts: Sequence[Layout], report: Report, shared: SharedWalks | None,
    banks: Iterable[str],
) -> Printout | None:  # fmt: skip
    product = request.product
    rtl = workspace.right_to_left(request.lang)
    scope = {**scope, "deck": Text(dealt.deck)}
    records = make_records(product, scope, dealt)
    sets = 1 if product.deals else (request.count or product.count)
    pads = request.pads if product.kind == "pad" and request.only is None else 0
    sets *= pads or 1
    pieces = _numbered(product, sets, [product.copies.get(r) for r in records])
    if request.only is not None:
        missing = sorted(n for n in request.only if n > len(pieces))
        if missing:
            msg = f"--only {missing[0]}: there are {len(pieces)} pieces"
            raise Refused(msg)
    # With a single record, only the number varies.
    names = list(product.each) if len(records) > 1 else []
    if shared:
        # Between languages, all of these may vary.
        names = list(dict.fromkeys([*product.each, *banks, "lang", "t", "deck"]))
    same = {k: v for k, v in records[0].items() if k not in names}
    voice = Voice(request.lang, rtl, texts)
    sides = [
        Side(
            Placer(
                layout, Given(spec.given, spec.layout.span), same, [*names, "number"], voice,
                metrics, workspace.roots, shared,
            ),
            _uses_number(spec, layout),
        )
        for spec, layout in zip(specs, layouts, strict=True)
    ]  # fmt: skip
    before = report.errors
    made = place_all(workspace, request, sides, pieces, records, names, report)
    if made is None or report.errors > before:
        return None
    if request.ink != "normal":
        from ppgen.build.ink import thrift  # noqa: PLC0415 - few print with less ink

        thrift(request, made)
    groups: list[Group] = []
    last, spares = next(reversed(made)), list[SparePart]()
    if product.spares and wants_spares(request):
        spares = place_spares(workspace, request, last, scope, metrics, report)
        if report.errors > before:
            return None
    for size, faces in made.items():
        fronts, backs, usual = faces
        first = sum(group.plan.leaves for group in groups)
        if product.kind == "booklet":
            from ppgen.build.binding import bound  # noqa: PLC0415 - few products are booklets

            plan = bound(request, size, fronts, sets, at_right=rtl)
            close = bool(request.gap or request.bleed)
            group = plan and Group(size, fronts, (), plan, not folded(request), close=close)
        else:
            if pads:
                key = product_label(product.name)
                name = texts.look(key) if texts.has(key) else product.name
                at_top = product.turn == "top"
                cover = Cover(request.game.title, name, request.lang, at_top, rtl)
                behind = fronts if product.back == "same" else backs
                fronts, backs = with_covers(fronts, behind, pads, cover, metrics)
            group = _impose(request, size, fronts, backs, first, spares if size == last else ())
        if group is None:
            raise too_large(request, size)
        groups.append(group._replace(usual=usual))
    leaves = sum(group.plan.leaves for group in groups)
    if request.leaves is not None and max(request.leaves) > leaves:
        msg = f"--leaves {max(request.leaves)}: the job has only {plural(leaves, 'leaf', 'leaves')}"
        raise Refused(msg)
    game = request.game
    notice = game.notice.get({**scope, "number": 0}) if game.notice else ""
    return Printout(request, game.title, str(notice), texts, groups, dealt)


def _numbered(product: Product, sets: int, copies: Sequence[int]) -> list[tuple[int, int]]:
    """Number the pieces of all sets from 1, each with the index of its record."""
    total = sets * sum(copies)
    if total == 0:
        raise Problem(
            "E223", f"the product `{product.name}` has no pieces: no record is left", product.span,
            help="check `each`, `when` and `copies`",
        )  # fmt: skip
    if total > PIECES:
        message = f"{total:,} pieces; at most {PIECES:,} are allowed"
        raise Problem("E305", message, product.span, help="print fewer at a time")
    order = [i for _ in range(sets) for i, n in enumerate(copies) for _ in range(n)]
    return list(enumerate(order, 1))


#: Where backs are placed, by the kind of duplex printing.
_BACKS: dict[Duplex, Backs] = {
    "long": "behind", "short": "behind", "manual": "behind", "fold": "beside", "none": "apart",
}  # fmt: skip


def _impose(
    request: Request, size: Size, fronts: list[Face], backs: list[Face], first: int,
    spares: Sequence[SparePart],
) -> Group | None:  # fmt: skip
    """Put pieces of one size on leaves, spare parts behind them; `first` leaves come before."""
    product = request.product
    same = product.back == "same"
    if same and not backs:
        backs = fronts
    two_sided = same or (isinstance(product.back, SideSpec) and not all(f.empty for f in backs))
    # With one-sided printing, repeating the same side would only waste paper.
    if request.fronts or (same and request.duplex == "none"):
        two_sided = False
    group = None
    # Pads are cut through all leaves at once, and a face as large as the leaf has no neighbours.
    spaced = product.kind == "cards" and not same_size(size, request.paper)
    if spaced and (request.gap or request.bleed):
        group = _spaced(request, size, fronts, backs, spares, two_sided=two_sided)
    if group is None:
        group = _planned(request, size, fronts, backs, spares, two_sided=two_sided)
        if group and (request.gap or request.bleed):
            group = group._replace(close=True)
    if group is None:
        return None
    if first:
        sheets = tuple(sheet._replace(leaf=first + sheet.leaf) for sheet in group.plan.sheets)
        group = group._replace(plan=group.plan._replace(sheets=sheets))
    return group


def _spaced(
    request: Request, size: Size, fronts: list[Face], backs: list[Face],
    spares: Sequence[SparePart], *, two_sided: bool,
) -> Group | None:  # fmt: skip
    """Put faces on leaves that run on into the gaps between them; None if not even one fits."""
    bleed, gap = request.bleed, request.gap
    edges = Edges(bleed, bleed, bleed, bleed)
    if not bleed:
        return _planned(request, size, fronts, backs, spares, two_sided=two_sided, gap=gap)
    folded_over = two_sided and request.duplex == "fold"
    if folded_over:
        spares = ()
    far, behind = run_on(fronts, edges), run_on(backs, edges)
    if backs is fronts:
        behind = far
    lids = run_on([face for part in spares for face in (part.front, part.back)], edges)
    parts = [
        part._replace(front=front, back=back)
        for part, front, back in zip(spares, lids[::2], lids[1::2], strict=True)
    ]
    group = _planned(request, size, far, behind, parts, two_sided=two_sided, gap=gap)
    if group and folded_over:
        # Nothing runs on across the fold, where the other side lies.
        one, other = group.plan.sheets[0].slots[:2]
        near = run_on(fronts, facing(one, other, edges))
        group = group._replace(fronts=near, backs=run_on(backs, facing(other, one, edges)))
    return group and group._replace(bleed=bleed)


def _planned(
    request: Request, size: Size, fronts: list[Face], backs: list[Face],
    spares: Sequence[SparePart], *, two_sided: bool, gap: float = 0.0,
) -> Group | None:  # fmt: skip
    """Put faces on leaves."""
    product = request.product
    distinct = list({id(f): f for f in [*fronts, *backs]}.values())
    distinct += [face for part in spares for face in (part.front, part.back)]
    job = Imposition(
        face=size,
        paper=request.paper,
        margin=kept_clear(request),
        flip=flip_of(request),
        pieces=len(fronts),
        drawn=drawn_edges(distinct, outlined=fronts),
        backs=_BACKS[request.duplex] if two_sided else "none",
        stack=product.kind == "pad",
        turn=product.turn,
        gap=gap,
        marks=request.marks,
        marks_on=request.marks_on,
    )
    plan = impose(job)
    if plan is None:
        return None
    room = leaf_capacity(job) or plan.per_leaf
    more = chosen_spares(request, spares, -len(fronts) % room, room)
    if more:
        same = backs is fronts
        fronts = [*fronts, *(part.front for part in more)]
        backs = fronts if same else [*backs, *(part.back for part in more)] if backs else backs
        plan = impose(job._replace(pieces=len(fronts))) or plan
    return Group(size, fronts, backs, plan, two_sided, spares=len(more))

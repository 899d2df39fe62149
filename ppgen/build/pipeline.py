"""One product from its YAML to imposed pages: the stages in their order.

Takes a workspace and a request; gives a job whose faces are placed and imposed, ready to render,
or None with the problems in the workspace's report. Must not print or write.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from ppgen.build.faces import Side, place_all
from ppgen.build.inputs import banks_for, known_size, option_values, spoken
from ppgen.build.sizing import too_large
from ppgen.deal.records import Dealt
from ppgen.deal.records import records as make_records
from ppgen.diagnostics import Problem, Refused, Report
from ppgen.drawing.face import Face, drawn_edges
from ppgen.drawing.ops import Metrics
from ppgen.geometry import Size, portrait
from ppgen.impose.sheets import Imposition, Plan, Sheet, impose
from ppgen.load import check
from ppgen.load.languages import banks_of, check_language
from ppgen.load.workspace import Workspace
from ppgen.model.bank import Bank
from ppgen.model.game import Product, SideSpec
from ppgen.model.layout import Layout
from ppgen.model.texts import Texts
from ppgen.place.placer import Placer
from ppgen.place.walk import Given, Voice
from ppgen.request import Request
from ppgen.source.kinds import Text

if TYPE_CHECKING:
    from ppgen.deal.words import Stock

_MOST_PIECES = 1_000_000


@dataclass(frozen=True)
class Group:
    """Pieces of one size: their faces and how they lie on leaves."""

    size: Size
    fronts: Sequence[Face]
    backs: Sequence[Face]
    plan: Plan
    two_sided: bool


@dataclass(frozen=True)
class Done:
    """A product, placed and imposed."""

    request: Request
    title: str
    notice: str
    texts: Texts
    groups: Sequence[Group]
    rtl: bool
    dealt: Dealt

    @property
    def pieces(self) -> int:
        """How many pieces are printed."""
        return sum(len(g.fronts) for g in self.groups)

    @property
    def faces(self) -> int:
        """How many faces are printed."""
        return sum(len(s.slots) for g in self.groups for s in g.plan.sheets)

    @property
    def leaves(self) -> int:
        """How many leaves of paper it takes."""
        return sum(g.plan.leaves for g in self.groups)

    @property
    def pages(self) -> int:
        """How many pages the file has."""
        return sum(len(g.plan.sheets) for g in self.groups)

    @property
    def two_sided(self) -> bool:
        """Tell whether leaves are printed on both sides."""
        return self.request.duplex != "none" and any(g.two_sided for g in self.groups)

    def sheets(self) -> Iterator[tuple[Group, Sheet]]:
        """Give every page with the group it belongs to."""
        for group in self.groups:
            for sheet in group.plan.sheets:
                yield group, sheet


def prepare(workspace: Workspace, request: Request, metrics: Metrics) -> Done | None:
    """Run all stages up to the imposed pages; None if anything is wrong."""
    game, product, lang = request.game, request.product, request.lang
    report = Report()
    done = None
    try:
        done = _prepared(workspace, request, metrics, report)
    except Problem as problem:
        report.problem(problem)
    # Only now and then is something missing, and only then it matters which languages there are.
    lacks = any(d.code in {"E215", "E216"} for d in report.sorted())
    if lacks:
        check_language(workspace, game, product, lang)
    for diagnostic in report.sorted():
        workspace.report.add(diagnostic)
    return done if not report.errors else None


def _prepared(
    workspace: Workspace, request: Request, metrics: Metrics, report: Report
) -> Done | None:
    game, product = request.game, request.product
    lang, notes = spoken(workspace, request)
    texts = workspace.texts(game.name, lang)
    check.check_product(game, product, texts, report)
    banks = banks_for(workspace, request, report)
    stocks: dict[str, Stock] = {}
    if product.deals:
        from ppgen.deal.deck import deal_product  # noqa: PLC0415 - most products deal nothing
        from ppgen.deal.words import stocks_for  # noqa: PLC0415

        stocks = stocks_for(workspace, request, report)
        banks |= {name: stock.bank for name, stock in stocks.items()}
    specs = [product.front]
    if isinstance(product.back, SideSpec):
        specs.append(product.back)
    layouts = [workspace.layout(s.layout) for s in specs]
    for layout in {id(x): x for x in layouts if x}.values():
        check.check_layout(layout, texts, report)
    if any(x is None or x.name in workspace.faulty for x in layouts):
        return None
    # What was told before, of another language, does not hide what placing will find.
    if not all(workspace.report.holds(d) for d in report.sorted()):
        return None
    if len(banks) < len(banks_of(game, product)):
        return None  # one is broken, which was told when it was read
    scope = _scope(workspace, request, banks, texts)
    dealt = deal_product(request, stocks, scope) if product.deals else Dealt()
    dealt = replace(dealt, notes=(*notes, *dealt.notes))
    return _placed(workspace, request, metrics, texts, scope, dealt, specs, layouts, report)  # type: ignore[arg-type]


def _scope(
    workspace: Workspace, request: Request, banks: Mapping[str, Bank], texts: Texts
) -> dict[str, object]:
    game = request.game
    paper, margin = portrait(request.paper), 2 * request.margin
    seen: dict[str, object] = {}
    for name, bank in banks.items():
        seen[name] = dict(bank.values) if bank.values else list(bank.words)
    return {
        **game.values,
        **seen,
        **option_values(workspace, request),
        "lang": request.lang,
        "count": request.count or request.product.count,
        "face": known_size(workspace, request),
        "printable": Size(paper.width - margin, paper.height - margin),
        "t": texts,
    }


def _uses_number(side: SideSpec, layout: Layout) -> bool:
    """Tell whether the faces of a side differ by the piece's number."""
    if "number" in layout.needs and "number" not in side.given:
        return True
    return any("number" in e.names for e in check.expressions(dict(side.given)))


def _placed(
    workspace: Workspace, request: Request, metrics: Metrics, texts: Texts,
    scope: Mapping[str, object], dealt: Dealt, specs: Sequence[SideSpec],
    layouts: Sequence[Layout], report: Report,
) -> Done | None:  # fmt: skip
    product = request.product
    rtl = workspace.right_to_left(request.lang)
    scope = {**scope, "deck": Text(dealt.deck)}
    records = make_records(product, scope, dealt)
    sets = 1 if product.deals else (request.count or product.count)
    pieces = _numbered(product, sets, [product.copies.get(r) for r in records])
    if request.only is not None:
        missing = sorted(n for n in request.only if n > len(pieces))
        if missing:
            msg = f"--only {missing[0]}: there are {len(pieces)} pieces"
            raise Refused(msg)
    # Of one record, nothing differs but the number.
    names = list(product.each) if len(records) > 1 else []
    same = {k: v for k, v in records[0].items() if k not in names}
    voice = Voice(request.lang, rtl, texts)
    sides = [
        Side(
            Placer(
                layout, Given(spec.given, spec.layout.span), same, [*names, "number"], voice,
                metrics, workspace.roots,
            ),
            _uses_number(spec, layout),
        )
        for spec, layout in zip(specs, layouts, strict=True)
    ]  # fmt: skip
    before = report.errors
    made = place_all(workspace, request, sides, pieces, records, names, report)
    if made is None or report.errors > before:
        return None
    groups: list[Group] = []
    for size, (fronts, backs) in made.items():
        group = _impose(request, size, fronts, backs, product)
        if group is None:
            raise too_large(request, size)
        groups.append(group)
    game = request.game
    notice = game.notice.get({**scope, "number": 0}) if game.notice else ""
    return Done(request, game.title, str(notice), texts, groups, rtl, dealt)


def _numbered(product: Product, sets: int, copies: Sequence[int]) -> list[tuple[int, int]]:
    """Number the pieces of all sets from 1, each with the index of its record."""
    total = sets * sum(copies)
    if total == 0:
        raise Problem(
            "E223", f"the product `{product.name}` has no pieces: no record is left", product.span,
            help="look at `each`, `when` and `copies`",
        )  # fmt: skip
    if total > _MOST_PIECES:
        message = f"{total:,} pieces; at most {_MOST_PIECES:,} are allowed"
        raise Problem("E305", message, product.span, help="print fewer, several times")
    order = [i for _ in range(sets) for i, n in enumerate(copies) for _ in range(n)]
    return list(enumerate(order, 1))


def _impose(
    request: Request, size: Size, fronts: Sequence[Face], backs: Sequence[Face], product: Product
) -> Group | None:
    back: Literal["none", "content", "decor"] = "none"
    if product.back == "same":
        backs, back = fronts, "content"
    elif isinstance(product.back, SideSpec) and not all(f.empty for f in backs):
        back = "decor" if product.back.decor else "content"
    if product.back == "same" and request.duplex == "none":
        back = "decor"
    distinct = list({id(f): f for f in [*fronts, *backs]}.values())
    plan = impose(
        Imposition(
            face=size,
            paper=request.paper,
            margin=request.margin,
            duplex=request.duplex,
            pieces=len(fronts),
            drawn=drawn_edges(distinct),
            back=back,
            stack=product.kind == "pad",
            turn=product.turn,
        )
    )
    return None if plan is None else Group(size, fronts, backs, plan, back != "none")

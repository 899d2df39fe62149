"""Booklets: printed, cut, folded and read in a model of paper; and faults that must be caught."""

from __future__ import annotations

import math

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import ppgen.impose.booklet as module
from ppgen.geometry import Edges, Rect, Size, portrait, turn_into
from ppgen.impose.booklet import Booklet, bind, sheet_size
from ppgen.impose.sheets import Plan
from tests.support.folding import Read, read_nested, read_slit

A3, A4, A5 = Size(297, 420), Size(210, 297), Size(148, 210)
LETTER = Size(215.9, 279.4)
A6, A7 = Size(105, 148), Size(74, 105)
QUARTER, EIGHTH = Size(107.95, 139.7), Size(69.85, 107.95)
FIVE = Edges(5, 5, 5, 5)


def job_of(**changes: object) -> Booklet:
    job = Booklet(A6, A4, FIVE, 8, Edges(6, 6, 6, 6), "long")
    return job._replace(**changes)  # type: ignore[arg-type]


def must(job: Booklet) -> Plan:
    plan = bind(job)
    assert plan is not None
    return plan


def read(job: Booklet, plan: Plan) -> list[list[Read | None]]:
    """Make the booklets of a plan as hands would, and read each."""
    spine = "right" if job.at_right else "left"
    if job.flip is None:
        return list(read_slit(plan, job.page, spine=spine))
    leaves = plan.leaves // job.copies
    out = []
    for copy in range(job.copies):
        mine = range(copy * leaves, (copy + 1) * leaves)
        sheets = tuple(sheet for sheet in plan.sheets if sheet.leaf in mine)
        out.append(read_nested(plan._replace(sheets=sheets), job.page, job.flip, spine=spine))
    return out


def faults(job: Booklet, plan: Plan) -> list[str]:
    """Say what a reader of all booklets would stumble over."""
    try:
        booklets = read(job, plan)
    except AssertionError as fault:
        return [str(fault)]
    pages = [page for booklet in booklets for page in booklet if page]
    found = []
    if [page.page for page in pages] != list(range(job.pages * job.copies)):
        found.append("order")
    if not all(page.upright for page in pages):
        found.append("upside down")
    for booklet in booklets:
        filled = [page is not None for page in booklet]
        if filled != sorted(filled, reverse=True):
            found.append("a blank page in the middle")
    return found


@st.composite
def jobs(draw: st.DrawFn) -> Booklet:
    paper = draw(st.sampled_from([A3, A4, A4.turned(), A5, LETTER, Size(300, 500)]))
    sizes = st.builds(Size, st.integers(30, 200), st.integers(30, 200))
    page = draw(st.one_of(st.sampled_from([A5, A6, A7, QUARTER, EIGHTH]), sizes))
    return Booklet(
        page=page,
        paper=paper,
        margin=FIVE,
        pages=draw(st.integers(1, 70)),
        drawn=draw(st.sampled_from([Edges(6, 6, 6, 6), Edges(5, 8, 7, 5)])),
        flip=draw(st.sampled_from(["long", "short", None])),
        at_right=draw(st.booleans()),
        copies=draw(st.integers(1, 3)),
    )


@settings(max_examples=300, deadline=None)
@given(jobs())
def test_every_booklet_reads_in_order_and_upright(job: Booklet) -> None:
    plan = bind(job)
    assume(plan is not None)
    assert plan is not None
    assert faults(job, plan) == []


@settings(max_examples=100, deadline=None)
@given(jobs())
def test_all_that_is_printed_is_within_reach_of_the_printer(job: Booklet) -> None:
    plan = bind(job)
    assume(plan is not None)
    assert plan is not None
    paper = portrait(job.paper)
    reach = Rect(0, 0, *paper).inset(job.margin)
    page = Rect(0, 0, *job.page).inset(job.drawn)
    for sheet in plan.sheets:
        for slot in sheet.slots:
            assert reach.contains(turn_into(slot.rect, slot.turn).rect(page))
        for mark in sheet.marks:
            for end in (mark.start, mark.end):
                assert reach.contains(Rect(*end, 0, 0))


@pytest.mark.parametrize(
    ("paper", "page", "flip", "pages", "leaves"),
    [
        (A4, A6, "long", 8, 1),
        (A4, A6, "short", 9, 2),
        (LETTER, QUARTER, "long", 16, 2),
        (A5, A6, "long", 8, 2),
        (A4, A7, None, 8, 1),
        (A4, A7, None, 9, 2),
        (A3, A6, None, 8, 1),
        (LETTER, EIGHTH, None, 16, 2),
    ],
)
def test_leaves(paper: Size, page: Size, flip: str | None, pages: int, leaves: int) -> None:
    job = job_of(paper=paper, page=page, flip=flip, pages=pages)
    plan = must(job)
    assert plan.leaves == leaves
    assert faults(job, plan) == []


def test_a_page_too_large_for_the_fold_is_refused() -> None:
    assert bind(job_of(flip=None)) is None
    assert bind(job_of(paper=A5.turned(), page=A5)) is None
    assert sheet_size(A7, two_sided=False) == Size(296, 210)


# --- marks ---


def lines(plan: Plan, *, fold: bool) -> list[tuple[float, float, float, float]]:
    marks = [mark for mark in plan.sheets[0].marks if mark.fold == fold]
    ends = ((m.start.x, m.start.y, m.end.x, m.end.y) for m in marks)
    return sorted((round(a, 3), round(b, 3), round(c, 3), round(d, 3)) for a, b, c, d in ends)


def test_two_sided_leaf_is_cut_across_and_folded_down_the_middle() -> None:
    plan = must(job_of())
    cuts = [(y1, y2) for x1, y1, x2, y2 in lines(plan, fold=False) if y1 == y2]
    assert (148.5, 148.5) in cuts
    ticks = lines(plan, fold=True)
    assert {x for x1, _, x2, _ in ticks for x in (x1, x2)} == {105}
    assert len(ticks) == 4
    assert plan.sheets[1].marks == (), "marks on one side are enough"


def test_one_sided_leaf_is_slit_between_its_inner_pages_only() -> None:
    plan = must(job_of(page=A7, flip=None))
    # The leaf is printed upright and read lying: the slit runs down its middle.
    slits = [line for line in lines(plan, fold=False) if abs(line[3] - line[1]) > 20]
    assert slits == [(105, 74.5, 105, 222.5)]
    folds = lines(plan, fold=True)
    across = {y1 for x1, y1, x2, y2 in folds if y1 == y2}
    assert across == {74.5, 148.5, 222.5}
    along = [(y1, y2) for x1, y1, x2, y2 in folds if x1 == x2 == 105]
    assert all(max(pair) <= 74.5 or min(pair) >= 222.5 for pair in along)
    assert len(along) == 4


# --- the same reader, with faults planted ---


@pytest.mark.parametrize("flip", ["long", "short"])
def test_a_wrong_back_is_caught(monkeypatch: pytest.MonkeyPatch, flip: str) -> None:
    job = job_of(page=Size(50, 60), flip=flip, pages=32)
    assert faults(job, must(job)) == []
    monkeypatch.setattr(module, "flip_rect", lambda rect, _paper, _flip: rect)
    assert faults(job, must(job)) == ["order"]
    monkeypatch.undo()
    monkeypatch.setattr(module, "back_turn", lambda **_: 180 if flip == "long" else 0)
    found = faults(job, must(job))
    assert "upside down" in found
    assert "order" in found, "the whole sheet is turned, so its pages change places too"


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        (((4, 3, 2, 1), (5, 6, 7, 0)), None),
        (((3, 4, 2, 1), (5, 6, 7, 0)), "order"),
        (((5, 6, 7, 0), (4, 3, 2, 1)), "the cover opens at the wrong side"),
        (((1, 2, 3, 4), (0, 7, 6, 5)), "the cover opens at the wrong side"),
    ],
)
def test_pages_in_another_place_are_caught(
    monkeypatch: pytest.MonkeyPatch, rows: tuple[tuple[int, ...], ...], fault: str | None
) -> None:
    monkeypatch.setattr(module, "_EIGHT", rows)
    job = job_of(page=A7, flip=None)
    assert faults(job, must(job)) == ([fault] if fault else [])


def test_binding_at_the_other_side_is_caught() -> None:
    for job in (job_of(pages=16), job_of(page=A7, flip=None)):
        assert faults(job._replace(at_right=True), must(job)) != []


def test_leaves_of_two_copies_are_apart() -> None:
    job = job_of(pages=5, copies=2)
    plan = must(job)
    assert plan.leaves == 2 * math.ceil(5 / 8)
    assert [sheet.leaf for sheet in plan.sheets] == [0, 0, 1, 1]
    assert faults(job, plan) == []

"""Imposition: properties over random jobs, known sheets, and faults that must be caught."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import ppgen.impose.sheets as module
from ppgen.geometry import Edges, Flip, Point, Rect, Size, Turn, portrait, turn_into
from ppgen.impose.grid import best_size, fit, shrink
from ppgen.impose.marks import Mark
from ppgen.impose.sheets import Imposition as Job
from ppgen.impose.sheets import Plan, Sheet, Slot, impose

A4 = Size(210, 297)
LETTER = Size(215.9, 279.4)
A5 = Size(148, 210)
A6 = Size(105, 148)
HALF_LETTER = Size(139.7, 215.9)
SMALL = Size(63, 44)
CLOSE = 1e-5


def even(distance: float) -> Edges:
    return Edges(distance, distance, distance, distance)


def job_of(face: Size, **changes: object) -> Job:
    job = Job(face, A4, even(5), "long", 7, even(5), "behind", stack=False)
    return job._replace(**changes)  # type: ignore[arg-type]


def must(job: Job) -> Plan:
    plan = impose(job)
    assert plan is not None
    return plan


def mm(low: float, high: float) -> st.SearchStrategy[float]:
    return st.integers(math.ceil(low * 10), math.floor(high * 10)).map(lambda n: n / 10)


@st.composite
def jobs(draw: st.DrawFn) -> Job:
    paper = draw(st.sampled_from([A4, A4.turned(), LETTER, A5, Size(100, 100), Size(300, 500)]))
    common = st.sampled_from([SMALL, A5, A6, HALF_LETTER, Size(63, 88), paper, paper.turned()])
    face = draw(st.one_of(common, st.builds(Size, mm(12, 320), mm(12, 320))))
    wide = st.one_of(st.sampled_from([0.0, 5.0]), mm(0, 15))
    # Distances below zero bleed; none reaches the middle of the smallest face.
    near = st.one_of(st.sampled_from([0.0, 0.2, 0.3, 1.1, 1.2, 4.0, 5.0]), mm(-4, 5.5))
    flip: Flip = draw(st.sampled_from(["long", "short"]))
    # As a page and the one behind it have the same margins, these are alike where leaves turn.
    same, one, other = draw(wide), draw(wide), draw(wide)
    margin = Edges(same, one, same, other) if flip == "long" else Edges(one, same, other, same)
    return Job(
        face=face,
        paper=paper,
        margin=margin,
        flip=flip,
        pieces=draw(st.integers(1, 90)),
        drawn=Edges(draw(near), draw(near), draw(near), draw(near)),
        backs=draw(st.sampled_from(["behind", "beside", "apart", "none"])),
        stack=draw(st.booleans()),
        turn=draw(st.sampled_from(["side", "top"])),
        gap=draw(st.one_of(st.just(0.0), mm(0.5, 8))),
        marks=draw(st.sampled_from(["corners", "corners", "lines", "edges", "none"])),
        marks_on=draw(st.sampled_from(["both", "both", "front", "back"])),
    )


def planned(job: Job) -> Plan:
    plan = impose(job)
    assume(plan is not None)
    assert plan is not None
    return plan


def printable(job: Job) -> Rect:
    paper = portrait(job.paper)
    return Rect(0, 0, paper.width, paper.height).inset(job.margin)


def drawn_area(slot: Slot, job: Job) -> Rect:
    return turn_into(slot.rect, slot.turn).rect(
        Rect(0, 0, job.face.width, job.face.height).inset(job.drawn)
    )


def box(mark: Mark) -> Rect:
    x, y = min(mark.start.x, mark.end.x), min(mark.start.y, mark.end.y)
    return Rect(x, y, abs(mark.end.x - mark.start.x), abs(mark.end.y - mark.start.y))


def touches(mark: Mark, area: Rect) -> bool:
    """Return whether a line crosses the inside of an area; unlike `overlaps`, for width 0 too."""
    b = box(mark)
    return (
        b.x < area.right - CLOSE
        and b.right > area.x + CLOSE
        and b.y < area.bottom - CLOSE
        and b.bottom > area.y + CLOSE
    )


# --- the physical model: paper, a printer and two hands, without a look at the module's rules ---


def ink_under(slot: Slot, point: Point) -> Point:
    """Where on the page a point of the upright face is printed."""
    return turn_into(slot.rect, slot.turn).point(point)


def through_paper(point: Point, paper: Size, flip: str) -> Point:
    """Where a hole pricked through the front page comes out on the back page."""
    if flip == "long":
        return Point(paper.width - point.x, point.y)
    return Point(point.x, paper.height - point.y)


def through_piece(point: Point, face: Size, turn: str) -> Point:
    """Where a hole pricked through the front of a piece is seen once it is turned over."""
    if turn == "side":
        return Point(face.width - point.x, point.y)
    return Point(point.x, face.height - point.y)


def check_registration(plan: Plan, job: Job) -> None:
    """Prick holes through every front; each must come out where the back's reader expects it."""
    paper = portrait(job.paper)
    w, h = job.face.width, job.face.height
    holes = [Point(w * 0.3, h * 0.02), Point(w * 0.1, h * 0.6), Point(0, 0), Point(w, h)]
    pages = iter(plan.sheets)
    for front, back in zip(pages, pages, strict=True):
        assert (front.side, back.side) == ("front", "back")
        assert front.leaf == back.leaf
        behind = {slot.piece: slot for slot in back.slots}
        assert set(behind) == {slot.piece for slot in front.slots}
        for slot in front.slots:
            for hole in holes:
                out = through_paper(ink_under(slot, hole), paper, job.flip)
                seen = ink_under(behind[slot.piece], through_piece(hole, job.face, job.turn))
                assert out.x == pytest.approx(seen.x, abs=CLOSE)
                assert out.y == pytest.approx(seen.y, abs=CLOSE)


def through_fold(point: Point, fold: Mark) -> Point:
    """Where a hole pricked through the front comes out beside it, before the pair is folded."""
    if fold.start.x == fold.end.x:
        return Point(2 * fold.start.x - point.x, point.y)
    return Point(point.x, 2 * fold.start.y - point.y)


def check_fold(plan: Plan, job: Job) -> None:
    """Fold every pair along its line: holes through the front must come out as in a turned leaf."""
    w, h = job.face.width, job.face.height
    holes = [Point(w * 0.3, h * 0.02), Point(w * 0.1, h * 0.6), Point(0, 0), Point(w, h)]
    for page in plan.sheets:
        folds = [mark for mark in page.marks if mark.fold]
        fronts = [slot for slot in page.slots if slot.side == "front"]
        backs = [slot for slot in page.slots if slot.side == "back"]
        for front, back, fold in zip(fronts, backs, folds, strict=True):
            assert front.piece == back.piece
            for end in (fold.start, fold.end):
                assert front.rect.contains(Rect(*end, 0, 0), 1e-6)
                assert back.rect.contains(Rect(*end, 0, 0), 1e-6)
            for hole in holes:
                out = through_fold(ink_under(front, hole), fold)
                seen = ink_under(back, through_piece(hole, job.face, job.turn))
                assert out.x == pytest.approx(seen.x, abs=CLOSE)
                assert out.y == pytest.approx(seen.y, abs=CLOSE)


def pages_by_side(plan: Plan, side: str) -> list[Sheet]:
    return [sheet for sheet in plan.sheets if sheet.side == side]


def pieces_of(plan: Plan, side: str) -> list[int]:
    return [s.piece for page in plan.sheets for s in page.slots if s.side == side]


def places(page: Sheet) -> int:
    """Count the places of the grid that a page fills: a folded pair has one."""
    return len({slot.piece for slot in page.slots})


# --- properties ---


@pytest.mark.slow
@settings(deadline=None)
@given(jobs())
def test_every_piece_once_per_side(job: Job) -> None:
    plan = planned(job)
    assert sorted(pieces_of(plan, "front")) == list(range(job.pieces))
    expected = range(0 if job.backs == "none" else job.pieces)
    assert sorted(pieces_of(plan, "back")) == list(expected)
    if job.backs != "beside":
        assert all(s.side == page.side for page in plan.sheets for s in page.slots)


@pytest.mark.slow
@settings(deadline=None)
@given(jobs())
def test_slots_lie_on_the_paper_without_overlap(job: Job) -> None:
    plan = planned(job)
    paper = portrait(job.paper)
    leaf = Rect(0, 0, paper.width, paper.height)
    for page in plan.sheets:
        rects = [slot.rect for slot in page.slots]
        assert all(leaf.contains(rect, 1e-5) for rect in rects)
        assert all(page.trim.contains(rect) for rect in rects)
        for slot in page.slots:
            size = slot.rect.size if slot.turn in {0, 180} else slot.rect.size.turned()
            assert size == pytest.approx(job.face, abs=CLOSE)
        assert not any(a.overlaps(b) for i, a in enumerate(rects) for b in rects[i + 1 :])


@pytest.mark.slow
@settings(deadline=None)
@given(jobs())
def test_drawings_stay_in_the_printable_area(job: Job) -> None:
    plan = planned(job)
    area = printable(job)
    for page in plan.sheets:
        assert all(area.contains(drawn_area(slot, job), 1e-5) for slot in page.slots)


@settings(deadline=None)
@given(jobs(), st.sampled_from([0.0, 0.5, 1.0]))
def test_what_bleeds_keeps_off_neighbours(job: Job, share: float) -> None:
    bleed = job.gap / 2 * share
    plan = planned(job._replace(drawn=even(-bleed)))
    for page in plan.sheets:
        drawings = [drawn_area(slot, job._replace(drawn=even(-bleed))) for slot in page.slots]
        if job.backs != "beside":
            pairs = itertools.combinations(drawings, 2)
            assert not any(one.overlaps(other, 1e-5) for one, other in pairs)
        assert all(page.trim.inset(even(-bleed)).contains(one, 1e-5) for one in drawings)


@pytest.mark.slow
@settings(deadline=None, max_examples=300)
@given(jobs())
def test_marks_are_printable_and_touch_no_drawing(job: Job) -> None:
    plan = planned(job)
    area = printable(job)
    for page in plan.sheets:
        drawings = [drawn_area(slot, job) for slot in page.slots]
        for mark in page.marks:
            assert area.contains(box(mark), 1e-5)
            assert max(box(mark).width, box(mark).height) >= 0.8 - CLOSE
            if mark.whole:
                # What bleeds is cut off along such a line.
                assert not any(touches(mark, slot.rect) for slot in page.slots)
            # What bleeds over a fold cannot be kept off it.
            elif not mark.fold or min(job.drawn) >= 0:
                assert not any(touches(mark, drawing) for drawing in drawings)


@pytest.mark.slow
@settings(deadline=None)
@given(jobs())
def test_every_mark_lies_on_a_cut_line(job: Job) -> None:
    for page in planned(job).sheets:
        xs = {v for slot in page.slots for v in (slot.rect.x, slot.rect.right)}
        ys = {v for slot in page.slots for v in (slot.rect.y, slot.rect.bottom)}
        for mark in page.marks:
            upright = box(mark).height > box(mark).width
            value, lines = (mark.start.x, xs) if upright else (mark.start.y, ys)
            assert min(abs(value - line) for line in lines) < CLOSE


def lines_of(page: Sheet, *, upright: bool) -> set[float]:
    """Give the places of a page's cuts of one direction, each once."""
    rects = [slot.rect for slot in page.slots]
    ends = [v for r in rects for v in ((r.x, r.right) if upright else (r.y, r.bottom))]
    return {round(v, 4) for v in ends}


def bare_cuts(plan: Plan, page: Sheet) -> list[float]:
    """Give the cuts that a ruler finds no mark for at one end or both: how far in they lie."""
    out = []
    for upright in (True, False):
        paper = plan.grid.paper.width if upright else plan.grid.paper.height
        middle = page.trim.center.y if upright else page.trim.center.x
        for line in lines_of(page, upright=upright):
            ends = set()
            for mark in page.marks:
                b = box(mark)
                at, low, high = (b.x, b.y, b.bottom) if upright else (b.y, b.x, b.right)
                if not mark.fold and (b.height > b.width) == upright and abs(at - line) < 1e-3:
                    ends |= {end for end, there in ((0, low < middle), (1, high > middle)) if there}
            if len(ends) < 2 and min(line, paper - line) > 1:
                out.append(min(line, paper - line))
    return out


@pytest.mark.slow
@settings(deadline=None, max_examples=300)
@given(jobs())
def test_every_cut_has_marks_at_both_ends_or_is_named(job: Job) -> None:
    plan = planned(job._replace(marks_on="both"))
    if job.marks == "none" or sorted(portrait(job.face)) == sorted(portrait(job.paper)):
        assert plan.unmarked == ()
        return
    for page in plan.sheets:
        if job.backs != "beside":
            bare = bare_cuts(plan, page)
            assert all(any(abs(d - n) < 1e-3 for n in plan.unmarked) for d in bare)


@settings(deadline=None)
@given(jobs())
def test_marks_stand_on_the_side_that_is_asked_for(job: Job) -> None:
    both, plan = planned(job._replace(marks_on="both")), planned(job)
    for page, full in zip(plan.sheets, both.sheets, strict=True):
        printed = job.backs in {"behind", "apart"}
        if printed and job.marks_on not in {"both", page.side}:
            assert page.marks == ()
        else:
            assert page == full


@settings(deadline=None)
@given(jobs())
def test_free_room_holds_no_drawing(job: Job) -> None:
    area = printable(job)
    for page in planned(job).sheets:
        free = page.free
        assert min(free.left, free.top, free.right, free.bottom) >= 0
        room = area.inset(free)
        for slot in page.slots:
            # What is drawn never reaches into the free strips.
            assert room.contains(drawn_area(slot, job), 1e-5)


@pytest.mark.slow
@settings(deadline=None)
@given(jobs())
def test_back_is_behind_its_front_and_upright(job: Job) -> None:
    job = job._replace(backs="behind")
    check_registration(planned(job), job)


@pytest.mark.slow
@settings(deadline=None)
@given(jobs())
def test_a_folded_back_is_behind_its_front_and_upright(job: Job) -> None:
    job = job._replace(backs="beside")
    check_fold(planned(job), job)


@settings(deadline=None)
@given(jobs())
def test_leaf_glued_on_leaf_has_backs_behind_fronts(job: Job) -> None:
    plan = planned(job._replace(backs="apart"))
    half = len(plan.sheets) // 2
    pairs = zip(plan.sheets[:half], plan.sheets[half:], strict=True)
    glued = [page for front, back in pairs for page in (front, back._replace(leaf=front.leaf))]
    check_registration(plan._replace(sheets=tuple(glued)), job)


@settings(deadline=None)
@given(jobs())
def test_marks_of_a_back_lie_behind_those_of_its_front(job: Job) -> None:
    job = job._replace(backs="behind", marks_on="both")
    plan = planned(job)
    pages = iter(plan.sheets)
    for front, back in zip(pages, pages, strict=True):
        assert len(front.marks) == len(back.marks)
        for one, other in zip(front.marks, back.marks, strict=True):
            for a, b in ((one.start, other.start), (one.end, other.end)):
                assert through_paper(a, plan.grid.paper, job.flip) == b


@pytest.mark.slow
@settings(deadline=None)
@given(jobs())
def test_leaves_and_order_of_pages(job: Job) -> None:
    plan = planned(job)
    needed = math.ceil(job.pieces / plan.per_leaf)
    leaves = [(page.side, page.leaf) for page in plan.sheets]
    fronts = [("front", leaf) for leaf in range(needed)]
    if job.backs in {"none", "beside"}:
        assert leaves == fronts
        assert plan.leaves == needed
    elif job.backs == "apart":
        assert leaves == fronts + [("back", needed + leaf) for leaf in range(needed)]
        assert plan.leaves == 2 * needed
    else:
        assert leaves == [(side, leaf) for leaf in range(needed) for side in ("front", "back")]
        assert plan.leaves == needed


@settings(deadline=None)
@given(jobs())
def test_part_filled_leaves_are_blocks(job: Job) -> None:
    """Rows are full but for the last one, and no pieces lie a gap apart that is not asked for."""
    plan = planned(job)
    for page in pages_by_side(plan, "front"):
        assert 0 < places(page) <= plan.per_leaf
        if job.backs == "beside":
            continue
        rows: dict[float, list[Rect]] = {}
        for slot in page.slots:
            rows.setdefault(round(slot.rect.y, 4), []).append(slot.rect)
        lengths = [len(row) for row in rows.values()]
        assert list(rows) == sorted(rows)
        assert set(lengths[:-1]) <= {max(lengths)}
        for row in rows.values():
            for one, other in itertools.pairwise(row):
                assert other.x - one.right == pytest.approx(job.gap, abs=CLOSE)
    if not job.stack:
        fronts = pages_by_side(plan, "front")
        assert all(places(page) == plan.per_leaf for page in fronts[:-1])
        assert pieces_of(plan, "front") == list(range(job.pieces))


@settings(deadline=None)
@given(jobs())
def test_stack_gives_ordered_piles(job: Job) -> None:
    plan = planned(job._replace(stack=True, backs="behind"))
    piles: dict[Rect, list[int]] = {}
    for page in pages_by_side(plan, "front"):
        for slot in page.slots:
            piles.setdefault(slot.rect, []).append(slot.piece)
    places = sorted(piles, key=lambda rect: (rect.y, rect.x))
    assert [piece for place in places for piece in piles[place]] == list(range(job.pieces))


@settings(deadline=None)
@given(jobs())
def test_fit_is_the_best_grid(job: Job) -> None:
    """Try every count with the rule as the design page words it."""
    paper = portrait(job.paper)
    inset_x = min(job.drawn.left, job.drawn.right)
    inset_y = min(job.drawn.top, job.drawn.bottom)

    def most(step: float, length: float, inset: float, before: float, after: float) -> int:
        """Count the faces in a row that has a place on the paper, its drawings in reach."""
        n = 0
        while max(0, before - inset) <= 1e-6 + min(length, length - after + inset) - (
            (n + 1) * step + n * job.gap
        ):
            n += 1
        return n

    face, m = job.face, job.margin
    upright = most(face.width, paper.width, inset_x, m.left, m.right) * most(
        face.height, paper.height, inset_y, m.top, m.bottom
    )
    across = most(face.height, paper.width, inset_y, m.left, m.right) * most(
        face.width, paper.height, inset_x, m.top, m.bottom
    )
    grid = fit(face, job.paper, job.margin, job.drawn, job.gap)
    assert (grid.capacity if grid else 0) == max(upright, across)
    if grid:
        assert grid.turned == (across > upright)
        if m.left == m.right:
            assert grid.box.center.x == pytest.approx(paper.width / 2)
        if m.top == m.bottom:
            assert grid.box.center.y == pytest.approx(paper.height / 2)


# --- known sheets ---


def test_a5_two_up_on_a4() -> None:
    plan = must(job_of(A5, pieces=50, stack=True))
    assert (plan.columns, plan.rows, plan.turned) == (1, 2, True)
    assert (plan.per_leaf, plan.leaves, len(plan.sheets)) == (2, 25, 50)
    assert plan.sheets[0].trim == Rect(0, 0.5, 210, 296)
    assert [s.piece for s in plan.sheets[0].slots] == [0, 25]
    assert plan.sheets[0].slots[0].turn == 90
    assert plan.sheets[1].slots[0].turn == 270
    # No room outside: the one cut between the two is shown by a tick at each end.
    assert plan.sheets[0].marks == (
        Mark(Point(5, 148.5), Point(8, 148.5)),
        Mark(Point(202, 148.5), Point(205, 148.5)),
    )


def test_a5_alone_on_its_last_leaf_still_shows_the_cut() -> None:
    plan = must(job_of(A5, pieces=3))
    assert len(plan.sheets[2].slots) == 1
    assert len(plan.sheets[2].marks) >= 2
    assert any(mark.start == Point(5, 148.5) for mark in plan.sheets[2].marks)


def test_no_tick_where_drawings_meet() -> None:
    plan = must(job_of(A5, drawn=Edges(left=0, top=5, right=0, bottom=5), margin=even(0.5)))
    assert plan.per_leaf == 2
    assert plan.sheets[0].marks == ()


def test_eighteen_up_on_a4() -> None:
    plan = must(job_of(SMALL, pieces=20, drawn=even(4)))
    assert (plan.columns, plan.rows, plan.turned, plan.per_leaf) == (3, 6, False, 18)
    page = plan.sheets[0]
    assert page.slots[0].rect == Rect(10.5, 16.5, 63, 44)
    assert page.trim == Rect(10.5, 16.5, 189, 264)
    assert page.free == Edges(5.5, 11.5, 5.5, 11.5)
    # 4 + 7 lines with two ends each, and 2 x 5 crosses of two lines.
    assert len(page.marks) == 2 * (4 + 7) + 2 * 10
    assert Mark(Point(10.5, 11.5), Point(10.5, 15)) in page.marks
    assert Mark(Point(5.5, 16.5), Point(9, 16.5)) in page.marks
    assert Mark(Point(72.5, 60.5), Point(74.5, 60.5)) in page.marks
    last = plan.sheets[2]
    assert [s.piece for s in last.slots] == [18, 19]
    # In the middle of the paper, where all marks have their length.
    assert last.trim == Rect(73.5, 104.5, 63, 88)
    assert {max(box(m).width, box(m).height) for m in last.marks} == {3.5}
    assert plan.sheets[3].trim == Rect(73.5, 104.5, 63, 88)


def test_eighteen_up_on_letter_cuts_marks_at_the_printable_area() -> None:
    plan = must(job_of(SMALL, pieces=18, paper=LETTER, drawn=even(4)))
    assert plan.per_leaf == 18
    first = plan.sheets[0].marks[0]
    # There are 2.7 mm outside, and a ruler wants 3.
    assert first.start.y == pytest.approx(5)
    assert first.end.y == pytest.approx(8)


def test_half_letter_two_up_on_letter() -> None:
    plan = must(job_of(HALF_LETTER, paper=LETTER))
    assert (plan.columns, plan.rows, plan.turned) == (1, 2, True)


def test_a6_four_up_on_a4() -> None:
    plan = must(job_of(A6))
    assert (plan.columns, plan.rows, plan.turned) == (2, 2, False)
    # A tick at each end of the two inner cuts, and one cross in the middle.
    assert len(plan.sheets[0].marks) == 4 + 2


def test_the_whole_leaf_has_no_marks() -> None:
    for face in (A4, A4.turned()):
        plan = must(job_of(face, pieces=2))
        assert plan.per_leaf == 1
        assert all(page.marks == () for page in plan.sheets)


def test_marks_start_beyond_the_bleed() -> None:
    plan = must(job_of(Size(100, 100), pieces=2, drawn=even(-3)))
    page = plan.sheets[0]
    assert page.marks
    bled = page.trim.inset(even(-3))
    assert not any(touches(mark, bled) for mark in page.marks)


def test_blank_faces_may_lie_outside_the_printable_area_but_marks_may_not() -> None:
    job = job_of(Size(10, 10), paper=Size(100, 100), margin=even(15), pieces=100, drawn=even(50))
    plan = must(job)
    assert plan.per_leaf == 100
    assert plan.sheets[0].marks
    assert all(printable(job).contains(box(mark)) for mark in plan.sheets[0].marks)


def test_what_does_not_fit() -> None:
    assert impose(job_of(Size(220, 300))) is None
    assert impose(job_of(A4, drawn=even(4.9))) is None
    assert impose(job_of(SMALL, margin=even(105))) is None


def test_no_pieces_no_pages() -> None:
    plan = must(job_of(SMALL, pieces=0))
    assert (plan.sheets, plan.leaves) == ((), 0)


def test_landscape_paper_is_used_portrait() -> None:
    assert impose(job_of(A6, paper=A4.turned())) == impose(job_of(A6))


def test_best_size() -> None:
    sizes = [A5, HALF_LETTER]
    assert best_size(sizes, A4, even(5), lambda _: even(5)) == 0
    assert best_size(sizes, LETTER, even(5), lambda _: even(5)) == 1
    assert best_size([*sizes, A4], A4, even(5), lambda _: even(5)) == 0
    small = Size(100, 140)
    assert best_size([*sizes, small], small, even(5), lambda _: even(5)) == 2
    assert best_size(sizes, small, even(5), lambda _: even(5)) is None
    assert best_size([A6, A6.turned()], A4, even(5), lambda _: even(5)) == 0
    # What a size draws counts: A5 that draws up to its edge fits only once, or not at all.
    assert best_size([A5, A6], A4, even(5), lambda size: even(5 if size == A6 else 0)) == 1
    assert best_size([A5, A6], A4, even(5), lambda size: even(5 if size == A6 else -80)) == 1


def test_best_size_draws_only_what_may_win() -> None:
    drawn: list[Size] = []

    def draw(size: Size) -> Edges:
        drawn.append(size)
        return even(5)

    assert best_size([Size(108, 140), A6, A4], A4, even(5), draw) == 1
    assert drawn == [A6]
    drawn.clear()
    assert best_size([Size(300, 400), A4], A4, even(5), draw) == 1
    assert drawn == [A4]


# --- smaller faces ---


def test_a_face_is_made_no_smaller_than_it_must_be() -> None:
    """Two A5 across A4 reach 5 mm into a margin of 7: 2 mm less at each end."""
    assert shrink(A5, A4, even(7), even(5), 2, 0.95) == Size(146.5, 206)
    assert fit(Size(146.5, 206), A4, even(7), even(5)) is not None
    assert shrink(A5, A4, even(12.7), even(5), 2, 0.95) is None
    assert shrink(Size(287, 200), A4, even(10), even(0), 1, 0.95) == Size(277, 190)


@settings(deadline=None)
@given(jobs(), st.integers(1, 12))
def test_as_many_as_wanted_fit_once_shrunk_and_none_larger_does(job: Job, wanted: int) -> None:
    size = shrink(job.face, job.paper, job.margin, job.drawn, wanted, 0.5)
    assume(size is not None)
    assert size is not None
    assert 0.5 <= min(size.width / job.face.width, size.height / job.face.height) <= 1
    grid = fit(size, job.paper, job.margin, job.drawn)
    assert grid is not None
    assert grid.capacity >= wanted
    if size != job.face and wanted == 1:
        larger = Size(
            min(size.width + 0.2, job.face.width), min(size.height + 0.2, job.face.height)
        )
        assert fit(larger, job.paper, job.margin, job.drawn) is None


# --- planted faults: the physical model must see each ---


def alter_backs(plan: Plan, alter: Callable[[Slot], Slot]) -> Plan:
    sheets = tuple(
        page._replace(slots=tuple(alter(slot) for slot in page.slots))
        if page.side == "back"
        else page
        for page in plan.sheets
    )
    return plan._replace(sheets=sheets)


def half_turn(slot: Slot) -> Slot:
    turns: dict[Turn, Turn] = {0: 180, 90: 270, 180: 0, 270: 90}
    return slot._replace(turn=turns[slot.turn])


def unmirrored_x(slot: Slot) -> Slot:
    r = slot.rect
    return slot._replace(rect=r._replace(x=A4.width - r.x - r.width))


def unmirrored_y(slot: Slot) -> Slot:
    r = slot.rect
    return slot._replace(rect=r._replace(y=A4.height - r.y - r.height))


def nudged(slot: Slot) -> Slot:
    return slot._replace(rect=slot.rect._replace(x=slot.rect.x + 0.1))


def next_piece(slot: Slot) -> Slot:
    return slot._replace(piece=slot.piece ^ 1)


@pytest.mark.parametrize("turn", ["side", "top"])
@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("face", [SMALL, Size(85, 60)], ids=["upright", "turned"])
@pytest.mark.parametrize("fault", [half_turn, unmirrored_x, unmirrored_y, nudged, next_piece])
def test_the_model_sees_wrong_backs(
    fault: Callable[[Slot], Slot], face: Size, flip: str, turn: str
) -> None:
    job = job_of(face, flip=flip, turn=turn, pieces=4)
    plan = must(job)
    assert plan.turned == (face != SMALL)
    check_registration(plan, job)
    with pytest.raises(AssertionError):
        check_registration(alter_backs(plan, fault), job)


@pytest.mark.parametrize("turn", ["side", "top"])
def test_the_model_sees_the_wrong_duplex_and_the_wrong_turn(turn: str) -> None:
    job = job_of(SMALL, pieces=4, turn=turn)
    other = "top" if turn == "side" else "side"
    for wrong in (job._replace(flip="short"), job._replace(turn=other)):  # type: ignore[arg-type]
        with pytest.raises(AssertionError):
            check_registration(must(job), wrong)


@pytest.mark.parametrize("turn", ["side", "top"])
@pytest.mark.parametrize("face", [SMALL, Size(85, 60), Size(60, 40)], ids=["a", "b", "c"])
def test_the_model_of_folding_sees_a_back_upside_down(face: Size, turn: str) -> None:
    job = job_of(face, backs="beside", turn=turn, pieces=4)
    plan = must(job)
    check_fold(plan, job)
    sheets = tuple(
        page._replace(slots=tuple(half_turn(s) if s.side == "back" else s for s in page.slots))
        for page in plan.sheets
    )
    with pytest.raises(AssertionError):
        check_fold(plan._replace(sheets=sheets), job)


def test_the_module_without_its_mirror_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    module.page_frame.cache_clear()
    monkeypatch.setattr(module, "flip_rect", lambda rect, _paper, _flip: rect)
    job = job_of(SMALL, pieces=4)
    with pytest.raises(AssertionError):
        check_registration(must(job), job)
    module.page_frame.cache_clear()


def test_faces_are_turned_where_that_gives_all_cuts_a_mark() -> None:
    """Nine poker cards reach beyond 7 mm on Letter; eight, turned, do not."""
    job = job_of(Size(63.5, 88.9), paper=LETTER, pieces=18, margin=even(7), drawn=even(8))
    plan = must(job)
    assert (plan.columns, plan.rows, plan.turned, plan.unmarked) == (2, 4, True, ())
    assert must(job._replace(marks="none")).per_leaf == 9


def test_what_cannot_be_marked_is_named() -> None:
    plan = must(job_of(Size(206, 146.5), margin=even(7), stack=True, pieces=50))
    assert plan.per_leaf == 2
    assert plan.unmarked == pytest.approx((2, 2, 2, 2))
    assert must(job_of(A5, pieces=50)).unmarked == (), "half a millimetre is no cut"


@pytest.mark.parametrize(
    ("pieces", "columns", "rows"), [(1, 1, 1), (2, 1, 2), (5, 2, 3), (7, 2, 4), (10, 2, 5)]
)
def test_few_cuts_part_a_leaf_that_is_not_full(pieces: int, columns: int, rows: int) -> None:
    plan = must(job_of(SMALL, pieces=18 + pieces, drawn=even(4)))
    page = plan.sheets[2]
    shape = (len(lines_of(page, upright=True)) - 1, len(lines_of(page, upright=False)) - 1)
    assert shape == (columns, rows)
    assert page.trim.center == pytest.approx((105, 148.5))


def test_lines_reach_over_the_whole_page() -> None:
    plan = must(job_of(SMALL, pieces=2, drawn=even(4), marks="lines"))
    upright = [m for m in plan.sheets[0].marks if m.start.x == m.end.x]
    assert [m.start.x for m in upright] == pytest.approx([73.5, 136.5])
    # Only the line of words in the margin is left free.
    assert {(m.start.y, m.end.y) for m in upright} == {(11, 286)}


@pytest.mark.parametrize("clear", [4.0, 0.0])
def test_every_cut_of_nine_poker_faces_on_letter_is_marked(clear: float) -> None:
    """1.35 mm are left between the faces and what the printer cannot reach."""
    poker = Size(63.5, 88.9)
    sheet = must(job_of(poker, paper=LETTER, pieces=9, drawn=even(clear))).sheets[0]
    upright = {round(m.start.x, 3) for m in sheet.marks if m.start.x == m.end.x}
    lying = {round(m.start.y, 3) for m in sheet.marks if m.start.y == m.end.y}
    assert upright >= {round(12.7 + 63.5 * i, 3) for i in range(4)}
    assert lying >= {round(6.35 + 88.9 * i, 3) for i in range(4)}

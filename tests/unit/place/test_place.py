"""Placing: shares of a box, text that fits, repeats, turns, mirrors, box edges, running text."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from ppgen.diagnostics import Problem
from ppgen.drawing.extent import bounds
from ppgen.drawing.face import Face, drawn_edges
from ppgen.drawing.ops import MM_PER_PT, Color, EllipseOp, LineOp, PathOp, RectOp, TextOp
from ppgen.drawing.style import Style
from ppgen.geometry import Rect, Size
from ppgen.place.boxes import share_out
from ppgen.place.prose import set_prose
from ppgen.text.fit import Fitter
from ppgen.text.fonts import Fonts
from tests.support.layouts import FACE, Bench

CLOSE = 1e-6


def near(*values: float) -> object:
    return pytest.approx(values, abs=1e-6)


def box(rect: Rect) -> tuple[float, float, float, float]:
    return rect.x, rect.y, rect.width, rect.height


def rects(face: Face) -> list[tuple[float, float, float, float]]:
    return [box(op.rect) for op in face.ops if isinstance(op, RectOp)]


def texts(face: Face) -> list[TextOp]:
    return [op for op in face.ops if isinstance(op, TextOp)]


# --- sharing room ---

lengths = st.integers(0, 400).map(lambda n: n / 4)


@st.composite
def tracks(draw: st.DrawFn) -> tuple[float, float, float, float]:
    """Share, extra, least and most, as layouts give them: a share's extra counts as a least."""
    if draw(st.booleans()):
        fixed = draw(lengths)
        return 0.0, fixed, fixed, fixed
    share = draw(st.sampled_from([0.0, 0.5, 1.0, 2.0, 3.0, 8.62, 62.5]))
    extra = draw(lengths)
    low = max(draw(lengths), extra)
    high = draw(st.one_of(st.just(math.inf), lengths.map(lambda more: low + more)))
    return share, extra, low, high


@given(st.lists(tracks(), min_size=1, max_size=8), lengths.map(lambda n: n * 8))
def test_shares_fill_the_room_and_keep_their_limits(
    given_tracks: list[tuple[float, float, float, float]], room: float
) -> None:
    sizes = share_out(room, given_tracks)
    assert len(sizes) == len(given_tracks)
    for size, (_share, _extra, low, high) in zip(sizes, given_tracks, strict=True):
        assert low - CLOSE <= size <= high + CLOSE
    least = sum(low for _, _, low, _ in given_tracks)
    most = sum(high if share > 0 else low for share, _, low, high in given_tracks)
    if room <= least:
        assert sum(sizes) == pytest.approx(least)
    else:
        assert sum(sizes) == pytest.approx(min(room, most), abs=1e-4)


@given(st.lists(tracks(), min_size=2, max_size=8), lengths.map(lambda n: n * 8))
def test_one_unit_for_all_that_meet_no_limit(
    given_tracks: list[tuple[float, float, float, float]], room: float
) -> None:
    sizes = share_out(room, given_tracks)
    units = [
        (size - extra) / share
        for size, (share, extra, low, high) in zip(sizes, given_tracks, strict=True)
        if share > 0 and low + CLOSE < size < high - CLOSE
    ]
    for unit in units:
        assert unit == pytest.approx(units[0], rel=1e-6, abs=1e-6)


@pytest.mark.parametrize(
    ("room", "shares", "sizes"),
    [
        (100, [(1, 0, 0, math.inf), (3, 0, 0, math.inf)], (25, 75)),
        (100, [(0, 10, 10, 10), (1, 0, 0, math.inf), (1, 4, 4, math.inf)], (10, 43, 47)),
        (100, [(1, 0, 60, math.inf), (1, 0, 0, math.inf)], (60, 40)),
        (100, [(1, 0, 0, 20), (1, 0, 0, math.inf)], (20, 80)),
        (100, [(1, 0, 0, 20), (1, 0, 0, 30)], (20, 30)),
        (100, [(0, 0, 7, math.inf), (1, 0, 0, math.inf)], (7, 93)),
        (10, [(1, 0, 60, math.inf), (1, 0, 5, math.inf)], (60, 5)),
    ],
)
def test_known_shares(
    room: float, shares: list[tuple[float, float, float, float]], sizes: tuple[float, ...]
) -> None:
    assert tuple(share_out(room, shares)) == near(*sizes)


def test_a_share_of_tiny_need_is_not_lost() -> None:
    """A track whose least is over its share joins in as soon as the unit has grown that far."""
    sizes = share_out(30, [(1, 0, 8, math.inf), (1, 0, 0, math.inf), (1, 0, 0, math.inf)])
    assert tuple(sizes) == near(10, 10, 10)


# --- divisions ---


def test_rows_columns_gaps_and_insets(bench: Bench) -> None:
    face = bench.face(
        "\n".join(f"  - {{shape: rect, box: {name}}}" for name in ("top", "left", "right", "low")),
        head="rows: {top: 10, body: {size: 1fr, columns: {left: 1fr, right: 3fr}, gap: 4},"
        " low: {size: 12, inset: 3x1}}\ngap: 2",
    )
    assert bench.codes() == []
    expected = [(0, 0, 100, 10), (0, 12, 24, 34), (28, 12, 72, 34), (3, 49, 94, 10)]
    assert rects(face) == [near(*one) for one in expected]


def test_a_track_is_never_smaller_than_what_stands_in_it(bench: Bench) -> None:
    face = bench.face(
        "  - {field: a, box: a, min: 70x5, style: {stroke: ink}}\n  - {shape: rect, box: b}",
        head="columns: {a: 1fr, b: 1fr}",
    )
    assert rects(face) == [near(0, 0, 70, 60), near(70, 0, 30, 60)]


def test_too_small_names_what_it_needs(bench: Bench) -> None:
    draw = "  - {field: a, box: a, min: 70x5, style: {stroke: ink}}"
    head = "columns: {a: 0fr, b: {size: 1fr, min: 40.04}}\ninset: 1x2"
    with pytest.raises(
        Problem, match=r"100x60 mm, this layout needs at least 112\.1x9 mm"
    ) as found:
        bench.face(draw, head=head)
    assert found.value.diagnostic.code == "E402"
    assert list(bench.face(draw, head=head, size=Size(112.1, 9)).ops)


# --- boxes ---


@pytest.mark.parametrize(
    ("edges", "expected"),
    [
        ("", (10, 20, 40, 30)),
        ("left: 3", (13, 20, 37, 30)),
        ("left: 3, right: 4, top: 5, bottom: 6", (13, 25, 33, 19)),
        ("width: 12", (24, 20, 12, 30)),
        ("width: 12, right: 2", (36, 20, 12, 30)),
        ("height: 10, bottom: 0", (10, 40, 40, 10)),
        ("inset: 2", (12, 22, 36, 26)),
        ("inset: -2", (8, 18, 44, 34)),
        ("inset: 2, width: 6", (27, 22, 6, 26)),
        ("ratio: 1", (15, 20, 30, 30)),
        ("ratio: 4", (10, 30, 40, 10)),
    ],
)
def test_box_edges(bench: Bench, edges: str, expected: tuple[float, ...]) -> None:
    head = (
        "rows: {over: 20, row: {size: 30, columns: {before: 10, here: 40, after: 1fr}}, rest: 1fr}"
    )
    face = bench.face(f"  - {{shape: rect, box: {{in: here, {edges}}}}}", head=head)
    assert bench.codes() == []
    assert rects(face) == [near(*expected)]


def test_a_box_that_leaves_its_parent(bench: Bench) -> None:
    bench.face(
        "  - {shape: rect, box: {in: a, left: 9, width: 5}}", head="columns: {a: 10, b: 1fr}"
    )
    assert bench.codes() == ["E403"]


# --- repeats ---


@pytest.mark.parametrize(
    ("repeat", "expected"),
    [
        ("in: 1..3", [(0, 0, 100, 20), (0, 20, 100, 20), (0, 40, 100, 20)]),
        ("in: 1..2, rows: 1, gap: 10", [(0, 0, 45, 60), (55, 0, 45, 60)]),
        (
            "in: 1..3, columns: 2, gap: 4x6",
            [(0, 0, 48, 27), (52, 0, 48, 27), (0, 33, 48, 27)],
        ),
        (
            "in: 1..3, rows: 2, gap: 4x6",
            [(0, 0, 48, 27), (0, 33, 48, 27), (52, 0, 48, 27)],
        ),
        ("in: 1..1, columns: 2, rows: 3", [(0, 0, 50, 20)]),
        ("in: 1..2, rows: 1, cell: 10x20, gap: even", [(0, 20, 10, 20), (90, 20, 10, 20)]),
        ("in: 1..2, rows: 1, cell: 10, gap: 2", [(0, 25, 10, 10), (12, 25, 10, 10)]),
        ("in: 1..2, stack: yes", [(0, 0, 100, 60), (0, 0, 100, 60)]),
        ("in: '[]'", []),
        (
            "each: n, in: 1..3, track: '${n}fr'",
            [(0, 0, 100, 10), (0, 10, 100, 20), (0, 30, 100, 30)],
        ),
        ("each: n, in: 1..2, track: 10 * n, gap: 5", [(0, 0, 100, 10), (0, 15, 100, 20)]),
        ("each: n, in: 1..2, track: '1fr + ${19 * n}'", [(0, 0, 100, 20.5), (0, 20.5, 100, 39.5)]),
        ("in: [30, 70], each: n, track: n, rows: 1", [(0, 0, 30, 60), (30, 0, 70, 60)]),
        ("in: [30], each: n, track: n, rows: 1", [(0, 0, 30, 60)]),
        ("in: '[]', each: n, track: n", []),
    ],
)
def test_repeat_grids(
    bench: Bench, repeat: str, expected: list[tuple[float, float, float, float]]
) -> None:
    face = bench.face(f"  - {{shape: rect, repeat: {{{repeat}}}}}")
    assert bench.codes() == []
    assert rects(face) == [near(*one) for one in expected]


@pytest.mark.parametrize(
    ("keys", "code"),
    [("columns: 2", "E204"), ("cell: 3", "E204"), ("rows: 2", "E202")],
)
def test_cells_of_their_own_lengths_stand_in_one_line(bench: Bench, keys: str, code: str) -> None:
    bench.face(f"  - {{shape: rect, repeat: {{each: n, in: 1..3, track: 5 * n, {keys}}}}}")
    assert bench.codes() == [code]


def test_cells_of_their_own_lengths_hold_what_they_need(bench: Bench) -> None:
    face = bench.face("""
  - group:
      - {shape: rect, box: {height: "35 if n == 2 else 5"}}
    repeat: {each: n, in: 1..2, track: 1fr}""")
    assert bench.codes() == []
    assert rects(face) == [near(0, 10, 100, 5), near(0, 25, 100, 35)]
    with pytest.raises(Problem, match="needs at least 1x70 mm"):
        bench.face("""
  - group:
      - {shape: rect, box: {height: 35}}
    repeat: {each: n, in: 1..2, track: 1fr}""")


def test_repeat_names_and_empty_cells(bench: Bench) -> None:
    face = bench.face(
        "  - {text: '${i}${x}', when: x != 'b', repeat: {each: x, index: i, in: [a, b, c]}}"
    )
    assert [op.text for op in texts(face)] == ["1a", "3c"]
    assert texts(face)[1].bounds.center.y == pytest.approx(50)


def test_a_style_may_follow_the_item_of_its_cell(bench: Bench) -> None:
    face = bench.face("""
  - {shape: rect, style: {fill: "${c}"}, repeat: {each: c, in: ["#ff0000", "#0000ff"], rows: 1}}
  - {shape: rect, style: {fill: "${c}"}, repeat: {each: c, in: "[]"}}""")
    assert bench.codes() == []
    fills = [op.paint.fill for op in face.ops if isinstance(op, RectOp)]
    assert fills == [Color(255, 0, 0), Color(0, 0, 255)]


def test_more_items_than_cells(bench: Bench) -> None:
    bench.face("  - {shape: rect, repeat: {in: 1..7, columns: 2, rows: 3}}")
    assert bench.codes() == ["E407"]


# --- turns ---


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_rotate_turns_the_content_and_keeps_the_box(bench: Bench, turn: int) -> None:
    draw = (
        f"  - {{group: [{{shape: rect, box: {{left: 0, top: 0, width: 8, height: 2}}}},"
        f" {{text: Hx, box: {{left: 0, bottom: 0, width: 30, height: 10}}}}], rotate: {turn}}}"
    )
    face = bench.face(draw)
    expected = {0: (0, 0, 8, 2), 90: (98, 0, 2, 8), 180: (92, 58, 8, 2), 270: (0, 52, 2, 8)}
    assert rects(face) == [near(*expected[turn])]
    (op,) = texts(face)
    assert op.turn == turn
    # The line starts at the side which the reader calls left.
    near_side = {
        0: op.bounds.x,
        90: op.bounds.y,
        180: 100 - op.bounds.right,
        270: 60 - op.bounds.bottom,
    }
    assert near_side[turn] == pytest.approx(0, abs=0.5)


def test_turns_add_up(bench: Bench) -> None:
    face = bench.face(
        "  - {group: [{shape: rect, box: {left: 0, top: 0, width: 8, height: 2}, rotate: 90}],"
        " rotate: 90}"
    )
    assert rects(face) == [near(98, 0, 2, 8)]


def test_text_is_fitted_into_the_turned_box(bench: Bench) -> None:
    head = "styles: {grown: {size: fit, min-size: 2pt}}"
    draw = "  - {text: Wide words, box: {width: 60, height: 8}, rotate: TURN, style: grown}"
    flat, upright = (
        texts(bench.face(draw.replace("TURN", turn), head=head))[0] for turn in ("0", "90")
    )
    assert upright.size < flat.size / 2
    assert upright.bounds.height == pytest.approx(8, abs=0.2)


# --- right to left ---

RTL_DRAW = """
  - {shape: rect, box: a}
  - {shape: rect, box: {in: b, left: 2, width: 10}}
  - {shape: rect, box: b, repeat: {in: 1..2, rows: 1, gap: 20}}
  - {shape: rect, box: b, mirror: no, repeat: {each: i, in: 1..2, rows: 1, gap: 20}}
  - {text: abc, box: b}
"""


def test_right_to_left_swaps_sides(bench: Bench) -> None:
    head = "columns: {a: 30, b: 1fr}"
    plain = bench.face(RTL_DRAW, head=head)
    swapped = bench.face(RTL_DRAW, head=head, rtl=True)
    expected = [(0, 0, 30, 60), (32, 0, 10, 60), (30, 0, 25, 60), (75, 0, 25, 60),
                (30, 0, 25, 60), (75, 0, 25, 60)]  # fmt: skip
    assert rects(plain) == [near(*one) for one in expected]
    mirrored = [(70, 0, 30, 60), (58, 0, 10, 60), (45, 0, 25, 60), (0, 0, 25, 60)]
    # With `mirror: no` the box changes sides, its cells keep their order.
    kept = [(0, 0, 25, 60), (45, 0, 25, 60)]
    assert rects(swapped) == [near(*one) for one in mirrored + kept]
    assert texts(plain)[0].bounds.x == pytest.approx(30)
    assert texts(swapped)[0].bounds.right == pytest.approx(70)


def test_shapes_flip_only_if_they_say_so(bench: Bench) -> None:
    head = (
        "shapes: {arrow: {view: 10x10, path: M0 0H5V10H0z, flip: yes},"
        " block: {view: 10x10, path: M0 0H5V10H0z}}"
    )
    draw = "  - {shape: arrow, box: {width: 10, height: 10}, style: {fill: ink}}\n"
    draw += draw.replace("arrow", "block")
    middles = []
    for rtl in (False, True):
        found = list(bench.face(draw, head=head, rtl=rtl).ops)
        for op in found:
            assert isinstance(op, PathOp)
            xs = [v for _, values in op.commands for v in values[::2]]
            middles.append((min(xs) + max(xs)) / 2)
    assert middles == [pytest.approx(m) for m in (47.5, 47.5, 52.5, 47.5)]


# --- drawing ---


def test_strokes_of_boxes_lie_on_the_edge_those_of_ellipses_inside(bench: Bench) -> None:
    face = bench.face(
        "  - {shape: rect, style: {stroke: ink, weight: 2}}\n"
        "  - {shape: ellipse, style: {stroke: ink, weight: 2}}\n"
        "  - {field: f, style: {stroke: ink, weight: 2, sides: bottom}}\n"
        "  - {shape: line, at: rising, style: {stroke: red, weight: 1, dash: 3}}"
    )
    rect, ellipse, bottom, rising = face.ops
    assert isinstance(rect, RectOp)
    assert box(rect.rect) == near(0, 0, 100, 60)
    assert isinstance(ellipse, EllipseOp)
    assert box(ellipse.rect) == near(1, 1, 98, 58)
    assert isinstance(bottom, LineOp)
    assert (bottom.start.y, bottom.end.y, bottom.end.x - bottom.start.x) == near(60, 60, 100)
    assert isinstance(rising, LineOp)
    assert (rising.start.y, rising.end.y, rising.paint.dash) == near(60, 0, 3)
    assert rising.paint.stroke == Color(0xD5, 0x30, 0x1C)


def test_padding_is_between_box_and_content(bench: Bench) -> None:
    face = bench.face("  - {text: H, style: {padding: 7x3, stroke: ink, valign: top}}")
    assert rects(face) == [near(0, 0, 100, 60)]
    (op,) = texts(face)
    assert op.bounds.y == pytest.approx(3)
    assert op.bounds.x == pytest.approx(7)


# --- text ---


@pytest.fixture
def style(bench: Bench) -> Style:
    return bench.style(None)


@pytest.fixture
def fitter(fonts: Fonts) -> Fitter:
    return Fitter(fonts, "en")


def wide(fitter: Fitter, text: str, style: Style, size: float) -> float:
    return fitter.shape(text, style, None).width * size * MM_PER_PT


def test_text_shrinks_to_its_box_and_no_further(fitter: Fitter, style: Style) -> None:
    style = style._replace(size=18.0, min_size=6.0)
    full = wide(fitter, "Hamburg", style, 18)
    assert fitter.fit("Hamburg", style, Size(full + 0.01, 20), None).size == 18
    half = fitter.fit("Hamburg", style, Size(full / 2, 20), None)
    assert half.size == pytest.approx(9)
    fitter.check(half, "Hamburg", style, Size(full / 2, 20), None, None)
    tiny = fitter.fit("Hamburg", style, Size(full / 4, 20), None)
    with pytest.raises(Problem, match=r"it would need 4\.5 pt, but the minimum is 6 pt") as found:
        fitter.check(tiny, "Hamburg", style, Size(full / 4, 20), None, None)
    assert found.value.diagnostic.code == "E401"


def test_text_shrinks_to_the_height_of_its_capitals(fitter: Fitter, style: Style) -> None:
    style = style._replace(size=40.0, min_size=6.0)
    cap = fitter.shape("H", style, None).cap * MM_PER_PT
    fitted = fitter.fit("H", style, Size(100, cap * 12), None)
    assert fitted.size == pytest.approx(12)


def test_fit_grows_to_the_box(fitter: Fitter, style: Style) -> None:
    style = style._replace(size=math.inf, min_size=6.0)
    fitted = fitter.fit("H", style, Size(1000, 30), None)
    cap = fitter.shape("H", style, None).cap
    assert fitted.size * cap * MM_PER_PT == pytest.approx(30)


def test_the_number_of_lines_that_allows_the_largest_size(fitter: Fitter, style: Style) -> None:
    style = style._replace(size=20.0, min_size=4.0, lines=3, hyphens=False)
    text = "one two three four five six"
    room = wide(fitter, text, style, 20)
    assert fitter.fit(text, style, Size(room + 1, 50), None).lines == (text,)
    two = fitter.fit(text, style, Size(room * 0.6, 50), None)
    assert two.lines == ("one two three", "four five six")
    assert two.size == 20
    three = fitter.fit(text, style, Size(room * 0.4, 50), None)
    assert len(three.lines) == 3
    # No room for a second line: one line, smaller.
    flat = fitter.fit(text, style, Size(room * 0.6, 6), None)
    assert flat.lines == (text,)
    assert flat.size == pytest.approx(12)


def test_breaks_at_soft_hyphens_and_hyphens(fitter: Fitter, style: Style) -> None:
    style = style._replace(size=12.0, min_size=4.0, lines=2)
    whole = wide(fitter, "Donaudampfschiff", style, 12)
    soft = fitter.fit("Donau\u00addampfschiff", style, Size(whole * 0.8, 50), None)
    assert soft.lines == ("Donau-", "dampfschiff")
    hard = fitter.fit("Baden-Württemberg", style, Size(whole * 0.7, 50), None)
    assert hard.lines == ("Baden-", "Württemberg")
    room = fitter.fit("Donau\u00addampfschiff", style, Size(whole * 2, 50), None)
    assert [line.replace("\u00ad", "") for line in room.lines] == ["Donaudampfschiff"]


@pytest.mark.parametrize("words", ["g", "-", "น้ำ", "ÅÂ"])
def test_ink_is_centred_where_the_style_says_so(bench: Bench, fonts: Fonts, words: str) -> None:
    style = "{font: display, size: 40pt, valign: ink}"
    (op,) = texts(bench.face(f'  - {{text: "{words}", style: {style}}}'))
    line = fonts.line(words, op.fonts, "en", None)
    unit = op.size * MM_PER_PT
    middle = op.origin.y - (line.ink_top + line.ink_low) / 2 * unit
    assert middle == pytest.approx(FACE.height / 2)
    assert line.ink_low < line.ink_top


@pytest.mark.parametrize(
    ("align", "valign", "x", "y"),
    [("left", "top", 0.0, 0.0), ("center", "middle", 0.5, 0.5), ("right", "bottom", 1.0, 1.0)],
)
def test_where_text_stands(bench: Bench, align: str, valign: str, x: float, y: float) -> None:
    face = bench.face(f"  - {{text: Hn, style: {{align: {align}, valign: {valign}}}}}")
    (op,) = texts(face)
    assert op.bounds.x == pytest.approx(x * (100 - op.bounds.width))
    assert op.bounds.y == pytest.approx(y * (60 - op.bounds.height))
    assert op.origin.y == pytest.approx(op.bounds.bottom)


UNIFORM = """
  - {text: "${word}", box: {width: 20, height: 10}, style: big}
  - {text: "${n}", box: {bottom: 0, height: 5}}
"""


def uniform_sizes(bench: Bench, rule: str, words: list[str]) -> list[float]:
    style = f"{{size: 18pt, min-size: 4pt, uniform: {rule}}}"
    head = f"needs: {{word: text, n: integer}}\nstyles: {{big: {style}}}"
    faces = bench.faces(UNIFORM, head, [{"word": w, "n": n} for n, w in enumerate(words)])
    assert bench.codes() == []
    return [texts(face)[0].size for face in faces]


WORDS = ["cat"] * 18 + ["an elephant", "a hippopotamus"]


def test_uniform_all_takes_the_size_of_the_longest(bench: Bench) -> None:
    free = uniform_sizes(bench, "no", WORDS)
    assert len({round(s, 3) for s in free}) == 3
    assert uniform_sizes(bench, "all", WORDS) == [pytest.approx(min(free))] * 20


def test_uniform_most_lets_the_longest_tenth_shrink(bench: Bench) -> None:
    free = uniform_sizes(bench, "no", WORDS)
    most = uniform_sizes(bench, "most", WORDS)
    ranked = sorted(free)
    assert ranked[0] < ranked[1] < ranked[2]
    # 2 of 20 may be smaller than the rest.
    assert most[:18] == [pytest.approx(ranked[2])] * 18
    assert sorted(most)[:2] == [pytest.approx(s) for s in ranked[:2]]


@pytest.mark.parametrize("size", ["10pt", "30pt"])
@pytest.mark.parametrize("others", [[], ["two words"]])
def test_how_near_faces_come_to_their_edges(bench: Bench, size: str, others: list[str]) -> None:
    head = f"needs: {{word: text}}\nstyles: {{small: {{size: {size}, valign: top}}}}"
    draw = '  - {text: "${word}", style: small, box: {left: 4, right: 6, top: 5, height: 12}}'
    words = [*others, "Oak", "Marmalade", "I"]
    faces = bench.faces(draw, head, [{"word": word} for word in words])
    boxes = [bounds(op) for face in faces for op in face.ops]
    assert len(boxes) == len(words)
    near = drawn_edges(faces)
    assert near.left == min(box.x for box in boxes)
    assert near.top == min(box.y for box in boxes)
    assert near.right == min(FACE.width - box.right for box in boxes)
    assert near.bottom == min(FACE.height - box.bottom for box in boxes)


def test_text_outside_the_safe_area_is_refused(bench: Bench) -> None:
    bench.face("  - {text: out, box: {left: -3, width: 20}}")
    assert bench.codes() == ["E406"]


# --- running text ---

PROSE = """# Heading
First paragraph with **strong words** in it.

- an item
- another item
"""


def test_prose(bench: Bench, fitter: Fitter) -> None:
    body, head = bench.style("body"), bench.style("heading")
    size, runs = set_prose(fitter, PROSE, body, head, Size(200, 60), None)
    assert size == body.size
    assert [run.text.strip() for run in runs] == [
        "Heading", "First paragraph with", "strong words", "in it.",
        "•", "an item", "•", "another item",
    ]  # fmt: skip
    heading, first, strong, rest, dot, item, _, last = runs
    assert heading.fonts[0].weight == strong.fonts[0].weight == 700
    assert first.fonts[0].weight == rest.fonts[0].weight == 400
    assert first.y == strong.y == rest.y
    assert first.x + first.width <= strong.x + CLOSE
    ink = wide(fitter, "strong words", body._replace(fonts=strong.fonts), body.size)
    assert strong.x + ink + 0.3 < rest.x, "a space is between them"
    assert dot.x < item.x
    assert dot.y == item.y
    assert heading.y < first.y < item.y < last.y
    line = body.line_height * body.size * MM_PER_PT
    assert last.y - item.y == pytest.approx(line)
    assert item.y - first.y == pytest.approx(1.5 * line), "a blank line is half a line more"


def test_prose_shrinks_body_and_heading_together(bench: Bench, fitter: Fitter) -> None:
    body, head = bench.style("body"), bench.style("heading")
    head = head._replace(size=2 * body.size)
    _, large = set_prose(fitter, PROSE, body, head, Size(60, 100), None)
    room = max(run.y for run in large) * 0.9
    size, runs = set_prose(fitter, PROSE, body, head, Size(60, room), None)
    assert body.min_size <= size < body.size
    assert max(run.y for run in runs) <= room + CLOSE
    assert runs[0].size == pytest.approx(2 * size)
    assert all(run.x + run.width <= 60 + CLOSE for run in runs)


@pytest.mark.parametrize(("valign", "share"), [("top", 0), ("middle", 0.5), ("bottom", 1)])
def test_prose_stands_in_its_box_as_the_style_says(bench: Bench, valign: str, share: float) -> None:
    face = bench.face(
        f"  - {{prose: one, style: {{extends: body, valign: {valign}}}, box: {{height: 20}}}}"
    )
    (op,) = [op for op in face.ops if isinstance(op, TextOp)]
    top = (face.size.height - 20) / 2
    assert op.bounds.y - top == pytest.approx(share * (20 - op.bounds.height), abs=0.01)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        # What hangs on strong words goes to the next line with them.
        ("with the **sheet**. Then", ["with the", "sheet.", "Then"]),
        ("with the (**sheet**) then", ["with the", "(sheet)", "then"]),
        ("**両方**の暗号役", ["両方の暗", "号役"]),
        ("暗号役の**両方**。", ["暗号役の", "両方。"]),
    ],
)
def test_no_line_begins_with_what_hangs_on_strong_words(
    bench: Bench, fitter: Fitter, text: str, lines: list[str]
) -> None:
    body, head = bench.style("body"), bench.style("heading")
    room = wide(fitter, lines[0], body._replace(fonts=body.fonts), body.size) * 1.1
    _, runs = set_prose(fitter, text, body._replace(min_size=body.size), head, Size(room, 60), None)
    found: dict[float, str] = {}
    for run in runs:
        found[run.y] = found.get(run.y, "") + run.text
    # The spaces between runs are not drawn.
    assert [x.replace(" ", "") for x in found.values()] == [x.replace(" ", "") for x in lines]


def test_prose_too_long_is_refused(bench: Bench) -> None:
    words = "word " * 400
    bench.face(f"  - {{prose: '{words}', style: body, box: {{width: 30, height: 20}}}}")
    assert bench.codes() == ["E401"]


def test_prose_too_wide_is_refused(bench: Bench) -> None:
    """One word that is wider than the box cannot be printed inside it."""
    bench.face("  - {prose: 'Donaudampfschifffahrtsgesellschaft', style: body, box: {width: 10}}")
    assert bench.codes() == ["E401"]


def test_prose_outside_the_safe_area_is_refused(bench: Bench) -> None:
    bench.face("  - {prose: 'out', style: body, box: {left: -3, width: 20}}")
    assert bench.codes() == ["E406"]


def test_picture_outside_the_workspace_is_none_of_its_pictures(bench: Bench) -> None:
    picture = Image.new("RGB", (4, 2))
    picture.save(bench.root / "inside.png")
    picture.save(bench.root.parent / "outside.png")
    assert len(bench.face("  - {image: inside.png}").ops) == 1
    assert bench.codes() == []
    for name in ("../outside.png", bench.root.parent / "outside.png"):
        bench.face(f"  - {{image: {name}}}")
    assert bench.codes() == ["E601", "E601"]


def test_sharp_s_in_capitals_is_ss_unless_the_text_has_the_capital_letter(bench: Bench) -> None:
    draw = """  - {text: Straße, style: {font: display, case: upper, size: 20pt}}
  - {text: Straẞe, style: {font: display, case: upper, size: 20pt}}"""
    face = bench.face(draw, lang="de")
    assert bench.codes() == []
    assert [op.text for op in face.ops if isinstance(op, TextOp)] == ["STRASSE", "STRAẞE"]

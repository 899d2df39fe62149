"""What layouts say: names computed once, spaces among tracks, numbers as expressions, styles."""

from __future__ import annotations

import pytest

from ppgen.drawing.face import Face
from ppgen.drawing.ops import RectOp, TextOp
from ppgen.geometry import Rect
from ppgen.load.check import check_layout
from ppgen.model.texts import Texts
from ppgen.place.placer import Placer
from ppgen.place.walk import Given, Voice
from tests.support.layouts import FACE, Bench

BAR = """
parts:
  bar:
    needs: {n: integer}
    let: {wide: 3 * n}
    draw:
      - {shape: rect, box: {left: 0, width: wide, top: 0, height: 1}, style: {fill: red}}
"""


def rects(face: Face) -> list[Rect]:
    return [op.rect for op in face.ops if isinstance(op, RectOp)]


def texts(face: Face) -> list[str]:
    return [op.text for op in face.ops if isinstance(op, TextOp)]


def refused(bench: Bench, draw: str, head: str) -> list[str]:
    """Name what is refused before any face is placed."""
    check_layout(bench.layout(draw, head), Texts([], "en"), bench.report)
    return bench.codes()


def programs(bench: Bench, draw: str, head: str, records: list[dict[str, object]]) -> int:
    """Count the programs that a layout comes to for some records."""
    layout, voice = bench.layout(draw, head), Voice("en", False, {})
    names = list(records[0])
    placer = Placer(layout, Given({}, None), {}, names, voice, bench.fonts, [])
    found = [placer.place([*record.values()], FACE, bench.report).program for record in records]
    assert not bench.codes()
    return len({id(program) for program in found})


def test_names_are_computed_from_those_above_them(bench: Bench) -> None:
    face = bench.face(
        "  - {shape: rect, style: {fill: red}, box: {left: 0, width: wide, top: 0, height: 2}}",
        head="let: {half: face.width / 2, wide: half - 10}",
    )
    assert rects(face) == [Rect(0, 0, 40, 2)]


def test_a_part_computes_from_its_needs(bench: Bench) -> None:
    face = bench.face("  - {use: bar, repeat: {each: n, in: 1..2}}", head=BAR)
    assert [rect.width for rect in rects(face)] == [3, 6]


@pytest.mark.parametrize(
    ("head", "code"),
    [
        ("let: {a: b, b: 1}", "E302"),
        ("let: {a: a}", "E302"),
        ("let: {face: 1}", "E212"),
        ("needs: {a: integer = 1}\nlet: {a: 2}", "E212"),
        ("let: {a-b: 1}", "E301"),
        ('let: {a: "${b}"}', "E306"),
        ("parts: {p: {let: {a: b}, draw: [{text: x}]}}", "E302"),
        ("parts: {p: {needs: {a: text}, let: {a: 1}, draw: [{text: x}]}}", "E212"),
        ("let: {i: 1}\nparts: {p: {draw: [{text: x, repeat: {index: i, in: 1..2}}]}}", ""),
        ("parts: {p: {let: {i: 1}, draw: [{text: x, repeat: {index: i, in: 1..2}}]}}", "E212"),
    ],
)
def test_names_that_cannot_be_computed(bench: Bench, head: str, code: str) -> None:
    assert refused(bench, "  - {text: x}", head) == ([code] if code else [])


def test_the_names_of_a_part_stay_in_it(bench: Bench) -> None:
    assert refused(bench, "  - {text: x, box: {width: wide}}", BAR) == ["E302"]


def test_a_value_that_cannot_be_computed_is_reported(bench: Bench) -> None:
    with pytest.raises(Exception, match="a division by 0"):
        bench.face("  - {text: x}", head="let: {a: 1 / 0}")


def test_a_list_is_a_name_too(bench: Bench) -> None:
    face = bench.face(
        '  - {text: "${row.n}", repeat: {each: row, in: rows}}',
        head='let: {rows: [{n: 1}, {n: "${1 + 1}"}]}',
    )
    assert texts(face) == ["1", "2"]


def test_only_the_branch_that_is_taken_decides(bench: Bench) -> None:
    """`n` differs between records, and decides nothing where `wide` does not hold."""
    draw = "  - {text: x, box: {left: 0, width: n if wide else 20}}"
    records: list[dict[str, object]] = [{"n": 30}, {"n": 40}, {"n": 30}]
    for wide, count in (("no", 1), ("yes", 2)):
        head = f"needs: {{n: integer}}\nlet: {{wide: {wide}}}"
        assert programs(bench, draw, head, records) == count


def test_what_is_computed_and_only_drawn_decides_nothing(bench: Bench) -> None:
    head = "needs: {n: integer}\nlet: {twice: 2 * n}"
    records: list[dict[str, object]] = [{"n": 1}, {"n": 2}, {"n": 3}]
    assert programs(bench, '  - {text: "${twice}"}', head, records) == 1
    assert programs(bench, '  - {text: "${n}", box: {left: twice}}', head, records) == 3
    assert texts(bench.faces('  - {text: "${twice}"}', head, records)[2]) == ["6"]


def test_a_condition_on_a_computed_value_parts_the_records(bench: Bench) -> None:
    head = "needs: {w: text}\nlet: {room: 4 if w else 0}"
    draw = '  - {text: "${w}", box: {bottom: room}}'
    records: list[dict[str, object]] = [{"w": w} for w in ("a", "", "b", "")]
    assert programs(bench, draw, head, records) == 2


def test_a_condition_decides_and_not_what_it_chooses_from(bench: Bench) -> None:
    """`n > 9` is decided once; that `when` asks the same makes no further decision."""
    head = "needs: {n: integer, m: integer}"
    draw = "  - {text: x, box: {left: 20 if n > 9 else 10, right: 1 if n > 9 else 2}, when: n > 9}"
    records: list[dict[str, object]] = [{"n": n, "m": n} for n in (10, 20, 5, 6)]
    assert programs(bench, draw, head, records) == 2
    draw = "  - {text: x, box: {left: m if n > 9 else 10}}"
    assert programs(bench, draw, head, records) == 3


def test_a_bare_size_among_tracks_is_a_space(bench: Bench) -> None:
    head = "columns: [a: 10, 2.5, b: 1fr, face.width / 20, c: {size: 7, inset: 1x0}]"
    draw = "\n".join(f"  - {{shape: rect, box: {name}, style: {{fill: red}}}}" for name in "abc")
    found = [(rect.x, rect.width) for rect in rects(bench.face(draw, head=head))]
    assert found == [(0, 10), (12.5, 75.5), (94, 5)]


@pytest.mark.parametrize(
    ("head", "codes"),
    [
        ("rows: [{a: 1, b: 2}]", ["E202"]),
        ("rows: [[1]]", ["E202"]),
        ("rows: [two]", ["E302"]),
        ("rows: 3", ["E202"]),
        ("rows: [a: 1, 2, a: 3]", ["E212"]),
    ],
)
def test_what_is_no_track(bench: Bench, head: str, codes: list[str]) -> None:
    assert refused(bench, "  - {text: x}", head) == codes


@pytest.mark.parametrize(
    ("value", "codes"),
    [
        ("2 * n", []),
        ("1.5", []),
        ("-3", ["E202"]),
        ("1 - 3", ["E202"]),
        ("0,5", ["E202"]),
        ("m", ["E302"]),
        ("(n", ["E301"]),
        ("'a'", ["E202"]),
        ("n if n > 1 else 2", []),
    ],
)
def test_a_key_with_a_number_is_an_expression(bench: Bench, value: str, codes: list[str]) -> None:
    draw = f'  - {{text: x, style: {{weight: "{value}"}}}}'
    assert refused(bench, draw, "needs: {n: integer = 1}") == codes


def test_every_numeric_key_takes_an_expression(bench: Bench) -> None:
    head = """
needs: {n: integer = 2, size: size = 3x4, on: yes-no = yes}
inset: n - 2
gap: n / 2
rows: [a: {size: 10 * n, min: n, max: 50 + n, inset: n}, "${n}fr + ${n}", b: 30 if on else 20]
"""
    draw = """
  - shape: rect
    box: {in: a, left: n, ratio: 1 / n, top: 0}
    style: {fill: red, radius: n / 4, padding: size}
    rotate: 90 * n
    mirror: not on
    repeat: {in: 1..n, rows: n - 1, gap: n, stack: not on}
  - {text: x y, box: b, style: {bold: on, lines: n, line-height: 1 + n / 10, veil-strength: 1 / n}}
  - {field: x, box: b, min: size}
  - {shape: rect, box: b, style: {fill: red}, repeat: {in: [1], cell: "${n}x${2 * n}"}}
"""
    face = bench.face(draw, head=head)
    assert not bench.codes()
    assert (rects(face)[-1].width, rects(face)[-1].height) == (2, 4)
    assert len(rects(face)) == 3


def test_a_style_sees_its_layout_and_not_the_part(bench: Bench) -> None:
    head = """
needs: {n: integer = 1}
styles: {box: {fill: red, radius: n}}
parts: {p: {needs: {n: integer}, draw: [{shape: rect, style: box}]}}
"""
    face = bench.face("  - {use: p, with: {n: 9}}", head=head)
    assert [op.radius for op in face.ops if isinstance(op, RectOp)] == [1]
    head = head.replace("needs: {n: integer = 1}\n", "")
    assert refused(bench, "  - {use: p, with: {n: 9}}", head) == ["E302"]


def test_an_inline_style_sees_where_it_stands_and_its_parent_the_layout(bench: Bench) -> None:
    head = """
needs: {n: integer = 1}
styles: {box: {fill: red, radius: n, weight: n}}
parts: {p: {needs: {n: integer}, draw: [{shape: rect, style: {extends: box, weight: n}}]}}
"""
    (op,) = bench.face("  - {use: p, with: {n: 9}}", head=head).ops
    assert isinstance(op, RectOp)
    assert (op.radius, op.paint.weight) == (1, 9)


def test_a_condition_chooses_a_style(bench: Bench) -> None:
    head = "needs: {n: integer}\nstyles: {a: {fill: red, radius: 1}, b-2: {fill: red, radius: 2}}"
    style = "a if n == 1 else b-2 if n in [2, (4)] and 'x else y' != '' else rule"
    faces = bench.faces(
        f'  - {{shape: rect, style: "{style}"}}', head, [{"n": n} for n in (1, 4, 3)]
    )
    ops = [op for face in faces for op in face.ops if isinstance(op, RectOp)]
    assert [op.radius for op in ops] == [1, 2, 0]


@pytest.mark.parametrize(
    ("style", "code"),
    [
        ("rule if n else lne", "E203"),
        ("rle if n else line", "E203"),
        ("rule if m else line", "E302"),
        ("rule if n", "E203"),
        ("rule if n == else line", "E301"),
        ("rule if n else line if n > 1 else lne", "E203"),
    ],
)
def test_a_choice_of_styles_that_cannot_be_made(bench: Bench, style: str, code: str) -> None:
    draw = f"  - {{shape: rect, style: {style}}}"
    assert refused(bench, draw, "needs: {n: integer = 1}") == [code]

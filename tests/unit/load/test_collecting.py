"""Whatever is bound in a layout or game is known when it is read, and checked."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ppgen.diagnostics import Report
from ppgen.load.check import check_layout, check_product
from ppgen.load.languages import expressions_of
from ppgen.load.workspace import Workspace
from ppgen.model.texts import ENGINE_LABELS, Texts, no_label
from ppgen.source.kinds import Text
from tests.support.run import write

LAYOUT = """
    ppgen: layout/2
    fonts: {body: Roboto Condensed}
    needs: {n: integer = 1}
    margin: t.margin
    outline: "${t.outline}"
    gap: t.gap
    inset: "${t.inset}x1"
    rows:
      one: t.track
      two: {size: t.size, min: t.min, max: t.max, inset: t.track_inset,
            gap: t.track_gap, columns: {three: t.inner}}
    styles:
      named: {size: "${t.style}", sides: "${t.sides}"}
    parts:
      piece:
        needs: {a: [text], b: {c: text}}
        columns: {left: t.part_track}
        draw:
          - {text: "${t.part_text} and ${t.part_more}", when: t.part_when}
    draw:
      - {text: "${t.text}", style: {color: "${t.inline}"}, rotate: t.rotate,
         mirror: t.mirror}
      - {prose: "${t.prose}", box: {left: t.left, right: t.right,
         inset: t.box_inset}}
      - {text: x, box: {width: t.width, height: t.height, ratio: t.ratio}}
      - {field: "${t.field}", min: t.least, box: {top: t.top, bottom: t.bottom}}
      - {shape: "${t.shape}", at: "${t.at}", path: "${t.path}", view: t.view, fit: "${t.fit}",
         mark: "${t.mark}"}
      - {image: "${t.image}", fit: "${t.image_fit}"}
      - group:
          - {text: x, repeat: {in: t.listed, columns: t.columns, rows: t.rows,
             gap: t.repeat_gap, cell: t.cell, stack: t.stack}}
          - {text: x, repeat: {in: [["${t.deep}"], "${t.items}"]}}
        rows: {a: t.group_track}
        gap: t.group_gap
      - {use: piece, with: {a: ["${t.given}"], b: {c: "${t.given_deep}"}}}
    """
GAME = """
    ppgen: game/2
    title: G
    notice: "${t.notice}"
    banks: {words: g/words}
    products:
      p:
        size: ["${t.size}", a6]
        each:
          a: t.listed
          b: ["${t.items}"]
          c: {permutations: ["${t.entries}"], take: t.some}
          d: {deal: words, take: t.take}
        when: t.when
        copies: t.copies
        front: {layout: plain, with: {n: "${t.front}"}}
        back: {layout: plain, with: {n: ["${t.back}"]}}
    """
FILES = {
    "ppgen.yaml": "ppgen: workspace/1\n",
    "templates/bound.yaml": LAYOUT,
    "templates/plain.yaml": """
        ppgen: layout/2
        needs: {n: text}
        draw: [{text: x}]
        """,
    "content/g/game.yaml": GAME,
    "content/g/words/en.yaml": """
        ppgen: bank/1
        lang: en
        title: Words
        licence: CC0-1.0
        author: me
        words: [a]
        """,
}


def labels(text: str) -> set[str]:
    return set(re.findall(r"\bt\.(\w+)", text))


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    write(tmp_path, FILES)
    return Workspace(tmp_path)


def missed(report: Report) -> set[str]:
    """Name the labels that are reported as missing, each at its own place.

    Those of the margin have none.
    """
    margin = {no_label(key, "en") for key in ENGINE_LABELS}
    found = [d for d in report.sorted() if d.message.startswith("there is no label")]
    found = [d for d in found if d.message not in margin]
    for d in found:
        assert d.span is not None
        line = d.span.source.line(d.span.line)
        written = line[d.span.column - 1 :][: d.span.length]
        assert f"`{written}`" in d.message
    return {d.message.split("`")[1] for d in found}


def test_a_layout_knows_and_checks_all_that_is_bound_in_it(workspace: Workspace) -> None:
    layout = workspace.layout(Text("bound"))
    assert layout is not None
    assert not workspace.report
    assert {use.key for e in layout.every_expression() for use in e.labels} == labels(LAYOUT)
    check_layout(layout, Texts([], "en"), report := Report())
    assert missed(report) == labels(LAYOUT)


def test_a_product_knows_and_checks_all_that_is_bound_in_it(workspace: Workspace) -> None:
    game = workspace.game("g")
    assert game is not None
    assert not workspace.report
    product = game.products["p"]
    known = {use.key for e in expressions_of(workspace, game, product) for use in e.labels}
    assert known == labels(GAME)
    check_product(game, product, Texts([], "en"), report := Report())
    assert missed(report) == labels(GAME)
    assert any(key in d.message for d in report.sorted() for key in ENGINE_LABELS)


def test_what_is_bound_in_a_group_is_not_that_of_the_group(workspace: Workspace) -> None:
    """A name that only an inner repeat knows is unknown outside of it, and known inside."""
    text = LAYOUT.replace("{text: x, repeat: {in: t.listed,", "{text: '${e}', repeat: {in: '[e]',")
    text = text.replace("columns: t.columns", "each: e").replace("t.group_gap", "t.group_gap + e")
    write(workspace.roots[0], {"templates/bound.yaml": text})
    layout = workspace.layout(Text("bound"))
    assert layout is not None
    check_layout(layout, Texts([], "en"), report := Report())
    unknown = [d for d in report.sorted() if d.code == "E302"]
    assert [d.message for d in unknown] == ["unknown name `e`"] * 2
    lines = text.strip().splitlines()
    assert ["in: '[e]'" in lines[d.span.line - 1] for d in unknown if d.span] == [True, False]

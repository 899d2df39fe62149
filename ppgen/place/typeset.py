"""Text and prose as draw operations, one size over a deck where a style asks for it.

Takes texts with their styles and spots; gives operations, and the sizes that texts of `uniform`
styles came to. Must not know shapes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ppgen.diagnostics import Problem, Span
from ppgen.drawing.ops import MM_PER_PT, Op, TextOp, VeilOp
from ppgen.drawing.style import Style
from ppgen.geometry import Point, Rect
from ppgen.model.layout import ProseElement, TextElement
from ppgen.model.needs import Scope
from ppgen.place.prose import set_prose
from ppgen.place.spot import Spot
from ppgen.place.styles import Styles
from ppgen.source.kinds import Text
from ppgen.text.fit import INK_ALIGNED, Fitted, Fitter, shortened
from ppgen.units import show


@dataclass
class Caps:
    """The sizes of `uniform` styles: seen in the first pass, kept to in the second."""

    seen: dict[tuple[str, str], list[float]] = field(default_factory=dict)
    limits: dict[tuple[str, str], float] | None = None

    @property
    def measuring(self) -> bool:
        """Tell whether this is the first pass, which only measures text."""
        return self.limits is None

    def note(self, style: Style, size: float) -> None:
        """Keep the size that a text of a style could have."""
        if style.uniform != "no":
            self.seen.setdefault((style.group, style.uniform), []).append(size)

    def settle(self) -> None:
        """Turn what was seen into limits: the smallest, or the 10th percentile."""
        self.limits = {}
        for (group, rule), sizes in self.seen.items():
            ranked = sorted(sizes)
            at = 0 if rule == "all" else len(ranked) // 10
            self.limits[group, rule] = ranked[at]

    def apply(self, style: Style) -> Style:
        """Cap a style's size by what all texts of it allow."""
        if style.uniform == "no" or not self.limits:
            return style
        limit = self.limits.get((style.group, style.uniform))
        return style if limit is None else style._replace(size=max(limit, style.min_size))


def veiled(style: Style, box: Rect, lines: Iterator[TextOp]) -> Iterator[Op]:
    """Hide the lines of a text in clutter that fills its box, if its style says so."""
    if style.veil == "none":
        yield from lines
    elif hidden := tuple(lines):
        yield VeilOp(box, hidden, style.veil_strength)


@dataclass
class Typesetter:
    """Sets the texts of one layout; `safe` is the part of the face that holds them."""

    fitter: Fitter
    styles: Styles
    caps: Caps
    lang: str
    safe: Rect = field(default_factory=lambda: Rect(0, 0, 0, 0))

    def text(
        self, element: TextElement, at: Span, scope: Scope, style: Style, spot: Spot
    ) -> Iterator[TextOp]:
        """Set a text in one line or a few; `at` is the place of its box."""
        text = element.text.get(scope)
        if not text:
            return
        span = getattr(text, "span", None) or element.span
        fitter = self._speaking(style)
        fitted = fitter.fit(str(text), style, spot.size, span)
        if self.caps.measuring:
            self.caps.note(style, fitted.size)
        else:
            capped = self.caps.apply(style)
            if capped is not style:
                fitted = fitter.fit(str(text), capped, spot.size, span)
        fitter.check(fitted, str(text), style, spot.size, span, at)
        yield from self._lines(fitted, style, spot, span, at)

    def _speaking(self, style: Style) -> Fitter:
        """Give a fitter for the language of a text that is not in the product's."""
        if style.lang in {"", self.lang}:
            return self.fitter
        return Fitter(self.fitter.metrics, style.lang)

    def _lines(
        self, fitted: Fitted, style: Style, spot: Spot, span: Span | None, at: Span
    ) -> Iterator[TextOp]:
        box, frame = spot.size, spot.upright
        unit = fitted.size * MM_PER_PT
        tall = (fitted.cap + (len(fitted.lines) - 1) * style.line_height) * unit
        top = {"top": 0.0, "middle": (box.height - tall) / 2, "bottom": box.height - tall}
        if style.valign == "ink":
            # The middle of what is black, for signs and letters that are not of cap height.
            high, low = fitted.shaped[0].ink_top * unit, fitted.shaped[-1].ink_low * unit
            baseline = (box.height + high + low - tall + fitted.cap * unit) / 2
        else:
            baseline = top[style.valign] + fitted.cap * unit
        align = style.align
        if spot.mirrored and align != "center":
            align = "right" if align == "left" else "left"
        for text, shaped in zip(fitted.lines, fitted.shaped, strict=True):
            # From 20 pt on the side bearing of a letter would show as a crooked edge.
            ink = fitted.size >= INK_ALIGNED
            left = shaped.ink_left * unit if ink else 0.0
            right = (shaped.ink_right if ink else shaped.width) * unit
            x = {
                "left": -left,
                "center": (box.width - left - right) / 2,
                "right": box.width - right,
            }[align]
            bounds = frame.rect(
                Rect(x + left, baseline - fitted.cap * unit, right - left, fitted.cap * unit)
            )
            self._check_safe(bounds, text, at, span)
            yield TextOp(
                text.replace("\u00ad", ""), style.fonts, fitted.size,
                frame.point(Point(x, baseline)), spot.turn, style.color, bounds,
                style.lang or self.lang,
            )  # fmt: skip
            baseline += style.line_height * unit

    def prose(
        self, element: ProseElement, at: Span, scope: Scope, style: Style, spot: Spot
    ) -> Iterator[TextOp]:
        """Set running text; `at` is the place of its box."""
        text = element.prose.get(scope)
        head = self.styles.get(element.head_style or Text("heading"), scope)
        size, frame = spot.size, spot.upright
        span = getattr(text, "span", None) or element.span
        done, runs = set_prose(
            self._speaking(style), str(text), self.caps.apply(style), head, size, span
        )
        if self.caps.measuring:
            self.caps.note(style, done)
        if done < style.min_size - 1e-6:
            raise Problem(
                "E401",
                f"this text does not fit at {show(style.min_size)} pt",
                span,
                help="shorten it, or give its box more room",
                second=at,
                second_note=f"this box is {show(size.width)}x{show(size.height)} mm",
            )
        for run in runs:
            x = size.width - run.x - run.width if spot.mirrored else run.x
            bounds = frame.rect(Rect(x, run.y - run.cap, run.width, run.cap))
            self._check_safe(bounds, run.text, at, None)
            yield TextOp(
                run.text, run.fonts, run.size, frame.point(Point(x, run.y)), spot.turn,
                style.color, bounds, style.lang or self.lang,
            )  # fmt: skip

    def _check_safe(self, bounds: Rect, text: str, at: Span, span: Span | None) -> None:
        if not self.safe.contains(bounds, 0.05):
            raise Problem(
                "E406",
                f"`{shortened(text)}` stands outside the safe area",
                at,
                second=span if span != at else None,
                second_note="the text" if span else "",
                help="move its box inwards, or make `margin` of the layout smaller",
            )

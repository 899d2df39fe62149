"""What was made and how to print it, in one line, in the user's language.

Takes a printout; returns text. Must not print.
"""

from __future__ import annotations

from typing import NamedTuple

from ppgen.build import Printout, parts_of
from ppgen.geometry import Size
from ppgen.model.settings import Sizes


class Words(NamedTuple):
    """The words of a language; pairs are for one and for several."""

    pad: tuple[str, str]
    booklet: tuple[str, str]
    card: tuple[str, str]
    piece: tuple[str, str]
    spare: tuple[str, str]
    #: {things} on {leaves} of paper; on both sides, only fronts, only backs, neither.
    both: tuple[str, str]
    fronts: str
    backs: str
    plain: str
    leaf: tuple[str, str]
    deck: str
    how: dict[str, str]
    glue: str
    nest: str
    slit: str
    turn: str
    edge: dict[str, str]
    pads: tuple[str, str]
    part: str
    printer: str
    blocks: str
    #: A file with several products, and one of them on {pages}.
    whole: str
    page: tuple[str, str]


WORDS = {
    "en": Words(
        pad=("pad sheet", "pad sheets"),
        booklet=("page", "pages"),
        card=("card", "cards"),
        piece=("piece", "pieces"),
        spare=("spare part", "spare parts"),
        both=("{n} two-sided {noun}", "{n} two-sided {noun}"),
        fronts="fronts of {n} {noun}",
        backs="backs of {n} {noun}",
        plain="{n} {noun}",
        leaf=(
            "{things} on 1 sheet of {paper} paper",
            "{things} on {leaves} sheets of {paper} paper",
        ),
        deck="deck {deck}, ",
        how={
            "long": "print both sides, flip on the long edge, at 100 %",
            "short": "print both sides, flip on the short edge, at 100 %",
            "fold": "print one side, at 100 %, cut along the marks, fold along the dashed line and "
            "glue",
            "none": "print one side, at 100 %",
        },
        glue="; the backs come last: glue each to its front",
        nest="; cut the sheets apart, stack the piles in order, fold and staple",
        slit=", fold in half three times, unfold, slit the line in the middle, push the ends "
        "together",
        turn="flip the printed pile over its {edge} edge, put it back into the printer and print "
        "this, at 100 %; try one sheet first: --leaves 1",
        edge={"long": "long", "short": "short"},
        pads=("1 pad, ", "{n} pads, "),
        part="; cut the pile, stack the parts in order, take them apart at the covers, glue the "
        "hatched edge",
        printer="; for the printer {name}",
        blocks="; cut between the blocks first, each has marks of its own",
        whole="{n} products on {leaves} sheets of {paper} paper",
        page=("page {first}", "pages {first}-{last}"),
    ),
    "de": Words(
        pad=("Blockblatt", "Blockblätter"),
        booklet=("Seite", "Seiten"),
        card=("Karte", "Karten"),
        piece=("Teil", "Teile"),
        spare=("Zusatzteil", "Zusatzteile"),
        both=("{n} {noun} mit Rückseite", "{n} {noun} mit Rückseiten"),
        fronts="Vorderseiten: {n} {noun}",
        backs="Rückseiten: {n} {noun}",
        plain="{n} {noun}",
        leaf=("{things} auf 1 Blatt {paper}", "{things} auf {leaves} Blatt {paper}"),
        deck="Deck {deck}, ",
        how={
            "long": "beidseitig drucken, an der langen Kante wenden, mit 100 %",
            "short": "beidseitig drucken, an der kurzen Kante wenden, mit 100 %",
            "fold": "einseitig drucken, mit 100 %, an den Marken schneiden, an der gestrichelten "
            "Linie falten und kleben",
            "none": "einseitig drucken, mit 100 %",
        },
        glue="; die Rückseiten kommen zuletzt: jede hinter ihre Vorderseite kleben",
        nest="; die Blätter zerschneiden, die Stapel der Reihe nach aufeinanderlegen, falten und "
        "heften",
        slit=", dreimal zur Hälfte falten, aufklappen, die Linie in der Mitte einschneiden, die "
        "Enden zusammenschieben",
        turn="den bedruckten Stapel über die {edge} Kante wenden, wieder einlegen und dies "
        "drucken, mit 100 %; erst mit einem Blatt versuchen: --leaves 1",
        edge={"long": "lange", "short": "kurze"},
        pads=("1 Block, ", "{n} Blöcke, "),
        part="; den Stapel schneiden, die Teile der Reihe nach aufeinanderlegen, an den "
        "Deckblättern trennen, die schraffierte Kante leimen",
        printer="; für den Drucker {name}",
        blocks="; erst zwischen den Blöcken schneiden, jeder hat eigene Marken",
        whole="{n} Produkte auf {leaves} Blatt {paper}",
        page=("Seite {first}", "Seiten {first}–{last}"),
    ),
}


def summary(printout: Printout, sizes: Sizes, lang: str) -> str:
    """Return what was made: how many pieces, on how much paper, and how to print it."""
    words, printer = WORDS[lang], printout.request.printer
    how = _how(printout, words)
    named = words.printer.format(name=printer.name) if printer else ""
    if not printout.more:
        return f"{_made(printout, sizes, lang)}; {how}{_then(printout, words)}{named}"
    parts = parts_of(printout)
    leaves = sum(part.printout.printed_leaves for part in parts)
    paper = _paper(printout.request.paper_name)
    lines = [words.whole.format(n=len(parts), leaves=leaves, paper=paper) + f"; {how}{named}"]
    for part, pages in parts:
        if pages:
            where = words.page[len(pages) > 1].format(first=pages[0] + 1, last=pages[-1] + 1)
            then = _then(part, words)
            lines.append(f"  {where}: {part.name}, {_made(part, sizes, lang)}{then}")
    return "\n".join(lines)


def _made(printout: Printout, sizes: Sizes, lang: str) -> str:
    """Return how many pieces are on how much paper."""
    words, request = WORDS[lang], printout.request
    count = printout.printed_pieces
    one, many = getattr(words, _noun(printout, sizes))
    several = count != 1
    cards = request.product.kind != "booklet"
    form = words.both[several] if cards and printout.duplex in {"long", "short"} else words.plain
    if printout.side:
        form = words.fronts if printout.side == "front" else words.backs
    things = form.format(n=count, noun=many if several else one)
    if spares := printout.spares:
        joint = {"en": "and", "de": "und"}[lang]
        things += f" {joint} {spares} {words.spare[spares != 1]}"
    leaves = printout.printed_leaves
    on_paper = words.leaf[leaves != 1].format(
        things=things, leaves=leaves, paper=_paper(request.paper_name)
    )
    deck = words.deck.format(deck=printout.dealt.deck) if printout.dealt.deck else ""
    if _has_pads(printout):
        deck = words.pads[request.pads != 1].format(n=request.pads)
    return f"{deck}{on_paper}"


def _has_pads(printout: Printout) -> bool:
    request = printout.request
    return bool(request.pads) and request.product.kind == "pad" and request.only is None


def _noun(printout: Printout, sizes: Sizes) -> str:
    """Return which word is for the pieces of a printout."""
    kind = printout.request.product.kind
    if kind != "cards":
        return kind
    cards = {_upright(size) for name, size in sizes.faces.items() if name not in sizes.papers}
    return "card" if all(_upright(g.size) in cards for g in printout.groups) else "piece"


def _upright(size: Size) -> Size:
    return Size(min(size), max(size))


def _paper(name: str) -> str:
    """Return the name of a paper as people write it."""
    return name.upper() if len(name) == 2 else name.title() if name.isalpha() else name


def _how(printout: Printout, words: Words) -> str:
    """Return how a file is printed."""
    way, printer = printout.duplex, printout.request.printer
    if printout.side == "back" and way == "manual":
        return words.turn.format(edge=words.edge[printer.flip if printer else "long"])
    return words.how["none" if way == "manual" else way]


def _then(printout: Printout, words: Words) -> str:
    """Return what is done with a product's sheets once they are printed."""
    way, then = printout.duplex, ""
    if printout.side != "back" or way != "manual":
        if printout.request.product.kind == "booklet":
            then = words.nest if printout.has_backs else words.slit
        elif way == "none" and printout.has_backs:
            then = words.glue
    then += words.blocks if printout.parts else ""
    return then + (words.part if _has_pads(printout) else "")

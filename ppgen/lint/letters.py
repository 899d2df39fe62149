"""The letters of a word: repeated (B03), invisible characters (B04), scripts (B05), YAML (B06)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import pairwise

from ppgen.language.folding import SOFT_HYPHEN, unbroken
from ppgen.language.letters import LETTERS, NAMES, script_name
from ppgen.language.tags import script
from ppgen.lint.subject import Bench, Finding, Subject
from ppgen.source.nodes import Mapping, Node, Scalar, Sequence


def twice(subject: Subject, bench: Bench) -> Iterator[Finding]:
    """B03: the same word twice."""
    del bench
    for at, word in enumerate(subject.own):
        first = subject.first[subject.folded[at]]
        if first != at:
            other = subject.words[first]
            yield Finding(
                f"`{word}` is listed twice", word.span, (word,), help="delete one of them",
                second=other.span, second_note="first here",
            )  # fmt: skip


_JOINERS = {"\u200c", "\u200d"}  # needed inside words by some scripts
_JOINING = {"Arab", "Deva", "Beng", "Mlym", "Sinh", "Knda", "Taml", "Telu", "Gujr", "Mong"}


def unseen(subject: Subject, bench: Bench) -> Iterator[Finding]:
    """B04: invisible characters, which disturb searching, fonts and line breaks."""
    del bench
    joins = script(subject.lang) in _JOINING
    for word in subject.own:
        if word.isascii() and word.isprintable() and "  " not in word and word == word.strip():
            continue
        wrong = _unseen(str(word), joins=joins)
        if wrong:
            what, hint = wrong
            yield Finding(f"`{_shown(word)}` {what}", word.span, (word,), help=hint)


def _shown(word: str) -> str:
    return "".join(c if c.isprintable() else f"<U+{ord(c):04X}>" for c in word)


def _unseen(word: str, *, joins: bool) -> tuple[str, str] | None:
    if word != word.strip():
        return "begins or ends with a space", "delete it"
    if any(
        not (a[-1:].isalpha() and b[:1].isalpha()) for a, b in pairwise(word.split(SOFT_HYPHEN))
    ):
        return "has a soft hyphen that is not between letters", "delete it"
    for letter in unbroken(word):
        name = f"U+{ord(letter):04X}"
        if letter == "\t" or unicodedata.category(letter) in {"Cc", "Zl", "Zp"}:
            return f"has a control character, {name}", "delete it"
        if letter in _JOINERS and joins:
            continue
        if unicodedata.category(letter) == "Cf":
            return f"has an invisible character, {name}", "delete it"
        if letter != " " and unicodedata.category(letter) == "Zs":
            return f"has a special space, {name}", "use a plain space"
        if unicodedata.category(letter) in {"Cn", "Co", "Cs"}:
            return f"has an unassigned character, {name}", "delete it"
    if "  " in word:
        return "has two spaces in a row", "delete one"
    if not unicodedata.is_normalized("NFC", word):
        form = unicodedata.normalize("NFC", word)
        return "is not in Unicode's form NFC", f"write `{form}`, with letters and accents as one"
    return None


#: Letters of a-z that a language lacks.
_LACKS = {"tr": "qwx"}


def scripts(subject: Subject, bench: Bench) -> Iterator[Finding]:
    """B05: letters of another script, or of another language."""
    del bench
    wanted = NAMES.get(script(subject.lang))
    if wanted is None:
        return
    latin = "abcdefghijklmnopqrstuvwxyz" if "LATIN" in wanted else ""
    own = LETTERS.get(subject.base)
    known = {c for c in latin if c not in _LACKS.get(subject.base, "")} | set(own or "")
    plain = known.union(map(str.upper, known))
    for at, word in enumerate(subject.own):
        if plain.issuperset(word):
            continue
        letters = [c for c in word if c.isalpha()]
        by_script = {script_name(c): c for c in reversed(letters)}
        other = [name for name in by_script if name not in wanted]
        if other:
            odd = by_script[other[0]]
            kind = other[0].capitalize()
            if len(other) < len(by_script):
                message = f"`{word}` mixes scripts: `{odd}` is {kind}"
                hint = f"it looks like another letter: {unicodedata.name(odd)}"
            else:
                message = f"`{word}` is written in {kind}, `{subject.lang}` is not"
                hint = "is `lang` right?"
            yield Finding(message, word.span, (word,), help=hint)
        elif own is not None:
            foreign = next((c for c in subject.folded[at] if c.isalpha() and c not in known), "")
            if foreign and not _spelled_with(foreign, subject.folded[at], own):
                yield Finding(
                    f"`{foreign}` in `{word}` is not a letter of `{subject.lang}`",
            word.span, (word,),
                    help="correct it, or allow it", level="warning",
                )  # fmt: skip


def _spelled_with(letter: str, folded: str, own: str) -> bool:
    """Return whether the letter results from folding: a sharp s is folded to ss."""
    return letter == "s" and "ß" in own and "ss" in folded


#: What YAML 1.1 does not read as text.
_NOT_TEXT = re.compile(
    r"~|null|yes|no|y|n|on|off|true|false|=|<<|"
    r"[-+]?(0b[01_]+|0x[0-9a-f_]+|0[0-7_]+|[0-9][0-9_]*(:[0-5]?[0-9])*)(\.[0-9_]*)?|"
    r"[-+]?(\.[0-9_]+|[0-9][0-9_]*(\.[0-9_]*)?)(e[-+]?[0-9]+)?|[-+]?\.inf|\.nan|"
    r"\d{4}-\d\d?-\d\d?(([Tt]|[ \t]+)\d.*)?",
    re.IGNORECASE,
)


def yaml_words(subject: Subject, bench: Bench) -> Iterator[Finding]:
    """B06: words that other programs would not read as text."""
    del bench
    words = {id(word.span): word for word in subject.own}
    by_place = {(w.span.line, w.span.column): w for w in words.values() if w.span}
    for scalar in _plain(subject.node.get("words") if subject.node else None):
        if _NOT_TEXT.fullmatch(scalar.text):
            word = by_place.get((scalar.span.line, scalar.span.column))
            yield Finding(
                f"`{scalar.text}` is a word here, but something else to other YAML tools",
                scalar.span, (word,) if word else (), help=f"quote it: '{scalar.text}'",
            )  # fmt: skip


def _plain(node: Node | None) -> Iterator[Scalar]:
    """Yield the unquoted words of a bank."""
    if isinstance(node, Scalar):
        if node.plain:
            yield node
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _plain(item.get("word") if isinstance(item, Mapping) else item)
    elif isinstance(node, Mapping):
        for _, child in node.entries:
            yield from _plain(child)

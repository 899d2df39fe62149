"""Words too much alike: one stem (W01), one letter apart (W02), one inside the other (W03)."""

from __future__ import annotations

from collections.abc import Iterator

from ppgen.language.folding import bare
from ppgen.language.tags import script
from ppgen.lint.extra import lemmas
from ppgen.lint.subject import Bench, Finding, Subject

#: Languages with compound words, in which short words occur in others by chance.
_COMPOUNDING = {
    "af", "da", "de", "et", "fi", "fy", "hu", "is", "lb", "nb", "nl", "nn", "no", "sv",
}  # fmt: skip
#: Letters from which W02 compares two words, and W03 looks for one in another. Where most words of
#: a language are short, neighbors of five letters are chance (troon, kroon): measured in
#: docs/word-banks.md.
_NEAR, _NEAR_IN = 5, {"fr": 6, "nl": 6, "pt": 6, "sv": 6}
_INSIDE, _INSIDE_IN = 4, {"pt": 5}
_WHICH_FIRST = "keep the better one"


def _pair(subject: Subject, at: int, other: int, message: str, note: str) -> Finding:
    word, second = subject.words[at], subject.words[other]
    return Finding(
        message, word.span, (word, second), help=_WHICH_FIRST, second=second.span, second_note=note
    )


def stems(subject: Subject, bench: Bench) -> Iterator[Finding]:
    """W01: forms of one word."""
    paired: set[int] = set()
    for what, keys in (("stem", subject.stems), ("dictionary form", lemmas(subject, bench))):
        first: dict[str, int] = {}
        own = subject.bank.own
        for at in (*range(own, len(keys)), *range(own)) if keys else ():
            key = keys[at]
            other = first.setdefault(key, at)
            same = subject.folded[at] == subject.folded[other]
            if other == at or at >= own or at in paired or not key or same:
                continue
            paired.add(at)
            word, second = subject.words[at], subject.words[other]
            message = f"`{word}` and `{second}` have the same {what}, `{key}`"
            yield _pair(subject, at, other, message, "the same")


def near(subject: Subject, bench: Bench) -> Iterator[Finding]:
    """W02: one letter apart, or the same without accents."""
    del bench
    first = subject.first
    plain: dict[str, int] = {}
    gaps: dict[str, int] = {}
    own = subject.bank.own
    least = _NEAR_IN.get(subject.base, _NEAR)
    long = {w for w in first if len(w) >= least}
    for at in (*range(own, len(subject.folded)), *range(own)):
        word = subject.folded[at]
        if first[word] != at:
            continue
        other = plain.setdefault(bare(word), at)
        if other != at and at < own:
            message = f"`{subject.words[at]}` and `{subject.words[other]}` differ only by accents"
            yield _pair(subject, at, other, message, "the same except for accents")
            continue
        if len(word) < least:
            continue
        near_one = _neighbor(word, at, first, gaps, long)
        if near_one is not None and at < own:
            message = f"`{subject.words[at]}` and `{subject.words[near_one]}` are one letter apart"
            yield _pair(subject, at, near_one, message, "one letter apart")


def _neighbor(
    word: str, at: int, first: dict[str, int], gaps: dict[str, int], long: set[str]
) -> int | None:
    """Return a word one letter apart; remember this one for those that follow.

    Two words of equal length that differ in one letter are the same with a gap there; otherwise the
    shorter is the longer one without a letter.
    """
    near_one: int | None = None
    for i in range(len(word)):
        head, tail = word[:i], word[i + 1 :]
        other = gaps.setdefault(f"{head}\0{tail}", at)
        if other != at and near_one is None:
            near_one = other
        if head + tail in long and near_one is None:
            near_one = first[head + tail]
    return near_one


def inside(subject: Subject, bench: Bench) -> Iterator[Finding]:
    """W03: one word inside another; in compounding languages only at its start or end."""
    del bench
    if script(subject.lang) in {"Hans", "Hant", "Jpan", "Kore"}:
        least, anywhere = 2, True
    else:
        least = _INSIDE_IN.get(subject.base, _INSIDE)
        anywhere = subject.base not in _COMPOUNDING
    first = subject.first
    lengths = {len(word) for word in first if len(word) >= least}
    stem = subject.stems
    for at in range(subject.bank.own):
        word = subject.folded[at]
        for inner in _parts(word, lengths, anywhere=anywhere):
            other = first.get(inner)
            if other is None or (stem and stem[at] and stem[at] == stem[other]):
                continue
            message = f"`{subject.words[other]}` is part of `{subject.words[at]}`"
            yield _pair(subject, at, other, message, "this is part of it")
            break


def _parts(word: str, lengths: set[int], *, anywhere: bool) -> Iterator[str]:
    """Yield the parts of a word that can be words, longest first."""
    for length in range(len(word) - 1, 0, -1):
        if length not in lengths:
            continue
        yield word[:length]
        yield word[-length:]
        if anywhere:
            for start in range(1, len(word) - length):
                yield word[start : start + length]

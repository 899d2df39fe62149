"""Rules that need external data: lemmas, frequency (W04), spelling (W08).

Uses packages of the extra `lint` and hunspell if they are installed, and reports which are
missing.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path

from ppgen.diagnostics import Level
from ppgen.install import to_add
from ppgen.language.folding import unbroken
from ppgen.lint.answers import answers, version
from ppgen.lint.subject import Bench, Finding, Subject

#: Frequency of good words on the Zipf scale: 3 is once per million words.
LEAST, MOST = 2.0, 5.6
#: Languages whose dictionaries for hunspell lack more than 2 % of good words: W08 is a note there.
_THIN = frozenset({"ar", "ko", "th"})


def _extra() -> str:
    """Return how to install what is missing."""
    return f"to install it: {to_add('lint')}"


def lemmas(subject: Subject, bench: Bench) -> list[str]:
    """Return the dictionary form of each word; empty if unknown."""
    if version("simplemma") is None:
        bench.skip("W01 by dictionary", _extra())
        return []
    words = [_spelled(word) for word, kin in zip(subject.words, subject.kin, strict=True) if kin]
    try:
        forms = iter(answers("simplemma", subject.base, words, str, partial(_lemmas, subject.base)))
    except ValueError:
        return []  # unsupported language; stems are still compared
    except ImportError as missing:
        bench.skip("W01 by dictionary", str(missing).splitlines()[0])
        return []
    return [next(forms) if kin else "" for kin in subject.kin]


def _lemmas(lang: str, words: Sequence[str]) -> list[str]:
    from simplemma import lemmatize  # noqa: PLC0415 - takes long, and may not be installed

    return [lemmatize(word, lang=lang).casefold() for word in words]


def _spelled(word: str) -> str:
    """Return a word as spelled in a dictionary."""
    return unicodedata.normalize("NFC", unbroken(word).strip())


def frequency(subject: Subject, bench: Bench) -> Iterator[Finding]:
    """W04: words that are too rare, or too common to be interesting."""
    if version("wordfreq") is None:
        bench.skip("W04", _extra())
        return
    words = [_spelled(word) for word in subject.own]
    try:
        counts = answers("wordfreq", subject.base, words, float, partial(_counts, subject.base))
    except LookupError:
        bench.skip("W04", "there are no counts for this language", subject.base)
        return
    except ImportError as missing:
        bench.skip("W04", str(missing).splitlines()[0], subject.base)
        return
    thin = not _many_counted(subject.base)
    for word, count in zip(subject.own, counts, strict=True):
        if count == 0 and thin:
            continue  # for such a language, many household words are in no text
        if count == 0:
            yield Finding(f"`{word}` does not occur in any counted text", word.span, (word,))
        elif count < LEAST:
            message = f"`{word}` is rare: {count:.2f} on the Zipf scale, below {LEAST}"
            yield Finding(message, word.span, (word,))
        elif count > MOST:
            message = f"`{word}` is very common: {count:.2f} on the Zipf scale, above {MOST}"
            yield Finding(message, word.span, (word,))


@cache
def _many_counted(lang: str) -> bool:
    """Return whether wordfreq has its large list for a language, which includes rare words."""
    spec = find_spec("wordfreq")
    data = Path(spec.origin).parent / "data" if spec and spec.origin else Path()
    return (data / f"large_{lang}.msgpack.gz").is_file()


def _counts(lang: str, words: Sequence[str]) -> list[float]:
    import wordfreq  # noqa: PLC0415 - takes long, and may not be installed

    if lang not in wordfreq.available_languages():
        raise LookupError(lang)
    return [wordfreq.zipf_frequency(word, lang) for word in words]


def spelling(subject: Subject, bench: Bench) -> Iterator[Finding]:
    """W08: words that hunspell does not know."""
    if shutil.which("hunspell") is None:
        bench.skip("W08", "hunspell is not installed")
        return
    name = _dictionary(subject.lang)
    if name is None:
        bench.skip("W08", "hunspell has no dictionary for it installed", subject.lang)
        return
    unknown = unknown_words([_spelled(word) for word in subject.own], name)
    if unknown is None:
        bench.skip("W08", "hunspell cuts its words into pieces", subject.lang)
        return
    level: Level = "note" if subject.base in _THIN else "warning"
    for word in subject.own:
        if _spelled(word) in unknown:
            message = f"hunspell ({name}) does not know `{word}`"
            yield Finding(message, word.span, (word,), level=level)


def _hunspell(*args: str, given: str = "") -> tuple[str, str]:
    import subprocess  # noqa: PLC0415 - there may be no hunspell

    ran = subprocess.run(  # noqa: S603 - a program of that name and our own arguments
        ["hunspell", *args], input=given, capture_output=True, text=True, encoding="utf-8",  # noqa: S607
        check=False,
    )  # fmt: skip
    return ran.stdout, ran.stderr


@cache
def _installed(path: str) -> frozenset[str]:
    """Return the dictionaries of the hunspell at a path; listing them is slow."""
    del path
    out, err = _hunspell("-D")
    paths = [line.strip() for line in (out + err).splitlines()]
    return frozenset(p.replace("\\", "/").rpartition("/")[2] for p in paths if p and " " not in p)


@cache
def _dictionary(lang: str) -> str | None:
    """Return an installed dictionary: that of the region, else of the language."""
    with contextlib.suppress(OSError):
        names = _installed(os.environ.get("PATH", ""))
        base, _, region = lang.partition("-")
        usual = {"en": "US", "pt": "PT", "sv": "SE", "da": "DK", "el": "GR", "nb": "NO"}
        for want in (region, usual.get(base, base.upper())):
            if f"{base}_{want.upper()}" in names:
                return f"{base}_{want.upper()}"
        return next((n for n in sorted(names) if n == base or n.startswith(f"{base}_")), None)
    return None


def unknown_words(words: list[str], dictionary: str) -> set[str] | None:
    """Return the words that hunspell does not know, in whole or in part; None if it cannot tell.

    With some dictionaries, as the Hindi one, it takes vowel signs for blanks, and answers for the
    pieces of words.
    """
    out, _ = _hunspell("-l", "-i", "utf-8", "-d", dictionary, given="\n".join(words) + "\n")
    unknown = set(out.splitlines())
    parts = {w: {w, *w.replace("-", " ").split()} for w in words}
    pieces = unknown - set().union(*parts.values())
    if len(pieces) > max(2, len(unknown) // 2):
        return None
    return {w for w in words if not unknown.isdisjoint(parts[w])}

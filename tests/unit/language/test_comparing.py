"""Words made comparable: without accents, and by their stems."""

from __future__ import annotations

import importlib
import subprocess
import sys
import unicodedata

import pytest

from ppgen.language.folding import bare
from ppgen.language.stems import STEMMERS, stemmer
from tests.support.run import REPO


@pytest.mark.slow
def test_words_lose_their_accents() -> None:
    """Letter by letter, which is the same as decomposing the whole word."""
    for start in range(0, sys.maxunicode + 1, 0x100):
        word = "".join(map(chr, range(start, start + 0x100)))
        parts = unicodedata.normalize("NFD", word)
        assert bare(word) == "".join(c for c in parts if not unicodedata.combining(c))
    assert bare("a\u0327\u0301ß\u1e69\uac01") == "aßs\u1100\u1161\u11a8"


@pytest.mark.parametrize("lang", STEMMERS)
def test_stemmers_are_those_of_the_package(lang: str) -> None:
    name = STEMMERS[lang]
    module = importlib.import_module(f"snowballstemmer.{name}_stemmer")
    theirs = getattr(module, f"{name.capitalize()}Stemmer")()
    ours = stemmer(lang)
    assert ours is not None
    words = ["häuser", "running", "maisons", "билеты", "בית", "बच्चा", "kitaplar", "والكتاب"]
    assert [ours(word) for word in words] == [theirs.stemWord(word) for word in words]


def test_a_stemmer_comes_alone() -> None:
    """The package would import those of all languages, or another program's."""
    code = (
        "import sys; from ppgen.language.stems import stemmer; assert stemmer('de')('häuser')\n"
        "print(*sorted(m.rpartition('.')[2] for m in sys.modules if 'temmer' in m))"
    )
    got = subprocess.run(
        [sys.executable, "-c", code], check=True, cwd=REPO, capture_output=True, text=True
    )
    assert got.stdout.split() == ["among", "basestemmer", "german_stemmer", "snowballstemmer_alone"]

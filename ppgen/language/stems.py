"""Finds stems of words: singular, plural and other forms of a word share one.

Takes a language; returns a function from a folded word to its stem, or None if there is none.
Stemmers are imported when first needed. Must not know files.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from ppgen.language.folding import base_language

#: Languages with a stemmer, and its module. Listed explicitly: the package's own lookup would
#: prefer another implementation, if installed, and so deal another deck.
STEMMERS = {
    "ar": "arabic", "ca": "catalan", "cs": "czech", "da": "danish", "de": "german", "el": "greek",
    "en": "english", "eo": "esperanto", "es": "spanish", "et": "estonian", "eu": "basque",
    "fa": "persian", "fi": "finnish", "fr": "french", "ga": "irish", "hi": "hindi",
    "hu": "hungarian", "hy": "armenian", "id": "indonesian", "it": "italian", "lt": "lithuanian",
    "nb": "norwegian", "ne": "nepali", "nl": "dutch", "nn": "norwegian", "no": "norwegian",
    "pl": "polish", "pt": "portuguese", "ro": "romanian", "ru": "russian", "sr": "serbian",
    "st": "sesotho", "sv": "swedish", "ta": "tamil", "tr": "turkish", "yi": "yiddish",
}  # fmt: skip


#: Replaces the package without its `__init__`, which imports the stemmers of all languages.
_ALONE = "snowballstemmer_alone"


@cache
def stemmer(lang: str) -> Callable[[str], str] | None:
    """Return the stemmer of a language."""
    name = STEMMERS.get(base_language(lang))
    if name is None:
        return None
    if _ALONE not in sys.modules:
        spec = find_spec("snowballstemmer")
        package = ModuleType(_ALONE)
        package.__path__ = list((spec and spec.submodule_search_locations) or ())
        sys.modules[_ALONE] = package
    module = import_module(f"{_ALONE}.{name}_stemmer")
    stem: Callable[[str], str] = getattr(module, f"{name.capitalize()}Stemmer")().stemWord
    return stem

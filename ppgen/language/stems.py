"""Stems of words: singular and plural, or other forms of one word, have the same.

Takes a language; gives a function from a folded word to its stem, or None where there is none.
The stemmers are imported when they are first asked for. Must not know files.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable

from ppgen.language.folding import base_language

#: Languages with a stemmer, and the module that has it. Named one by one: the package's own
#: look-up would prefer another implementation, if it is installed, and so deal another deck.
STEMMERS = {
    "ar": "arabic", "ca": "catalan", "cs": "czech", "da": "danish", "de": "german", "el": "greek",
    "en": "english", "eo": "esperanto", "es": "spanish", "et": "estonian", "eu": "basque",
    "fa": "persian", "fi": "finnish", "fr": "french", "ga": "irish", "hi": "hindi",
    "hu": "hungarian", "hy": "armenian", "id": "indonesian", "it": "italian", "lt": "lithuanian",
    "nb": "norwegian", "ne": "nepali", "nl": "dutch", "nn": "norwegian", "no": "norwegian",
    "pl": "polish", "pt": "portuguese", "ro": "romanian", "ru": "russian", "sr": "serbian",
    "st": "sesotho", "sv": "swedish", "ta": "tamil", "tr": "turkish", "yi": "yiddish",
}  # fmt: skip


def stemmer(lang: str) -> Callable[[str], str] | None:
    """Give the stemmer of a language."""
    name = STEMMERS.get(base_language(lang))
    if name is None:
        return None
    module = importlib.import_module(f"snowballstemmer.{name}_stemmer")
    stem: Callable[[str], str] = getattr(module, f"{name.capitalize()}Stemmer")().stemWord
    return stem

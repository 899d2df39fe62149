"""The head of a bank: its keys (B01) and its license (P01)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ppgen.diagnostics import suggest
from ppgen.lint.subject import Bench, Finding, Subject

#: Licenses under which words may be printed, changed and shared, with at most a credit.
_FREE = re.compile(
    r"CC0(-1\.0)?|CC-BY(-[1-4]\.0)?|MIT|ISC|0?BSD(-[0-4]-Clause)?|Apache-2\.0|Unlicense|WTFPL|"
    r"Unicode-3\.0|Unicode-DFS-20\d\d|Zlib|(LicenseRef-)?Public-?Domain",
    re.IGNORECASE,
)
_SHARE_ALIKE = re.compile(r"CC-BY-SA|GPL|ODbL|EUPL|MPL|GFDL", re.IGNORECASE)
_KNOWN = ["CC0-1.0", "CC-BY-4.0", "MIT", "BSD-3-Clause", "Apache-2.0", "Unicode-3.0"]


def keys(subject: Subject, bench: Bench) -> Iterator[Finding]:
    """B01: keys that a bank should have but loading does not require."""
    bank = subject.bank
    if not bank.words and not bank.values:
        yield Finding("the bank is empty", bank.span, help="add `words` or `values`")
    for at in (bank.allow, *(word.allow for word in subject.own)):
        for name in at:
            if name not in bench.rules:
                span = getattr(name, "span", None)
                yield Finding(f"there is no rule `{name}`", span, help=suggest(name, bench.rules))


def licence(subject: Subject, bench: Bench) -> Iterator[Finding]:
    """P01: a license that allows printing and sharing."""
    del bench
    name = subject.bank.licence
    if not name or _FREE.fullmatch(name):
        return
    node = subject.node.get("licence") if subject.node else None
    if _SHARE_ALIKE.search(name):
        message = f"`{name}` puts everything made from the words under the same terms"
        hint = ""
    else:
        message = f"`{name}` is not a license known to allow sharing a deck"
        hint = f"{suggest(name, _KNOWN)}; "
    hint += "if sharing is fine, say why: `allow: {P01: reason}`"
    yield Finding(message, node.span if node else subject.bank.span, help=hint)

"""The words that a product may deal, as somebody asked for them.

Takes a workspace and a request; gives the bank to deal from, joined of the files and languages
that were named, with what is left out taken out. Must not deal, print or write.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ppgen.deal.code import read_code, version_of
from ppgen.diagnostics import Refused, Report, suggest
from ppgen.language.folding import base_language, fold
from ppgen.load.bank_files import SUFFIXES
from ppgen.load.languages import missing_bank
from ppgen.load.workspace import Workspace
from ppgen.model.bank import Bank
from ppgen.request import Dealing, Request
from ppgen.source.kinds import Word


@dataclass(frozen=True)
class Stock:
    """A bank to deal from, the words that must be dealt, and what to tell about it."""

    bank: Bank
    first: frozenset[str]
    notes: tuple[str, ...]

    @property
    def state(self) -> str:
        """Name the state that the bank is in."""
        words = self.bank.words
        return f"{_words(len(words))}, version {version_of(words)}"


def named_bank(workspace: Workspace, folder: str, entry: str, lang: str) -> Bank | None:
    """Read a bank by file or language; None if it is broken."""
    path = Path(entry)
    if path.suffix.lower() in SUFFIXES:
        if not path.is_file():
            msg = f"there is no file `{entry}`"
            raise Refused(msg)
        return workspace.bank_file(path.resolve(), lang, [folder])
    if path.is_file():
        msg = f"`{entry}`: a bank is a file in .yaml, .txt or .csv"
        raise Refused(msg)
    found = workspace.find(f"content/{folder}/{entry}.yaml")
    if found is None:
        have = ", ".join(workspace.languages(folder)) or "none"
        msg = f"`{entry}` is no file in .yaml, .txt or .csv and no bank: there are {have}"
        raise Refused(msg)
    return workspace.bank_file(found, lang)


def stock(workspace: Workspace, request: Request, folder: str) -> Stock | None:
    """Join the banks that were asked for; None if one is broken or missing."""
    asked, lang = request.dealing, request.lang
    if asked.banks:
        found = [named_bank(workspace, folder, entry, lang) for entry in asked.banks]
    else:
        found = [workspace.bank(folder, lang)]
    banks = [bank for bank in found if bank is not None]
    firsts = [named_bank(workspace, folder, entry, lang) for entry in asked.first]
    if len(banks) < len(found) or None in firsts:
        return None
    notes = [
        f"{b.span.source.name} is in `{b.lang}`; its words are set as `{lang}`: see --lang"
        for b in banks
        if base_language(b.lang) not in {base_language(lang), "und"}
    ]
    every = [word for bank in banks for word in bank.words]
    words = {fold(w, lang): w for w in reversed(every)}
    if len(words) < len(every):
        double = len(every) - len(words)
        notes.append(f"{_words(double)} {'stands' if double == 1 else 'stand'} there twice")
    # In the order of the files again: the last one that was put in came first.
    words = dict(reversed(words.items()))
    gone = _unwanted(every, asked, lang)
    kept = {k: w for k, w in words.items() if not gone or fold(w.category, lang) not in gone}
    for word in _excluded(workspace, asked, folder, lang):
        kept.pop(fold(word, lang), None)
    must: set[str] = set()
    for word in (w for bank in firsts if bank for w in bank.words):
        key = fold(word, lang)
        kept.setdefault(key, words.get(key, word))
        must.add(str(kept[key]))
    bank = dataclasses.replace(banks[0], words=tuple(kept.values()), own=0)
    if asked.second:
        bank = _paired(workspace, bank, folder, asked.second)
    return Stock(bank, frozenset(must), tuple(notes))


def _words(number: int) -> str:
    return f"{number} {'word' if number == 1 else 'words'}"


def _unwanted(words: Iterable[Word], asked: Dealing, lang: str) -> set[str]:
    """Name the categories, folded, whose words are not dealt; "" is that of words without."""
    if not (asked.categories or asked.without):
        return set()
    known = {fold(w.category, lang): w.category for w in words}
    named = {name: fold(name, lang) for name in (*asked.categories, *asked.without)}
    for name, folded in named.items():
        if folded not in known:
            listed = [category for category in known.values() if category]
            msg = f"there is no category `{name}`; {suggest(name, listed) or 'the bank has none'}"
            raise Refused(msg)
    gone = {named[name] for name in asked.without}
    if asked.categories:
        gone |= known.keys() - {named[name] for name in asked.categories}
    return gone


def _excluded(workspace: Workspace, asked: Dealing, folder: str, lang: str) -> list[Word]:
    """Give the words of files to leave out; decks by code are left out when dealing."""
    out: list[Word] = []
    for entry in asked.exclude:
        if read_code(entry) is None:
            bank = named_bank(workspace, folder, entry, lang)
            out.extend(bank.words if bank else ())
    return out


def _paired(workspace: Workspace, bank: Bank, folder: str, second: str) -> Bank:
    """Put the word of another language beside each, by concept id."""
    other = workspace.bank(folder, second)
    if other is None:
        have = ", ".join(workspace.languages(folder)) or "none"
        msg = f"there is no bank of language `{second}`; there are: {have}"
        raise Refused(msg)
    partners = {word.id: str(word) for word in reversed(other.words) if word.id}

    def paired(word: Word) -> Word:
        found = word.second or (partners.get(word.id, "") if word.id else "")
        return Word(
            word, word.span, category=word.category, note=word.note, id=word.id, second=found,
            allow=word.allow,
        )  # fmt: skip

    return dataclasses.replace(bank, words=tuple(paired(word) for word in bank.words))


def stocks_for(workspace: Workspace, request: Request, report: Report) -> dict[str, Stock]:
    """Find the words of the banks that are dealt from."""
    game, words = request.game, request.dealing.words
    found: dict[str, Stock] = {}
    for name in request.product.dealt:
        if words is not None:
            bank = Bank(request.lang, request.product.span, "", words)
            found[name] = Stock(bank, frozenset(), ())
        elif not (request.dealing.banks or workspace.bank_path(game.banks[name], request.lang)):
            report.problem(missing_bank(workspace, game, request.product, request.lang, name))
        elif (got := stock(workspace, request, game.banks[name])) is not None:
            found[name] = got
    return found

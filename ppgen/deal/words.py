"""Collects the words that a product may deal for a request.

Takes a workspace and a request; returns the bank to deal from, joined from the named files and
languages, without excluded words. Must not deal, print or write.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ppgen.deal.code import read_code, version_of
from ppgen.diagnostics import Refused, Report, plural, suggest
from ppgen.language.folding import base_language, fold
from ppgen.load.bank_files import SUFFIXES
from ppgen.load.languages import missing_bank
from ppgen.load.workspace import Workspace
from ppgen.model.bank import Bank
from ppgen.model.game import Deal
from ppgen.request import PRINTED, Dealing, Request
from ppgen.source.kinds import Word


class Stock(NamedTuple):
    """A bank to deal from, the words that must be dealt, and notes."""

    bank: Bank
    first: frozenset[str]
    notes: tuple[str, ...]

    @property
    def state(self) -> str:
        """A description of the bank's current state."""
        words = self.bank.words
        return f"{plural(len(words), 'word')}, version {version_of(words)}"


def named_bank(workspace: Workspace, folder: str, entry: str, lang: str) -> Bank | None:
    """Read a bank by file or language; None if it is broken."""
    path = Path(entry)
    if path.suffix.lower() in SUFFIXES:
        if not path.is_file():
            msg = f"there is no file `{entry}`"
            raise Refused(msg)
        return workspace.bank_file(path.resolve(), lang, [folder])
    if path.is_file():
        msg = f"`{entry}`: a bank is a .yaml, .txt, .csv or .tsv file"
        raise Refused(msg)
    named = workspace.find(f"content/{folder}/{entry}.yaml")
    if named is None:
        have = ", ".join(workspace.languages(folder)) or "none"
        msg = f"`{entry}` is neither a .yaml, .txt, .csv or .tsv file nor a bank: there are {have}"
        raise Refused(msg)
    return workspace.bank_file(named, lang)


def stock(workspace: Workspace, request: Request, folder: str) -> Stock | None:
    """Join the requested banks; None if one is broken or missing."""
    dealing, lang = request.dealing, request.lang
    named = [named_bank(workspace, folder, entry, lang) for entry in dealing.banks]
    banks = _whole(named or [workspace.bank(folder, lang)])
    firsts = _whole([named_bank(workspace, folder, entry, lang) for entry in dealing.first])
    if banks is None or firsts is None:
        return None
    every = [word for bank in banks for word in bank.words]
    words = _joined(every, lang)
    remarks = [line for bank in (*banks, *firsts) for line in bank.remarks]
    notes = [*remarks, *_foreign(banks, lang), *_repeated(len(every) - len(words))]
    gone = _unwanted(every, dealing, lang)
    kept = {k: w for k, w in words.items() if not gone or fold(w.category, lang) not in gone}
    for word in _excluded(workspace, dealing, folder, lang):
        kept.pop(fold(word, lang), None)
    for seen in dealing.seen:
        kept.pop(fold(seen, lang), None)
    must: set[str] = set()
    for word in (w for bank in firsts for w in bank.words):
        key = fold(word, lang)
        kept.setdefault(key, words.get(key, word))
        must.add(str(kept[key]))
    bank = banks[0]._replace(words=tuple(kept.values()), own=0)
    if dealing.second:
        bank = _paired(workspace, bank, folder, dealing.second)
    return Stock(bank, frozenset(must), tuple(notes))


def _whole(banks: Sequence[Bank | None]) -> list[Bank] | None:
    """Return the banks; None if one could not be read."""
    read = [bank for bank in banks if bank is not None]
    return read if len(read) == len(banks) else None


def _joined(every: Sequence[Word], lang: str) -> dict[str, Word]:
    """Return words by their folded form; the first of equal ones wins."""
    words: dict[str, Word] = {}
    for word in every:
        words.setdefault(fold(word, lang), word)
    return words


def _foreign(banks: Iterable[Bank], lang: str) -> Iterator[str]:
    for bank in banks:
        if base_language(bank.lang) not in {base_language(lang), "und"}:
            name = bank.span.source.name
            yield f"{name} is in `{bank.lang}`, but its words are printed as `{lang}`; see --lang"


def _repeated(number: int) -> Iterator[str]:
    if number:
        be = "is" if number == 1 else "are"
        yield f"{plural(number, 'word')} {be} listed more than once; the repeats are ignored"


def _unwanted(words: Iterable[Word], dealing: Dealing, lang: str) -> set[str]:
    """Return the categories, folded, whose words are not dealt; "" stands for no category."""
    if not (dealing.categories or dealing.without):
        return set()
    known = {fold(w.category, lang): w.category for w in words}
    named = {name: fold(name, lang) for name in (*dealing.categories, *dealing.without)}
    for name, folded in named.items():
        if folded not in known:
            listed = [category for category in known.values() if category]
            msg = f"there is no category `{name}`; {suggest(name, listed) or 'the bank has none'}"
            raise Refused(msg)
    gone = {named[name] for name in dealing.without}
    if dealing.categories:
        gone |= known.keys() - {named[name] for name in dealing.categories}
    return gone


def _excluded(workspace: Workspace, dealing: Dealing, folder: str, lang: str) -> list[Word]:
    """Return the words of excluded files; decks are excluded by code when dealing."""
    out: list[Word] = []
    for entry in dealing.exclude:
        if entry != PRINTED and read_code(entry) is None:
            bank = named_bank(workspace, folder, entry, lang)
            out.extend(bank.words if bank else ())
    return out


def _paired(workspace: Workspace, bank: Bank, folder: str, second: str) -> Bank:
    """Return a bank with the word of another language added to each, by concept id."""
    other = workspace.bank(folder, second)
    if other is None:
        have = ", ".join(workspace.languages(folder)) or "none"
        msg = f"there is no bank in language `{second}`; there are: {have}"
        raise Refused(msg)
    partners = {word.id: str(word) for word in reversed(other.words) if word.id}

    def paired(word: Word) -> Word:
        second_word = word.second or (partners.get(word.id, "") if word.id else "")
        if fold(second_word, second) == fold(word, second):
            # Layouts that print equal words once need not compare capitals.
            second_word = str(word)
        return Word(
            word, word.span, category=word.category, note=word.note, id=word.id, second=second_word,
            allow=word.allow,
        )  # fmt: skip

    return bank._replace(words=tuple(paired(word) for word in bank.words))


def _recipe_words(request: Request, bank: str) -> tuple[Word, ...]:
    """Return the words of a recipe that were dealt from a bank."""
    recipe, each = request.dealing.recipe, request.product.each
    names = [name for name, deal in each.items() if isinstance(deal, Deal) and deal.bank == bank]
    hands = recipe.hands if recipe else {}
    return tuple(word for name in names for hand in hands.get(name, ()) for word in hand)


def stocks_for(workspace: Workspace, request: Request, report: Report) -> dict[str, Stock]:
    """Return the words of the banks that the product deals from."""
    game, words = request.game, request.dealing.words
    stocks: dict[str, Stock] = {}
    for name in request.product.dealt:
        if words is not None or request.dealing.recipe is not None:
            listed = _recipe_words(request, name) if words is None else words
            bank = Bank(request.lang, request.product.span, "", listed)
            stocks[name] = Stock(bank, frozenset(), ())
        elif not (request.dealing.banks or workspace.bank_path(game.banks[name], request.lang)):
            report.problem(missing_bank(workspace, game, request.product, request.lang, name))
        elif (joined := stock(workspace, request, game.banks[name])) is not None:
            stocks[name] = joined
    return stocks

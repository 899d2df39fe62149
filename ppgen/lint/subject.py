"""The subject of lint: a bank with its words made comparable, and the findings of rules.

Takes a bank; returns subjects and findings. Must not know the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from ppgen.diagnostics import Level, Span
from ppgen.language.folding import bare, base_language, fold
from ppgen.language.stems import STEMMERS, stemmer
from ppgen.lint.answers import answers
from ppgen.load.workspace import Workspace
from ppgen.model.bank import Bank
from ppgen.model.game import Deal, Game, Product
from ppgen.source.kinds import Word
from ppgen.source.nodes import Mapping

if TYPE_CHECKING:
    from ppgen.text.fonts import Fonts

T = TypeVar("T")

#: In banks with more words than this, only similar words are compared.
_LARGE = 5000
_ENDING = 2


class Subject:
    """One bank to check."""

    def __init__(
        self,
        path: Path,
        bank: Bank,
        node: Mapping | None,  # None: a plain list
        folder: str | None,  # in content, if it is there
        a_game: int = 0,  # the words that one game uses up; 0: unknown
    ) -> None:
        self.path = path
        self.bank = bank
        self.node = node
        self.folder = folder
        self.a_game = a_game

    @property
    def name(self) -> str:
        """The name to use in messages."""
        return self.bank.span.source.name

    @property
    def lang(self) -> str:
        """The language of its words."""
        return self.bank.lang

    @property
    def base(self) -> str:
        """The language without script and region."""
        return base_language(self.lang)

    @property
    def words(self) -> tuple[Word, ...]:
        """All words, starting with those of the file itself."""
        return self.bank.words

    @property
    def own(self) -> tuple[Word, ...]:
        """The words of the file itself: the bank it extends is checked separately."""
        return self.bank.words[: self.bank.own]

    @property
    def games(self) -> int | None:
        """The number of games until a word repeats, if known."""
        return len(self.first) // self.a_game if self.a_game else None

    @cached_property
    def folded(self) -> list[str]:
        """All words, made comparable."""
        return [fold(word, self.lang) for word in self.words]

    @cached_property
    def first(self) -> dict[str, int]:
        """The first index of each folded word; the file's own words come last here."""
        out: dict[str, int] = {}
        own = self.bank.own
        for at in (*range(own, len(self.folded)), *range(own)):
            out.setdefault(self.folded[at], at)
        return out

    @cached_property
    def stems(self) -> list[str]:
        """The stems of words, empty for those without a similar word or a stemmer."""
        if self.base not in STEMMERS:
            return []
        words = [word for word, kin in zip(self.folded, self.kin, strict=True) if kin]
        stems = iter(answers("snowballstemmer", self.base, words, str, self._stemmed))
        return [next(stems) if kin else "" for kin in self.kin]

    def _stemmed(self, words: Sequence[str]) -> list[str]:
        stem = stemmer(self.lang)
        return [stem(word) for word in words] if stem else list(words)

    @cached_property
    def kin(self) -> list[bool]:
        """Whether another word could be a form of it, for each word.

        In a very large bank, for which stemmers take too long, these are words that are the same
        except for two letters at the end, ignoring accents.
        """
        if len(self.folded) <= _LARGE:
            return [True] * len(self.folded)
        heads = [
            [word[: len(word) - n] for n in range(_ENDING + 1) if len(word) - n >= 3]
            for word in map(bare, self.folded)
        ]
        counts = Counter(head for some in heads for head in some)
        return [any(counts[head] > 1 for head in some) for some in heads]


class Finding(NamedTuple):
    """A finding of a rule: where, what to do, and the words whose `allow` can permit it."""

    message: str
    span: Span | None
    words: Sequence[Word] = ()
    help: str = ""
    note: str = ""
    second: Span | None = None
    second_note: str = ""
    level: Level | None = None  # if other than that of the rule


class Bench:
    """The state shared by rules: the workspace, all subjects, and skipped rules."""

    def __init__(
        self,
        workspace: Workspace,
        subjects: Sequence[Subject],
        rules: Sequence[str] = (),  # the ids of all rules
        *,
        mixed: bool = False,  # the subjects are parts of one deck
    ) -> None:
        self.workspace = workspace
        self.subjects = subjects
        self.rules = rules
        self.mixed = mixed
        self._skipped: dict[tuple[str, str], list[str]] = {}
        self._made: dict[str, Any] = {}

    def once(self, key: str, make: Callable[[], T]) -> T:
        """Return a value that several rules need, computed once."""
        if key not in self._made:
            self._made[key] = make()
        return self._made[key]  # type: ignore[no-any-return]

    def skip(self, rules: str, why: str, lang: str = "") -> None:
        """Record that rules were skipped, for a language or entirely."""
        langs = self._skipped.setdefault((rules, why), [])
        if lang and lang not in langs:
            langs.append(lang)

    def skipped(self) -> Iterator[str]:
        """Yield what was skipped, one line for all languages concerned."""
        for (rules, why), langs in self._skipped.items():
            where = " for " + ", ".join(f"`{lang}`" for lang in langs) if langs else ""
            yield f"{rules}{where} skipped: {why}"

    @cached_property
    def fonts(self) -> Fonts:
        """The fonts of the workspace."""
        from ppgen.text.fonts import Fonts  # noqa: PLC0415 - only words that are placed need it

        return Fonts(self.workspace.fonts)

    def games(self, subject: Subject) -> Iterator[Game]:
        """Yield the games that use a bank, or could use it if it is elsewhere."""
        for name in self.workspace.games():
            game = self.workspace.game(name)
            if game and (subject.folder is None or subject.folder in game.banks.values()):
                yield game

    def dealing(self, subject: Subject) -> Iterator[tuple[Game, Product, int]]:
        """Yield the products that deal from a bank, or could, with the words per hand."""
        for game, product, folders, take in deals(self.workspace):
            if subject.folder is None or subject.folder in folders:
                yield game, product, take


def deals(workspace: Workspace) -> Iterator[tuple[Game, Product, set[str], int]]:
    """Yield the products that deal, the folders of their banks, and the words per hand."""
    for name in workspace.games():
        game = workspace.game(name)
        for product in game.products.values() if game else ():
            if game and product.dealt:
                folders = {game.banks[bank] for bank in product.dealt}
                yield game, product, folders, _take(game, product)


def words_a_game(workspace: Workspace, folder: str | None) -> int:
    """Return the number of words that one game uses up; 0 if unknown.

    For a folder that no product deals from, any game counts.
    """
    says = [
        (folders, game.lint.hands * take)
        for game, _, folders, take in deals(workspace)
        if game.lint.hands
    ]
    own = [number for folders, number in says if folder in folders]
    return max(own or [number for _, number in says], default=0)


def _take(game: Game, product: Product) -> int:
    """Return the number of words in a hand."""
    scope = _usual(game, product)
    return sum(g.take.get(scope) for g in product.each.values() if isinstance(g, Deal))


def apart_of(game: Game, product: Product) -> int:
    """Return for how many hands words at the same place are kept apart; 0: within a hand."""
    scope = _usual(game, product)
    return max(g.apart.get(scope) for g in product.each.values() if isinstance(g, Deal))


def _usual(game: Game, product: Product) -> dict[str, object]:
    """Return the names in scope, with default options."""
    return {**game.values, **{o.name: o.default for o in product.options.values()}}


Check = Callable[[Subject, Bench], Iterator[Finding]]


class Rule(NamedTuple):
    """A rule: its id, its level, and what it applies to."""

    id: str
    level: Level
    about: str
    check: Check
    plain: bool = True  # applies to plain lists too
    values: bool = False  # applies to banks without words

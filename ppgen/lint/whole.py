"""The bank as a whole: its size (B02), balance (W09), concept ids (W11), figures (N01)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ppgen.diagnostics import plural
from ppgen.lint.form import letters_of, median
from ppgen.lint.subject import Bench, Finding, Subject

#: No category should be more of a bank than this.
_SHARE = 0.12


def size(subject: Subject, bench: Bench) -> Iterator[Finding]:
    """B02: whether the words are enough for a full deck."""
    have = len(subject.first)
    for game, product, take in bench.dealing(subject):
        hands, over = divmod(have, take)
        if hands < product.count:
            rest = f", {over} left over" if over else ""
            yield Finding(
                f"{have} words are enough for {hands} of {product.count} pieces of {game.name}/"
                f"{product.name}, {take} words each{rest}",
                subject.bank.span,
                help=f"{take * product.count - have} more words fill the deck",
            )


def balance(subject: Subject, bench: Bench) -> Iterator[Finding]:
    """W09: a category that is too large."""
    del bench
    counts = Counter(word.category for word in subject.words)
    if not any(counts):
        yield Finding(
            "the words have no categories to keep similar words apart",
            subject.bank.span, help="use a .csv or .yaml bank to add them", level="note",
        )  # fmt: skip
        return
    if len(counts) == 1:
        message = f"all words are in one category, `{next(iter(counts))}`, so none are kept apart"
        yield Finding(message, subject.bank.span, level="note")
        return
    first = {word.category: word for word in reversed(subject.own)}
    for name, count in sorted(counts.items()):
        share = count / len(subject.words)
        if name and share > _SHARE and name in first:
            yield Finding(
                f"the category `{name}` is {share:.0%} of the bank, over {_SHARE:.0%}",
                first[name].span, note="it starts here",
                help="divide it, or add words to the others",
            )  # fmt: skip


def concepts(subject: Subject, bench: Bench) -> Iterator[Finding]:
    """W11: two words for one concept, and concepts missing here but not in another language."""
    first = {word.id: word for word in reversed(subject.words) if word.id}
    for word in subject.own:
        other = first.get(word.id, word)
        if other is not word:
            yield Finding(
                f"`{word}` and `{other}` have the same concept id, `{word.id}`", word.span,
                (word, other), help="an id stands for one meaning: which word has it?",
                second=other.span, second_note="here too",
            )  # fmt: skip
    reference = _reference(subject, bench)
    if reference is None or not first:
        return
    name, ids = reference
    missing = len(ids - first.keys())
    if missing:
        message = f"{missing} of the {len(ids)} concept ids of {name} are missing here"
        yield Finding(message, subject.bank.span, level="note")


def _reference(subject: Subject, bench: Bench) -> tuple[str, set[str]] | None:
    """Return the reference bank: English, else German, in the same folder."""
    for lang in ("en", "de"):
        path = bench.workspace.find(f"content/{subject.folder}/{lang}.yaml")
        if subject.folder is None or path is None or path.resolve() == subject.path.resolve():
            continue
        bank = bench.workspace.bank_file(path, lang)
        if bank and (ids := {word.id for word in bank.words if word.id}):
            return bench.workspace.shown(path), ids
    return None


def figures(subject: Subject, bench: Bench) -> Iterator[Finding]:
    """N01: the figures of the bank."""
    del bench
    lengths = [letters_of(word) for word in subject.words]
    kinds = len({word.category for word in subject.words if word.category})
    within = f" in {kinds} categories" if kinds > 1 else ""
    games = subject.games
    last = "" if games is None else f"; {plural(games, 'game')} until a word repeats"
    yield Finding(
        f"{len(lengths)} words of {min(lengths)} to {max(lengths)} letters, "
        f"median {median(lengths)}{within}{last}",
        subject.bank.span,
    )

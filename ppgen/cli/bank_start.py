"""`words suggest` and `words new`: the first words of a language.

Takes a workspace and arguments; prints words, or writes a bank and labels to start with.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from ppgen.cli.bank_views import print_by_category
from ppgen.cli.files import kept_inside, save, shown
from ppgen.cli.shared import show_problems, usual_language
from ppgen.cli.terminal import say
from ppgen.diagnostics import Source, Span, did_you_mean, plural, suggest
from ppgen.language.folding import fold
from ppgen.language.tags import tag
from ppgen.lint.run import clashes
from ppgen.load.bank_text import drafted_bank, translatable
from ppgen.load.suggestions import suggested_languages, suggestions
from ppgen.load.workspace import Workspace
from ppgen.model.bank import Bank
from ppgen.source.kinds import Word

#: The limit of `words lint` for long words.
_LONGEST = 14
_WORKSPACE = "ppgen: workspace/1   # makes this folder a workspace\nlang: {}\n"


def suggest_words(
    workspace: Workspace, lang: str, categories: Sequence[str], *, more: bool
) -> None:
    """Print suggestions for a bank, by category."""
    code = _language(lang)
    words = _new_words(workspace, code, more=more)
    known = {word.category for word in words}
    for name in categories:
        if name not in known:
            msg = f"there is no category `{name}`; {suggest(name, known) or 'nothing is suggested'}"
            raise click.UsageError(msg)
    words = [word for word in words if not categories or word.category in categories]
    print_by_category(words, str)
    say(
        f"note: {plural(len(words), 'word')} not yet in a bank of `{code}`, from Unicode's CLDR: "
        "drafts, for a native speaker to choose from",
        err=True,
    )


def start_bank(
    workspace: Workspace, lang: str, games: Sequence[str], *, suggested: bool, more: bool
) -> None:
    """Write a bank and labels to start with, without replacing anything."""
    code = _language(lang)
    root = workspace.root or Path.cwd()
    known_games = workspace.games()
    for name in games:
        if name not in known_games:
            msg = f"there is no game `{name}`; {suggest(name, known_games)}"
            raise click.UsageError(msg)
    files: dict[Path, str] = {}
    if workspace.root is None:
        files[root / "ppgen.yaml"] = _WORKSPACE.format(code)
    files[root / "content/words" / f"{code}.yaml"] = drafted_bank(
        code,
        _drafts(workspace, code, more=more) if suggested else (),
        extends=workspace.find(f"content/words/{code}.yaml") is not None,
    )
    for folder in ("labels", *(f"{name}/labels" for name in games)):
        if text := _labels(workspace, folder, code):
            files[root / "content" / folder / f"{code}.yaml"] = text
    for path in files:
        if kept_inside(root, path).exists():
            msg = f"{shown(path)} already exists; move it, or add to it by hand"
            raise click.UsageError(msg)
    for path, text in files.items():
        save(path, text.encode())
        say(f"wrote {shown(path)}")
    _say_next(workspace, code, games, suggested=suggested)


def _language(lang: str) -> str:
    code = tag(lang)
    if code is None:
        msg = f"`{lang}` is not a language; use a tag such as fi, de-AT or zh-Hant"
        raise click.UsageError(msg)
    return code


def _new_words(workspace: Workspace, lang: str, *, more: bool) -> list[Word]:
    """Return the suggestions that no bank of the language has yet."""
    words = suggestions(workspace, lang, more=more)
    if words is None:
        have = suggested_languages(workspace)
        near = did_you_mean(lang, have) or f"such as {', '.join(have[::20])}"
        msg = f"there are no suggestions for `{lang}`, only for {len(have)} other languages; {near}"
        raise click.UsageError(msg)
    there = {fold(word, lang) for word in _present(workspace, lang)}
    return [word for word in words if fold(word, lang) not in there]


def _present(workspace: Workspace, lang: str) -> tuple[Word, ...]:
    """Return the words that a language already has."""
    bank = workspace.bank("words", lang) if workspace.bank_path("words", lang) else None
    if workspace.report:
        show_problems(workspace.report)
        raise click.exceptions.Exit(1)
    return bank.words if bank else ()


def _drafts(workspace: Workspace, lang: str, *, more: bool) -> list[Word]:
    """Return the suggestions that fit on a card; of two similar ones, only the shorter."""
    words = [w for w in _new_words(workspace, lang, more=more) if len(w) <= _LONGEST]
    span = Span(Source("suggestions", ""), 1, 1)
    bank = Bank(lang, span, "", (*words, *_present(workspace, lang)), own=len(words))
    new = set(words)
    alike = {max((w for w in pair if w in new), key=len) for *pair, _ in clashes(workspace, bank)}
    return [word for word in words if word not in alike]


def _labels(workspace: Workspace, folder: str, lang: str) -> str | None:
    """Return the labels of a folder to translate, or None if the language has them already."""
    if workspace.find(f"content/{folder}/{lang}.yaml"):
        return None
    for code in (usual_language(workspace), "en"):
        if path := workspace.find(f"content/{folder}/{code}.yaml"):
            return translatable(path.read_text("utf-8"), lang, code)
    return None


def _say_next(workspace: Workspace, lang: str, games: Sequence[str], *, suggested: bool) -> None:
    if not suggested and suggestions(workspace, lang):
        say(f"`ppgen words suggest --lang {lang}` shows words to choose from")
    say(f"then: ppgen words lint {lang}, and ppgen make --lang {lang} {' '.join(games)}".rstrip())

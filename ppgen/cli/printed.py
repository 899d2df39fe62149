"""Shows and uses the list of printed decks.

Takes codes and languages; prints, or returns words to exclude.
"""

from __future__ import annotations

import click

from ppgen.cli.terminal import say
from ppgen.diagnostics import plural


def words_seen(lang: str) -> frozenset[str]:
    """Return the words of all printed decks in a language; warn about unreadable decks."""
    from ppgen.deal.log import load_log  # noqa: PLC0415 - few decks leave out others

    log = load_log()
    for name in log.damaged:
        say(
            f"warning: {name} in `ppgen words log` is damaged; its words are not excluded", err=True
        )
    return log.words(lang)


def show_log() -> None:
    """Print the list of printed decks."""
    from ppgen.deal.log import load_log  # noqa: PLC0415

    log = load_log()
    for deck in log.decks:
        say(f"{deck.deck}  {deck.product}  {plural(len(deck.words), 'word')}")
    for name in log.damaged:
        say(f"{name.removesuffix('.yaml')}  damaged: its words are unknown")
    if not log.decks and not log.damaged:
        say("no decks yet: `ppgen make` adds those that it prints completely")


def forget(codes: tuple[str, ...]) -> None:
    """Remove decks from the list, or raise an error if one is not in it."""
    from ppgen.deal.log import remove_deck  # noqa: PLC0415

    for code in codes:
        if not remove_deck(code):
            msg = f"`{code}` is not in the list; see ppgen words log"
            raise click.UsageError(msg)


def forget_all() -> None:
    """Remove all decks from the list."""
    from ppgen.deal.log import clear_log  # noqa: PLC0415

    say(f"{plural(clear_log(), 'deck')} removed")

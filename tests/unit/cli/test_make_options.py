"""The options of `make` and `proof`: one typed value, and names that products cannot take."""

from __future__ import annotations

import dataclasses

import click
import pytest

from ppgen.cli.make import command as make
from ppgen.cli.options import MakeOptions, read_options
from ppgen.cli.proof import command as proof
from ppgen.cli.show import command as show
from ppgen.load.game import RESERVED_OPTIONS

#: What click adds, and an option of ppgen itself that may be written anywhere.
ELSEWHERE = {"help", "debug"}


def given(*args: str) -> MakeOptions:
    with make.make_context("make", list(args)) as context:
        own = {p.name for p in make.params} - {p.name for p in shared(make)}
        return read_options({k: v for k, v in context.params.items() if k not in own})


def shared(command: click.Command) -> list[click.Parameter]:
    """List the parameters of a command that do not give way to those of products."""
    return [p for p in command.params if not set(p.opts) & command.yielding]  # type: ignore[attr-defined]


@pytest.mark.parametrize("command", [make, proof], ids=["make", "proof"])
def test_products_cannot_declare_an_option_of_a_command(command: click.Command) -> None:
    flags = {flag for p in shared(command) if isinstance(p, click.Option) for flag in p.opts}
    names = {flag[2:].replace("-", "_") for flag in flags if flag.startswith("--")}
    assert names | ELSEWHERE == RESERVED_OPTIONS


@pytest.mark.parametrize("command", [make, proof], ids=["make", "proof"])
def test_every_parameter_is_a_field(command: click.Command) -> None:
    fields = [field.name for field in dataclasses.fields(MakeOptions)]
    assert [*(p.name for p in shared(command)), "declared"] == fields


def test_values_have_their_types() -> None:
    options = given(
        "decrypto/notes", "--only", "3,7-9", "--margin", "0.2in", "--categories", "a,b",
        "--categories", "c", "--rounds", "5", "--duplex", "short",
    )  # fmt: skip
    assert options.targets == ("decrypto/notes",)
    assert options.only == frozenset({3, 7, 8, 9})
    assert options.margin == pytest.approx((5.08, 5.08, 5.08, 5.08))
    assert options.categories == ("a", "b", "c")
    assert options.declared == {"rounds": "5"}
    assert (options.duplex, options.seed, options.lang, options.root) == ("short", 1, None, None)


def test_options_of_show_are_its_own() -> None:
    """They come behind the targets, and give way to those of products."""
    names = [p.name for p in show.params]
    assert names[1:6] == ["page", "card", "faces", "dpi", "open"]
    assert names[:1] + names[6:] == [p.name for p in proof.params]
    flags = {flag for p in show.params[1:6] for flag in p.opts}
    assert flags == show.yielding  # type: ignore[attr-defined]

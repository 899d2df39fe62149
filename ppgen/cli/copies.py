"""Built-in files copied into a workspace.

Takes names of games, products, layouts, banks and labels; writes files, and replaces none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

import click

from ppgen.cli.files import kept_inside, save, shown
from ppgen.cli.shared import show_problems
from ppgen.cli.start import SCHEMAS, with_schema, write_schemas
from ppgen.cli.terminal import say
from ppgen.diagnostics import suggest
from ppgen.load.folders import builtin_root
from ppgen.load.workspace import Workspace

#: Layouts that all games have in common: a copy of one would change all of them.
_COMMON = "base"


def copy_all(workspace: Workspace, targets: Sequence[str]) -> None:
    """Copy the files of all targets; those that are there stay as they are."""
    root, builtin = workspace.root, builtin_root()
    if root is None:
        msg = "there is no workspace here to copy into; `ppgen init` makes this folder one"
        raise click.UsageError(msg)
    if root.resolve() == builtin.resolve():
        msg = "this is the folder of the built-in files themselves: change them right here"
        raise click.UsageError(msg)
    original = Workspace(builtin)
    names = list(dict.fromkeys(name for t in targets for name in files_of(original, t)))
    if original.report:
        show_problems(original.report)
        raise click.exceptions.Exit(1)
    missing = [name for name in names if not kept_inside(root, root / name).exists()]
    if not missing:
        msg = f"{', '.join(shown(root / name) for name in names)}: there already; nothing to copy"
        raise click.UsageError(msg)
    for name in names:
        if name not in missing:
            say(f"kept {shown(root / name)}, which was there already", err=True)
            continue
        data = (builtin / name).read_bytes()
        if name.endswith(".yaml"):
            data = with_schema(name, data.decode("utf-8")).encode()
        save(root / name, data)
        say(f"wrote {shown(root / name)}")
    write_schemas(root)
    say(
        f"copied from {builtin}; from now on yours are used, and to have the originals back you "
        f"only delete them ({SCHEMAS} is for your editor)",
        err=True,
    )


def files_of(original: Workspace, target: str) -> Iterator[str]:
    """Name the built-in files that a target stands for."""
    game, _, product = target.strip("/").partition("/")
    builtin = original.roots[0]
    if game in original.games():
        if not product:
            for folder in (f"content/{game}", f"templates/{game}"):
                yield from _below(builtin, folder)
            return
        found = original.game(game)
        if found and product in found.products:
            yield f"content/{game}/game.yaml"
            for side in found.products[product].sides:
                for path in original.layout_files(side.layout):
                    name = path.relative_to(builtin).as_posix()
                    if not name.startswith(f"templates/{_COMMON}"):
                        yield name
            return
    name = PurePosixPath(target).as_posix().strip("/")
    if ".." not in PurePosixPath(name).parts:
        for place in (name, f"content/{name}", f"templates/{name}"):
            for at in (place, f"{place}.yaml"):
                inside = at.startswith(("content/", "templates/"))
                if inside and (builtin / at).is_file():
                    yield at
                    return
                if inside and (builtin / at).is_dir():
                    yield from _below(builtin, at)
                    return
    near = [*original.games(), *known(original)]
    msg = f"there is nothing built in by the name `{target}`; {suggest(target, near)}"
    raise click.UsageError(msg)


def known(original: Workspace) -> list[str]:
    """Name what can be copied besides whole games."""
    builtin = original.roots[0]
    out: list[str] = []
    for name in original.games():
        if game := original.game(name):
            out += [f"{name}/{product}" for product in game.products]
    for top in ("content", "templates"):
        for path in sorted((builtin / top).rglob("*.yaml")):
            out.append(path.relative_to(builtin / top).with_suffix("").as_posix())
    return list(dict.fromkeys(out))


def _below(builtin: Path, folder: str) -> Iterator[str]:
    for path in sorted((builtin / folder).rglob("*")):
        if path.is_file() and not path.name.startswith("."):
            yield path.relative_to(builtin).as_posix()

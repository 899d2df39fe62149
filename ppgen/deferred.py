"""Modules that others import but a run hardly needs, put off until something in them is used.

Takes names of modules; puts them in their places without running them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from importlib.util import find_spec, module_from_spec
from types import ModuleType


class _Deferred(ModuleType):
    """A module that is not run before something in it is used.

    It is the module itself and not a stand-in: should another version of who imports it need it
    sooner, or anyone else at any time, it is run then. `importlib.util.LazyLoader` does not serve
    here, as `import` alone already runs its modules.
    """

    def __getattr__(self, name: str) -> object:
        object.__setattr__(self, "__class__", ModuleType)
        spec = self.__spec__
        if spec is not None and spec.loader is not None:
            spec.loader.exec_module(self)
        return getattr(self, name)


def defer(names: Iterable[str]) -> None:
    """Put modules in their places without running them, but for those that are there already."""
    for name in names:
        try:
            spec = None if name in sys.modules else find_spec(name)
        except ModuleNotFoundError:
            # There is no Pillow for Python in a browser. reportlab only wants to find the names.
            package, _, last = name.rpartition(".")
            sys.modules[package], sys.modules[name] = ModuleType(package), ModuleType(name)
            setattr(sys.modules[package], last, sys.modules[name])
            continue
        if spec is None:
            continue
        module = module_from_spec(spec)
        module.__class__ = _Deferred
        sys.modules[name] = module
        parent, _, last = name.rpartition(".")
        if parent:
            # As the import system does: `from PIL import Image` looks here.
            setattr(sys.modules[parent], last, module)

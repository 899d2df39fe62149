"""reportlab's module of PDF objects, imported without what writing our pages does not need.

Returns `pdfdoc`. Must not know what is written with it.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec, module_from_spec
from types import ModuleType

# reportlab runs any file of these names on the path or in the home folder, and takes from them how
# a PDF is written: the same input would no longer give the same bytes.
for _name in ("reportlab_mods", "reportlab_settings"):
    sys.modules.setdefault(_name, ModuleType(_name))

#: What reportlab imports along with `pdfdoc` but needs only for other work than ours, such as
#: reading pictures. Pillow alone takes as long to load as all of `pdfdoc`.
DEFERRED = ("PIL.Image", "inspect", "pickle", "tempfile", "textwrap")


class _Deferred(ModuleType):
    """A module that is not run before something in it is used.

    It is the module itself and not a stand-in: should a reportlab to come need it sooner, or
    anyone else at any time, it is run then. `importlib.util.LazyLoader` does not serve here, as
    `import` alone already runs its modules.
    """

    def __getattr__(self, name: str) -> object:
        object.__setattr__(self, "__class__", ModuleType)
        spec = self.__spec__
        if spec is not None and spec.loader is not None:
            spec.loader.exec_module(self)
        return getattr(self, name)


def _defer(name: str) -> None:
    """Put a module in its place without running it."""
    try:
        spec = None if name in sys.modules else find_spec(name)
    except ModuleNotFoundError:
        # There is no Pillow for Python in a browser. reportlab only wants to find the names.
        package, _, last = name.rpartition(".")
        sys.modules[package], sys.modules[name] = ModuleType(package), ModuleType(name)
        setattr(sys.modules[package], last, sys.modules[name])
        return
    if spec is None:
        return
    module = module_from_spec(spec)
    module.__class__ = _Deferred
    sys.modules[name] = module
    parent, _, last = name.rpartition(".")
    if parent:
        # As the import system does: `from PIL import Image` looks here.
        setattr(sys.modules[parent], last, module)


for _name in DEFERRED:
    _defer(_name)

from reportlab.pdfbase import pdfdoc  # noqa: E402 - not before its surroundings are prepared

__all__ = ["pdfdoc"]

"""reportlab's module of PDF objects, imported without what writing our pages does not need.

Returns `pdfdoc`. Must not know what is written with it.
"""

from __future__ import annotations

import sys
from types import ModuleType

from ppgen.deferred import defer

# reportlab runs any file of these names on the path or in the home folder, and takes from them how
# a PDF is written: the same input would no longer give the same bytes.
for _name in ("reportlab_mods", "reportlab_settings"):
    sys.modules.setdefault(_name, ModuleType(_name))

#: What reportlab imports along with `pdfdoc` but needs only for other work than ours, such as
#: reading pictures. Pillow alone takes as long to load as all of `pdfdoc`.
DEFERRED = ("PIL.Image", "inspect", "pickle", "tempfile", "textwrap")

defer(DEFERRED)

from reportlab.pdfbase import pdfdoc  # noqa: E402 - not before its surroundings are prepared

__all__ = ["pdfdoc"]

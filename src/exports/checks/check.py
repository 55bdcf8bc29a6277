"""Ask the installed __TITLE__ which tasks it would run, and fail unless they are exactly the exported ones.

Run this with the Python that __TITLE__ is installed in, in the folder where you run its commands. It runs no tasks.
"""

import hashlib
import json
import sys
from collections import Counter
from pathlib import Path

EXPORT = Path(__file__).resolve().parent
PROVENANCE = json.loads((EXPORT / "provenance.json").read_text(encoding="utf-8"))
GIVEN = json.loads(__GIVEN__)
ARGUMENTS = sys.argv[1:]
problems = []


def expected(task):
    return task["exported_as"]


__CODE__


def told(problem):
    lines = [line for line in str(problem).splitlines() if line.strip()]
    return type(problem).__name__ + ": " + "; ".join(lines[:4])[:600]


def shown(names):
    return ", ".join(sorted(names)[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")


for name, digest in PROVENANCE["files"].items():
    path = EXPORT / name
    if not path.is_file():
        problems.append(f"{name} is missing from the export")
    elif hashlib.sha256(path.read_bytes()).hexdigest() != digest:
        problems.append(f"{name} was changed since it was exported")
try:
    found = Counter(resolve())
except ImportError as problem:
    sys.exit(f"__TITLE__ is not installed here: {problem}")
except Exception as problem:
    problems.append(f"__TITLE__ cannot read the export: {told(problem)}")
else:
    wanted = Counter(expected(task) for task in PROVENANCE["tasks"])
    if wanted - found:
        problems.append(f"{len(wanted - found)} selected tasks would not run: {shown(wanted - found)}")
    if found - wanted:
        problems.append(f"{len(found - wanted)} other tasks would run: {shown(found - wanted)}")
try:
    from importlib.metadata import version

    runner = "__TITLE__ " + version(__DISTRIBUTION__)
except Exception:
    runner = "__TITLE__"
for problem in problems:
    print(f"- {problem}")
if problems:
    sys.exit(f"{runner}: {len(problems)} problem{'s' if len(problems) > 1 else ''} found. Do not run this export.")
print(f"{runner} would run exactly the {len(PROVENANCE['tasks'])} exported tasks.")

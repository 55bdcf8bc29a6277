"""Has the real Harbor load each task below a folder; lists those that it refuses."""

import json
import sys
import warnings
from pathlib import Path

from harbor.models.task.task import Task

warnings.simplefilter("ignore")
refused = []
for folder in Path(sys.argv[1]).iterdir():
    try:
        Task(folder)
    except Exception:
        refused.append(folder.name)
print("REFUSED " + json.dumps(sorted(refused)))

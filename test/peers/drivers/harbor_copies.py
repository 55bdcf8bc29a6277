"""Has the real Harbor load copies of tasks, and its own `sync` say that dataset.toml has their digests; lists them."""

import json
import shutil
import sys
import tempfile
from pathlib import Path

from harbor.cli.publish import _resolve_paths
from harbor.cli.sync import sync_dataset
from harbor.models.job.config import JobConfig
from harbor.models.task.task import Task

words = sys.argv[1:]
config = JobConfig.model_validate_json(Path(words[words.index("--config") + 1]).read_text())
tasks = [Task(task.path) for task in config.tasks]
# What it syncs, it writes again in its own form.
folder = Path(tempfile.mkdtemp()) / "tasks"
shutil.copytree(Path(config.tasks[0].path).parent, folder)
found, datasets, _, _ = _resolve_paths([folder])
assert datasets == [folder.resolve()] and len(found) == len(tasks)
changes = sync_dataset(folder)
assert len(changes) == len(tasks) and all(change.source == "unchanged" for change in changes), changes
assert all(task.name.startswith("own/") for task in tasks)
print("RAN " + json.dumps([task.task_dir.name for task in tasks]))

"""Reads a registry as the real `harbor run --registry-path` does, and lists the tasks with their commits."""

import asyncio
import json
import sys
from pathlib import Path

words = sys.argv[1:]
registry = Path(words[words.index("--registry-path") + 1])
name, version = words[words.index("--dataset") + 1].split("@")

try:
    from harbor.models.job.config import DatasetConfig

    tasks = asyncio.run(DatasetConfig(name=name, version=version, registry_path=registry).get_task_configs())
except ImportError:
    from harbor.models.job.config import RegistryDatasetConfig
    from harbor.models.registry import LocalRegistryInfo

    tasks = RegistryDatasetConfig(
        name=name, version=version, registry=LocalRegistryInfo(path=registry)
    ).get_task_configs()
    if asyncio.iscoroutine(tasks):
        tasks = asyncio.run(tasks)
assert all(len(task.git_commit_id) == 40 for task in tasks)
print("RAN " + json.dumps([task.get_task_id().path.name for task in tasks]))

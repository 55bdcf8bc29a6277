"""Loads inspect-harbor's task as `inspect eval` does, and takes the samples of its run configuration; prints their ids."""

import json
import sys
from pathlib import Path

from inspect_ai._cli.util import parse_cli_args
from inspect_ai._eval.loader import load_tasks
from inspect_ai._eval.task.util import resolve_task_sample_ids, slice_dataset

words = sys.argv[2:]
args = parse_cli_args([words[words.index("-T") + 1]])
config = json.loads(Path(words[words.index("--run-config") + 1]).read_text())["eval_config"]
[task] = load_tasks([words[1]], args)
chosen = slice_dataset(task.dataset, None, resolve_task_sample_ids(task.name, config["sample_id"], [task.name]))
print("RAN " + json.dumps([str(sample.id) for sample in chosen]))

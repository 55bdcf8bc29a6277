"""Filters a Hugging Face data set down to a selection: python filter_dataset.py selection.json DATASET BENCHMARK OUT"""

import json
import sys

import pandas
from datasets import load_dataset

selection, dataset, benchmark, out = sys.argv[1:]
tasks = pandas.DataFrame(json.load(open(selection, encoding="utf-8"))["tasks"])
tasks = tasks[tasks["benchmark"] == benchmark].set_index("task_id")
rows = load_dataset(dataset, split="test").filter(lambda row: row["instance_id"] in tasks.index)
assert len(rows) == len(tasks), f"{len(tasks) - len(rows)} selected tasks are not in {dataset}"
rows.to_json(out)
print(f"{len(rows)} of {len(tasks)} selected tasks: {out}")

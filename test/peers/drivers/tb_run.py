"""Runs the real `tb run` with a harness that only reads its data set; prints the tasks it would run."""

import json
import sys
from unittest import mock

from terminal_bench.cli.tb import runs
from terminal_bench.cli.tb.main import app
from terminal_bench.dataset import Dataset

ran = []


class Reader:
    def __init__(self, *args, **kwargs):
        config = kwargs.get("dataset_config")
        dataset = (
            Dataset.from_yaml(config)
            if config
            else Dataset(path=kwargs.get("dataset_path"), task_ids=kwargs.get("task_ids"))
        )
        ran.extend(path.name for path in dataset)

    def run(self):
        return mock.MagicMock()


with mock.patch.object(runs, "Harness", Reader):
    try:
        app(sys.argv[2:], standalone_mode=False)
    except Exception as problem:
        # What comes after the run has nothing to show.
        print("after the run:", repr(problem))
print("RAN " + json.dumps(ran))

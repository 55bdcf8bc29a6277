"""Runs the real `vf-eval` with a runner that only selects; prints the tasks it would run."""

import json
import os
import sys
from unittest import mock

sys.path.insert(0, os.getcwd())
from verifiers.v1.cli.eval import main as program
from verifiers.v1.utils.loaders import load_taskset

ran = []


async def select(config, *args, **kwargs):
    ran.extend(task.data.id or task.data.name for task in load_taskset(config.env.taskset).select(config.select))
    raise SystemExit(0)


with mock.patch.object(program, "run_eval", select):
    try:
        program.main([*sys.argv[2:], "--no-push", "--no-rich"])
    except SystemExit as end:
        if end.code not in (0, None):
            raise
print("RAN " + json.dumps(ran))

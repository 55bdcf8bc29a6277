"""Runs the real `swebench` command up to the point where it would start containers; prints the ids it would run."""

import json
import sys
from unittest import mock

from swebench.cli.cli import app
from swebench.harness import run_evaluation

ran = []


def record(predictions, instances, *args, **kwargs):
    ran.extend(instance["instance_id"] for instance in instances)


with (
    mock.patch.object(run_evaluation, "run_instances", record),
    mock.patch.object(run_evaluation, "_docker_client", mock.MagicMock()),
    mock.patch.object(run_evaluation, "make_run_report", mock.MagicMock()),
):
    app(sys.argv[2:], standalone_mode=False)
print("RAN " + json.dumps(ran))

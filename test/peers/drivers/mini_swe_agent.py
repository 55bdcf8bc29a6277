"""Runs the real `mini-extra swebench` with an agent that does nothing; prints the ids it runs."""

import json
import sys
from unittest import mock

from minisweagent.run.benchmarks import swebench

ran = []


def record(instance, *args, **kwargs):
    ran.append(instance["instance_id"])


# mini-extra swebench …
with mock.patch.object(swebench, "process_instance", record):
    swebench.app(sys.argv[3:], standalone_mode=False)
print("RAN " + json.dumps(ran))

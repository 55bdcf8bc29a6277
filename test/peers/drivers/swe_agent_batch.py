"""Reads a command as the real `sweagent run-batch` does, and lists the instances it would run."""

import json
import sys

from sweagent.run.common import BasicCLI
from sweagent.run.run_batch import RunBatchConfig

# sweagent run-batch …
config = BasicCLI(RunBatchConfig, help_text="").get_config(sys.argv[3:])
print("RAN " + json.dumps([instance.problem_statement.id for instance in config.instances.get_instance_configs()]))

"""Reads the configuration of Multi-SWE-bench's evaluation as its own program does; prints the instances it would run."""

import json
import os
import sys
from unittest import mock

import docker

# It asks for Docker as soon as it is imported.
docker.from_env = mock.MagicMock()
from multi_swe_bench.harness.run_evaluation import CliArgs, get_parser

sys.argv = sys.argv[sys.argv.index("multi_swe_bench.harness.run_evaluation") :]
args = get_parser().parse_args()
for folder in (args.workdir, args.repo_dir):
    os.makedirs(folder, exist_ok=True)
cli = CliArgs.from_dict(vars(args))
print("RAN " + json.dumps([instance.pr.id for instance in cli.instances]))

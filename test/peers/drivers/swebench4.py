"""Runs the real `python -m swebench.harness.run_evaluation` up to the containers; prints the ids it would run."""

import json
import runpy
import sys
from types import SimpleNamespace
from unittest import mock

import docker
import swebench.harness.docker_utils as docker_utils
import swebench.harness.reporting as reporting
import swebench.harness.test_spec.test_spec as test_spec
import swebench.harness.utils as utils

ran = []


def record(function, payloads, workers):
    ran.extend(payload[0].instance_id for payload in payloads)
    return [], []


def spec_of(instance, **kwargs):
    return SimpleNamespace(instance_id=instance["instance_id"], instance_image_key=instance["instance_id"])


docker.from_env = mock.MagicMock()
docker_utils.list_images = mock.MagicMock(return_value=set())
docker_utils.clean_images = mock.MagicMock()
reporting.make_run_report = mock.MagicMock()
test_spec.make_test_spec = spec_of
utils.run_threadpool = record
# python -m MODULE …
sys.argv = [sys.argv[3], *sys.argv[4:]]
sys.modules.pop("swebench.harness.run_evaluation", None)
runpy.run_module("swebench.harness.run_evaluation", run_name="__main__")
print("RAN " + json.dumps(ran))

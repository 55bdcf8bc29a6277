"""Runs SWE-bench Pro's own evaluation script up to the point where it would start containers; lists what it would run."""

import json
import os
import sys
from unittest import mock

import swe_bench_pro_eval

ran = []


def record(patch, sample, *args, **kwargs):
    ran.append(sample["instance_id"])
    return {"tests": []}


# python swe_bench_pro_eval.py …
sys.argv = sys.argv[2:]
output = next(word.split("=", 1)[1] for word in sys.argv if word.startswith("--output_dir="))
os.makedirs(output, exist_ok=True)
with mock.patch.object(swe_bench_pro_eval, "eval_with_modal", record):
    swe_bench_pro_eval.main()
print("RAN " + json.dumps(ran))

"""Validates records with Every Eval Ever's own `validate`, reads them with its classes, and prints the levels."""

import json
import os
import subprocess
import sys
from pathlib import Path

from every_eval_ever.eval_types import EvaluationLog

os.chdir(sys.argv[1])
paths = sorted(str(path) for path in Path("data").glob("*/*/*/*.json"))
command = [sys.executable, "-m", "every_eval_ever.validate", "--format", "json", *paths]
done = subprocess.run(command, capture_output=True, text=True)
reports = json.loads(done.stdout)
assert done.returncode == 0 and all(each["valid"] and not each["warnings"] for each in reports), done.stdout
assert len(reports) == len(paths)
levels = {}
for path in paths:
    log = EvaluationLog.model_validate_json(Path(path).read_text(encoding="utf-8"))
    first = log.evaluation_results[0].score_details
    interval = first.uncertainty.confidence_interval
    assert interval.lower <= first.score <= interval.upper
    levels[log.model_info.name] = first.score
print("READ " + json.dumps(levels))

"""Reads records with Every Eval Ever's own classes, which refuse what the schema does not have; prints the levels."""

import json
import sys
from pathlib import Path

from every_eval_ever.eval_types import EvaluationLog

levels = {}
for path in Path(sys.argv[1]).glob("*.json"):
    log = EvaluationLog.model_validate_json(path.read_text(encoding="utf-8"))
    first = log.evaluation_results[0].score_details
    interval = first.uncertainty.confidence_interval
    assert interval.lower <= first.score <= interval.upper
    levels[log.model_info.name] = first.score
print("READ " + json.dumps(levels))

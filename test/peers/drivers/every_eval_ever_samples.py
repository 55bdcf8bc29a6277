"""Writes samples with Every Eval Ever's own classes, and has its own schema check them; prints where they are."""

import json
import sys
import tempfile
from pathlib import Path

from every_eval_ever.instance_level_types import InstanceLevelEvaluationLog

folder = Path(tempfile.mkdtemp())
path = folder / "0_samples.jsonl"
with path.open("w", encoding="utf-8") as out:
    for number, task in enumerate(json.loads(sys.argv[1])):
        sample = InstanceLevelEvaluationLog.model_validate(
            {
                "schema_version": "0.3.0",
                "evaluation_id": "source/maker_model/1750000000",
                "model_id": "maker/model",
                "evaluation_name": "bench",
                "sample_id": task,
                "interaction_type": "single_turn",
                "input": {"raw": "question", "reference": ["answer"]},
                "output": {"raw": ["answer"]},
                "answer_attribution": [],
                "evaluation": {"score": float(number % 2), "is_correct": number % 2 == 1},
            }
        )
        out.write(sample.model_dump_json(exclude_none=True) + "\n")
print("WROTE " + str(path))

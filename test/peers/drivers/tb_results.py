"""Writes a run's results and metadata with Terminal-Bench's own classes, as its harness does; prints where they are."""

import json
import sys
import tempfile
from pathlib import Path

from terminal_bench.agents.failure_mode import FailureMode
from terminal_bench.harness.models import BenchmarkResults, RunMetadata, TrialResults

run = Path(tempfile.mkdtemp()) / "own-run"
run.mkdir()
trials = [
    TrialResults(
        trial_name=f"{number}.1-of-1.own-run",
        task_id=task,
        instruction="Do it.",
        is_resolved=number % 2 == 1,
        failure_mode=FailureMode.NONE,
    )
    for number, task in enumerate(json.loads(sys.argv[1]))
]
(run / "results.json").write_text(BenchmarkResults(results=trials).model_dump_json(indent=4))
metadata = RunMetadata(
    run_id="own-run", output_path=str(run), agent_name="agent", no_rebuild=False, cleanup=True, log_level=20, model_name="maker/model"
)
(run / "run_metadata.json").write_text(metadata.model_dump_json(indent=4))
print("WROTE " + str(run))

"""Has the real `harbor run` load a job, by its own dry run, and lists the names of the tasks of its trials."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

words = sys.argv[1:]
config_file = Path(words[words.index("--config") + 1])

from harbor.models.job.config import JobConfig
from harbor.models.task.task import Task

config = JobConfig.model_validate_json(config_file.read_text())
try:
    from harbor.job_plan import JobPlan
except ImportError:
    # Before 0.3 there was no dry run; a job loaded its tasks when it was made.
    ran = [Task(task.path).paths.task_dir.name for task in config.tasks]
else:
    plan = asyncio.run(JobPlan.from_config(config))
    ran = [trial.task.get_task_id().get_name() for trial in plan.trial_configs]
    program = Path(sys.executable).parent / "harbor"
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent), "COLUMNS": "400"}
    dry = subprocess.run(
        [str(program), *words[1:], "--env", "no_environment:NoEnvironment", "--dry-run"],
        capture_output=True,
        text=True,
        env=environment,
    )
    if dry.returncode != 0 or f"Dry run OK — {len(ran)} trial(s)" not in dry.stdout:
        sys.exit(f"{dry.stdout[-2000:]}\n{dry.stderr[-2000:]}")
print("RAN " + json.dumps(ran))

"""Reads a job as the real `harbor run` does, and lists the names of the tasks of its trials."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path

words = sys.argv[1:]
config_file = Path(words[words.index("--config") + 1])

from harbor.models.job.config import JobConfig

config = JobConfig.model_validate_json(config_file.read_text())
try:
    from harbor.job_plan import JobPlan
except ImportError:
    # Before 0.3 a job resolved its tasks when it was made.
    from harbor.models.task.task import Task

    ran = [Task(task.path).paths.task_dir.name for task in config.tasks]
else:
    plan = asyncio.run(JobPlan.from_config(config))
    ran = [trial.task.get_task_id().get_name() for trial in plan.trial_configs]
    program = Path(sys.executable).parent / "harbor"
    dry = subprocess.run([str(program), *words[1:], "--dry-run"], capture_output=True, text=True)
    print(dry.stdout[-2000:], dry.stderr[-2000:])
    if f"{len(ran)} trial(s)" not in dry.stdout.replace("\n", " "):
        # The daemon is looked for before anything is counted; without one the plan alone has to do.
        assert "ocker" in dry.stdout + dry.stderr, dry.stdout + dry.stderr
print("RAN " + json.dumps(ran))

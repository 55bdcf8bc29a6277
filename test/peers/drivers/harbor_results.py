"""Writes the trials of a job with Harbor's own classes, as its runs do; prints where they are."""

import json
import sys
import tempfile
from pathlib import Path

from harbor.models.task.id import LocalTaskId
from harbor.models.trial.config import TaskConfig, TrialConfig
from harbor.models.trial.result import AgentInfo, ModelInfo, TrialResult
from harbor.models.verifier.result import VerifierResult

job = Path(tempfile.mkdtemp()) / "own-job"
for number, task in enumerate(json.loads(sys.argv[1])):
    name = f"trial__{number:03}"
    folder = job / name
    folder.mkdir(parents=True)
    path = Path("tasks") / f"task-{number}"
    result = TrialResult(
        task_name=task,
        trial_name=name,
        trial_uri=folder.as_uri(),
        task_id=LocalTaskId(path=path),
        task_checksum="0" * 64,
        config=TrialConfig(task=TaskConfig(path=path), trial_name=name),
        agent_info=AgentInfo(name="agent", version="1", model_info=ModelInfo(name="model", provider="maker")),
        verifier_result=VerifierResult(rewards={"reward": float(number % 2)}),
    )
    (folder / "result.json").write_text(result.model_dump_json(indent=4))
print("WROTE " + str(job))

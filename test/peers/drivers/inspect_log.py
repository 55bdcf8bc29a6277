"""Runs the real `inspect` command with a model that only echoes; prints where its log is, an archive."""

import glob
import subprocess
import sys
import tempfile
from pathlib import Path

logs = tempfile.mkdtemp()
task = Path(logs) / "own_task.py"
task.write_text(
    "import json\n"
    "from inspect_ai import Task, task\n"
    "from inspect_ai.dataset import Sample\n"
    "from inspect_ai.scorer import includes\n"
    f"ids = json.loads({sys.argv[1]!r})\n"
    "@task\n"
    "def own():\n"
    "    return Task(dataset=[Sample(id=i, input='say yes', target='' if n % 2 else 'never')"
    " for n, i in enumerate(ids)], solver=[], scorer=includes())\n",
    encoding="utf-8",
)
program = Path(sys.executable).parent / "inspect"
command = [str(program), "eval", task.name, "--model", "mockllm/model", "--log-dir", logs, "--display", "plain"]
done = subprocess.run(command, capture_output=True, text=True, cwd=logs)
if done.returncode != 0:
    sys.exit(f"{done.stdout}\n{done.stderr}")
[log] = glob.glob(f"{logs}/*.eval")
print("WROTE " + log)

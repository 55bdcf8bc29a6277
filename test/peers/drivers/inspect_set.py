"""Runs an eval set with a model that only echoes; prints the ids of the samples in its logs."""

import glob
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

# python eval_set.py MODEL LOG_DIR
script, model = sys.argv[2:4]
logs = tempfile.mkdtemp()
environment = {**os.environ, "INSPECT_LOG_FORMAT": "json", "INSPECT_DISPLAY": "plain"}
done = subprocess.run([sys.executable, script, model, logs], capture_output=True, text=True, env=environment)
if done.returncode != 0:
    sys.exit(f"{done.stdout[-3000:]}\n{done.stderr[-3000:]}")
files = [path for path in glob.glob(f"{logs}/*.json") if "eval" in json.loads(Path(path).read_text())]
assert len(files) == 2, files
print("RAN " + json.dumps([str(each["id"]) for path in files for each in json.loads(Path(path).read_text())["samples"]]))

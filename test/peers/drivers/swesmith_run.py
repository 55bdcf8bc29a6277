"""Evaluates with SWE-smith's own code; only the container is replaced, by the log that it would leave. Prints where the reports are."""

import json
import os
import sys
import tempfile
from pathlib import Path

os.chdir(tempfile.mkdtemp())

import swesmith.harness.eval as harness  # noqa: E402
import swesmith.harness.grading as grading  # noqa: E402
from swebench.harness.docker_build import setup_logger  # noqa: E402


class Profile:
    """A repository whose tests print one line each."""

    timeout = 60

    def log_parser(self, log):
        return dict(line.split(" ")[::-1] for line in log.splitlines() if line.startswith(("PASSED ", "FAILED ")))


class Registry:
    def get(self, _repo):
        return Profile()

    def get_from_inst(self, _instance):
        return Profile()


def run_patch_in_container(instance, run_id, log_dir, _timeout, **_options):
    folder = log_dir / run_id / instance["instance_id"]
    folder.mkdir(parents=True, exist_ok=True)
    word = "PASSED" if instance["is_solved"] else "FAILED"
    marks = [f"+ : '{grading.TEST_OUTPUT_START}'", f"{word} a_test", "PASSED b_test", f"+ : '{grading.TEST_OUTPUT_END}'"]
    (folder / harness.LOG_TEST_OUTPUT).write_text("\n".join(marks) + "\n")
    return setup_logger(instance["instance_id"], folder / "run_instance.log"), False


harness.registry = Registry()
grading.registry = Registry()
harness.run_patch_in_container = run_patch_in_container

rows = [
    {
        "instance_id": task,
        "repo": "owner/repo",
        "patch": "diff",
        "FAIL_TO_PASS": ["a_test"],
        "PASS_TO_PASS": ["b_test"],
        "is_solved": number % 2 == 1,
    }
    for number, task in enumerate(json.loads(sys.argv[1]))
]
Path("rows.json").write_text(json.dumps(rows))
predictions = {
    row["instance_id"]: {"instance_id": row["instance_id"], "model_patch": "diff", "model_name_or_path": "maker/model"}
    for row in rows
}
Path("predictions.json").write_text(json.dumps(predictions))
harness.main(run_id="own", workers=1, predictions_path="predictions.json", dataset_path="rows.json")
print("WROTE " + str((harness.RUN_EVALUATION_LOG_DIR / "own").resolve()))

"""Tests of the installed wheel. `npm run test:wheel` runs them in clean environments without Node.js on the PATH."""

import contextlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import pandas

import winnow_bench as winnow

SCRIPTS = pathlib.Path(sys.executable).parent
PLAN = {
    "name": "mine",
    "seed": 1,
    "phases": ["Fix"],
    "phase": "Fix",
    "score": {"name": "size", "weights": {"size": 1}, "components": {"size": {"ramp": "files_changed", "full": 20}}},
    "benchmarks": {"mine": {"select": {"take": 40, "draw": {"method": "random"}}}},
}


def tasks(count=200):
    return pandas.DataFrame([{"id": f"task-{i}", "files_changed": (i * 7) % 23} for i in range(count)])


def command(*args):
    return subprocess.run([str(SCRIPTS / "winnow"), *args], capture_output=True, text=True)


class Package(unittest.TestCase):
    def setUp(self):
        before = os.getcwd()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, before)
        os.chdir(folder.name)

    def test_there_is_no_other_node(self):
        self.assertIsNone(shutil.which("node"))

    def test_commands(self):
        version = command("--version").stdout.strip()
        self.assertRegex(version, r"^\d+\.\d+\.\d+")
        for words in ([str(SCRIPTS / "winnow-bench")], [sys.executable, "-m", "winnow_bench"]):
            done = subprocess.run([*words, "--version"], capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout.strip(), done.stderr), (0, version, ""))
        self.assertEqual(command("select", "no-such-plan.yaml").returncode, 2)

    def test_every_command_is_a_function(self):
        listed = command("--help").stdout
        for name in ("inspect", "select", "estimate", "export", "report"):
            self.assertIn(f"  {name} ", listed)
            self.assertTrue(callable(getattr(winnow, name)))

    def test_the_document_is_that_of_the_command(self):
        selection = winnow.select("ccb")
        self.assertEqual(selection, json.loads(command("select", "ccb", "--dry-run", "--json").stdout))
        self.assertEqual(len(selection["tasks"]), 93)
        self.assertEqual(os.listdir(), [])

    def test_to_pandas(self):
        selection = winnow.select("ccb")
        frame = selection.to_pandas()
        self.assertEqual(len(frame), 93)
        self.assertEqual(list(frame["task_id"]), [task["task_id"] for task in selection["tasks"]])
        self.assertEqual(len(selection.to_pandas("benchmarks")), len(selection["benchmarks"]))
        with self.assertRaisesRegex(KeyError, "it has tasks, "):
            selection.to_pandas("nothing")

    def test_data_in_memory(self):
        selection = winnow.select(PLAN, pools={"mine": tasks()})
        self.assertEqual(len(selection["tasks"]), 40)
        names = [task["task_id"] for task in selection["tasks"]]
        rewards = [float(i % 4 != 0) for i in range(40)]
        runs = pandas.DataFrame({"task": names, "system": "new", "reward": rewards})
        level = winnow.estimate(selection, runs=runs)["configurations"][0]["readings"][0]["pool"]["mean"]
        self.assertAlmostEqual(level, 0.75)
        with open("runs.csv", "w") as file:
            file.write("task,system,reward\n" + "".join(f"{n},new,{r}\n" for n, r in zip(names, rewards)))
        winnow.select(PLAN, pools={"mine": tasks()}, out="selection")
        same = winnow.estimate(pathlib.Path("selection"), "runs.csv", allow_changed_plan=True)
        self.assertEqual(same["configurations"][0]["readings"][0]["pool"]["mean"], level)

    def test_a_missing_value_is_absent(self):
        pool = tasks()
        pool["language"] = ["go" if i % 2 else None for i in range(len(pool))]
        selection = winnow.select(PLAN, pools={"mine": pool}).to_pandas()
        self.assertEqual(set(selection["fields.language"].dropna()), {"go"})
        names = list(selection["task_id"])
        runs = pandas.DataFrame({"task": names, "system": "new", "reward": [1.0] * 39 + [float("nan")]})
        estimate = winnow.estimate(winnow.select(PLAN, pools={"mine": tasks()}), runs=runs[:39])
        self.assertEqual(estimate.to_pandas().shape[0], 1)

    def test_parquet(self):
        winnow.export("ccb", to="parquet", out="table")
        found = winnow.inspect("table/tasks.parquet")
        self.assertEqual(found["tasks"], 93)

    def test_optimise(self):
        package = pathlib.Path(winnow.__file__).parent / "_node"
        self.assertGreater(len(winnow.select(package / "examples" / "optimise" / "plan.yaml")["tasks"]), 0)

    def test_errors(self):
        pathlib.Path("plan.yaml").write_text("name: x\nseeed: 1\nbenchmarks: {}\n")
        with self.assertRaises(winnow.WinnowError) as raised:
            winnow.select("plan.yaml")
        error = raised.exception
        self.assertGreater(len(error.faults), 1)
        self.assertTrue(all(fault["code"] and fault["message"] for fault in error.faults))
        self.assertRegex(str(error), r"plan\.yaml:2")
        with self.assertRaisesRegex(winnow.WinnowError, "must be one of"):
            winnow.assess("ccb", question="nothing")

    def test_a_failed_check_is_no_error(self):
        winnow.select("ccb", out="selection")
        self.assertTrue(winnow.check("selection").ok)
        manifest = json.loads(pathlib.Path("selection/selection.json").read_text())
        manifest["tasks"].pop()
        pathlib.Path("selection/selection.json").write_text(json.dumps(manifest))
        checked = winnow.check("selection")
        self.assertFalse(checked.ok)
        self.assertGreater(len(checked["differences"]), 0)

    def test_agents(self):
        request = {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "initialize",
            "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
        }
        done = subprocess.run([str(SCRIPTS / "winnow"), "mcp"], input=json.dumps(request) + "\n", capture_output=True, text=True)
        self.assertEqual(json.loads(done.stdout.splitlines()[0])["result"]["serverInfo"]["name"], "winnow")

    def test_types(self):
        with contextlib.suppress(ImportError):
            from mypy import api

            pathlib.Path("use.py").write_text(
                "import winnow_bench as winnow\n"
                "document: winnow.Document = winnow.estimate('selection', ['a', 'b'], pass_at=0.5)\n"
                "winnow.estimate('selection', no_such_option=1)\n"
                "winnow.assess('selection', question='nothing')\n"
            )
            told, _, code = api.run(["--strict", "use.py"])
            self.assertEqual((code, [int(line.split(":")[1]) for line in told.splitlines() if ": error:" in line]), (1, [3, 4]))


if __name__ == "__main__":
    unittest.main()

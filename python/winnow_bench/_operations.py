# Generated from Winnow's list of operations by scripts/build.mjs. Do not edit.
from __future__ import annotations

from typing import Literal, Optional

from ._call import Data, Document, Numbers, Options, Path, Paths, Table, Tables, Texts, call

__all__ = [
    "suites", "inspect", "init", "select", "explain", "exclude", "pool", "check", "diff", "refresh", "migrate", "assess", "export", "status",
    "estimate", "compare", "next", "pilot", "report",
]

# Options that take one value or several.
_LISTS = {
    "benchmark", "by", "checks", "from_", "no_op", "pairs", "paths", "prior", "reference", "regraded", "require", "results", "tasks", "wave",
    "weight_by", "without",
}


def suites() -> Document:
    """List the built-in suites with their sizes and expected errors. For the options: winnow suites --help."""
    return call("suites", locals(), _LISTS)


def inspect(paths: Paths, *, id: Optional[str] = None, audit: Optional[bool] = None) -> Document:
    """Find tasks in files and folders, and problems with them. For the options: winnow inspect --help."""
    return call("inspect", locals(), _LISTS)


def init(
    paths: Paths, *, out: Optional[Path] = None, id: Optional[str] = None, sample: Optional[int] = None, rank_by: Optional[str] = None,
    take: Optional[int] = None, purpose: Optional[str] = None, prior: Optional[Paths] = None, precision: Optional[str] = None,
    detect: Optional[str] = None, budget: Optional[str] = None, name: Optional[str] = None, dry_run: Optional[bool] = None,
    force: Optional[bool] = None, reward: Optional[str] = None, scorer: Optional[str] = None, status: Optional[Options] = None,
    reward_range: Optional[Numbers] = None, pass_at: Optional[float] = None, task_pattern: Optional[Texts] = None, any_version: Optional[bool] = None,
    columns: Optional[Options] = None, price: Optional[Options] = None,
) -> Document:
    """Write a starter plan for tasks in files and folders. For the options: winnow init --help."""
    return call("init", locals(), _LISTS)


def select(
    plan: Optional[Data] = None, *, out: Optional[Path] = None, tier: Optional[str] = None, wave: Optional[Paths] = None,
    system: Optional[str] = None, save_plan: Optional[Path] = None, accept_pool: Optional[bool] = None, dry_run: Optional[bool] = None,
    force: Optional[bool] = None, benchmarks: Optional[Path] = None, pool: Optional[Path] = None, pools: Optional[Tables] = None,
    cache: Optional[bool] = None, allow_shortfall: Optional[bool] = None, time_limit: Optional[float] = None,
) -> Document:
    """Select tasks with a plan, and record the reasons. For the options: winnow select --help."""
    return call("select", locals(), _LISTS)


def explain(
    tasks: Texts, *, plan: Optional[Data] = None, benchmarks: Optional[Path] = None, pool: Optional[Path] = None, pools: Optional[Tables] = None,
    cache: Optional[bool] = None, allow_shortfall: Optional[bool] = None, time_limit: Optional[float] = None,
) -> Document:
    """Explain why a task was selected or not. For the options: winnow explain --help."""
    return call("explain", locals(), _LISTS)


def exclude(
    task: Optional[Texts] = None, *, list: Optional[Path] = None, plan: Optional[Data] = None, reason: Optional[str] = None,
    evidence: Optional[str] = None, who: Optional[str] = None, date: Optional[str] = None, replacement: Optional[str] = None,
    from_: Optional[Paths] = None, audit: Optional[bool] = None, checks: Optional[Texts] = None, reference: Optional[Texts] = None,
    no_op: Optional[Texts] = None, regraded: Optional[Texts] = None, name: Optional[Options] = None, runs: Optional[Table] = None,
    prices: Optional[Path] = None, reward: Optional[str] = None, scorer: Optional[str] = None, status: Optional[Options] = None,
    reward_range: Optional[Numbers] = None, pass_at: Optional[float] = None, task_pattern: Optional[Texts] = None, any_version: Optional[bool] = None,
    columns: Optional[Options] = None, price: Optional[Options] = None, tolerate: Optional[float] = None, write: Optional[bool] = None,
    out: Optional[Path] = None, benchmarks: Optional[Path] = None, pool: Optional[Path] = None, pools: Optional[Tables] = None,
    cache: Optional[bool] = None, allow_shortfall: Optional[bool] = None, dry_run: Optional[bool] = None,
) -> Document:
    """Exclude tasks, or propose exclusions. For the options: winnow exclude --help."""
    return call("exclude", locals(), _LISTS)


def pool(
    plan: Optional[Data] = None, *, out: Path, format: Optional[str] = None, benchmarks: Optional[Path] = None, cache: Optional[bool] = None,
) -> Document:
    """Write the tasks of a plan as one table. For the options: winnow pool --help."""
    return call("pool", locals(), _LISTS)


def check(
    selection: Optional[Data] = None, *, plan: Optional[Data] = None, benchmarks: Optional[Path] = None, pool: Optional[Path] = None,
    pools: Optional[Tables] = None, cache: Optional[bool] = None, allow_shortfall: Optional[bool] = None, time_limit: Optional[float] = None,
    without_pool: Optional[bool] = None, without_solving: Optional[bool] = None, fix: Optional[bool] = None,
) -> Document:
    """Check that a selection still matches its plan and pool. For the options: winnow check --help."""
    return call("check", locals(), _LISTS)


def diff(
    a: Data, b: Data, *, benchmarks: Optional[Path] = None, pool: Optional[Path] = None, pools: Optional[Tables] = None, cache: Optional[bool] = None,
    allow_shortfall: Optional[bool] = None,
) -> Document:
    """Show how two selections differ, and why. For the options: winnow diff --help."""
    return call("diff", locals(), _LISTS)


def refresh(
    selection: Optional[Data] = None, *, results: Optional[Paths] = None, plan: Optional[Data] = None, only_replace: Optional[bool] = None,
    name: Optional[Options] = None, runs: Optional[Table] = None, prices: Optional[Path] = None, reward: Optional[str] = None,
    scorer: Optional[str] = None, status: Optional[Options] = None, reward_range: Optional[Numbers] = None, pass_at: Optional[float] = None,
    task_pattern: Optional[Texts] = None, any_version: Optional[bool] = None, columns: Optional[Options] = None, price: Optional[Options] = None,
    write: Optional[bool] = None, out: Optional[Path] = None, benchmarks: Optional[Path] = None, pool: Optional[Path] = None,
    pools: Optional[Tables] = None, cache: Optional[bool] = None, allow_shortfall: Optional[bool] = None,
) -> Document:
    """Replace unsound tasks, or make the next version. For the options: winnow refresh --help."""
    return call("refresh", locals(), _LISTS)


def migrate(selection: Optional[Data] = None, *, dry_run: Optional[bool] = None) -> Document:
    """Convert a selection from an earlier version to the current format. For the options: winnow migrate --help."""
    return call("migrate", locals(), _LISTS)


def assess(
    selection: Optional[Data] = None, *, results: Optional[Paths] = None, name: Optional[Options] = None, runs: Optional[Table] = None,
    prices: Optional[Path] = None, reward: Optional[str] = None, scorer: Optional[str] = None, status: Optional[Options] = None,
    reward_range: Optional[Numbers] = None, pass_at: Optional[float] = None, task_pattern: Optional[Texts] = None, any_version: Optional[bool] = None,
    columns: Optional[Options] = None, price: Optional[Options] = None, pictures: Optional[Path] = None, plan: Optional[Data] = None,
    benchmarks: Optional[Path] = None, pool: Optional[Path] = None, pools: Optional[Tables] = None, cache: Optional[bool] = None,
    allow_shortfall: Optional[bool] = None, time_limit: Optional[float] = None,
    question: Optional[Literal["balance", "power", "designs", "forecast", "fidelity", "validity", "ceiling", "misfit", "sensitivity", "frontier", "contamination"]] = None,
    baseline: Optional[str] = None,
) -> Document:
    """Assess a selection: power, balance, validity and more. For the options: winnow assess --help."""
    return call("assess", locals(), _LISTS)


def export(
    selection: Data, *, to: Optional[str] = None, out: Optional[Path] = None, benchmark: Optional[Texts] = None, shard: Optional[Options] = None,
    limit: Optional[float] = None, repeats: Optional[float] = None, run_id: Optional[str] = None, runner_version: Optional[str] = None,
    dataset: Optional[Path] = None, id: Optional[str] = None, predictions: Optional[Path] = None, dataset_name: Optional[str] = None,
    split: Optional[str] = None, path: Optional[Path] = None, check: Optional[bool] = None, copy_as: Optional[str] = None,
    git_url: Optional[str] = None, commit: Optional[str] = None, form: Optional[Literal["folder", "package"]] = None, ref: Optional[str] = None,
    task: Optional[str] = None, agent: Optional[str] = None, model: Optional[str] = None, tier: Optional[str] = None,
    benchmarks: Optional[Path] = None, pool: Optional[Path] = None, pools: Optional[Tables] = None, cache: Optional[bool] = None,
    allow_shortfall: Optional[bool] = None, allow_changed_plan: Optional[bool] = None,
) -> Document:
    """Write the files a runner needs to run the selection. For the options: winnow export --help."""
    return call("export", locals(), _LISTS)


def status(
    selection: Data, results: Optional[Paths] = None, *, tier: Optional[str] = None, configuration: Optional[str] = None,
    cost_per_run: Optional[float] = None, seconds_per_run: Optional[float] = None, budget: Optional[float] = None, level: Optional[float] = None,
    missing: Optional[bool] = None, name: Optional[Options] = None, runs: Optional[Table] = None, prices: Optional[Path] = None,
    reward: Optional[str] = None, scorer: Optional[str] = None, status: Optional[Options] = None, reward_range: Optional[Numbers] = None,
    pass_at: Optional[float] = None, task_pattern: Optional[Texts] = None, any_version: Optional[bool] = None, columns: Optional[Options] = None,
    price: Optional[Options] = None, benchmarks: Optional[Path] = None, pool: Optional[Path] = None, pools: Optional[Tables] = None,
    cache: Optional[bool] = None, allow_shortfall: Optional[bool] = None, allow_changed_plan: Optional[bool] = None, to: Optional[str] = None,
    out: Optional[Path] = None, benchmark: Optional[Texts] = None, shard: Optional[Options] = None, limit: Optional[float] = None,
    repeats: Optional[float] = None, run_id: Optional[str] = None, runner_version: Optional[str] = None, dataset: Optional[Path] = None,
    id: Optional[str] = None, predictions: Optional[Path] = None, dataset_name: Optional[str] = None, split: Optional[str] = None,
    path: Optional[Path] = None, check: Optional[bool] = None, copy_as: Optional[str] = None, git_url: Optional[str] = None,
    commit: Optional[str] = None, form: Optional[Literal["folder", "package"]] = None, ref: Optional[str] = None, task: Optional[str] = None,
    agent: Optional[str] = None, model: Optional[str] = None,
) -> Document:
    """Show which tasks have been run, and the cost of the rest. For the options: winnow status --help."""
    return call("status", locals(), _LISTS)


def estimate(
    selection: Data, results: Optional[Paths] = None, *, tier: Optional[str] = None, baseline: Optional[str] = None, by: Optional[Texts] = None,
    weight_by: Optional[Texts] = None, prior: Optional[Paths] = None, beyond_pool: Optional[bool] = None, level: Optional[float] = None,
    joint: Optional[bool] = None, require: Optional[Texts] = None, repeats: Optional[float] = None, errors_fail: Optional[bool] = None,
    every_eval_ever: Optional[Path] = None, weight: Optional[Literal["pool", "equal"]] = None, retrieved: Optional[float] = None,
    organisation: Optional[str] = None, name: Optional[Options] = None, runs: Optional[Table] = None, prices: Optional[Path] = None,
    reward: Optional[str] = None, scorer: Optional[str] = None, status: Optional[Options] = None, reward_range: Optional[Numbers] = None,
    pass_at: Optional[float] = None, task_pattern: Optional[Texts] = None, any_version: Optional[bool] = None, columns: Optional[Options] = None,
    price: Optional[Options] = None, benchmarks: Optional[Path] = None, pool: Optional[Path] = None, pools: Optional[Tables] = None,
    cache: Optional[bool] = None, allow_shortfall: Optional[bool] = None, allow_changed_plan: Optional[bool] = None,
) -> Document:
    """Estimate the success rate on the whole pool from results. For the options: winnow estimate --help."""
    return call("estimate", locals(), _LISTS)


def compare(
    selection: Data, a: Data, b: Optional[Data] = None, *, results: Optional[Paths] = None, tier: Optional[str] = None, by: Optional[Texts] = None,
    level: Optional[float] = None, fdr: Optional[float] = None, assume_noise: Optional[float] = None, repeats: Optional[float] = None,
    name: Optional[Options] = None, runs: Optional[Table] = None, prices: Optional[Path] = None, reward: Optional[str] = None,
    scorer: Optional[str] = None, status: Optional[Options] = None, reward_range: Optional[Numbers] = None, pass_at: Optional[float] = None,
    task_pattern: Optional[Texts] = None, any_version: Optional[bool] = None, columns: Optional[Options] = None, price: Optional[Options] = None,
    benchmarks: Optional[Path] = None, pool: Optional[Path] = None, pools: Optional[Tables] = None, cache: Optional[bool] = None,
    allow_shortfall: Optional[bool] = None, allow_changed_plan: Optional[bool] = None,
) -> Document:
    """Compare two systems and find the tasks where they differ. For the options: winnow compare --help."""
    return call("compare", locals(), _LISTS)


def next(
    selection: Data, results: Optional[Paths] = None, *, require: Optional[str] = None, strict: Optional[bool] = None, baseline: Optional[str] = None,
    system: Optional[str] = None, now: Optional[bool] = None, futility: Optional[bool] = None, errors_fail: Optional[bool] = None,
    looks: Optional[Path] = None, name: Optional[Options] = None, runs: Optional[Table] = None, prices: Optional[Path] = None,
    reward: Optional[str] = None, scorer: Optional[str] = None, status: Optional[Options] = None, reward_range: Optional[Numbers] = None,
    pass_at: Optional[float] = None, task_pattern: Optional[Texts] = None, any_version: Optional[bool] = None, columns: Optional[Options] = None,
    price: Optional[Options] = None, to: Optional[str] = None, out: Optional[Path] = None, benchmark: Optional[Texts] = None,
    shard: Optional[Options] = None, limit: Optional[float] = None, repeats: Optional[float] = None, run_id: Optional[str] = None,
    runner_version: Optional[str] = None, dataset: Optional[Path] = None, id: Optional[str] = None, predictions: Optional[Path] = None,
    dataset_name: Optional[str] = None, split: Optional[str] = None, path: Optional[Path] = None, check: Optional[bool] = None,
    copy_as: Optional[str] = None, git_url: Optional[str] = None, commit: Optional[str] = None, form: Optional[Literal["folder", "package"]] = None,
    ref: Optional[str] = None, task: Optional[str] = None, agent: Optional[str] = None, model: Optional[str] = None,
    benchmarks: Optional[Path] = None, pool: Optional[Path] = None, pools: Optional[Tables] = None, cache: Optional[bool] = None,
    allow_shortfall: Optional[bool] = None, allow_changed_plan: Optional[bool] = None,
) -> Document:
    """Look at the results so far, then stop or export the next tasks. For the options: winnow next --help."""
    return call("next", locals(), _LISTS - {"require"})


def pilot(
    plan: Data, *, budget: str, goal: Optional[Literal["interval", "find"]] = None, repeats: Optional[int] = None, pairs: Optional[Paths] = None,
    uplift: Optional[Options] = None, fdr: Optional[float] = None, out: Optional[Path] = None, pictures: Optional[Path] = None,
    dry_run: Optional[bool] = None, force: Optional[bool] = None, name: Optional[Options] = None, runs: Optional[Table] = None,
    prices: Optional[Path] = None, reward: Optional[str] = None, scorer: Optional[str] = None, status: Optional[Options] = None,
    reward_range: Optional[Numbers] = None, pass_at: Optional[float] = None, task_pattern: Optional[Texts] = None, any_version: Optional[bool] = None,
    columns: Optional[Options] = None, price: Optional[Options] = None, benchmarks: Optional[Path] = None, pool: Optional[Path] = None,
    pools: Optional[Tables] = None, cache: Optional[bool] = None,
) -> Document:
    """Plan a small paired study within a budget. For the options: winnow pilot --help."""
    return call("pilot", locals(), _LISTS)


def report(
    plan: Optional[Data] = None, *, html: Optional[Path] = None, results: Optional[Paths] = None, looks: Optional[Path] = None,
    without: Optional[Texts] = None, name: Optional[Options] = None, runs: Optional[Table] = None, prices: Optional[Path] = None,
    reward: Optional[str] = None, scorer: Optional[str] = None, status: Optional[Options] = None, reward_range: Optional[Numbers] = None,
    pass_at: Optional[float] = None, task_pattern: Optional[Texts] = None, any_version: Optional[bool] = None, columns: Optional[Options] = None,
    price: Optional[Options] = None, benchmarks: Optional[Path] = None, pool: Optional[Path] = None, pools: Optional[Tables] = None,
    cache: Optional[bool] = None, allow_shortfall: Optional[bool] = None,
) -> Document:
    """Write a selection as a self-contained HTML page. For the options: winnow report --help."""
    return call("report", locals(), _LISTS)

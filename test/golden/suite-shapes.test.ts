import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type Case,
  harborTrial,
  inspectZip,
  instanceReport,
  openHandsRow,
  terminalBenchTrial,
} from '../results/fixtures.js';
import { writeTree } from '../results/write-tree.js';
import { runWinnow } from '../support/run-winnow.js';
import { suiteTasks, sweBenchReport, unseenResults } from '../support/suite-results.js';
import { temporaryFolder } from '../support/temporary-folder.js';

interface Shape {
  readonly title: string;
  readonly suite: string;
  readonly tier: string;
  /** The files that the tool writes in one run, by path. */
  readonly files: (cases: readonly Case[], report: string) => Readonly<Record<string, unknown>>;
}

const each = (cases: readonly Case[], file: (one: Case) => readonly [path: string, content: unknown]) =>
  Object.fromEntries(cases.map(file));
const prediction = ({ id }: Case) => ({ model_name_or_path: 'model', instance_id: id, model_patch: 'diff --git' });
const resolved = (cases: readonly Case[], isSolved: boolean) =>
  cases.filter(({ status }) => (status === 'passed') === isSolved).map(({ id }) => id);

/** What users of a suite have after a run: whole folders, with the files beside the results. */
const shapes: readonly Shape[] = [
  {
    title: 'SWE-bench: the report of a run',
    suite: 'verified',
    tier: 'standard',
    files: (_, report) => ({ 'my-model.run1.json': report }),
  },
  {
    title: 'SWE-bench: the logs of a run',
    suite: 'verified',
    tier: 'quick',
    files: (cases) => ({
      'preds.json': Object.fromEntries(cases.map((one) => [one.id, prediction(one)])),
      ...each(cases, (one) => [
        `logs/run_evaluation/run1/my-model/${one.id}/report.json`,
        { [one.id]: instanceReport(one) },
      ]),
      ...each(cases, ({ id }) => [`logs/run_evaluation/run1/my-model/${id}/run_instance.log`, 'log\n']),
    }),
  },
  {
    title: 'mini-SWE-agent: trajectories, predictions and the report of their evaluation',
    suite: 'verified',
    tier: 'standard',
    files: (cases, report) => ({
      'preds.json': Object.fromEntries(cases.map((one) => [one.id, prediction(one)])),
      'exit_statuses_1750000000.1.yaml': `instances_by_exit_status:\n  Submitted:\n${cases.map(({ id }) => `  - ${id}\n`).join('')}`,
      ...each(cases, ({ id }) => [
        `${id}/${id}.traj.json`,
        { instance_id: id, trajectory_format: 'mini-swe-agent-1.1', messages: [], info: { exit_status: 'Submitted' } },
      ]),
      'my-model.run1.json': report,
    }),
  },
  {
    title: 'OpenHands: output.jsonl beside output.report.json',
    suite: 'verified',
    tier: 'whole',
    files: (cases, report) => ({
      'CodeActAgent/my-model/output.jsonl': cases
        .map((one) => `${JSON.stringify({ ...Object(openHandsRow(one)), test_result: { git_patch: 'diff' } })}\n`)
        .join(''),
      'CodeActAgent/my-model/output.report.json': report,
    }),
  },
  {
    title: 'Inspect: a log of swe_bench',
    suite: 'verified',
    tier: 'standard',
    files: (cases) => ({ 'logs/2025-11-01T10-00-00+00-00_swe-bench_abc.eval': inspectZip(cases, 'zstd') }),
  },
  {
    title: 'Harbor: a job, with the owner of each task in its name',
    suite: 'terminal-bench-2',
    tier: 'standard',
    files: (cases) => ({
      'jobs/2025-11-01__10-00-00/config.json': { job_name: '2025-11-01__10-00-00', n_attempts: 1 },
      'jobs/2025-11-01__10-00-00/result.json': { id: 'x', n_total_trials: cases.length, stats: { evals: {} } },
      ...each(cases, ({ id, status }) => [
        `jobs/2025-11-01__10-00-00/${id.slice(0, 32)}__abcdefg/result.json`,
        harborTrial({ id: `terminal-bench/${id}`, status }),
      ]),
    }),
  },
  {
    title: 'Terminal-Bench: the results of a run',
    suite: 'terminal-bench-2',
    tier: 'quick',
    files: (cases) => ({
      'runs/2025-11-01__10-00-00/results.json': {
        id: 'x',
        results: cases.map(terminalBenchTrial),
        n_resolved: resolved(cases, true).length,
        n_unresolved: resolved(cases, false).length,
        resolved_ids: resolved(cases, true),
        unresolved_ids: resolved(cases, false),
        accuracy: 0.5,
        pass_at_k: {},
      },
    }),
  },
  {
    title: 'SWE-bench Pro: eval_results.json',
    suite: 'swe-bench-pro',
    tier: 'quick',
    files: (cases) => ({
      'my-model/eval_results.json': Object.fromEntries(cases.map(({ id, status }) => [id, status === 'passed'])),
    }),
  },
  {
    title: 'SWE-bench Pro: ids without their ends',
    suite: 'swe-bench-pro',
    tier: 'quick',
    files: (cases) => ({
      'my-model/eval_results.json': Object.fromEntries(
        cases.map(({ id, status }) => [id.replace(/^instance_/, '').replace(/-v[^-]*$/, ''), status === 'passed']),
      ),
    }),
  },
  {
    title: 'GSO: the report of a run',
    suite: 'gso',
    tier: 'standard',
    files: (_, report) => ({ 'my-model.run1.json': report }),
  },
];
const systems: Readonly<Record<string, string>> = {
  verified: '20250807_openhands_gpt5',
  'terminal-bench-2': 'terminus_2_gpt_5',
  'swe-bench-pro': 'GPT-5 High - paper',
  gso: 'gpt-5',
};

describe.each(shapes.map((shape) => [shape.title, shape] as const))('%s', (_, { suite, tier, files }) => {
  it('is recognised by its tasks, with the tier that it covers', () => {
    const results = unseenResults(suite, systems[suite] ?? '');
    const tasks = suiteTasks(suite, tier === 'whole' ? undefined : tier);
    const cases = tasks.map((id): Case => ({ id, status: results.get(id) === 1 ? 'passed' : 'failed' }));
    const folder = writeTree(files(cases, sweBenchReport(results, tasks)));
    const estimateOf = (path: string) => {
      const { code, stdout, stderr } = runWinnow(['estimate', suite, path, '--json']);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      return JSON.parse(stdout);
    };
    const found = estimateOf(folder);
    expect(found).toMatchObject({ plan: suite, version: 1, selected: tasks.length });
    expect(found.tier?.name).toBe(tier === 'whole' ? undefined : tier);
    const table = join(temporaryFolder(), 'rows.csv');
    const rows = cases.map(({ id, status }) => `${id},new,${status === 'passed' ? 1 : 0}\n`);
    writeFileSync(table, `task_id,system,reward\n${rows.join('')}`);
    expect(found.configurations).toHaveLength(1);
    expect(found.configurations[0].readings).toEqual(estimateOf(table).configurations[0].readings);
    expect(found.configurations[0].placement).toBeDefined();
  });
});

it('predictions that were not evaluated are no results', () => {
  const tasks = suiteTasks('verified', 'quick');
  const preds = Object.fromEntries(tasks.map((id) => [id, prediction({ id, status: 'passed' })]));
  const { code, stderr } = runWinnow(['estimate', 'verified', writeTree({ 'preds.json': preds })]);
  expect(code).toBe(2);
  expect(stderr).toContain('predictions');
});

import type { OutcomeStatus } from '../../src/core/model/outcome.js';
import { parquetOf } from '../support/parquet-of.js';
import { type Packing, zipOf } from './zip-of.js';

/** A result that a fixture is to hold. */
export interface Case {
  readonly id: string;
  readonly status: OutcomeStatus;
}

/** One format as files that a test writes under any name. */
export interface Fixture {
  readonly title: string;
  readonly format: string;
  /** What the format can say. */
  readonly statuses: readonly OutcomeStatus[];
  /** Where a file lies, where that is the only place of its task's name. */
  readonly pathOf?: (one: Case) => string;
  /** Whether a file that ends after a line is whole to all appearances. */
  readonly lines?: boolean;
  files(cases: readonly Case[]): readonly (string | Uint8Array | Promise<Uint8Array>)[];
}

const all: readonly OutcomeStatus[] = ['passed', 'failed', 'errored', 'not-run'];
const tried: readonly OutcomeStatus[] = ['passed', 'failed', 'errored'];

/** For tests: every format, written by code. */
export const fixtures: readonly Fixture[] = [
  { title: 'table, CSV', format: 'table', statuses: all, lines: true, files: (cases) => [csv(longRows(cases), ',')] },
  { title: 'table, TSV', format: 'table', statuses: all, lines: true, files: (cases) => [csv(longRows(cases), '\t')] },
  { title: 'table, JSON', format: 'table', statuses: all, files: (cases) => [JSON.stringify(longRows(cases))] },
  {
    title: 'table, JSON lines',
    format: 'table',
    statuses: all,
    lines: true,
    files: (cases) => [
      longRows(cases)
        .map((row) => `${JSON.stringify(row)}\n`)
        .join(''),
    ],
  },
  { title: 'table, Parquet', format: 'table', statuses: all, files: (cases) => [parquetOf(longRows(cases))] },
  {
    title: 'wide table, CSV',
    format: 'wide-table',
    statuses: ['passed', 'failed'],
    lines: true,
    files: (cases) => [
      csv(
        cases.map(({ id, status }) => ({ task_id: id, one: status === 'passed' ? '1' : '0', two: '' })),
        ',',
      ),
    ],
  },
  {
    title: 'SWE-bench run report',
    format: 'swe-bench-report',
    statuses: tried,
    files: (cases) => [
      JSON.stringify({
        submitted_ids: idsOf(cases, 'passed', 'failed', 'errored'),
        resolved_ids: idsOf(cases, 'passed'),
        unresolved_ids: idsOf(cases, 'failed'),
        error_ids: idsOf(cases, 'errored'),
        incomplete_ids: ['not-tried'],
        empty_patch_ids: [],
        schema_version: 2,
      }),
    ],
  },
  {
    title: 'SWE-bench report of one task',
    format: 'swe-bench-instance',
    statuses: tried,
    files: (cases) => cases.map((one) => JSON.stringify(byId([one], instanceReport))),
  },
  {
    title: 'SWE-bench experiments',
    format: 'swe-bench-experiments',
    statuses: tried,
    files: (cases) => [
      JSON.stringify({
        resolved: idsOf(cases, 'passed'),
        no_generation: idsOf(cases, 'failed'),
        no_logs: idsOf(cases, 'errored'),
      }),
    ],
  },
  {
    title: 'SWE-bench Pro',
    format: 'swe-bench-pro',
    statuses: ['passed', 'failed'],
    files: (cases) => [JSON.stringify(byId(cases, ({ status }) => status === 'passed'))],
  },
  {
    title: 'GSO report',
    format: 'gso-report',
    statuses: tried,
    files: (cases) => [
      JSON.stringify({
        summary: { total_instances: cases.length, k: 1 },
        instance_sets: {
          completed_ids: idsOf(cases, 'passed', 'failed'),
          passed_ids: idsOf(cases, 'passed', 'failed'),
          error_ids: idsOf(cases, 'errored'),
          opt_commit_ids: idsOf(cases, 'passed'),
        },
        schema_version: 1,
      }),
    ],
  },
  {
    title: 'Harbor trial',
    format: 'harbor-trial',
    statuses: tried,
    files: (cases) => cases.map((one) => JSON.stringify(harborTrial(one))),
  },
  {
    title: 'Terminal-Bench',
    format: 'terminal-bench',
    statuses: tried,
    files: (cases) => [
      JSON.stringify({ id: 'x', results: cases.map(terminalBenchTrial), accuracy: 0.5, pass_at_k: {} }),
    ],
  },
  {
    title: 'Terminal-Bench trial',
    format: 'terminal-bench-trial',
    statuses: tried,
    files: (cases) => cases.map((one) => JSON.stringify(terminalBenchTrial(one))),
  },
  {
    title: 'Inspect JSON',
    format: 'inspect-json',
    statuses: tried,
    files: (cases) => [JSON.stringify({ ...inspectHeader, samples: cases.map(inspectSample) })],
  },
  {
    title: 'response matrix',
    format: 'response-matrix',
    statuses: ['passed', 'failed'],
    lines: true,
    files: (cases) => [
      `${JSON.stringify({ subject_id: 'one', responses: byId(cases, ({ status }) => (status === 'passed' ? 1 : 0)) })}\n${JSON.stringify({ subject_id: 'two', responses: {} })}\n`,
    ],
  },
  {
    title: 'object of task ids',
    format: 'keyed-results',
    statuses: ['passed', 'failed'],
    files: (cases) => [JSON.stringify(byId(cases, ({ status }) => ({ resolved: status === 'passed' })))],
  },
  {
    title: 'counts of runs by task',
    format: 'keyed-results',
    statuses: ['passed', 'failed'],
    files: (cases) => [
      JSON.stringify(byId(cases, ({ status }) => ({ successes: status === 'passed' ? 1 : 0, trials: 1 }))),
    ],
  },
  {
    title: 'wide table of words',
    format: 'wide-table',
    statuses: all,
    lines: true,
    files: (cases) => [
      csv(
        cases.map(({ id, status }) => ({ task_id: id, '[one] a': wideWords[status], '[two] b': '' })),
        ',',
      ),
    ],
  },
  {
    title: 'promptfoo JSON',
    format: 'promptfoo',
    statuses: tried,
    files: (cases) => [
      JSON.stringify({ evalId: 'eval-1', results: { version: 3, results: cases.map(promptfooResult) }, config: {} }),
    ],
  },
  {
    title: 'promptfoo JSON, version 2',
    format: 'promptfoo',
    statuses: tried,
    files: (cases) => [JSON.stringify({ version: 2, results: cases.map(oldPromptfooResult), stats: { successes: 1 } })],
  },
  {
    title: 'promptfoo JSON lines',
    format: 'promptfoo',
    statuses: tried,
    lines: true,
    files: (cases) => [cases.map((one) => `${JSON.stringify(promptfooResult(one))}\n`).join('')],
  },
  {
    title: 'promptfoo CSV with marked cells',
    format: 'promptfoo',
    statuses: tried,
    lines: true,
    files: (cases) => [
      csv(
        cases.map(({ id, status }) => ({
          body: id,
          '[echo] Say {{body}}': `[${promptfooWords[status]}] (0.50)\n\n${id}`,
        })),
        ',',
      ),
    ],
  },
  {
    title: 'lm-eval samples',
    format: 'lm-eval-samples',
    statuses: tried,
    lines: true,
    files: (cases) => [cases.map((one, i) => `${JSON.stringify(lmEvalSample(one, i))}\n`).join('')],
  },
  {
    title: 'verifiers',
    format: 'verifiers',
    statuses: tried,
    lines: true,
    files: (cases) => [cases.map((one, i) => `${JSON.stringify(verifiersRow(one, i))}\n`).join('')],
  },
  {
    title: 'verifiers traces',
    format: 'verifiers-traces',
    statuses: tried,
    lines: true,
    files: (cases) => [cases.map((one, i) => `${JSON.stringify(verifiersEpisode(one, i))}\n`).join('')],
  },
  {
    title: 'Aider',
    format: 'aider',
    statuses: ['passed', 'failed'],
    files: (cases) => cases.map((one) => JSON.stringify(aiderResult(one))),
  },
  {
    title: 'CodeScaleBench manifest',
    format: 'code-scale-bench',
    statuses: tried,
    files: (cases) => [
      JSON.stringify({
        total_runs: 1,
        runs: {
          'suite/baseline': {
            model: 'maker/model',
            tasks: byId(cases, ({ status }) => ({ status, reward: status === 'passed' ? 1 : 0 })),
          },
        },
      }),
    ],
  },
  {
    title: 'SWE-smith report of one task',
    format: 'swe-smith-instance',
    statuses: tried,
    pathOf: ({ id }) => `run/${id}/report.json`,
    files: (cases) => cases.map((one) => JSON.stringify(sweSmithReport(one))),
  },
  {
    title: 'SWE-smith run report',
    format: 'swe-smith-report',
    statuses: ['passed', 'failed'],
    files: (cases) => [
      JSON.stringify({
        resolved: idsOf(cases, 'passed').length,
        unresolved: idsOf(cases, 'failed').length,
        total: cases.length,
        ids_resolved: idsOf(cases, 'passed'),
        ids_unresolved: idsOf(cases, 'failed'),
      }),
    ],
  },
  {
    title: 'OpenHands output.jsonl',
    format: 'openhands-output',
    statuses: tried,
    lines: true,
    files: (cases) => [cases.map((one) => `${JSON.stringify(openHandsRow(one))}\n`).join('')],
  },
  {
    title: 'OpenHands output.report.json',
    format: 'swe-bench-report',
    statuses: tried,
    files: (cases) => [
      JSON.stringify({
        total_instances: cases.length,
        submitted_ids: cases.map(({ id }) => id),
        completed_ids: idsOf(cases, 'passed', 'failed'),
        // What errored is incomplete, too.
        incomplete_ids: ['not-tried', ...idsOf(cases, 'errored')],
        resolved_ids: idsOf(cases, 'passed'),
        unresolved_ids: idsOf(cases, 'failed'),
        error_ids: idsOf(cases, 'errored'),
        aggregate_metrics: { total_cost_usd: 1 },
      }),
    ],
  },
  {
    title: 'Every Eval Ever samples',
    format: 'every-eval-ever',
    statuses: tried,
    lines: true,
    files: (cases) => [cases.map((one) => `${JSON.stringify(everyEvalEverRow(one))}\n`).join('')],
  },
  ...(['stored', 'deflate', 'zstd'] as const).map(
    (packing): Fixture => ({
      title: `Inspect .eval, ${packing}`,
      format: 'inspect-eval',
      statuses: tried,
      files: (cases) => [inspectZip(cases, packing)],
    }),
  ),
];

/** For tests: the head of an Inspect log. */
export const inspectHeader = {
  version: 2,
  status: 'success',
  eval: { task: 'bench', model: 'maker/model', eval_id: 'e1', dataset: { name: 'data' } },
};

/** For tests: a sample of an Inspect log. */
export function inspectSample({ id, status }: Case): Record<string, unknown> {
  if (status === 'errored') return { id, epoch: 1, scores: null, error: 'it broke' };
  return { id, epoch: 1, scores: { match: { value: status === 'passed' ? 'C' : 'I' } } };
}

/** For tests: an Inspect log as an archive. */
export function inspectZip(cases: readonly Case[], packing: Packing): Buffer {
  return zipOf([
    { name: '_journal/start.json', text: JSON.stringify({ version: 2, eval: inspectHeader.eval }), packing },
    { name: 'summaries.json', text: JSON.stringify(cases.map(inspectSample)), packing },
    { name: 'header.json', text: JSON.stringify(inspectHeader), packing },
  ]);
}

/** For tests: a Harbor trial. */
export function harborTrial({ id, status }: Case): Record<string, unknown> {
  return {
    id: `uuid of ${id}`,
    task_name: id,
    trial_name: `${id.slice(0, 32)}__abcdefg`,
    source: 'data',
    agent_info: { name: 'agent', version: '1', model_info: { name: 'model', provider: 'maker' } },
    agent_result: { cost_usd: 0.5 },
    verifier_result: status === 'errored' ? null : { rewards: { reward: status === 'passed' ? 1 : 0 } },
    exception_info: status === 'errored' ? { exception_type: 'RuntimeError' } : null,
    started_at: '2025-01-01T00:00:00.250000',
    finished_at: '2025-01-01T00:01:00.750000',
  };
}

/** For tests: a trial of Terminal-Bench. */
export function terminalBenchTrial({ id, status }: Case): Record<string, unknown> {
  const resolved = status === 'errored' ? null : status === 'passed';
  return { trial_name: `${id}.1-of-1.run`, task_id: id, is_resolved: resolved, failure_mode: 'unset' };
}

function sweSmithReport({ status }: Case): unknown {
  if (status === 'errored') return { timed_out: true, timeout: 240 };
  const tests = { success: [], failure: [] };
  return {
    patch_is_None: false,
    patch_exists: true,
    patch_successfully_applied: false,
    resolved: status === 'passed',
    tests_status: { FAIL_TO_PASS: tests, PASS_TO_PASS: tests },
    model_name_or_path: 'model',
  };
}

/** For tests: a line of OpenHands' output.jsonl. */
export function openHandsRow({ id, status }: Case): unknown {
  return {
    instance_id: id,
    attempt: 1,
    test_result: status === 'errored' ? {} : { passed: status === 'passed' },
    instruction: 'do it',
    metadata: { llm: { model: 'maker/model' }, agent_class: 'CodeActAgent', max_iterations: 100 },
    history: [],
    metrics: { accumulated_cost: 0.25 },
    error: status === 'errored' ? 'it broke' : null,
  };
}

const wideWords: Readonly<Record<OutcomeStatus, string>> = {
  passed: 'PASS',
  failed: 'N',
  errored: 'Error',
  'not-run': 'skipped',
};
const promptfooWords: Readonly<Record<OutcomeStatus, string>> = {
  passed: 'PASS',
  failed: 'FAIL',
  errored: 'ERROR',
  'not-run': '',
};

/** For tests: a result of promptfoo. */
export function promptfooResult({ id, status }: Case): Record<string, unknown> {
  return {
    id: `uuid of ${id}`,
    prompt: { raw: `Say ${id}`, label: 'Say {{body}}' },
    promptIdx: 0,
    provider: { id: 'maker:model', label: '' },
    testCase: { vars: { task_id: id, body: 'same' }, assert: [] },
    vars: { task_id: id, body: 'same' },
    response: status === 'errored' ? {} : { output: id },
    success: status === 'passed',
    score: status === 'passed' ? 1 : 0.5,
    failureReason: status === 'passed' ? 0 : status === 'failed' ? 1 : 2,
    cost: 0.25,
    latencyMs: 100,
  };
}

function oldPromptfooResult({ id, status }: Case): unknown {
  return {
    prompt: { raw: `Say ${id}`, display: 'Say {{body}}' },
    vars: { body: id },
    ...(status === 'errored' ? { error: 'it broke' } : { response: { output: id } }),
    success: status === 'passed',
  };
}

/** For tests: a sample of lm-eval. */
export function lmEvalSample({ id, status }: Case, index: number): Record<string, unknown> {
  return {
    doc_id: index,
    doc: { task_id: id, question: 'why?' },
    target: 'because',
    arguments: {},
    resps: [['because']],
    filtered_resps: ['because'],
    filter: 'none',
    metrics: ['exact_match'],
    doc_hash: 'a',
    exact_match: status === 'errored' ? null : status === 'passed' ? 1 : 0,
  };
}

/** For tests: a rollout of verifiers. */
export function verifiersRow({ id, status }: Case, index: number): Record<string, unknown> {
  return {
    example_id: index,
    prompt: [],
    completion: [],
    info: { instance_id: id },
    reward: status === 'passed' ? 1 : 0,
    error: status === 'errored' ? { error: 'ModelError' } : null,
    timing: { total_ms: 1500 },
    is_completed: true,
  };
}

/** For tests: an episode of verifiers 0.4. */
function verifiersEpisode({ id, status }: Case, index: number): Record<string, unknown> {
  const scored = { rewards: { solved: { score: status === 'passed' ? 1 : 0, weight: 1 } }, ok: true };
  return {
    id: `episode-${index}`,
    env: { id: 'toy' },
    task: { type: 'ToyTask', data: { idx: index, id, prompt: 'Do it.' }, key: `key-${index}` },
    ok: status !== 'errored',
    traces: [
      {
        task: { type: 'ToyTask', data: { idx: index, id } },
        agent: { name: 'agent', config: { model: 'vendor/model' } },
        calls: [{ usage: { prompt_tokens: 10, completion_tokens: 5, cost: 0.25 } }],
        timing: { start: 100, agent: { start: 100, end: 101.5 } },
        ...(status === 'errored' ? { rewards: { solved: null }, ok: false } : scored),
      },
    ],
  };
}

/** For tests: what Aider writes about an exercise. */
export function aiderResult({ id, status }: Case): Record<string, unknown> {
  return {
    testdir: '/benchmarks/run',
    testcase: id,
    model: 'maker/model',
    edit_format: 'diff',
    tests_outcomes: status === 'passed' ? [false, true] : [false, false],
    cost: 0.125,
    duration: 2.5,
  };
}

/** For tests: a sample of Every Eval Ever. */
export function everyEvalEverRow({ id, status }: Case): Record<string, unknown> {
  return {
    schema_version: '0.3.0',
    evaluation_id: 'source/maker_model/1750000000',
    model_id: 'maker/model',
    evaluation_name: 'bench',
    evaluation_result_id: 'bench.accuracy',
    sample_id: id,
    interaction_type: 'single_turn',
    input: { raw: 'question', reference: ['answer'] },
    output: { raw: ['answer'] },
    answer_attribution: [],
    evaluation: { score: status === 'passed' ? 1 : 0, is_correct: status === 'passed' },
    error: status === 'errored' ? 'timeout' : null,
  };
}

/** For tests: SWE-bench's report of one task. */
export function instanceReport({ status }: Case): unknown {
  return {
    patch_is_None: false,
    patch_exists: true,
    patch_successfully_applied: true,
    resolved: status === 'passed',
    infra_failure: status === 'errored',
  };
}

function longRows(cases: readonly Case[]): Record<string, string>[] {
  return cases.map(({ id, status }) => ({
    task_id: id,
    config: 'one',
    reward: status === 'passed' ? '1.0' : '0.0',
    status,
  }));
}

function csv(rows: readonly Record<string, string>[], delimiter: string): string {
  const quote = (cell: string) => (/["\n\r,\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const lines = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))];
  return lines.map((cells) => `${cells.map(quote).join(delimiter)}\n`).join('');
}

function idsOf(cases: readonly Case[], ...statuses: readonly OutcomeStatus[]): string[] {
  return cases.filter(({ status }) => statuses.includes(status)).map(({ id }) => id);
}

/** Keys such as `__proto__` are kept. */
function byId<Value>(cases: readonly Case[], value: (one: Case) => Value): Record<string, Value> {
  return Object.fromEntries(cases.map((one) => [one.id, value(one)]));
}

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aiderResult, lmEvalSample, promptfooResult, verifiersRow } from '../../../test/results/fixtures.js';
import { codes, outcomeLines } from '../../../test/results/outcome-lines.js';
import { writeTree } from '../../../test/results/write-tree.js';
import { ReadingNotes } from '../content/reading-notes.js';
import { tableOfRows } from '../content/result-file.js';
import { readOutcomes } from '../read-outcomes.js';
import { promptfoo } from './promptfoo.js';
import { Reading } from './reading.js';

const lines = (rows: readonly unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

describe('an OpenHands run folder', () => {
  const row = (id: string, cost: number, more = {}) => ({
    instance_id: id,
    attempt: 1,
    test_result: { git_patch: 'diff' },
    metadata: { llm: { model: 'maker/model' } },
    metrics: { accumulated_cost: cost },
    error: null,
    ...more,
  });
  const report = { submitted_ids: ['a', 'b'], resolved_ids: ['a'], unresolved_ids: ['b'], incomplete_ids: [] };
  const output = lines([row('a', 0.5), row('b', 0.25)]);

  it.each(['output.report.json', 'report.json'])(
    'has its verdicts in %s and its costs in output.jsonl',
    async (name) => {
      const root = writeTree({
        [`maxiter_100/${name}`]: report,
        'maxiter_100/output.jsonl': output,
        'maxiter_100/output.critic_attempt_1.jsonl': output,
        'maxiter_100/output.swebench_eval.jsonl': lines([
          row('a', 0.5, { report: { resolved: false } }),
          row('b', 0.25),
        ]),
        'maxiter_100/metadata.json': {},
        'maxiter_100/eval_outputs/a/report.json': { a: { patch_exists: true, resolved: true } },
      });
      for (const path of [root, join(root, 'maxiter_100'), join(root, 'maxiter_100/output.jsonl')]) {
        const read = await readOutcomes([path]);
        expect(outcomeLines(read)).toEqual(['a maxiter_100 - 1 passed 1', 'b maxiter_100 - 1 failed 0']);
        expect(read.outcomes.map(({ costUsd }) => costUsd)).toEqual([0.5, 0.25]);
        expect(codes(read)).toEqual({ faults: [], warnings: [] });
      }
    },
  );

  it('has its verdicts in output.swebench_eval.jsonl if there is no report', async () => {
    const root = writeTree({
      'run/output.jsonl': output,
      'run/output.swebench_eval.jsonl': lines([
        row('a', 0.5, { report: { resolved: true } }),
        row('b', 0.25, { report: { resolved: false } }),
      ]),
    });
    for (const path of [root, join(root, 'run'), join(root, 'run/output.jsonl')])
      expect(outcomeLines(await readOutcomes([path]))).toEqual([
        'a maker/model - 1 passed 1',
        'b maker/model - 1 failed 0',
      ]);
  });

  it('counts every task once if it was scored as it ran', async () => {
    const scored = (id: string, passed: boolean) => row(id, 1, { test_result: { passed } });
    const root = writeTree({
      'output.jsonl': lines([scored('a', true), scored('b', false)]),
      'output.critic_attempt_1.jsonl': lines([scored('a', false), scored('b', false)]),
      'output_errors.jsonl': lines([row('b', 1, { error: 'died' }), row('c', 1, { error: 'died' })]),
      'metadata.json': {},
    });
    expect(outcomeLines(await readOutcomes([root]))).toEqual([
      'a maker/model - 1 passed 1',
      'b maker/model - 1 failed 0',
      'c maker/model - 1 errored -',
    ]);
  });

  it('is read without costs if output.jsonl is cut off', async () => {
    const root = writeTree({ 'output.report.json': report, 'output.jsonl': `${output}{"instance_id":"c","metr` });
    const read = await readOutcomes([root]);
    expect(read.outcomes.map(({ costUsd }) => costUsd)).toEqual([undefined, undefined]);
    expect(codes(read)).toEqual({ faults: [], warnings: ['outcomes/no-costs'] });
  });
});

it('reads the run reports of Multi-SWE-bench, which call a list differently', async () => {
  const lists = { submitted_ids: ['a', 'b', 'c'], resolved: ['a'], unresolved_ids: ['b'], error_ids: ['c'] };
  const root = writeTree({ 'system/results/results.json': lists });
  expect(outcomeLines(await readOutcomes([root]))).toEqual([
    'a system - 1 passed 1',
    'b system - 1 failed 0',
    'c system - 1 errored -',
  ]);
});

it('calls flat reports in a folder "logs" by the folder above', async () => {
  const root = writeTree({ 'system/logs/a/report.json': { patch_exists: true, resolved: true } });
  expect(outcomeLines(await readOutcomes([root]))).toEqual(['a system logs 1 passed 1']);
});

describe('promptfoo', () => {
  const results = (['passed', 'failed', 'errored'] as const).map((status) => promptfooResult({ id: status, status }));
  const document = { evalId: 'eval-1', results: { version: 3, results } };
  const csv = 'task_id,body,[maker:model] Say {{body}},Status,Score,Named Scores,Grader Reason,Comment\n'.concat(
    ...results.map(
      ({ vars }, i) => `${(vars as { task_id: string }).task_id},same,x,${['PASS', 'FAIL', 'ERROR'][i]},0.50,,,\n`,
    ),
  );
  const read = ['errored maker:model eval-1 1 errored -', 'failed maker:model eval-1 1 failed 0'];

  it('is counted once, whatever files of one evaluation there are', async () => {
    const root = writeTree({ 'out.json': document, 'out.jsonl': lines(results), 'out.csv': csv });
    for (const path of [root, join(root, 'out.csv'), join(root, 'out.jsonl')]) {
      const outcomes = await readOutcomes([path]);
      expect(outcomeLines(outcomes)).toEqual([...read, 'passed maker:model eval-1 1 passed 1']);
      expect(outcomes.outcomes.map(({ costUsd, durationMs }) => [costUsd, durationMs])).toEqual(
        Array(3).fill([0.25, 100]),
      );
    }
  });

  it('is read from CSV alone', async () => {
    expect(outcomeLines(await readOutcomes([join(writeTree({ 'out.csv': csv }), 'out.csv')]))).toEqual([
      'errored maker:model - 1 errored -',
      'failed maker:model - 1 failed 0',
      'passed maker:model - 1 passed 1',
    ]);
  });

  it('tells prompts apart, in columns that come again under one name, too', async () => {
    const row = {
      id: 'a',
      '[m] x, y': 'o',
      Status: 'PASS',
      Score: '1',
      '[m] z': 'o',
      'Status.1': 'ERROR',
      'Score.1': '0',
    };
    const table = tableOfRows([{ data: row, place: { line: 2 } }]);
    const found = new Reading({ path: 'none.csv', content: { kind: 'table', table } }, {}, new ReadingNotes());
    await promptfoo.read(found);
    expect([...found.outcomes].map(({ configuration, verdict }) => [configuration, verdict])).toEqual([
      ['[m] x, y', { reward: 1 }],
      ['[m] z', 'errored'],
    ]);
  });

  it('numbers the repeats of a test', async () => {
    const [first, second] = results;
    const again = [first, second, { ...first, success: false, failureReason: 1 }];
    const root = writeTree({ 'out.json': { version: 2, results: again } });
    expect(outcomeLines(await readOutcomes([root]))).toEqual([
      'failed maker:model - 1 failed 0',
      'passed maker:model - 1 passed 1',
      'passed maker:model - 2 failed 0',
    ]);
  });

  it('takes two files without a run id for two runs', async () => {
    const root = writeTree({ 'one.jsonl': lines(results), 'two.jsonl': lines(results) });
    const read = await readOutcomes([root]);
    expect(read.faults).toEqual([]);
    expect(new Set(read.outcomes.map(({ run, attempt }) => `${run.slice(root.length)} ${attempt}`))).toEqual(
      new Set(['/one.jsonl 1', '/two.jsonl 1']),
    );
  });

  it('calls tests by their id, else their description, else their variables', async () => {
    const tests = ['a', 'b'].map((body) => ({
      ...promptfooResult({ id: 'x', status: 'passed' }),
      testCase: { description: 'all the same', vars: { language: 'en', body } },
    }));
    const unnamed = await readOutcomes([writeTree({ 'out.json': { version: 2, results: tests } })]);
    expect(unnamed.outcomes.map(({ taskId }) => taskId)).toEqual(['body=a, language=en', 'body=b, language=en']);
    expect(codes(unnamed)).toEqual({ faults: [], warnings: ['outcomes/no-ids'] });
    const named = tests.map((test, i) => ({ ...test, testCase: { ...test.testCase, description: `test ${i}` } }));
    const described = await readOutcomes([writeTree({ 'out.json': { version: 2, results: named } })]);
    expect(described.outcomes.map(({ taskId }) => taskId)).toEqual(['test 0', 'test 1']);
  });
});

describe('lm-eval', () => {
  const date = '2026-01-21T03-44-18.458309';
  const sample = (i: number, more = {}) => ({
    ...lmEvalSample({ id: `HumanEval/${i}`, status: 'passed' }, i),
    ...more,
  });
  const tree = (samples: readonly unknown[]) =>
    writeTree({
      [`maker__model/samples_human_eval_${date}.jsonl`]: lines(samples),
      [`maker__model/results_${date}.json`]: { results: {}, configs: {}, 'n-shot': {}, model_name: 'maker/model' },
    });

  it('names the model, the task and the run, and leads from the means to the samples', async () => {
    const root = tree([sample(0), sample(1, { exact_match: 0 })]);
    for (const path of [root, join(root, `maker__model/results_${date}.json`)]) {
      const read = await readOutcomes([path]);
      expect(outcomeLines(read)).toEqual([
        `HumanEval/0 maker/model ${date} 1 passed 1`,
        `HumanEval/1 maker/model ${date} 1 failed 0`,
      ]);
      expect(read.outcomes.map(({ benchmark }) => benchmark)).toEqual(['human_eval', 'human_eval']);
    }
  });

  it('numbers the tasks if their ids repeat', async () => {
    const root = tree([0, 1].map((i) => sample(i, { doc: { id: 7 } })));
    expect((await readOutcomes([root])).outcomes.map(({ taskId }) => taskId)).toEqual(['0', '1']);
  });

  it('asks which of several metrics counts', async () => {
    const twoFilters = ['strict', 'loose'].map((filter) =>
      sample(0, { filter, exact_match: filter === 'loose' ? 1 : 0 }),
    );
    const root = tree(twoFilters);
    expect((await readOutcomes([root])).faults.map(({ message, hint }) => [message, hint])).toEqual([
      [
        'the samples have several metrics: "exact_match,loose", "exact_match,strict".',
        'Choose one with --scorer METRIC or --scorer METRIC,FILTER.',
      ],
    ]);
    const chosen = await readOutcomes([root], { scorer: 'exact_match,loose' });
    expect(outcomeLines(chosen)).toEqual([`HumanEval/0 maker/model ${date} 1 passed 1`]);
    expect(codes(await readOutcomes([root], { scorer: 'acc' })).faults).toEqual(['outcomes/several-scores']);
  });

  it('says what to do if there are only means', async () => {
    const root = writeTree({ 'results_x.json': { results: {}, configs: {}, 'n-shot': {} } });
    expect(codes(await readOutcomes([root])).faults).toEqual(['outcomes/aggregate']);
  });
});

it('reads the rollouts of verifiers as attempts, and whose they are from metadata.json', async () => {
  const rows = [verifiersRow({ id: 'a', status: 'passed' }, 0), verifiersRow({ id: 'b', status: 'errored' }, 1)];
  const root = writeTree({
    'evals/env--model/1a2b/results.jsonl': lines([...rows, { ...rows[0], reward: 0, task: 'default' }]),
    'evals/env--model/1a2b/metadata.json': { env_id: 'env', model: 'maker/model', avg_reward: 0.3 },
  });
  const read = await readOutcomes([root]);
  expect(outcomeLines(read)).toEqual([
    'a maker/model 1a2b 1 passed 1',
    'a maker/model 1a2b 2 failed 0',
    'b maker/model 1a2b 1 errored -',
  ]);
  expect(read.outcomes.map(({ benchmark, durationMs }) => [benchmark, durationMs])).toEqual(
    Array(3).fill(['env', 1500]),
  );
});

it('gives an episode of verifiers no cost if the tokens of some of its calls are unknown', async () => {
  const used = { usage: { prompt_tokens: 1_000_000, completion_tokens: 0 } };
  const episode = (id: string, calls: readonly unknown[]) => ({
    env: { id: 'toy' },
    task: { data: { id }, key: id },
    traces: [{ agent: { config: { model: 'm' } }, calls, rewards: { solved: { score: 1, weight: 1 } }, ok: true }],
  });
  const rows = [episode('a', [used, used]), episode('b', [used, { usage: { completion_tokens: 0 } }])];
  const root = writeTree({ 'run/traces.jsonl': lines(rows) });
  const { outcomes } = await readOutcomes([root], { prices: new Map([['m', { input: 3, output: 15 }]]) });
  expect(outcomes.map(({ taskId, costUsd }) => [taskId, costUsd])).toEqual([
    ['a', 6],
    ['b', undefined],
  ]);
});

it("tells Aider's exercises apart by language, and knows whose exercise broke", async () => {
  const at = (language: string, name: string) =>
    `2026-01-01--diff/${language}/exercises/practice/${name}/.aider.results.json`;
  const root = writeTree({
    [at('go', 'bowling')]: aiderResult({ id: 'bowling', status: 'failed' }),
    [at('python', 'bowling')]: aiderResult({ id: 'bowling', status: 'passed' }),
    [at('python', 'zipper')]: { exception: 'Traceback' },
    '2026-01-01--diff/python/exercises/practice/bowling/results.json': { results: [], accuracy: 1 },
  });
  const read = await readOutcomes([root]);
  expect(outcomeLines(read)).toEqual([
    'polyglot_go_bowling aider-diff__maker/model 2026-01-01--diff 1 failed 0',
    'polyglot_python_bowling aider-diff__maker/model 2026-01-01--diff 1 passed 1',
    'polyglot_python_zipper aider-diff__maker/model 2026-01-01--diff 1 errored -',
  ]);
  expect(read.outcomes.map(({ costUsd, durationMs }) => [costUsd, durationMs])).toEqual([
    [0.125, 2500],
    [0.125, 2500],
    [undefined, undefined],
  ]);
});

it('reads the official results of CodeScaleBench by suite and arm', async () => {
  const tasks = { a: { status: 'passed', reward: 0.5 }, b: { status: 'errored', reward: 0 } };
  const root = writeTree({
    'MANIFEST.json': {
      runs: {
        'ccb_fix/baseline': { model: 'maker/model', tasks },
        'ccb_fix/mcp': { model: 'maker/model', tasks: { a: { reward: 1 } } },
      },
      run_history: { 'ccb_fix/mcp': { a: { n_runs: 2, runs: [{ reward: 1 }, { reward: 0 }] } } },
    },
  });
  const read = await readOutcomes([root]);
  expect(outcomeLines(read)).toEqual([
    'a baseline__maker/model - 1 failed 0.5',
    'a mcp__maker/model - 1 passed 1',
    'b baseline__maker/model - 1 errored -',
  ]);
  expect(read.outcomes[0]?.benchmark).toBe('ccb_fix');
  expect(codes(read).warnings).toEqual(['outcomes/partial-rewards', 'outcomes/run-history', 'outcomes/status-differs']);
});

describe('an object of task ids', () => {
  it('may have costs, and words as in a table', async () => {
    const document = { a: { passed: 'yes', cost: 0.5 }, b: { score: 0 }, c: { success: true } };
    const read = await readOutcomes([join(writeTree({ 'system.json': document }), 'system.json')]);
    expect(codes(read).faults).toEqual(['outcomes/no-result']);
    const alike = { a: { passed: 'yes', cost: 0.5 }, b: { passed: false }, c: { passed: true, status: 'error' } };
    const whole = await readOutcomes([join(writeTree({ 'system.json': alike }), 'system.json')]);
    expect(outcomeLines(whole)).toEqual(['a system - 1 passed 1', 'b system - 1 failed 0', 'c system - 1 errored -']);
    expect(whole.outcomes[0]?.costUsd).toBe(0.5);
  });

  it.each([
    ['a summary', { summary: { passed: 3, failed: 1 } }],
    ['values without a result', { a: { resolved: true }, b: { note: 'none' } }],
    ['settings', { a: { resolved: true }, version: 3 }],
  ])('is not %s', async (_, document) => {
    const path = join(writeTree({ 'x.json': document }), 'x.json');
    expect(codes(await readOutcomes([path])).faults).toEqual(['outcomes/unknown-format']);
  });
});

describe('a table with words and brackets', () => {
  it('reads verdicts in words, and leaves missing values out', async () => {
    const text = 'task_id,one,two\na,PASS,Y\nb,fail,n\nc,N/A,✓\nd,Resolved,ERROR\ne,-,✗\n';
    const read = await readOutcomes([join(writeTree({ 't.csv': text }), 't.csv')]);
    expect(codes(read)).toEqual({ faults: [], warnings: [] });
    expect(read.outcomes.map(({ taskId, configuration, status }) => `${taskId} ${configuration} ${status}`)).toEqual([
      'a one passed',
      'a two passed',
      'b one failed',
      'b two failed',
      'c two passed',
      'd one passed',
      'd two errored',
      'e two failed',
    ]);
  });

  it.each(['[one] a,task_id\n1,x\n', '[1o-mini],id\n1,x\n', 'task_id,[one] a\nx,1\n'])('reads %j', async (text) => {
    const read = await readOutcomes([join(writeTree({ 't.csv': text }), 't.csv')]);
    expect(read.faults).toEqual([]);
    expect(read.outcomes.map(({ taskId, status }) => `${taskId} ${status}`)).toEqual(['x passed']);
  });
});

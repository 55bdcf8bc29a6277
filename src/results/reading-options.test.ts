import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codes, outcomeLines } from '../../test/results/outcome-lines.js';
import { writeTree } from '../../test/results/write-tree.js';
import type { OutcomeOptions } from './formats/result-format.js';
import { readOutcomes } from './read-outcomes.js';

const read = (text: string, options: OutcomeOptions = {}) =>
  readOutcomes([join(writeTree({ 'system.csv': text }), 'system.csv')], options);
const verdicts = async (text: string, options: OutcomeOptions = {}) =>
  (await read(text, options)).outcomes.map(({ taskId, status, reward }) => `${taskId} ${status} ${reward ?? '-'}`);

describe('statuses', () => {
  it('are known as runners write them', async () => {
    const words = {
      passed: ['PASSED', 'Successful', 'accepted'],
      failed: ['not_resolved', 'wrong answer', 'empty_patch'],
      errored: ['crashed', 'infra_error', 'OOM', 'build failed', 'timeout', 'timed_out', 'max_turns'],
      'not-run': ['cancelled', 'canceled', 'pending', 'skipped', 'not_started'],
    };
    for (const [status, list] of Object.entries(words)) {
      const text = `id,status\n${list.map((word, i) => `t${i},${word}\n`).join('')}`;
      const found = await read(text);
      expect(found.faults).toEqual([]);
      expect(found.outcomes.map((outcome) => outcome.status)).toEqual(list.map(() => status));
    }
  });

  it('keep a reward that came with a timeout, and say so', async () => {
    const text = 'id,reward,status\na,1,timeout\nb,0,timed out\nc,,timeout\n';
    expect(await verdicts(text)).toEqual(['a passed 1', 'b failed 0', 'c errored -']);
    expect(codes(await read(text)).warnings).toEqual(['outcomes/stopped-with-reward']);
    const statuses = new Map([['timeout', 'errored'] as const]);
    expect(await verdicts(text, { statuses })).toEqual(['a errored -', 'b failed 0', 'c errored -']);
  });

  it('that are not known are listed with their counts and the option that says what they mean', async () => {
    const text = 'id,status\na,budget_gone\nb,budget_gone\nc,weird\nd,passed\n';
    expect((await read(text)).faults).toMatchObject([
      {
        code: 'outcomes/status',
        message: expect.stringContaining('3 results have an unknown status: "budget_gone" (2), "weird" (1).'),
        hint: expect.stringContaining('--status budget_gone=error'),
      },
    ]);
    const statuses = new Map([
      ['Budget Gone', 'errored'],
      ['weird', 'failed'],
    ] as const);
    expect(await verdicts(text, { statuses })).toEqual(['a errored -', 'b errored -', 'c failed 0', 'd passed 1']);
  });
});

describe('rewards outside 0 to 1', () => {
  const text = 'id,reward\na,100\nb,50\nc,0\nd,-50\n';

  it('are one error with the range that was found and the option that rescales', async () => {
    const { faults, outcomes } = await read(text);
    expect(outcomes).toEqual([]);
    expect(faults).toEqual([
      {
        code: 'outcomes/reward',
        message:
          '3 rewards are outside the range 0 to 1; the first is 100 for "a". All rewards are between -50 and 100.',
        place: expect.objectContaining({ line: 2 }),
        hint: expect.stringContaining('--reward-range -50..100'),
      },
    ]);
  });

  it('are rescaled by a range; words and percentages are not', async () => {
    expect(await verdicts(text, { rewardRange: [-50, 150], passAt: 0.75 })).toEqual([
      'a passed 0.75',
      'b failed 0.5',
      'c failed 0.25',
      'd failed 0',
    ]);
    expect(await verdicts('id,reward\na,100\nb,50%\nc,true\nd,no\n', { rewardRange: [0, 100] })).toEqual([
      'a passed 1',
      'b failed 0.5',
      'c passed 1',
      'd failed 0',
    ]);
    expect((await read(text, { rewardRange: [0, 100] })).faults[0]?.message).toBe(
      'a reward of -50 for "d" is outside the range 0 to 100 (--reward-range). All rewards are between -50 and 100.',
    );
  });

  it('are questioned if a system has none above 1', async () => {
    const low = 'id,system,reward\na,m,0.5\nb,m,1\na,n,70\nb,n,0\n';
    const warned = async (rewards: string, most = 100) =>
      (await read(rewards, { rewardRange: [0, most] })).warnings.map(({ message }) => message);
    expect((await warned(low))[0]).toMatch(
      /^No reward of "m" exceeds 1 on the scale from 0 to 100 \(--reward-range\), so none counts as more than 0\.01\./,
    );
    expect((await warned(low.replace('70', '1')))[0]).toMatch(/^No reward of 2 systems exceeds 1/);
    for (const fine of ['id,reward\na,0\n', 'id,reward\na,true\nb,0.5\n'])
      expect((await warned(fine)).join()).not.toContain('exceeds');
    expect((await warned('id,reward\na,1\n', 2)).join()).not.toContain('exceeds');
  });

  it('are rescaled in every format that has numbers', async () => {
    const options = { rewardRange: [0, 10] as const };
    const files = {
      'wide.csv': 'task_id,m\na,5\n',
      'matrix.jsonl': '{"subject_id":"m","responses":{"a":5}}\n',
      'output.jsonl': '{"instance_id":"a","test_result":{"score":5}}\n',
    };
    for (const [name, content] of Object.entries(files)) {
      const { outcomes, faults } = await readOutcomes([join(writeTree({ [name]: content }), name)], options);
      expect(faults, name).toEqual([]);
      expect(outcomes, name).toMatchObject([{ taskId: 'a', reward: 0.5 }]);
    }
  });

  it('count as scored where nothing else is asked, with a warning', async () => {
    const counted = await read(text, { countsOnly: true });
    expect(counted.faults).toEqual([]);
    expect(counted.outcomes.map(({ reward }) => reward)).toEqual([Number.NaN, Number.NaN, 0, Number.NaN]);
    expect(counted.warnings[0]?.message).toContain('only needs to know that they were scored');
  });
});

describe('the names of a table', () => {
  it('take an arm as part of the system', async () => {
    const systems = async (text: string) =>
      new Set((await read(text)).outcomes.map(({ configuration }) => configuration));
    expect(await systems('task_id,arm,reward\na,baseline,0\na,treatment,1\n')).toEqual(
      new Set(['baseline', 'treatment']),
    );
    // One arm of two models is two systems.
    expect(await systems('task_id,model,arm,reward\na,m,baseline,0\na,n,baseline,1\n')).toEqual(
      new Set(['m__baseline', 'n__baseline']),
    );
  });

  it('take the column that is named as the reward', async () => {
    const text = 'task_id,config,correctness,score\na,m,1,0\n';
    expect(await verdicts(text, { reward: 'correctness' })).toEqual(['a passed 1']);
    expect(await verdicts('task_id,config,correctness\na,m,1\n', { reward: 'correctness' })).toEqual(['a passed 1']);
    expect(codes(await read(text, { reward: 'style' })).warnings).toContain('outcomes/no-reward-column');
  });
});

describe('a pattern of task names', () => {
  const text = 'task_id,config,reward\nsgonly_a,tools,1\nsgonly_b,tools,0\na,base,1\n';

  it('finds the id in the names that fit, and counts them', async () => {
    const found = await read(text, { taskPatterns: ['sgonly_{id}'] });
    expect(outcomeLines(found)).toEqual(['a base - 1 passed 1', 'a tools - 1 passed 1', 'b tools - 1 failed 0']);
    expect(found.warnings[0]?.message).toContain('task ids of 2 results with the pattern "sgonly_{id}"');
    const none = await read(text, { taskPatterns: ['x_{id}'] });
    expect(none.warnings[0]?.message).toContain('No task name in the results matches the pattern "x_{id}"');
  });
});

describe('a run that was retried', () => {
  it('has a result without a score and one with, of the same attempt', async () => {
    const found = await read('id,config,status\na,m,error\na,m,passed\nb,m,cancelled\nb,m,timeout\nb,m,failed\n');
    expect(found.faults).toEqual([]);
    expect(outcomeLines(found)).toEqual([
      'a m - 1 errored -',
      'a m - 1 passed 1',
      'b m - 1 not-run -',
      'b m - 1 errored -',
      'b m - 1 failed 0',
    ]);
  });

  it('has one score: two of the same attempt are refused, in either order', async () => {
    for (const rows of ['a,m,1\na,m,error\na,m,0', 'a,m,error\na,m,1\na,m,0']) {
      expect(codes(await read(`id,config,reward\n${rows}\n`)).faults).toEqual(['outcomes/twice']);
    }
  });
});

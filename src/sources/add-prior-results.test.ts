import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.js';
import { selectionHashes } from '../core/fingerprint/fingerprint-pool.js';
import { WinnowError } from '../core/model/errors.js';
import type { Pool } from '../core/model/task.js';
import { runPlan } from '../core/pipeline.js';
import { priorDeviation } from '../core/shares/shares.js';
import { loadPlan } from '../disk/load-plan.js';
import { readPools } from './read-pools.js';

const ids = Array.from({ length: 12 }, (_, i) => `t${String(i).padStart(2, '0')}`);
const poolText = ids.map((id, i) => `${JSON.stringify({ id, repo: i < 6 ? 'a' : 'b', files_changed: i })}\n`).join('');

interface Setting {
  readonly results: string;
  readonly file?: string;
  readonly prior?: string;
  readonly select?: string;
}

/** A plan on disk with a pool of twelve tasks and earlier results beside it. */
async function settingOf({
  results,
  file = 'earlier.csv',
  prior = `{ path: ${file} }`,
  select = '{ take: 4, prefer: [random] }',
}: Setting) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'pool.jsonl'), poolText);
  writeFileSync(join(folder, file), results);
  writeFileSync(
    join(folder, 'plan.yaml'),
    `name: small
seed: 7
phases: [Fix]
phase: Fix
score: { name: size, weights: { size: 1 }, components: { size: { ramp: files_changed, full: 9 } } }
benchmarks:
  mine: { source: { path: pool.jsonl }, prior: ${prior}, select: ${select} }
`,
  );
  return loadPlan(join(folder, 'plan.yaml'));
}

async function poolWith(setting: Setting): Promise<Pool> {
  const pool = (await readPools(await settingOf(setting))).get('mine');
  if (pool === undefined) throw new Error('no pool');
  return pool;
}

async function selectionWith(setting: Setting) {
  const plan = await settingOf(setting);
  return runPlan(plan, await readPools(plan));
}

async function messagesOf(setting: Setting): Promise<readonly string[]> {
  try {
    await selectionWith(setting);
    return [];
  } catch (error) {
    if (error instanceof WinnowError) return error.faults.map(({ message }) => message);
    throw error;
  }
}

const table = (...rows: readonly string[]) => `task_id,config,reward,status,run\n${rows.join('\n')}\n`;
const priorOf = (pool: Pool, id: string) => {
  const fields = pool.tasks.find((task) => task.id === id)?.fields ?? {};
  return [fields['prior_results'], fields['prior_solved'], fields['prior_rate']];
};

describe('earlier results in a plan', () => {
  const results = table(
    't00,x,1,,',
    't00,y,0,,',
    't00,z,0.5,,',
    't01,x,0,,',
    't02,x,,errored,',
    't03,x,1,,1',
    't03,x,0,,2',
    't03,y,1,,',
    'T04,x,1,,',
    'elsewhere,x,1,,',
  );

  it('give each task how many tried it, how many solved it, and the share', async () => {
    const pool = await poolWith({ results });
    expect(priorOf(pool, 't00')).toEqual([3, 1.5, 0.5]);
    expect(priorOf(pool, 't01')).toEqual([1, 0, 0]);
    // Two runs of one configuration are one result.
    expect(priorOf(pool, 't03')).toEqual([2, 1.5, 0.75]);
    expect(priorOf(pool, 't04')).toEqual([1, 1, 1]);
  });

  it('leave a task without any as it is: neither an error nor nothing is a failure', async () => {
    const pool = await poolWith({ results });
    expect(priorOf(pool, 't02')).toEqual([undefined, undefined, undefined]);
    expect(priorOf(pool, 't11')).toEqual([undefined, undefined, undefined]);
    expect(pool.tasks.map(({ id }) => id)).toEqual(ids);
  });

  it('are measured, not labelled', async () => {
    const pool = await poolWith({ results });
    const of = (id: string) => pool.tasks.find((task) => task.id === id)?.provenance ?? {};
    const measured = { prior_results: 'measured', prior_solved: 'measured', prior_rate: 'measured' };
    expect(of('t00')).toMatchObject(measured);
    expect(Object.keys(of('t11'))).not.toContain('prior_rate');
  });

  it('count only for the configurations that are named', async () => {
    const pool = await poolWith({ results, prior: '{ path: earlier.csv, configurations: [y, z] }' });
    expect(priorOf(pool, 't00')).toEqual([2, 0.5, 0.25]);
    expect(priorOf(pool, 't01')).toEqual([undefined, undefined, undefined]);
  });

  it('have a note if their files leave failed tasks out', async () => {
    const submission = JSON.stringify({ resolved: ['t00', 't01'], no_generation: [], no_logs: [] });
    const setting = { results: submission, file: 'results.json' };
    expect(priorOf(await poolWith(setting), 't05')).toEqual([1, 0, 0]);
    const selection = await selectionWith(setting);
    const message =
      "mine: the files of 1 earlier system don't list every task. The other tasks in the pool count as failed.";
    expect(selection.warnings).toContainEqual({ code: 'prior-unlisted', message, benchmark: 'mine' });
  });

  it('may be a list of files', async () => {
    expect(await poolWith({ results, prior: '{ path: [earlier.csv] }' })).toEqual(await poolWith({ results }));
  });

  it('change the fingerprint of the pool', async () => {
    const hash = async (text: string) => selectionHashes(await selectionWith({ results: text })).get('mine')?.sha256;
    const first = await hash(results);
    expect(await hash(results)).toBe(first);
    expect(await hash(results.replace('t01,x,0', 't01,x,1'))).not.toBe(first);
    // Results for tasks outside the pool are ignored.
    expect(await hash(results.replace('elsewhere', 'nowhere'))).toBe(first);
    const rows = results.trim().split('\n');
    expect(await hash(`${[rows[0], ...rows.slice(1).toReversed()].join('\n')}\n`)).toBe(first);
  });
});

describe('earlier results that cannot be used', () => {
  const results = table('t00,alpha,1,,', 't01,beta,0,,');

  it('name a configuration that is not there', async () => {
    const prior = '{ path: earlier.csv, configurations: [alpa, beta] }';
    expect(await messagesOf({ results, prior })).toEqual([
      'benchmark "mine": the earlier results have no system "alpa". Did you mean "alpha"?',
    ]);
  });

  it('fit no task', async () => {
    const [message] = await messagesOf({ results: table('one,x,1,,', 'two,x,0,,') });
    expect(message).toBe(
      'benchmark "mine": none of the earlier results in earlier.csv match its tasks. The results contain tasks such as "one".',
    );
  });

  it('are not there, or are broken', async () => {
    const [missing] = await messagesOf({ results, prior: '{ path: nowhere.csv }' });
    expect(missing).toMatch(/cannot be read/);
    const [bad] = await messagesOf({ results: table('t00,x,1.5,,') });
    expect(bad).toMatch(/1\.5/);
  });

  it('have two results for one task, also by two spellings', async () => {
    const [message] = await messagesOf({ results: table('t00,x,1,,', 'T00,x,0,,') });
    expect(message).toMatch(
      /"t00" and "T00" are the same task, which has two results|"T00" and "t00" are the same task, which has two results/,
    );
  });
});

describe('selecting by earlier results', () => {
  // The first six were solved by two of two, one of two, none, in turn; one in six of the rest is unknown.
  const rows = ids
    .slice(0, 11)
    .flatMap((id, i) => [`${id},x,${i % 3 === 2 ? 0 : 1},,`, `${id},y,${i % 3 === 0 ? 1 : 0},,`]);
  const results = table(...rows);

  it('groups by the share of those that solved it, in bands', async () => {
    const select = '{ take: 8, group: { by: prior_rate, bands: [0.01, 0.67], at_least: 1 }, prefer: [random] }';
    const { benchmarks, kind } = await selectionWith({ results, select });
    expect(kind).toBe('representative');
    const sizes = benchmarks[0]?.groups.map(({ ranking }) => ranking.length);
    // Below 0.01, from 0.01 to 0.67, 0.67 and more, and the task nobody tried.
    expect(sizes?.toSorted()).toEqual([1, 3, 4, 4]);
  });

  it('shares places by how far results lie apart', async () => {
    const uneven = table(
      ...ids.flatMap((id, i) => ['u', 'v', 'w', 'x'].map((c) => `${id},${c},${i < 6 ? i % 2 : 0},,`)),
    );
    const select = '{ take: 6, group: { by: repo, share: neyman, at_least: 1 }, prefer: [random] }';
    const { benchmarks } = await selectionWith({ results: uneven, select });
    // 24 results of each group; half of the first passed and none of the second.
    expect(priorDeviation(12, 24, 6)).toBeGreaterThan(2 * priorDeviation(0, 24, 6));
    expect(benchmarks[0]?.groups.map(({ allocated }) => allocated)).toEqual([4, 2]);
  });
});

import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SelectionDiff } from '../../src/core/compare/diff-manifests.js';
import type { Manifest } from '../../src/core/manifest/manifest.js';
import type { Refresh } from '../../src/core/refresh/refresh.js';
import type { InDocument } from '../support/in-document.js';
import { livingFolder, livingTask, livingTasks } from '../support/living-pool.js';
import { responseMatrix } from '../support/response-matrix.js';
import { runWinnow } from '../support/run-winnow.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const winnow = (cwd: string, ...args: string[]) => {
  const { code, stdout, stderr } = runWinnow(args, { cwd });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
};
const refresh = (cwd: string, ...args: string[]): InDocument<Refresh> =>
  JSON.parse(winnow(cwd, 'refresh', ...args, '--json'));
const manifestIn = (cwd: string, folder = 'selection'): Manifest =>
  JSON.parse(readFileSync(join(cwd, folder, 'selection.json'), 'utf8'));
const idsIn = (cwd: string, folder?: string) => manifestIn(cwd, folder).tasks.map(({ task_id: id }) => id);
const selected = (select: object, more: object = {}): string => {
  const folder = livingFolder(select, more);
  winnow(folder, 'select', '-q');
  return folder;
};
const level = { purpose: 'level', take: 30 };
const ranking = { purpose: 'ranking', take: 30 };
const oracle = (cwd: string, ...ids: readonly string[]) =>
  writeFileSync(
    join(cwd, 'oracle.csv'),
    `task_id,config,reward\n${Array.from({ length: 120 }, (_, i) => livingTask(i))
      .map((id) => `${id},oracle,${ids.includes(id) ? 0 : 1}\n`)
      .join('')}`,
  );

describe('winnow refresh', () => {
  it('replaces a broken task by the next of its band, and moves no other', () => {
    const folder = selected(level);
    const before = manifestIn(folder);
    const [broken = ''] = idsIn(folder);
    oracle(folder, broken);
    const plan = readFileSync(join(folder, 'plan.yaml'), 'utf8');
    const { churn, swaps, changes, new_series, written } = refresh(folder, '--results', 'oracle.csv');
    expect({ churn, changes, new_series, written }).toEqual({
      churn: { kept: 29, replaced: 1, removed: 0, added: 0 },
      changes: true,
      new_series: false,
      written: false,
    });
    expect(readFileSync(join(folder, 'plan.yaml'), 'utf8')).toBe(plan);
    expect(swaps).toMatchObject([{ task_id: broken, reason: 'broken environment' }]);
    refresh(folder, '--results', 'oracle.csv', '--write');
    const after = manifestIn(folder);
    const groupOf = (manifest: Manifest, id: string | null | undefined) =>
      manifest.tasks.find(({ task_id }) => task_id === id)?.group.value;
    expect(groupOf(after, swaps[0]?.replaced_by)).toBe(groupOf(before, broken));
    expect(after.tasks.filter(({ task_id: id }) => !idsIn(folder).includes(id))).toEqual([]);
    // The chance is that of a band with one task fewer.
    const design = after.tasks.find(({ task_id: id }) => id === swaps[0]?.replaced_by)?.design;
    expect(design?.inclusion_probability).toBeCloseTo((design?.stratum_sampled ?? 0) / (design?.stratum_size ?? 0), 9);
    expect(after.history).toMatchObject([{ version: 2, reasons: [{ task_id: broken }] }]);
    winnow(folder, 'check');
    expect(readFileSync(join(folder, 'selection/METHODOLOGY.md'), 'utf8')).toContain('## History');
    expect(refresh(folder, '--results', 'oracle.csv', '--write')).toMatchObject({ changes: false, version: 2 });
  });

  it('draws a new version from full results of newer systems, which starts a new series', () => {
    const folder = selected(level);
    const former = idsIn(folder);
    const [partly] = refresh(folder, '--results', 'partial.csv').benchmarks;
    expect(partly?.why).toMatch(/stay, because a sample without them would no longer represent the pool\. /);
    expect(partly?.why).toMatch(/cover at most 25% of the pool\. A new version needs 95%/);
    expect(refresh(folder, '--results', 'newer.csv', '--only-replace').changes).toBe(false);
    const preview = winnow(folder, 'refresh', '--results', 'newer.csv', '--plan', 'plan.yaml', '--allow-shortfall');
    expect(preview).toContain('Next: winnow refresh --results newer.csv --plan plan.yaml --allow-shortfall --write\n');
    appendFileSync(join(folder, 'plan.yaml'), '# A last word.\n');
    const lines = readFileSync(join(folder, 'plan.yaml'), 'utf8').split('\n');
    const found = refresh(folder, '--results', 'newer.csv', '--out', 'second');
    const again = winnow(selected(level), 'refresh', '--results', 'newer.csv', '--out', 'second');
    expect(again).toContain('Next: winnow check second\n');
    const now = readFileSync(join(folder, 'plan.yaml'), 'utf8').split('\n');
    expect(lines.filter((line) => !now.includes(line))).toEqual(['      path: prior.csv']);
    expect(found).toMatchObject({ new_series: true, version: 2, written: true, benchmarks: [{ action: 'draw' }] });
    expect(found.churn.kept).toBeGreaterThan(15);
    expect(found.churn.kept + found.churn.replaced).toBe(30);
    expect(found.comparison.systems.map(({ name }) => name)).toEqual([
      'newer-0',
      'newer-1',
      'newer-2',
      'newer-3',
      'newer-4',
    ]);
    for (const { difference, low, high } of found.comparison.systems) {
      expect(low).toBeLessThanOrEqual(difference);
      expect(high).toBeGreaterThanOrEqual(difference);
    }
    expect(found.comparison.on_common.every(({ tasks }) => tasks === found.churn.kept)).toBe(true);
    expect(idsIn(folder)).toEqual(former);
    expect(manifestIn(folder, 'second').benchmarks[0]?.learned?.systems).toBe(13);
    winnow(folder, 'check', 'second');
    const diff: SelectionDiff = JSON.parse(winnow(folder, 'diff', 'selection', 'second', '--json'));
    expect(diff.history).toMatchObject([{ version: 2 }]);
    expect(diff.pools).toMatchObject([{ equal: false, relearned: true }]);
    expect(diff.tasks.changed).toEqual([]);
    for (const { detail } of [...diff.tasks.added, ...diff.tasks.removed]) expect(detail).toMatch(/^redrawn, because /);
    const printed = winnow(folder, 'diff', 'selection', 'second');
    expect(printed).toMatch(/^Version 2: pool redrawn/m);
    expect(printed).toContain('Different pools: pool (same tasks, different earlier results)');
    expect(printed).toMatch(/^For \d+ tasks in both, only the difficulty, rank, group size or weight changed\.$/m);
  });

  it('refuses results that match no task, and names one of their ids', () => {
    const cwd = selected(level);
    writeFileSync(join(cwd, 'other.csv'), 'task_id,config,reward\nelsewhere-1,new,1\nelsewhere-2,new,0\n');
    const { code, stderr } = runWinnow(['refresh', '--results', 'other.csv'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain(
      'the results contain none of the 120 tasks of the pool. They contain tasks such as "elsewhere-1"',
    );
  });

  it('reranks with at most a fifth swapped, those that gain most, and the quota kept', () => {
    const folder = selected({ ...ranking, quota: { by: 'language', at_least: 4 } });
    const former = idsIn(folder);
    const found = refresh(folder, '--results', 'newer.csv', '--write');
    expect(found).toMatchObject({
      benchmarks: [{ action: 'swap' }],
      churn: { kept: 24, replaced: 6, removed: 0, added: 0 },
    });
    expect(found.swaps.every(({ evidence }) => /^anticipated variance /.test(evidence ?? ''))).toBe(true);
    expect(idsIn(folder).filter((id) => former.includes(id))).toHaveLength(24);
    const counts = Object.values(manifestIn(folder).statistics.tasks_per_language ?? {});
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(4);
    winnow(folder, 'check');
    const [broken = ''] = idsIn(folder);
    oracle(folder, broken);
    expect(refresh(folder, '--results', 'oracle.csv', '--write').churn).toMatchObject({ kept: 29, replaced: 1 });
    winnow(folder, 'check');
    expect(manifestIn(folder).history?.map(({ version }) => version)).toEqual([2, 3]);
  });

  it('chooses all tasks again, without a limit, once 20 newer systems have full results', () => {
    const folder = selected(ranking);
    const { later } = responseMatrix({ seed: 'many newer', tasks: 120, earlier: 2, later: 20, duplicates: 0 });
    const rows = later.flatMap((row, j) => row.map((result, i) => `${livingTask(i)},late-${j},${result}`));
    writeFileSync(join(folder, 'late.csv'), `task_id,config,reward\n${rows.join('\n')}\n`);
    const found = refresh(folder, '--results', 'late.csv', '--write');
    expect(found.benchmarks[0]?.why).toMatch(/all tasks are chosen again, because all of these systems are newer/);
    expect(found.churn.replaced).toBeGreaterThan(6);
    expect(manifestIn(folder).benchmarks[0]?.learned?.systems).toBe(20);
    winnow(folder, 'check');
  });

  it('replaces tasks that left the pool or changed in a selection that is ranked by hand', () => {
    const folder = selected({ take: 30, prefer: ['id asc'] });
    writeFileSync(join(folder, 'tasks.csv'), livingTasks([livingTask(2)], [livingTask(5), livingTask(70)]));
    const { swaps, churn, benchmarks } = refresh(folder, '--results', 'newer.csv', '--write');
    expect(churn).toEqual({ kept: 28, replaced: 2, removed: 0, added: 0 });
    expect(swaps.map(({ task_id: id, reason, replaced_by: next }) => [id, reason, next]).sort()).toEqual([
      [livingTask(2), 'left the pool', livingTask(30)],
      [livingTask(5), 'contents changed', livingTask(31)],
    ]);
    expect(benchmarks[0]?.why).toMatch(/The plan has no purpose/);
    winnow(folder, 'check');
  });

  it('keeps the sound tasks of a ranked selection when the pool has better ones', () => {
    const folder = selected({ take: 30, prefer: ['id desc'], group: { by: 'language' } }, { tiers: { small: 9 } });
    const former = idsIn(folder);
    const [gone = ''] = former;
    writeFileSync(join(folder, 'tasks.csv'), `${livingTasks([gone])}task-200,go,old\ntask-201,rust,old\n`);
    const { swaps, benchmarks } = refresh(folder, '--only-replace', '--write');
    expect(swaps).toMatchObject([{ task_id: gone, reason: 'left the pool' }]);
    expect(benchmarks[0]?.why).toContain('The new plan keeps ');
    winnow(folder, 'check');
    expect(readFileSync(join(folder, 'selection/METHODOLOGY.md'), 'utf8')).toContain(
      'Within a group, the order is tasks of the previous version, then id from last to first',
    );
    expect(winnow(folder, 'explain', 'task-200')).toMatch(/^ {2}It is not in the previous version, unlike task-/m);
    expect(refresh(folder).changes).toBe(false);
    // The next version is kept in the same way.
    const [second = ''] = idsIn(folder);
    winnow(folder, 'exclude', second, '--reason', 'flaky', '--evidence', 'fails at random');
    const again = refresh(folder, '--only-replace', '--write');
    expect(again).toMatchObject({ version: 3, churn: { kept: 29, replaced: 1 } });
    expect(again.swaps).toMatchObject([{ task_id: second, reason: 'excluded by the plan' }]);
    expect(again.swaps[0]?.evidence).toBe('excluded in version 3 (flaky: fails at random)');
    winnow(folder, 'check');
  });

  it('keeps as many sound tasks as the rules allow', () => {
    const folder = temporaryFolder();
    const write = (least: number, ...rows: readonly string[]) => {
      writeFileSync(join(folder, 'tasks.csv'), ['id,repo,size', ...rows, ''].join('\n'));
      const rules = `[{ by: repo, at_least: { values: { y: ${least} } } }]`;
      writeFileSync(join(folder, 'plan.yaml'), `tasks: tasks.csv\nrank: size\ntake: 4\nseed: 1\nrules: ${rules}\n`);
    };
    const before = ['a,x,9', 'b,x,8', 'c,y,7', 'd,y,6'];
    write(2, ...before, 'z,x,1');
    winnow(folder, 'select', '-q');
    write(2, 'a,x,9', 'c,y,7', 'd,y,6', 'e,y,20', 'f,x,20', 'z,x,1');
    expect(refresh(folder, '--only-replace').swaps).toMatchObject([{ task_id: 'b', replaced_by: 'f' }]);
    write(3, ...before, 'e,y,20', 'f,x,20');
    const { swaps, benchmarks } = refresh(folder, '--write');
    expect(swaps).toMatchObject([{ task_id: 'b', replaced_by: 'e', reason: 'displaced' }]);
    expect(benchmarks[0]?.why).toContain(
      'The new plan keeps 1 of them. To choose all tasks again, remove "keep" from it. The rules',
    );
    expect(readFileSync(join(folder, 'plan.yaml'), 'utf8')).toContain('tasks: [a, b, c, d], new_at_most: 1 }');
    winnow(folder, 'check');
    winnow(folder, 'check', '--without-pool');
    const plan = join(folder, 'plan.yaml');
    writeFileSync(plan, `pin: [f]\n${readFileSync(plan, 'utf8')}`);
    expect(runWinnow(['select'], { cwd: folder }).stderr).toContain('; remove "keep" of tasks.');
  });

  it('prints how to choose all tasks again even after many long ids', () => {
    const folder = temporaryFolder();
    const rows = Array.from({ length: 30 }, (_, i) => `${'long'.repeat(14)}-${i},${i}\n`);
    const write = (count: number) =>
      writeFileSync(join(folder, 'tasks.csv'), `id,size\n${rows.slice(0, count).join('')}`);
    writeFileSync(join(folder, 'plan.yaml'), 'tasks: tasks.csv\nrank: size\ntake: 15\n');
    write(15);
    winnow(folder, 'select', '-q');
    write(30);
    expect(winnow(folder, 'refresh')).toMatch(/^tasks \(same series\)\n.*15 sound tasks .* remove "keep" from it\.$/ms);
  });

  it('draws a random sample again from a grown pool, and refuses to do so if it may only replace', () => {
    const folder = selected({ take: 30, prefer: ['random'] });
    const more = Array.from({ length: 60 }, (_, i) => `task-${200 + i},go,old\n`);
    writeFileSync(join(folder, 'tasks.csv'), livingTasks() + more.join(''));
    const { swaps, benchmarks, churn } = refresh(folder);
    expect(churn.replaced).toBeGreaterThan(2);
    expect(swaps[0]).toMatchObject({
      reason: 'displaced',
      evidence: 'drawn in version 1; not drawn in version 2 (180 eligible tasks there, 120 in version 1)',
    });
    expect(benchmarks[0]?.why).toContain('(120 eligible tasks before, 180 now)');
    const { code, stderr } = runWinnow(['refresh', '--only-replace', '--write'], { cwd: folder });
    expect(code).toBe(2);
    expect(stderr).toMatch(
      new RegExp(
        `${churn.replaced} sound tasks \\(.*\\) would leave the selection: displaced \\(task-\\d+: drawn in version 1; not `,
      ),
    );
    expect(manifestIn(folder).history).toBeUndefined();
  });

  it('keeps a pinned task that changed, and says so', () => {
    const folder = selected({ take: 30, prefer: ['id asc'], pin: [livingTask(5)] });
    writeFileSync(join(folder, 'tasks.csv'), livingTasks([], [livingTask(5)]));
    const { swaps, warnings } = refresh(folder);
    expect(swaps).toEqual([]);
    expect(warnings.map(({ message }) => message).join()).toContain(
      `${livingTask(5)}: contents changed, but the plan pins this task, so it stays.`,
    );
  });
});

describe('winnow select --tier', () => {
  const tiers = { smoke: 12, standard: 20 };

  it('writes selections within each other, each of its own design', () => {
    const folder = selected(level, { tiers });
    for (const tier of Object.keys(tiers)) winnow(folder, 'select', '--tier', tier, '-q');
    const [whole, standard, smoke] = [
      idsIn(folder),
      idsIn(folder, 'selection-standard'),
      idsIn(folder, 'selection-smoke'),
    ];
    expect([smoke.length, standard.length, whole.length]).toEqual([12, 20, 30]);
    expect(smoke.filter((id) => !standard.includes(id))).toEqual([]);
    expect(standard.filter((id) => !whole.includes(id))).toEqual([]);
    const manifest = manifestIn(folder, 'selection-smoke');
    expect(manifest.metadata.tier).toEqual({ name: 'smoke', size: 12, full: 30, sizes: tiers });
    expect(manifest.methodology.weighting?.weight_sum).toBeCloseTo(120, 6);
    const half = (at: string) => manifestIn(folder, at).benchmarks[0]?.learned?.forecast.half_width.design ?? 0;
    expect(half('selection-smoke')).toBeGreaterThan(half('selection-standard'));
    const bands = (at: string) => manifestIn(folder, at).benchmarks[0]?.groups.map(({ size }) => size);
    expect(bands('selection-smoke')).toEqual(bands('selection'));
    winnow(folder, 'check', 'selection-smoke');
    winnow(folder, 'check', 'selection-smoke', '--without-pool');
    expect(winnow(folder, 'estimate', 'selection-smoke', 'newer.csv')).toContain('newer-0');
    winnow(folder, 'export', 'plan.yaml', '--tier', 'smoke', '--to', 'ids', '--out', 'ids');
    expect(readFileSync(join(folder, 'selection-smoke/METHODOLOGY.md'), 'utf8')).toContain(
      'winnow select PLAN --tier smoke',
    );
    const tier = runWinnow(['refresh', 'selection-smoke', '--results', 'newer.csv'], { cwd: folder });
    expect(tier.code).toBe(2);
    expect(tier.stderr).toContain('this selection is only the tier "smoke" of a larger one');
    const apart = runWinnow(['refresh', '--results', 'newer.csv', '--out', '../apart'], { cwd: folder });
    expect(apart.code).toBe(2);
    expect(apart.stderr).toContain('is outside the plan’s folder');
    const other = runWinnow(['export', 'selection', '--tier', 'smoke', '--to', 'ids', '--out', 'x'], { cwd: folder });
    expect(other).toMatchObject({ code: 0, stdout: expect.stringContaining('12 tasks for any runner (list of ids)') });
  });

  it('takes a suite or a selection, not a plan', () => {
    const { code, stderr } = runWinnow(['refresh', './plan.yaml']);
    expect(code).not.toBe(0);
    expect(stderr).toContain('this is a plan, but "refresh" needs a built-in suite or a saved selection.');
  });
});

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { explainTask } from '../../src/core/explain/explain-task.js';
import type { Change, Explanation } from '../../src/core/explain/explanation.js';
import type { BenchmarkPlan, Plan } from '../../src/core/model/plan.js';
import type { Selection } from '../../src/core/model/selection.js';
import type { Pools, ScoredTask } from '../../src/core/model/task.js';
import { runPlan } from '../../src/core/pipeline.js';
import { readPlan } from '../../src/core/plan/read-plan.js';
import { loadPlan } from '../../src/disk/load-plan.js';
import { readPools } from '../../src/sources/read-pools.js';
import { inDepth } from '../support/depth.js';
import { projectRoot, runWinnow } from '../support/run-winnow.js';
import { temporaryFolder } from '../support/temporary-folder.js';

let plan: Plan;
let pools: Pools;
let selection: Selection;
let explanations: Explanation[];

beforeAll(async () => {
  plan = await loadPlan('ccb');
  pools = await readPools(plan);
  selection = runPlan(plan, pools);
  explanations = selection.benchmarks.flatMap(({ tasks }) => tasks.map((task) => explainTask(selection, task)));
});

const keyOf = ({ benchmark, id }: { benchmark: string; id: string }) => `${benchmark}/${id}`;
const keysOf = (tasks: readonly ScoredTask[]) => tasks.map(keyOf).sort();
const isIn = ({ choices }: Selection, task: ScoredTask) => choices.some((choice) => keyOf(choice.task) === keyOf(task));
const ofKind = <Kind extends Explanation['verdict']['kind']>(kind: Kind) =>
  explanations.flatMap(({ task, verdict }) =>
    verdict.kind === kind ? [{ task, verdict: verdict as Extract<Explanation['verdict'], { kind: Kind }> }] : [],
  );

/** Tasks to try changes of; in the sample every other, and fewer of the largest benchmark. */
const tried = <Of extends { readonly task: ScoredTask }>(all: readonly Of[]) =>
  all.filter(({ task }, i) => inDepth(true, i % (task.benchmark === 'ccb_swebenchpro' ? 12 : 2) === 0));

/** The plan with one benchmark changed. */
function planWith(name: string, change: (benchmark: BenchmarkPlan) => Partial<BenchmarkPlan>): Plan {
  const benchmarks = plan.benchmarks.map((each) => (each.name === name ? { ...each, ...change(each) } : each));
  return { ...plan, benchmarks };
}

/** The pools with one field of one task changed. */
function poolsWith({ benchmark, id }: ScoredTask, field: string, value: number): Pools {
  return new Map(
    [...pools].map(([name, pool]) => {
      if (name !== benchmark) return [name, pool];
      const tasks = pool.tasks.map((task) =>
        task.id === id ? { ...task, fields: { ...task.fields, [field]: value } } : task,
      );
      return [name, { ...pool, tasks }];
    }),
  );
}

/** The shipped plan with other weights written into its text. */
function planWithWeights(weights: Record<string, number>): Plan {
  const written = parse(readFileSync(join(projectRoot, 'plans/ccb.yaml'), 'utf8')) as { score: { weights: unknown } };
  written.score.weights = weights;
  return readPlan(stringify(written));
}

/** One weight moved and the others rescaled, worked out apart from the program. */
function rescaled(component: string, to: number): Record<string, number> {
  const from = plan.score.weights.get(component) ?? 0;
  return Object.fromEntries(
    [...plan.score.weights].map(([name, weight]) => [name, name === component ? to : (weight * (1 - to)) / (1 - from)]),
  );
}

/** The task's group alone, with so many places and nothing ensured: what a group's places are worth. */
function groupAlone(task: ScoredTask, places: number): Selection {
  const { select } = plan.benchmarks.find(({ name }) => name === task.benchmark) as BenchmarkPlan;
  const by = select.group?.by;
  const bounds = { above: undefined, atLeast: undefined, below: undefined, atMost: undefined };
  const where = by === undefined ? undefined : [{ field: by, oneOf: [String(task.fields[by])], ...bounds }];
  const changed = planWith(task.benchmark, () => ({
    select: { ...select, take: places, group: undefined, where, ensure: [] },
  }));
  return runPlan(changed, pools);
}

function holdsAfter(task: ScoredTask, change: Change): boolean {
  switch (change.kind) {
    case 'weight':
      return isIn(runPlan(planWithWeights(Object.fromEntries(change.weights)), pools), task);
    case 'allocation':
      return isIn(groupAlone(task, change.to), task);
    case 'feature':
      return isIn(runPlan(plan, poolsWith(task, change.field, change.to)), task);
  }
}

describe('every one of the 826 tasks of the shipped plan', () => {
  it('is explained', () => {
    expect(explanations).toHaveLength(826);
    expect(
      ofKind('in')
        .map(({ task }) => keyOf(task))
        .sort(),
    ).toEqual(keysOf(selection.choices.map(({ task }) => task)));
    expect(ofKind('in')).toHaveLength(93);
    expect(ofKind('out')).toHaveLength(731);
    expect(ofKind('excluded').map(({ task }) => task.id)).toEqual(['sgt-008', 'sgt-025']);
  });

  it('has the score that its terms sum to', () => {
    for (const { task, score } of explanations) {
      const sum = (score?.terms ?? []).reduce((total, { weight, part }) => total + weight * part, 0);
      expect(Math.abs(sum - task.score)).toBeLessThanOrEqual(0.50001 * 10 ** -(score?.decimals ?? 0));
    }
  });

  it('comes in, if it is out, with every change that is named, of which the first is the smallest', () => {
    for (const { task, verdict } of ofKind('out')) {
      expect(verdict.changes.length, keyOf(task)).toBeGreaterThan(0);
      expect(verdict.changes.length + verdict.ruledOut.length).toBe(3);
      const sizes = verdict.changes.map(({ size }) => size);
      expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
    }
    for (const { task, verdict } of tried(ofKind('out'))) {
      for (const change of verdict.changes)
        expect(holdsAfter(task, change), `${keyOf(task)} ${change.kind}`).toBe(true);
    }
  });

  it('does not come in with one step less', () => {
    for (const { task, verdict } of tried(ofKind('out'))) {
      for (const change of verdict.changes) {
        const nearer = change.to - Math.sign(change.to - change.from) * (change.kind === 'weight' ? 0.001 : 1);
        if (change.kind === 'feature') expect(holdsAfter(task, { ...change, to: nearer }), keyOf(task)).toBe(false);
        if (change.kind === 'allocation') expect(holdsAfter(task, { ...change, to: nearer }), keyOf(task)).toBe(false);
        if (change.kind === 'weight') {
          const weights = new Map(Object.entries(rescaled(change.component, nearer)));
          expect(holdsAfter(task, { ...change, weights }), keyOf(task)).toBe(false);
        }
      }
    }
  });

  it('has weights that are one moved and the others rescaled', () => {
    const changes = ofKind('out').flatMap(({ verdict }) => verdict.changes.filter(({ kind }) => kind === 'weight'));
    expect(changes.length).toBeGreaterThan(10);
    for (const change of changes) {
      if (change.kind !== 'weight') continue;
      expect([...change.weights.values()].reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 9);
      for (const [name, weight] of Object.entries(rescaled(change.component, change.to))) {
        expect(Math.abs((change.weights.get(name) ?? 0) - weight)).toBeLessThan(3e-6);
      }
    }
  });

  it('brings in exactly the tasks that are named, if it is in and is excluded', () => {
    const before = keysOf(selection.choices.map(({ task }) => task));
    for (const { task, verdict } of tried(ofKind('in'))) {
      const exclusion = { id: task.id, reason: 'other', evidence: 'tried' } as BenchmarkPlan['exclusions'][number];
      const without = runPlan(
        planWith(task.benchmark, ({ exclusions }) => ({ exclusions: [...exclusions, exclusion] })),
        pools,
      );
      const after = keysOf(without.choices.map((choice) => choice.task));
      const { stops, ...effect } = verdict.ifExcluded;
      const [comesIn, goesOut] = [effect.comesIn, effect.goesOut].map((ids) =>
        ids.map((id) => `${task.benchmark}/${id}`),
      );
      expect(stops).toEqual([]);
      expect(comesIn).toEqual(after.filter((key) => !before.includes(key)));
      expect([...(goesOut ?? []), keyOf(task)].sort()).toEqual(before.filter((key) => !after.includes(key)));
    }
  });

  it('does what is said when its exclusion is lifted', () => {
    for (const { task, verdict } of ofKind('excluded')) {
      const lifted = runPlan(
        planWith(task.benchmark, ({ exclusions }) => ({ exclusions: exclusions.filter(({ id }) => id !== task.id) })),
        pools,
      );
      const ids = (given: Selection) => given.choices.map((choice) => choice.task.id);
      expect(isIn(lifted, task)).toBe(verdict.ifLifted.selected);
      expect(verdict.ifLifted.goesOut).toEqual(ids(selection).filter((id) => !ids(lifted).includes(id)));
      expect(verdict.ifLifted.comesIn).toEqual([]);
    }
  });
});

describe('the command', () => {
  const explain = (...args: string[]) => runWinnow(['explain', '--plan', 'ccb', ...args]);
  interface Document {
    plan: { name: string };
    tasks: { benchmark: string; task_id: string; verdict: string; changes?: { kind: string; size: number }[] }[];
  }
  const documentOf = (...args: string[]) => JSON.parse(explain(...args, '--json').stdout) as Document;

  it('finds a task by its id, its folder, and with its benchmark, and tells of it once', () => {
    const id = 'instance_NodeBB__NodeBB-00c70ce7b0541cfc94afe567921d7668cdc8f4ac-vnan';
    const folder = 'instance_nodebb-nodebb-00c70ce7b0541cfc94afe567921d7668cdc8f4ac-vnan';
    const forms = [id, folder, `ccb_swebenchpro/tasks/${folder}`, `ccb_swebenchpro/${id}`, `ccb_swebenchpro/${folder}`];
    for (const form of inDepth(forms, [`ccb_swebenchpro/${folder}`]))
      expect(documentOf(form).tasks.map(({ task_id }) => task_id)).toEqual([id]);
    expect(documentOf('sgt-001', ...forms, 'sgt-001').tasks.map(({ task_id }) => task_id)).toEqual(['sgt-001', id]);
  });

  it('prints one document with a verdict for each task', () => {
    const { plan: of, tasks } = documentOf('sgt-001', 'sgt-012', 'sgt-008');
    expect(of.name).toBe('ccb');
    expect(tasks.map(({ verdict }) => verdict)).toEqual(['in', 'out', 'excluded']);
  });

  it('names all unknown tasks at once, with the nearest ids', () => {
    const run = explain('sgt-01', 'sgt-001', 'tac-dependency-chnage');
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain('2 errors');
    expect(run.stderr).toMatch(/"sgt-01".*"sgt-001"/);
    expect(run.stderr).toMatch(/"tac-dependency-chnage".*"tac-dependency-change"/);
    const { error } = JSON.parse(explain('sgt-01', '--json').stdout) as { error: { kind: string } };
    expect(error.kind).toBe('PoolError');
  });

  it('is not led astray by hostile names', () => {
    const names = ['__proto__', 'constructor', '', ' ', '../../etc/passwd', '\u001b[31mred', 'x'.repeat(100_000)];
    for (const given of inDepth([names, ...names.map((name) => [name])], [names])) {
      const run = explain('--', ...given);
      expect(run).toMatchObject({ code: 2, stdout: '' });
      expect(run.stderr).toMatch(
        given.length === 1 ? /\n1 error\. More: winnow help task\/unknown\n$/ : /\n7 errors\. More/,
      );
      expect(run.stderr).not.toContain('\u001b[31mred');
    }
    expect(explain().code).toBe(2);
  });

  it('reads the benchmarks it is told to and any plan', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'pool'));
    const weights = 'score: { name: s, weights: { a: 1 }, components: { a: { constant: 1 } } }';
    const select = 'select: { take: 3, where: { files_changed: { above: 2 } } }';
    writeFileSync(
      join(folder, 'plan.yaml'),
      `name: p\nphases: [Fix]\nphase: Fix\n${weights}\nbenchmarks: { b: { source: { path: b.jsonl }, ${select} }, c: { source: { path: b.jsonl }, distinct: true } }\n`,
    );
    const ids = ['\u001b[31mred', 'same', '*/\u202eid'];
    const rows = ids.map((id, i) => `${JSON.stringify({ id, files_changed: i + 2 })}\n`);
    writeFileSync(join(folder, 'b.jsonl'), rows.join(''));
    const run = (...args: string[]) => runWinnow(['explain', ...args, '--plan', 'plan.yaml'], { cwd: folder });
    expect(run('b/same').code).toBe(2);
    expect(run('b/same', '--allow-shortfall').stdout).toContain('b/same: selected by rank\n  2nd of 2');
    expect(run('same', '--allow-shortfall').stderr).toMatch(/matches 2 tasks: b\/same and c\/same/);
    const red = run('b/\u001b[31mred', '--allow-shortfall').stdout;
    expect(red).not.toContain('\u001b');
    expect(red).toContain('red: not eligible');
    expect(red).toContain('files changed 2 -> 3');
    expect(runWinnow(['explain', 'sgt-001', '--plan', 'ccb', '--benchmarks', folder]).code).toBe(2);
  });

  /** What is said of a task of a benchmark of its own. */
  function explainIn(select: string, ramp: string, rows: readonly object[], id: string): string {
    const folder = temporaryFolder();
    const score = `score: { name: s, weights: { a: 1 }, components: { a: { ramp: ${ramp}, full: 1000 } } }`;
    const plan = `name: p\nphases: [Fix]\nphase: Fix\n${score}\nbenchmarks: { b: { source: { path: b.jsonl }, select: ${select} } }\n`;
    writeFileSync(join(folder, 'plan.yaml'), plan);
    writeFileSync(join(folder, 'b.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    const run = runWinnow(['explain', id, '--plan', 'plan.yaml', '--allow-shortfall'], { cwd: folder });
    expect(run.stderr).toBe('');
    return run.stdout;
  }

  it('finds the bound of where, however many values are nearer', () => {
    const rows = Array.from({ length: 1000 }, (_, i) => ({ id: `t${i}`, files_changed: i }));
    const where = 'where: { files_changed: { at_most: 10 } }';
    expect(explainIn(`{ take: 11, ${where} }`, 'files_changed', rows, 't999')).toContain('files changed 999 -> 10 (');
  });

  it('does not say that no value works where it has not tried them all', () => {
    const rows = Array.from({ length: 1000 }, (_, i) => ({
      id: `t${i}`,
      files_changed: i,
      difficulty: i === 0 ? 'a' : 'b',
    }));
    const select = '{ take: 1, where: { files_changed: { at_least: 0 } }, prefer: [{ difficulty: [a, b] }] }';
    expect(explainIn(select, 'files_changed', rows, 't999')).toMatch(
      /none of the \d+ values of files changed that were tried/,
    );
  });

  it('points to the condition on the source if a task is unknown', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'tasks.csv'), 'id,seconds\na,1\nb,2\nc,3\n');
    const plan = 'tasks: { path: tasks.csv, where: { id: { not: b } } }\ntake: 1\nrank: seconds\n';
    const said = 'leaves out 1 task, which may include this one.';
    writeFileSync(join(folder, 'plan.yaml'), plan);
    expect(runWinnow(['explain', 'b'], { cwd: folder }).stderr).toContain(said);
    writeFileSync(join(folder, 'plan.yaml'), `${plan}pin: [b]\n`);
    expect(runWinnow(['select'], { cwd: folder }).stderr).toContain(said);
  });

  it('names a whole number for a large whole number', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'tasks.csv'), 'id,seconds\na,115200\nb,115200\nc,116400\nd,117000\n');
    writeFileSync(join(folder, 'plan.yaml'), 'tasks: tasks.csv\ntake: 3\nrank: seconds\nseed: 1\n');
    expect(runWinnow(['explain', 'b'], { cwd: folder }).stdout).toContain('seconds 115,200 -> 115,201 (');
  });

  it('moves lines changed together with additions', () => {
    const rows = [10, 20, 30].map((additions) => ({ id: `t${additions}`, additions, deletions: 5 }));
    const select = '{ take: 1, prefer: [lines_changed desc, additions asc] }';
    expect(explainIn(select, 'additions', rows, 't10')).toContain('Alternative: additions 10 -> 30 (relative size 1)');
    const lines = explainIn('{ take: 1 }', 'lines_changed', rows, 't10');
    expect(lines).toContain('lines changed (additions + deletions) 15 -> 35');
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse as readYaml } from 'yaml';
import { projectRoot } from '../../../../test/support/run-winnow.js';
import { groupedTasks, planTextOf, samplePlan } from '../../../../test/support/sample-plan.js';
import { dataOf, selectionOf, studyOf } from '../../../../test/support/study-data.js';
import { makeManifest, manifestText } from '../../../core/manifest/manifest.js';
import type { Selection } from '../../../core/model/selection.js';
import type { Pool } from '../../../core/model/task.js';
import { runPlan } from '../../../core/pipeline.js';
import { readPlan } from '../../../core/plan/read-plan.js';
import { loadPlan } from '../../../disk/load-plan.js';
import { readPools } from '../../../sources/read-pools.js';
import {
  type Edits,
  exclude,
  liftExclusion,
  moveWeights,
  noEdits,
  pin,
  pinsOf,
  unpin,
  withBenchmark,
  withPlan,
} from './edits.js';

const planText = readFileSync(join(projectRoot, 'plans/ccb.yaml'), 'utf8');
let pools: [string, Pool][];
let study: ReturnType<typeof studyOf>;
let weights: ReadonlyMap<string, number>;

beforeAll(async () => {
  pools = [...(await readPools(await loadPlan('ccb'), {}))];
  study = studyOf(dataOf(planText, pools));
  weights = selectionOf(study.loaded).plan.score.weights;
});

describe('edits of the shipped plan', () => {
  const moved = (component: string, to: number) => (edits: Edits) =>
    withPlan(edits, { weights: moveWeights(edits.weights ?? weights, weights, component, to) });
  const cases: readonly (readonly [string, (edits: Edits) => Edits])[] = [
    ['nothing', (edits) => edits],
    ['a weight moved', moved('context_complexity', 0.61)],
    ['a weight moved to 1', moved('context_complexity', 1)],
    [
      'a weight moved to 1 and back',
      (edits) => moved('context_complexity', 0.25)(moved('context_complexity', 1)(edits)),
    ],
    ['a target', (edits) => withBenchmark(edits, 'ccb_swebenchpro', { take: 20 })],
    ['a floor', (edits) => withBenchmark(edits, 'ccb_swebenchpro', { atLeast: 2 })],
    ['a floor of none', (edits) => withBenchmark(edits, 'ccb_swebenchpro', { atLeast: 0 })],
    ['shares and rounding', (edits) => withBenchmark(edits, 'ccb_swebenchpro', { share: 'equal', rounding: 'hill' })],
    [
      'an order',
      (edits) => withBenchmark(edits, 'ccb_pytorch', { design: { kind: 'rank', field: 'score', direction: 'asc' } }),
    ],
    [
      'a random sample',
      (edits) => withBenchmark(edits, 'ccb_pytorch', { design: { kind: 'draw', method: 'random', by: undefined } }),
    ],
    [
      'a draw',
      (edits) => withBenchmark(edits, 'ccb_pytorch', { design: { kind: 'draw', method: 'pareto', by: 'score' } }),
    ],
    [
      'another seed',
      (edits) =>
        withPlan(withBenchmark(edits, 'ccb_pytorch', { design: { kind: 'draw', method: 'random', by: undefined } }), {
          seed: 'x: y',
        }),
    ],
    [
      'a random sample without what ensure adds',
      (edits) =>
        withBenchmark(edits, 'ccb_swebenchpro', {
          design: { kind: 'draw', method: 'random', by: undefined },
          withoutEnsure: true,
        }),
    ],
    ['all of one', (edits) => withBenchmark(edits, 'ccb_locobench', { take: 'all' })],
    ['fewer of one that is taken whole', (edits) => withBenchmark(edits, 'ccb_tac', { take: 3 })],
    [
      'an exclusion',
      (edits) => exclude(edits, [{ benchmark: 'ccb_pytorch', id: 'sgt-009' }], { reason: 'leaked', evidence: '' }),
    ],
    [
      'a first exclusion with hostile evidence',
      (edits) =>
        exclude(edits, [{ benchmark: 'ccb_tac', id: 'tac-write-unit-test' }], {
          reason: 'other',
          evidence: '*x: "y" # - {\n& <img onerror=1>',
        }),
    ],
    ['an exclusion lifted', (edits) => liftExclusion(edits, { benchmark: 'ccb_pytorch', id: 'sgt-008' }, 'sgt-008')],
    [
      'one lifted and made again',
      (edits) =>
        exclude(
          liftExclusion(edits, { benchmark: 'ccb_pytorch', id: 'sgt-008' }, 'sgt-008'),
          [{ benchmark: 'ccb_pytorch', id: 'sgt-008' }],
          { reason: 'leaked', evidence: 'seen' },
        ),
    ],
    [
      'all lifted',
      (edits) =>
        ['sgt-008', 'sgt-025'].reduce((all, id) => liftExclusion(all, { benchmark: 'ccb_pytorch', id }, id), edits),
    ],
    ['a pin', (edits) => pin(edits, [{ benchmark: 'ccb_pytorch', id: 'sgt-001' }])],
    [
      'a pin where there is no select',
      (edits) =>
        pin(edits, [
          { benchmark: 'ccb_locobench', id: firstOut() },
          { benchmark: 'ccb_pytorch', id: 'sgt-002' },
        ]),
    ],
    [
      'all of it',
      (edits) =>
        moved(
          'cross_file_deps',
          0.9,
        )(
          exclude(
            pin(withBenchmark(edits, 'ccb_swebenchpro', { take: 50, atLeast: 2 }), [
              { benchmark: 'ccb_pytorch', id: 'sgt-001' },
            ]),
            [{ benchmark: 'ccb_pytorch', id: 'sgt-009' }],
            { reason: 'licence', evidence: 'x' },
          ),
        ),
    ],
  ];

  it.each(cases)('select the same as the saved plan does: %s', (_, edit) => {
    const edits = edit(noEdits);
    const fast = selectionOf(study.run(edits));
    const saved = study.textOf(edits);
    const slow = runPlan(readPlan(saved, 'plan.yaml'), new Map(pools));
    expect(namesOf(fast)).toEqual(namesOf(slow));
    expect(fast.statistics).toEqual(slow.statistics);
    expect(fast.warnings).toEqual(slow.warnings);
    const fromPage = manifestText(makeManifest(selectionOf(study.runText(edits)), 'winnow'));
    expect(fromPage).toBe(manifestText(makeManifest(slow, 'winnow')));
    expect([...slow.plan.score.weights.values()].reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 9);
  });

  it('keep the comments of the plan, and the text itself when nothing is changed', () => {
    expect(study.textOf(noEdits)).toBe(planText);
    const comments = (text: string) => text.split('\n').filter((line) => line.trimStart().startsWith('#'));
    expect(comments(study.textOf(moved('cross_file_deps', 0.5)(noEdits)))).toEqual(comments(planText));
  });

  it('that do not run say why, and the next ones run', () => {
    const broken = study.run(withBenchmark(noEdits, 'ccb_swebenchpro', { take: 5 }));
    expect('faults' in broken && broken.faults.map(({ message }) => message).join()).toMatch(/ccb_swebenchpro/);
    expect(namesOf(selectionOf(study.run(noEdits)))).toEqual(namesOf(selectionOf(study.loaded)));
  });

  function firstOut(): string {
    const { benchmarks } = selectionOf(study.loaded);
    const part = benchmarks.find(({ plan }) => plan.name === 'ccb_locobench');
    const chosen = new Set(part?.choices.map(({ task }) => task.id));
    return part?.tasks.find(({ id }) => !chosen.has(id))?.id ?? '';
  }
});

describe('plans of other shapes', () => {
  const tasks = groupedTasks({ a: 14, b: 9, c: 6 });
  const hostile = {
    benchmark: 'mine',
    id: '<img src=x onerror=alert(1)>',
    fields: { repo: 'a', files_changed: 30, lines_changed: 400 },
  };
  const own: [string, Pool][] = [['mine', { tasks: [...tasks, hostile], problems: [] }]];

  it('takes out a pin and a floor of its own, in a plan that is JSON', () => {
    const text = JSON.stringify({
      ...JSON.parse(
        JSON.stringify(
          readYaml(samplePlan({ take: 6, pin: ['t04'], group: { by: 'repo', at_least: { values: { a: 1 } } } })),
        ),
      ),
    });
    const small = studyOf(dataOf(text, own));
    const [pinned] = pinsOf(selectionOf(small.loaded));
    expect(pinned).toEqual({ benchmark: 'mine', id: 't04', planName: 't04' });
    const edits = withBenchmark(unpin(noEdits, { benchmark: 'mine', id: 't04' }, 't04'), 'mine', { atLeast: 1 });
    expect(namesOf(selectionOf(small.run(edits)))).toEqual(
      namesOf(runPlan(readPlan(small.textOf(edits)), new Map(own))),
    );
    expect(pinsOf(selectionOf(small.run(edits)))).toEqual([]);
  });

  it('excludes and pins a task with a hostile name, and reads its own text again', () => {
    const small = studyOf(dataOf(samplePlan({ take: 6 }), own));
    const out = exclude(noEdits, [hostile], { reason: 'other', evidence: '</script>' });
    expect(namesOf(selectionOf(small.runText(out)))).not.toContain(`mine/${hostile.id}`);
    expect(namesOf(selectionOf(small.runText(pin(noEdits, [hostile]))))).toContain(`mine/${hostile.id}`);
  });

  it('changes one benchmark and not the other when the plan writes both by one anchor', () => {
    const text = planTextOf({ benchmarks: { mine: { select: { take: 6 } }, yours: { select: { take: 6 } } } })
      .replace('select:\n      take: 6', 'select: &same\n      take: 6')
      .replace(/select:\n {6}take: 6(?!.*select)/s, 'select: *same');
    expect(text).toContain('*same');
    const both: [string, Pool][] = [...own, ['yours', { tasks: groupedTasks({ a: 20 }, 'yours'), problems: [] }]];
    const small = studyOf(dataOf(text, both));
    const { statistics } = selectionOf(small.runText(withBenchmark(noEdits, 'mine', { take: 3 })));
    expect(statistics.byBenchmark.map(({ selected }) => selected)).toEqual([3, 6]);
  });

  it('labels and scores anew by a text that somebody rewrote', () => {
    const small = studyOf(dataOf(samplePlan({ take: 6 }), own));
    const before = selectionOf(small.loaded);
    const text = samplePlan({ take: 6 })
      .replaceAll(before.plan.phases[0] ?? '', 'Another')
      .replace(/full: \d+/, 'full: 1000');
    const after = selectionOf(small.run({ text, benchmarks: new Map() }));
    const alone = runPlan(readPlan(text), new Map(own));
    expect(after.statistics.averageScore).not.toBe(before.statistics.averageScore);
    expect(after.statistics.byPhase.map(({ name }) => name)).toEqual(['Another']);
    expect(after.statistics).toEqual(alone.statistics);
    expect(after.benchmarks[0]?.tasks.map((task) => task.score)).toEqual(
      alone.benchmarks[0]?.tasks.map((task) => task.score),
    );
    expect(selectionOf(small.run(noEdits)).statistics).toEqual(before.statistics);
  });

  it('shares another total', () => {
    const small = studyOf(dataOf(planTextOf({ total: { take: 9 }, benchmarks: { mine: {} } }), own));
    expect(selectionOf(small.run(withPlan(noEdits, { total: 5 }))).statistics.selected).toBe(5);
  });
});

function namesOf({ choices }: Selection): string[] {
  return choices.map(({ task }) => `${task.benchmark}/${task.id}`);
}

import { beforeAll, describe, expect, it } from 'vitest';
import { learnedPlan, learnedPool } from '../../../test/support/learned-pool.js';
import { groupedTasks, planTextOf } from '../../../test/support/sample-plan.js';
import { makeManifest, manifestText } from '../../core/manifest/manifest.js';
import type { Plan } from '../../core/model/plan.js';
import type { Selection } from '../../core/model/selection.js';
import type { Pools } from '../../core/model/task.js';
import { runsOn } from '../../core/pipeline.js';
import { readPlan } from '../../core/plan/read-plan.js';
import { loadPlan } from '../../disk/load-plan.js';
import { readPools } from '../../sources/read-pools.js';
import { packSelection, statesOf, unpackSelection } from './packed-selection.js';
import { typedJson, typedValue } from './typed-json.js';

let shipped: { readonly plan: Plan; readonly pools: Pools };

beforeAll(async () => {
  const plan = await loadPlan('ccb');
  shipped = { plan, pools: await readPools(plan, {}) };
});

const bytes = (selection: Selection) => manifestText(makeManifest(selection, 'winnow'));

describe('a packed selection', () => {
  it('is the same after a journey as JSON, to another thread, and after a change of weights', () => {
    const { plan, pools } = shipped;
    const run = runsOn(pools);
    const loaded = run(plan);
    const written = JSON.stringify(typedJson(packSelection(loaded, pools)));
    const first = unpackSelection(JSON.parse(written, typedValue), pools, undefined, () => loaded);
    expect(plainly(first.selection)).toEqual(plainly(loaded));
    expect(bytes(first.selection)).toBe(bytes(loaded));
    expect(first.states).toEqual(statesOf(loaded));

    const [one = '', two = ''] = plan.score.weights.keys();
    const weights = new Map([...plan.score.weights, [one, 0.05], [two, 0.55]]);
    const moved = run({ ...plan, score: { ...plan.score, weights } });
    const packed = structuredClone(packSelection(moved, pools, loaded));
    expect(packed.tasks.every(({ labels }) => labels === undefined)).toBe(true);
    const second = unpackSelection(packed, pools, first, () => moved);
    expect(plainly(second.selection)).toEqual(plainly(moved));
    expect(bytes(second.selection)).toBe(bytes(moved));
  });

  it('tells each task once, and shares what is shared', () => {
    const { plan, pools } = shipped;
    const loaded = runsOn(pools)(plan);
    const packed = packSelection(loaded, pools);
    // Some sixty for each choice at most: none of them holds a task.
    expect(packed.graph.nodes.length).toBeLessThan(60 * loaded.choices.length);
    const { selection } = unpackSelection(structuredClone(packed), pools, undefined, () => loaded);
    const [benchmark] = selection.benchmarks;
    const [choice] = benchmark?.choices ?? [];
    expect(benchmark?.tasks).toContain(choice?.task);
    expect(benchmark?.groups).toContain(choice?.group);
  });

  it.each([
    { purpose: 'level', take: 30 },
    { purpose: 'ranking', take: 30, quota: { by: 'repo', at_least: 2 } },
  ])('keeps what was learned: %j', (select) => {
    const { pool } = learnedPool({ tasks: 90 });
    const pools: Pools = new Map([['mine', pool]]);
    const selection = runsOn(pools)(readPlan(learnedPlan(select), 'plan.yaml'));
    const packed = structuredClone(packSelection(selection, pools));
    const again = unpackSelection(packed, pools, undefined, () => selection).selection;
    expect(plainly(again)).toEqual(plainly(selection));
    expect(bytes(again)).toBe(bytes(selection));
  });

  it('keeps random numbers, exclusions, corrections and hostile names', () => {
    const hostile = { benchmark: 'mine', id: '__proto__', fields: { repo: '__proto__', files_changed: 9 } };
    const tasks = [...groupedTasks({ a: 14, b: 9 }), hostile];
    const text = planTextOf({
      seed: 3,
      benchmarks: {
        mine: {
          select: {
            draw: { method: 'random' },
            take: 5,
            group: { by: 'repo', at_least: 1 },
            where: { files_changed: { at_least: 3 } },
          },
          exclude: [{ id: 't03', reason: 'leaked' }],
        },
      },
    });
    const pools: Pools = new Map([['mine', { tasks, problems: [] }]]);
    const selection = runsOn(pools)(readPlan(text, 'plan.yaml'));
    const written = JSON.stringify(typedJson(packSelection(selection, pools)));
    const again = unpackSelection(JSON.parse(written, typedValue), pools, undefined, () => selection).selection;
    expect(plainly(again)).toEqual(plainly(selection));
  });
});

/** A selection without its functions, every list in full. */
function plainly(value: unknown): unknown {
  if (typeof value === 'function') return 'function';
  if (Array.isArray(value)) return value.map(plainly);
  if (value instanceof Map) return new Map([...value].map(([key, each]) => [key, plainly(each)]));
  if (value instanceof Set || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plainly(each)]));
}

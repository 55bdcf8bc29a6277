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
import { packedJson, parsePacked } from './packed-json.js';
import { type PackedSelection, poolColumns, selectionPacker, selectionUnpacker } from './selection-columns.js';

let shipped: { readonly plan: Plan; readonly pools: Pools };

beforeAll(async () => {
  const plan = await loadPlan('ccb');
  shipped = { plan, pools: await readPools(plan, {}) };
});

const bytes = (selection: Selection) => manifestText(makeManifest(selection, 'winnow'));

/** A packed selection as it comes out of a document. */
const throughJson = (packed: PackedSelection) => parsePacked(packedJson(packed)) as PackedSelection;

describe('a packed selection', () => {
  it('is the same after a journey as JSON, to another thread, and after a change of weights', () => {
    const { plan, pools } = shipped;
    const run = runsOn(pools);
    const loaded = run(plan);
    const unpack = selectionUnpacker(pools);
    const first = unpack(throughJson(selectionPacker(pools)(loaded)));
    expect(first).toEqual(loaded);
    expect(bytes(first)).toBe(bytes(loaded));

    const [one = '', two = ''] = plan.score.weights.keys();
    const weights = new Map([...plan.score.weights, [one, 0.05], [two, 0.55]]);
    const moved = run({ ...plan, score: { ...plan.score, weights } });
    const packed = structuredClone(selectionPacker(pools, loaded)(moved));
    expect(packed.tasks.labels).toBeUndefined();
    const second = unpack(packed);
    expect(second).toEqual(moved);
    expect(bytes(second)).toBe(bytes(moved));
    expect(poolColumns(second).labels).toBe(poolColumns(first).labels);
    const rows = (selection: Selection) => [...poolColumns(selection).labels.byName()];
    expect(rows(second)).toEqual(rows(moved));
  });

  it('sends labels again only if they differ, also when they were made again', () => {
    const { plan, pools } = shipped;
    const pack = selectionPacker(pools, runsOn(pools)(plan));
    const labelsOf = (changed: Plan) => pack(runsOn(pools)(changed)).tasks.labels;
    expect(labelsOf(plan)).toBeUndefined();
    const phases = plan.phases.toReversed();
    const weights = new Map([...plan.score.weights].map(([name], at) => [name, at === 0 ? 1 : 0]));
    expect(labelsOf({ ...plan, phases, score: { ...plan.score, weights } })).toBeUndefined();
  });

  it('shares the tasks and the groups that choices have', () => {
    const { plan, pools } = shipped;
    const loaded = runsOn(pools)(plan);
    const selection = selectionUnpacker(pools)(structuredClone(selectionPacker(pools)(loaded)));
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
    const again = selectionUnpacker(pools)(throughJson(selectionPacker(pools)(selection)));
    expect(again).toEqual(selection);
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
    expect(selectionUnpacker(pools)(throughJson(selectionPacker(pools)(selection)))).toEqual(selection);
  });
});

describe('packed JSON', () => {
  it('keeps maps, sets, typed arrays and every number', () => {
    const value = {
      map: new Map<unknown, unknown>([['__proto__', new Set([1, Number.NaN])]]),
      numbers: [-0, Infinity, -Infinity, 0.1],
      typed: [Uint8Array.of(0, 255), Uint32Array.of(), Float64Array.of(0.1, Number.NaN)],
    };
    expect(parsePacked(packedJson(value))).toEqual(value);
  });
});

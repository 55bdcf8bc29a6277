import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeManifest, manifestText } from '../../src/core/manifest/manifest.js';
import type { Plan } from '../../src/core/model/plan.js';
import type { Selection } from '../../src/core/model/selection.js';
import type { Task } from '../../src/core/model/task.js';
import { runPlan } from '../../src/core/pipeline.js';
import { readPlan } from '../../src/core/plan/read-plan.js';
import { chosenIds, faultsOf, planTextOf, poolsOf } from '../support/sample-plan.js';

/** A pool in groups and a way of sharing places among them, made at random. */
interface Drawn {
  readonly tasks: readonly Task[];
  readonly take: number;
  readonly group: Readonly<Record<string, unknown>> | undefined;
  readonly seed: number;
  readonly at: number;
}

const repos = ['a', 'b', 'c', 'd', 'e'];
const fields = fc.record(
  {
    files_changed: fc.nat(30),
    lines_changed: fc.nat(900),
    prior_results: fc.constant(5),
    prior_solved: fc.nat(5),
  },
  { requiredKeys: ['prior_results', 'prior_solved'] },
);
const tasksOfGroup = (repo: string | undefined) =>
  fc
    .array(fields, { minLength: 1, maxLength: 12 })
    .map((list) => list.map((each) => (repo === undefined ? each : { ...each, repo })));
const pool = fc
  .tuple(fc.subarray(repos, { minLength: 1 }), fc.boolean())
  .chain(([names, hasUnknown]) => fc.tuple(...[...names, ...(hasUnknown ? [undefined] : [])].map(tasksOfGroup)))
  .map((groups) =>
    groups.flat().map((each, i): Task => ({ benchmark: 'mine', id: `t${String(i).padStart(2, '0')}`, fields: each })),
  );

const bounds = fc.record(
  {
    at_least: fc.oneof(
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 1, max: 4 }).map((most) => ({ values: { '': most }, otherwise: 1 })),
    ),
    at_most: fc.integer({ min: 4, max: 8 }),
  },
  { requiredKeys: ['at_least'] },
);
const sharing = fc.constantFrom(
  { share: 'proportional' },
  { share: 'equal' },
  { share: 'square-root' },
  { share: 'power', exponent: 0.3 },
  { share: 'neyman', deviations: 'own' },
  { share: 'neyman' },
);

function withRounding(...roundings: string[]): fc.Arbitrary<Drawn> {
  return pool.chain((tasks) =>
    fc
      .record({
        take: fc.integer({ min: 1, max: tasks.length }),
        share: sharing,
        bounds,
        rounding: fc.constantFrom(...roundings),
        isGrouped: fc.integer({ min: 0, max: 5 }),
        seed: fc.nat(9999),
        at: fc.nat(99),
      })
      .map(({ take, share, bounds: given, rounding, isGrouped, seed, at }) => {
        const keys = [...new Set(tasks.map(({ fields: { repo = '' } }) => String(repo)))];
        const deviations = Object.fromEntries(keys.map((key, i) => [key, [0.5, 0.2, 0.35][i % 3]]));
        const { at_least: floor, ...rest } = given;
        // A bound names only groups that there are.
        const atLeast = typeof floor === 'object' && !keys.includes('') ? floor.otherwise : floor;
        const group = {
          by: 'repo',
          rounding,
          ...share,
          ...('deviations' in share ? { deviations } : {}),
          ...rest,
          at_least: atLeast,
        };
        return { tasks, take, group: isGrouped === 0 ? undefined : group, seed, at };
      }),
  );
}

const monotone = withRounding('webster', 'hill');
const anyRounding = withRounding('webster', 'hill', 'largest-remainder', 'largest-group');

interface Change {
  readonly take?: number;
  readonly exclude?: readonly string[];
  readonly method?: object;
}

function planOf({ take, group, seed }: Drawn, { take: other = take, exclude = [], method }: Change): Plan {
  const select = { take, ...(group && { group }), ...(method ?? { prefer: ['random'] }) };
  const plan = read(planTextOf({ seed, benchmarks: { mine: { select } } }));
  const given = { evidence: undefined, date: undefined, who: undefined, replacement: undefined };
  const exclusions = exclude.map((id) => ({ id, reason: 'duplicate' as const, ...given }));
  const benchmarks = plan.benchmarks.map((each) => ({ ...each, select: { ...each.select, take: other }, exclusions }));
  return { ...plan, benchmarks };
}

let last: { readonly text: string; readonly plan: Plan } | undefined;

/** Reads a plan, unless it is the one that was just read. */
function read(text: string): Plan {
  if (last?.text !== text) last = { text, plan: readPlan(text) };
  return last.plan;
}

/** The sample; undefined when the floors ask for more than is taken, or the caps let less through. */
function sampleOf(drawn: Drawn, change: Change = {}, tasks = drawn.tasks): Selection | undefined {
  let selection: Selection | undefined;
  const faults = faultsOf(() => {
    selection = runPlan(planOf(drawn, change), poolsOf(tasks));
  });
  const codes = new Set(faults.map(({ code }) => code));
  for (const code of ['selection/floors', 'selection/shortfall']) codes.delete(code);
  expect([...codes]).toEqual([]);
  return selection;
}

function holds(
  from: fc.Arbitrary<Drawn>,
  check: (selection: Selection, drawn: Drawn) => void,
  { numRuns = 12, method }: { numRuns?: number; method?: object } = {},
): void {
  let checked = 0;
  fc.assert(
    fc.property(from, (drawn) => {
      const selection = sampleOf(drawn, method && { method });
      if (selection === undefined) return;
      checked += 1;
      check(selection, drawn);
    }),
    { numRuns, seed: 20_260_103 },
  );
  expect(checked).toBeGreaterThan(numRuns / 3);
}

const missing = (from: readonly string[], ids: readonly string[]) => from.filter((id) => !ids.includes(id));
const byGroup = ({ benchmarks }: Selection) =>
  new Map(
    benchmarks[0]?.groups.map(({ key, ranking, allocated }) => [key, ranking.slice(0, allocated).map(({ id }) => id)]),
  );

const methods = [
  ['random', { prefer: ['random'] }],
  ['systematic', { draw: { method: 'systematic', by: ['files_changed', 'repo'] } }],
  ['pareto', { draw: { method: 'pareto', by: 'score' } }],
  ['local-pivotal', { draw: { method: 'local-pivotal', by: ['lines_changed', 'repo'] } }],
  ['cube', { draw: { method: 'cube', by: ['lines_changed', 'files_changed', 'repo'] } }],
] as const;

describe('for any pool, a random sample', () => {
  it('of n is within that of n + 1, by Webster and by Hill, with floors and caps', () => {
    holds(monotone, (selection, drawn) => {
      const larger = sampleOf(drawn, { take: drawn.take + 1 });
      if (larger !== undefined) expect(missing(chosenIds(selection), chosenIds(larger))).toEqual([]);
    });
  });

  it('brings in the next number of the group for a task that is excluded, and moves nobody else', () => {
    holds(
      anyRounding,
      (selection, drawn) => {
        const { task, group } = selection.choices[drawn.at % selection.choices.length] ?? {};
        const next = group?.ranking[group.allocated];
        if (task === undefined || next === undefined) return;
        const after = sampleOf(drawn, { exclude: [task.id] });
        expect(after && missing(chosenIds(after), chosenIds(selection))).toEqual([next.id]);
        expect(after && missing(chosenIds(selection), chosenIds(after))).toEqual([task.id]);
        expect(after?.benchmarks[0]?.exclusions).toMatchObject([{ wouldBeIn: true, replacedBy: next.id }]);
      },
      { numRuns: 24 },
    );
  });

  it('is not moved by excluding a task that is not in it', () => {
    holds(anyRounding, (selection, drawn) => {
      const out = missing(
        drawn.tasks.map(({ id }) => id),
        chosenIds(selection),
      );
      const id = out[drawn.at % Math.max(1, out.length)];
      if (id === undefined) return;
      const after = sampleOf(drawn, { exclude: [id] });
      expect(after && chosenIds(after)).toEqual(chosenIds(selection));
    });
  });

  it('loses at most one task to a new one of the same pool', () => {
    holds(monotone, (selection, drawn) => {
      if (drawn.group?.['share'] === 'neyman' && drawn.group['deviations'] === undefined) return;
      const like = drawn.tasks[drawn.at % drawn.tasks.length];
      const after = sampleOf(drawn, {}, [...drawn.tasks, { ...(like as Task), id: 'new' }]);
      if (after === undefined) return;
      expect(missing(chosenIds(selection), chosenIds(after)).length).toBeLessThanOrEqual(1);
      expect(missing(chosenIds(after), chosenIds(selection)).length).toBeLessThanOrEqual(1);
    });
  });

  it('is left alone by a new task in another group, where the share does not follow the size', () => {
    holds(monotone, (selection, drawn) => {
      const { group } = drawn;
      const first = drawn.tasks[0]?.fields['repo'];
      if (group === undefined || first === undefined) return;
      const fixed = {
        by: 'repo',
        share: 'fixed',
        places: Object.fromEntries([...byGroup(selection)].map(([key, ids]) => [key ?? '', ids.length])),
      };
      const same = { ...drawn, group: fixed };
      const [before, after] = [
        sampleOf(same),
        sampleOf(same, {}, [
          ...drawn.tasks,
          { benchmark: 'mine', id: 'new', fields: { repo: first, prior_results: 5, prior_solved: 1 } },
        ]),
      ];
      for (const [key, ids] of before === undefined ? [] : byGroup(before)) {
        if (key !== first) expect(after && byGroup(after).get(key)).toEqual(ids);
      }
    });
  });

  it('is left alone by a new benchmark', () => {
    holds(
      anyRounding,
      (selection, drawn) => {
        const { take, group, seed } = drawn;
        const select = { take, ...(group && { group }), prefer: ['random'] };
        const other = drawn.tasks.map((task) => ({ ...task, benchmark: 'other' }));
        const plan = readPlan(planTextOf({ seed, benchmarks: { other: { select }, mine: { select } } }));
        expect(chosenIds(runPlan(plan, poolsOf(drawn.tasks, other)), 'mine')).toEqual(chosenIds(selection));
      },
      { numRuns: 18 },
    );
  });
});

describe.each(methods)('for any pool, a sample drawn by %s', (name, method) => {
  it('has its exact size, known chances above 0, and weights that sum to each stratum', () => {
    holds(
      anyRounding,
      ({ kind, choices, benchmarks: [benchmark] }, drawn) => {
        expect([kind, choices.length]).toEqual(['representative', drawn.take]);
        for (const group of benchmark?.groups ?? []) {
          const members = choices.filter((choice) => choice.group === group);
          expect(members).toHaveLength(group.allocated);
          expect(group.allocated).toBeGreaterThan(0);
          for (const { probability } of members) {
            expect(probability).toBeGreaterThan(0);
            expect(probability).toBeLessThanOrEqual(1);
            if (name !== 'pareto') expect(probability).toBe(group.allocated / group.ranking.length);
          }
          const weights = members.reduce((sum, { probability = 0 }) => sum + 1 / probability, 0);
          if (name !== 'pareto') expect(weights).toBeCloseTo(group.ranking.length, 9);
        }
        expect(benchmark?.weighting?.population).toBe(drawn.tasks.length);
      },
      { method },
    );
  });

  it('is the same whatever the order of the input', () => {
    holds(
      anyRounding,
      (selection, drawn) => {
        const text = (given: Selection | undefined) => given && manifestText(makeManifest(given, 'test'));
        const turned = drawn.tasks.map((task, i) => ({ task, key: (i * 7919 + drawn.at) % 101 }));
        const mixed = turned.sort((a, b) => a.key - b.key).map(({ task }) => task);
        expect(text(sampleOf(drawn, { method }, mixed))).toBe(text(selection));
      },
      { numRuns: 12, method },
    );
  });
});

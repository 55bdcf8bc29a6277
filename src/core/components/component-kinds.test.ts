import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chosenIds, faultsOf, poolsOf, tasksOf } from '../../../test/support/sample-plan.js';
import { fieldWords } from '../describe/field-words.js';
import { explainTask } from '../explain/explain-task.js';
import type { Plan } from '../model/plan.js';
import { type ClassifiedTask, fieldValue } from '../model/task.js';
import { runPlan } from '../pipeline.js';
import { readPlan } from '../plan/read-plan.js';
import { planJsonSchema } from '../plan/schema/plan-schema.js';
import { methodologyPage } from '../report/methodology.js';
import { markdownText } from '../text/words.js';
import type { ComponentKind, PlainForm, PlanKey, PlanKeys, Written } from './component-kind.js';
import { componentKindOf, componentKinds, firstKey } from './component-kinds.js';

const toyKeys = {
  step: { form: 'number field', says: 'The number that decides.' },
  at: { form: 'positive number', says: 'From here on the value is 1.' },
  before: { form: 'ratio', says: 'The value below that. Default 0.', optional: true },
} as const satisfies PlanKeys;

/** A kind that does not ship: what holds for it holds for whatever is listed next. */
const toy: ComponentKind<
  { readonly kind: 'toy step'; readonly field: string; readonly at: number; readonly before: number },
  Written<typeof toyKeys>
> = {
  name: 'toy step',
  keys: toyKeys,
  resolve: ({ step, at, before = 0 }) => ({ kind: 'toy step', field: step, at, before }),
  value({ field, at, before }, task) {
    const x = fieldValue(task, field);
    return typeof x === 'number' ? { value: x >= at ? 1 : before, defaulted: false } : undefined;
  },
  fields: ({ field }) => [field],
  words: ({ field, at, before }, fields) => `${before} below ${at} ${fieldWords(field, fields)}, else 1`,
  bends: (rule, field) => (rule.field === field ? [rule.at] : []),
  faults: ({ field }, without, { component }) =>
    without.map(({ id }) => ({ code: 'pool/no-value', message: `${component}: ${id} has no ${field}` })),
  warnings: () => [],
};

// A kind is one file and one line in the list; here the line is added for as long as the tests run.
const list = componentKinds as ComponentKind[];
beforeAll(() => void list.push(toy));
afterAll(() => void list.splice(list.indexOf(toy), 1));

describe.each([...componentKinds, toy].map((kind) => [kind.name, kind] as const))('the kind "%s"', (_, kind) => {
  checkKind(kind);
});

/** What holds for every kind of component, however it gives its value. */
function checkKind(kind: ComponentKind): void {
  const least = example(kind.keys, 'least');
  const most = example(kind.keys, 'most');
  const rules = () => [least, most].map((written) => planWith(written)).map((plan) => ({ plan, rule: ruleOf(plan) }));

  it('is known by a name and a first key that no other kind has', () => {
    const others = componentKinds.filter((other) => other !== kind);
    expect(others.map(({ name }) => name)).not.toContain(kind.name);
    expect(others.flatMap(({ keys }) => Object.keys(keys))).not.toContain(firstKey(kind));
    expect(kind.keys[firstKey(kind)]?.optional).toBeUndefined();
  });

  it('is read from a plan, with and without the keys that may be left out', () => {
    for (const { rule } of rules()) {
      expect(rule.kind).toBe(kind.name);
      expect(componentKindOf(rule)).toBe(kind);
    }
  });

  it('is offered to editors with all its keys', () => {
    const schema = JSON.stringify(planJsonSchema());
    expect(schema).toContain(`"required":${JSON.stringify(Object.keys(least))}`);
    for (const { says } of Object.values(kind.keys)) expect(schema).toContain(says ?? '');
  });

  it('is refused with a key that it does not know, or without one that it needs', () => {
    const codes = (written: object) => faultsOf(() => planWith(written)).map(({ code, place }) => [code, place?.path]);
    expect(codes({ ...most, surplus: 1 })).toEqual([['plan/unknown-key', 'score.components.part.surplus']]);
    for (const key of Object.keys(least)) {
      const { [key]: _left, ...rest } = most;
      const path = key === firstKey(kind) ? 'score.components.part' : `score.components.part.${key}`;
      expect(codes(rest)).toEqual([['plan/invalid', path]]);
    }
  });

  it('gives every task a value in [0, 1], or says in a fault why it gives none', () => {
    for (const { plan, rule } of rules()) {
      const without = tasks.filter((task) => kind.value(rule, task) === undefined);
      const faults = kind.faults(rule, without, owner);
      expect(kind.faults(rule, [], owner)).toEqual([]);
      for (const task of without) expect(kind.faults(rule, [task], owner)).toHaveLength(1);
      for (const fault of faults) expect([fault.code, fault.message]).toEqual(['pool/no-value', namesPart]);
      expect(faultsOf(() => runPlan(plan, poolsOf(tasks))).map(({ message }) => message)).toEqual(
        faults.map(({ message }) => message),
      );
      for (const task of tasks) {
        const { value = 0 } = kind.value(rule, task) ?? {};
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
      }
    }
  });

  it('looks at no field but those that it names', () => {
    for (const { plan, rule } of rules()) {
      const named = kind.fields(rule);
      expect(new Set(named).size).toBe(named.length);
      for (const field of named) expect([...plan.fields.keys()]).toContain(field);
      for (const task of tasks) {
        const fields = Object.fromEntries(Object.entries(task.fields).filter(([field]) => named.includes(field)));
        expect(kind.value(rule, { ...task, fields })).toEqual(kind.value(rule, task));
      }
    }
  });

  it('rises or falls evenly between the values at which it bends', () => {
    for (const { rule } of rules()) {
      for (const field of ['files_changed', 'lines_changed']) {
        const at = (x: number) => kind.value(rule, taskOf({ repo: 'a', ...known, [field]: x }))?.value ?? Number.NaN;
        const bends = [0, ...kind.bends(rule, field), 1000].filter((bend) => bend >= 0).toSorted((a, b) => a - b);
        for (const [i, end] of bends.entries()) {
          const start = bends[i - 1] ?? 0;
          const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => at(start + share * (end - start)));
          if (end > start) expect(middle).toBeCloseTo(((low ?? 0) + (high ?? 0)) / 2, 9);
        }
      }
      expect(kind.bends(rule, 'a field that no rule names')).toEqual([]);
    }
  });

  it('is said in words that name its fields and end without a full stop', () => {
    for (const { plan, rule } of rules()) {
      const words = kind.words(rule, plan.fields);
      expect(words).toMatch(/[^.\s]$/);
      for (const field of kind.fields(rule)) expect(words).toContain(fieldWords(field, plan.fields));
    }
  });

  it('warns in the form of every warning, and of nothing without tasks', () => {
    const labels = (field: string) => tasks.flatMap((task) => fieldValue(task, field) ?? []).map(String);
    for (const { rule } of rules()) {
      expect(kind.warnings(rule, () => [], owner)).toEqual([]);
      for (const warning of kind.warnings(rule, labels, owner)) expect(warning.benchmark).toBe(owner.benchmark);
    }
  });

  it('goes from the plan through the score into the report and the explanation', () => {
    for (const { plan, rule } of rules()) {
      const scored = tasks.filter((task) => kind.value(rule, task) !== undefined);
      const selection = runPlan(plan, poolsOf(scored));
      expect(chosenIds(selection)).toHaveLength(scored.length);
      for (const { task } of selection.choices) {
        expect(task.score).toBeCloseTo(kind.value(rule, task)?.value ?? Number.NaN, 4);
        expect(explainTask(selection, task).score?.terms.map((term) => term.rule)).toEqual([
          kind.words(rule, plan.fields),
        ]);
      }
      expect(methodologyPage(selection, 'a test')).toContain(
        `**part**: ${markdownText(kind.words(rule, plan.fields))}.`,
      );
      expect(selection.benchmarks[0]?.features.map(({ field }) => field)).toEqual(kind.fields(rule));
    }
  });
}

const owner = { benchmark: 'mine', component: 'part' };
const namesPart = expect.stringMatching(/\bpart\b/);
const known = { files_changed: 7, lines_changed: 40 };
const tasks = [
  taskOf({ repo: 'a', ...known }, 't00'),
  taskOf({ repo: 'b', files_changed: 900, lines_changed: 0 }, 't01'),
  taskOf({ repo: 'zeta' }, 't02'),
  taskOf({ files_changed: 0 }, 't03'),
  taskOf({}, 't04'),
];

function taskOf(fields: ClassifiedTask['fields'], id = 't'): ClassifiedTask {
  const [task] = tasksOf([fields]);
  return { benchmark: 'mine', ...task, id, fields, phase: 'Fix', changes: [] };
}

/** A plan whose only component has the rule that is written so. */
function planWith(written: object): Plan {
  return readPlan(
    JSON.stringify({
      name: 'small',
      phases: ['Fix'],
      phase: 'Fix',
      score: { name: 'size', weights: { part: 1 }, components: { part: written } },
      benchmarks: { mine: { source: { embedded: 'none' } } },
    }),
  );
}

function ruleOf({ benchmarks }: Plan) {
  return benchmarks[0]?.components.get('part') ?? { kind: 'none' };
}

const examples: Readonly<Record<PlainForm, unknown>> = {
  ratio: undefined,
  'positive number': 20,
  'number field': 'files_changed',
  'task field': 'repo',
  condition: { files_changed: { above: 5, at_most: 50 }, repo: ['a', 'b'] },
};

/** A rule with these keys: as few of them as may be, or all. */
function example(keys: PlanKeys, how: 'least' | 'most'): Record<string, unknown> {
  const given = Object.entries(keys).filter(([, { optional }]) => how === 'most' || !optional);
  return Object.fromEntries(given.map(([name, key], i) => [name, exampleOf(key, i)]));

  function exampleOf(key: PlanKey, i: number): unknown {
    if (key.form === 'by label') return { a: exampleOf(key.each, i), b: exampleOf(key.each, i + 1) };
    if (key.form === 'list') return [example(key.each, how)];
    // One ratio after another, so that a rule that takes several has a slope.
    return examples[key.form] ?? [0.75, 0.5, 0.25][i % 3];
  }
}

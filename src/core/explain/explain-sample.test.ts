import { describe, expect, it } from 'vitest';
import { chosenIds, groupedTasks, planTextOf, runText } from '../../../test/support/sample-plan.js';
import type { Selection } from '../model/selection.js';
import type { ScoredTask } from '../model/task.js';
import { describeVerdict } from './describe-verdict.js';
import { explainTask } from './explain-task.js';
import { type Explanation, explanationDocument } from './explanation.js';

const tasks = groupedTasks({ a: 9, b: 7, c: 5 }).map((task, i) =>
  i === 20 ? { ...task, fields: { files_changed: 2, lines_changed: 40 } } : task,
);
const methods = [
  ['random', { prefer: ['random'] }],
  ['systematic', { draw: { method: 'systematic', by: 'lines_changed' } }],
  ['pareto', { draw: { method: 'pareto', by: 'files_changed' } }],
  ['local-pivotal', { draw: { method: 'local-pivotal', by: ['lines_changed', 'files_changed'] } }],
  ['cube', { draw: { method: 'cube', by: ['lines_changed', 'repo'] } }],
] as const;
const shapes = [
  ['one group', {}],
  ['groups', { group: { by: 'repo', at_least: 1 } }],
  ['bands', { group: { by: 'files_changed', bands: [8, 16], share: 'equal' } }],
  ['only some eligible', { where: { lines_changed: { below: 200 } } }],
] as const;

type Select = Readonly<Record<string, unknown>>;

function selectionWith(select: Select, excluded: readonly string[] = ['t10']): Selection {
  const exclude = excluded.map((id) => ({ id, reason: 'duplicate' }));
  return runText(planTextOf({ seed: 3, benchmarks: { mine: { select, exclude } } }), tasks);
}

const tasksOf = (selection: Selection) => selection.benchmarks[0]?.tasks ?? [];
const textOf = (explanation: Explanation) =>
  [
    explanation.standing?.words ?? '',
    explanation.verdict.kind === 'in' ? explanation.verdict.why : '',
    ...describeVerdict(explanation),
  ].join('\n');

/** Of two selections, who came and who went, the task in question apart. */
function moved(before: Selection, after: Selection, apart: string) {
  const [was, is] = [chosenIds(before), chosenIds(after)];
  return {
    comesIn: is.filter((id) => !was.includes(id) && id !== apart),
    goesOut: was.filter((id) => !is.includes(id) && id !== apart),
  };
}

describe.each(methods)('explaining a sample drawn by %s', (name, method) => {
  it.each(shapes)('gives every task a verdict that is the selection’s, in whole words: %s', (_, shape) => {
    const selection = selectionWith({ take: 8, pin: ['t03'], ...shape, ...method });
    for (const task of tasksOf(selection)) {
      const explanation = explainTask(selection, task);
      const { verdict } = explanation;
      expect(verdict.kind === 'in').toBe(chosenIds(selection).includes(task.id));
      if (task.id === 't10') expect(verdict.kind).toBe('excluded');
      if (verdict.kind === 'in') expect(verdict.by).toBe(task.id === 't03' ? 'pin' : 'draw');
      const text = textOf(explanation);
      expect(text, task.id).not.toMatch(/undefined|NaN|null|Infinity|\[object|\d\.\d{10}/);
      if (verdict.kind === 'out') expect(text).not.toMatch(/no place/);
      expect(describeVerdict(explanation).length).toBeGreaterThan(0);
      expect(() => explanationDocument(selection.plan, [explanation])).not.toThrow();
    }
  });

  it('what comes of excluding a task that is in, or removing its pin, is what happens', () => {
    const unpinned = { take: 8, group: { by: 'repo', at_least: 1 }, ...method };
    const select = { ...unpinned, pin: ['t03'] };
    const selection = selectionWith(select);
    for (const task of tasksOf(selection)) {
      const { verdict } = explainTask(selection, task);
      if (verdict.kind !== 'in') continue;
      const { comesIn, goesOut, stops } = verdict.ifExcluded;
      if (verdict.by === 'pin') {
        expect(stops.join()).toMatch(/is pinned/);
        const after = selectionWith(unpinned);
        const selected = chosenIds(after).includes(task.id);
        expect(verdict.ifUnpinned).toEqual({ selected, stops: [], ...moved(selection, after, task.id) });
        expect(describeVerdict(explainTask(selection, task)).at(-1)).toContain('Without the pin, it would ');
        continue;
      }
      expect(stops).toEqual([]);
      expect({ comesIn, goesOut }).toEqual(moved(selection, selectionWith(select, ['t10', task.id]), task.id));
      if (name === 'random') expect([comesIn.length, goesOut.length]).toEqual([1, 0]);
    }
  });

  it('what comes of lifting an exclusion is what happens', () => {
    const select = { take: 8, group: { by: 'repo', at_least: 1 }, ...method };
    for (const id of ['t00', 't05', 't10', 't12', 't20']) {
      const selection = selectionWith(select, [id]);
      const task = tasksOf(selection).find((each) => each.id === id) as ScoredTask;
      const { verdict } = explainTask(selection, task);
      if (verdict.kind !== 'excluded') throw new Error(`${id} is ${verdict.kind}`);
      const lifted = selectionWith(select, []);
      expect(verdict.ifLifted.selected).toBe(chosenIds(lifted).includes(id));
      const { comesIn, goesOut } = verdict.ifLifted;
      expect({ comesIn, goesOut }).toEqual(moved(selection, lifted, id));
    }
  });

  it('a task that is in says its chance or its number, one that is out says that chance decided', () => {
    const selection = selectionWith({ take: 8, pin: ['t03'], ...method });
    for (const task of tasksOf(selection)) {
      const explanation = explainTask(selection, task);
      const text = textOf(explanation);
      if (explanation.verdict.kind === 'in' && explanation.verdict.by === 'draw') {
        expect(explanation.verdict.why).toMatch(
          name === 'random' ? /random number \(0\.\d{4}\)/ : /^one of \d+ drawn .*\(probability 0?\.?\d+/,
        );
        if (name !== 'random') expect(text).toMatch(/The tasks were drawn at random/);
      }
      if (explanation.verdict.kind === 'out') {
        expect(text).toMatch(
          name === 'random'
            ? /Its random number \(0\.\d+\) is higher than that of t\d\d, the last selected task/
            : /^not one of the \d+ drawn .*\n+It was not drawn/,
        );
      }
    }
  });
});

describe('a task that a random sample passed over', () => {
  it('would come in with so many more places, and not with fewer', () => {
    const select = { take: 6, prefer: ['random'] };
    const selection = selectionWith(select, []);
    for (const task of tasksOf(selection)) {
      const { verdict } = explainTask(selection, task);
      if (verdict.kind !== 'out') continue;
      expect(verdict.changes.map(({ kind }) => kind)).toEqual(['allocation']);
      const [change] = verdict.changes;
      if (change?.kind !== 'allocation') continue;
      expect(chosenIds(selectionWith({ ...select, take: change.to }, []))).toContain(task.id);
      expect(chosenIds(selectionWith({ ...select, take: change.to - 1 }, []))).not.toContain(task.id);
      expect(verdict.ruledOut.map(({ kind }) => kind).sort()).toEqual(['feature', 'weight']);
    }
  });

  it('may come in by a number that puts it in another group; what is said of that is so', () => {
    const select = { take: 7, group: { by: 'files_changed', bands: [8, 16], share: 'equal' }, prefer: ['random'] };
    const plan = planTextOf({ seed: 3, benchmarks: { mine: { select } } });
    const isInWith = (id: string, field: string, value: number) =>
      chosenIds(
        runText(
          plan,
          tasks.map((each) => (each.id === id ? { ...each, fields: { ...each.fields, [field]: value } } : each)),
        ),
      ).includes(id);
    const selection = runText(plan, tasks);
    for (const task of tasksOf(selection)) {
      const { verdict } = explainTask(selection, task);
      if (verdict.kind !== 'out') continue;
      const change = verdict.changes.find(({ kind }) => kind === 'feature');
      if (change?.kind === 'feature') expect(isInWith(task.id, change.field, change.to)).toBe(true);
      else {
        const brings = [4, 8, 12, 16, 20].filter((files) => isInWith(task.id, 'files_changed', files));
        expect([task.id, brings], 'no number of its own is said to bring it in').toEqual([task.id, []]);
      }
    }
  });
});

describe('a task that is not eligible for a random sample', () => {
  it('is told a number that would bring it in wherever there is one', () => {
    const select = { take: 6, prefer: ['random'], where: { lines_changed: { below: 100 } } };
    const plan = planTextOf({ seed: 3, benchmarks: { mine: { select } } });
    const selection = runText(plan, tasks);
    let found = 0;
    for (const task of tasksOf(selection)) {
      const { verdict } = explainTask(selection, task);
      if (verdict.kind !== 'ineligible') continue;
      const changed = tasks.map((each) =>
        each.id === task.id ? { ...each, fields: { ...each.fields, lines_changed: 99 } } : each,
      );
      const comesIn = chosenIds(runText(plan, changed)).includes(task.id);
      if (comesIn) found += 1;
      expect(verdict.changes.map(({ kind }) => kind)).toEqual(comesIn ? ['feature'] : []);
    }
    expect(found).toBeGreaterThan(0);
  });
});

describe('pins of a ranked benchmark', () => {
  it('are explained as pins, and the others as ranked', () => {
    const selection = selectionWith({ take: 6, pin: ['t00'] });
    for (const task of tasksOf(selection)) {
      const { verdict, standing } = explainTask(selection, task);
      if (verdict.kind === 'in') expect(verdict.by).toBe(task.id === 't00' ? 'pin' : 'rank');
      if (task.id === 't00') expect(standing?.words).toBe('pinned by the plan');
    }
  });

  it('an exclusion of a task brings in the next by rank', () => {
    const select = { take: 6, pin: ['t00'], group: { by: 'repo' } };
    const selection = selectionWith(select);
    for (const task of tasksOf(selection)) {
      const { verdict } = explainTask(selection, task);
      if (verdict.kind !== 'in' || verdict.by === 'pin') continue;
      const after = selectionWith(select, ['t10', task.id]);
      expect(verdict.ifExcluded.comesIn).toEqual(moved(selection, after, task.id).comesIn);
    }
  });
});

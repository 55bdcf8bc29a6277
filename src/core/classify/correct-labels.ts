import type { CorrectionRule } from '../model/plan.js';
import type { AppliedCorrection } from '../model/selection.js';
import { fieldValue, type LabelChange, type Task } from '../model/task.js';

/** A task with its labels as the plan corrects them. */
export interface CorrectedTask extends Task {
  readonly changes: readonly LabelChange[];
}

/** Applies the rules in order, each to what the ones before it left, and counts what every entry of every rule did. */
export function correctLabels(
  tasks: readonly Task[],
  rules: readonly CorrectionRule[],
): { tasks: readonly CorrectedTask[]; corrections: readonly AppliedCorrection[] } {
  const tallies = rules.map((rule) => ({ rule, entries: new Map<string, Tally>() }));
  for (const { rule, entries } of tallies) {
    for (const key of rule.values.keys()) entries.set(key, { matched: 0, changed: new Map() });
  }
  const corrected = tasks.map((task): CorrectedTask => {
    let current: CorrectedTask = { ...task, changes: [] };
    for (const { rule, entries } of tallies) {
      const key = String(fieldValue(current, rule.by) ?? '');
      const to = rule.values.get(key);
      const tally = entries.get(key);
      if (to === undefined || tally === undefined) continue;
      tally.matched += 1;
      const from = current.fields[rule.field];
      if (from === to) continue;
      const before = String(from ?? '');
      tally.changed.set(before, (tally.changed.get(before) ?? 0) + 1);
      current = {
        ...current,
        fields: { ...current.fields, [rule.field]: to },
        changes: [...current.changes, { field: rule.field, from, to }],
      };
    }
    return current;
  });
  const corrections = tallies.flatMap(({ rule, entries }) =>
    [...entries].map(([key, tally]) => ({ rule, key, to: rule.values.get(key) ?? '', ...tally })),
  );
  return { tasks: corrected, corrections };
}

interface Tally {
  matched: number;
  changed: Map<string, number>;
}

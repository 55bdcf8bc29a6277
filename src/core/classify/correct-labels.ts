import type { CorrectionRule } from '../model/plan.js';
import type { AppliedCorrection } from '../model/selection.js';
import type { LabelChange, Task } from '../model/task.js';

/** A task's fields as the plan corrects them, and what was changed. */
export interface CorrectedLabels {
  readonly fields: Task['fields'];
  readonly changes: readonly LabelChange[];
}

/** Corrects labels by a plan's rules and counts what every entry of every rule did. */
export class LabelCorrector {
  readonly #rules: readonly { rule: CorrectionRule; entries: ReadonlyMap<string, Tally> }[];

  constructor(rules: readonly CorrectionRule[]) {
    this.#rules = rules.map((rule) => ({
      rule,
      entries: new Map([...rule.values].map(([key, to]) => [key, { to, matched: 0, changed: new Map() }])),
    }));
  }

  /** Applies the rules in order, each to what the ones before it left. */
  correct(task: Task): CorrectedLabels {
    let fields = task.fields;
    let changes: readonly LabelChange[] = noChanges;
    for (const { rule, entries } of this.#rules) {
      const tally = rule.by === 'id' ? byName(task, entries) : entries.get(String(fields[rule.by] ?? ''));
      if (tally === undefined) continue;
      tally.matched += 1;
      const from = fields[rule.field];
      if (from === tally.to) continue;
      tally.changed.set(String(from ?? ''), (tally.changed.get(String(from ?? '')) ?? 0) + 1);
      fields = { ...fields, [rule.field]: tally.to };
      changes = [...changes, { field: rule.field, from, to: tally.to }];
    }
    return { fields, changes };
  }

  /** What each entry has done so far. */
  applied(): readonly AppliedCorrection[] {
    return this.#rules.flatMap(({ rule, entries }) => [...entries].map(([key, tally]) => ({ rule, key, ...tally })));
  }
}

function byName(task: Task, entries: ReadonlyMap<string, Tally>): Tally | undefined {
  const name = [task.id, ...(task.aliases ?? [])].find((each) => entries.has(each));
  return name === undefined ? undefined : entries.get(name);
}

const noChanges: readonly LabelChange[] = [];

interface Tally {
  readonly to: string | number;
  matched: number;
  readonly changed: Map<string, number>;
}

import type { Plan } from '../../model/plan.js';
import type { LabelBalance, ScopeBalance } from './balance.js';
import type { ComparedNumber } from './balance-numbers.js';
import { scopeConclusion } from './balance-words.js';
import { chancePoint } from './chance-point.js';
import { countedLabels, labelColumnOf } from './label-counts.js';
import { compareNumber, type NumberComparison } from './number-comparison.js';
import type { Numbered } from './numbered-strata.js';
import type { Scope } from './scopes.js';

/** A scope with all that is compared in it, taking in one redraw after another. */
export interface ScopeComparison {
  /** What measuring one sample costs: tasks times columns. */
  readonly cost: number;
  readonly take: (sample: Int32Array) => void;
  readonly result: () => ScopeBalance;
}

/** Prepares the comparison of a scope; of one that is taken whole, or not at all, only the labels are counted. */
export function compareScope(
  scope: Scope,
  numbered: Numbered,
  numbers: readonly ComparedNumber[],
  plan: Plan,
): ScopeComparison {
  const { tasks, name, kind, partOf } = scope;
  const selected = partOf(numbered.selected).length;
  const varies = selected > 0 && selected < tasks.length;
  const left: ScopeBalance['left'][number][] = [];
  const compared: NumberComparison[] = [];
  for (const number of varies ? numbers : []) {
    const comparison = compareNumber(number, scope, numbered);
    if (typeof comparison !== 'string') compared.push(comparison);
    else if (comparison !== 'unknown') left.push({ name: number.name, why: comparison });
  }
  const counted = countedLabels(plan, numbered.tasks, name === undefined);
  const labels = counted.map((label) => compareLabel(label, scope, numbered, plan));
  return {
    cost: varies ? selected * (compared.length + labels.length) : 0,
    take: (sample) => {
      if (!varies) return;
      const part = partOf(sample);
      for (const comparison of [...compared, ...labels]) comparison.take(part);
    },
    result: () => {
      const whole = selected === tasks.length;
      const found = compared.map((comparison) => comparison.result());
      const counts = labels.map(({ result }) => result());
      const facts = { name, kind, selected, eligible: tasks.length, whole, numbers: found, left, labels: counts };
      return { ...facts, conclusion: scopeConclusion(facts) };
    },
  };
}

function compareLabel(label: string, { tasks, weights, partOf }: Scope, numbered: Numbered, plan: Plan) {
  const orders: Readonly<Record<string, readonly string[]>> = {
    phase: plan.phases,
    benchmark: plan.benchmarks.map(({ name }) => name),
  };
  const column = labelColumnOf(label, numbered.tasks, tasks, orders[label] ?? []);
  const selected = partOf(numbered.selected);
  const variations: number[] = [];
  return {
    take: (sample: Int32Array) => {
      variations.push(column.variation(sample, weights));
    },
    result: (): LabelBalance => ({
      name: label,
      values: column.counts(selected, numbered.rates, weights),
      totalVariation: column.variation(selected, undefined),
      weightedVariation: weights === undefined ? undefined : column.variation(selected, weights),
      chance: chancePoint(variations),
    }),
  };
}

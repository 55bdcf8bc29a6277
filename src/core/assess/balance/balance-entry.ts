import { figure } from '../question/figure.js';
import type { Balance, EmptyCell, LabelBalance, NumberBalance, ScopeBalance } from './balance.js';

/** The assessment as plain data. */
export function balanceEntry({ overall, benchmarks, empty, ...facts }: Balance) {
  return {
    kind: facts.kind,
    selected: overall.selected,
    eligible: overall.eligible,
    draws: facts.draws,
    seed: facts.seed,
    seed_from: facts.seedFrom,
    conclusion: facts.conclusion,
    overall: scopeEntry(overall),
    benchmarks: benchmarks.map((benchmark) => ({ name: benchmark.name, ...scopeEntry(benchmark) })),
    empty: {
      phases: empty.phases.map(cellEntry),
      languages: empty.languages.map(cellEntry),
      benchmarks: empty.benchmarks.map(cellEntry),
      phases_of_benchmarks: empty.phasesOfBenchmarks.map(({ benchmark, value, pool }) => ({
        benchmark,
        phase: value,
        eligible: pool,
      })),
      phases_without_tasks: empty.phasesWithoutTasks,
    },
    notes: facts.notes,
  };
}

function scopeEntry({ kind, selected, eligible, whole, conclusion, numbers, labels, left }: ScopeBalance) {
  return {
    kind,
    selected,
    eligible,
    whole,
    conclusion,
    numbers: numbers.map(numberEntry),
    not_compared: left,
    labels: labels.map(labelEntry),
  };
}

function numberEntry({ chance, beyondChance, weightedDifference, ...number }: NumberBalance) {
  const { known, typical } = number;
  return {
    name: number.name,
    of: number.of,
    scale: number.scale,
    known,
    typical: { selected: figure(typical.selected), pool: figure(typical.pool) },
    difference: figure(number.difference),
    weighted_difference: figure(weightedDifference),
    difference_from_shares: figure(number.fromShares),
    difference_chance_95: figure(chance.difference),
    difference_beyond_chance: beyondChance.difference,
    distance: figure(number.distance),
    distance_chance_95: figure(chance.distance),
    distance_beyond_chance: beyondChance.distance,
    level: number.level,
  };
}

function labelEntry({ name, totalVariation, weightedVariation, chance, values }: LabelBalance) {
  return {
    name,
    total_variation: figure(totalVariation),
    weighted_variation: figure(weightedVariation),
    variation_chance_95: figure(chance),
    values: values.map(({ value, selected, pool, proportional, planned }) => ({
      value,
      selected,
      eligible: pool,
      proportional: figure(proportional),
      planned: figure(planned),
    })),
  };
}

function cellEntry({ value, pool }: EmptyCell) {
  return { value, eligible: pool };
}

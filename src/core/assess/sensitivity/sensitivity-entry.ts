import { figure } from '../question/figure.js';
import type { ChangeEffect, Sensitivity, Spread, Stability, Ties } from './sensitivity.js';

/** The assessment as plain data. */
export function sensitivityEntry(sensitivity: Sensitivity) {
  const { stability, correlation, benchmarks, tasks, changes, deciding, ties, notes } = sensitivity;
  return {
    draws: sensitivity.draws,
    concentration: sensitivity.concentration,
    seed: sensitivity.seed,
    seed_from: sensitivity.seedFrom,
    selected: sensitivity.selected,
    available: sensitivity.available,
    weights: sensitivity.weights.map(({ component, weight, deviation }) => ({
      component,
      weight,
      deviation: figure(deviation),
    })),
    ...stabilityEntry(stability),
    score_correlation: correlation === undefined ? null : spreadEntry(correlation),
    ties: tiesEntry(ties),
    deciding:
      deciding === undefined
        ? null
        : { components: deciding.components, tasks: deciding.tasks, tied_places: deciding.tiedPlaces },
    benchmarks: benchmarks.map((benchmark) => ({
      name: benchmark.name,
      selected: benchmark.selected,
      eligible: benchmark.eligible,
      ...stabilityEntry(benchmark),
      ties: tiesEntry(benchmark.ties),
    })),
    changes: changes.map(changeEntry),
    tasks: tasks.map(({ benchmark, id, selected, frequency, swings }) => ({
      task_id: id,
      benchmark,
      selected,
      frequency: figure(frequency),
      swings,
    })),
    notes,
  };
}

function stabilityEntry({ overlap, core, swing, newcomers }: Stability) {
  return { overlap: spreadEntry(overlap), core, swing, newcomers };
}

function spreadEntry({ mean, min, low, high }: Spread) {
  return { mean: figure(mean), min: figure(min), p5: figure(low), p95: figure(high) };
}

function tiesEntry({ places, tied, distinctScores, scores }: Ties) {
  return { places, tied, distinct_scores: distinctScores, scores };
}

function changeEntry({ correlation, leaving, entering, ...effect }: ChangeEffect) {
  const names = (tasks: ChangeEffect['leaving']) => tasks.map(({ benchmark, id }) => ({ task_id: id, benchmark }));
  return {
    component: effect.component,
    change: effect.change,
    weight: figure(effect.weight),
    overlap: figure(effect.overlap),
    score_correlation: figure(correlation),
    moved: effect.moved,
    tied_places: effect.tiedPlaces,
    leaving: names(leaving),
    entering: names(entering),
  };
}

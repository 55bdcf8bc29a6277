import { at } from '../../lists/at.js';
import type { Selection } from '../../model/selection.js';
import type { ScoredTask } from '../../model/task.js';
import { randomStreamFor } from '../../random/random-stream-for.js';
import { midRanks } from '../../statistics/association/mid-ranks.js';
import { correlationOfRanks } from '../../statistics/association/spearman.js';
import { dirichletDeviation } from '../../statistics/chance/dirichlet-variate.js';
import { compareText } from '../../text/compare-text.js';
import { countOf } from '../../text/count-of.js';
import { changeEffects, decidingComponents } from './change-effects.js';
import { affordableDraws, perturbationFrom, usualDraws } from './perturbation.js';
import { allChosen, asSelected, type Chosen, countTies, reselectorOf } from './reselect.js';
import type { Sensitivity, SensitivityOptions, TaskFrequency } from './sensitivity.js';
import { StabilityTally, spreadOf, swings } from './stability.js';
import { drawWeights } from './weights.js';

/**
 * Perturbs the weights of the score, selects again each time, and says how much of the selection stays. Pure: the same
 * selection, options and seed give the same result.
 *
 * @throws WinnowError when an option is out of range.
 */
export function assessSensitivity(selection: Selection, options: SensitivityOptions = {}): Sensitivity {
  const { plan, benchmarks, statistics } = selection;
  const { weights } = plan.score;
  const perturbation = perturbationFrom(options, plan.seed, statistics.available);
  const { concentration } = perturbation;
  const random = randomStreamFor(perturbation.seed, 'sensitivity');
  const reselect = reselectorOf(selection);
  const base = asSelected(selection);
  const ranks = midRanks(base.scores);
  const whole = new StabilityTally(allChosen(base));
  const parts = benchmarks.map((_, i) => (benchmarks.length === 1 ? whole : new StabilityTally(chosenOf(base, i))));
  const correlations: number[] = [];
  // Draws are counted and let go: of a large pool, five hundred of them would fill the memory.
  for (let draw = 0; draw < perturbation.draws; draw++) {
    const drawn = reselect(drawWeights(weights, concentration, random));
    const correlation = correlationOfRanks(ranks, midRanks(drawn.scores));
    if (correlation !== undefined) correlations.push(correlation);
    whole.add(allChosen(drawn));
    if (benchmarks.length > 1) for (const [i, part] of parts.entries()) part.add(chosenOf(drawn, i));
  }
  const changes = changeEffects(weights, base, reselect);
  const facts = {
    ...perturbation,
    weights: [...weights].map(([component, weight]) => {
      return { component, weight, deviation: dirichletDeviation(weight, concentration) };
    }),
    selected: statistics.selected,
    available: statistics.available,
    stability: whole.stability,
    correlation: correlationSpread(correlations),
    benchmarks: benchmarks.map((benchmark, i) => ({
      name: benchmark.plan.name,
      selected: benchmark.choices.length,
      eligible: benchmark.eligible,
      ...at(parts, i).stability,
      ties: countTies([benchmark]),
    })),
    tasks: taskFrequencies(base, whole.frequencies),
    changes,
    deciding: decidingComponents(changes),
    ties: countTies(benchmarks),
  };
  return { ...facts, notes: sensitivityNotes(facts) };
}

function chosenOf({ chosen }: Chosen, benchmark: number) {
  return chosen[benchmark] ?? new Set<never>();
}

function correlationSpread(values: readonly number[]) {
  return values.length === 0 ? undefined : spreadOf(values);
}

function taskFrequencies(base: Chosen, frequencies: ReadonlyMap<ScoredTask, number>): readonly TaskFrequency[] {
  const before = allChosen(base);
  return [...new Set([...before, ...frequencies.keys()])]
    .map((task) => {
      const frequency = frequencies.get(task) ?? 0;
      const { benchmark, id } = task;
      return { benchmark, id, selected: before.has(task), frequency, swings: swings(frequency) };
    })
    .sort((a, b) => compareText(a.benchmark, b.benchmark) || compareText(a.id, b.id));
}

/** What a reader must know before taking the figures for more than they are. */
function sensitivityNotes(facts: Omit<Sensitivity, 'notes'>): readonly string[] {
  const { weights, benchmarks, seedFrom, seed, ties, draws, available } = facts;
  const notes: string[] = [];
  // Whoever asked for so many knows.
  if (draws < usualDraws && draws === affordableDraws(available)) {
    notes.push(
      `${draws} draws instead of ${usualDraws}, because the pool has ${countOf(available, 'task')}: a frequency is found to within about ${(1 / Math.sqrt(draws)).toFixed(2)}. --draws asks for more.`,
    );
  }
  const [only, ...more] = weights.filter(({ weight }) => weight > 0);
  if (only !== undefined && more.length === 0) {
    notes.push(
      `Only the component ${only.component} weighs anything: there is nothing to perturb, and the overlap is 1.`,
    );
  }
  const idle = weights.filter(({ weight }) => weight === 0);
  if (idle.length > 0) {
    const names = idle.map(({ component }) => component).join(', ');
    notes.push(`A weight of 0 stays 0, so what it would do is not explored: ${names}.`);
  }
  if (benchmarks.every(({ selected, eligible }) => selected === eligible)) {
    notes.push('Every benchmark is taken whole: no place depends on a score, and the overlap is 1.');
  }
  if (ties.places > 0) {
    notes.push('Ties end at the id in every draw too: the overlap does not show how arbitrary the places by id are.');
  }
  if (seedFrom === 'default') notes.push(`Neither the plan nor the call gives a seed; the draws use "${seed}".`);
  return notes;
}

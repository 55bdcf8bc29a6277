import type { Selection } from '../../model/selection.js';
import { randomStreamFor } from '../../random/random-stream-for.js';
import { dirichletDeviation } from '../../statistics/dirichlet-variate.js';
import { midRanks } from '../../statistics/mid-ranks.js';
import { correlationOfRanks } from '../../statistics/spearman.js';
import { compareText } from '../../text/compare-text.js';
import { changeEffects, decidingComponents } from './change-effects.js';
import { perturbationFrom } from './perturbation.js';
import { allChosen, asSelected, type Chosen, countTies, reselectorOf } from './reselect.js';
import type { Sensitivity, SensitivityOptions, TaskFrequency } from './sensitivity.js';
import { inclusionFrequencies, spreadOf, stabilityOf, swings } from './stability.js';
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
  const perturbation = perturbationFrom(options, plan.seed);
  const { concentration } = perturbation;
  const random = randomStreamFor(perturbation.seed, 'sensitivity');
  const reselect = reselectorOf(selection);
  const base = asSelected(selection);
  const ranks = midRanks(base.scores);
  const drawn = Array.from({ length: perturbation.draws }, () => {
    const { chosen, scores } = reselect(drawWeights(weights, concentration, random));
    // The scores themselves are not kept: of a large pool, five hundred lists of them would fill the memory.
    return { chosen, correlation: correlationOfRanks(ranks, midRanks(scores)) };
  });
  const changes = changeEffects(weights, base, reselect);
  const facts = {
    ...perturbation,
    weights: [...weights].map(([component, weight]) => {
      return { component, weight, deviation: dirichletDeviation(weight, concentration) };
    }),
    selected: statistics.selected,
    available: statistics.available,
    stability: stabilityOf(allChosen(base), drawn.map(allChosen)),
    correlation: correlationSpread(drawn.flatMap(({ correlation }) => correlation ?? [])),
    benchmarks: benchmarks.map((benchmark, i) => ({
      name: benchmark.plan.name,
      selected: benchmark.choices.length,
      eligible: benchmark.eligible,
      ...stabilityOf(
        chosenOf(base, i),
        drawn.map((draw) => chosenOf(draw, i)),
      ),
      ties: countTies([benchmark]),
    })),
    tasks: taskFrequencies(base, drawn),
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

function taskFrequencies(base: Chosen, drawn: readonly Chosen[]): readonly TaskFrequency[] {
  const before = allChosen(base);
  const frequencies = inclusionFrequencies(drawn.map(allChosen));
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
  const { weights, benchmarks, seedFrom, seed, ties } = facts;
  const notes: string[] = [];
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

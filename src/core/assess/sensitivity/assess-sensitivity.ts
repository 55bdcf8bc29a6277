import type { Selection } from '../../model/selection.js';
import { randomStreamFor } from '../../random/random-stream-for.js';
import { dirichletDeviation } from '../../statistics/dirichlet-variate.js';
import { midRanks } from '../../statistics/mid-ranks.js';
import { correlationOfRanks } from '../../statistics/spearman.js';
import { compareText } from '../../text/compare-text.js';
import { changeEffects, decidingComponents } from './change-effects.js';
import { countTies } from './count-ties.js';
import { drawWeights } from './draw-weights.js';
import { perturbationFrom } from './perturbation.js';
import { allChosen, asSelected, type Chosen, reselectorOf } from './reselect.js';
import type { Sensitivity, SensitivityOptions, TaskFrequency } from './sensitivity.js';
import { sensitivityNotes } from './sensitivity-notes.js';
import { spreadOf } from './spread.js';
import { inclusionFrequencies, stabilityOf, swings } from './stability.js';

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

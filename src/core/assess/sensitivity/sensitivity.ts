import { type DataOf, entry, figure, flag, list, number, orNull, text, word } from '../../documents/forms.js';
import { at } from '../../lists/at.js';
import type { Selection } from '../../model/selection.js';
import type { ScoredTask } from '../../model/task.js';
import { randomStreamFor } from '../../random/seeded-numbers.js';
import { jaccard } from '../../statistics/balance.js';
import { correlationOfRanks, midRanks, spearman } from '../../statistics/correlation.js';
import { dirichletDeviation } from '../../statistics/random-numbers.js';
import { compareText } from '../../text/compare-text.js';
import { countOf } from '../../text/count-of.js';
import {
  affordableDraws,
  changeWeight,
  drawWeights,
  perturbationFrom,
  positiveComponents,
  usualDraws,
  type Weights,
  weightSteps,
} from './perturbation.js';
import { allChosen, asSelected, type Chosen, countTies, type Reselection, reselectorOf } from './reselect.js';
import { StabilityTally, spreadOf, swings } from './stability.js';

/** How the weights are perturbed. */
export interface SensitivityOptions {
  /** How many random weightings; 1 or more. Default 500. */
  readonly draws?: number | undefined;
  /** How close the random weights stay to the plan's; 0.001 or more. Default 50, which moves a weight of 0.25 by about 0.06. */
  readonly concentration?: number | undefined;
  /** Default: the plan's seed, or "0". */
  readonly seed?: string | undefined;
}

/** What `assess sensitivity --json` prints. */
export function sensitivitySchema() {
  const spread = { mean: figure(), min: figure(), p5: figure(), p95: figure() };
  const stability = {
    overlap: entry(spread, "Jaccard index of each draw's selection with the plan's."),
    core: number('Selected tasks that at least nine draws in ten select.'),
    swing: number('Tasks that more than one draw in ten but fewer than nine select, whether selected now or not.'),
    newcomers: number('Tasks that are not selected now but are in some draw.'),
  };
  const ties = entry({
    places: number('Places that went to some of several tasks which only their ids tell apart.'),
    tied: number('Tasks that tie for those places.'),
    distinctScores: number(),
    scores: number('Tasks with a score.'),
  });
  const name = { taskId: text(), benchmark: text() };
  return entry({
    draws: number(),
    concentration: number(),
    seed: text(),
    seedFrom: word(['option', 'plan', 'default']),
    selected: number(),
    available: number(),
    weights: list(
      entry({ component: text(), weight: number(), deviation: figure('Standard deviation of the draws.') }),
    ),
    ...stability,
    scoreCorrelation: orNull(entry(spread), "Spearman's rank correlation of all scores with the plan's."),
    ties,
    deciding: orNull(
      entry({ components: list(text()), tasks: number(), tiedPlaces: number('Places that only an id decided then.') }),
      'The components, usually one, of which a single change moves more tasks than any change of another.',
    ),
    benchmarks: list(entry({ name: text(), selected: number(), eligible: number(), ...stability, ties })),
    changes: list(
      entry({
        component: text(),
        change: word(weightSteps),
        weight: figure('The changed weight; the others are scaled so that all sum to 1.'),
        overlap: figure(),
        scoreCorrelation: orNull(figure()),
        moved: number('How many tasks leave or how many enter, whichever is more.'),
        tiedPlaces: number('Places that only an id decided under these weights.'),
        leaving: list(entry(name)),
        entering: list(entry(name)),
      }),
      'Each weight raised, lowered and left out, in the order of the plan.',
    ),
    tasks: list(
      entry({
        ...name,
        selected: flag("Whether the plan's own weights select it."),
        frequency: figure('Share of the draws that select it.'),
        swings: flag(),
      }),
      'Every task that is selected, or would be in some draw: by benchmark, then id.',
    ),
    notes: list(text()),
  });
}

/** How a selection depends on the weights of its score. */
export type Sensitivity = DataOf<typeof sensitivitySchema>;
export type Stability = Pick<Sensitivity, 'overlap' | 'core' | 'swing' | 'newcomers'>;
export type Ties = Sensitivity['ties'];
type ChangeEffect = Sensitivity['changes'][number];

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
    ...whole.stability,
    scoreCorrelation: correlations.length === 0 ? undefined : spreadOf(correlations),
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

function taskFrequencies(base: Chosen, frequencies: ReadonlyMap<ScoredTask, number>): Sensitivity['tasks'] {
  const before = allChosen(base);
  return [...new Set([...before, ...frequencies.keys()])]
    .map((task) => {
      const frequency = frequencies.get(task) ?? 0;
      const { benchmark, id: taskId } = task;
      return { taskId, benchmark, selected: before.has(task), frequency, swings: swings(frequency) };
    })
    .sort((a, b) => compareText(a.benchmark, b.benchmark) || compareText(a.taskId, b.taskId));
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

/** What comes of raising, lowering and leaving out each weight alone; nothing when only one component weighs anything. */
function changeEffects(
  weights: Weights,
  base: Reselection,
  reselect: (weights: Weights) => Reselection,
): readonly ChangeEffect[] {
  const components = positiveComponents(weights);
  if (components.length < 2) return [];
  const before = allChosen(base);
  return components.flatMap((component) =>
    weightSteps.map((change) => {
      const changed = changeWeight(weights, component, change);
      const result = reselect(changed);
      const after = allChosen(result);
      const leaving = namesIn(before, after);
      const entering = namesIn(after, before);
      return {
        component,
        change,
        weight: changed.get(component) ?? 0,
        overlap: jaccard(before, after),
        scoreCorrelation: spearman(base.scores, result.scores),
        moved: Math.max(leaving.length, entering.length),
        tiedPlaces: result.tiedPlaces,
        leaving,
        entering,
      };
    }),
  );
}

/** Which component matters most. */
function decidingComponents(effects: readonly ChangeEffect[]): Sensitivity['deciding'] {
  const tasks = Math.max(0, ...effects.map(({ moved }) => moved));
  if (tasks === 0) return undefined;
  const most = effects.filter(({ moved }) => moved === tasks);
  return {
    components: [...new Set(most.map(({ component }) => component))],
    tasks,
    tiedPlaces: Math.max(...most.map(({ tiedPlaces }) => tiedPlaces)),
  };
}

function namesIn(tasks: ReadonlySet<ScoredTask>, others: ReadonlySet<ScoredTask>): ChangeEffect['leaving'] {
  return [...tasks].filter((task) => !others.has(task)).map(({ benchmark, id: taskId }) => ({ taskId, benchmark }));
}

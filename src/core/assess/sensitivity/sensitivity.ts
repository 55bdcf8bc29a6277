import {
  figureColumn,
  line,
  quietLine,
  type Section,
  tableBy,
  tableOf,
  titled,
  wordColumn,
} from '../../blocks/blocks.js';
import { type DataOf, entry, figure, flag, list, number, orNull, text, word } from '../../documents/forms.js';
import { at, compact } from '../../lists/lists.js';
import { WinnowError } from '../../model/errors.js';
import type { Plan } from '../../model/plan.js';
import type { BenchmarkSelection, Selection } from '../../model/selection.js';
import type { ScoredTask } from '../../model/task.js';
import { randomStreamFor } from '../../random/seeded-numbers.js';
import { jaccard } from '../../statistics/balance.js';
import { midRanks, pearson, spearman } from '../../statistics/correlation.js';
import { dirichletDeviation } from '../../statistics/random-numbers.js';
import { compareText, countOf, formatCount, visibleText } from '../../text/words.js';
import {
  type AssessInput,
  answerOf,
  OptionChecks,
  type OptionValues,
  option,
  type Question,
  seedOf,
  seedWords,
} from '../question/question.js';
import {
  affordableDraws,
  asSelected,
  changeWeight,
  countTies,
  drawWeights,
  type Reselection,
  reselectorOf,
  spreadOf,
  stabilityTally,
  swings,
  usualDraws,
  type Weights,
  weightSteps,
} from './reweighting.js';

const options = {
  draws: option('number', 'count', 'number of random weightings', '500; fewer above 20,000 tasks'),
  concentration: option('number', 'number', 'how close the weights stay to the plan; higher is closer', '50'),
  seed: option('text', 'text', 'seed for the draws', "the plan's, or 0"),
};
type SensitivityOptions = OptionValues<typeof options>;

export function sensitivitySchema() {
  const spread = { mean: figure(), min: figure(), p5: figure(), p95: figure() };
  const stability = {
    overlap: entry(spread, "Jaccard index of the plan's selection and each draw's."),
    core: number('Selected tasks that at least 9 of 10 draws select.'),
    swing: number('Tasks that more than 1 but fewer than 9 of 10 draws select, selected now or not.'),
    newcomers: number('Tasks that only draws select.'),
  };
  const ties = entry({
    places: number('Places decided by id because tasks tied.'),
    tied: number('Tasks that tied for those places.'),
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
    scoreCorrelation: orNull(entry(spread), "Spearman's rank correlation of all scores with the plan's scores."),
    ties,
    deciding: orNull(
      entry({
        components: list(text()),
        tasks: number(),
        tiedPlaces: number('Places decided by id after that change.'),
      }),
      'The components (usually one) whose weight replaces the most tasks in a single change.',
    ),
    benchmarks: list(entry({ name: text(), selected: number(), eligible: number(), ...stability, ties })),
    changes: list(
      entry({
        component: text(),
        change: word(weightSteps),
        weight: figure('The changed weight; other weights are scaled to a sum of 1.'),
        overlap: figure(),
        scoreCorrelation: orNull(figure()),
        moved: number('Tasks that leave or enter, whichever is more.'),
        tiedPlaces: number('Places decided by id under these weights.'),
        leaving: list(entry(name)),
        entering: list(entry(name)),
      }),
      'Each weight raised, lowered and left out, in plan order.',
    ),
    tasks: list(
      entry({
        ...name,
        selected: flag("Whether the plan's weights select it."),
        frequency: figure('The share of draws that select it.'),
        swings: flag(),
      }),
      'Every task that the plan or a draw selects, by benchmark, then id.',
    ),
    notes: list(text()),
  });
}

export type Sensitivity = DataOf<typeof sensitivitySchema>;
export type Stability = Pick<Sensitivity, 'overlap' | 'core' | 'swing' | 'newcomers'>;
type ChangeEffect = Sensitivity['changes'][number];

/** More draws take minutes and hardly change the figures. */
const mostDraws = 10_000;
const defaultConcentration = 50;
/** Near this value, a draw puts almost all weight on one component; far below it, the arithmetic underflows. */
const leastConcentration = 0.001;

/** @throws WinnowError with every option that is out of range. */
function perturbationFrom(given: SensitivityOptions, { plan, statistics }: Selection) {
  const { draws = affordableDraws(statistics.available), concentration = defaultConcentration } = given;
  const checks = new OptionChecks();
  const hint = `The default, ${usualDraws}, estimates a frequency to within about 0.04.`;
  checks.whole('draws', draws, 1, mostDraws, hint);
  const isRight = concentration >= leastConcentration && concentration < Infinity;
  const usual = `The default is ${defaultConcentration}; 20 varies the weights more, 100 less.`;
  checks.check(isRight, 'concentration', `a number, ${leastConcentration} or more`, concentration, usual);
  checks.done();
  return { draws, concentration, ...seedOf(given.seed, plan.seed) };
}

/** Perturbs the score's weights and measures how much of the selection remains. Pure. Throws WinnowError. */
export function assessSensitivity(selection: Selection, given: SensitivityOptions = {}): Sensitivity {
  const { plan, benchmarks, statistics } = selection;
  const { weights } = plan.score;
  const perturbation = perturbationFrom(given, selection);
  const { draws, concentration } = perturbation;
  const random = randomStreamFor(perturbation.seed, 'sensitivity');
  const reselect = reselectorOf(selection);
  const base = asSelected(selection);
  const ranks = midRanks(base.scores);
  const whole = stabilityTally(base.all);
  const parts = benchmarks.length === 1 ? [whole] : base.chosen.map((chosen) => stabilityTally(chosen));
  const correlations: number[] = [];
  // Draws are counted and discarded, because 500 draws of a large pool would fill memory.
  for (let draw = 0; draw < draws; draw++) {
    const drawn = reselect(drawWeights(weights, concentration, random));
    const correlation = pearson(ranks, midRanks(drawn.scores));
    if (correlation !== undefined) correlations.push(correlation);
    whole.add(drawn.all);
    if (benchmarks.length > 1) for (const [i, part] of parts.entries()) part.add(at(drawn.chosen, i));
  }
  const changes = changeEffects(weights, base, reselect);
  const facts = {
    ...perturbation,
    weights: [...weights].map(([component, weight]) => {
      return { component, weight, deviation: dirichletDeviation(weight, concentration) };
    }),
    selected: statistics.selected,
    available: statistics.available,
    ...whole.stability(),
    scoreCorrelation: correlations.length === 0 ? undefined : spreadOf(correlations),
    benchmarks: benchmarks.map((benchmark, i) => ({
      name: benchmark.plan.name,
      selected: benchmark.choices.length,
      eligible: benchmark.eligible,
      ...at(parts, i).stability(),
      ties: tiesIn([benchmark]),
    })),
    tasks: taskFrequencies(base.all, whole.frequencies()),
    changes,
    deciding: decidingComponents(changes),
    ties: tiesIn(benchmarks),
  };
  const isReduced = draws < usualDraws && draws === affordableDraws(statistics.available);
  return { ...facts, notes: sensitivityNotes(facts, isReduced ? usualDraws : undefined) };
}

function tiesIn(benchmarks: readonly BenchmarkSelection[]): Sensitivity['ties'] {
  const scores = benchmarks.flatMap(({ tasks }) => tasks.map(({ score }) => score));
  const ties = countTies(benchmarks.flatMap(({ groups }) => groups));
  return { ...ties, distinctScores: new Set(scores).size, scores: scores.length };
}

function taskFrequencies(before: ReadonlySet<ScoredTask>, frequencies: ReadonlyMap<ScoredTask, number>) {
  return [...new Set([...before, ...frequencies.keys()])]
    .map((task) => {
      const frequency = frequencies.get(task) ?? 0;
      const { benchmark, id: taskId } = task;
      return { taskId, benchmark, selected: before.has(task), frequency, swings: swings(frequency) };
    })
    .sort((a, b) => compareText(a.benchmark, b.benchmark) || compareText(a.taskId, b.taskId));
}

/** The effect of raising, lowering and removing each weight separately; none if only one component has a weight. */
function changeEffects(weights: Weights, base: Reselection, reselect: (weights: Weights) => Reselection) {
  const components = [...weights].filter(([, weight]) => weight > 0).map(([component]) => component);
  if (components.length < 2) return [];
  return components.flatMap((component) =>
    weightSteps.map((change) => {
      const changed = changeWeight(weights, component, change);
      const { all, scores, tiedPlaces } = reselect(changed);
      const leaving = namesIn(base.all, all);
      const entering = namesIn(all, base.all);
      return {
        component,
        change,
        weight: changed.get(component) ?? 0,
        overlap: jaccard(base.all, all),
        scoreCorrelation: spearman(base.scores, scores),
        moved: Math.max(leaving.length, entering.length),
        tiedPlaces,
        leaving,
        entering,
      };
    }),
  );
}

function namesIn(tasks: ReadonlySet<ScoredTask>, others: ReadonlySet<ScoredTask>): ChangeEffect['leaving'] {
  return [...tasks].filter((task) => !others.has(task)).map(({ benchmark, id: taskId }) => ({ taskId, benchmark }));
}

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

/** A selection is stable if at least this share of its tasks is selected in nine of ten draws. */
const stableCore = 0.9;

export const sensitivityQuestion: Question<SensitivityOptions> = {
  name: 'sensitivity',
  title: 'Sensitivity to the weights',
  summary: 'Show how much the selection depends on the weights of the score',
  description:
    "Draws random weights around the plan's weights, selects again each time, and shows which tasks stay selected.\n" +
    'Then raises, lowers and removes one weight at a time.',
  options,
  schema: sensitivitySchema,
  whyNot,
  ask: ({ selection, results }, given) => {
    const message = whyNot({ selection, results });
    const hint = 'To see the cost of each rule, run "winnow assess frontier".';
    if (message !== undefined && selection.plan.score.weights.size > 0)
      throw new WinnowError([{ code: 'assess/optimised', message, hint }]);
    if (message !== undefined) throw new WinnowError([{ code: 'assess/no-weights', message }]);
    const sensitivity = assessSensitivity(selection, given);
    const { core, overlap, selected, changes } = sensitivity;
    return answerOf(sensitivitySchema(), sensitivity, {
      grade: changes.length === 0 ? 'unknown' : core >= stableCore * selected ? 'good' : 'look',
      verdict:
        changes.length === 0
          ? 'Not assessed: the score has only one component, so there are no weights to vary.'
          : `${core} of ${countOf(selected, 'task')} ${core === 1 ? 'stays' : 'stay'} selected in at least 9 of 10 random weightings (mean overlap ${overlap.mean.toFixed(3)}).`,
      sections: sensitivitySections(selection.plan, sensitivity),
    });
  },
};

function whyNot({ selection }: AssessInput): string | undefined {
  if (selection.plan.score.weights.size === 0) return 'the plan has no weights to vary.';
  const isOptimised = selection.benchmarks.some(({ optimum }) => optimum !== undefined);
  return isOptimised ? 'plans with a goal take too long to solve for hundreds of other weights.' : undefined;
}

const mostTasks = 20;

function sensitivitySections(plan: Plan, sensitivity: Sensitivity): readonly Section[] {
  return compact([
    opening(plan, sensitivity),
    { title: 'Weights', blocks: [weightTable(sensitivity)] },
    titled(
      overlapTable(sensitivity),
      quietLine(
        'core: in at least 9 of 10 draws; swing: in 1 to 9 of 10; newcomers: only in draws; ties: decided by id',
      ),
    ),
    correlationSection(sensitivity),
    sensitivity.tasks.some(({ swings }) => swings) && titled(swingTable(sensitivity)),
    ...changeSections(sensitivity),
    tieSection(sensitivity),
  ]);
}

function opening(plan: Plan, sensitivity: Sensitivity): Section {
  const { core, selected, available, draws, concentration, seed, seedFrom } = sensitivity;
  return {
    blocks: [
      line(
        [
          { strong: visibleText(plan.name) },
          ': ',
          { strong: `${formatCount(core)} of ${formatCount(selected)}` },
          ` selected tasks (${formatCount(available)} in the pool) stay selected in at least 9 of 10 random weightings of the ${visibleText(plan.score.name)} score`,
        ],
        { isVerdict: true },
      ),
      quietLine(
        `${countOf(draws, 'draw')} from Dirichlet(${concentration} x weights), seed ${visibleText(seed)} (${seedWords[seedFrom]})`,
        { apart: true },
      ),
    ],
  };
}

function weightTable({ weights }: Sensitivity) {
  return tableBy('Weights and their spread in the draws', weights, [
    [wordColumn('component', ''), ({ component }) => visibleText(component, 40)],
    [figureColumn('plan'), ({ weight }) => String(Number(weight.toFixed(4)))],
    [figureColumn('standard deviation', 'sd'), ({ deviation }) => deviation.toFixed(2)],
  ]);
}

function overlapTable(sensitivity: Sensitivity) {
  const spread = (name: string, key: keyof Sensitivity['overlap']) =>
    [figureColumn(name), ({ overlap }: Pick<Sensitivity, 'overlap'>) => overlap[key].toFixed(3)] as const;
  const rows = [{ ...sensitivity, name: 'all' }, ...sensitivity.benchmarks];
  return tableBy('Overlap with the selection (Jaccard)', rows, [
    [wordColumn('benchmark', ''), ({ name }) => visibleText(name, 40)],
    spread('mean', 'mean'),
    spread('min', 'min'),
    spread('5%', 'p5'),
    spread('95%', 'p95'),
    [figureColumn('core'), ({ core, selected }) => `${formatCount(core)} / ${formatCount(selected)}`],
    [figureColumn('swing'), ({ swing }) => formatCount(swing)],
    [figureColumn('newcomers'), ({ newcomers }) => formatCount(newcomers)],
    [figureColumn('ties'), ({ ties }) => formatCount(ties.places)],
  ]);
}

function correlationSection({ scoreCorrelation: found }: Sensitivity): Section | undefined {
  if (found === undefined) return undefined;
  const [mean, least, from, to] = [found.mean, found.min, found.p5, found.p95].map((value) => value.toFixed(3));
  const blocks = [line(`mean ${mean}, min ${least}, 5% to 95% range ${from} to ${to}`)];
  return { title: 'Rank correlation of all scores (Spearman)', blocks };
}

function swingTable({ tasks, swing }: Sensitivity) {
  const swinging = tasks.filter(({ swings }) => swings).toSorted((a, b) => b.frequency - a.frequency);
  const task = { ...wordColumn('task', ''), isTask: true } as const;
  const rows = swinging.map(({ benchmark, taskId: id, selected, frequency }) => ({
    cells: [frequency.toFixed(2), selected ? 'in' : 'out', `${visibleText(benchmark, 40)} ${visibleText(id, 100)}`],
    task: { benchmark, id },
  }));
  const title = `Swing tasks (${formatCount(swing)}): share of draws that select them, and whether they are selected now`;
  return tableOf(title, [wordColumn('selected in', ''), wordColumn('now', ''), task], rows, { most: mostTasks });
}

function changeSections({ changes, deciding }: Sensitivity): Section[] {
  if (changes.length === 0) return [];
  const components = [...new Set(changes.map(({ component }) => component))];
  const columns = [wordColumn('component', ''), ...['+25%', '-25%', 'removed'].map((name) => figureColumn(name))];
  const rows = components.map((component) => [
    visibleText(component, 40),
    ...changes.filter((each) => each.component === component).map((each) => formatCount(each.moved)),
  ]);
  const all = tableBy('Effect of changing one weight', changes, [
    [wordColumn('component'), ({ component }) => visibleText(component, 40)],
    [wordColumn('change'), ({ change }) => change],
    [figureColumn('weight'), ({ weight }) => String(Number(weight.toFixed(4)))],
    [figureColumn('tasks replaced'), ({ moved }) => formatCount(moved)],
    [figureColumn('overlap'), ({ overlap }) => `${(100 * overlap).toFixed(1)}%`],
  ]);
  return [
    titled(tableOf('Tasks replaced when one weight changes', columns, rows), line(decidingSentence(deciding))),
    { title: 'One weight at a time', blocks: [all], detail: true },
  ];
}

function decidingSentence(deciding: Sensitivity['deciding']): string {
  if (deciding === undefined) return 'No single change replaces a task.';
  const names = deciding.components.map((name) => visibleText(name, 40)).join(' and ');
  const tied = deciding.tiedPlaces === 0 ? '' : ` (and ids then decide ${countOf(deciding.tiedPlaces, 'place')})`;
  const verb = deciding.components.length === 1 ? 'matters' : 'matter';
  return `${names} ${verb} most: one change replaces ${countOf(deciding.tasks, 'task')}${tied}.`;
}

function tieSection({ ties }: Sensitivity): Section {
  const places = `${countOf(ties.places, 'place')} decided only by id`;
  const among = ties.places === 0 ? '' : `, among ${countOf(ties.tied, 'tied task')}`;
  const scores = `${formatCount(ties.distinctScores)} of ${countOf(ties.scores, 'score')} are distinct`;
  return { title: 'Ties', blocks: [line(`${places}${among}; ${scores}`)] };
}

/** `usualDraws` is given if a large pool allowed fewer draws than usual. */
function sensitivityNotes(facts: Omit<Sensitivity, 'notes'>, usualDraws: number | undefined): readonly string[] {
  const { weights, benchmarks, seedFrom, seed, ties, draws, available } = facts;
  const [only, ...more] = weights.filter(({ weight }) => weight > 0);
  const idle = weights.filter(({ weight }) => weight === 0).map(({ component }) => component);
  return compact([
    usualDraws !== undefined &&
      `${draws} draws instead of ${usualDraws}, because the pool has ${countOf(available, 'task')}. Frequencies are accurate to about ${(1 / Math.sqrt(draws)).toFixed(2)}. For more draws, add --draws.`,
    only !== undefined &&
      more.length === 0 &&
      `Only the ${only.component} component has a weight, so there is nothing to vary and the overlap is 1.`,
    idle.length > 0 && `Weights of 0 stay 0, so these components are not explored: ${idle.join(', ')}.`,
    benchmarks.every(({ selected, eligible }) => selected === eligible) &&
      'Every benchmark is selected in full, so scores do not matter and the overlap is 1.',
    ties.places > 0 &&
      'Every draw also breaks ties by id, so the overlap does not show how many places depend only on the id.',
    seedFrom === 'default' && `Neither the plan nor the command sets a seed, so the draws use "${seed}".`,
  ]);
}

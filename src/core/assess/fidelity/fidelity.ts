import {
  type DataOf,
  entry,
  type Form,
  figure,
  flag,
  list,
  maybe,
  number,
  orNull,
  record,
  text,
  word,
} from '../../documents/forms.js';
import { equivalentTasks, resultsAt, shareLeftOf } from '../../learning/forecasts.js';
import { at } from '../../lists/lists.js';
import type { BenchmarkSelection, Selection } from '../../model/selection.js';
import { learnTasks } from '../../purposes/learn-benchmark.js';
import { purposeOf } from '../../purposes/purposes.js';
import { mean } from '../../statistics/summary.js';
import { compareText, countOf } from '../../text/words.js';
import {
  type AssessResults,
  type ConfigurationResults,
  meanReward,
  type PoolResults,
} from '../question/pool-results.js';
import {
  answerOf,
  type Grade,
  OptionChecks,
  type OptionValues,
  option,
  pictureName,
  type Question,
  seedOf,
} from '../question/question.js';
import { fidelitySize, type JudgedScope, type Metric, scopeOf } from './fidelity-figures.js';
import { fidelityMethod, fidelityNotes, fidelityPicture, fidelitySections, fidelitySentence } from './fidelity-view.js';
import { describeDesign, takeAtSize } from './random-design.js';
import { duplicateNotes, duplicatesOf, findNearDuplicates, type Witnesses, witnessesOf } from './witnesses.js';

/** The document that `assess fidelity --json` prints. Rates and errors are shares, not points. */
export function fidelitySchema() {
  const kind = word(['focus', 'representative']);
  const random = orNull(randomFigureSchema(), 'The same figure for random draws of the same size.');
  const metric = entry({ value: orNull(figure()), random });
  const system = entry({
    system: text(),
    counted: flag('False for a near-duplicate of a counted system.'),
    poolTasks: number('Eligible tasks with a result.'),
    poolMissing: number(),
    selectedTasks: number('Selected tasks with a result.'),
    selectedMissing: number(),
    poolRate: figure(),
    rate: figure('The rate on the selected tasks.'),
    error: figure('The rate minus the rate in the pool.'),
    random,
  });
  const reading = entry({
    missing: word(['left out', 'failed'], 'How missing results are treated.'),
    systemsCounted: number('Systems in the metrics; near-duplicates count once.'),
    metrics: record(metric) as unknown as Form<Readonly<Record<Metric, DataOf<typeof metric>>>>,
    biasInterval: orNull(
      entry({ low: figure(), high: figure() }),
      '95% bootstrap interval of the mean error, for tasks chosen by rank and without missing results.',
    ),
    systems: list(system, 'By name.'),
  });
  const size = entry({
    selected: number('Tasks that the rule selects.'),
    isSelection: flag('Whether this is the selection itself.'),
    level: word(
      ['near', 'chance', 'off'],
      '"off": errors larger than chance explains; "chance": no larger than in random draws of this size; "near": also small.',
    ),
    ranking: orNull(word(['holds', 'chance', 'off']), 'Null if there is no ranking.'),
    readings: list(
      reading,
      'First with missing results left out; then, if there are any, with missing results counted as failed.',
    ),
  });
  const leftOut = list(entry({ system: text(), why: text() }), 'Systems that the design learned from.');
  const scope = {
    benchmark: orNull(text(), 'Null for all benchmarks together.'),
    kind,
    eligible: number('Tasks that could have been selected.'),
    randomDesign: text('The random design used for comparison, in words.'),
    leftOut,
    forecast: maybe(forecastSchema(), 'The forecast and the actual figures; missing if the plan has no purpose.'),
    sizes: list(size, 'The selection first, then the same rule at other sizes.'),
  };
  return entry({
    plan: text(),
    kind,
    draws: number(),
    seed: text(),
    seedFrom: word(['option', 'plan', 'default']),
    systems: list(text(), 'Systems with results on the pool, by name.'),
    nearDuplicates: list(
      entry({
        systems: list(text()),
        phi: figure(),
        commonTasks: number('Tasks with results from both.'),
        discordantTasks: number('Common tasks on which they differ.'),
      }),
    ),
    scopes: list(entry(scope), 'All benchmarks together if several are judged, then each in plan order.'),
    notJudged: list(entry({ benchmark: text(), why: text() })),
    notes: list(text()),
  });
}

function randomFigureSchema() {
  return entry({
    mean: figure(),
    rootMeanSquare: figure(),
    p2_5: figure(),
    p5: figure(),
    p95: figure(),
    p97_5: figure(),
    percentile: figure('Share of draws below the selection, counting ties as half.'),
    standing: word(['within', 'better', 'worse'], 'Compared with the middle 95% of the draws.'),
  });
}

function forecastSchema() {
  const both = (description: string) =>
    orNull(entry({ forecast: orNull(figure()), found: orNull(figure()) }), description);
  return entry({
    purpose: text(),
    halfWidth: orNull(figure(), 'Half the width of the forecast 95% interval for a level.'),
    within: orNull(number(), 'Systems with an error within the forecast.'),
    systems: number('Systems in the check.'),
    share: both('The share of the variance of a level that remains.'),
    equivalentRandomTasks: both('The number of random tasks with the same precision for a level.'),
    tau: both("Kendall's τ with the order on all tasks, for a ranking."),
  });
}

export type Fidelity = Omit<DataOf<typeof fidelitySchema>, 'notJudged'> & { readonly notJudged: readonly NotJudged[] };
export type NotJudged = DataOf<typeof fidelitySchema>['notJudged'][number] & {
  /** Whether there are results, but too few or unsuitable ones. */
  readonly resultsFallShort: boolean;
};
export type FidelityScope = Fidelity['scopes'][number];
export type FidelitySize = FidelityScope['sizes'][number];
export type FidelityReading = FidelitySize['readings'][number];
export type MetricFidelity = FidelityReading['metrics'][Metric];
export type RandomFigure = DataOf<typeof randomFigureSchema>;
export type NearDuplicates = Fidelity['nearDuplicates'][number];
export type ForecastCheck = DataOf<typeof forecastSchema>;

const options = {
  draws: option('number', 'count', 'number of random draws to compare with', '1000'),
  sizes: option('numbers', 'numbers', "also judge the plan's rule at other sizes, such as 36,93"),
  benchmark: option('text', 'name', 'judge only this benchmark'),
  seed: option('text', 'text', 'seed for the draws', "the plan's, or 0"),
};

interface FidelityOptions extends OptionValues<typeof options> {
  /** The lowest reward that counts as a pass, for detecting near-duplicate systems. Default 1. */
  readonly passAt?: number | undefined;
}

/** Fewer draws can't locate the ends of the middle 95%. */
const leastDraws = 100;
const mostDraws = 100_000;
const defaultDraws = 1000;

/** @throws WinnowError with every option that is out of range. */
function settingFrom(given: FidelityOptions, { plan }: Selection) {
  const { draws = defaultDraws, sizes = [], benchmark, passAt = 1 } = given;
  const checks = new OptionChecks();
  checks.whole('draws', draws, leastDraws, mostDraws, `The default is ${defaultDraws}.`);
  checks.sizes(sizes, 1, '36,93');
  checks.benchmark(benchmark, plan);
  checks.done();
  const ascending = [...new Set(sizes)].sort((a, b) => a - b);
  return { draws, sizes: ascending, benchmark, passAt, ...seedOf(given.seed, plan.seed) };
}

type Setting = ReturnType<typeof settingFrom>;

export interface JudgedBenchmark extends Witnesses {
  readonly benchmark: BenchmarkSelection;
}

/** Compares rates on the selected tasks with rates on all eligible tasks and on random draws. Throws WinnowError. */
export function assessFidelity(
  selection: Selection,
  results: PoolResults | undefined,
  given: FidelityOptions = {},
): Fidelity {
  const setting = settingFrom(given, selection);
  const systems = (results?.configurations ?? []).toSorted((a, b) => compareText(a.name, b.name));
  const names = systems.map(({ name }) => name);
  const likeness = findNearDuplicates(systems, setting.passAt);
  const duplicates = duplicatesOf(names, likeness.nearDuplicates);
  const judged: JudgedBenchmark[] = [];
  const notJudged: NotJudged[] = [];
  for (const benchmark of selection.benchmarks) {
    const { name } = benchmark.plan;
    if (setting.benchmark !== undefined && setting.benchmark !== name) continue;
    const found = witnessesOf(selection, benchmark, systems, duplicates, setting.passAt);
    if ('why' in found) notJudged.push({ benchmark: name, ...found });
    else judged.push({ benchmark, ...found });
  }
  const each = judged.map((one) => benchmarkScope(one, duplicates, setting));
  const { draws, seed, seedFrom } = setting;
  const facts = {
    ...{ plan: selection.plan.name, kind: selection.kind, draws, seed, seedFrom, systems: names },
    nearDuplicates: likeness.nearDuplicates,
    scopes: [...scopeOfAll(judged, duplicates, setting), ...each.map(({ scope }) => scope)],
    notJudged,
  };
  const notes = [...duplicateNotes(likeness), ...fidelityNotes(facts, judged, results)];
  return { ...facts, notes: [...notes, ...each.flatMap(({ cannot }) => cannot)] };
}

/** One benchmark at the selection's size and at the requested sizes. `cannot` explains sizes that can't be judged. */
function benchmarkScope(
  { benchmark, systems, leftOut }: JudgedBenchmark,
  duplicates: JudgedScope['duplicates'],
  setting: Setting,
) {
  const { name } = benchmark.plan;
  const scope = scopeOf([benchmark], systems, duplicates);
  const own = fidelitySize(scope, [benchmark], true, setting);
  const sizes = own === undefined ? [] : [own];
  const cannot: string[] = [];
  for (const size of setting.sizes.filter((each) => each !== benchmark.choices.length)) {
    const taken = takeAtSize(benchmark, size);
    const found = 'why' in taken ? undefined : fidelitySize(scope, [taken], false, setting);
    const why = 'why' in taken ? taken.why : 'no system has results on the tasks it would select.';
    if (found !== undefined) sizes.push(found);
    else cannot.push(`${name} can't be judged at ${countOf(size, 'task')}: ${why}`);
  }
  const forecast = own && forecastCheck(benchmark, systems, at(own.readings, 0));
  return { scope: { benchmark: name, ...describeScope(scope, [benchmark]), leftOut, forecast, sizes }, cannot };
}

/** All judged benchmarks together, using the systems that can judge each of them; empty if there is only one. */
function scopeOfAll(
  judged: readonly JudgedBenchmark[],
  duplicates: JudgedScope['duplicates'],
  setting: Setting,
): readonly FidelityScope[] {
  const [first, ...others] = judged;
  if (first === undefined || others.length === 0) return [];
  const systems = first.systems.filter((system) => others.every((each) => each.systems.includes(system)));
  const taken = judged.map(({ benchmark }) => benchmark);
  const scope = scopeOf(taken, systems, duplicates);
  const size = fidelitySize(scope, taken, true, setting);
  if (size === undefined) return [];
  const out = judged.flatMap(({ leftOut }) => leftOut);
  const leftOut = out.filter(({ system }, i) => out.findIndex((each) => each.system === system) === i);
  return [{ benchmark: undefined, ...describeScope(scope, taken), leftOut, sizes: [size] }];
}

function describeScope({ kind, placeOf }: JudgedScope, taken: readonly BenchmarkSelection[]) {
  return { kind, eligible: placeOf.size, randomDesign: describeDesign(taken) };
}

function forecastCheck(
  { plan, tasks, leftOut, learned, priorRewards, choices }: BenchmarkSelection,
  witnesses: readonly ConfigurationResults[],
  { systems, metrics }: FidelityReading,
): ForecastCheck | undefined {
  if (learned === undefined || priorRewards === undefined) return undefined;
  const forecast = learned.forecast;
  const { purpose } = learned;
  const nothing = { halfWidth: undefined, within: undefined, share: undefined, equivalentRandomTasks: undefined };
  if (purposeOf({ name: purpose }).figure === 'tau') {
    const tau = { forecast: forecast.tau?.design, found: metrics.kendall_tau_b.value };
    return { purpose, systems: systems.length, ...nothing, tau };
  }
  const out = new Set(leftOut);
  const fitting = tasks.filter(({ id }) => !out.has(id));
  const known = learnTasks(fitting, priorRewards);
  const shares = witnesses.flatMap((witness) => {
    const own = fitting.map(({ id }) => meanReward(witness, { benchmark: plan.name, id }) ?? Number.NaN);
    return known === undefined
      ? []
      : (shareLeftOf([...resultsAt(known.results), own], known.results.length)?.share ?? []);
  });
  const share = shares.length === 0 ? undefined : mean(shares);
  const halfWidth = forecast.halfWidth.design;
  const equivalent =
    share === undefined ? undefined : equivalentTasks(choices.length, fitting.length, Math.min(1, share));
  return {
    purpose,
    halfWidth,
    within: systems.filter(({ error }) => Math.abs(error) <= halfWidth).length,
    systems: systems.length,
    share: { forecast: forecast.share, found: share },
    equivalentRandomTasks: { forecast: forecast.equivalent, found: equivalent },
    tau: undefined,
  };
}

export const fidelityQuestion: Question<OptionValues<typeof options>> = {
  name: 'fidelity',
  title: 'Fidelity',
  summary: 'Show how well results on the selection reproduce those on the pool',
  description:
    'Compares levels and rankings on the selected tasks with those on all eligible tasks, and with random draws of the\n' +
    'same size. Needs results on selected and unselected tasks (--results).',
  options,
  schema: fidelitySchema,
  needsResults: true,
  ask: ({ selection, results }, given) => {
    const fidelity = assessFidelity(selection, results?.pool, { ...given, passAt: leastPassed(results) });
    const verdict = fidelitySentence(fidelity, results?.whyNone);
    return answerOf(fidelitySchema(), fidelity, {
      grade: gradeOf(fidelity),
      verdict,
      sections: fidelitySections(fidelity, verdict),
      method: fidelityMethod(fidelity),
      pictures: fidelity.scopes.map((scope) => [pictureName('fidelity', scope.benchmark), fidelityPicture(scope)]),
    });
  },
};

/** The lowest passing reward. It works as the threshold whether an option or the results set the real one. */
function leastPassed(results: AssessResults | undefined): number | undefined {
  let least: number | undefined;
  for (const { status, reward } of results?.outcomes.outcomes ?? []) {
    if (status === 'passed' && reward !== undefined) least = Math.min(least ?? reward, reward);
  }
  return least;
}

function gradeOf({ scopes }: Fidelity): Grade {
  const size = scopes[0]?.sizes[0];
  if (size === undefined) return 'unknown';
  // With fewer than three systems, not counting those that pass or fail everything, agreement proves little.
  const { systems } = at(size.readings, 0);
  const shown = systems.filter(({ counted, poolRate }) => counted && poolRate > 0 && poolRate < 1).length;
  if (size.level !== 'near') return 'look';
  if (shown < 3) return 'unknown';
  return size.ranking === undefined || size.ranking === 'holds' ? 'good' : 'look';
}

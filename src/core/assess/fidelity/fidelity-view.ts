import {
  type Block,
  type Column,
  figureColumn,
  line,
  quietLine,
  type Section,
  tableBy,
  wordColumn,
} from '../../blocks/blocks.js';
import { kindWords } from '../../describe/selection-words.js';
import { at, compact, groupBy } from '../../lists/lists.js';
import { type Drawing, drawChart, type Mark, rowAxis } from '../../pictures/chart.js';
import { capital, countOf, cutText, formatCount, inPoints, joinWords, signed, visibleText } from '../../text/words.js';
import type { PoolResults } from '../question/pool-results.js';
import { seedWords } from '../question/question.js';
import type {
  Fidelity,
  FidelityReading,
  FidelityScope,
  FidelitySize,
  ForecastCheck,
  JudgedBenchmark,
  RandomFigure,
} from './fidelity.js';
import { type Metric, metricNames, metrics } from './fidelity-figures.js';
import { emptyGroups } from './random-design.js';
import { missingNotes } from './witnesses.js';

/** One or two sentences about the selection. `whyNone` is the reason why no result matches the pool. */
export function fidelitySentence({ scopes, notJudged }: Fidelity, whyNone: string | undefined): string {
  const size = scopes[0]?.sizes[0];
  if (size !== undefined) {
    const scope = scopes.length + notJudged.length > 1 && `${scopes[0]?.benchmark ?? 'All judged benchmarks'}: `;
    return `${scope || ''}${levelSentence(size)} ${rankingSentence(size)}`;
  }
  if (whyNone !== undefined) return `Not assessed: ${whyNone}`;
  const cause = notJudged.find(({ resultsFallShort }) => resultsFallShort);
  if (cause !== undefined) return `Not assessed: in ${cause.benchmark}, ${cause.why}`;
  return 'Not assessed: needs results (--results) on both selected and unselected tasks of a benchmark.';
}

/** The first reading, with missing results left out. */
function figuresOf({ readings }: FidelitySize): FidelityReading {
  return at(readings, 0);
}

export function levelSentence(size: FidelitySize): string {
  const { metrics: found, systemsCounted } = figuresOf(size);
  const { bias, root_mean_square_error: rmse, mean_absolute_error: mae } = found;
  const isOne = systemsCounted === 1;
  const tasks = size.selected === 1 ? 'the selected task' : `the ${formatCount(size.selected)} selected tasks`;
  const mean = isOne ? `The level on ${tasks} is` : `On average, levels on ${tasks} are`;
  const off = `${mean} off by ${signedPoints(bias.value)} points`;
  const draws = `95% of random draws of ${size.selected}`;
  if (bias.random === undefined || rmse.random === undefined) {
    return `${off}. There is no random draw to compare this with.`;
  }
  const range = `${draws} fall between ${wideRange(bias.random, ' and ')}`;
  if (bias.random.standing === 'worse') {
    return `${off}. That is more than chance explains: ${range}.`;
  }
  if (size.level === 'off') {
    return `Levels on ${tasks} are off by ${points(rmse.value)} points (root mean square over ${systemsCounted} systems). That is more than chance explains: ${draws} are below ${points(rmse.random.p97_5)}. The mean error is ${signedPoints(bias.value)}.`;
  }
  const absolute = isOne ? '' : ` (mean absolute error ${points(mae.value)})`;
  const usual = size.level === 'near' ? 'within chance' : 'within chance but not small';
  return `${off}${absolute}. That is ${usual}: ${range} (percentile ${percentile(bias.random)}).`;
}

/** One sentence about the ranking, and another if the system ranked first is not the best. */
export function rankingSentence(size: FidelitySize): string {
  const { metrics: found, systemsCounted } = figuresOf(size);
  const { kendall_tau_b: tau, pairwise_accuracy_3_points: widePairs, top_1_regret: regret } = found;
  if (systemsCounted === 1) return 'With only one system, there is nothing to rank.';
  if (size.ranking === undefined) return 'The systems tie, so there is no ranking to compare.';
  const drawn = tau.random && `; random draws ${tau.random.p5.toFixed(2)} to ${tau.random.p95.toFixed(2)}`;
  const wide =
    widePairs.value === undefined
      ? ''
      : `; ${Math.round(100 * widePairs.value)}% of pairs at least 3 points apart are in order`;
  const figures = `(tau-b ${tau.value?.toFixed(2)}${drawn ?? ''}${wide})`;
  const says = {
    holds: `holds ${figures}`,
    chance: `is imprecise, but no worse than chance ${figures}`,
    off: `is worse than chance ${figures}`,
  };
  const seldom = regret.random?.standing === 'worse' ? `, more than in 95% of random draws of ${size.selected}` : '';
  const below = ` However, the system ranked first is ${points(regret.value)} points below the best${seldom}.`;
  return `The ranking of the ${systemsCounted} systems ${says[size.ranking]}.${(regret.value ?? 0) > 0 ? below : ''}`;
}

export function forecastSentence(check: ForecastCheck): string {
  const { halfWidth, within, systems, equivalentRandomTasks: equivalent, share, tau } = check;
  const who = countOf(systems, 'system');
  if (tau !== undefined) {
    const [forecast, found] = [tau.forecast, tau.found].map((value) => value?.toFixed(2) ?? 'none');
    return `Forecast check on ${who} not used for learning: τ ${forecast} forecast, ${found} found.`;
  }
  const rounded = (value: number | undefined) => (value === undefined ? 'unknown' : String(Math.round(value)));
  const gain =
    share?.found === undefined
      ? ''
      : ` Equivalent random tasks: ${rounded(equivalent?.forecast)} forecast, ${rounded(equivalent?.found)} found.`;
  const width = `${within} of ${who} ${within === 1 ? 'is' : 'are'} within the forecast ±${points(halfWidth ?? 0)} points`;
  return `Forecast check on systems not used for learning: ${width}.${gain}`;
}

/** For example -7.9, +1.3, 0.0. */
function signedPoints(share: number | undefined): string {
  return share === undefined ? '-' : signed(100 * share, 1);
}

function points(share: number | undefined): string {
  return share === undefined ? '-' : inPoints(share);
}

function percentile({ percentile: share }: RandomFigure): string {
  return share < 0.01 ? '<1' : share > 0.99 ? '>99' : String(Math.round(100 * share));
}

function wideRange({ p2_5, p97_5 }: RandomFigure, to = ' to '): string {
  return `${signedPoints(p2_5)}${to}${signedPoints(p97_5)}`;
}

const mostSystems = 20;

export function fidelitySections({ scopes, notJudged }: Fidelity, verdict: string): readonly Section[] {
  const sections = scopes.flatMap((scope) => scope.sizes.map((size) => sizeSection(scope, size)));
  const opening: Section = { blocks: [line(visibleText(verdict, 600), { isVerdict: true })] };
  const reasons = notJudged.map(({ benchmark, why }) => {
    return line(`${visibleText(benchmark, 60)}: ${visibleText(why, 600)}`);
  });
  return compact([
    ...(sections.length === 0 ? [opening] : sections),
    reasons.length > 0 && { title: 'Not judged', blocks: reasons },
  ]);
}

export function fidelityMethod({ scopes, draws, seed, seedFrom }: Fidelity): string | undefined {
  if (scopes.length === 0) return undefined;
  return `Errors are in points. ${countOf(draws, 'random draw')} (sfc32) with seed ${visibleText(seed)} (${seedWords[seedFrom]}). The percentile is the share of draws below, counting ties as half.`;
}

function sizeSection(scope: FidelityScope, size: FidelitySize): Section {
  const { benchmark = 'all judged benchmarks', eligible, kind, forecast, randomDesign } = scope;
  const title = visibleText(`${benchmark}: ${size.selected} of ${countOf(eligible, 'task')}, ${kindWords[kind]}`, 200);
  const figures = figuresOf(size);
  return {
    title: [{ strong: title }, size.isSelection ? '' : ' (the same rule at this size)'],
    blocks: compact([
      line(levelSentence(size)),
      line(rankingSentence(size)),
      size.isSelection && forecast && line(forecastSentence(forecast)),
      size.isSelection && quietLine(`Compared with ${visibleText(randomDesign)}.`),
      ...metricBlocks(figures, title),
      ...systemBlocks(figures, title),
      failedLine(size),
    ]),
  };
}

const wideColumn: Column = { ...figureColumn('random 2.5% to 97.5%'), detail: true };

function metricBlocks({ metrics: found, systemsCounted, biasInterval }: FidelityReading, scope: string): Block[] {
  // With one system, all level metrics reduce to its error, and there is no ranking.
  const shown = metricNames.filter((name) => systemsCounted > 1 || name === 'bias');
  const text = (name: Metric, value: number | undefined) => {
    if (value === undefined) return '-';
    return { 'signed points': signedPoints(value), points: points(value), none: value.toFixed(2) }[metrics[name].unit];
  };
  const beside = (cell: (random: RandomFigure, name: Metric) => string) => (name: Metric) => {
    const { random } = found[name];
    return random === undefined ? '' : cell(random, name);
  };
  const range = (from: 'p5' | 'p2_5', to: 'p95' | 'p97_5') =>
    beside((random, name) => `${text(name, random[from])} to ${text(name, random[to])}`);
  const table = tableBy(
    `Compared with random draws, ${scope}`,
    shown,
    [
      [wordColumn(countOf(systemsCounted, 'system')), (name) => metrics[name].words],
      [figureColumn('selection'), (name) => text(name, found[name].value)],
      [figureColumn('random'), beside((random, name) => text(name, random.mean))],
      [figureColumn('random 5% to 95%', '5% to 95%'), range('p5', 'p95')],
      [wideColumn, range('p2_5', 'p97_5')],
      [figureColumn('percentile'), beside(percentile)],
      [wordColumn('vs chance'), beside(({ standing }) => (standing === 'within' ? standing : `${standing} than 95%`))],
    ],
    { apart: true },
  );
  if (biasInterval === undefined) return [table];
  const bootstrap = `With other tasks like these, the mean error would be ${signedPoints(biasInterval.low)} to ${signedPoints(biasInterval.high)} (95% bootstrap interval).`;
  return [table, line(bootstrap)];
}

function systemBlocks({ systems }: FidelityReading, scope: string): Block[] {
  const tasks = (count: number, missing: number) =>
    `${formatCount(count)}${missing === 0 ? '' : ` (-${formatCount(missing)})`}`;
  const table = tableBy(
    `Rates of the systems, ${scope}`,
    systems,
    [
      [wordColumn('system', ''), ({ system, counted }) => `${visibleText(system, 40)}${counted ? '' : ' *'}`],
      [figureColumn('pool %'), ({ poolRate }) => points(poolRate)],
      [figureColumn('tasks in the pool', 'tasks'), (each) => tasks(each.poolTasks, each.poolMissing)],
      [figureColumn('selected %'), ({ rate }) => points(rate)],
      [figureColumn('selected tasks', 'tasks'), (each) => tasks(each.selectedTasks, each.selectedMissing)],
      [figureColumn('error'), ({ error }) => signedPoints(error)],
      [
        figureColumn('random 5% to 95%'),
        ({ random }) => (random ? `${signedPoints(random.p5)} to ${signedPoints(random.p95)}` : '-'),
      ],
      [wideColumn, ({ random }) => (random ? wideRange(random) : '-')],
      [figureColumn('percentile'), ({ random }) => (random ? percentile(random) : '-')],
    ],
    { apart: true, most: mostSystems },
  );
  const isUncounted = systems.some(({ counted }) => !counted);
  return [table, ...(isUncounted ? [quietLine('* near-duplicate of another system, not counted above')] : [])];
}

function failedLine({ readings }: FidelitySize): Block | undefined {
  const failed = readings.find(({ missing }) => missing === 'failed');
  if (failed === undefined) return undefined;
  const { bias, mean_absolute_error: mae, kendall_tau_b: tau } = failed.metrics;
  const standing = (bias.random?.standing ?? 'within') === 'within' ? 'within chance' : 'more than chance';
  const order = tau.value === undefined ? '' : `, tau-b ${tau.value.toFixed(2)}`;
  return line(
    `These figures leave out missing results (in brackets). Counting them as failed gives mean error ${signedPoints(bias.value)} (${standing}), mean absolute error ${points(mae.value)}${order}.`,
    { apart: true },
  );
}

const mostDrawn = 24;

type SystemFidelity = FidelityReading['systems'][number];

/** Each system's error as a dot over the 5% to 95% range of random draws; undefined if there are no systems. */
export function fidelityPicture({ benchmark, randomDesign, sizes }: FidelityScope): Drawing | undefined {
  const drawn = sizes.map((size) => ({ size, own: figuresOf(size).systems.slice(0, mostDrawn) }));
  // One row per system and size, under a heading per size if there are several sizes.
  const lines = drawn.flatMap(({ size, own }): { readonly words: string; readonly system?: SystemFidelity }[] => {
    const heading = `${size.selected} tasks${size.isSelection ? ' (the selection)' : ' (same rule)'}`;
    const each = own.map((system) => {
      return { words: `${cutText(system.system, 34)}${system.counted ? '' : ' *'}`, system };
    });
    return [...(sizes.length > 1 ? [{ words: cutText(heading, 34) }] : []), ...each];
  });
  const { at: heightOf, ...axis } = rowAxis(lines, 1, 22);
  const systems = lines.flatMap(({ system }, i) => (system === undefined ? [] : [{ at: heightOf(i), ...system }]));
  if (systems.length === 0) return undefined;
  const isUncounted = systems.some(({ counted }) => !counted);
  const ends = systems
    .flatMap(({ error, random }) => [error, random?.p2_5 ?? 0, random?.p97_5 ?? 0])
    .map((share) => 100 * share);
  const [least, most] = [Math.min(-1, ...ends), Math.max(1, ...ends)];
  const margin = 0.08 * (most - least);
  const described = drawn.map(({ size, own }) => {
    const errors = own.map(({ system, error }) => `${system} ${signedPoints(error)}`);
    return `${size.selected} tasks: ${levelSentence(size)} ${rankingSentence(size)} Errors in points: ${errors.join(', ')}.`;
  });
  return drawChart({
    title: `Error on the selected tasks, ${benchmark ?? 'all judged benchmarks'}`,
    description: `Compared with ${randomDesign}. ${described.join(' ')}`,
    width: 800,
    x: {
      label: `rate on the selected tasks minus rate in the pool, in points${isUncounted ? '; *: near-duplicate, not counted' : ''}`,
      from: least - margin,
      to: most + margin,
    },
    ...axis,
    left: 240,
    marks: [{ kind: 'rule', x: 0 }, ...marksOf(systems)],
  });
}

function marksOf(systems: readonly (SystemFidelity & { readonly at: number })[]): readonly Mark[] {
  const ranges = systems.flatMap(({ at: height, random }, i): Mark[] => {
    if (random === undefined) return [];
    const box = { x: [100 * random.p5, 100 * random.p95] as const, y: [height - 0.2, height + 0.2] as const };
    const label = i === 0 ? { label: 'random draws: 5% to 95% (line: 95%)' } : {};
    return [
      { kind: 'range', y: height, low: 100 * random.p2_5, high: 100 * random.p97_5, colour: 'grey' },
      { kind: 'box', ...box, colour: 'grey', opacity: 0.45, ...label },
    ];
  });
  const dots = (isOutside: boolean, colour: 'blue' | 'orange', label: string): Mark[] => {
    const own = systems.filter(({ random }) => (random?.standing === 'worse') === isOutside);
    const places = own.map(({ at: height, error }) => [100 * error, height] as const);
    return places.length === 0 ? [] : [{ kind: 'dots', points: places, colour, label, radius: 5, opacity: 1 }];
  };
  return [...ranges, ...dots(false, 'blue', 'within chance'), ...dots(true, 'orange', 'more than chance')];
}

export function fidelityNotes(
  { scopes, seedFrom }: Pick<Fidelity, 'scopes' | 'seedFrom'>,
  judged: readonly JudgedBenchmark[],
  results: PoolResults | undefined,
): string[] {
  if (results === undefined) return ['Fidelity needs results on tasks in the pool.'];
  const together = scopes.find(({ benchmark }) => benchmark === undefined);
  return compact([
    ...scopes.flatMap(systemNotes),
    ...judged.flatMap(benchmarkNotes),
    ...judged.flatMap((each) => missingNotes(each.benchmark, each)),
    judged.length > 1 &&
      together?.kind !== 'representative' &&
      (together === undefined
        ? 'No system has results on every benchmark, so there is no overall figure.'
        : 'The benchmarks have different shares in the selection than in the pool. That explains part of the overall error.'),
    scopes.some(({ kind }) => kind === 'focus') &&
      'These figures apply only to these systems. For other systems, tasks chosen by rank may be further off.',
    seedFrom === 'default' && 'The plan sets no seed, so the draws use "0".',
    ...results.warnings.map(({ message }) => capital(message)),
  ]);
}

const fewTasks = 10;

function systemNotes({ benchmark, sizes }: FidelityScope): string[] {
  if (sizes[0] === undefined) return [];
  const { systemsCounted, systems, metrics: found } = figuresOf(sizes[0]);
  const pairs = (systemsCounted * (systemsCounted - 1)) / 2;
  const constant = systems.filter(({ poolRate }) => poolRate === 0 || poolRate === 1).map(({ system }) => system);
  const few = systems.filter(({ selectedTasks }) => selectedTasks < fewTasks);
  const notes = compact([
    systemsCounted === 1 && 'with one system, Winnow can judge the level but not a ranking.',
    systemsCounted > 1 &&
      systemsCounted < 10 &&
      `${systemsCounted} systems form only ${countOf(pairs, 'pair')}, so one reversed pair changes tau-b by ${(2 / pairs).toFixed(2)}.`,
    systemsCounted > 1 &&
      found.kendall_tau_b.value === undefined &&
      'all systems have the same rate (in the pool or on the selected tasks), so there is no ranking to compare.',
    constant.length > 0 &&
      `${joinWords(constant)} passed or failed every task in the pool. Any subset gives the same level, so an error of 0 means nothing.`,
    ...[...groupBy(few, ({ selectedTasks }) => selectedTasks)].map(([count, own]) => {
      const [have, its] = own.length === 1 ? ['has', 'its error means'] : ['have', 'their errors mean'];
      const names = joinWords(own.map(({ system }) => system));
      return `${names} ${have} results on only ${countOf(count, 'selected task')}, so ${its} little.`;
    }),
  ]);
  return notes.map((note) => `${benchmark ?? 'all benchmarks together'}: ${note}`);
}

function benchmarkNotes({ benchmark, notes }: JudgedBenchmark): string[] {
  const { name } = benchmark.plan;
  const outside = benchmark.tasks.length - benchmark.eligible;
  const empty = emptyGroups(benchmark);
  const [has, them] = empty === 1 ? ['has', 'it'] : ['have', 'them'];
  return compact([
    outside > 0 &&
      `${name}: pool rates cover the ${countOf(benchmark.eligible, 'eligible task')}, not the ${outside} that can't be selected.`,
    ...notes,
    empty > 0 &&
      `${name}: ${countOf(empty, 'group')} ${has} no selected tasks. The random draws merge ${them} into the smallest other group, so every task can be drawn.`,
  ]);
}

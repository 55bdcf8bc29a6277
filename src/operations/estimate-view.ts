import {
  figureColumn,
  line,
  plainTable,
  quietLine,
  type Section,
  tableBy,
  tableOf,
  warningSection,
  withSigns,
  wordColumn,
} from '../core/blocks/blocks.js';
import {
  aboutWords,
  difference,
  differenceWords,
  endWords,
  gainWords,
  isExact,
  isLevelKnown,
  levelWords,
  partWords,
  points,
  pValue,
  rateOf,
  readingWords,
  runWords,
  tasksBehind,
} from '../core/estimate/estimate-words.js';
import { ignoresMissing, placementWords, rankRange, unrankedWords } from '../core/estimate/placement.js';
import type {
  ConfigurationEstimate,
  Coverage,
  DifferenceEstimate,
  Estimate,
  Judgement,
  LevelReading,
  OrderEstimate,
  OrderReading,
  PairedFigure,
  StratumCoverage,
} from '../core/estimate/pool-estimate.js';
import { compact, groupBy } from '../core/lists/lists.js';
import { doubtsAboutTasks } from '../core/outcomes/match-outcomes.js';
import { compareText, countOf, formatCount, inPoints, percent, visibleText } from '../core/text/words.js';
import { section, sectionsOf, under } from './declare/sections.js';

const inset = { level: 1 };

/** More systems than these are shown in a table, and one by one only if asked for. */
const mostInDetail = 2;

/** The parts of an estimate that only the command line shows: tables of many systems, and requirements. */
export interface PrintedParts {
  readonly differenceTable: (estimate: Estimate) => readonly Section[];
  readonly requirementSection: (judgement: Judgement) => Section;
  /** Whether to show every system in detail, even if there are many. */
  readonly isVerbose: boolean;
}

/** An estimate: levels, each system, differences, missing results and warnings. `printed`: none shows all details. */
export function estimateView(estimate: Estimate, printed?: PrintedParts): readonly Section[] {
  const { claim, selected, weighting, assistance, order, population, requirements = [] } = estimate;
  const isDetailed = printed?.isVerbose !== false || estimate.configurations.length <= mostInDetail;
  const areKnown = estimate.configurations.every(({ readings: [first] }) => isLevelKnown(first));
  const marks = estimate.kind === 'focus' || !isDetailed ? '' : legend(estimate);
  return sectionsOf(
    estimate.configurations.length > 1 ? levelTable(estimate) : headline(estimate),
    section(resultsLine(estimate)),
    section(
      estimate.warnings.some(({ code }) => doubtsAboutTasks.includes(code)) &&
        'Check the tasks: some results may come from another benchmark, version or selection (see Warnings).',
      !areKnown && [visibleText(claim, 600), incompleteWords(estimate)],
      aboutWords(estimate),
      weighting && `Weights: ${weighting}.`,
      !areKnown && assistance && `Earlier results: ${visibleText(assistance, 400)}.`,
    ),
    order && orderSections(order, percent(estimate.level), order.selected === selected),
    isDetailed &&
      estimate.configurations.flatMap((each) =>
        configurationSections(each, population, isDivided(estimate) ? each.tier : undefined),
      ),
    isDetailed || estimate.differences.length <= mostInDetail
      ? estimate.differences.flatMap(differenceSections)
      : printed?.differenceTable(estimate),
    warningSection(estimate.warnings),
    printed && requirements.map(printed.requirementSection),
    section(marks !== '' && quietLine(marks)),
    section(!isDetailed && quietLine("For each system's figures by label and its missing results, add --verbose.")),
  );
}

/** Whether levels come from different tasks, each from those that the system's results cover. */
function isDivided({ configurations, selected }: Estimate): boolean {
  return configurations.some(({ coverage }) => coverage.selected !== selected);
}

/** The tasks with results: "all 500 tasks in the pool", "25 of 50 selected tasks". */
function taskWords(estimate: Estimate): string {
  const { configurations, selected, population, kind, tier, differences } = estimate;
  const range = (counts: readonly number[]) => {
    const [fewest, most] = [Math.min(...counts), Math.max(...counts)];
    return fewest === most ? formatCount(most) : `${formatCount(fewest)} to ${formatCount(most)}`;
  };
  const behind = configurations.flatMap(({ readings: [first] }) => (first === undefined ? [] : [tasksBehind(first)]));
  if (isDivided(estimate)) {
    const common = tier === undefined ? 'the whole selection' : `the tier ${visibleText(tier.name)}`;
    const pairs = differences.flatMap(({ readings: [first] }) => first?.pairs ?? []);
    const isCovered = pairs.every((count) => count === selected);
    const which = isCovered
      ? `the ${countOf(selected, 'task')} in ${common}, which all systems cover`
      : `${common}. Both systems have results on ${range(pairs)} of its ${countOf(selected, 'task')}`;
    const paired = pairs.length === 0 ? '' : `. Differences use ${which}`;
    return `${range(behind)} tasks. Each level uses the tasks that the system's results cover${paired}.`;
  }
  const counts = configurations.map(({ coverage }) => coverage.scored);
  const isWhole = counts.every((count) => count === selected);
  if (isWhole && selected === population && kind === 'representative')
    return `all ${countOf(population, 'task')} in the pool`;
  const words = isWhole
    ? countOf(selected, 'selected task')
    : `${range(counts)} of ${selected === population ? `the ${countOf(population, 'task')} in the pool` : countOf(selected, 'selected task')}`;
  const more = behind.filter((count) => count > selected);
  return more.length === 0
    ? words
    : `${words}; ${countOf(more.length, 'level uses', 'levels use')} ${range(more)} of the ${countOf(population, 'task')} in the pool`;
}

/** With more results missing, the remaining tasks may no longer be a random sample. */
const enoughScored = 0.8;

function incompleteWords({ configurations, kind }: Estimate): string | undefined {
  const few = configurations.filter(({ coverage }) => coverage.scored < enoughScored * coverage.selected);
  if (kind === 'focus' || few.length === 0) return undefined;
  const who =
    configurations.length === 1
      ? 'many results are missing'
      : `${countOf(few.length, 'system is', 'systems are')} missing many results`;
  return `Incomplete: ${who}. Estimates are valid only if results are missing at random.`;
}

function levelTable({ configurations, title, level, kind, levelWeight, population }: Estimate): readonly Section[] {
  const earlier = Math.max(0, ...configurations.map(({ placement }) => placement?.systems ?? 0));
  const unranked = configurations.find(({ placement }) => placement !== undefined)?.placement?.unranked ?? 0;
  const isSame = configurations.every(({ placement }) => (placement?.systems ?? earlier) === earlier);
  const isEqual = levelWeight === 'equal';
  const hasIntervals = kind !== 'focus';
  const isIncomplete = configurations.some(({ readings }) => readings.length > 1 || readings[0]?.proven?.isInterval);
  const by = configurations.flatMap(({ readings: [first] }) => first?.equal?.by ?? [])[0];
  const rows = configurations
    .map(({ name, readings: [first, failed], coverage, placement }) => {
      const [shown, other] = isEqual ? [first?.equal ?? first?.pool, first?.pool] : [first?.pool, first?.equal];
      const mean = first && levelOf(first, isEqual);
      const interval = shown === undefined || isExact(shown) ? '' : `${inPoints(shown.low)} to ${inPoints(shown.high)}`;
      const ifFailed = failed === undefined ? provenIfFailed(first) : points(levelOf(failed, isEqual) ?? 0);
      const tasks = first === undefined ? 0 : tasksBehind(first);
      const missing = missingFrom(coverage, first, population);
      return { name, mean, interval, other: other?.mean, tasks, missing, ifFailed, placement };
    })
    .sort((a, b) => (b.mean ?? -1) - (a.mean ?? -1) || compareText(a.name, b.name));
  const ignoring = configurations.some(ignoresMissing) ? ', ignoring missing results' : '';
  const ranked = configurations.flatMap(({ placement }) => placement ?? []);
  const isVoted = ranked.some(({ voted }) => voted !== undefined);
  const isMixed = isVoted && ranked.some(({ voted }) => voted === undefined);
  const which = isMixed ? ' for systems with three or more runs per task' : ' of the runs';
  const voted = isVoted ? `, by majority vote${which}, without run-to-run noise` : '';
  const ranks = `rank among ${isSame ? '' : 'up to '}${earlier} earlier systems${unrankedWords(unranked)}${voted}${ignoring}`;
  const shownMean = (mean: number | undefined, none: string) => (mean === undefined ? none : points(mean));
  const table = tableBy('Levels', rows, [
    [wordColumn('system'), ({ name }) => visibleText(name, 60)],
    [figureColumn(hasIntervals ? 'level' : 'mean on selected tasks'), ({ mean }) => shownMean(mean, 'no results')],
    hasIntervals && [figureColumn(`${percent(level)} interval`), ({ interval }) => interval],
    by !== undefined && [
      figureColumn(isEqual ? 'weighted by pool size' : `equal weight per ${by}`),
      ({ other }) => shownMean(other, ''),
    ],
    [figureColumn('tasks'), ({ tasks }) => formatCount(tasks)],
    [figureColumn('missing'), ({ missing }) => formatCount(missing)],
    isIncomplete && [figureColumn('missing counted as failed'), ({ ifFailed }) => ifFailed],
    earlier > 0 && [figureColumn(ranks), ({ placement }) => (placement === undefined ? '' : rankRange(placement))],
  ]);
  return under([{ strong: visibleText(title) }], table);
}

/** The number of missing results: on the selected tasks, or on the pool if the level comes from nearly all of it. */
function missingFrom({ selected, scored }: StratumCoverage, first: LevelReading | undefined, population: number) {
  const tasks = first === undefined ? scored : tasksBehind(first);
  return tasks > scored ? population - tasks : selected - scored;
}

function provenIfFailed(first: LevelReading | undefined): string {
  return first?.proven?.isInterval === true ? points(first.proven.low) : '';
}

/** The first level shown: on the pool, or else on the selected tasks. */
function levelOf({ equal, pool, selectedMean }: LevelReading, isEqual: boolean): number | undefined {
  return (isEqual ? (equal ?? pool) : pool)?.mean ?? selectedMean;
}

/** For example "verified v1, tier standard: results on 50 selected tasks". A plan named like the title is left out. */
function resultsLine(estimate: Estimate) {
  const { plan, title, version, tier } = estimate;
  const isNamed = plan !== title || version > 1;
  const parts = compact([
    isNamed && `${visibleText(plan)} v${version}`,
    tier !== undefined && !isDivided(estimate) && `tier ${visibleText(tier.name)}`,
  ]);
  const on = `on ${taskWords(estimate)}`;
  return line(parts.length === 0 ? `Results ${on}` : [{ strong: parts.join(', ') }, `: results ${on}`]);
}

/** The level of each system in a sentence, and its rank among earlier ones. */
function headline({ configurations, title, level, population, kind, levelWeight }: Estimate): Section[] {
  if (kind === 'focus') return [];
  const blocks = configurations.flatMap((configuration) => {
    const { name, readings, coverage } = configuration;
    const [first, failed] = readings;
    const pool = first?.pool;
    if (first === undefined || pool === undefined) return [];
    const { equal } = first;
    const isEqual = levelWeight === 'equal' && equal !== undefined;
    const [shown, other] = isEqual ? [equal, pool] : [pool, equal];
    const intervalOf = ({ low, high }: { readonly low: number; readonly high: number }, words: string) =>
      low === high ? '' : ` (${words}${inPoints(low)} to ${inPoints(high)})`;
    const isOpen = first.proven?.isInterval === true;
    const missing = countOf(missingFrom(coverage, first, population), 'missing result');
    const noise = pool.about === 'runs-counted' ? ' and run-to-run noise' : '';
    const interval = isOpen
      ? ` (${inPoints(shown.low)} to ${inPoints(shown.high)}, depending on ${missing}${noise})`
      : intervalOf(shown, `${percent(level)} interval `);
    const from = `from ${formatCount(tasksBehind(first))} of ${countOf(population, 'task')}`;
    const details = compact([
      equal && other && weightWords(equal, isEqual, `${points(other.mean)}${intervalOf(other, '')}`),
      failed?.pool && !isOpen && missingLine(coverage, rateOf(failed.pool, failed), population),
      placementWords(configuration),
    ]);
    const head = `${visibleText(name)}: ${points(shown.mean)}`;
    return [
      line([{ strong: head }, ` on ${visibleText(title)}${interval}, ${from}`]),
      ...details.map((words) => line(words, inset)),
    ];
  });
  return [section(blocks)];
}

function missingLine(
  { selected, scored, partlyScored, incomplete }: Coverage,
  failed: string,
  population: number,
): string {
  const missing = selected - scored;
  const based =
    missing === 0
      ? `${formatCount(partlyScored)} of ${countOf(selected, 'task')} ${partlyScored === 1 ? 'is' : 'are'} missing runs`
      : `based only on the ${formatCount(scored)} of ${countOf(selected, selected === population ? 'task' : 'selected task')} with results${emptyWords(incomplete)}`;
  return `${based}; counting missing results as failed: ${failed}`;
}

function emptyWords(strata: Coverage['incomplete']): string {
  const empty = strata.filter(({ scored }) => scored === 0).length;
  return empty === 0 ? '' : ` (none in ${countOf(empty, 'stratum', 'strata')})`;
}

function weightWords({ by, parts }: NonNullable<LevelReading['equal']>, isEqual: boolean, other: string): string {
  const each = by === 'benchmark' ? `${parts} benchmarks` : `${parts} values of ${by}`;
  return isEqual
    ? `The ${each} have equal weight. Weighted by pool size: ${other}`
    : `Weighted by pool size. With equal weight for the ${each}: ${other}`;
}

function legend({ configurations, differences }: Estimate): string {
  const trusts = [...configurations, ...differences].flatMap(({ readings: [shown] }) =>
    (shown?.parts ?? []).map(({ trust }) => trust),
  );
  return compact([
    trusts.includes('indicative') && '* Fewer than 20 tasks, so only a rough estimate.',
    trusts.includes('suppressed') && 'Groups with fewer than 5 tasks have no estimate.',
  ]).join(' ');
}

function configurationSections(configuration: ConfigurationEstimate, population: number, tier: Estimate['tier']) {
  const { name, readings } = configuration;
  const { scored, selected } = configuration.coverage;
  const few = `, ${scored} of ${countOf(selected, 'task')} scored`;
  const [first] = readings;
  const isHeld = ({ proven }: LevelReading) => proven?.isCut === true || proven?.isInterval === true;
  const title = [
    { strong: visibleText(name) },
    ` (${tier === undefined ? '' : `tier ${visibleText(tier.name)}, `}${runWords(configuration)}`,
    ...(scored < selected ? [{ text: few, tone: 'warning' as const }] : []),
    ')',
  ];
  return sectionsOf(
    under(
      title,
      readings.map((reading) => [
        levelWords(reading, population, readings.length > 1),
        reading.pool && !isHeld(reading) && gainWords(reading.pool).map((words) => line(withSigns(words), inset)),
      ]),
    ),
    first !== undefined && first.parts.length > 0 && partTable(first, readings.length > 1),
    missing(configuration),
  );
}

function partTable({ parts, missingCountsAs }: LevelReading, isOneOfTwo: boolean): Section {
  const known = parts.filter(({ tasks }) => tasks > 0);
  const rows = known.map((part) => ({
    cells: [part.by, valueWords(part), formatCount(part.tasks), partWords(part, ' *')],
    ...inset,
  }));
  const level = wordColumn('level', isOneOfTwo ? readingWords[missingCountsAs] : '');
  const columns = [wordColumn('by', '  by'), wordColumn('value', ''), wordColumn('tasks'), level];
  const empty = groupBy(
    parts.filter(({ tasks }) => tasks === 0),
    ({ by }) => by,
  );
  const none = [...empty].map(([by, own]) => line(`${by}: no results for ${own.map(valueWords).join(', ')}`, inset));
  return section(tableOf('Parts', columns, rows), none);
}

function valueWords({ value }: { readonly value: string }): string {
  return visibleText(value === '' ? 'unknown' : value, 40);
}

const mostStrata = 12;

function missing({ coverage }: ConfigurationEstimate): Section | undefined {
  const { selected, scored, partlyScored, incomplete } = coverage;
  if (scored === selected && partlyScored === 0) return undefined;
  const rows = incomplete.slice(0, mostStrata).map((each) => ({
    cells: [
      visibleText(each.stratum, 60),
      `${each.scored} of ${each.selected} scored`,
      missingWords(each, 'partly scored'),
    ],
    level: 2,
  }));
  const left = incomplete.length - mostStrata;
  const columns = ['stratum', 'scored', 'missing'].map((name) => wordColumn(name, ''));
  const none = `Missing: ${selected - scored} of ${countOf(selected, 'task')} (${missingWords(coverage)})`;
  const some = partlyScored === 0 ? '' : `, and ${formatCount(partlyScored)} only partly scored`;
  const part = `Partly scored: ${partlyScored} of ${countOf(selected, 'task')}`;
  return section(
    line(`${scored === selected ? part : `${none}${some}`}. By stratum:`, inset),
    tableOf('Missing', columns, rows),
    left > 0 && line(`and ${countOf(left, 'more stratum', 'more strata')} (--json lists all)`, { level: 2 }),
  );
}

/** The missing results by state; with `partly`, also tasks that are missing some runs. */
function missingWords({ errored, notRun, absent, partlyScored }: StratumCoverage, partly?: string): string {
  return compact([
    errored > 0 && `${errored} errored`,
    notRun > 0 && `${notRun} not run`,
    absent > 0 && `${absent} not in results`,
    partly !== undefined && partlyScored > 0 && `${partlyScored} ${partly}`,
  ]).join(', ');
}

function differenceSections({ first, second, readings }: DifferenceEstimate): readonly Section[] {
  const title = `${visibleText(second)} minus ${visibleText(first)}, paired by task`;
  if (readings.length === 0) return under(title, 'no task has results from both systems');
  const [shown] = readings;
  const adjustedWords = ({ low, high, pValue: p }: Pick<PairedFigure, 'low' | 'high' | 'pValue'>) =>
    `${endWords(low)} to ${endWords(high)}, p ${pValue(p)}`;
  const rows = (shown?.parts ?? []).map(({ by, value, pairs, trust, pool }) => ({
    cells: [
      by,
      valueWords({ value }),
      formatCount(pairs),
      pool === undefined ? 'too few tasks' : `${difference(pool)}${trust === 'indicative' ? ' *' : ''}`,
      pool?.adjusted === undefined ? '' : adjustedWords(pool.adjusted),
    ],
    ...inset,
  }));
  const several = shown?.parts.find(({ pool }) => pool?.adjusted !== undefined)?.pool?.adjusted?.comparisons;
  const heads = several === undefined ? ['', ''] : ['unadjusted', `adjusted for ${several} groups (Holm p)`];
  const columns = ['  by', '', 'tasks', ...heads].map((heading) => wordColumn(heading.trim(), heading));
  const lines = readings.flatMap((reading) =>
    differenceWords(reading, readings.length > 1).map((words, i) => line(words, { level: i === 0 ? 0 : 1 })),
  );
  return sectionsOf(
    under(title, lines),
    section(rows.length > 0 && tableOf('Differences of the parts', columns, rows)),
  );
}

function orderSections({ claim, readings, selected, benchmarks }: OrderEstimate, percent: string, isWhole: boolean) {
  const of = isWhole ? '' : ` for ${benchmarks.map((name) => visibleText(name)).join(', ')}`;
  if (readings.length === 0) return under([{ strong: 'Order' }, of], 'no task has results from every system');
  const whichWords = {
    failed: ', counting missing results as failed',
    absent: ', using only tasks with results from every system',
  };
  return readings.flatMap((reading) => {
    const { tasks, places } = reading;
    const which = readings.length === 1 ? '' : whichWords[reading.missingCountsAs];
    const rows = places.map(({ rank, name, passed, mean, groups }) => [
      String(rank),
      visibleText(name, 60),
      `${passed} of ${tasks} passed`,
      `mean ${(100 * mean).toFixed(1)}%`,
      groups.join(' '),
    ]);
    const about = `${of} on ${tasks} of ${countOf(selected, 'selected task')}${which}`;
    return under([{ strong: 'Order' }, about], plainTable('Order', rows), tieWords(reading, percent), claim);
  });
}

const mostPairs = 10;

function tieWords({ places, pairs }: OrderReading, percent: string): string[] {
  if (pairs.length === 0) return [];
  const tied = pairs.filter(({ apart }) => !apart);
  const isPair = pairs.length === 1;
  const how = isPair
    ? `${percent} interval for the paired difference`
    : `simultaneous ${percent} intervals for all ${pairs.length} paired differences`;
  if (tied.length === 0) return [`${isPair ? 'The two' : 'All'} systems differ (${how}).`];
  if (tied.length === pairs.length)
    return [`${isPair ? "The two systems can't" : 'No two systems can'} be told apart (${how}).`];
  const groups = new Map(places.map(({ name, groups: own }) => [name, new Set(own)]));
  const far = tied.filter(({ first, second }) => {
    const own = groups.get(second);
    return own === undefined || [...(groups.get(first) ?? [])].every((letter) => !own.has(letter));
  });
  const shown = far
    .slice(0, mostPairs)
    .map(({ first, second }) => `${visibleText(first, 60)} and ${visibleText(second, 60)}`);
  const more = far.length > mostPairs ? `, and ${far.length - mostPairs} more pairs (see --json)` : '';
  return [
    `Systems that share a letter can't be told apart (${how}).`,
    ...(shown.length === 0
      ? []
      : [`These pairs can't be told apart either, although they share no letter: ${shown.join('; ')}${more}.`]),
  ];
}

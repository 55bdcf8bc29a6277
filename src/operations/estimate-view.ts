import {
  figureColumn,
  line,
  plainTable,
  quietLine,
  type Section,
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
  isKnown,
  levelWords,
  noiseWords,
  partWords,
  points,
  pValue,
  rate,
  readingWords,
  runWords,
  signed,
  tasksBehind,
} from '../core/estimate/estimate-words.js';
import { placementWords, rankRange, unrankedWords } from '../core/estimate/placement.js';
import type {
  ConfigurationEstimate,
  DifferenceEstimate,
  Estimate,
  Judgement,
  LevelReading,
  OrderEstimate,
  OrderReading,
  PoolFigure,
  StratumCoverage,
} from '../core/estimate/pool-estimate.js';
import { compareText, countOf, formatCount, inPoints, percent, visibleText } from '../core/text/words.js';

const inset = { level: 1 };

/** More systems than these are shown in a table, and one by one only if asked for. */
const mostInDetail = 2;

/** The printed estimate: levels, each system, differences, missing results and warnings. */
export function estimateView(estimate: Estimate, isVerbose = true): readonly Section[] {
  const { claim, selected, weighting, assistance, order, population, requirements = [] } = estimate;
  const isDetailed = isVerbose || estimate.configurations.length <= mostInDetail;
  const areKnown = estimate.configurations.every(({ readings: [first] }) => isKnown(first));
  const marks = estimate.kind === 'focus' || !isDetailed ? [] : legend(estimate);
  return [
    ...(estimate.configurations.length > 1 ? levelTable(estimate) : headline(estimate)),
    { blocks: [line([{ strong: versionWords(estimate) }, `: results on ${taskWords(estimate)}`])] },
    {
      blocks: [
        ...(areKnown ? [] : [line(visibleText(claim, 600)), ...incompleteWords(estimate).map((words) => line(words))]),
        line(aboutWords(estimate)),
        ...(weighting === undefined ? [] : [line(`Weights: ${weighting}.`)]),
        ...(assistance === undefined || areKnown ? [] : [line(`Assisted: ${visibleText(assistance, 400)}.`)]),
      ],
    },
    ...(order === undefined ? [] : orderSections(order, percent(estimate.level), order.selected === selected)),
    ...(isDetailed
      ? estimate.configurations.flatMap((each) =>
          configurationSections(each, population, isDivided(estimate) ? each.tier : undefined),
        )
      : []),
    ...(isDetailed || estimate.differences.length <= mostInDetail
      ? estimate.differences.flatMap(differenceSections)
      : differenceTable(estimate)),
    ...warningSection(estimate.warnings),
    ...requirements.map(requirementSection),
    ...(marks.length === 0 ? [] : [{ blocks: marks.map((words) => quietLine(words)) }]),
    ...(isDetailed
      ? []
      : [{ blocks: [quietLine('For the figures of each system by label and its missing results, add --verbose.')] }]),
  ];
}

function requirementSection({ requirement, verdict, message }: Judgement): Section {
  const shown = verdict === 'yes' ? 'yes' : { text: verdict === 'no' ? 'no' : 'undecided', tone: 'warning' as const };
  return { title: `Required: ${visibleText(requirement)}`, blocks: [line([shown, `: ${message}`])] };
}

/** Whether levels come from different tasks, each from those that the system's results cover. */
function isDivided({ configurations, selected }: Estimate): boolean {
  return configurations.some(({ coverage }) => coverage.selected !== selected);
}

/** The tasks that the results are on: "all 500 tasks of the pool", "25 of 50 selected tasks". */
function taskWords(estimate: Estimate): string {
  const { configurations, selected, population, kind, tier, differences } = estimate;
  const range = (counts: readonly number[]) => {
    const [fewest, most] = [Math.min(...counts), Math.max(...counts)];
    return fewest === most ? formatCount(most) : `${formatCount(fewest)} to ${formatCount(most)}`;
  };
  const behind = configurations.flatMap(({ readings: [first] }) => (first === undefined ? [] : [tasksBehind(first)]));
  if (isDivided(estimate)) {
    const common = `the ${countOf(selected, 'task')} of ${tier === undefined ? 'the whole selection' : `the tier ${visibleText(tier.name)}`}`;
    const paired = differences.length === 0 ? '' : `; differences from ${common}, which all of them cover`;
    return `${range(behind)} tasks, each level from those that the system's own results cover${paired}`;
  }
  const counts = configurations.map(({ coverage }) => coverage.scored);
  const isWhole = counts.every((count) => count === selected);
  if (isWhole && selected === population && kind === 'representative')
    return `all ${countOf(population, 'task')} of the pool`;
  const words = isWhole
    ? countOf(selected, 'selected task')
    : `${range(counts)} of ${countOf(selected, 'selected task')}`;
  const more = behind.filter((count) => count > selected);
  return more.length === 0
    ? words
    : `${words}; ${countOf(more.length, 'level')} from ${range(more)} of ${countOf(population, 'task')} of the pool`;
}

/** With more results missing, the tasks that are left are hardly the sample that was drawn. */
const enoughScored = 0.8;

/** That a sample lacks so many results that it may not be one. */
function incompleteWords({ configurations, kind }: Estimate): string[] {
  const few = configurations.filter(({ coverage }) => coverage.scored < enoughScored * coverage.selected);
  if (kind === 'focus' || few.length === 0) return [];
  const who =
    configurations.length === 1
      ? 'many results are missing'
      : `${countOf(few.length, 'system')} ${few.length === 1 ? 'lacks' : 'lack'} many results`;
  return [
    `Incomplete: ${who}. The tasks with results are a sample of the pool only if the others are missing at random.`,
  ];
}

/** The levels of several systems, the highest first. */
function levelTable({ configurations, title, level, kind, levelWeight, population }: Estimate): Section[] {
  const earlier = Math.max(0, ...configurations.map(({ placement }) => placement?.systems ?? 0));
  const isPlaced = earlier > 0;
  const unranked = configurations.find(({ placement }) => placement !== undefined)?.placement?.unranked ?? 0;
  const isSame = configurations.every(({ placement }) => (placement?.systems ?? earlier) === earlier);
  const isEqual = levelWeight === 'equal';
  const hasIntervals = kind !== 'focus';
  const isIncomplete = configurations.some(({ readings }) => readings.length > 1 || readings[0]?.proven?.isInterval);
  const by = configurations.flatMap(({ readings: [first] }) => first?.equal?.by ?? [])[0];
  const rows = configurations
    .map(({ name, readings: [first, failed], coverage, placement }) => {
      const shown = isEqual ? (first?.equal ?? first?.pool) : first?.pool;
      const other = isEqual ? first?.pool : first?.equal;
      const mean = first === undefined ? undefined : levelOf(first, isEqual);
      const hasNone = shown === undefined || isExact(shown);
      const cells = [
        visibleText(name, 60),
        mean === undefined ? 'no result' : points(mean),
        ...(hasIntervals ? [hasNone ? '' : `${inPoints(shown.low)} to ${inPoints(shown.high)}`] : []),
        ...(by === undefined ? [] : [other === undefined ? '' : points(other.mean)]),
        formatCount(first === undefined ? 0 : tasksBehind(first)),
        formatCount(missingFrom(coverage, first, population)),
        ...(isIncomplete ? [failed === undefined ? provenIfFailed(first) : points(levelOf(failed, isEqual) ?? 0)] : []),
        ...(isPlaced ? [placement === undefined ? '' : rankRange(placement)] : []),
      ];
      return { mean: mean ?? -1, name, cells };
    })
    .sort((a, b) => b.mean - a.mean || compareText(a.name, b.name))
    .map(({ cells }) => cells);
  const of = hasIntervals ? 'level' : 'mean of the selected tasks';
  const columns = [
    wordColumn('system'),
    figureColumn(of),
    ...(hasIntervals ? [figureColumn(`${percent(level)} interval`)] : []),
    ...(by === undefined ? [] : [figureColumn(isEqual ? 'by pool size' : `each ${by} alike`)]),
    ...['tasks', 'missing', ...(isIncomplete ? ['if missing failed'] : [])].map((heading) => figureColumn(heading)),
    ...(isPlaced
      ? [figureColumn(`rank with ${isSame ? '' : 'up to '}${earlier} earlier systems${unrankedWords(unranked)}`)]
      : []),
  ];
  return [{ title: [{ strong: visibleText(title) }], blocks: [tableOf('Levels', columns, rows)] }];
}

/** The missing results of a level: of the selected tasks, or of the pool if it comes from nearly all of that. */
function missingFrom({ selected, scored }: StratumCoverage, first: LevelReading | undefined, population: number) {
  const tasks = first === undefined ? scored : tasksBehind(first);
  return tasks > scored ? population - tasks : selected - scored;
}

function provenIfFailed(first: LevelReading | undefined): string {
  return first?.proven?.isInterval === true ? points(first.proven.low) : '';
}

/** The level that comes first: of the pool, or else of the selected tasks. */
function levelOf({ equal, pool, selectedMean }: LevelReading, isEqual: boolean): number | undefined {
  return (isEqual ? (equal ?? pool) : pool)?.mean ?? selectedMean;
}

/** The plan, with the version and the tier of its selection: "verified v1, tier standard". */
function versionWords(estimate: Estimate): string {
  const { plan, version, tier } = estimate;
  const named = tier === undefined || isDivided(estimate) ? '' : `, tier ${visibleText(tier.name)}`;
  return `${visibleText(plan)} v${version}${named}`;
}

/** The level of each system in a sentence, and its place among earlier ones. */
function headline({ configurations, title, level, population, kind, levelWeight }: Estimate): Section[] {
  if (kind === 'focus') return [];
  const blocks = configurations.flatMap(({ name, readings: [first, failed], coverage, placement }) => {
    const pool = first?.pool;
    if (first === undefined || pool === undefined) return [];
    const { equal } = first;
    const isEqual = levelWeight === 'equal' && equal !== undefined;
    const [shown, other] = isEqual ? [equal, pool] : [pool, equal];
    const intervalOf = ({ low, high }: { readonly low: number; readonly high: number }, words: string) =>
      low === high ? '' : ` (${words}${inPoints(low)} to ${inPoints(high)})`;
    const isOpen = first.proven?.isInterval === true;
    const missing = countOf(missingFrom(coverage, first, population), 'missing result');
    const interval = isOpen
      ? ` (${inPoints(shown.low)} to ${inPoints(shown.high)}, ${noiseWords(pool)}all that ${missing} can change)`
      : intervalOf(shown, `${percent(level)} interval `);
    const from = `from ${formatCount(tasksBehind(first))} of ${countOf(population, 'task')}`;
    return [
      line([
        { strong: `${visibleText(name)}: ${points(shown.mean)}` },
        ` on ${visibleText(title)}${interval}, ${from}`,
      ]),
      ...(equal === undefined || other === undefined
        ? []
        : [line(weightWords(equal, isEqual, `${points(other.mean)}${intervalOf(other, '')}`), inset)]),
      ...(failed?.pool === undefined || isOpen ? [] : [line(missingLine(coverage, failed.pool), inset)]),
      ...(placement === undefined ? [] : [line(placementWords(placement, pool.mean), inset)]),
    ];
  });
  return blocks.length === 0 ? [] : [{ blocks }];
}

/** What the headline is based on if results are missing, and the level if these failed. */
function missingLine({ selected, scored, partlyScored }: StratumCoverage, failed: PoolFigure): string {
  const missing = selected - scored;
  const based =
    missing === 0
      ? `${countOf(partlyScored, 'task')} of ${formatCount(selected)} ${partlyScored === 1 ? 'lacks' : 'lack'} runs`
      : `based only on the ${formatCount(scored)} of ${countOf(selected, 'selected task')} with results`;
  return `${based}; if missing results count as failed: ${rate(failed, 'failed')}`;
}

/** How the level of the headline is weighted, and what the other weights give. */
function weightWords({ by, parts }: NonNullable<LevelReading['equal']>, isEqual: boolean, other: string): string {
  const each = by === 'benchmark' ? `${parts} benchmarks` : `${parts} values of ${by}`;
  return isEqual
    ? `Each of the ${each} has the same weight; weighted by pool size: ${other}`
    : `Weighted by pool size; with the same weight for each of the ${each}: ${other}`;
}

/** The meaning of the marks in the tables, if there are any. */
function legend({ configurations, differences }: Estimate): string[] {
  const trusts = [...configurations, ...differences].flatMap(({ readings: [shown] }) =>
    (shown?.parts ?? []).map(({ trust }) => trust),
  );
  const marks = [
    ...(trusts.includes('indicative') ? ['* indicative: fewer than 20 tasks.'] : []),
    ...(trusts.includes('suppressed') ? ['Groups of fewer than 5 tasks have no estimate.'] : []),
  ];
  return marks.length === 0 ? [] : [marks.join(' ')];
}

function configurationSections(
  configuration: ConfigurationEstimate,
  population: number,
  tier: Estimate['tier'],
): Section[] {
  const { name, readings } = configuration;
  const { scored, selected } = configuration.coverage;
  const few = `, ${scored} of ${countOf(selected, 'task')} scored`;
  const [first] = readings;
  return [
    {
      title: [
        { strong: visibleText(name) },
        ` (${tier === undefined ? '' : `tier ${visibleText(tier.name)}, `}${runWords(configuration)}`,
        ...(scored < selected ? [{ text: few, tone: 'warning' as const }] : []),
        ')',
      ],
      blocks: readings.flatMap((reading) => [
        line(levelWords(reading, population, readings.length > 1)),
        ...(reading.pool === undefined || reading.proven?.isCut === true || reading.proven?.isInterval === true
          ? []
          : gainWords(reading.pool).map((words) => line(withSigns(words), { level: 1 }))),
      ]),
    },
    ...(first !== undefined && first.parts.length > 0 ? [partTable(first, readings.length > 1)] : []),
    ...missing(configuration),
  ];
}

function partTable({ parts, missingCountsAs }: LevelReading, isOneOfTwo: boolean): Section {
  const rows = parts
    .filter(({ tasks }) => tasks > 0)
    .map((part) => ({
      cells: [
        part.by,
        visibleText(part.value === '' ? 'unknown' : part.value, 40),
        formatCount(part.tasks),
        partWords(part, ' *'),
      ],
      ...inset,
    }));
  const columns = [
    wordColumn('by', '  by'),
    wordColumn('value', ''),
    wordColumn('tasks'),
    wordColumn('level', isOneOfTwo ? readingWords[missingCountsAs] : ''),
  ];
  return { blocks: [tableOf('Parts', columns, rows), ...withoutResult(parts).map((words) => line(words, inset))] };
}

/** The values of each label without results, on one line. */
function withoutResult(parts: LevelReading['parts']): string[] {
  const empty = parts.filter(({ tasks }) => tasks === 0);
  return [...new Set(empty.map(({ by }) => by))].map((by) => {
    const values = empty
      .filter((part) => part.by === by)
      .map(({ value }) => visibleText(value === '' ? 'unknown' : value, 40));
    return `${by}: no result for ${values.join(', ')}`;
  });
}

const mostStrata = 12;

function missing({ coverage }: ConfigurationEstimate): Section[] {
  const { selected, scored, errored, notRun, absent, partlyScored, incomplete } = coverage;
  if (scored === selected && partlyScored === 0) return [];
  const counts = [
    [errored, 'errored'],
    [notRun, 'not run'],
    [absent, 'absent'],
  ] as const;
  const given = counts.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`);
  const rows = incomplete.slice(0, mostStrata).map((each) => ({
    cells: [visibleText(each.stratum, 60), `${each.scored} of ${each.selected} scored`, missingWords(each)],
    level: 2,
  }));
  const left = incomplete.length - mostStrata;
  const columns = ['stratum', 'scored', 'missing'].map((name) => wordColumn(name, ''));
  const none = `Missing: ${selected - scored} of ${countOf(selected, 'task')} (${given.join(', ')})`;
  const some = `${partlyScored} with some runs missing or unscored`;
  const count = `${scored === selected ? `Scored in part: ${partlyScored} of ${countOf(selected, 'task')}` : partlyScored === 0 ? none : `${none}; ${some}`}, by stratum:`;
  return [
    {
      blocks: [
        line(count, inset),
        tableOf('Missing', columns, rows),
        ...(left > 0 ? [line(`and ${left} more strata (--json lists all)`, { level: 2 })] : []),
      ],
    },
  ];
}

function missingWords({ errored, notRun, absent, partlyScored }: StratumCoverage): string {
  const parts = [
    errored > 0 ? `${errored} errored` : '',
    notRun > 0 ? `${notRun} not run` : '',
    absent > 0 ? `${absent} absent` : '',
    partlyScored > 0 ? `${partlyScored} in part` : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** The difference of each system from the baseline, the highest first. */
function differenceTable({ differences, level }: Estimate): Section[] {
  const rows = differences
    .map(({ second, readings: [shown] }) => {
      const { pool, test, pairs = 0, selectedMean } = shown ?? {};
      const mean = pool?.mean ?? selectedMean;
      const ends = pool === undefined ? '' : `${endWords(pool.low)} to ${endWords(pool.high)}`;
      const p = pool?.pValue ?? test?.pValue;
      const cells = [
        visibleText(second, 60),
        mean === undefined ? 'no result' : signed(mean),
        ends,
        p === undefined ? '' : pValue(p).replace('= ', ''),
        pool?.adjusted === undefined ? '' : pValue(pool.adjusted.pValue).replace('= ', ''),
        formatCount(pairs),
      ];
      return { mean: mean ?? Number.NEGATIVE_INFINITY, second, cells };
    })
    .sort((a, b) => b.mean - a.mean || compareText(a.second, b.second))
    .map(({ cells }) => cells);
  const comparisons = differences.flatMap(({ readings: [shown] }) => shown?.pool?.adjusted?.comparisons ?? [])[0];
  const headings = ['difference', `${percent(level)} interval`, 'p', `p of ${comparisons} (Holm)`, 'pairs'];
  const columns = [wordColumn('system'), ...headings.map((heading) => figureColumn(heading))];
  const isShown = (i: number) => i === 0 || rows.some((cells) => cells[i] !== '');
  const kept = <Item>(items: readonly Item[]) => items.filter((_, i) => isShown(i));
  const title = `Minus ${visibleText(differences[0]?.first ?? '')}, task by task`;
  return [{ title, blocks: [tableOf('Differences', kept(columns), rows.map(kept))] }];
}

/** The paired differences of two systems, overall and by part. */
function differenceSections({ first, second, readings }: DifferenceEstimate): Section[] {
  const title = `${visibleText(second)} minus ${visibleText(first)}, task by task`;
  if (readings.length === 0) return [{ title, blocks: [line('no task has results of both')] }];
  const [shown] = readings;
  const rows = (shown?.parts ?? []).map(({ by, value, pairs, trust, pool }) => ({
    cells: [
      by,
      visibleText(value === '' ? 'unknown' : value, 40),
      formatCount(pairs),
      pool === undefined ? 'too few tasks' : `${difference(pool)}${trust === 'indicative' ? ' *' : ''}`,
      pool?.adjusted === undefined
        ? ''
        : `${endWords(pool.adjusted.low)} to ${endWords(pool.adjusted.high)}, p ${pValue(pool.adjusted.pValue)}`,
    ],
    ...inset,
  }));
  const several = shown?.parts.find(({ pool }) => pool?.adjusted !== undefined)?.pool?.adjusted?.comparisons;
  const heads = several === undefined ? ['', ''] : ['each for itself', `adjusted for ${several} parts (Holm p)`];
  const columns = ['  by', '', 'pairs', ...heads].map((heading) => wordColumn(heading.trim(), heading));
  return [
    {
      title,
      blocks: readings.flatMap((reading) =>
        differenceWords(reading, readings.length > 1).map((words, i) => line(words, { level: i === 0 ? 0 : 1 })),
      ),
    },
    ...(rows.length === 0 ? [] : [{ blocks: [tableOf('Differences of the parts', columns, rows)] }]),
  ];
}

/** The order of systems on tasks chosen for ranking, and which of them can't be told apart. */
function orderSections(
  { claim, readings, selected, benchmarks }: OrderEstimate,
  percent: string,
  isWhole: boolean,
): Section[] {
  const of = isWhole ? '' : ` of ${benchmarks.map((name) => visibleText(name)).join(', ')}`;
  if (readings.length === 0) {
    return [{ title: [{ strong: 'Order' }, of], blocks: [line('no task has results of every system')] }];
  }
  return readings.map((reading) => {
    const { tasks, places } = reading;
    const which =
      readings.length === 1
        ? ''
        : reading.missingCountsAs === 'failed'
          ? ', missing counted as failed'
          : ', over tasks with results of every system';
    const rows = places.map(({ rank, name, passed, mean, groups }) => [
      String(rank),
      visibleText(name, 60),
      `${passed} of ${tasks} passed`,
      `mean ${(100 * mean).toFixed(1)}%`,
      groups.join(' '),
    ]);
    const about = `${of} on ${tasks} of ${countOf(selected, 'selected task')}${which}`;
    return {
      title: [{ strong: 'Order' }, about],
      blocks: [plainTable('Order', rows), ...tieWords(reading, percent).map((words) => line(words)), line(claim)],
    };
  });
}

const mostPairs = 10;

function tieWords({ places, pairs }: OrderReading, percent: string): string[] {
  if (pairs.length === 0) return [];
  const tied = pairs.filter(({ apart }) => !apart);
  const how = `simultaneous ${percent} intervals of ${pairs.length === 1 ? 'the paired difference' : `all ${pairs.length} paired differences`}`;
  if (tied.length === 0) return [`All of them differ (${how}).`];
  if (tied.length === pairs.length) return [`No two of them can be told apart (${how}).`];
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
    `Systems that share a letter cannot be told apart (${how}).`,
    ...(shown.length === 0 ? [] : [`Nor can these, though one between them can: ${shown.join('; ')}${more}.`]),
  ];
}

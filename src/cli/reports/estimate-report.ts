import {
  aboutWords,
  difference,
  differenceWords,
  gainWords,
  levelWords,
  partWords,
  percentOf,
  pValue,
  readingWords,
  runWords,
  signed,
} from '../../core/estimate/estimate-words.js';
import type {
  ConfigurationEstimate,
  DifferenceEstimate,
  Estimate,
  LevelReading,
  OrderEstimate,
  OrderReading,
  StratumCoverage,
} from '../../core/estimate/pool-estimate.js';
import { countOf, formatCount } from '../../core/text/count-of.js';
import { visibleText } from '../../core/text/visible-text.js';
import { alignColumns } from '../terminal/align-columns.js';
import type { Terminal } from '../terminal/terminal.js';

/** An estimate for a person: each configuration, the differences, what is missing, what to beware of. */
export function estimateReport(estimate: Estimate, terminal: Terminal): string {
  const { bold, dim, warning } = terminal;
  const percent = percentOf(estimate.level);
  return [
    `${bold(visibleText(estimate.plan))}: results on ${countOf(estimate.selected, 'selected task')}`,
    [
      visibleText(estimate.claim, 600),
      aboutWords(estimate),
      ...(estimate.weighting === undefined ? [] : [`Weights: ${estimate.weighting}.`]),
      ...(estimate.assistance === undefined ? [] : [`Assisted: ${visibleText(estimate.assistance, 400)}.`]),
    ].join('\n'),
    ...(estimate.order === undefined
      ? []
      : orderSections(estimate.order, percent, estimate.order.selected === estimate.selected, terminal)),
    ...estimate.configurations.flatMap((each) => configurationSections(each, estimate.population, terminal)),
    ...estimate.differences.flatMap((difference) => differenceSections(difference, terminal)),
    ...(estimate.warnings.length === 0
      ? []
      : [
          [
            warning(bold(`Warnings (${estimate.warnings.length})`)),
            ...estimate.warnings.map(({ message }) => `  ${visibleText(message, 400)}`),
          ].join('\n'),
        ]),
    ...(estimate.requirements ?? []).map(
      ({ requirement, verdict, message }) =>
        `${bold(`Required: ${visibleText(requirement)}`)}\n  ${verdict === 'yes' ? 'yes' : warning(verdictWords[verdict])}: ${message}`,
    ),
    ...(estimate.kind === 'focus' ? [] : legend(estimate).map(dim)),
  ].join('\n\n');
}

/** What the marks of the tables mean, where they stand. */
function legend({ configurations, differences }: Estimate): string[] {
  const trusts = [...configurations, ...differences].flatMap(({ readings: [shown] }) =>
    (shown?.parts ?? []).map(({ trust }) => trust),
  );
  const marks = [
    ...(trusts.includes('indicative') ? ['* indicative: rests on fewer than 20 tasks.'] : []),
    ...(trusts.includes('suppressed') ? ['Below 5 tasks no estimate is shown.'] : []),
  ];
  return marks.length === 0 ? [] : [marks.join(' ')];
}

const verdictWords = { yes: 'yes', no: 'no', 'cannot-tell': 'cannot tell' } as const;

function configurationSections(
  configuration: ConfigurationEstimate,
  population: number,
  { bold, warning, rich }: Terminal,
): string[] {
  const { name, readings } = configuration;
  const runs = runWords(configuration);
  const { scored, selected } = configuration.coverage;
  const few = scored < selected ? warning(`, ${scored} of ${countOf(selected, 'task')} scored`) : '';
  const heading = `${bold(visibleText(name))} (${runs}${few})`;
  const overall = readings.flatMap((reading) => [
    `  ${levelWords(reading, population, readings.length > 1)}`,
    ...(reading.pool === undefined ? [] : gainWords(reading.pool, rich ? '±' : '+/-').map((line) => `    ${line}`)),
  ]);
  const sections = [[heading, ...overall].join('\n')];
  const [first] = readings;
  if (first !== undefined && first.parts.length > 0) sections.push(partTable(first, readings.length > 1));
  return [...sections, ...missing(configuration)];
}

function partTable({ parts, missingCountsAs }: LevelReading, isOneOfTwo: boolean): string {
  const rows = parts
    .filter(({ tasks }) => tasks > 0)
    .map((part) => [
      part.by,
      visibleText(part.value === '' ? 'unknown' : part.value, 40),
      formatCount(part.tasks),
      partWords(part, ' *'),
    ]);
  const which = isOneOfTwo ? readingWords[missingCountsAs] : '';
  const table = alignColumns([['by', '', 'tasks', which], ...rows]);
  return [...table, ...withoutResult(parts)].map((line) => `  ${line}`).join('\n');
}

/** The values of each label that no result speaks of, on one line. */
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

function missing({ coverage }: ConfigurationEstimate): string[] {
  const { selected, scored, errored, notRun, absent, partlyScored, incomplete } = coverage;
  if (scored === selected && partlyScored === 0) return [];
  const counts = [
    [errored, 'errored'],
    [notRun, 'not run'],
    [absent, 'absent'],
    [partlyScored, 'with some runs missing or unscored'],
  ] as const;
  const told = counts.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`);
  const rows = incomplete
    .slice(0, mostStrata)
    .map((each) => [visibleText(each.stratum, 60), `${each.scored} of ${each.selected} scored`, missingWords(each)]);
  const more =
    incomplete.length > mostStrata ? [`and ${incomplete.length - mostStrata} more strata (--json lists all)`] : [];
  return [
    [
      `  Missing: ${selected - scored + partlyScored} of ${countOf(selected, 'task')} (${told.join(', ')}), by stratum:`,
      ...[...alignColumns(rows), ...more].map((line) => `    ${line}`),
    ].join('\n'),
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

/** The paired differences of two configurations, and of their parts. */
function differenceSections({ first, second, readings }: DifferenceEstimate, { bold }: Terminal): string[] {
  const heading = bold(`${visibleText(second)} less ${visibleText(first)}, task by task`);
  if (readings.length === 0) return [`${heading}\n  no task has a result under both`];
  const lines = readings.flatMap((reading) =>
    differenceWords(reading, readings.length > 1).map((line, i) => `${i === 0 ? '  ' : '    '}${line}`),
  );
  const [shown] = readings;
  const parts = (shown?.parts ?? []).map(({ by, value, pairs, trust, pool }) => [
    by,
    visibleText(value === '' ? 'unknown' : value, 40),
    formatCount(pairs),
    pool === undefined ? 'too few tasks' : `${difference(pool)}${trust === 'indicative' ? ' *' : ''}`,
    pool?.adjusted === undefined
      ? ''
      : `${signed(pool.adjusted.low, '')} to ${signed(pool.adjusted.high, '')}, p ${pValue(pool.adjusted.pValue)}`,
  ]);
  const several = shown?.parts.find(({ pool }) => pool?.adjusted !== undefined)?.pool?.adjusted?.comparisons;
  const heads = several === undefined ? ['', ''] : ['each for itself', `adjusted for ${several} parts (Holm p)`];
  const table =
    parts.length === 0 ? [] : alignColumns([['by', '', 'pairs', ...heads], ...parts]).map((line) => `  ${line}`);
  return [[heading, ...lines].join('\n'), ...(table.length === 0 ? [] : [table.join('\n')])];
}

/** The order of configurations on tasks that were chosen to rank, and which of them cannot be told apart. */
function orderSections(
  { claim, readings, selected, benchmarks }: OrderEstimate,
  percent: string,
  isWhole: boolean,
  { bold }: Terminal,
): string[] {
  const of = isWhole ? '' : ` of ${benchmarks.map((name) => visibleText(name)).join(', ')}`;
  if (readings.length === 0) {
    return [`${bold('Order')}${of}\n  no task has a result under every configuration`];
  }
  return readings.map((reading) => {
    const { tasks, places } = reading;
    const which =
      readings.length === 1
        ? ''
        : reading.missingCountsAs === 'failed'
          ? ', missing counted as failed'
          : ', over those with a result under every configuration';
    const rows = places.map(({ rank, name, passed, mean, groups }) => [
      String(rank),
      visibleText(name, 60),
      `${passed} of ${tasks} passed`,
      `mean ${(100 * mean).toFixed(1)}%`,
      groups.join(' '),
    ]);
    const heading = `${bold('Order')}${of} on ${tasks} of ${countOf(selected, 'selected task')}${which}`;
    const table = alignColumns(rows).map((line) => `  ${line}`);
    return [heading, ...table, ...tieWords(reading, percent), `  ${claim}`].join('\n');
  });
}

const mostPairs = 10;

function tieWords({ places, pairs }: OrderReading, percent: string): string[] {
  if (pairs.length === 0) return [];
  const tied = pairs.filter(({ apart }) => !apart);
  const how = `simultaneous ${percent} intervals of ${pairs.length === 1 ? 'the paired difference' : `all ${pairs.length} paired differences`}`;
  if (tied.length === 0) return [`  All can be told apart (${how}).`];
  if (tied.length === pairs.length) return [`  None can be told apart from another (${how}).`];
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
    `  Those that share a letter cannot be told apart (${how}).`,
    ...(shown.length === 0 ? [] : [`  Nor can these, though one between them can: ${shown.join('; ')}${more}.`]),
  ];
}

import type {
  Adjusted,
  ConfigurationEstimate,
  DifferenceEstimate,
  DifferenceReading,
  Estimate,
  LevelReading,
  PairedFigure,
  PoolFigure,
  StratumCoverage,
} from '../../core/estimate/estimate.js';
import { countOf, formatCount } from '../../core/text/count-of.js';
import { visibleText } from '../../core/text/visible-text.js';
import { alignColumns } from '../terminal/align-columns.js';
import type { Terminal } from '../terminal/terminal.js';

/** An estimate for a person: each configuration, the differences, what is missing, what to beware of. */
export function estimateReport(estimate: Estimate, terminal: Terminal): string {
  const { bold, dim, warning } = terminal;
  const percent = `${Number((100 * estimate.level).toPrecision(6))}%`;
  const about =
    estimate.kind === 'focus'
      ? 'Figures describe the selected tasks, without an interval: none would be one for the pool.'
      : `Intervals: ${percent}, for ${scopeWords(estimate)}.`;
  return [
    `${bold(visibleText(estimate.plan))}: results on ${countOf(estimate.selected, 'selected task')}`,
    [
      visibleText(estimate.claim, 600),
      about,
      ...(estimate.weighting === undefined ? [] : [`Weights: ${estimate.weighting}.`]),
    ].join('\n'),
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
    ...(estimate.judgements ?? []).map(
      ({ requirement, verdict, why }) =>
        `${bold(`Required: ${visibleText(requirement.text)}`)}\n  ${verdict === 'yes' ? 'yes' : warning(verdictWords[verdict])}: ${why}`,
    ),
    ...(estimate.kind === 'focus'
      ? []
      : [dim('* indicative: rests on fewer than 20 tasks. Below 5 tasks no estimate is shown.')]),
  ].join('\n\n');
}

const verdictWords = { yes: 'yes', no: 'no', 'cannot-tell': 'cannot tell' } as const;

/** With one run each nobody knows how another run would have gone. */
function scopeWords({ scope, configurations }: Estimate): string {
  if (scope === 'beyond') return 'tasks like those of the pool';
  const isKnown = configurations.every(({ runVariance }) => runVariance !== undefined);
  return isKnown
    ? 'the tasks of the pool; what another run would change is counted in'
    : 'the tasks of the pool, as these runs went';
}

const readingWords = { absent: 'missing left out', failed: 'missing counted as failed' } as const;

function configurationSections(
  configuration: ConfigurationEstimate,
  population: number,
  { bold, warning }: Terminal,
): string[] {
  const { name, readings, attempts, runVariance } = configuration;
  const runs = runWords(attempts, runVariance);
  const { scored, selected } = configuration.coverage;
  const few = scored < selected / 2 ? warning(`, only ${scored} of ${countOf(selected, 'task')} scored`) : '';
  const heading = `${bold(visibleText(name))} (${runs}${few})`;
  const overall = readings.map((reading) => `  ${overallLine(reading, population, readings.length > 1)}`);
  const sections = [[heading, ...overall].join('\n')];
  const [first] = readings;
  if (first !== undefined && first.parts.length > 0) sections.push(partTable(first, readings.length > 1));
  return [...sections, ...missing(configuration)];
}

function runWords({ fewest, most, unscored }: ConfigurationEstimate['attempts'], variance: number | undefined): string {
  const count = fewest === most ? String(most) : `${fewest} to ${most}`;
  const runs = most <= 1 ? 'one run of each task' : `${count} scored runs of each task`;
  const spread = variance === undefined ? '' : `, variance between runs ${variance.toFixed(3)}`;
  return `${runs}${spread}${unscored === 0 ? '' : `, ${countOf(unscored, 'attempt')} without a score`}`;
}

function overallLine(
  { reading, pool, selectedMean, tasks }: LevelReading,
  population: number,
  isOneOfTwo: boolean,
): string {
  const which = isOneOfTwo ? ` (${readingWords[reading]})` : '';
  if (pool !== undefined) {
    const reached = Math.round(pool.population);
    const of =
      reached < population
        ? ` of ${formatCount(reached)} of ${formatCount(population)} tasks (the rest has no result)`
        : '';
    const asRun =
      pool.asRun === undefined ? '' : `; as these runs went ${tenth(pool.asRun.low)} to ${tenth(pool.asRun.high)}`;
    return `pool${of}: ${rate(pool)}${asRun}, from ${countOf(tasks, 'task')}, effective n = ${pool.effectiveSize.toFixed(1)}${which}`;
  }
  if (selectedMean === undefined) return `no result${which}`;
  return `selected tasks: mean ${points(selectedMean)} over ${countOf(tasks, 'task')}${which}`;
}

function partTable({ parts, reading }: LevelReading, isOneOfTwo: boolean): string {
  const rows = parts
    .filter(({ tasks }) => tasks > 0)
    .map(({ by, value, tasks, trust, selectedMean, pool }) => [
      by,
      visibleText(value === '' ? 'unknown' : value, 40),
      formatCount(tasks),
      trust === 'suppressed'
        ? 'too few tasks'
        : pool !== undefined
          ? `${rate(pool)}${trust === 'indicative' ? ' *' : ''}`
          : selectedMean === undefined
            ? 'no result'
            : `mean ${points(selectedMean)} of the selected`,
    ]);
  const which = isOneOfTwo ? readingWords[reading] : '';
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
  const { selected, scored, errored, notRun, absent, partly, incomplete } = coverage;
  if (scored === selected && partly === 0) return [];
  const counts = [
    [errored, 'errored'],
    [notRun, 'not run'],
    [absent, 'absent'],
    [partly, 'with some attempts unscored'],
  ] as const;
  const told = counts.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`);
  const rows = incomplete
    .slice(0, mostStrata)
    .map((each) => [visibleText(each.stratum, 60), `${each.scored} of ${each.selected} scored`, missingWords(each)]);
  const more = incomplete.length > mostStrata ? [`and ${incomplete.length - mostStrata} more strata`] : [];
  return [
    [
      `  Missing: ${selected - scored + partly} of ${countOf(selected, 'task')} (${told.join(', ')}), by stratum:`,
      ...[...alignColumns(rows), ...more].map((line) => `    ${line}`),
    ].join('\n'),
  ];
}

function missingWords({ errored, notRun, absent, partly }: StratumCoverage): string {
  const parts = [
    errored > 0 ? `${errored} errored` : '',
    notRun > 0 ? `${notRun} not run` : '',
    absent > 0 ? `${absent} absent` : '',
    partly > 0 ? `${partly} in part` : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

function differenceSections({ first, second, readings }: DifferenceEstimate, { bold }: Terminal): string[] {
  const heading = bold(`${visibleText(second)} less ${visibleText(first)}, task by task`);
  if (readings.length === 0) return [`${heading}\n  no task has a result under both`];
  const lines = readings.flatMap((reading) => differenceLines(reading, readings.length > 1));
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

function differenceLines(reading: DifferenceReading, isOneOfTwo: boolean): string[] {
  const { pairs, gained, lost, same, test, pool, selectedMean, split } = reading;
  const which = isOneOfTwo ? ` (${readingWords[reading.reading]})` : '';
  const figure =
    pool === undefined
      ? `selected tasks: mean ${signed(selectedMean)}`
      : `pool: ${difference(pool)}, p ${pValue(pool.pValue)}`;
  const tested = pool !== undefined ? '' : `; ${test.name} p ${pValue(test.pValue)}`;
  const lines = [
    `  ${figure}, over ${countOf(pairs, 'pair')}${which}`,
    ...(pool?.adjusted === undefined ? [] : [`    ${adjustedWords(pool.adjusted)}`]),
    `    better ${gained}, worse ${lost}, alike ${same}${tested}`,
    ...(pool === undefined ? [] : [`    interval and p: ${aboutWords[pool.about]}`]),
  ];
  if (split !== undefined) {
    lines.push(
      `    variance of a task's difference: ${split.tasks.toFixed(4)} between tasks; runs ${split.runsFirst.toFixed(4)} and ${split.runsSecond.toFixed(4)}`,
    );
  }
  return lines;
}

const aboutWords: Readonly<Record<PairedFigure['about'], string>> = {
  systems: 'about the two systems; with one run each, the size of the pool shrinks nothing',
  pool: 'about the tasks of the pool; what another run would change is counted in',
  beyond: 'about tasks like those of the pool, by repository',
};

function adjustedWords({ comparisons, pValue: p, low, high }: Adjusted): string {
  return `adjusted for ${comparisons} comparisons: ${signed(low, '')} to ${signed(high, '')}, p ${pValue(p)} (Holm)`;
}

/** "43.7% (38.1 to 49.5)"; of what was taken whole the figure alone, for there is nothing to be unsure of but the runs. */
function rate({ mean, low, high }: PoolFigure): string {
  if (low === high) return `${points(mean)}, all taken`;
  return `${points(mean)} (${tenth(low)} to ${tenth(high)})`;
}

/** "+3.2 points (-1.0 to +7.4)". */
function difference({ mean, low, high }: PairedFigure): string {
  return `${signed(mean)} (${signed(low, '')} to ${signed(high, '')})`;
}

function points(value: number): string {
  return `${tenth(value)}%`;
}

function tenth(value: number): string {
  return (100 * value).toFixed(1);
}

function signed(value: number, unit = ' points'): string {
  const text = tenth(value);
  return `${value > 0 && Number(text) !== 0 ? '+' : ''}${text}${unit}`;
}

function pValue(value: number): string {
  return value < 0.0001 ? '< 0.0001' : `= ${value.toFixed(4)}`;
}

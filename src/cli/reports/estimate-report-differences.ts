import type {
  Adjusted,
  DifferenceEstimate,
  DifferenceReading,
  PairedFigure,
} from '../../core/estimate/pool-estimate.js';
import { countOf, formatCount } from '../../core/text/count-of.js';
import { visibleText } from '../../core/text/visible-text.js';
import { alignColumns } from '../terminal/align-columns.js';
import type { Terminal } from '../terminal/terminal.js';
import { difference, pValue, readingWords, signed } from './estimate-report-figures.js';

/** The paired differences of two configurations, and of their parts. */
export function differenceSections({ first, second, readings }: DifferenceEstimate, { bold }: Terminal): string[] {
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

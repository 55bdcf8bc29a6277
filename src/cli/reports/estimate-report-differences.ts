import { difference, differenceWords, pValue, signed } from '../../core/estimate/estimate-words.js';
import type { DifferenceEstimate } from '../../core/estimate/pool-estimate.js';
import { formatCount } from '../../core/text/count-of.js';
import { visibleText } from '../../core/text/visible-text.js';
import { alignColumns } from '../terminal/align-columns.js';
import type { Terminal } from '../terminal/terminal.js';

/** The paired differences of two configurations, and of their parts. */
export function differenceSections({ first, second, readings }: DifferenceEstimate, { bold }: Terminal): string[] {
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

import type { OrderEstimate, OrderReading } from '../../core/estimate/pool-estimate.js';
import { countOf } from '../../core/text/count-of.js';
import { visibleText } from '../../core/text/visible-text.js';
import { alignColumns } from '../terminal/align-columns.js';
import type { Terminal } from '../terminal/terminal.js';

/** The order of configurations on tasks that were chosen to rank, and which of them cannot be told apart. */
export function orderSections(
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
        : reading.reading === 'failed'
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
  const tied = pairs.filter(({ isApart }) => !isApart);
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

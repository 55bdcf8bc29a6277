import type { Balance, LabelBalance } from '../assess/balance/balance.js';
import { chartSvg } from './chart.js';
import type { Mark } from './marks.js';

const mostValues = 12;
const rowHeight = 22;
const longestName = 36;

/** The shares of phases, languages and benchmarks, selected and in the pool; undefined when nothing is selected. */
export function labelPicture({ overall }: Balance): string | undefined {
  if (overall.selected === 0 || overall.eligible === 0) return undefined;
  const rows = overall.labels.filter(({ values }) => values.length > 1).flatMap(rowsOf);
  if (rows.length === 0) return undefined;
  const shares = rows.map(({ words, selected, pool }) => {
    return { words, selected: (100 * selected) / overall.selected, pool: (100 * pool) / overall.eligible };
  });
  const y = (at: number) => rows.length - at;
  const bars = (of: 'selected' | 'pool', colour: 'blue' | 'grey', from: number, label: string): Mark[] =>
    shares.map((share, at) => ({
      kind: 'box',
      x: [0, share[of]],
      y: [y(at) + from, y(at) + from + 0.36],
      colour,
      ...(at === 0 ? { label } : {}),
    }));
  const moved = overall.labels.map(({ name, totalVariation }) => `${name} ${totalVariation.toFixed(2)}`).join(', ');
  return chartSvg({
    title: 'What the selection and the pool are made of',
    description: `Share of the selection that would have to move to have the shares of the pool: ${moved}. ${shares.map(({ words, selected, pool }) => `${words}: ${selected.toFixed(0)}% of the selected, ${pool.toFixed(0)}% of the pool`).join('; ')}.`,
    x: {
      label: 'share, in percent',
      from: 0,
      to: Math.max(10, ...shares.flatMap((share) => [share.selected, share.pool])),
    },
    y: {
      label: '',
      from: 0.4,
      to: rows.length + 0.6,
      ticks: rows.map((_, at) => y(at)),
      format: (value) => shares[rows.length - value]?.words ?? '',
    },
    left: 40 + 6.2 * Math.max(...rows.map(({ words }) => words.length)),
    width: 820,
    height: 130 + rowHeight * rows.length,
    marks: [...bars('selected', 'blue', 0, 'selected'), ...bars('pool', 'grey', -0.36, 'pool')],
  });
}

/** The most frequent values of a label; equals as they stand. */
function rowsOf({ name, values }: LabelBalance) {
  const shown = new Set(values.toSorted((a, b) => b.pool - a.pool).slice(0, mostValues));
  return values
    .filter((value) => shown.has(value))
    .map(({ value, selected, pool }) => ({ words: cut(value === '' ? `(no ${name})` : value), selected, pool }));
}

function cut(words: string): string {
  return words.length <= longestName ? words : `${words.slice(0, longestName - 1)}…`;
}

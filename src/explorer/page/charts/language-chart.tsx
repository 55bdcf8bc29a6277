import { useMemo } from 'react';
import type { Selection } from '../../../core/model/selection.js';
import { chartData } from '../../../core/pictures/chart.js';
import type { Mark } from '../../../core/pictures/marks.js';
import { languageOf } from '../../../core/select/selection-statistics.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { DrawnChart } from '../charts/drawn-chart.js';
import { percent } from '../parts/figures.js';
import { selectionWords, weighted } from './weighted.js';

const mostShown = 14;
const rowHeight = 30;

/** Each language's share of the selection beside its share of the pool. */
export function LanguageChart({ selection: { statistics, kind, choices } }: { readonly selection: Selection }) {
  const { byLanguage, available } = statistics;
  const shares = useMemo(() => languageShares(kind, choices), [kind, choices]);
  const rows = useMemo(
    () =>
      byLanguage.map((row) => ({
        name: visibleText(row.name, 24),
        own: shares.get(row.name) ?? 0,
        pool: row.available / available,
        words: `${row.selected} of ${row.available}`,
        ...{ selected: row.selected, available: row.available },
      })),
    [byLanguage, shares, available],
  );
  const shown = useMemo(() => rows.slice(0, mostShown), [rows]);
  const shownChart = useMemo(() => chartOf(shown, kind), [shown, kind]);
  const more = rows.length - shown.length;
  return (
    <DrawnChart
      title="Languages"
      description={`The share of each language in the selection and in the pool.${more > 0 ? ` ${more} more are in the numbers.` : ''}`}
      shown={shownChart}
      height={rowHeight * shown.length + 52}
      numbers={{
        columns: [
          { name: 'Language' },
          { name: 'Selected', number: true },
          { name: 'Available', number: true },
          { name: selectionWords(kind, 'Of selection'), number: true },
          { name: 'Of pool', number: true },
        ],
        rows: rows.map((row) => ({
          key: row.name,
          cells: [row.name, row.selected, row.available, percent(row.own), percent(row.pool)],
        })),
      }}
    />
  );
}

interface LanguageRow {
  readonly name: string;
  readonly own: number;
  readonly pool: number;
  readonly words: string;
}

/** Two bars for each language, the selection's above the pool's. */
function chartOf(rows: readonly LanguageRow[], kind: Selection['kind']) {
  const most = Math.max(0.01, ...rows.flatMap(({ own, pool }) => [own, pool]));
  const marks = rows.flatMap(({ own, pool, words }, i): Mark[] => {
    const y = rows.length - i;
    const named = (label: string) => (i === 0 ? { label } : {});
    return [
      {
        kind: 'box',
        x: [0, own],
        y: [y, y + 0.34],
        colour: 'blue',
        opacity: 1,
        ...named(selectionWords(kind, 'share of the selection')),
      },
      { kind: 'box', x: [0, pool], y: [y - 0.34, y], colour: 'grey', opacity: 1, ...named('share of the pool') },
      { kind: 'words', x: Math.max(own, pool) + 0.01 * most, y, words },
    ];
  });
  return chartData({
    x: { label: '', from: 0, to: 1.22 * most, format: (share) => (share > 1 ? '' : `${Math.round(100 * share)}%`) },
    y: {
      label: '',
      from: 0.5,
      to: rows.length + 0.5,
      ticks: rows.map((_, i) => rows.length - i),
      format: (at) => rows[rows.length - at]?.name ?? '',
    },
    marks,
  });
}

function languageShares(kind: Selection['kind'], choices: Selection['choices']): ReadonlyMap<string, number> {
  const shares = new Map<string, number>();
  const all = weighted(kind, choices);
  const total = all.reduce((sum, { weight }) => sum + weight, 0);
  for (const { task, weight } of all) {
    const language = languageOf(task);
    shares.set(language, (shares.get(language) ?? 0) + weight / total);
  }
  return shares;
}

import { axisX, barX, ruleX, text } from '@observablehq/plot';
import { useCallback, useMemo } from 'react';
import type { Selection } from '../../../core/model/selection.js';
import { languageOf } from '../../../core/select/selection-statistics.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { Chart } from '../parts/chart.js';
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
  const draw = useCallback(() => {
    const bars = shown.flatMap(({ name, own, pool }) => [
      { name, share: own, fill: 'var(--blue)', part: 0 },
      { name, share: pool, fill: 'var(--grey)', part: 1 },
    ]);
    const most = Math.max(0.01, ...bars.map(({ share }) => share));
    return {
      marginLeft: 96,
      marginRight: 70,
      x: { label: null, domain: [0, most], nice: true },
      y: { label: null, domain: [0, 1], axis: null, padding: 0.05 },
      fy: { label: null, domain: shown.map(({ name }) => name), padding: 0.25 },
      marks: [
        axisX({ ticks: 4, tickFormat: (value: number) => `${Math.round(100 * value)}%`, label: null }),
        barX(bars, { fy: 'name', y: 'part', x: 'share', fill: 'fill' }),
        text(shown, {
          fy: 'name',
          x: (row) => Math.max(row.own, row.pool),
          text: 'words',
          dx: 6,
          textAnchor: 'start',
          fill: 'currentColor',
          frameAnchor: 'left',
        }),
        ruleX([0], { stroke: 'currentColor', strokeOpacity: 0.4 }),
      ],
    };
  }, [shown]);
  const more = rows.length - shown.length;
  return (
    <Chart
      title="Languages"
      description={`The share of each language in the selection and in the pool.${more > 0 ? ` ${more} more are in the numbers.` : ''}`}
      draw={draw}
      height={rowHeight * shown.length + 40}
      legend={[
        { name: selectionWords(kind, 'share of the selection'), colour: 'var(--blue)' },
        { name: 'share of the pool', colour: 'var(--grey)' },
      ]}
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

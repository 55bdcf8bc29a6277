import type { ReactNode } from 'react';
import type { DesignFigures, DesignRow } from '../../../core/assess/designs/designs-question.js';
import { balanceWords, coverageWords } from '../../../core/assess/designs/designs-view.js';
import { foundWords } from '../../../core/assess/power/power-view.js';
import { costWords } from '../../../core/assess/prospect/prospect.js';
import { formatCount } from '../../../core/text/count-of.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { ScrollBox } from '../blocks/table.js';
import { percent } from '../parts/figures.js';

interface DesignTableProps {
  readonly rows: readonly DesignRow[];
  /** Designs that are still being worked out; they keep their place. */
  readonly pending: readonly Pick<DesignRow, 'name' | 'title' | 'words'>[];
  /** The figures of the plan, whose tasks the overlap is a share of. */
  readonly plan: DesignFigures;
}

/** A column of figures: its words, and the stretch of its bar in the unit of its scale. */
interface FigureColumn {
  readonly name: string;
  readonly words: (figures: DesignFigures) => string;
  readonly bar: (figures: DesignFigures) => readonly [from: number, to: number];
  /** The end of the scale; default: the largest value. */
  readonly scale?: number;
}

function columnsOf({ prospect }: DesignFigures): readonly FigureColumn[] {
  return [
    {
      name: 'Cost',
      words: ({ prospect: { costUsd } }) => (costUsd === undefined ? 'not known' : costWords(costUsd)),
      bar: ({ prospect: { costUsd = 0 } }) => [0, costUsd],
    },
    {
      name: 'Smallest difference',
      words: ({ prospect: { difference } }) => foundWords(difference) ?? 'none: too few tasks',
      bar: ({ prospect: { difference } }) => {
        const { low = difference.high ?? 0, high = difference.low ?? 0 } = difference;
        return [Math.min(low, high), Math.max(low, high)];
      },
    },
    {
      name: 'Level of the pool',
      words: ({ prospect: { level } }) => {
        if (level.of !== 'pool') return 'not estimated';
        const width = level.halfWidth === 0 ? 'exact' : `± ${(100 * level.halfWidth).toFixed(1)} points`;
        return `${width}${level.isForecast ? ' (forecast)' : ''}`;
      },
      bar: ({ prospect: { level } }) => [0, level.of === 'pool' ? level.halfWidth : 0],
    },
    {
      name: 'Distance from the pool',
      words: ({ balance }) => balanceWords(balance),
      bar: ({ balance }) => [0, balance?.mean ?? 0],
    },
    {
      name: 'Shared with the plan',
      words: ({ shared, prospect: { selected } }) =>
        `${formatCount(shared)} of ${formatCount(selected)} (${percent(selected === 0 ? 0 : shared / selected)})`,
      bar: ({ shared }) => [0, shared],
      scale: Math.max(1, prospect.selected),
    },
    {
      name: 'Mean score',
      words: ({ meanScore }) => meanScore ?? 'not scored by the plan',
      bar: ({ meanScore }) => [0, Number(meanScore ?? 0)],
    },
  ];
}

/** The designs as rows: figures with bars on one scale, and below them what results on each may claim. */
export function DesignTable({ rows, pending, plan }: DesignTableProps) {
  const given = rows.flatMap((row) => ('figures' in row ? [row.figures] : []));
  const hasCost = given.some(({ prospect }) => prospect.costUsd !== undefined);
  const columns = columnsOf(plan)
    .filter(({ name }) => name !== 'Cost' || hasCost)
    .map((column) => ({ scale: Math.max(1e-9, ...given.flatMap(column.bar)), ...column }));
  const names = ['Design', 'Tasks', ...columns.map(({ name }) => name), 'Coverage'];
  const heading = ({ title, words }: Pick<DesignRow, 'title' | 'words'>) => (
    <>
      {title} <span className="quiet how">{words}</span>
    </>
  );
  const unknown = (row: Pick<DesignRow, 'title' | 'words'>, content: ReactNode) => (
    <tr>
      <th scope="row">{heading(row)}</th>
      <td colSpan={names.length - 1} className="quiet">
        {content}
      </td>
    </tr>
  );
  return (
    <ScrollBox className="table-box designs" label="Designs of the same budget">
      <table>
        <caption className="only-heard">
          Designs of the same budget: figures, and in the row below what results on each may claim
        </caption>
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {rows.map((row) => (
          <tbody key={row.name} className={`design design-${row.name}`}>
            {'figures' in row ? (
              <>
                <tr>
                  <th scope="rowgroup" rowSpan={2}>
                    {heading(row)}
                  </th>
                  <td data-label="Tasks">{formatCount(row.figures.prospect.selected)}</td>
                  {columns.map(({ name, words, bar, scale }) => {
                    const [from, to] = bar(row.figures).map((end) => end / scale);
                    return <Cell key={name} name={name} words={words(row.figures)} from={from ?? 0} to={to ?? 0} />;
                  })}
                  <CoverageCell figures={row.figures} />
                </tr>
                <tr className="design-claim">
                  <td colSpan={names.length - 1}>{visibleText(row.figures.claim, 1000)}</td>
                </tr>
              </>
            ) : (
              unknown(row, `Not given. ${visibleText(row.why, 500)}`)
            )}
          </tbody>
        ))}
        {pending.map((row) => (
          <tbody key={row.name} className="design">
            {unknown(row, '…')}
          </tbody>
        ))}
      </table>
    </ScrollBox>
  );
}

interface CellProps {
  /** Shown before the figure on a phone, which has no columns. */
  readonly name: string;
  readonly words: string;
  readonly from: number;
  readonly to: number;
}

function Cell({ name, words, from, to }: CellProps) {
  return (
    <td data-label={name}>
      {words}
      {to > 0 && (
        <span className="mini-bar" aria-hidden="true">
          <span style={{ left: percent(from), width: percent(Math.max(0, to - from)) }} />
        </span>
      )}
    </td>
  );
}

function CoverageCell({ figures }: { readonly figures: DesignFigures }) {
  const { isMet } = figures.prospect.coverage;
  return (
    <td data-label="Coverage">
      <span className={isMet ? 'badge badge-in' : 'badge'}>{isMet ? 'met' : 'not met'}</span>
      {!isMet && <span className="quiet how">{coverageWords(figures)}</span>}
    </td>
  );
}

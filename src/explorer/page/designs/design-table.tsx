import type { ReactNode } from 'react';
import type { DesignFigures, DesignRow } from '../../../core/assess/designs/designs-question.js';
import { balanceWords, coverageWords } from '../../../core/assess/designs/designs-view.js';
import { foundWords } from '../../../core/assess/power/power-view.js';
import { costWords } from '../../../core/assess/prospect/prospect.js';
import { formatCount } from '../../../core/text/count-of.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { percent } from '../parts/figures.js';

interface DesignTableProps {
  readonly rows: readonly DesignRow[];
  /** Those that are still being worked out: they keep their place. */
  readonly pending: readonly Pick<DesignRow, 'name' | 'title' | 'words'>[];
  /** What the plan gives: overlap is a share of its tasks. */
  readonly plan: DesignFigures;
}

/** The designs as rows: figures with a bar each on one scale, and below them what each may claim. */
export function DesignTable({ rows, pending, plan }: DesignTableProps) {
  const given = rows.flatMap((row) => ('figures' in row ? [row.figures] : []));
  const hasCost = given.some(({ prospect }) => prospect.costUsd !== undefined);
  const largest = (values: readonly (number | undefined)[]) => Math.max(1e-9, ...values.map((value) => value ?? 0));
  const scales: Scales = {
    cost: largest(given.map(({ prospect }) => prospect.costUsd)),
    difference: largest(given.flatMap(({ prospect: { difference } }) => [difference.low, difference.high])),
    level: largest(given.map(({ prospect: { level } }) => (level.of === 'pool' ? level.halfWidth : 0))),
    balance: largest(given.map(({ balance }) => balance?.mean)),
    score: largest(given.map(({ meanScore }) => Number(meanScore ?? 0))),
    tasks: plan.prospect.selected,
  };
  const names = [
    'Design',
    'Tasks',
    ...(hasCost ? ['Cost'] : []),
    'Smallest difference',
    'Level of the pool',
    'Distance from the pool',
    'Shared with the plan',
    'Mean score',
    'Coverage',
  ];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className="table-box designs" tabIndex={0} aria-label="Designs of the same budget">
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
              <GivenDesign row={row} figures={row.figures} scales={scales} hasCost={hasCost} columns={names.length} />
            ) : (
              <tr>
                <th scope="row">
                  {row.title} <span className="quiet how">{row.words}</span>
                </th>
                <td colSpan={names.length - 1} className="quiet">
                  Not given. {visibleText(row.why, 500)}
                </td>
              </tr>
            )}
          </tbody>
        ))}
        {pending.map(({ name, title, words }) => (
          <tbody key={name} className="design">
            <tr>
              <th scope="row">
                {title} <span className="quiet how">{words}</span>
              </th>
              <td colSpan={names.length - 1} className="quiet">
                …
              </td>
            </tr>
          </tbody>
        ))}
      </table>
    </section>
  );
}

interface Scales {
  readonly cost: number;
  readonly difference: number;
  readonly level: number;
  readonly balance: number;
  readonly score: number;
  readonly tasks: number;
}

interface GivenDesignProps {
  readonly row: Pick<DesignRow, 'title' | 'words'>;
  readonly figures: DesignFigures;
  readonly scales: Scales;
  readonly hasCost: boolean;
  readonly columns: number;
}

function GivenDesign({ row, figures, scales, hasCost, columns }: GivenDesignProps) {
  const { prospect, claim, balance, shared, meanScore } = figures;
  const { costUsd, difference, level, coverage, selected } = prospect;
  const [low, high] = [difference.low ?? difference.high ?? 0, difference.high ?? difference.low ?? 0];
  const isOfPool = level.of === 'pool';
  return (
    <>
      <tr>
        <th scope="rowgroup" rowSpan={2}>
          {row.title} <span className="quiet how">{row.words}</span>
        </th>
        <td data-label="Tasks">{formatCount(selected)}</td>
        {hasCost && (
          <Cell name="Cost" from={0} to={(costUsd ?? 0) / scales.cost}>
            {costUsd === undefined ? 'not known' : costWords(costUsd)}
          </Cell>
        )}
        <Cell
          name="Smallest difference"
          from={Math.min(low, high) / scales.difference}
          to={Math.max(low, high) / scales.difference}
        >
          {foundWords(difference) ?? 'none: too few tasks'}
        </Cell>
        <Cell name="Level of the pool" from={0} to={isOfPool ? level.halfWidth / scales.level : 0}>
          {!isOfPool
            ? 'not estimated'
            : level.halfWidth === 0
              ? 'exact'
              : `± ${(100 * level.halfWidth).toFixed(1)} points`}
          {isOfPool && level.isForecast && ' (forecast)'}
        </Cell>
        <Cell name="Distance from the pool" from={0} to={(balance?.mean ?? 0) / scales.balance}>
          {balanceWords(balance)}
        </Cell>
        <Cell name="Shared with the plan" from={0} to={shared / Math.max(1, scales.tasks)}>
          {formatCount(shared)} of {formatCount(selected)} ({percent(selected === 0 ? 0 : shared / selected)})
        </Cell>
        <Cell name="Mean score" from={0} to={Number(meanScore ?? 0) / scales.score}>
          {meanScore ?? 'not scored by the plan'}
        </Cell>
        <td data-label="Coverage">
          <span className={coverage.isMet ? 'badge badge-in' : 'badge'}>{coverage.isMet ? 'met' : 'not met'}</span>
          {!coverage.isMet && <span className="quiet how">{coverageWords(figures)}</span>}
        </td>
      </tr>
      <tr className="design-claim">
        <td colSpan={columns - 1}>{visibleText(claim, 1000)}</td>
      </tr>
    </>
  );
}

interface CellProps {
  /** What stands before it on a phone, where there are no columns. */
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly children: ReactNode;
}

/** A figure with a bar below it, from and to in shares of the column's scale. */
function Cell({ name, from, to, children }: CellProps) {
  return (
    <td data-label={name}>
      {children}
      {to > 0 && (
        <span className="mini-bar" aria-hidden="true">
          <span style={{ left: percent(from), width: percent(Math.max(0, to - from)) }} />
        </span>
      )}
    </td>
  );
}

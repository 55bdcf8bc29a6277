import { meanReward, type PoolResults } from '../../../core/assess/question/pool-results.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { short } from '../parts/figures.js';
import { ResultMark, resultWords } from '../parts/result-mark.js';
import type { TaskColumn } from './task-columns.js';
import type { TaskRow } from './task-rows.js';

/** Systems whose columns are shown at first. */
const mostShown = 2;

/**
 * A column for every system that has results, and one for how far those that are shown differ, by which flipped tasks come
 * on top. `names`: the columns that are shown; undefined: the usual ones.
 */
export function resultColumns(
  results: PoolResults | undefined,
  names: readonly string[] | undefined,
): readonly TaskColumn[] {
  const systems = results?.configurations ?? [];
  const columns = systems.map((system, at): TaskColumn => {
    const value = ({ task }: TaskRow) => meanReward(system, task);
    return {
      name: `result.${at + 1}`,
      header: visibleText(system.name, 40),
      width: 8.5,
      isNumber: true,
      isUsual: at < mostShown,
      cell: (row) => <ResultMark reward={value(row)} />,
      text: (row) => String(value(row) ?? ''),
      value,
    };
  });
  if (columns.length < 2) return columns;
  const shown = columns.filter(({ name, isUsual }) => names?.includes(name) ?? isUsual === true);
  return [...columns, spreadColumn(shown.length < 2 ? columns : shown)];
}

const same = 'the same';
/** Means that differ by less than is shown. */
const nearlySame = 'nearly the same';

/** The largest reward less the smallest: 1 for a task that some solve and others do not. */
function spreadColumn(columns: readonly TaskColumn[]): TaskColumn {
  const rewardsOf = (row: TaskRow) =>
    columns.map(({ value }) => value?.(row)).filter((each) => typeof each === 'number');
  const value = (row: TaskRow) => {
    const rewards = rewardsOf(row);
    return rewards.length < 2 ? undefined : Math.max(...rewards) - Math.min(...rewards);
  };
  const words = (row: TaskRow) => {
    const [first, second] = columns.map((column) => column.value?.(row));
    const spread = value(row);
    if (spread === undefined) return '';
    if (columns.length > 2) return spread === 0 ? same : `differ by ${short(spread, 2)}`;
    if (typeof first !== 'number' || typeof second !== 'number' || first === second) return same;
    const [before, after] = [resultWords(first), resultWords(second)];
    return before === after ? nearlySame : `${before} → ${after}`;
  };
  return {
    name: 'result.spread',
    header: 'Flipped',
    width: 10.5,
    isNumber: true,
    isUsual: true,
    cell: (row) => {
      const text = words(row);
      return [same, nearlySame, ''].includes(text) ? <span className="quiet">{text}</span> : <strong>{text}</strong>;
    },
    text: (row) => String(value(row) ?? ''),
    value,
  };
}

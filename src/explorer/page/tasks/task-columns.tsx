import type { ComponentChildren } from 'preact';
import { meanReward, type PoolResults } from '../../../core/assess/question/pool-results.js';
import type { Plan, ScoreRule } from '../../../core/model/plan.js';
import { fieldValue } from '../../../core/model/task.js';
import { formatCount, visibleText } from '../../../core/text/words.js';
import { ResultMark, resultWords, StateBadge, short, stateWords, TaskLink } from '../parts/task-marks.js';
import { labelOf, type TaskRow } from '../state/task-rows.js';
import { headingOf, type ShownField, valueWords } from './plan-fields.js';

export interface TaskColumn {
  readonly name: string;
  readonly header: string;
  /** In rem. */
  readonly width: number;
  readonly isNumber: boolean;
  readonly isUsual: boolean;
  readonly cell: (row: TaskRow) => ComponentChildren;
  /** The cell's text in a file. */
  readonly text: (row: TaskRow) => string;
  /** The number to sort by; default: the field of this name. */
  readonly value?: (row: TaskRow) => number | undefined;
}

export function usualNames(columns: readonly TaskColumn[]): readonly string[] {
  return columns.filter(({ isUsual }) => isUsual).map(({ name }) => name);
}

/** Further columns of the plan are hidden at first. */
const mostUsual = 7;

/**
 * Every column: the state and the task, the fields that the plan uses, a column per system with results, and the other
 * fields. `shown`: the names of the columns shown; undefined: the usual ones.
 */
export function allColumns(
  plan: Plan,
  fields: readonly ShownField[],
  results: PoolResults | undefined,
  shown: readonly string[] | undefined,
): readonly TaskColumn[] {
  const used = fields.filter(({ isUsed }) => isUsed);
  // If the plan uses no fields, the first ones are shown.
  const usual = new Set((used.length === 0 ? fields : used).slice(0, mostUsual).map(({ name }) => name));
  const columnOf = (field: ShownField): TaskColumn => {
    if (field.name === 'score') return scoreColumn(plan.score);
    const isUsual = usual.has(field.name);
    return field.kind === 'number' ? numberColumn(field, isUsual) : labelColumn(field, isUsual, plan);
  };
  return [
    stateColumn,
    taskColumn,
    ...fields.filter(({ name }) => usual.has(name)).map(columnOf),
    ...resultColumns(results, shown),
    ...fields.filter(({ name }) => !usual.has(name)).map(columnOf),
  ];
}

const stateColumn: TaskColumn = {
  name: 'state',
  header: 'Selected',
  width: 6.6,
  isNumber: false,
  isUsual: true,
  cell: ({ state }) => <StateBadge state={state} />,
  text: ({ state }) => stateWords[state],
};

const taskColumn: TaskColumn = {
  name: 'id',
  header: 'Task',
  width: 21,
  isNumber: false,
  isUsual: true,
  cell: ({ task }) => <TaskLink task={task} />,
  text: ({ task }) => task.id,
};

function scoreColumn(score: ScoreRule): TaskColumn {
  const text = ({ task }: TaskRow) => task.score.toFixed(score.decimals);
  return {
    name: 'score',
    header: 'Score',
    width: 9.5,
    isNumber: true,
    isUsual: true,
    cell: (row) => (
      <span class="score">
        <span class="score-number">{text(row)}</span>
        <span class="plain-bar" aria-hidden="true">
          <span style={{ width: `${100 * Math.max(0, Math.min(1, row.task.score))}%` }} />
        </span>
      </span>
    ),
    text,
  };
}

const widths: Readonly<Record<string, number>> = {
  benchmark: 9.5,
  phase: 13.5,
  category: 13.5,
  difficulty: 6.5,
  language: 7,
  repo: 14,
};

function labelColumn(field: ShownField, isUsual: boolean, plan: Plan): TaskColumn {
  const { name } = field;
  return {
    name,
    header: visibleText(headingOf(field), 40),
    width: widths[name] ?? 9,
    isNumber: false,
    isUsual,
    cell: (row) => {
      const value = labelOf(row, name);
      const words = valueWords(plan, name, value, 120);
      return value === '' ? <span class="quiet">–</span> : <span title={words}>{words}</span>;
    },
    text: (row) => labelOf(row, name),
  };
}

function numberColumn(field: ShownField, isUsual: boolean): TaskColumn {
  const { name } = field;
  const header = headingOf(field);
  return {
    name,
    header: visibleText(header, 40),
    width: Math.max(6, 2.2 + 0.55 * header.length),
    isNumber: true,
    isUsual,
    cell: ({ task }) => {
      const value = fieldValue(task, name);
      if (value === undefined) return <span class="quiet">–</span>;
      return typeof value === 'number' ? formatCount(value) : visibleText(value, 60);
    },
    text: ({ task }) => String(fieldValue(task, name) ?? ''),
  };
}

/** The number of systems whose columns are shown at first. */
const mostShown = 8;

/** A column for every system with results, and one for the difference between the systems shown. */
function resultColumns(results: PoolResults | undefined, shown: readonly string[] | undefined): readonly TaskColumn[] {
  const columns = (results?.configurations ?? []).map((system, at): TaskColumn => {
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
  const compared = columns.filter(({ name, isUsual }) => shown?.includes(name) ?? isUsual);
  return [...columns, spreadColumn(compared.length < 2 ? columns : compared)];
}

const same = 'the same';
const nearlySame = 'almost the same';

/** The largest reward minus the smallest: 1 for a task that some systems solve and others fail. */
function spreadColumn(columns: readonly TaskColumn[]): TaskColumn {
  const value = (row: TaskRow) => {
    const rewards = columns.map((column) => column.value?.(row)).filter((each) => typeof each === 'number');
    return rewards.length < 2 ? undefined : Math.max(...rewards) - Math.min(...rewards);
  };
  const words = (row: TaskRow) => {
    const [first, second] = columns.map((column) => column.value?.(row));
    const spread = value(row);
    if (spread === undefined) return '';
    if (columns.length > 2) return spread === 0 ? same : spread === 1 ? 'differ' : `differ by ${short(spread, 2)}`;
    if (first === undefined || second === undefined || first === second) return same;
    const [before, after] = [resultWords(first), resultWords(second)];
    return before === after ? nearlySame : `${before} → ${after}`;
  };
  return {
    name: 'result.spread',
    header: 'Difference',
    width: 10.5,
    isNumber: true,
    isUsual: true,
    cell: (row) => {
      const text = words(row);
      return [same, nearlySame, ''].includes(text) ? <span class="quiet">{text}</span> : <strong>{text}</strong>;
    },
    text: (row) => String(value(row) ?? ''),
    value,
  };
}

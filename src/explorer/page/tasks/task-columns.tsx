import type { ReactNode } from 'react';
import { fieldWords } from '../../../core/describe/field-words.js';
import { randomField } from '../../../core/model/field.js';
import type { Plan, ScoreRule } from '../../../core/model/plan.js';
import { fieldValue } from '../../../core/model/task.js';
import { formatCount } from '../../../core/text/count-of.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { ScoreBar } from '../parts/score-bar.js';
import { StateBadge, stateWords } from '../parts/state-badge.js';
import { TaskLink } from '../parts/task-link.js';
import { filterLabels } from '../route/task-filter.js';
import { labelOf, type TaskRow } from './task-rows.js';

/** A column of the table of tasks: what it is called, what it shows, and what a file has of it. */
export interface TaskColumn {
  readonly name: string;
  readonly header: string;
  /** In rem. */
  readonly width: number;
  readonly isNumber: boolean;
  readonly cell: (row: TaskRow) => ReactNode;
  readonly text: (row: TaskRow) => string;
  /** What it is sorted by; the task's field of that name where it is left out. */
  readonly value?: (row: TaskRow) => number | undefined;
  /** Whether it is shown at first; undefined: as the list of usual columns says. */
  readonly isUsual?: boolean;
}

/** The columns of every task that are shown at first. */
const usualColumns: readonly string[] = ['state', 'id', 'score', ...filterLabels.slice(1)];

/** The names of the columns that are shown at first. */
export function usualNames(columns: readonly TaskColumn[]): readonly string[] {
  return columns.filter(({ name, isUsual }) => isUsual ?? usualColumns.includes(name)).map(({ name }) => name);
}

/** Every column that the tasks have, the usual ones first. */
export function allColumns(
  { score, fields }: Plan,
  known: ReadonlySet<string>,
  results: readonly TaskColumn[],
): readonly TaskColumn[] {
  const others = [...fields.values()].filter(
    ({ name, kind }) =>
      kind !== 'list' &&
      known.has(name) &&
      name !== randomField.name &&
      !usualColumns.includes(name) &&
      name !== 'phase',
  );
  return [
    {
      name: 'state',
      header: 'Selected',
      width: 6.6,
      isNumber: false,
      cell: ({ state }) => <StateBadge state={state} />,
      text: ({ state }) => stateWords[state],
    },
    {
      name: 'id',
      header: 'Task',
      width: 21,
      isNumber: false,
      cell: ({ task }) => <TaskLink task={task} />,
      text: ({ task }) => task.id,
    },
    scoreColumn(score),
    ...results,
    ...usualColumns.slice(3).map((name) => labelColumn(name, headers[name] ?? name)),
    ...others.map(({ name, kind }) =>
      kind === 'number'
        ? numberColumn(name, capital(fieldWords(name, fields)))
        : labelColumn(name, capital(fieldWords(name, fields))),
    ),
  ];
}

const headers: Readonly<Record<string, string>> = {
  benchmark: 'Benchmark',
  phase: 'Phase',
  language: 'Language',
  difficulty: 'Difficulty',
  category: 'Category',
  repo: 'Repository',
};

const widths: Readonly<Record<string, number>> = {
  benchmark: 9.5,
  phase: 13.5,
  category: 13.5,
  difficulty: 6.5,
  language: 7,
  repo: 14,
};

function scoreColumn(score: ScoreRule): TaskColumn {
  const text = ({ task }: TaskRow) => task.score.toFixed(score.decimals);
  return {
    name: 'score',
    header: 'Score',
    width: 13,
    isNumber: true,
    cell: (row) => (
      <span className="score">
        <span className="score-number">{text(row)}</span>
        <ScoreBar task={row.task} weights={score.weights} />
      </span>
    ),
    text,
  };
}

function labelColumn(name: string, header: string): TaskColumn {
  return {
    name,
    header: visibleText(header, 40),
    width: widths[name] ?? 9,
    isNumber: false,
    cell: (row) => {
      const words = visibleText(labelOf(row, name), 120);
      return words === '' ? <span className="quiet">unknown</span> : <span title={words}>{words}</span>;
    },
    text: (row) => labelOf(row, name),
  };
}

function numberColumn(name: string, header: string): TaskColumn {
  return {
    name,
    header: visibleText(header, 40),
    width: 8,
    isNumber: true,
    cell: ({ task }) => {
      const value = fieldValue(task, name);
      if (value === undefined) return <span className="quiet">unknown</span>;
      return typeof value === 'number' ? formatCount(value) : visibleText(value, 60);
    },
    text: ({ task }) => String(fieldValue(task, name) ?? ''),
  };
}

function capital(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

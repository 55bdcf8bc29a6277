import type { ColumnDef } from '@tanstack/react-table';
import type { ScoreRule } from '../../../core/model/plan.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { ScoreBar } from '../parts/score-bar.js';
import { StateBadge } from '../parts/state-badge.js';
import { TaskLink } from '../parts/task-link.js';
import { type FilterLabel, filterLabels } from '../route/task-filter.js';
import { labelOf, type TaskRow } from './task-rows.js';

/** The columns of the table of tasks. */
export function taskColumns(score: ScoreRule): ColumnDef<TaskRow>[] {
  return [
    { id: 'state', header: 'Selected', cell: ({ row: { original } }) => <StateBadge state={original.state} /> },
    { id: 'id', header: 'Task', cell: ({ row: { original } }) => <TaskLink task={original.task} /> },
    {
      id: 'score',
      header: 'Score',
      cell: ({ row: { original } }) => (
        <span className="score">
          <span className="score-number">{original.task.score.toFixed(score.decimals)}</span>
          <ScoreBar task={original.task} weights={score.weights} />
        </span>
      ),
    },
    ...filterLabels.map(labelColumn),
  ];
}

const headers: Readonly<Record<FilterLabel, string>> = {
  benchmark: 'Benchmark',
  phase: 'Phase',
  language: 'Language',
  difficulty: 'Difficulty',
  category: 'Category',
  repo: 'Repository',
};

function labelColumn(label: FilterLabel): ColumnDef<TaskRow> {
  return {
    id: label,
    header: headers[label],
    cell: ({ row: { original } }) => {
      const words = visibleText(labelOf(original.task, label), 120);
      return words === '' ? <span className="quiet">unknown</span> : <span title={words}>{words}</span>;
    },
  };
}

import { useState } from 'react';
import { csvText, inertText } from '../../../core/text/csv-text.js';
import { countOf } from '../../../core/text/numbers.js';
import { Button, Menu } from '../parts/controls.js';
import { saveFile } from '../parts/hooks.js';
import { ScoreLegend } from '../parts/task-marks.js';
import { filterText, type TaskFilter } from '../route/task-filter.js';
import { changeRoute } from '../route/use-route.js';
import { useResult } from '../state/study-context.js';
import { nextTurn } from '../state/worker.js';
import { FilterBar } from './filter-bar.js';
import { usualNames } from './task-columns.js';
import { FoundTasks } from './task-table.js';
import { type ShownTasks, useFilteredTasks, useFilterSteps } from './use-filtered-tasks.js';

/** Every task of the pool, to search, filter and sort. */
export function TasksView({ filter }: { readonly filter: TaskFilter }) {
  const { plan } = useResult().selection;
  const shown = useFilteredTasks(filter);
  const [setFilter, rest] = useFilterSteps((next, how) => changeRoute({ view: 'tasks', filter: next }, how));
  return (
    <>
      <div className="tasks-head">
        <h1>Tasks</h1>
        <p className="quiet" role="status">
          {shown.words}
        </p>
        <TableTools shown={shown} onChoose={(columns) => setFilter({ ...filter, columns }, 'chosen')} />
      </div>
      <FilterBar filter={filter} shown={shown} onChange={setFilter} onRest={rest} />
      <ScoreLegend weights={plan.score.weights} />
      <FoundTasks
        place={filterText({ ...shown.wanted, columns: undefined })}
        shown={shown}
        filter={filter}
        onChange={(next) => setFilter(next, 'chosen')}
      />
    </>
  );
}

interface TableToolsProps {
  readonly shown: ShownTasks;
  readonly onChoose: (columns: readonly string[] | undefined) => void;
}

function TableTools({ shown: { rows, all, columns: chosen }, onChoose }: TableToolsProps) {
  const [said, setSaid] = useState('');
  const names = chosen.map(({ name }) => name);
  const usual = usualNames(all).join();
  /** The shown tasks as text, written in parts between which the page goes on. */
  const textOf = async (write: (cells: readonly (readonly string[])[]) => string) => {
    const parts = [write([chosen.map(({ name, header }) => (name.startsWith('result.') ? inertText(header) : name))])];
    for (let from = 0; from < rows.count; from += rowsTogether) {
      if (from > 0) await nextTurn();
      const some = Array.from({ length: Math.min(rowsTogether, rows.count - from) }, (_, at) => rows.rowAt(from + at));
      parts.push(
        write(some.map((row) => chosen.map(({ text, isNumber }) => (isNumber ? text(row) : inertText(text(row)))))),
      );
    }
    return parts.join('');
  };
  const toggle = (name: string) => {
    const next = all
      .map((column) => column.name)
      .filter((each) => (each === name ? !names.includes(each) : names.includes(each)));
    onChoose(next.join() === usual ? undefined : next);
  };
  const copy = async () => {
    await navigator.clipboard.writeText(await textOf(pastedText));
    setSaid(`${countOf(rows.count, 'task')} copied.`);
  };
  const save = async () => saveFile('tasks.csv', 'text/csv', await textOf(csvText));
  return (
    <div className="table-tools">
      <Menu label="columns" words={`${names.length} of ${all.length}`} isSet={names.join() !== usual}>
        {all.map(({ name, header }) => (
          <label key={name} className="check">
            <input
              type="checkbox"
              checked={names.includes(name)}
              disabled={name === 'id'}
              onChange={() => toggle(name)}
            />
            <span className="facet-value">{header}</span>
          </label>
        ))}
      </Menu>
      <Button onClick={copy}>
        Copy<span className="only-heard"> the tasks that are shown</span>
      </Button>
      <Button onClick={save}>
        CSV<span className="only-heard"> of the tasks that are shown</span>
      </Button>
      <span role="status" className="quiet">
        {said}
      </span>
    </div>
  );
}

const rowsTogether = 5000;

function pastedText(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map((cell) => cell.replace(/[\t\r\n]+/g, ' ')).join('\t')}\n`).join('');
}

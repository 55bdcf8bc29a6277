import { useState } from 'preact/hooks';
import { csvText, inertText } from '../../../core/text/csv-text.js';
import { countOf, formatCount } from '../../../core/text/words.js';
import { Button, Check, ExcludeForm, Faults, Menu, notRun } from '../parts/controls.js';
import { saveFile } from '../parts/hooks.js';
import { filterText, isFiltering, type TaskFilter, withoutFilter } from '../route/task-filter.js';
import { exclude, type NewExclusion, pin } from '../state/edits.js';
import { nextTurn } from '../state/page-data.js';
import { useEditing, useResult, useSource } from '../state/study-context.js';
import { FilterBar } from '../tasks/filter-bar.js';
import { usualNames } from '../tasks/task-columns.js';
import { TaskTable } from '../tasks/task-table.js';
import type { FilterChange, ShownTasks } from '../tasks/use-filtered-tasks.js';

interface TaskListProps {
  readonly filter: TaskFilter;
  readonly shown: ShownTasks;
  readonly onFilter: (filter: TaskFilter, how: FilterChange) => void;
  readonly onRest: () => void;
}

export function TaskList({ filter, shown, onFilter, onRest }: TaskListProps) {
  const { fixed } = useSource().data;
  return (
    <div class="task-list">
      <div class="tasks-head">
        <h2>Tasks</h2>
        <p class="quiet" role="status">
          {shown.words}
        </p>
        <TableTools shown={shown} onChoose={(columns) => onFilter({ ...filter, columns }, 'chosen')} />
      </div>
      <FilterBar filter={filter} shown={shown} onChange={onFilter} onRest={onRest} />
      {shown.rows.count > 0 ? (
        <TaskTable
          place={filterText({ ...shown.wanted, columns: undefined })}
          rows={shown.rows}
          columns={shown.columns}
          sort={shown.sort}
          onSort={(sort) => onFilter({ ...filter, sort }, 'chosen')}
        />
      ) : (
        <div class="empty-state">
          <p>No task matches these filters.</p>
          {isFiltering(filter) && (
            <Button onClick={() => onFilter(withoutFilter(filter), 'chosen')}>Show all tasks</Button>
          )}
        </div>
      )}
      {fixed === undefined && <BulkActions shown={shown} />}
    </div>
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
  /** The shown tasks as text, written in parts so that the page stays responsive. */
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
    <div class="table-tools">
      <Menu label="columns" words={`${names.length} of ${all.length}`} isSet={names.join() !== usual}>
        {() =>
          all.map(({ name, header }) => (
            <Check key={name} isOn={names.includes(name)} isDisabled={name === 'id'} onChange={() => toggle(name)}>
              <span class="facet-value">{header}</span>
            </Check>
          ))
        }
      </Menu>
      <Button onClick={copy}>
        Copy<span class="only-heard"> the tasks shown</span>
      </Button>
      <Button onClick={save}>
        CSV<span class="only-heard"> of the tasks shown</span>
      </Button>
      <span role="status" class="quiet">
        {said}
      </span>
    </div>
  );
}

const rowsTogether = 5000;

function pastedText(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map((cell) => cell.replace(/[\t\r\n]+/g, ' ')).join('\t')}\n`).join('');
}

/** The most exclusions or pins to write into a plan at once. */
const mostAtOnce = 1000;

/** Pins or excludes all shown tasks, in one step to undo. */
function BulkActions({ shown: { pool, filtered } }: { readonly shown: ShownTasks }) {
  const { rows } = filtered;
  const { step } = useEditing();
  const { faults } = useResult();
  const [done, setDone] = useState('');
  if (rows.length === pool.count) return null;
  const isTooMany = rows.length > mostAtOnce;
  const open = isTooMany ? [] : Array.from(rows).filter((row) => (pool.states[row] ?? 0) < 2);
  const words = countOf(open.length, 'task');
  const tasks = () => open.map((row) => pool.taskAt(row));
  const pinAll = () => {
    const wanted = tasks();
    step({ kind: 'edit', change: (edits) => pin(edits, wanted) });
    setDone(`${words} pinned.`);
  };
  const excludeAll = (why: NewExclusion) => {
    const wanted = tasks();
    step({ kind: 'edit', change: (edits) => exclude(edits, wanted, why) });
    setDone(`${words} excluded: ${why.reason}.`);
  };
  return (
    <details class="card bulk">
      <summary>Pin or exclude the tasks shown</summary>
      {isTooMany ? (
        <p class="quiet">
          {formatCount(rows.length)} tasks are shown; at most {formatCount(mostAtOnce)} can be changed at once.
        </p>
      ) : (
        <>
          <p>
            <Button disabled={open.length === 0} onClick={pinAll}>
              Pin {words}
            </Button>
          </p>
          <ExcludeForm words={`Exclude ${words}`} isDisabled={open.length === 0} onExclude={excludeAll} />
          {open.length < rows.length && (
            <p class="quiet">
              {formatCount(rows.length - open.length)} of those shown are already excluded or not eligible.
            </p>
          )}
        </>
      )}
      <p role="status" class="quiet">
        {done}
      </p>
      <Faults faults={faults} words={notRun} />
    </details>
  );
}

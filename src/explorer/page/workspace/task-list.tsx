import { useId, useState } from 'preact/hooks';
import type { Plan } from '../../../core/model/plan.js';
import { csvText, inertText } from '../../../core/text/csv-text.js';
import { countOf, formatCount, joinWords, visibleText } from '../../../core/text/words.js';
import { taskStates } from '../../packed/selection-columns.js';
import { Button, Check, ExcludeForm, Faults, Menu, notRun } from '../parts/controls.js';
import { saveFile } from '../parts/hooks.js';
import { filterText, isFiltering, type TaskFilter, withLabel, withoutFilter } from '../route/task-filter.js';
import { exclude, type NewExclusion, pin } from '../state/edits.js';
import { nextTurn } from '../state/page-data.js';
import { useEditing, useResult, useSource } from '../state/study-context.js';
import { valueWords } from '../tasks/plan-fields.js';
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
      <FilterBar {...{ filter, shown, onFilter, onRest }} />
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
          <p>No tasks match these filters.</p>
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
  /** The tasks shown, as text; written in parts so that the page stays responsive. */
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

/** The most tasks to exclude or pin at once. */
const mostAtOnce = 1000;

function BulkActions({ shown: { pool, filtered } }: { readonly shown: ShownTasks }) {
  const { rows } = filtered;
  const { edit } = useEditing();
  const { faults } = useResult();
  const [done, setDone] = useState('');
  if (rows.length === pool.count) return null;
  const isTooMany = rows.length > mostAtOnce;
  const open = isTooMany ? [] : Array.from(rows).filter((row) => (pool.states[row] ?? 0) < 2);
  const words = countOf(open.length, 'task');
  const tasks = () => open.map((row) => pool.taskAt(row));
  const pinAll = () => {
    const wanted = tasks();
    edit((edits) => pin(edits, wanted));
    setDone(`${words} pinned.`);
  };
  const excludeAll = (why: NewExclusion) => {
    const wanted = tasks();
    edit((edits) => exclude(edits, wanted, why));
    setDone(`${words} excluded: ${why.reason}.`);
  };
  return (
    <details class="card bulk">
      <summary>Pin or exclude the tasks shown</summary>
      {isTooMany ? (
        <p class="quiet">
          {formatCount(rows.length)} tasks are shown. You can change at most {formatCount(mostAtOnce)} at once.
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
              {formatCount(rows.length - open.length)} of the tasks shown are already excluded or not eligible.
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

/** A search box, and a menu of the values of each label with the number of tasks for each. */
function FilterBar({ filter, shown, onFilter, onRest }: TaskListProps) {
  const hint = useId();
  const { unknownFields } = shown.query;
  const { plan } = useResult().selection;
  const numbers = shown.fields.filter(({ kind, name }) => kind === 'number' && name !== 'score');
  const words = new Map(shown.fields.map(({ name, words: own }) => [name, own]));
  return (
    <search class="filters">
      <label class="search">
        <span>Search</span>
        <input
          type="search"
          value={filter.search}
          placeholder={`words, -word${numbers[0] === undefined ? '' : `, ${numbers[0].name}:>10`}`}
          aria-describedby={unknownFields.length > 0 ? hint : undefined}
          onInput={({ currentTarget }) => onFilter({ ...filter, search: currentTarget.value }, 'typed')}
          onFocusOut={onRest}
        />
      </label>
      {[...shown.filtered.facets].map(([label, values]) => (
        <Facet
          key={label}
          label={label}
          name={label === 'state' ? 'selected' : (words.get(label) ?? label)}
          plan={plan}
          chosen={filter.labels.get(label) ?? []}
          values={values}
          onChange={(chosen) => onFilter(withLabel(filter, label, chosen), 'chosen')}
        />
      ))}
      <Button disabled={!isFiltering(filter)} onClick={() => onFilter(withoutFilter(filter), 'chosen')}>
        Clear
      </Button>
      {unknownFields.length > 0 && (
        <p id={hint} class="quiet" role="status">
          There is no field {joinWords(unknownFields.map((name) => `“${visibleText(name, 40)}”`))}, so Winnow searches
          for the text.
        </p>
      )}
    </search>
  );
}

interface FacetProps {
  readonly label: string;
  readonly name: string;
  readonly plan: Plan;
  readonly chosen: readonly string[];
  readonly values: readonly (readonly [value: string, count: number])[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Typing finds the rest. */
const mostListed = 200;
const fewToSearch = 12;

function Facet({ label, name, plan, chosen, values, onChange }: FacetProps) {
  const [wanted, setWanted] = useState('');
  const wordsOf = (value: string) => valueWords(plan, label, value);
  const words = chosen.length === 0 ? 'all' : visibleText(chosen.map(wordsOf).join(', '), 60);
  const toggle = (value: string) =>
    onChange(chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value]);
  return (
    <Menu label={name} words={words} isSet={chosen.length > 0}>
      {() => {
        const found = ordered(label, values).filter(([value]) =>
          wordsOf(value).toLowerCase().includes(wanted.trim().toLowerCase()),
        );
        return (
          <>
            {values.length > fewToSearch && (
              <input
                type="search"
                aria-label={`Find a ${name}`}
                placeholder="Find"
                value={wanted}
                onInput={({ currentTarget }) => setWanted(currentTarget.value)}
              />
            )}
            {found.slice(0, mostListed).map(([value, count]) => (
              <Check key={value} isOn={chosen.includes(value)} onChange={() => toggle(value)}>
                <span class="facet-value">{wordsOf(value)}</span>
                <span class="facet-count">{formatCount(count)}</span>
              </Check>
            ))}
            {found.length > mostListed && (
              <p class="quiet">{formatCount(found.length - mostListed)} more. Type to find them.</p>
            )}
            {found.length === 0 && <p class="quiet">No matches.</p>}
          </>
        );
      }}
    </Menu>
  );
}

/** States have a fixed order; other values are listed by frequency. */
function ordered(label: string, values: FacetProps['values']): FacetProps['values'] {
  if (label !== 'state') return values;
  const counts = new Map(values);
  return taskStates.flatMap((state) => (counts.has(state) ? [[state, counts.get(state) ?? 0] as const] : []));
}

import { useState } from 'react';
import { countOf } from '../../../core/text/count-of.js';
import { csvText, inertText } from '../../../core/text/csv-text.js';
import { saveFile } from '../parts/save-file.js';
import { nextTurn } from '../state/worker-beside.js';
import { Menu } from './menu.js';
import { type TaskColumn, usualNames } from './task-columns.js';
import type { ShownRows } from './task-rows.js';

interface TableToolsProps {
  readonly rows: ShownRows;
  readonly all: readonly TaskColumn[];
  readonly chosen: readonly TaskColumn[];
  readonly onChoose: (columns: readonly string[] | undefined) => void;
}

/** Which columns are shown, and the shown tasks to take away: copied for a spreadsheet, or as a file. */
export function TableTools({ rows, all, chosen, onChoose }: TableToolsProps) {
  const [said, setSaid] = useState('');
  const names = chosen.map(({ name }) => name);
  const usual = usualNames(all).join();
  /** The shown tasks as text, made of some of them at a time: the page goes on in between. */
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
      <button type="button" onClick={copy}>
        Copy<span className="only-heard"> the tasks that are shown</span>
      </button>
      <button type="button" onClick={save}>
        CSV<span className="only-heard"> of the tasks that are shown</span>
      </button>
      <span role="status" className="quiet">
        {said}
      </span>
    </div>
  );
}

const rowsTogether = 5000;

/** Rows as a spreadsheet takes them from the clipboard. */
function pastedText(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map((cell) => cell.replace(/[\t\r\n]+/g, ' ')).join('\t')}\n`).join('');
}

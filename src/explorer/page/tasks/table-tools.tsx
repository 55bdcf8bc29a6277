import { useState } from 'react';
import { countOf } from '../../../core/text/count-of.js';
import { csvText, inertText } from '../../../core/text/csv-text.js';
import { saveFile } from '../parts/save-file.js';
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
  const cells = () => [
    chosen.map(({ name, header }) => (name.startsWith('result.') ? inertText(header) : name)),
    ...Array.from({ length: rows.count }, (_, at) => rows.rowAt(at)).map((row) =>
      chosen.map(({ text, isNumber }) => (isNumber ? text(row) : inertText(text(row)))),
    ),
  ];
  const toggle = (name: string) => {
    const next = all
      .map((column) => column.name)
      .filter((each) => (each === name ? !names.includes(each) : names.includes(each)));
    onChoose(next.join() === usual ? undefined : next);
  };
  const copy = async () => {
    const lines = cells().map((row) => row.map((cell) => cell.replace(/[\t\r\n]+/g, ' ')).join('\t'));
    await navigator.clipboard.writeText(`${lines.join('\n')}\n`);
    setSaid(`${countOf(rows.count, 'task')} copied.`);
  };
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
      <button type="button" onClick={() => saveFile('tasks.csv', 'text/csv', csvText(cells()))}>
        CSV<span className="only-heard"> of the tasks that are shown</span>
      </button>
      <span role="status" className="quiet">
        {said}
      </span>
    </div>
  );
}
